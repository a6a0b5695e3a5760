import GalleyText

/// What named strings are on each page (`string-set`, CSS Generated Content for Paged Media 3 §1.1).
struct NamedStrings: Sendable {
    private struct Assignment: Sendable {
        var page: Int
        var text: String
        /// Whether what gives it begins the page.
        var isAtStart: Bool
    }

    /// By name, in document order.
    private var assignments: [String: [Assignment]] = [:]

    /// - Parameter pages: the pages that a paragraph begins and ends on.
    init(_ text: AttributedText, pages: (Int) -> ClosedRange<Int>?) {
        /// The last page that anything has been on so far, of the paragraphs before `next`.
        var last = -1
        var next = 0
        for block in text.blocks {
            let strings = text.style(block.style).namedStrings
            guard !strings.isEmpty, let first = block.paragraphs.first(where: { pages($0) != nil }),
                let page = pages(first)?.lowerBound
            else { continue }
            while next < block.paragraphs.lowerBound {
                last = max(last, pages(next)?.upperBound ?? last)
                next += 1
            }
            for string in strings {
                let value = string.parts.value(in: block, of: text)
                assignments[string.name, default: []].append(
                    Assignment(page: page, text: value, isAtStart: last < page))
            }
        }
        for name in assignments.keys {
            // In the document's order on each page.
            let list = assignments[name, default: []].enumerated()
            assignments[name] = list.sorted { ($0.element.page, $0.offset) < ($1.element.page, $1.offset) }.map(
                \.element)
        }
    }

    /// A string on a page.
    func value(of name: String, _ occurrence: NamedString.Occurrence, page: Int) -> String {
        guard let list = assignments[name] else { return "" }
        let index = list.partitionIndex { $0.page >= page }
        let before = index > 0 ? list[index - 1].text : ""
        guard index < list.count, list[index].page == page else { return before }
        switch occurrence {
        case .first: return list[index].text
        case .start: return list[index].isAtStart ? list[index].text : before
        case .last: return list[list.partitionIndex { $0.page > page } - 1].text
        case .firstExcept: return ""
        }
    }
}

extension AttributedText {
    /// Whether a block gives a string to headers or footers.
    var hasNamedStrings: Bool {
        (0..<blockStyleCount).contains { !style(BlockStyleID(rawValue: UInt32($0))).namedStrings.isEmpty }
    }
}

extension [NamedString.Part] {
    /// What `string-set` or `bookmark-label` of a block says.
    package func value(in block: Block, of text: AttributedText) -> String {
        map { part in
            switch part {
            case .text(let text): text
            case .content: text.content(of: block)
            }
        }.joined()
    }
}

extension AttributedText {
    /// The text of a block, on one line, without what stands at the foot of the page.
    fileprivate func content(of block: Block) -> String {
        var content = ""
        for index in block.paragraphs where content.utf8.count < LayoutLimits.namedStringBytes {
            let flow = paragraphs[index].flow
            if flow != block.flow, flows[flow.index].kind == .footnote { continue }
            let part = self[paragraphs[index].contentRange].unicodeScalars.lazy
                .filter { $0 != "\u{FFFC}" && $0 != "\u{AD}" }.prefix(LayoutLimits.namedStringBytes)
                .reduce(into: "") { $0.unicodeScalars.append($1 == "\u{2028}" ? " " : $1) }
            guard !part.isEmpty else { continue }
            content += content.isEmpty ? part : " " + part
        }
        return content.utf8.count > LayoutLimits.namedStringBytes
            ? String(content.prefix(LayoutLimits.namedStringBytes)) : content
    }
}
