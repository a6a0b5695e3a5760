import GalleyShaping
import GalleyText
import GalleyUnicode

/// Punctuation that stands outside of its line (`hanging-punctuation`, CSS Text 3 §8.2): at most one mark at each edge.
/// It counts neither for the fit nor for alignment nor for justification.
struct HangingMarks {
    /// A mark: inline offsets, and its width in px.
    struct Mark {
        var start: Int
        var end: Int
        var width: Double
        /// Whether it hangs only where it would not fit otherwise.
        var isConditional = false
    }

    private let shaped: ShapedParagraph
    private let style: HangingPunctuation
    /// Where the content of the last line ends, if it is text that reaches the line's edge.
    private let textEnd: Int?
    /// The opening mark that hangs before the paragraph's first line: `first`.
    private(set) var opening: Mark?
    /// No mark is wider, in px.
    let most: Double

    /// `nil` where nothing hangs.
    init?(_ shaped: ShapedParagraph, _ measures: InlineMeasures) {
        guard !shaped.style.hangingPunctuation.isEmpty else { return nil }
        self.shaped = shaped
        style = shaped.style.hangingPunctuation
        var end: Int?
        // Padding or a border between the mark and the line's edge keeps it inside.
        search: for segment in shaped.segments.reversed() {
            switch segment.kind {
            case .text:
                end = segment.contentEnd > segment.start ? Int(segment.contentEnd) : nil
                if end != nil || !segment.hangs { break search }
            case .open, .close: if measures.edge(segment) != 0 { break search }
            case .lineBreak: if segment.end != shaped.inline.utf8.count { break search }
            case .tab: if !segment.hangs { break search }
            case .object: break search
            }
        }
        textEnd = end
        most = shaped.fontStyles.reduce(0) { max($0, $1.fontSize + max(0, $1.letterSpacing)) } * 2
        opening = markAtStart(measures)
    }

    private func markAtStart(_ measures: InlineMeasures) -> Mark? {
        guard style.contains(.first) else { return nil }
        for segment in shaped.segments {
            switch segment.kind {
            case .open, .close: if measures.edge(segment) != 0 { return nil }
            case .text:
                return mark(Int(segment.start)) { HangingMarks.isOpening($0) }
            case .tab, .object, .lineBreak: return nil
            }
        }
        return nil
    }

    /// The mark that hangs after a line whose content ends with text at `contentEnd` and begins at `start`.
    func mark(endingAt contentEnd: Int, lineStart: Int) -> Mark? {
        let start = max(lineStart, opening?.end ?? 0)
        guard contentEnd > start else { return nil }
        let (scalar, length) = shaped.inline.utf8.withUnsafeBufferPointer {
            UTF8Decoding.decodePrevious($0, before: contentEnd)
        }
        let place = contentEnd - length
        guard place >= start else { return nil }
        if style.contains(.last), contentEnd == textEnd, HangingMarks.isClosing(scalar) {
            return mark(place) { _ in true }
        }
        guard !style.isDisjoint(with: [.forceEnd, .allowEnd]), HangingMarks.isStopOrComma(scalar) else { return nil }
        var found = mark(place) { _ in true }
        found?.isConditional = !style.contains(.forceEnd)
        return found
    }

    /// The character at an offset as a mark: a cluster of its own, in the paragraph's own direction, so that it stands at
    /// the edge where its line begins or ends.
    private func mark(_ offset: Int, _ isMark: (UInt32) -> Bool) -> Mark? {
        guard offset < shaped.inline.utf8.count,
            shaped.analysis.level(at: offset) == shaped.analysis.baseLevel(at: offset)
        else { return nil }
        let (scalar, length) = shaped.inline.utf8.withUnsafeBufferPointer { UTF8Decoding.decode($0, at: offset) }
        guard isMark(scalar) else { return nil }
        let text = shaped.text
        let index = text.items.partitionIndex { Int($0.end) > offset }
        guard index < text.items.count, text.items[index].kind == .text else { return nil }
        let item = text.items[index]
        let cluster = text.cluster(at: offset, in: item)
        guard text.start(ofCluster: cluster, in: item) == offset,
            text.start(ofCluster: cluster + 1, in: item) == offset + length
        else { return nil }
        let width = text.x(ofCluster: cluster + 1, in: item) - text.x(ofCluster: cluster, in: item)
        return Mark(start: offset, end: offset + length, width: LineBreaker.roundedUp(width))
    }

    // MARK: Which characters (CSS Text 3 §8.2)

    private static func isOpening(_ scalar: UInt32) -> Bool {
        if scalar == 0x22 || scalar == 0x27 { return true }
        switch UnicodeProperties.generalCategory(scalar) {
        case .openPunctuation, .initialPunctuation, .finalPunctuation: return true
        default: return false
        }
    }

    private static func isClosing(_ scalar: UInt32) -> Bool {
        if scalar == 0x22 || scalar == 0x27 { return true }
        switch UnicodeProperties.generalCategory(scalar) {
        case .closePunctuation, .initialPunctuation, .finalPunctuation: return true
        default: return false
        }
    }

    private static func isStopOrComma(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2C, 0x2E, 0x60C, 0x6D4, 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFE50, 0xFE51, 0xFE52, 0xFF61, 0xFF64: true
        default: false
        }
    }
}
