import GalleyHTML
import GalleyMarkup
import Testing

/// The index of rules by id, class, type and attribute, with its filter of ancestors' names, is a short cut only. A rule
/// inside `:is()` matches the same elements with the same specificity, but the index does not look into it: it is tried
/// on every element. So both forms of a sheet must give every element the same style.
@Suite struct RuleIndexTests {
    private static func document(_ random: inout Numbers) -> String {
        var html = random.chance(50) ? "<!DOCTYPE html>" : ""
        func fill(_ depth: Int) {
            for _ in 0..<random.below(6) {
                let name = ["div", "p", "span", "b", "ul", "li", "a", "section"][random.below(8)]
                html += "<\(name)"
                if random.chance(30) { html += " id=\(random.chance(80) ? "i" : "I")\(random.below(12))" }
                if random.chance(60) {
                    html += " class='c\(random.below(10)) \(random.chance(50) ? "C" : "c")\(random.below(10))'"
                }
                if random.chance(20) { html += " title=t\(random.below(3))" }
                if name == "a", random.chance(60) { html += " href=u" }
                html += ">x"
                if depth < 6 { fill(depth + 1) }
                html += "</\(name)>"
            }
        }
        for _ in 0..<4 { fill(0) }
        return html
    }

    private static func selector(_ random: inout Numbers) -> String {
        func compound() -> String {
            switch random.below(9) {
            case 0: "#i\(random.below(14))"
            case 1, 2: ".c\(random.below(12))"
            case 3: ["div", "p", "span", "b", "ul", "li", "a", "section", "absent"][random.below(9)]
            case 4: "p.c\(random.below(10))"
            case 5: "[title=t\(random.below(4))]"
            case 6: "a:link"
            case 7: "*"
            default: ".c\(random.below(10)):not(.c\(random.below(10)))"
            }
        }
        var text = compound()
        for _ in 0..<random.below(3) { text += [" ", " > ", " + ", " ~ "][random.below(4)] + compound() }
        return text
    }

    @Test(arguments: 1...40) func indexedMatchingEqualsPlainMatching(seed: UInt64) {
        var random = Numbers(state: seed)
        let tree = HTMLTree(parsing: RuleIndexTests.document(&random))
        var indexed = ""
        var plain = ""
        for number in 0..<200 {
            let selector = RuleIndexTests.selector(&random)
            let declarations = "{ orphans: \(number + 3); width: \(number)px; counter-reset: n\(number % 7) \(number) }"
            indexed += selector + declarations
            plain += ":is(\(selector))" + declarations
        }
        let left = StyleResolver(tree: tree, sheets: [(StyleSheet(parsing: indexed), .author)]).resolve()
        let right = StyleResolver(tree: tree, sheets: [(StyleSheet(parsing: plain), .author)]).resolve()
        var styled = 0
        for node in tree.descendants(of: tree.root) where tree.isElement(node) {
            #expect(left[node].box == right[node].box)
            #expect(left[node].inherited == right[node].inherited)
            if left[node].inherited.orphans != 2 { styled += 1 }
        }
        #expect(styled > 0)
    }

    /// A small deterministic generator.
    private struct Numbers {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }

        mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    }
}
