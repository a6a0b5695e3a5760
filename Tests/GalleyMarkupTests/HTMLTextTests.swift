import GalleyMarkup
import Testing

/// The characters of a tree's text nodes, and how nodes find their siblings.
@Suite struct HTMLTextTests {
    @Test func partsAreGivenUpFromTheFront() {
        let word = String(repeating: "lorem ipsum ", count: 20_000)
        let html = (0..<40).map { "<p>\($0) \(word)" }.joined()
        var tree = HTMLTree(parsing: Array(html.utf8))
        let texts = tree.descendants(of: tree.body).filter { tree.isText($0) }
        #expect(texts.count == 40 && tree.hasTextInOrder && !tree.hasForeignElements)
        #expect(tree.releaseText(before: texts[1]) == 0)
        let before = tree
        let released = tree.releaseText(before: texts[30])
        #expect(released > 4 << 20 && released <= 30 * (word.utf8.count + 3))
        for index in 30..<40 { #expect(tree.text(of: texts[index]) == "\(index) \(word)") }
        // What a copy has stays.
        #expect(before.text(of: texts[0]) == "0 \(word)")
        #expect(tree.textByteCount == before.textByteCount)
    }

    /// First children know the last ones, and all others those before them.
    @Test func siblings() {
        let tree = HTMLTree(parsing: Array("<p>a<b>c</b>d<i></i></p><p>e<p><table>f<tr><td>g</table>".utf8))
        var nodes = 0
        for node in [tree.document] + Array(tree.descendants(of: tree.document)) {
            nodes += 1
            let children = Array(tree.children(of: node))
            #expect(tree.firstChild(of: node) == children.first && tree.lastChild(of: node) == children.last)
            for (index, child) in children.enumerated() {
                #expect(tree.parent(of: child) == node)
                #expect(tree.previousSibling(of: child) == (index > 0 ? children[index - 1] : nil))
                #expect(tree.nextSibling(of: child) == (index + 1 < children.count ? children[index + 1] : nil))
            }
        }
        #expect(nodes > 15)
        #expect(HTMLTree(parsing: Array("<p>a<b>c</b>d<p>e".utf8)).hasTextInOrder)
        #expect(!HTMLTree(parsing: Array("<table><tr><td>a</td></tr>b</table>".utf8)).hasTextInOrder)
    }
}
