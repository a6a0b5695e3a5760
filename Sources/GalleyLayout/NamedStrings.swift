import GalleyText

/// What named strings are on each page (`string-set`, CSS Generated Content for Paged Media 3 §1.1).
struct NamedStrings: Sendable {
    private struct Assignment: Sendable {
        var page: Int
        var text: String
    }

    /// By name, in document order.
    private var assignments: [String: [Assignment]] = [:]

    /// - Parameter page: the page that a paragraph begins on.
    init(_ text: AttributedText, pages: Int, page: (Int) -> Int?) {
        for block in text.blocks {
            let strings = text.style(block.style).namedStrings
            guard !strings.isEmpty, let page = block.paragraphs.lazy.compactMap(page).first else { continue }
            for string in strings {
                let value = string.parts.map { part in
                    switch part {
                    case .text(let text): text
                    case .content: NamedStrings.content(of: block, in: text)
                    }
                }.joined()
                assignments[string.name, default: []].append(Assignment(page: page, text: value))
            }
        }
        for name in assignments.keys { assignments[name]?.sort { $0.page < $1.page } }
    }

    /// The text of a block, on one line.
    private static func content(of block: Block, in text: AttributedText) -> String {
        let parts = block.paragraphs.map { index in
            text[text.paragraphs[index].contentRange].unicodeScalars.filter { $0 != "\u{FFFC}" && $0 != "\u{AD}" }
                .reduce(into: "") { $0.unicodeScalars.append($1 == "\u{2028}" ? " " : $1) }
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A string on a page: the first that the page sets, else what it was before.
    func value(of name: String, page: Int) -> String {
        guard let list = assignments[name] else { return "" }
        let index = list.partitionIndex { $0.page >= page }
        if index < list.count, list[index].page == page { return list[index].text }
        return index > 0 ? list[index - 1].text : ""
    }
}

extension AttributedText {
    /// Whether a block gives a string to headers or footers.
    var hasNamedStrings: Bool {
        (0..<blockStyleCount).contains { !style(BlockStyleID(rawValue: UInt32($0))).namedStrings.isEmpty }
    }
}
