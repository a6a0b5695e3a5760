/// The style of a paragraph's first letter: its text, its inline box, and whether it is set apart as a drop cap.
public struct FirstLetterStyle: Hashable, Codable, Sendable {
    public var text: TextStyle
    public var box: InlineBoxStyle
    public var float: BlockStyle.Float
    /// `initial-letter`; `nil` is `normal`. Of a letter that does not float.
    public var initialLetter: InitialLetter?

    public init(text: TextStyle, box: InlineBoxStyle = InlineBoxStyle(), float: BlockStyle.Float = .none) {
        self.text = text
        self.box = box
        self.float = float
        initialLetter = nil
    }

    /// Whether the letter stands apart from the line.
    var isDropCap: Bool { float != .none || initialLetter != nil }
}

/// `initial-letter` (CSS Inline 3 §7.2): a letter as high as some lines.
public struct InitialLetter: Hashable, Codable, Sendable {
    /// How many lines it is high, 1 at least: from the cap height of the first to the baseline of the last.
    public var size: Double
    /// On which line's baseline it stands, counted from 1.
    public var sink: Int

    public init(size: Double, sink: Int) {
        self.size = size
        self.sink = sink
    }
}

extension TextStyle {
    /// The style in a first line: what the text has in common with its block's own text (`root`) gives way to
    /// `firstLine`, property by property, since it is inherited from there (CSS Pseudo-Elements 4 §2.1.2).
    public func inFirstLine(_ firstLine: TextStyle, of root: TextStyle) -> TextStyle {
        if self == root { return firstLine }
        var style = self
        func take<Value: Equatable>(_ path: WritableKeyPath<TextStyle, Value>) {
            if style[keyPath: path] == root[keyPath: path] { style[keyPath: path] = firstLine[keyPath: path] }
        }
        take(\.shaping.fontFamilies)
        take(\.shaping.fontSize)
        take(\.shaping.fontWeight)
        take(\.shaping.fontStretch)
        take(\.shaping.fontSlant)
        take(\.shaping.fontSizeAdjust)
        take(\.shaping.capitals)
        take(\.shaping.position)
        take(\.shaping.features)
        take(\.shaping.variations)
        take(\.shaping.kerning)
        take(\.shaping.ligatures)
        take(\.shaping.synthesis)
        take(\.shaping.letterSpacing)
        take(\.shaping.wordSpacing)
        take(\.shaping.textTransform)
        take(\.paint.color)
        take(\.paint.background)
        take(\.paint.decorations)
        take(\.paint.shadows)
        take(\.paint.opacity)
        take(\.lineHeight)
        return style
    }
}

extension AttributedText {
    /// The UTF-8 range of a paragraph's first letter where that is a drop cap, set apart from the lines; `nil` for others, and
    /// where nothing follows in the paragraph that it could stand beside. A space behind it that collapses belongs to it: at the
    /// start of a line there is none (CSS Text 3 §4.1.2).
    public func dropCapRange(ofParagraph index: Int) -> Range<Int>? {
        let id = paragraphs[index].style
        guard hasFirstStyles(id), let letter = style(id).firstLetter, letter.isDropCap,
            var range = firstLetterRange(ofParagraph: index)
        else { return nil }
        let content = paragraphs[index].contentRange
        if range.upperBound < content.upperBound, utf8[range.upperBound] == 0x20,
            let space = style(at: range.upperBound)?.breaking.whiteSpace, space == .collapse || space == .preserveBreaks
        {
            range = range.lowerBound..<range.upperBound + 1
        }
        let rest = range.upperBound..<paragraphs[index].contentRange.upperBound
        // Each object is one U+FFFC of three bytes.
        let first = objects.partitionIndex { $0.offset >= rest.lowerBound }
        let end = objects.partitionIndex { $0.offset >= rest.upperBound }
        guard rest.count > 3 * max(0, end - first) else { return nil }
        // A base of ruby stays with its annotation.
        let isInRuby = spanIndices(in: range).contains { spans[$0].ruby != .none }
        return isInRuby ? nil : range
    }

    /// The UTF-8 range of a paragraph's first letter: a grapheme that is no punctuation, with the punctuation beside it
    /// (CSS Pseudo-Elements 4 §2.2.1); `nil` when the paragraph begins with something else. What is out of the flow does not
    /// count (§2.2). O(length of the result).
    public func firstLetterRange(ofParagraph index: Int) -> Range<Int>? {
        let whole = paragraphs[index].contentRange
        let content = startOfText(in: whole)..<whole.upperBound
        var end = content.lowerBound
        var hasLetter = false
        // Only so many bytes are looked at: a letter with its punctuation is short.
        let window = utf8[content.lowerBound..<min(content.upperBound, content.lowerBound + 256)]
        for cluster in String(decoding: window, as: UTF8.self) {
            guard let scalar = cluster.unicodeScalars.first else { break }
            switch scalar.properties.generalCategory {
            case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: break
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
                return hasLetter ? content.lowerBound..<end : nil
            default:
                if hasLetter || scalar.value == 0xFFFC { return hasLetter ? content.lowerBound..<end : nil }
                hasLetter = true
            }
            end += cluster.utf8.count
        }
        return hasLetter ? content.lowerBound..<min(end, content.upperBound) : nil
    }

    /// What follows the floats and positioned boxes at the start of a paragraph, and the spaces between them.
    private func startOfText(in content: Range<Int>) -> Int {
        var start = content.lowerBound
        var index = objects.partitionIndex { $0.offset >= start }
        while index < objects.count, objects[index].offset < content.upperBound,
            utf8[start..<objects[index].offset].allSatisfy({ $0 == 0x20 }), case .flow(let id) = objects[index].kind
        {
            switch flows[id.index].kind {
            case .float, .positioned, .footnote: start = objects[index].offset + 3
            case .main, .inlineBlock, .inlineTable: return start
            }
            index += 1
        }
        return start
    }
}
