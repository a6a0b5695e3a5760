import GalleyParagraph
import GalleyShaping
import GalleyText

/// The shaped paragraphs of a text, as many as a budget of bytes has room for (`LayoutOptions.shapedTextBudget`).
///
/// The first ones are kept. One beyond the budget is shaped again, with the same result, when its lines are made or shown;
/// what the flow needs to know of it meanwhile is noted. Paragraphs with flows in them, or with boxes that are moved, are always
/// kept: where those stand depends on more than the room for lines.
struct ShapedParagraphs: Sendable {
    /// A paragraph, or what is noted of one that was given up.
    fileprivate struct Entry {
        var shaped: ShapedParagraph?
        var notes: Notes = []
        var extent: NaturalExtent?
    }

    fileprivate struct Notes: OptionSet, Sendable {
        let rawValue: UInt8
        /// Nothing is in it that would make a line.
        static let empty = Notes(rawValue: 1)
        /// It has characters for which no face has glyphs.
        static let uncovered = Notes(rawValue: 2)
        /// It is kept, and its lines depend on nothing but the room for them: it has text, no objects and no moved boxes.
        static let plain = Notes(rawValue: 4)
        /// There is room before or after it.
        static let spaced = Notes(rawValue: 8)
    }

    /// What a paragraph takes where nothing limits it.
    struct NaturalExtent: Sendable {
        var widths: ContentWidths
        /// Its line, which it has also in any room that is no narrower. `nil` for one of several lines, and where percentages
        /// count.
        var line: ReleasedLines?
    }

    private let budget: Int
    /// An estimate, with those that are always kept.
    private var bytes = 0
    private var isFull = false
    private var kept: ContiguousArray<ShapedParagraph?> = []
    private var notes: ContiguousArray<Notes> = []
    /// The attachments of paragraphs that were given up.
    private var attachments: [Int32: Attachments] = [:]

    private struct Attachments {
        var objects: ContiguousArray<InlineObject>
        var lineDescent: Double
    }

    /// What lengths refer to in paragraphs that were given up, by strut.
    private var lengthContexts: [TextStyleID: LengthContext] = [:]
    /// Those that are noted, by paragraph.
    private var extents: ContiguousArray<(paragraph: Int32, extent: NaturalExtent)> = []

    /// - Parameters:
    ///   - measured: by block, whether the natural extents of paragraphs are noted that are given up.
    ///   - known: a document that has some of the paragraphs already, and which those are by their new index.
    init(
        of text: AttributedText, budget: Int, measured: ContiguousArray<Bool>,
        reusing known: (document: ShapedDocument, paragraphs: [Int?])?, context: LayoutContext
    ) {
        self.budget = ShapedParagraphs.budget(budget, for: text)
        var lines = ReleasedLines.Store()
        kept.reserveCapacity(text.paragraphs.count)
        notes.reserveCapacity(text.paragraphs.count)
        for (index, paragraph) in text.paragraphs.enumerated() {
            let entry: Entry
            if let known, let old = known.paragraphs[index], known.document.paragraphs.attachments[Int32(old)] == nil {
                let other = known.document.paragraphs
                if other.kept[old] == nil, lengthContexts[paragraph.strut] == nil {
                    lengthContexts[paragraph.strut] =
                        other.lengthContexts[known.document.text.paragraphs[old].strut]
                }
                entry = other.entry(old)
            } else {
                entry = Entry(context.shape(paragraph: index, of: text, setsLetterApart: true))
            }
            append(entry, strut: paragraph.strut, isMeasured: measured[paragraph.block.index])
            guard measured[paragraph.block.index], kept[index] == nil,
                let extent = entry.extent ?? entry.shaped.map({ NaturalExtent($0, &lines, context) })
            else { continue }
            extents.append((Int32(index), extent))
        }
    }

    /// What of a budget is used for a text. What is kept of one that is many times as long saves as small a part of the work
    /// as it is of the text: the longer that is, the less is kept, quadratically.
    private static func budget(_ budget: Int, for text: AttributedText) -> Int {
        let needed = Double(bytesOfParagraph * text.paragraphs.count + bytesOfCharacter * text.count)
        let limit = Double(max(0, budget)) * LayoutLimits.fullyBudgetedTexts
        if needed <= limit { return max(0, budget) }
        let share = limit / needed
        return Int(Double(max(0, budget)) * share * share)
    }

    /// About what a shaped paragraph takes: what there is one of, and glyphs, clusters and boundaries of each character.
    fileprivate static let bytesOfParagraph = 1_024
    fileprivate static let bytesOfCharacter = 24

    var count: Int { kept.count }
    var indices: Range<Int> { kept.indices }

    private mutating func append(_ entry: Entry, strut: TextStyleID, isMeasured: Bool) {
        notes.append(entry.notes.subtracting(.plain))
        guard let paragraph = entry.shaped else {
            kept.append(nil)
            return
        }
        let size = paragraph.estimatedBytes
        if !isFull, bytes + size > budget { isFull = true }
        let isKept =
            !isFull || !paragraph.objects.isEmpty && (isMeasured || paragraph.hasFlows) || paragraph.hasMovedBoxes
        if isKept { bytes += size }
        if isKept, !entry.notes.contains(.empty), paragraph.objects.isEmpty, !paragraph.hasMovedBoxes {
            notes[notes.count - 1].insert(.plain)
        }
        kept.append(isKept ? paragraph : nil)
        if !isKept, lengthContexts[strut] == nil {
            lengthContexts[strut] = paragraph.lengthContext(percentageBase: 0)
        }
        if !isKept, !paragraph.objects.isEmpty {
            attachments[Int32(kept.count - 1)] = Attachments(
                objects: paragraph.objects, lineDescent: paragraph.strutStyle.lineDescent)
        }
    }

    private func entry(_ index: Int) -> Entry {
        Entry(shaped: kept[index], notes: notes[index], extent: naturalExtent(index))
    }

    /// The natural extent of a paragraph that was given up, where it is noted. O(log paragraphs).
    func naturalExtent(_ index: Int) -> NaturalExtent? {
        guard kept[index] == nil else { return nil }
        let place = extents.partitionIndex { $0.paragraph >= index }
        return place < extents.count && extents[place].paragraph == index ? extents[place].extent : nil
    }

    /// A paragraph that is kept.
    subscript(index: Int) -> ShapedParagraph? { _read { yield kept[index] } }

    /// Whether there is nothing in a paragraph that would make a line.
    func isEmpty(_ index: Int) -> Bool { notes[index].contains(.empty) }

    /// Whether a paragraph is kept and has text, no objects and no moved boxes: its lines depend on nothing but the room for them.
    func isPlain(_ index: Int) -> Bool { notes[index].contains(.plain) }

    /// Whether there is room before or after its lines.
    func isSpaced(_ index: Int) -> Bool { notes[index].contains(.spaced) }

    /// Whether a paragraph makes line boxes: not when nothing but floats is in it (CSS 2 §9.4.2).
    func hasLines(_ index: Int, in text: AttributedText) -> Bool {
        if isEmpty(index) { return text.style(text.paragraphs[index].style).emptyParagraph == .lineBox }
        guard let paragraph = kept[index], !paragraph.objects.isEmpty else { return true }
        let outOfFlow = paragraph.objects.count { text.isOutOfFlow($0) }
        // Each object is one U+FFFC of three bytes.
        return outOfFlow == 0 || paragraph.inline.utf8.count > outOfFlow * 3 || paragraph.inline.hasBoxThatTakesRoom
    }

    func hasUncoveredText(_ index: Int) -> Bool { notes[index].contains(.uncovered) }

    func objects(_ index: Int) -> ContiguousArray<InlineObject> {
        if let paragraph = kept[index] { return paragraph.objects }
        return attachments.isEmpty ? [] : attachments[Int32(index)]?.objects ?? []
    }

    /// How far a line of nothing but the paragraph's strut reaches below its baseline, where objects stand in lines.
    func lineDescent(_ index: Int) -> Double {
        kept[index]?.strutStyle.lineDescent ?? attachments[Int32(index)]?.lineDescent ?? 0
    }

    func outOfFlowOffsets(_ index: Int) -> [Int] { kept[index]?.inline.outOfFlowOffsets ?? [] }

    func lengthContext(_ index: Int, strut: TextStyleID) -> LengthContext {
        kept[index]?.lengthContext(percentageBase: 0) ?? lengthContexts[strut] ?? LengthContext(fontSize: 16)
    }
}

extension ShapedParagraphs.Entry {
    fileprivate init(_ paragraph: ShapedParagraph) {
        shaped = paragraph
        if paragraph.inline.isEmpty { notes.insert(.empty) }
        if !paragraph.uncovered.isEmpty { notes.insert(.uncovered) }
        if paragraph.spacing != (0, 0) { notes.insert(.spaced) }
    }
}

extension ShapedParagraphs.NaturalExtent {
    fileprivate init(_ paragraph: ShapedParagraph, _ store: inout ReleasedLines.Store, _ context: LayoutContext) {
        widths = paragraph.contentWidths()
        guard paragraph.inline.boxes.isEmpty, !paragraph.style.indent.hasPercentage else { return }
        // In the room that it needs text is filled like other text; without a limit each line is put together.
        let lines = store.lines(
            of: ParagraphLayout(paragraph, ParagraphConstraints(width: widths.maximum), context: context))
        if lines.count == 1 { line = lines }
    }
}

extension ShapedParagraph {
    fileprivate var hasMovedBoxes: Bool { inline.boxes.contains { $0.style.inset != nil } }

    fileprivate var hasFlows: Bool { objects.contains { if case .flow = $0.kind { true } else { false } } }

    /// About how much memory it takes.
    fileprivate var estimatedBytes: Int {
        ShapedParagraphs.bytesOfParagraph + ShapedParagraphs.bytesOfCharacter * inline.utf8.count + 64 * itemCount
    }
}
