import GalleyMarkup
import GalleyTestSupport
import Testing

@Suite("Limits, positions, cancellation")
struct MarkupLimitsTests {
    /// A document beyond one limit: what it is, the limits, and the place of what is too much.
    private static let cases: [(html: String, limits: MarkupLimits, limit: MarkupError.Limit, line: Int, column: Int)] =
        {
            var bytes = MarkupLimits.standard
            bytes.documentBytes = 10
            var depth = MarkupLimits.standard
            depth.depth = 10
            var attributes = MarkupLimits.standard
            attributes.attributesPerElement = 2
            var nodes = MarkupLimits.standard
            nodes.nodes = 20
            return [
                ("<p>\nabcdéfgh", bytes, .documentBytes, 2, 7),
                ("<p>\n" + String(repeating: "<div>", count: 20) + "x", depth, .depth, 2, 46),
                ("a\n<p a=1 b=2 c=3 d=4>x", attributes, .attributes, 2, 12),
                (String(repeating: "<b>a</b>\n", count: 20), nodes, .nodes, 6, 4),
            ]
        }()

    @Test("Lenient limits cut with a diagnostic, strict ones throw, at the same place", arguments: cases.indices)
    func limits(index: Int) throws {
        var (html, limits, limit, line, column) = Self.cases[index]
        let tree = try HTMLTree(parsing: html.utf8, limits: limits)
        let diagnostic = try #require(tree.diagnostics.first)
        #expect(diagnostic.line == line && diagnostic.column == column, "\(diagnostic)")
        limits.isStrict = true
        let place = MarkupPosition(line: line, column: column, offset: diagnostic.offset)
        #expect(throws: MarkupError.limit(limit, place)) { try HTMLTree(parsing: html.utf8, limits: limits) }
        // The same in pieces.
        let parser = HTMLTreeParser(limits: limits)
        #expect(throws: MarkupError.limit(limit, place)) {
            for byte in html.utf8 { try parser.append([byte]) }
            _ = try parser.finish()
        }
        limits.isStrict = false
        let lenient = HTMLTreeParser(limits: limits)
        for byte in html.utf8 { try lenient.append([byte]) }
        let pushed = try lenient.finish()
        #expect(pushed.description == tree.description)
        #expect(pushed.diagnostics == tree.diagnostics)
    }

    @Test("What is within the limits throws nothing, and a limit outside its bounds is moved into them")
    func bounds() throws {
        #expect(try HTMLTree(parsing: "<p a=1>x".utf8, limits: .strict).diagnostics.isEmpty)
        var limits = MarkupLimits()
        (limits.depth, limits.nodes, limits.documentBytes, limits.attributesPerElement) = (-1, -1, -1, -1)
        #expect(try HTMLTree(parsing: "<p a=1>x".utf8, limits: limits).textContent(of: NodeID(rawValue: 0)).isEmpty)
        (limits.depth, limits.nodes, limits.documentBytes, limits.attributesPerElement) = (.max, .max, .max, .max)
        #expect(try HTMLTree(parsing: "<p a=1>x".utf8, limits: limits).diagnostics.isEmpty)
    }

    @Test("A conversion that is cancelled ends soon")
    func cancellation() throws {
        let html = Array(String(repeating: "<p>text</p>", count: 100_000).utf8)
        var questions = 0
        #expect(throws: MarkupError.cancelled) {
            try HTMLTree(
                parsing: html,
                isCancelled: {
                    questions += 1
                    return questions > 3
                })
        }
        #expect(questions < 8)
        let parser = HTMLTreeParser(isCancelled: { true })
        #expect(throws: MarkupError.cancelled) { try parser.append(html) }
        #expect(throws: MarkupError.cancelled) { try parser.finish() }
    }

    @Test("Diagnostics stand at their line, column and byte, in source order")
    func positions() {
        let html = "<p>é\n\n\u{0}<!-- \r\n --><b\u{0}>\r" + String(repeating: "x", count: 600) + "\u{0}<!-- open"
        let places = HTMLTree(parsing: html).diagnostics.map { [$0.line, $0.column, $0.offset] }
        #expect(places.map { $0[0] } == [3, 5, 5], "\(places)")
        #expect(places.map { $0[2] } == places.map { $0[2] }.sorted())
        let source = html.replacing("\r\n", with: "\n").replacing("\r", with: "\n").utf8
        for place in places {
            let before = source.prefix(place[2])
            #expect(place[0] == before.count { $0 == 0x0A } + 1)
            #expect(place[1] == before.reversed().prefix { $0 != 0x0A }.count + 1)
        }
    }

    @Test("Any offset has its line and column")
    func lines() {
        let lengths = [0, 1, 254, 255, 256, 509, 510, 511, 0, 0, 70_000, 3] + Array(repeating: 2, count: 600)
        let text = lengths.map { String(repeating: "x", count: $0) }.joined(separator: "\n")
        let tree = HTMLTree(parsing: text)
        var (line, column) = (1, 1)
        for (offset, byte) in text.utf8.enumerated() {
            let position = tree.position(of: offset)
            guard position.line == line, position.column == column else {
                Issue.record("\(offset): \(position), not \(line):\(column)")
                return
            }
            if byte == 0x0A { (line, column) = (line + 1, 1) } else { column += 1 }
        }
        #expect(tree.position(of: .max).offset == text.utf8.count)
        #expect(tree.position(of: -1) == MarkupPosition(line: 1, column: 1, offset: 0))
    }

    @Test("Further html and body tags add what is new, in place, up to the limit")
    func mergedAttributes() throws {
        let count = 2_000
        for name in ["html", "body"] {
            let html = (0..<count).map { "<\(name) a\($0)=\($0) class=c\($0)>" }.joined() + "x"
            let tree = HTMLTree(parsing: html)
            let element = name == "html" ? tree.root : tree.body
            #expect(tree.attributes(of: element).count == MarkupLimits.attributesPerElement)
            #expect(tree.classes(of: element).map(tree.string) == ["c0"])
            #expect(tree.attribute(try #require(tree.name(for: "a400")), of: element) == "400")
            // Nothing is copied while the attributes stand last.
            #expect(tree.attributeCount < 2 * MarkupLimits.attributesPerElement)
            #expect(tree.diagnostics.count == 1)
            #expect(throws: MarkupError.self) { try HTMLTree(parsing: html.utf8, limits: .strict) }
        }
        // Attributes of others stand between: those of the body move, and stay right.
        let tree = HTMLTree(parsing: "<body a=1 class=b><p c=2><body a=9 d=3><p e=4><body f=5 class=g>")
        let values = tree.attributes(of: tree.body).map { tree.string(for: $0.name) }
        #expect(values == ["a", "class", "d", "f"])
        #expect(tree.classes(of: tree.body).map(tree.string) == ["b"])
    }

    @Test("Formatting elements without an end do not multiply without bounds, and the text stays whole")
    func reconstructedElements() throws {
        let paragraphs = 20_000
        let html =
            "<p>" + (0..<MarkupLimits.activeFormattingElements).map { "<b id=\($0)>" }.joined() + "x"
            + String(repeating: "<p>x", count: paragraphs)
        let tree = HTMLTree(parsing: html)
        let bound = MarkupLimits.reconstructedElements + MarkupLimits.reconstructedElementsPerByte * html.utf8.count
        #expect(tree.nodeCount < bound + 3 * paragraphs)
        #expect(tree.textContent(of: tree.body).utf8.count == paragraphs + 1)
        #expect(tree.diagnostics.count == 1)
        #expect(throws: MarkupError.self) { try HTMLTree(parsing: html.utf8, limits: .strict) }
        // One that a document may well have goes on to its end.
        let bold = HTMLTree(parsing: "<p><b>x" + String(repeating: "<p>x", count: 70_000))
        let last = try #require(bold.lastChild(of: bold.body).flatMap(bold.firstChild))
        #expect(bold.name(of: last) == .b && bold.diagnostics.isEmpty)
    }

    @Test("End tags inside blocks copy and move as many elements as the length of the document allows")
    func adoptedElements() {
        let blocks = 400
        let html =
            (0..<MarkupLimits.activeFormattingElements).map { "<b id=\($0)>" }.joined()
            + String(repeating: "<div>", count: blocks) + String(repeating: "</b>", count: 8 * blocks) + "x"
        let tree = HTMLTree(parsing: html)
        #expect(tree.textContent(of: tree.body) == "x")
        #expect(tree.diagnostics.map(\.message) == ["formatting elements go on in too many blocks; they end here"])
        // Each of the sixty-four would be moved through each of the blocks, a copy left behind.
        #expect(tree.nodeCount < 2 * blocks)
    }

    @Test(
        "Searches of the open elements do not walk them",
        arguments: [
            ("<p><button>", "<span>", "<hr>"), ("<li><section>", "<span>", "<li></li>"),
            ("<b><object>", "<span>", "</b>"), ("<b><table>", "<span>", "</b>"), ("<h1><object>", "<i>", "</h1>"),
            ("<body>", "<span>", "<table></table>"), ("<svg>", "<g>", "</x>"), ("<y>", "<x>", "</z>"),
            ("<ruby>", "<span>", "<rp></rp>"), ("<select>", "<div>", "<option></option>"),
        ])
    func openElements(start: String, inner: String, rest: String) {
        let growth = Growth.atEightTimes(5_000) { count in
            let html = start + String(repeating: inner, count: count) + String(repeating: rest, count: count) + "end"
            #expect(HTMLTree(parsing: html).textContent(of: NodeID(rawValue: 0)) == "end")
        }
        #expect(growth < Growth.linear)
    }
}
