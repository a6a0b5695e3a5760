import GalleyText
import Testing

@Suite struct PageRuleTests {
    private func rule(_ pseudo: PageRule.PseudoClasses, name: String? = nil, top: Double) -> PageRule {
        var rule = PageRule(name: name, pseudoClasses: pseudo)
        rule.margin.top = .length(.px(top))
        return rule
    }

    @Test func theMostSpecificRuleWins() {
        var resources = StyleResources()
        resources.pages = [
            rule(.first, top: 1), rule(.left, top: 2), rule([], top: 3), rule([], top: 4), rule([], name: "a", top: 5),
        ]
        #expect(resources.page().margin.top == .length(.px(4)))
        #expect(resources.page(.left).margin.top == .length(.px(2)))
        #expect(resources.page([.left, .first]).margin.top == .length(.px(1)))
        #expect(resources.page(name: "a", [.left, .first]).margin.top == .length(.px(5)))
        #expect(resources.page(name: "b", .right).margin.top == .length(.px(4)))
        #expect(resources.page().margin.left == nil)
    }

    /// CSS Syntax 3 §6: which of the first six pages An+B are.
    @Test(
        arguments: [
            ((2, 0), "246"), ((2, 1), "135"), ((0, 5), "5"), ((3, -1), "25"), ((-1, 3), "123"), ((0, 0), ""),
            ((0, -1), ""),
            ((1, 0), "123456"), ((-2, 4), "24"), ((.min, .max), ""), ((-1, .min), ""), ((.min, .min), ""),
            ((0, .min), ""),
        ])
    func positions(pattern: (Int, Int), pages: String) {
        let position = PageRule.Position(a: pattern.0, b: pattern.1)
        #expect((1...6).filter { position.contains($0) }.map { "\($0)" }.joined() == pages)
    }

    /// As specific as `:first`, and that with it more than alone.
    @Test func whatRulesForSomePagesSay() {
        func positioned(_ pseudo: PageRule.PseudoClasses, _ b: Int?, top: Double) -> PageRule {
            var rule = self.rule(pseudo, top: top)
            rule.position = b.map { PageRule.Position(b: $0) }
            return rule
        }
        var resources = StyleResources()
        resources.pages = [
            positioned(.first, 1, top: 1), positioned(.first, nil, top: 2), positioned([], 3, top: 3),
            positioned(.left, nil, top: 4),
            positioned([], nil, top: 5),
        ]
        #expect(resources.page([.first, .right], position: 1).margin.top == .length(.px(1)))
        #expect(resources.page([.first, .right], position: 2).margin.top == .length(.px(2)))
        #expect(resources.page(.left, position: 3).margin.top == .length(.px(3)))
        #expect(resources.page(.left, position: 4).margin.top == .length(.px(4)))
        #expect(resources.page(.right).margin.top == .length(.px(5)))
    }

    @Test func marginBoxesAreReplacedWhole() {
        var resources = StyleResources()
        var first = PageRule()
        first.marginBoxes = [PageMarginBox(position: .topLeft, content: [.text("a")])]
        var second = PageRule(pseudoClasses: .left)
        second.marginBoxes = [PageMarginBox(position: .topLeft, content: [.counter("page", .decimal)])]
        resources.pages = [second, first]
        #expect(resources.page().marginBoxes.map(\.content) == [[.text("a")]])
        #expect(resources.page(.left).marginBoxes.map(\.content) == [[.counter("page", .decimal)]])
    }
}
