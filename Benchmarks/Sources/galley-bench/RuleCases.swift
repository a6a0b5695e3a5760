import GalleyHTML
import GalleyMarkup

/// html-rules: 20,000 rules against 100,000 elements, by id, class, type and ancestor, as large sites have them. What
/// counts is that an element meets only the rules of its own names.
struct RuleCases {
    static let ruleCount = 20_000
    static let elementCount = 100_000

    static func run(passes: Int) {
        let tree = HTMLTree(parsing: document)
        let css = Array(sheet.utf8)
        for pass in -1..<passes {
            let start = cpuTime()
            let sheet = StyleSheet(parsing: css)
            let styles = StyleResolver(tree: tree, sheets: [(sheet, .author)]).resolve()
            let elapsed = cpuTime() - start
            guard pass >= 0 else { continue }
            Measurement(
                name: "html-rules", corpus: "\(sheet.ruleCount) rules, \(tree.nodeCount) nodes",
                nanoseconds: elapsed, items: elementCount, bytes: css.count, check: Double(styles.styles.count)
            ).report()
        }
    }

    private static var document: String {
        var html = "<!DOCTYPE html><body>"
        for section in 0..<(elementCount / 10) {
            html += "<section class='c\(section % 5_000) s'><p id=i\(section % 5_000)>"
            for item in 0..<8 { html += "<span class='c\((section * 8 + item) % 10_000)'></span>" }
            html += "</p></section>"
        }
        return html
    }

    private static var sheet: String {
        (0..<ruleCount).map { index in
            let value = "{color:#\(String(index % 900 + 100));width:\(index % 50)px}"
            return switch index % 5 {
            case 0: ".c\(index % 10_000)\(value)"
            case 1: "#i\(index % 5_000)\(value)"
            case 2: ".c\(index % 5_000) .c\(index % 10_000)\(value)"
            case 3: "section.c\(index % 5_000) > p span.c\(index % 10_000)\(value)"
            default: ".missing\(index) span\(value)"
            }
        }.joined(separator: "\n")
    }
}
