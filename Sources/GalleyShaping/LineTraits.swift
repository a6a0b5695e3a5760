import GalleyText

/// What making lines asks of a paragraph before it knows anything of their width: in one small value, so that making the
/// few lines of a short paragraph reads neither its styles nor its text.
@usableFromInline
package struct LineTraits: Sendable {
    package var alignment: TextAlignment
    /// That of last lines and of those before forced breaks (`text-align-last`).
    package var lastAlignment: TextAlignment
    package var justification: Justification
    package var wrapStyle: TextWrapStyle
    /// Whether lines are clipped and not wrapped.
    package var clips: Bool
    package var hasIndent: Bool
    package var hangsIndent: Bool
    package var indentsEachLine: Bool
    package var isRightToLeft: Bool
    /// Whether some of it runs from right to left, and whether lines have directions of their own.
    package var hasLevels: Bool
    package var hasDirections: Bool
    /// Whether it is nothing but text and forced breaks, of any styles and directions: no boxes, objects, tabs, and no
    /// first line of a style of its own.
    package var hasOnlyText: Bool
    /// Whether it has boxes, and nothing but text and forced breaks in them and around them: boxes that only raise and colour
    /// their text, such as `sup`, which lines are filled with as with text.
    package var hasPlainBoxes = false
    /// Whether all of it is one stretch of text in one style.
    package var isOneRun: Bool
    /// Whether its lines are filled one after the other and nothing more happens to them.
    package var isPlainlyBroken: Bool
    /// Whether spaces before a forced break or at the end may be content (CSS Text 3 §4.1.3: they hang conditionally).
    package var keepsSpaces: Bool
    /// Whether the strut is in every line.
    package var countsStrut: Bool
    /// Whether the paragraph says anything of how high lines may be.
    package var boundsHeights: Bool
    /// Whether it may be cut before each of its clusters without anything being shaped again.
    package var isSafeThroughout: Bool
    /// Whether no cluster steps back on the axis: of two places the later one is not before the other.
    package var isMonotone: Bool
    /// Whether all of its items are text in the first face of their style.
    package var isPlain: Bool
    /// The faces that are not the first of their style.
    package var fallbacks = Fallbacks.none

    @usableFromInline
    package enum Fallbacks: Sendable, Equatable {
        /// There are none, or they make no line higher (CSS Inline 3 §5.2: with `line-height: normal` alone they do).
        case none
        /// All items in other faces have the same, that of an item: in text of one style.
        case one(item: UInt32)
        /// Lines with any are not filled.
        case several
    }
    /// Whether it is one segment of text of one style, left to right, that wraps, and nothing is asked of its lines that is
    /// not in this value.
    @usableFromInline package var isOneStretch = false
    /// Whether lines of text in it may be found by ``BreakPlaces/fillLines``: it has one direction, and wraps.
    package var isFilledByWords = false
    /// Whether its lines, as far as they are nothing but text, are filled one after the other, without an indent, and do not
    /// grow.
    @usableFromInline package var isSimplyFilled = false
    /// The extent of a line of text in the first style, in its first face, without and with the paragraph's bounds for line
    /// heights, and whether the other styles have the same.
    package var extent = LineExtent(ascent: 0, descent: 0)
    package var boundedExtent = LineExtent(ascent: 0, descent: 0)
    package var hasOneExtent = false

    init(
        _ inline: borrowing InlineText, _ style: borrowing ParagraphStyle, _ analysis: borrowing TextAnalysis,
        _ text: borrowing ShapedText, _ styles: borrowing StyleResolution, _ runs: RunList<PieceRun>,
        _ segments: ContiguousArray<InlineSegment>, _ annotations: [RubyAnnotation]
    ) {
        alignment = style.alignment
        lastAlignment = style.lastLineAlignment ?? (style.alignment == .justify ? .start : style.alignment)
        justification = style.justification
        wrapStyle = style.wrapStyle
        clips = style.lineBreakMode == .clip
        hasIndent = !style.indent.isZero
        hangsIndent = style.hangingIndent
        indentsEachLine = style.indentsEachLine
        isRightToLeft = analysis.baseLevel & 1 != 0
        hasLevels = !analysis.levelRuns.isEmpty
        hasDirections = !analysis.bidiParagraphs.isEmpty
        let hasOnlyText =
            annotations.isEmpty && styles.firstLine == nil && !runs.isEmpty
            && segments.allSatisfy { $0.kind == .text || $0.kind == .lineBreak }
        self.hasOnlyText = hasOnlyText && inline.boxes.isEmpty
        isOneRun = runs.count == 1
        isPlainlyBroken =
            style.lineBreakMode == .wrap && style.hangingPunctuation.isEmpty && style.overflowToken == nil
            && !style.textBox.trimsStart && !style.textBox.trimsEnd
        keepsSpaces = styles.textStyles.contains { $0.breaking.hangsPreservedSpaces }
        countsStrut = !style.ignoresStrut
        boundsHeights = style.lineHeightMultiple > 0 || style.minimumLineHeight > 0 || style.maximumLineHeight > 0
        isSafeThroughout = text.withReader { $0.flags.all(have: .safeToBreakBefore) }
        isMonotone = text.isMonotone
        isPlain = text.withReader { $0.items.allSatisfy(\.isPlainText) }
        guard !runs.isEmpty, styles.firstLine == nil else { return }
        let first = LineTraits.extent(Int(runs[0].textStyle), styles.textStyles)
        hasOneExtent =
            isOneRun || runs.allSatisfy { LineTraits.extent(Int($0.textStyle), styles.textStyles) == first }
        extent = first
        if countsStrut { extent.formUnion(LineTraits.extent(styles.strut, styles.textStyles)) }
        boundedExtent = extent
        boundedExtent.bound(by: style)
        if !isPlain, text.withReader({ $0.items.contains(where: \.isFallback) }),
            runs.contains(where: { styles.textStyles[Int($0.textStyle)].lineHeight == nil })
        {
            if isOneRun, inline.boxes.isEmpty { findFallbacks(text) } else { fallbacks = .several }
        }
        hasPlainBoxes =
            hasOnlyText && countsStrut && !inline.boxes.isEmpty && inline.boxes.allSatisfy(\.isPlain)
            && !inline.hasEmptyBoxes && LineTraits.areAlike(runs, segments, alsoInBoxes: true)
        isFilledByWords =
            !hasDirections && (countsStrut || hasOneExtent) && segments.contains { $0.kind == .text && $0.wraps }
            && (isOneRun || hasPlainBoxes || LineTraits.areAlike(runs, segments))
        let isFilled = isFilledByWords && isPlainlyBroken && !keepsSpaces
        isSimplyFilled =
            isFilled && !hasIndent && (wrapStyle == .auto || wrapStyle == .stable) && alignment != .justify
            && lastAlignment != .justify
        isOneStretch =
            isFilled && hasOnlyText && isOneRun && segments.count == 1 && segments[0].kind == .text
            && segments[0].wraps && segments[0].breakAfter == .none && !hasLevels
    }

    /// Whether each run of text in no box, or in any, ends where a segment does: what a line has of an item is divided by both
    /// in the same places.
    private static func areAlike(
        _ runs: RunList<PieceRun>, _ segments: ContiguousArray<InlineSegment>, alsoInBoxes: Bool = false
    ) -> Bool {
        var segment = 0
        var previous: PieceRun?
        for run in runs {
            defer { previous = run }
            guard let last = previous, alsoInBoxes || last.box < 0 && run.box < 0 else { continue }
            while segment < segments.count, Int(segments[segment].end) < last.end { segment += 1 }
            guard segment < segments.count, Int(segments[segment].end) == last.end else { return false }
        }
        return true
    }

    private mutating func findFallbacks(_ text: borrowing ShapedText) {
        fallbacks = text.withReader { text in
            var found: Int?
            for index in text.items.indices where text.items[index].isFallback {
                guard let first = found else {
                    found = index
                    continue
                }
                let (item, one) = (text.items[index], text.items[first])
                guard item.instance == one.instance, item.fontStyle == one.fontStyle else { return .several }
            }
            return found.map { .one(item: UInt32($0)) } ?? .none
        }
    }

    private static func extent(_ index: Int, _ styles: ContiguousArray<ParagraphTextStyle>) -> LineExtent {
        LineExtent(ascent: styles[index].lineAscent, descent: styles[index].lineDescent)
    }
}

extension InlineText.Box {
    /// Whether it takes no room beside its text, stands on the line, and stays where that has it.
    fileprivate var isPlain: Bool {
        !hasEdges && style.inset == nil && style.verticalAlignment != .top && style.verticalAlignment != .bottom
    }
}

extension ShapedText {
    /// Whether clusters' prefix sums do not fall inside any item.
    fileprivate var isMonotone: Bool {
        guard spacing.isEmpty else { return false }
        return withReader { text in
            var signs: Int32 = 0
            for item in text.items where item.advance == ItemForm.anyAdvance {
                let units = text.unitRow(of: item)
                for cluster in 0..<Int(item.clusterCount) { signs |= units[cluster &+ 1] &- units[cluster] }
            }
            return signs >= 0
        }
    }
}

extension UnsafeBufferPointer<ClusterFlags> {
    /// Whether all have a flag. Eight at a time.
    fileprivate func all(have flag: ClusterFlags) -> Bool {
        let bytes = UnsafeRawBufferPointer(self)
        var all = UInt64.max
        var offset = 0
        while offset &+ 8 <= bytes.count {
            all &= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        var rest = UInt8.max
        while offset < bytes.count {
            rest &= bytes[offset]
            offset &+= 1
        }
        let mask = UInt64(flag.rawValue) &* 0x0101_0101_0101_0101
        return all & mask == mask && rest & flag.rawValue == flag.rawValue
    }
}

extension LineExtent {
    @inlinable package var height: Double { ascent + descent }

    /// TextKit's factor for line heights and its bounds: what is missing or too much is above.
    package mutating func bound(by style: borrowing ParagraphStyle) {
        let multiple = style.lineHeightMultiple
        if multiple > 0, multiple != 1, multiple.isFinite { ascent += Length.clamped(height * multiple) - height }
        let (minimum, maximum) = (style.minimumLineHeight, style.maximumLineHeight)
        if minimum > 0, height < minimum { ascent += minimum - height }
        if maximum > 0, height > maximum { ascent -= height - maximum }
    }

    @inlinable package mutating func formUnion(_ other: LineExtent) {
        ascent = max(ascent, other.ascent)
        descent = max(descent, other.descent)
    }
}
