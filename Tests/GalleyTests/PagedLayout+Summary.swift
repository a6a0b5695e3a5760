import Galley

extension PagedLayout {
    /// The lines of each page with their heights, without what stands for objects and breaks: "a@0 b@10 | c@0".
    func lineSummary(withBlankLines: Bool = true) -> String {
        pages.map { page in
            page.lines.compactMap { line in
                let text = layout.text[line.range]
                if !withBlankLines, text.allSatisfy(\.isWhitespace) { return nil }
                let shown = text.filter { $0 != "\n" && $0 != "\u{2028}" && $0 != "\u{FFFC}" }
                return "\(shown)@\(Int(line.frame.y.rounded()))"
            }.joined(separator: " ")
        }.joined(separator: " | ")
    }
}
