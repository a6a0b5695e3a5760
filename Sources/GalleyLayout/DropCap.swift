import GalleyParagraph
import GalleyShaping
import GalleyText

/// A first letter that is set apart as a float (`::first-letter` with `float`, CSS Pseudo-Elements 4 §2.2), laid out on a
/// line of its own. It stays a part of its paragraph's text.
public final class DropCap: Sendable {
    /// What it shows of the paragraph: the letter with its punctuation, from the paragraph's start.
    let range: Range<Int>
    /// The text that `layout` was made of: the letter's bytes in its own styles.
    public let text: AttributedText
    public let layout: ParagraphLayout
    public let style: FirstLetterStyle
    /// How it is aligned with lines; `nil` for a float.
    let initial: InitialLetterMetrics?

    /// `nil` for a paragraph without one.
    init?(ofParagraph index: Int, of document: AttributedText, context: LayoutContext) {
        let paragraph = document.paragraphs[index]
        guard let range = document.dropCapRange(ofParagraph: index),
            let letter = document.style(paragraph.style).firstLetter
        else { return nil }
        let firstLine = document.style(paragraph.style).firstLine
        let root = document.style(paragraph.strut)
        // The letter is inside the elements that begin with it, and inherits from the first line (§2.2.2); lines along text
        // do not go on in a float.
        func inLine(_ own: TextStyle) -> TextStyle {
            var style = letter.text.inFirstLine(own, of: root)
            style.shaping.language = own.shaping.language
            style.paint.decorations = letter.text.paint.decorations
            return firstLine.map { style.inFirstLine($0, of: root) } ?? style
        }
        initial = letter.initialLetter.map {
            InitialLetterMetrics(
                $0, root: firstLine.map { root.inFirstLine($0, of: root) } ?? root, letter: inLine(root), context)
        }
        var builder = AttributedTextBuilder()
        let scale = initial?.scale ?? 1
        func sized(_ style: TextStyle) -> TextStyle {
            guard scale != 1 else { return style }
            var style = style
            style.shaping.fontSize = min(style.shaping.fontSize * scale, TextLimits.maximumFontSize)
            return style
        }
        func append(_ range: Range<Int>, _ style: TextStyle) {
            document.utf8.withUnsafeBufferPointer {
                builder.append(UnsafeBufferPointer(rebasing: $0[range]), style: builder.intern(style))
            }
        }
        // The letter is as wide as without the space that follows it: an item of its own, which it is not kerned with.
        let letterEnd = document.utf8[range.upperBound - 1] == 0x20 ? range.upperBound - 1 : range.upperBound
        document.runs.forEachRun(in: range.lowerBound..<letterEnd) { range, id in
            append(range, sized(inLine(document.style(id))))
        }
        if letterEnd < range.upperBound, let space = document.style(at: letterEnd) {
            var style = sized(inLine(space))
            style.shaping.kerning = false
            append(letterEnd..<range.upperBound, style)
        }
        var style = ParagraphStyle()
        style.baseDirection = document.style(paragraph.style).baseDirection
        builder.endParagraph(style: builder.intern(style), strut: builder.intern(sized(inLine(root))))
        text = builder.finish()
        layout = ParagraphLayout(
            context.shape(paragraph: 0, of: text), ParagraphConstraints(width: .infinity), context: context)
        self.style = letter
        self.range = range.lowerBound - paragraph.range.lowerBound..<range.upperBound - paragraph.range.lowerBound
    }

    /// Those of a text, by paragraph.
    static func all(of text: AttributedText, context: LayoutContext) -> [Int: DropCap] {
        var caps: [Int: DropCap] = [:]
        for index in text.paragraphs.indices where text.hasFirstStyles(text.paragraphs[index].style) {
            if let cap = DropCap(ofParagraph: index, of: text, context: context) { caps[index] = cap }
        }
        return caps
    }

    /// Its edges in px; percentages are of the width of the block around.
    func metrics(percentageBase: Double) -> BoxMetrics {
        let lengths = layout.shaped.lengthContext(percentageBase: percentageBase)
        var metrics = BoxMetrics()
        func resolve(_ edges: Edges<Length>, from least: Double = -.infinity) -> EdgeInsets {
            EdgeInsets(edges.map { max(least, $0.resolved(in: lengths)) })
        }
        metrics.margin = resolve(style.box.margin)
        metrics.padding = resolve(style.box.padding, from: 0)
        metrics.border = EdgeInsets(style.box.border.map(\.width))
        metrics.width = layout.size.width
        return metrics
    }

    /// The width of its margin box.
    func outerWidth(percentageBase: Double) -> Double {
        let metrics = metrics(percentageBase: percentageBase)
        return max(0, metrics.margin.left + metrics.borderBoxWidth + metrics.margin.right)
    }
}

/// Where a drop cap stands, from its paragraph's origin.
struct DropCapPlace: Sendable {
    /// The border box.
    var frame: Rect
    /// Where its line begins.
    var origin: Point
}

/// A paragraph's drop cap where it stands.
public struct DropCapFragment: Sendable {
    public var cap: DropCap
    /// The source bytes that it shows.
    public var range: Range<Int>
    /// The border box in px of the document (or of the page).
    public var frame: Rect
    /// The top left of `cap.layout`'s coordinates.
    public var origin: Point

    /// A position in the document as the cap's own text has it.
    func local(_ position: TextPosition) -> TextPosition {
        var local = position
        local.offset = min(max(0, position.offset - range.lowerBound), range.count)
        return local
    }

    /// A position of the cap's text in the document.
    func global(_ position: TextPosition) -> TextPosition {
        var global = position
        global.offset = min(position.offset, range.count) + range.lowerBound
        return global
    }
}

extension DropCapFragment {
    private func local(_ point: Point) -> Point { Point(x: point.x - origin.x, y: point.y - origin.y) }

    func position(at point: Point) -> TextPosition { global(cap.layout.position(at: local(point))) }

    func characterOffset(at point: Point) -> Int? {
        cap.layout.characterOffset(at: local(point)).map { $0 + range.lowerBound }
    }

    func caretRects(at position: TextPosition) -> [Rect] {
        cap.layout.caretRects(at: local(position)).map { $0.offsetBy(dx: origin.x, dy: origin.y) }
    }

    /// What a range of the document covers of it.
    func rects(for wanted: Range<Int>) -> [Rect] {
        let part = wanted.clamped(to: range)
        return cap.layout.rects(for: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound).map {
            $0.offsetBy(dx: origin.x, dy: origin.y)
        }
    }

    var uncoveredText: [UncoveredText] {
        cap.layout.uncoveredText.map { $0.moved(by: range.lowerBound) }
    }

    /// The place after a position before its last character; `nil` for others.
    func position(after position: TextPosition) -> TextPosition? {
        guard range.contains(position.offset) else { return nil }
        return cap.layout.position(after: local(position)).map(global) ?? TextPosition(offset: range.upperBound)
    }

    /// The place before a position in it or at its end.
    func position(before position: TextPosition) -> TextPosition? {
        guard position.offset > range.lowerBound, position.offset <= range.upperBound else { return nil }
        return cap.layout.position(before: local(position)).map(global)
    }
}

extension ParagraphFragment {
    /// The first letter that is set apart, where it is shown here.
    public var dropCap: DropCapFragment? {
        guard let letter, lines.lowerBound == 0 else { return nil }
        let start = layout.shaped.inline.sourceRange.lowerBound + sourceShift
        return DropCapFragment(
            cap: letter.cap, range: start + letter.cap.range.lowerBound..<start + letter.cap.range.upperBound,
            frame: letter.place.frame.offsetBy(dx: origin.x, dy: origin.y),
            origin: Point(x: origin.x + letter.place.origin.x, y: origin.y + letter.place.origin.y))
    }

    /// A drop cap and its place.
    struct Letter: Sendable {
        var cap: DropCap
        var place: DropCapPlace
    }
}

extension FlowLayouter {
    /// Puts a drop cap at its side, no higher than the first line of its paragraph, which begins where the flow stands.
    mutating func placeDropCap(ofParagraph index: Int) {
        guard let cap = shaped.dropCaps[index] else { return }
        let (top, current) = (frames.count - 1, contexts.count - 1)
        let y = contexts[current].cursor
        let width = contentWidth(at: y)
        let metrics = cap.metrics(percentageBase: width)
        if let initial = cap.initial { return place(cap, initial, metrics, ofParagraph: index, width: width) }
        let size = Size(
            width: metrics.borderBoxWidth, height: metrics.topEdge + cap.layout.size.height + metrics.bottomEdge)
        let place = contexts[current].floats.place(
            width: metrics.margin.left + size.width + metrics.margin.right,
            height: metrics.margin.top + size.height + metrics.margin.bottom, isRight: cap.style.float == .right,
            clear: .none, from: y, left: frames[top].contentX, right: frames[top].contentX + width)
        let frame = Rect(
            x: place.x + metrics.margin.left - frames[top].contentX, y: place.y + metrics.margin.top - y,
            width: size.width, height: size.height)
        dropCaps[index] = DropCapPlace(
            frame: frame,
            origin: Point(x: frame.x + metrics.border.left + metrics.padding.left, y: frame.y + metrics.topEdge))
    }

    /// How many of a paragraph's lines stand beside its drop cap: no page ends between them.
    func linesBesideDropCap(ofParagraph index: Int) -> Int {
        dropCaps[index]?.lineCount(beside: paragraphs[index].layout) ?? 0
    }
}

extension DropCapPlace {
    func lineCount(beside lines: FlowLines?) -> Int {
        lines?.lines.prefix { $0.y < frame.maxY - 1 / 64 }.count ?? 0
    }
}

extension DocumentLayout {
    /// The drop cap that is drawn at a point.
    func dropCap(at point: Point) -> DropCapFragment? {
        for index in geometry.dropCaps.keys {
            if let cap = paragraphFragment(at: index)?.dropCap, cap.frame.contains(point) { return cap }
        }
        return nil
    }

    /// The drop cap that a place in the text is in, or beside where it belongs to the letter.
    func dropCap(at position: TextPosition) -> DropCapFragment? {
        guard !geometry.dropCaps.isEmpty,
            let cap = paragraphFragment(at: text.paragraphIndex(at: position.offset))?.dropCap
        else { return nil }
        let isAtEnd = position.offset == cap.range.upperBound && position.affinity == .upstream
        return cap.range.contains(position.offset) || isAtEnd ? cap : nil
    }
}
