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
