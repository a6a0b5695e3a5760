import Foundation
import GalleyHTML
import GalleyMarkup
import GalleyText
import Testing

@Suite("A document that arrives in pieces; limits; cancellation")
struct HTMLConverterTests {
    private let page = """
        <!DOCTYPE html><title>T</title><style>.a::before { content: "»" }</style>
        <h1>Grüße</h1><p class=a>one <b>two</b> &amp; three<table><tr><td colspan=2>x<td>y</table>\u{0}<ul><li>z</ul>
        """

    @Test("In any pieces the text is that of the whole, diagnostics and all")
    func pieces() throws {
        let converter = HTMLConverter()
        let want = try AttributedText(html: page.utf8)
        for size in [1, 2, 3, 7, 64, 10_000] {
            var rest = page.utf8[...]
            while !rest.isEmpty {
                try converter.append(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            let text = try converter.finish()
            #expect(text == want)
            #expect(text.diagnostics == want.diagnostics)
        }
    }

    @Test("Diagnostics have line, column and byte offset")
    func positions() throws {
        let text = try AttributedText(html: page.utf8)
        let diagnostic = try #require(text.diagnostics.first { $0.code == "markup" })
        let offset = try #require(diagnostic.offset)
        #expect(Array(page.utf8)[offset] == 0)
        #expect(diagnostic.line == 2)
        #expect(diagnostic.column == Array(page.utf8)[..<offset].reversed().prefix { $0 != 0x0A }.count + 1)
    }

    @Test("Strict limits throw with a place, lenient ones cut and say so")
    func limits() throws {
        var options = HTMLOptions()
        let html = "<p>a</p>\n<table><tr><td colspan=5000>x<td rowspan=70000>y</table>"
        let lenient = try AttributedText(html: html, options: options)
        let codes = lenient.diagnostics.filter { $0.code == "table-span" }
        #expect(codes.map { [$0.line, $0.column] } == [[2, 12], [2, 30]])
        options.limits = .strict
        let place = MarkupPosition(line: 2, column: 12, offset: 20)
        #expect(throws: HTMLError.limit(.tableSpan, place)) { try AttributedText(html: html, options: options) }
        options.limits.markup.depth = 10
        let deep = String(repeating: "<div>", count: 20) + "x"
        #expect(throws: HTMLError.limit(.depth, MarkupPosition(line: 1, column: 46, offset: 45))) {
            try AttributedText(html: deep, options: options)
        }
        options.limits.isStrict = false
        #expect(try AttributedText(html: deep, options: options).string.hasPrefix("x"))
        options.limits.columnSpan = 2
        #expect(
            try AttributedText(html: html, options: options).diagnostics.contains { $0.message.contains("became 2") })
        options.limits.tableColumns = 3
        let columns = "<table><col span=2><col span=2><tr><td>x</table>"
        #expect(try AttributedText(html: columns, options: options).diagnostics.contains { $0.code == "table-columns" })
    }

    @Test("Cancelled by the options, whatever step is at work")
    func cancelledByOptions() throws {
        let html = String(repeating: "<p class=a>text <b>bold</b></p>\n", count: 20_000)
        // The more questions are answered with no, the later the step that is stopped.
        for patience in [0, 1, 5, 20, 60, 100] {
            let questions = Counter()
            var options = HTMLOptions()
            options.isCancelled = { questions.next() > patience }
            #expect(throws: HTMLError.cancelled) { try AttributedText(html: html, options: options) }
            let converter = HTMLConverter(options: options)
            #expect(throws: HTMLError.cancelled) {
                try converter.append(html.utf8)
                _ = try converter.finish()
            }
        }
    }

    @Test("Cancelled with its task")
    func cancelledTask() async {
        let html = String(repeating: "<p>text</p>", count: 1_000)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try AttributedText(html: html)
        }
        task.cancel()
        await #expect(throws: HTMLError.cancelled) { try await task.value }
    }

    @Test("A fragment inside its context")
    func fragment() throws {
        var options = HTMLOptions()
        options.fragmentContext = HTMLFragmentContext("tr")
        let cells = try AttributedText(html: "<td>a<td>b", options: options)
        #expect(cells.paragraphs.count == 2)
        #expect(try AttributedText(html: "<td>a<td>b").paragraphs.count == 1)
    }

    @Test("Eight conversions at once share nothing")
    func concurrent() async throws {
        let pages = (0..<8).map { number in
            "<style>.a{color:#00\(number)}</style>" + String(repeating: page + "<p class=a>\(number)", count: 40)
        }
        let alone = try pages.map { try AttributedText(html: $0) }
        let together = try await withThrowingTaskGroup(of: (Int, AttributedText).self) { group in
            for round in 0..<4 {
                for (number, page) in pages.enumerated() {
                    group.addTask {
                        guard round % 2 == 0 else { return (number, try AttributedText(html: page)) }
                        let converter = HTMLConverter()
                        for byte in stride(from: 0, to: page.utf8.count, by: 1_000) {
                            try converter.append(page.utf8.dropFirst(byte).prefix(1_000))
                        }
                        return (number, try converter.finish())
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(together.count == 32)
        for (number, text) in together { #expect(text == alone[number]) }
    }
}

/// Counts from any thread.
private final class Counter: @unchecked Sendable {
    // Every access holds the lock.
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
        lock.lock()
        defer { lock.unlock() }
        count += 1
        return count
    }
}
