import GalleyText

/// What is really shaped of a paragraph: its bytes after `text-transform`, with generated text, inside markers and bidi
/// controls, and the places where inline boxes open and close.
///
///     let inline = InlineText(paragraph: 0, of: text)
///     inline.mapping.sourceOffset(ofInline: 12)      // where that byte comes from
///
/// Offsets called *inline* are UTF-8 offsets in ``utf8``; offsets called *source* are offsets in the `AttributedText`.
/// The paragraph's separator is not part of it.
public struct InlineText: Sendable {
    /// The bytes to shape; valid UTF-8 where the source is.
    public internal(set) var utf8: ContiguousArray<UInt8> = []
    /// Maximal runs of one text style, covering ``utf8``.
    public internal(set) var styleRuns = RunList<StyleRun>()
    public internal(set) var mapping = OffsetMapping()
    /// The source bytes that the paragraph covers, without its separator.
    public internal(set) var sourceRange = 0..<0
    /// What most paragraphs have nothing of, out of line.
    private var extras: Extras?

    /// Opening and closing boxes and atomic objects, by offset; at one offset in the order in which they stand.
    public internal(set) var events: ContiguousArray<Event> {
        get { extras?.value.events ?? [] }
        _modify { yield &own.value.events }
    }
    /// The paragraph's boxes that ``events`` speak of.
    public internal(set) var boxes: ContiguousArray<Box> {
        get { extras?.value.boxes ?? [] }
        _modify { yield &own.value.boxes }
    }
    /// The objects that ``events`` speak of, in the order of the text.
    public internal(set) var objects: ContiguousArray<InlineObject> {
        get { extras?.value.objects ?? [] }
        _modify { yield &own.value.objects }
    }
    /// Where objects stand that are not in the line (floats, footnotes): inline offsets.
    public internal(set) var outOfFlowOffsets: [Int] {
        get { extras?.value.outOfFlowOffsets ?? [] }
        _modify { yield &own.value.outOfFlowOffsets }
    }
    /// The style of the root inline box in the first line, where ``firstLineEnd`` says how far that goes.
    public internal(set) var firstLineStrut: TextStyleID? {
        get { extras?.value.firstLineStrut }
        set { own.value.firstLineStrut = newValue }
    }
    /// Where the text ends that has first-line styles: an inline offset; 0 for none.
    public internal(set) var firstLineEnd: Int {
        get { extras?.value.firstLineEnd ?? 0 }
        set { if newValue != 0 || extras != nil { own.value.firstLineEnd = newValue } }
    }
    /// The styles of boxes, which the text's own table does not have: `TextStyleID.isGenerated` ids index it.
    public internal(set) var generatedStyles: ContiguousArray<TextStyle> {
        get { extras?.value.generatedStyles ?? [] }
        _modify { yield &own.value.generatedStyles }
    }
    /// Bases of ruby and their annotations, in order.
    public internal(set) var rubies: ContiguousArray<Ruby> {
        get { extras?.value.rubies ?? [] }
        _modify { yield &own.value.rubies }
    }
    /// What fills lines up, by inline offset of the tab that stands for it.
    public internal(set) var leaders: ContiguousArray<Leader> {
        get { extras?.value.leaders ?? [] }
        _modify { yield &own.value.leaders }
    }
    /// Of text in which spans are links or have attributes the stretches that are not in the source, in order.
    public internal(set) var generatedSpans: ContiguousArray<GeneratedSpan> {
        get { extras?.value.generatedSpans ?? [] }
        _modify { yield &own.value.generatedSpans }
    }
    /// Generated stretches that something else is said for (`content: "★" / "star"`), in order.
    public internal(set) var alternatives: ContiguousArray<Alternative> {
        get { extras?.value.alternatives ?? [] }
        _modify { yield &own.value.alternatives }
    }
    /// Stretches whose glyphs are made from others, in order.
    public internal(set) var syntheticRuns: ContiguousArray<SyntheticRun> {
        get { extras?.value.syntheticRuns ?? [] }
        _modify { yield &own.value.syntheticRuns }
    }

    /// Whether it has neither boxes nor a first line of its own.
    var isWithoutBoxes: Bool {
        guard let value = extras?.value else { return true }
        return value.boxes.isEmpty && value.firstLineStrut == nil
    }

    /// Whether any box ends where it begins.
    package var hasEmptyBoxes: Bool {
        let events = events
        // The innermost of them ends right after its start.
        return events.indices.dropFirst().contains { index in
            guard case .close(let box) = events[index].kind, case .open(box) = events[index - 1].kind else {
                return false
            }
            return events[index].offset == events[index - 1].offset
        }
    }

    private struct ExtraValues {
        var events: ContiguousArray<Event> = []
        var boxes: ContiguousArray<Box> = []
        var objects: ContiguousArray<InlineObject> = []
        var outOfFlowOffsets: [Int] = []
        var firstLineStrut: TextStyleID?
        var firstLineEnd = 0
        var generatedStyles: ContiguousArray<TextStyle> = []
        var rubies: ContiguousArray<Ruby> = []
        var leaders: ContiguousArray<Leader> = []
        var generatedSpans: ContiguousArray<GeneratedSpan> = []
        var alternatives: ContiguousArray<Alternative> = []
        var syntheticRuns: ContiguousArray<SyntheticRun> = []
    }

    /// `@unchecked Sendable`: `value` is changed through ``own`` alone, which makes sure before that no other inline text
    /// has the object.
    private final class Extras: @unchecked Sendable {
        var value: ExtraValues
        init(_ value: ExtraValues) { self.value = value }
    }

    /// ``extras``, and nobody else's.
    private var own: Extras {
        mutating get {
            if isKnownUniquelyReferenced(&extras), let extras { return extras }
            let made = Extras(extras?.value ?? ExtraValues())
            extras = made
            return made
        }
    }

    /// Ruby (CSS Ruby 1): text with a box of its own, and the annotation that stands at that.
    public struct Ruby: Sendable, Hashable {
        /// The base's index in ``InlineText/boxes``.
        public var box: Int
        /// Source bytes of the annotation; nothing of ``InlineText/utf8`` shows them.
        public var annotation: Range<Int>
    }

    /// Inline bytes that are not in the source, and the innermost span around them that is a link or has attributes.
    public struct GeneratedSpan: Sendable, Hashable {
        public var range: Range<Int>
        /// Which of the paragraph's spans; `nil` for none.
        public var number: Int?
    }

    /// Inline bytes that are generated, and what is said in their place.
    public struct Alternative: Sendable, Hashable {
        public var range: Range<Int>
        public var text: String
    }

    /// Inline bytes whose glyphs are made from a face's ordinary ones.
    public struct SyntheticRun: Sendable, Hashable {
        public var range: Range<Int>
        public var synthesis: GlyphSynthesis
    }

    /// A run of one style: where it ends (inline offset) and which.
    public struct StyleRun: Sendable, Hashable {
        public var end: Int
        public var style: TextStyleID
    }

    /// Something that happens between two bytes, or a character that is not text.
    public struct Event: Sendable, Hashable {
        public enum Kind: Sendable, Hashable {
            /// A box of ``InlineText/boxes`` begins.
            case open(box: Int)
            case close(box: Int)
            /// The U+FFFC here stands for an object of ``InlineText/objects``.
            case object(Int)
        }
        public var offset: Int
        public var kind: Kind
    }

    /// A span whose box matters to layout.
    public struct Box: Sendable, Hashable {
        /// The span's index in `AttributedText.spans`; `nil` for the box of `::first-letter`.
        public var span: Int?
        /// The enclosing box's index in ``InlineText/boxes``.
        public var parent: Int?
        public var style: InlineBoxStyle
        /// The style of its own font and line height, where it says one.
        public var textStyle: TextStyleID?
        /// The same in the paragraph's first line, where that has a style of its own.
        public var firstLineTextStyle: TextStyleID?
        public var hasStartEdge: Bool
        public var hasEndEdge: Bool
        /// Whether it is the base of ruby, which may be wider than its text.
        public var isRuby = false

        /// Whether its edges take room in the line.
        public var hasEdges: Bool {
            isRuby || !(style.padding == Edges(.zero) && style.margin == Edges(.zero) && style.border == Edges(.none))
        }
    }

    init() {}

    /// Whether nothing of it can be seen: no bytes and no boxes with edges.
    public var isEmpty: Bool { utf8.isEmpty && !hasBoxThatTakesRoom }

    /// Whether a box is here whose edges make a line of their own, without any text.
    public var hasBoxThatTakesRoom: Bool {
        boxes.contains { ($0.hasStartEdge || $0.hasEndEdge) && ($0.isRuby || $0.style.takesRoomInLine) }
    }

    /// The innermost of the boxes around an object that a test accepts. O(events).
    package func innermostBox(around kind: InlineObject.Kind, where accepts: (InlineBoxStyle) -> Bool) -> Int? {
        var open: [Int] = []
        for event in events {
            switch event.kind {
            case .open(let box): open.append(box)
            case .close: _ = open.popLast()
            case .object(let object):
                if objects[object].kind == kind { return open.last { accepts(boxes[$0].style) } }
            }
        }
        return nil
    }

    /// The id of a style that the text's own table does not have.
    mutating func id(ofGenerated style: TextStyle) -> TextStyleID {
        let index: Int
        if let known = generatedStyles.firstIndex(of: style) {
            index = known
        } else {
            index = generatedStyles.count
            generatedStyles.append(style)
        }
        return TextStyleID(rawValue: TextStyleID.generatedBit | UInt32(index))
    }

    /// The style of an id in ``styleRuns`` or ``boxes``: the text's own, or one of ``generatedStyles``.
    public func style(_ id: TextStyleID, in text: AttributedText) -> TextStyle {
        id.isGenerated ? generatedStyles[Int(id.rawValue & ~TextStyleID.generatedBit)] : text.style(id)
    }

    /// What such a style says of painting.
    public func paint(_ id: TextStyleID, in text: AttributedText) -> PaintStyle {
        id.isGenerated ? generatedStyles[Int(id.rawValue & ~TextStyleID.generatedBit)].paint : text.paint(id)
    }
}

extension TextStyleID {
    static let generatedBit: UInt32 = 0x8000_0000

    /// Whether the id means a style that only its paragraph knows (``InlineText/generatedStyles``).
    public var isGenerated: Bool { rawValue & TextStyleID.generatedBit != 0 }
}

extension InlineSpan {
    /// Whether it says more of its text than how that looks.
    var isElement: Bool { link != nil || attributes != nil }
}
