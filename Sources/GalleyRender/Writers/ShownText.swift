import GalleyLayout
import GalleyParagraph
import GalleyShaping
import GalleyText

/// What a line shows that is no text of the document, and where it stands in that.
struct ShownText {
    /// The UTF-8 offset in the document that it stands at.
    var offset: Int
    /// Where the document goes on: behind the U+FFFC that it stands for.
    var end: Int
    var text: String
}

/// The words of laid-out lines: their text, what is generated in them, alternative texts, and the text of inline blocks of
/// one line.
struct ShownLines {
    private let content: LayoutContent
    /// By flow: its only paragraph, of inline blocks of one line.
    private var inLine: [FlowID: Int] = [:]

    /// O(paragraphs).
    init(_ content: LayoutContent) {
        self.content = content
        let text = content.text
        guard text.flows.count > 1 else { return }
        var counts: [FlowID: Int] = [:]
        for (index, fragment) in content.paragraphs.enumerated() {
            let flow = text.paragraphs[fragment.paragraph].flow
            guard text.flows[flow.index].kind == .inlineBlock else { continue }
            counts[flow, default: 0] += fragment.lines.count
            inLine[flow] = index
        }
        // What has a marker is no mere text.
        let marked = Set(content.markers.map(\.paragraph))
        inLine = inLine.filter {
            counts[$0.key] == 1 && !marked.contains(content.paragraphs[$0.value].paragraph)
        }
    }

    /// Whether the text of a paragraph is in the line of another.
    func isInLine(_ fragment: ParagraphFragment) -> Bool {
        !inLine.isEmpty && inLine[content.text.paragraphs[fragment.paragraph].flow] != nil
    }

    /// What a line shows, in logical order.
    func text(ofLine index: Int, in fragment: ParagraphFragment) -> String {
        content.text.text(of: fragment.line(index), shown: additions(toLine: index, in: fragment))
    }

    /// The same of a line that shows more than text of the document; `nil` of others.
    func shownText(ofLine index: Int, in fragment: ParagraphFragment) -> String? {
        let additions = additions(toLine: index, in: fragment)
        return additions.isEmpty ? nil : content.text.text(of: fragment.line(index), shown: additions)
    }

    private func additions(toLine index: Int, in fragment: ParagraphFragment) -> [ShownText] {
        let inline = fragment.layout.shaped.inline
        let range = fragment.layout.lines[index].inlineRange
        var shown: [ShownText] = []
        let pieces = inline.mapping.pieces
        var piece = pieces.partitionIndex { $0.inline.upperBound > range.lowerBound }
        while piece < pieces.count, pieces[piece].inline.lowerBound < range.upperBound {
            if pieces[piece].kind == .generated {
                let offset = pieces[piece].source.lowerBound + fragment.sourceShift
                let words = words(pieces[piece].inline.clamped(to: range), of: inline)
                shown.append(ShownText(offset: offset, end: offset, text: words))
            }
            piece += 1
        }
        let source = fragment.line(index).range
        let objects = content.text.objects
        var object = objects.partitionIndex { $0.offset >= source.lowerBound }
        while object < objects.count, objects[object].offset < source.upperBound {
            let offset = objects[object].offset
            shown.append(ShownText(offset: offset, end: offset + 3, text: words(for: objects[object])))
            object += 1
        }
        // Generated text stands before an object at the same place.
        return shown.sorted { ($0.offset, $0.end) < ($1.offset, $1.end) }
    }

    private func words(for object: InlineObject) -> String {
        switch object.kind {
        case .attachment(let id): return content.text.attachments[id.index].words
        case .flow(let flow):
            guard let index = inLine[flow] else { return "" }
            let fragment = content.paragraphs[index]
            return fragment.lines.first.map { text(ofLine: $0, in: fragment) } ?? ""
        }
    }

    /// Generated text, with its alternatives, without the controls that keep its direction apart.
    private func words(_ range: Range<Int>, of inline: InlineText) -> String {
        var bytes: [UInt8] = []
        var index = range.lowerBound
        func copy(to end: Int) {
            bytes += inline.utf8[index..<max(index, end)]
            index = max(index, end)
        }
        let alternatives = inline.alternatives
        let first = alternatives.partitionIndex { $0.range.upperBound > range.lowerBound }
        for alternative in alternatives[first...].prefix(while: { $0.range.lowerBound < range.upperBound }) {
            copy(to: alternative.range.lowerBound)
            if alternative.range.lowerBound >= range.lowerBound { bytes += Array(alternative.text.utf8) }
            index = min(range.upperBound, alternative.range.upperBound)
        }
        copy(to: range.upperBound)
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { !Self.isControl($0) }
        return String(String.UnicodeScalarView(text))
    }

    /// Bidi controls, the strut of empty content, pictures that are markers, forced breaks.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0x200B, 0xFFFC, 0x2028: true
        default: false
        }
    }
}
