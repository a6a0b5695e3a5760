import GalleyFonts
import GalleyText

/// A paragraph shaped once: everything about it that no width changes.
///
///     let shaped = context.shape(paragraph: 0, of: text)
///     shaped.segments.count
///
/// An immutable value; copies share their storage. Lines are made from it by `ParagraphLayout` as often as wanted without
/// shaping again. Colours and attachments' sizes are not in it.
public struct ShapedParagraph: Sendable {
    @usableFromInline let storage: Storage

    /// Other modules read what making lines asks for without a call.
    @usableFromInline
    final class Storage: Sendable {
        // What making lines again reads stands first, side by side.
        @usableFromInline let traits: LineTraits
        let words: WordTable
        /// `nil` where there is nothing of it.
        @usableFromInline let rare: RareParts?
        @usableFromInline let inline: InlineText
        @usableFromInline let style: SharedParagraphStyle
        @usableFromInline let analysis: TextAnalysis
        @usableFromInline let text: ShapedText
        @usableFromInline let styles: StyleResolution
        @usableFromInline let pieceRuns: RunList<PieceRun>
        @usableFromInline let segments: ContiguousArray<InlineSegment>
        let fallbackInstances: [FontInstance]
        let isUniform: Bool

        init(
            inline: consuming InlineText, style: SharedParagraphStyle, analysis: consuming TextAnalysis,
            text: consuming ShapedText, styles: StyleResolution, pieceRuns: RunList<PieceRun>,
            table: SegmentTable,
            fallbackInstances: [FontInstance], rare: RareParts?
        ) {
            self.style = style
            self.styles = styles
            self.rare = rare
            self.pieceRuns = pieceRuns
            segments = table.segments
            self.fallbackInstances = fallbackInstances
            traits = LineTraits(
                inline, style.value, analysis, text, styles, pieceRuns, table.segments, rare?.annotations ?? [])
            words = WordTable(table, traits, text, inline, analysis)
            isUniform =
                inline.isWithoutBoxes && pieceRuns.count == 1 && analysis.levelRuns.isEmpty && analysis.baseLevel == 0
            self.inline = inline
            self.analysis = analysis
            self.text = text
        }

        /// As `other`, with more styles.
        fileprivate init(_ other: Storage, inline: InlineText, styles: StyleResolution) {
            self.inline = inline
            self.styles = styles
            style = other.style
            analysis = other.analysis
            text = other.text
            pieceRuns = other.pieceRuns
            segments = other.segments
            rare = other.rare
            fallbackInstances = other.fallbackInstances
            isUniform = other.isUniform
            traits = other.traits
            words = other.words
        }
    }

    /// What few paragraphs have.
    @usableFromInline
    final class RareParts: Sendable {
        @usableFromInline let annotations: [RubyAnnotation]
        @usableFromInline let firstLine: FirstLine?
        let uncovered: [Range<Int>]

        /// `nil` where there is nothing of it.
        init?(annotations: [RubyAnnotation], firstLine: FirstLine?, uncovered: [Range<Int>]) {
            guard !annotations.isEmpty || firstLine != nil || !uncovered.isEmpty else { return nil }
            self.annotations = annotations
            self.firstLine = firstLine
            self.uncovered = uncovered
        }
    }

    init(storage: Storage) { self.storage = storage }
}

extension ShapedParagraph {
    /// What was shaped.
    @inlinable public var inline: InlineText { _read { yield storage.inline } }
    @inlinable public var style: ParagraphStyle { _read { yield storage.style.value } }
    /// The room before and after it, in px.
    @inlinable package var spacing: (before: Double, after: Double) {
        (storage.style.value.spacingBefore, storage.style.value.spacingAfter)
    }
    @inlinable public var analysis: TextAnalysis { _read { yield storage.analysis } }
    /// The glyphs, in font units.
    @inlinable public var text: ShapedText { _read { yield storage.text } }
    /// The font styles that items refer to.
    @inlinable public var fontStyles: [FontStyle] { _read { yield storage.styles.fontStyles } }
    /// The text styles that occur, each once; the strut's is ``strutStyle``.
    @inlinable public var textStyles: ContiguousArray<ParagraphTextStyle> { _read { yield storage.styles.textStyles } }
    /// The annotations of ruby in the paragraph.
    @inlinable public var annotations: [RubyAnnotation] { storage.rare?.annotations ?? [] }
    /// The marks of ``textStyles`` with `text-emphasis`.
    public var emphasisMarks: [EmphasisMark] { storage.styles.emphasisMarks }
    /// For each box of ``inline`` the style of its own font, of ``textStyles``.
    @inlinable public var boxStyles: ContiguousArray<UInt32> { _read { yield storage.styles.boxStyles } }
    /// What `rem` and viewport units referred to when it was shaped.
    @inlinable public var rootFontSize: Double { storage.style.rootFontSize }
    @inlinable public var viewport: Size { storage.style.viewport }
    /// Stretches of one text style inside one box, covering the inline text.
    @inlinable public var pieceRuns: RunList<PieceRun> { _read { yield storage.pieceRuns } }
    @inlinable public var segments: ContiguousArray<InlineSegment> { _read { yield storage.segments } }
    /// The style of the root inline box.
    @inlinable public var strutStyle: ParagraphTextStyle {
        _read { yield storage.styles.textStyles[storage.styles.strut] }
    }
    /// The paragraph's direction (UAX #9 P2, P3); the first one's where its bidi paragraphs differ.
    public var isRightToLeft: Bool { storage.analysis.baseLevel & 1 != 0 }
    /// The direction of a line that begins at an inline offset.
    public func isRightToLeft(at offset: Int) -> Bool { storage.analysis.baseLevel(at: offset) & 1 != 0 }
    /// The objects of the paragraph, in order: what `InlineBoxMetrics` are handed in for.
    public var objects: ContiguousArray<InlineObject> { storage.inline.objects }
    /// Stretches of the inline text for which no face has glyphs.
    public var uncovered: [Range<Int>] { storage.rare?.uncovered ?? [] }
    /// The index of ``strutStyle`` in ``textStyles``.
    @inlinable public var strutIndex: Int { storage.styles.strut }

    /// The instance that an item of the paragraph is drawn with; `nil` for one of another text in a face that the paragraph
    /// does not use.
    package func instance(of item: TextItem) -> FontInstance? {
        if let first = storage.styles.fontStyles[Int(item.fontStyle)].instances.first, first.id == item.instance {
            return first
        }
        return storage.fallbackInstances.first { $0.id == item.instance }
    }

    /// Whether it is left-to-right text of one style without boxes.
    package var isUniform: Bool { storage.isUniform }
    /// What its lines have in common.
    @inlinable package var traits: LineTraits { _read { yield storage.traits } }
    /// ``LineTraits/isSimplyFilled``, without a first line of its own.
    @inlinable package var isSimplyFilled: Bool { storage.traits.isSimplyFilled && storage.rare?.firstLine == nil }
    /// ``LineTraits/isOneStretch``, without a first line of its own.
    @inlinable package var isOneStretch: Bool { storage.traits.isOneStretch && storage.rare?.firstLine == nil }

    /// The paragraph as it is when all of it is its first line, where that has a style of its own (`::first-line`), and
    /// what it was made of. Lines are made of ``LayoutContext/shape(_:firstLineEnd:)``.
    @inlinable package var firstLine: FirstLine? { storage.rare?.firstLine }
    /// Where the first line's own styles end; 0 without any.
    package var firstLineEnd: Int { storage.inline.firstLineEnd }
    package var firstLineStyles: FirstLineStyles? { storage.styles.firstLine }

    /// See ``ShapedParagraph/firstLine``.
    @usableFromInline
    package final class FirstLine: Sendable {
        package let shaped: ShapedParagraph
        let text: AttributedText
        let paragraph: Int
        let setsLetterApart: Bool

        init(shaped: ShapedParagraph, text: AttributedText, paragraph: Int, setsLetterApart: Bool) {
            self.shaped = shaped
            self.text = text
            self.paragraph = paragraph
            self.setsLetterApart = setsLetterApart
        }
    }

    /// The same paragraph with more text styles, for what is inserted into its lines: their numbers in ``textStyles``.
    package func adding(_ styles: [TextStyle], _ context: LayoutContext) -> (paragraph: ShapedParagraph, numbers: [Int])
    {
        var inline = storage.inline
        var fontStyles = storage.styles.fontStyles
        var textStyles = storage.styles.textStyles
        var numbers: [Int] = []
        for style in styles {
            let fontStyle = context.state.pointee.fontStyles.fontStyle(style.shaping, context)
            var number = fontStyles.firstIndex { $0 === fontStyle }
            if number == nil, fontStyles.count < ShapingLimits.maximumFontStyles {
                fontStyles.append(fontStyle)
                number = fontStyles.count - 1
            }
            numbers.append(textStyles.count)
            textStyles.append(
                ParagraphTextStyle(
                    id: inline.id(ofGenerated: style), style, fontStyle, number: UInt16(number ?? 0), context))
        }
        let made = Storage(
            storage, inline: inline,
            styles: StyleResolution(storage.styles, textStyles: textStyles, fontStyles: fontStyles))
        return (ShapedParagraph(storage: made), numbers)
    }

    package func item(_ index: Int) -> TextItem { storage.text.item(index) }
    package func fontStyle(_ index: Int) -> FontStyle { storage.styles.fontStyles[index] }
    /// The number of HarfBuzz's items and other units.
    public var itemCount: Int { storage.text.items.count }

    /// What font-relative lengths of the paragraph as a whole (indent, tab size, boxes) refer to.
    public func lengthContext(percentageBase: Double) -> LengthContext {
        let strut = strutStyle
        return storage.styles.fontStyles[Int(strut.fontStyle)].lengthContext(
            percentageBase: percentageBase, lineHeight: strut.lineHeight, rootFontSize: rootFontSize,
            viewport: viewport)
    }
}

/// A paragraph style and what its relative lengths refer to, kept once for the paragraphs that have them.
@usableFromInline
final class SharedParagraphStyle: Sendable {
    @usableFromInline let value: ParagraphStyle
    @usableFromInline let rootFontSize: Double
    @usableFromInline let viewport: Size

    init(_ value: ParagraphStyle, _ context: LayoutContext) {
        self.value = value
        rootFontSize = context.rootFontSize
        viewport = context.viewport
    }

    func isSame(as style: ParagraphStyle, _ context: LayoutContext) -> Bool {
        value == style && rootFontSize == context.rootFontSize && viewport == context.viewport
    }
}

/// An annotation of ruby: a line of its own, over (or under) its base.
public struct RubyAnnotation: Sendable {
    /// The base's index in `InlineText.boxes`.
    public var box: Int
    public var shaped: ShapedParagraph
    /// In px.
    public var width: Double
}

/// A text style of a paragraph with what lines need of it, in px.
public struct ParagraphTextStyle: Sendable {
    public var id: TextStyleID
    /// Its font style in ``ShapedParagraph/fontStyles``.
    public var fontStyle: UInt16
    /// Its mark in ``ShapedParagraph/emphasisMarks``; -1 for none.
    public var emphasis: Int16 = -1
    public var breaking: BreakingStyle
    /// The used line height; `nil` for `normal`, which the faces decide.
    public var lineHeight: Double?
    /// Above and below the baseline with half-leading (CSS 2 §10.8.1), of the first face; with room for emphasis marks.
    public var lineAscent: Double
    public var lineDescent: Double
    /// The advance of the hyphen that a line ends with; 0 in a paragraph without places for one.
    public var hyphenWidth = 0.0
}

/// A stretch of the inline text of one text style inside one box.
public struct PieceRun: Sendable, Hashable {
    /// Inline offset.
    public var end: Int
    /// Its entry in ``ShapedParagraph/textStyles``.
    public var textStyle: UInt32
    /// The innermost box of `InlineText.boxes` around it; -1 for none.
    public var box: Int32
}
