/// The number of a page in generated text: `target-counter(attr(href), page)` in a table of contents, `counter(page)`
/// (CSS Generated Content 3 §2.6.1, CSS Paged Media 3 §5.2).
///
/// It is known when the document is cut into pages; before, and where there are no pages, nothing stands for it.
public struct PageReference: Hashable, Codable, Sendable {
    /// Which number.
    public var number: Number
    /// How it is written.
    public var style: CounterStyle
    /// The document's own style that it is written in; `nil` for `style`.
    public var customStyle: CustomCounterStyle?
    /// The UTF-8 offsets in the generated text of what stands for it now.
    public var range: Range<Int>

    /// Which number of a page is shown.
    public enum Number: Hashable, Codable, Sendable {
        /// That of the page that shows the text.
        case own
        /// That of the page on which a named anchor of the document stands.
        case anchor(String)
        /// How many pages there are.
        case count
        /// No page's, but that of the footnote which the text calls or begins, counted anew on pages that say so
        /// (`PageRule.footnoteReset`, CSS Generated Content for Paged Media 3 §2.3).
        case footnote
    }

    /// A number that stands at `range` of its generated text.
    public init(
        _ number: Number, style: CounterStyle = .decimal, customStyle: CustomCounterStyle? = nil, range: Range<Int>
    ) {
        self.number = number
        self.style = style
        self.customStyle = customStyle
        self.range = range
    }
}

extension PageReference {
    /// A number as it is written.
    package func representation(of number: Int) -> String {
        customStyle?.representation(of: number) ?? style.representation(of: number)
    }
}

extension AttributedText {
    /// The paragraphs whose generated text shows numbers of pages, in order. O(generated text).
    package var paragraphsWithPageReferences: [Int] {
        var paragraphs: [Int] = []
        for generated in generatedText where !generated.pageReferences.isEmpty {
            let paragraph = paragraphIndex(at: generated.offset)
            if paragraphs.last != paragraph { paragraphs.append(paragraph) }
        }
        return paragraphs
    }

    /// Writes numbers of pages into generated text.
    ///
    /// - Parameter page: the number that a reference at an offset of the text shows; `nil` shows nothing.
    /// - Returns: whether any changed.
    /// - Complexity: O(generated text).
    package mutating func setPageNumbers(_ page: (PageReference.Number, Int) -> Int?) -> Bool {
        var isChanged = false
        for index in generatedText.indices where !generatedText[index].pageReferences.isEmpty {
            let before = generatedText[index].text
            generatedText[index].setPageNumbers(page)
            if generatedText[index].text != before { isChanged = true }
        }
        return isChanged
    }
}

extension GeneratedText {
    fileprivate mutating func setPageNumbers(_ page: (PageReference.Number, Int) -> Int?) {
        let old = Array(text.utf8)
        var new: [UInt8] = []
        var copied = 0
        var leader = 0
        for index in pageReferences.indices {
            let reference = pageReferences[index]
            let range = reference.range.clamped(to: copied..<max(copied, old.count))
            new += old[copied..<range.lowerBound]
            copied = range.upperBound
            // What is after a number moves with its length.
            while leader < leaders.count, leaders[leader].place < range.lowerBound {
                leaders[leader].place += new.count - range.lowerBound
                leader += 1
            }
            let start = new.count
            if let number = page(reference.number, offset) {
                new += Array(reference.representation(of: number).utf8)
            }
            pageReferences[index].range = start..<new.count
        }
        for index in leader..<max(leader, leaders.count) { leaders[index].place += new.count - copied }
        new += old[copied...]
        text = String(decoding: new, as: UTF8.self)
    }
}
