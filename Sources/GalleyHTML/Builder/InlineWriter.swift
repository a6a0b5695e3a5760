import GalleyText
import GalleyUnicode

/// The one pass over white space (CSS Text 3 §4.1.1): takes inline content in document order and writes what is left of it
/// into the model.
///
/// A collapsible space is not written when it is met but when something follows it on its line; until then it is pending,
/// and so is what happens to spans meanwhile, so that the space ends up inside the box that it stood in
/// (`<u>a</u> <u>b</u>`). At a line's end, which is a forced break or the paragraph's end, a pending space is dropped.
///
/// Not copyable, as ``ModelBuilder``.
struct InlineWriter: ~Copyable {
    var output: AttributedTextBuilder
    /// How many paragraphs were ended.
    private(set) var paragraphCount = 0
    private var line = Line()
    private var deferred: [Deferred] = []
    /// The style of the next separator, where the document says it.
    private var separator: TextStyleID?
    private var outerLines: [(line: Line, deferred: [Deferred], paragraphCount: Int)] = []

    /// Where the pass stands in its line.
    private struct Line {
        /// Nothing stands on the line yet: collapsible spaces vanish.
        var isAtStart = true
        var pending: PendingSpace?
        /// Whether the last thing on it is a collapsible space of generated text.
        var endsWithGeneratedSpace = false
        /// What the last character means for a line feed after it.
        var end = BreakContext.other
    }

    /// What a character does to a line feed beside it (CSS Text 3 §4.1.3).
    private enum BreakContext {
        /// Makes it a space.
        case other
        /// East Asian wide, full or half width, and not Hangul, which writes its spaces: between two it vanishes.
        case wide
        /// U+200B ZERO WIDTH SPACE: it vanishes, whatever is on the other side.
        case zeroWidthSpace
    }

    private struct PendingSpace {
        var style: TextStyleID
        /// Whether a line feed is among the white space.
        var hasLineFeed: Bool
    }

    /// What happened since the pending space.
    private enum Deferred {
        case openSpan(Span)
        case closeSpan
        case anchor(String)
        case breakOpportunity(TextStyleID)
    }

    init(output: AttributedTextBuilder) {
        self.output = output
    }

    // MARK: Text

    /// Adds source text. O(bytes).
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, style: TextStyleID, collapse: WhiteSpaceCollapse) {
        switch collapse {
        case .collapse: collapsing(bytes, style, keepsLineFeeds: false)
        case .preserveBreaks: collapsing(bytes, style, keepsLineFeeds: true)
        case .preserve, .breakSpaces: preserving(bytes, style, keepsLineFeeds: true)
        case .preserveSpaces: preserving(bytes, style, keepsLineFeeds: false)
        }
    }

    private mutating func collapsing(_ bytes: UnsafeBufferPointer<UInt8>, _ style: TextStyleID, keepsLineFeeds: Bool) {
        var index = 0
        while index < bytes.count {
            let start = index
            var hasLineFeed = false
            while index < bytes.count, bytes[index].isCollapsible {
                if bytes[index] == 0x0A {
                    hasLineFeed = true
                    if keepsLineFeeds { lineBreak(style: style) }
                }
                index += 1
            }
            if index > start, !(keepsLineFeeds && hasLineFeed) { space(style, hasLineFeed) }
            let content = index
            index = Self.endOfKeptText(bytes, from: index)
            if index > content {
                self.content(UnsafeBufferPointer(rebasing: bytes[content..<index]), style)
            }
        }
    }

    /// Where text ends that stays as it is: before the next white space other than one space between two characters.
    private static func endOfKeptText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let raw = UnsafeRawPointer(base)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones &* 0x80
        var index = start
        while index < bytes.count {
            // Eight bytes at once, while no control is among them and no space that another space or control follows.
            // The tests for small bytes may find too many, never too few.
            while index + 9 <= bytes.count {
                let here = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let next = raw.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self)
                let controls = (here &- ones &* 0x20) & ~here
                let spaces = (here &- ones &* 0x21) & ~here
                let follow = (next &- ones &* 0x21) & ~next
                if (controls | spaces & follow) & highs != 0 { break }
                index += 8
            }
            let end = min(index + 8, bytes.count)
            while index < end {
                if bytes[index].isCollapsible {
                    let stays = bytes[index] == 0x20 && index + 1 < bytes.count && !bytes[index + 1].isCollapsible
                    if !stays { return index }
                }
                index += 1
            }
        }
        return index
    }

    private mutating func space(_ style: TextStyleID, _ hasLineFeed: Bool) {
        if line.isAtStart { return }
        // One of the two is left: that of the document, which is part of its text.
        dropGeneratedSpace()
        if line.pending == nil {
            line.pending = PendingSpace(style: style, hasLineFeed: hasLineFeed)
        } else if hasLineFeed {
            line.pending?.hasLineFeed = true
        }
    }

    private mutating func preserving(_ bytes: UnsafeBufferPointer<UInt8>, _ style: TextStyleID, keepsLineFeeds: Bool) {
        var index = 0
        while index < bytes.count {
            let start = index
            while index < bytes.count, bytes[index] != 0x0A, keepsLineFeeds || bytes[index] != 0x09 { index += 1 }
            if index > start { content(UnsafeBufferPointer(rebasing: bytes[start..<index]), style) }
            guard index < bytes.count else { return }
            if keepsLineFeeds {
                lineBreak(style: style)
            } else {
                settle()
                output.appendSpace(style: style)
                line.isAtStart = false
            }
            index += 1
        }
    }

    private mutating func content(_ bytes: UnsafeBufferPointer<UInt8>, _ style: TextStyleID) {
        settle(removesSpace: line.pending?.hasLineFeed == true && lineFeedVanishes(before: bytes))
        output.append(bytes, style: style)
        line.isAtStart = false
        if let last = bytes.last, last < 0x80 {
            line.end = .other
        } else if let end = Self.context(ofLast: bytes) {
            line.end = end
        }
    }

    /// Whether a line feed before `bytes` goes without leaving a space (CSS Text 3 §4.1.3).
    private func lineFeedVanishes(before bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if line.end == .zeroWidthSpace { return true }
        guard let first = bytes.first, first >= 0x80, let start = Self.context(ofFirst: bytes) else { return false }
        return start == .zeroWidthSpace || start == .wide && line.end == .wide
    }

    /// Writes the pending space, because something follows it, or removes it; then what was deferred behind it.
    private mutating func settle(removesSpace: Bool = false) {
        if let pending = line.pending {
            line.pending = nil
            if !removesSpace { output.appendSpace(style: pending.style) }
        }
        replay()
        line.endsWithGeneratedSpace = false
    }

    /// Takes away the space that ends the line so far, if it is generated text's.
    private mutating func dropGeneratedSpace() {
        guard line.endsWithGeneratedSpace else { return }
        line.endsWithGeneratedSpace = false
        output.dropGeneratedSpace()
    }

    /// - Parameter isAtEnd: whether the line ends here: nothing breaks it any more.
    private mutating func replay(isAtEnd: Bool = false) {
        guard !deferred.isEmpty else { return }
        // Taken out, so that the array has one owner and keeps its room.
        var steps: [Deferred] = []
        swap(&steps, &deferred)
        for step in steps {
            switch step {
            case .openSpan(let span): open(span)
            case .closeSpan: output.closeSpan(keepsEmptyEnd: true)
            case .anchor(let name): output.addAnchor(name)
            case .breakOpportunity(let style):
                if !isAtEnd { output.appendBreakOpportunity(style: style) }
            }
        }
        steps.removeAll(keepingCapacity: true)
        swap(&steps, &deferred)
    }

    /// `nil` where no character shows anything.
    private static func context(ofFirst bytes: UnsafeBufferPointer<UInt8>) -> BreakContext? {
        var offset = 0
        while offset < bytes.count {
            let (value, length) = UTF8Decoding.decode(bytes, at: offset)
            if let found = context(of: value) { return found }
            offset += length
        }
        return nil
    }

    /// `nil` where no character shows anything.
    private static func context(ofLast bytes: UnsafeBufferPointer<UInt8>) -> BreakContext? {
        var offset = bytes.count
        while offset > 0 {
            let (value, length) = UTF8Decoding.decodePrevious(bytes, before: offset)
            if let found = context(of: value) { return found }
            offset -= length
        }
        return nil
    }

    /// `nil` for a character that shows nothing, such as a variation selector: the one beside it counts.
    private static func context(of value: UInt32) -> BreakContext? {
        if value == 0x200B { return .zeroWidthSpace }
        if UnicodeProperties.isDefaultIgnorable(value) { return nil }
        if (0x1100...0x11FF).contains(value) || (0xAC00...0xD7FF).contains(value) || (0x3130...0x318F).contains(value) {
            return .other
        }
        switch UnicodeProperties.eastAsianWidth(value) {
        case .wide, .fullwidth, .halfwidth: return .wide
        default: return .other
        }
    }

    // MARK: What is not text

    /// A forced break; a pending space before it goes.
    mutating func lineBreak(style: TextStyleID) {
        line.pending = nil
        dropGeneratedSpace()
        replay(isAtEnd: true)
        output.appendLineBreak(style: style)
        line.isAtStart = true
        line.end = .other
    }

    /// Generated text: `::before`, quotes, the value of a form's field. Empty text changes nothing.
    mutating func generated(
        _ string: String, style: TextStyleID, alternative: String? = nil, pageReferences: [PageReference] = [],
        leaders: [Leader] = []
    ) {
        guard !string.isEmpty || !pageReferences.isEmpty else { return }
        settle()
        output.appendGenerated(
            string, style: style, alternativeText: alternative == string ? nil : alternative,
            pageReferences: pageReferences, leaders: leaders)
        line.isAtStart = string.hasSuffix("\u{2028}")
        line.end = .other
    }

    /// Generated text whose white space collapses as that of the text around it does, and with it.
    mutating func generated(
        _ content: GeneratedContentText, style: TextStyleID, alternative: String?, collapse: WhiteSpaceCollapse
    ) {
        var content = content
        var endsWithSpace = false
        if collapse == .collapse || collapse == .preserveBreaks {
            endsWithSpace = content.collapseSpaces(
                afterSpace: line.isAtStart || line.pending != nil || line.endsWithGeneratedSpace)
        }
        generated(
            content.text, style: style, alternative: alternative, pageReferences: content.pageReferences,
            leaders: content.leaders)
        if endsWithSpace { line.endsWithGeneratedSpace = true }
    }

    /// `wbr`: a place to break, which is no content: a space before it stays the last thing on its line until something
    /// follows.
    mutating func breakOpportunity(style: TextStyleID) {
        guard !line.isAtStart else { return }
        if line.pending != nil {
            deferred.append(.breakOpportunity(style))
        } else {
            output.appendBreakOpportunity(style: style)
        }
    }

    /// A span to open.
    struct Span {
        var box: InlineBoxStyleID?
        var link: LinkID?
        var ruby = InlineSpan.RubyRole.none
        var edges = ModelStyle.Edges.both
        var attributes: AttributesID?
    }

    mutating func openSpan(_ span: Span) {
        if line.pending != nil { deferred.append(.openSpan(span)) } else { open(span) }
    }

    private mutating func open(_ span: Span) {
        output.openSpan(
            box: span.box, link: span.link, ruby: span.ruby, attributes: span.attributes,
            hasStartEdge: span.edges == .both || span.edges == .start,
            hasEndEdge: span.edges == .both || span.edges == .end)
    }

    mutating func closeSpan() {
        if line.pending != nil { deferred.append(.closeSpan) } else { output.closeSpan(keepsEmptyEnd: true) }
    }

    mutating func anchor(_ name: String) {
        if line.pending != nil { deferred.append(.anchor(name)) } else { output.addAnchor(name) }
    }

    /// An attachment in the line.
    mutating func attachment(_ attachment: Attachment, style: TextStyleID) {
        settle()
        output.append(attachment, style: style)
        line.isAtStart = false
        line.end = .other
    }

    /// Opens a flow; false when flows are nested too deeply. A float leaves the state of its line alone, anything else
    /// stands in it like a character.
    mutating func openFlow(
        _ kind: Flow.Kind, root: BlockStyleID, blockKind: Block.Kind, role: Block.Role, alignment: VerticalAlignment,
        style: TextStyleID, keepsLinks: Bool = true
    ) -> Bool {
        let isInLine = !kind.isOutOfFlow
        let staysOutside = !isInLine && deferred.isEmpty
        if !staysOutside { settle() }
        guard
            output.openFlow(
                kind, root: root, blockKind: blockKind, role: role, verticalAlignment: alignment, style: style,
                keepsLinks: keepsLinks)
        else { return false }
        if isInLine {
            line.isAtStart = false
            line.end = .other
        }
        line.endsWithGeneratedSpace = false
        outerLines.append((line, deferred, paragraphCount))
        line = Line()
        deferred = []
        return true
    }

    mutating func closeFlow() {
        output.closeFlow()
        // What stood in the flow are no paragraphs of the block around it.
        if let outer = outerLines.popLast() { (line, deferred, paragraphCount) = outer }
    }

    // MARK: Paragraphs

    /// The style of the separator of the paragraph that is being written.
    mutating func setSeparator(_ style: TextStyleID) { separator = style }

    /// Ends the paragraph if there is anything in it; returns whether it did.
    @discardableResult
    mutating func endParagraphIfNeeded(style: ParagraphStyleID, strut: TextStyleID) -> Bool {
        dropGeneratedSpace()
        line = Line()
        replay(isAtEnd: true)
        guard output.hasParagraphContent else { return false }
        output.endParagraph(style: style, strut: strut, separator: separator)
        separator = nil
        paragraphCount += 1
        return true
    }

    /// Ends a paragraph that is empty.
    mutating func emptyParagraph(style: ParagraphStyleID, strut: TextStyleID) {
        dropGeneratedSpace()
        line = Line()
        replay(isAtEnd: true)
        output.endParagraph(style: style, strut: strut, separator: separator)
        separator = nil
        paragraphCount += 1
    }
}

extension UInt8 {
    /// Space, tab, line feed: what collapses (CSS Text 3 §4.1).
    fileprivate var isCollapsible: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
}
