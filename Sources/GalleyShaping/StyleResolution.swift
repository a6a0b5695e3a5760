import GalleyText
import GalleyUnicode

/// The styles of one paragraph: each text style once, with its font style, and which of them each run has. Shared by the
/// paragraphs that have the same ones.
@usableFromInline
final class StyleResolution: Sendable {
    @usableFromInline let textStyles: ContiguousArray<ParagraphTextStyle>
    @usableFromInline let fontStyles: [FontStyle]
    /// Parallel to `textStyles`.
    let lineBreakOptions: [LineBreakOptions]
    /// Parallel to `InlineText.styleRuns`: indices into `textStyles`.
    let runStyles: ContiguousArray<Int>
    /// The root inline box's style.
    @usableFromInline let strut: Int
    /// Parallel to `InlineText.boxes`: the style of each box's own font.
    @usableFromInline let boxStyles: ContiguousArray<UInt32>
    /// The same in the first line, where it has a style of its own.
    let firstLine: FirstLineStyles?
    let emphasisMarks: [EmphasisMark]
    /// Whether lines of all styles break by the same rules.
    let breaksAlike: Bool

    fileprivate init(_ resolver: StyleResolver) {
        textStyles = resolver.textStyles
        fontStyles = resolver.fontStyles
        lineBreakOptions = resolver.lineBreakOptions
        runStyles = resolver.runStyles
        strut = resolver.strut
        boxStyles = resolver.boxStyles
        firstLine = resolver.firstLine
        emphasisMarks = resolver.emphasisMarks
        breaksAlike = lineBreakOptions.allSatisfy { $0 == resolver.lineBreakOptions.first }
    }

    /// As `other`, with other text styles and fonts.
    init(_ other: StyleResolution, textStyles: ContiguousArray<ParagraphTextStyle>, fontStyles: [FontStyle]? = nil) {
        self.textStyles = textStyles
        self.fontStyles = fontStyles ?? other.fontStyles
        lineBreakOptions = other.lineBreakOptions
        runStyles = other.runStyles
        strut = other.strut
        boxStyles = other.boxStyles
        firstLine = other.firstLine
        emphasisMarks = other.emphasisMarks
        breaksAlike = other.breaksAlike
    }

    /// The styles of an inline text; remembered for paragraphs of one run without boxes.
    static func resolve(
        _ inline: borrowing InlineText, strut: TextStyleID, of text: borrowing AttributedText, _ context: LayoutContext
    ) -> StyleResolution {
        guard inline.styleRuns.count == 1, inline.isWithoutBoxes else {
            return StyleResolution(StyleResolver(inline, strut: strut, of: text, context))
        }
        let run = inline.styleRuns[0].style
        if let known = context.state.pointee.styleMemo.find(strut, run, of: text, context) { return known }
        let made = StyleResolution(StyleResolver(inline, strut: strut, of: text, context))
        context.state.pointee.styleMemo.remember(made, strut, run, of: text)
        return made
    }
}

/// A text style with what paragraphs need of it.
private struct ResolvedStyle {
    /// Without a number of its font.
    let textStyle: ParagraphTextStyle
    let fontStyle: FontStyle
    let mark: EmphasisMark?
    let lineBreakOptions: LineBreakOptions

    init(_ id: TextStyleID, _ style: TextStyle, _ context: LayoutContext) {
        fontStyle = context.state.pointee.fontStyles.fontStyle(style.shaping, context)
        textStyle = ParagraphTextStyle(id: id, style, fontStyle, number: 0, context)
        mark = style.paint.emphasis.flatMap { [fontStyle] in context.emphasisMark($0, fontStyle) }
        lineBreakOptions = LineBreakOptions(
            strictness: style.breaking.lineBreak, wordBreak: style.breaking.wordBreak,
            language: fontStyle.lineBreakLanguage)
    }
}

/// The styles of a text, as they were asked for, and those of its last paragraphs of one style. It is asked with ids, which
/// mean something in their text only, so it keeps the styles themselves too: those of one text as the text's own storage,
/// which is compared by its place.
struct StyleMemo {
    private struct Entry {
        var strut: TextStyleID
        var run: TextStyleID
        var styles: StyleResolution
    }
    private var entries: ContiguousArray<Entry> = []
    /// By id, of `table`.
    private var resolved: ContiguousArray<ResolvedStyle?> = []
    private var table: ContiguousArray<TextStyle> = []
    private var rootFontSize = 0.0
    private var viewport = Size.zero

    init() {}

    /// A style of the text that it knows; `nil` for another text: finding one style may shape others (marks of emphasis).
    fileprivate func resolved(_ id: TextStyleID, of text: borrowing AttributedText) -> ResolvedStyle? {
        id.index < resolved.count && text.sharesStyles(table) ? resolved[id.index] : nil
    }

    fileprivate mutating func remember(_ style: ResolvedStyle, _ id: TextStyleID, of text: borrowing AttributedText) {
        guard text.sharesStyles(table) else { return }
        if resolved.count <= id.index {
            resolved.append(contentsOf: repeatElement(nil, count: id.index + 1 - resolved.count))
        }
        resolved[id.index] = style
    }

    /// Whether relative lengths were resolved as the context resolves them now.
    private func isOf(_ context: LayoutContext) -> Bool {
        rootFontSize == context.rootFontSize && viewport == context.viewport
    }

    /// Forgets what it knows of another text.
    fileprivate mutating func begin(_ text: borrowing AttributedText, _ context: LayoutContext) {
        guard !isOf(context) || !text.sharesStyles(table) else { return }
        entries.removeAll(keepingCapacity: true)
        resolved.removeAll(keepingCapacity: true)
        rootFontSize = context.rootFontSize
        viewport = context.viewport
        table = text.styleValues
    }

    fileprivate func find(
        _ strut: TextStyleID, _ run: TextStyleID, of text: borrowing AttributedText, _ context: LayoutContext
    ) -> StyleResolution? {
        guard isOf(context) else { return nil }
        for entry in entries where entry.strut == strut && entry.run == run {
            let isSame =
                text.sharesStyles(table)
                || text.hasStyle(strut, of: table) && (run == strut || text.hasStyle(run, of: table))
            return isSame ? entry.styles : nil
        }
        return nil
    }

    fileprivate mutating func remember(
        _ styles: StyleResolution, _ strut: TextStyleID, _ run: TextStyleID, of text: borrowing AttributedText
    ) {
        // Ids of generated styles mean something in one paragraph only.
        guard !strut.isGenerated, !run.isGenerated, text.sharesStyles(table) else { return }
        if entries.count >= ShapingLimits.maximumStyleMemo { entries.removeAll(keepingCapacity: true) }
        entries.append(Entry(strut: strut, run: run, styles: styles))
    }
}

/// Finds the styles of a paragraph.
private struct StyleResolver {
    var textStyles: ContiguousArray<ParagraphTextStyle> = []
    var fontStyles: [FontStyle] = []
    var lineBreakOptions: [LineBreakOptions] = []
    var runStyles: ContiguousArray<Int> = []
    var strut = 0
    var boxStyles: ContiguousArray<UInt32> = []
    var firstLine: FirstLineStyles?
    var emphasisMarks: [EmphasisMark] = []

    private var known: [TextStyleID: Int] = [:]

    init(
        _ inline: borrowing InlineText, strut strutID: TextStyleID, of text: borrowing AttributedText,
        _ context: LayoutContext
    ) {
        context.state.pointee.styleMemo.begin(text, context)
        strut = index(of: strutID, inline, text, context)
        runStyles.reserveCapacity(inline.styleRuns.count)
        for run in inline.styleRuns { runStyles.append(index(of: run.style, inline, text, context)) }
        for box in inline.boxes {
            // Without a style of its own a box has its parent's font.
            let inherited = box.parent.map { boxStyles[$0] } ?? UInt32(strut)
            boxStyles.append(box.textStyle.map { UInt32(index(of: $0, inline, text, context)) } ?? inherited)
        }
        guard let strutID = inline.firstLineStrut else { return }
        var first = FirstLineStyles(strut: index(of: strutID, inline, text, context), boxStyles: [])
        for box in inline.boxes {
            let inherited = box.parent.map { first.boxStyles[$0] } ?? UInt32(first.strut)
            let own = box.firstLineTextStyle.map { UInt32(index(of: $0, inline, text, context)) }
            first.boxStyles.append(own ?? inherited)
        }
        firstLine = first
    }

    private mutating func index(
        of id: TextStyleID, _ inline: borrowing InlineText, _ text: borrowing AttributedText, _ context: LayoutContext
    ) -> Int {
        if let last = runStyles.last, textStyles[last].id == id { return last }
        // A handful is found quicker than hashed.
        if textStyles.count <= 8 {
            if let found = textStyles.firstIndex(where: { $0.id == id }) { return found }
        } else {
            if known.isEmpty { for (index, style) in textStyles.enumerated() { known[style.id] = index } }
            if let found = known[id] { return found }
        }
        let resolved = resolved(id, inline, text, context)
        var number = fontStyles.firstIndex { $0 === resolved.fontStyle }
        if number == nil, fontStyles.count < ShapingLimits.maximumFontStyles {
            fontStyles.append(resolved.fontStyle)
            number = fontStyles.count - 1
        }
        let index = textStyles.count
        textStyles.append(resolved.textStyle)
        textStyles[index].fontStyle = UInt16(number ?? 0)
        if let mark = resolved.mark, emphasisMarks.count < Int(Int16.max) {
            textStyles[index].emphasis = Int16(emphasisMarks.count)
            textStyles[index].makeRoom(for: mark, resolved.fontStyle.metrics)
            emphasisMarks.append(mark)
        }
        lineBreakOptions.append(resolved.lineBreakOptions)
        if !known.isEmpty { known[id] = index }
        return index
    }

    /// What is remembered of a style, where it is the text's own and not the paragraph's.
    private func resolved(
        _ id: TextStyleID, _ inline: borrowing InlineText, _ text: borrowing AttributedText, _ context: LayoutContext
    ) -> ResolvedStyle {
        if id.isGenerated { return ResolvedStyle(id, inline.style(id, in: text), context) }
        if let known = context.state.pointee.styleMemo.resolved(id, of: text) { return known }
        let made = ResolvedStyle(id, text.style(id), context)
        context.state.pointee.styleMemo.remember(made, id, of: text)
        return made
    }
}

/// The styles of the root inline box and of all boxes in a first line that has a style of its own.
package struct FirstLineStyles: Sendable {
    package var strut: Int
    /// Parallel to `InlineText.boxes`.
    package var boxStyles: ContiguousArray<UInt32>
}

extension ParagraphTextStyle {
    init(id: TextStyleID, _ style: TextStyle, _ fontStyle: FontStyle, number: UInt16, _ context: LayoutContext) {
        let metrics = fontStyle.metrics
        var height: Double?
        switch style.lineHeight {
        case .normal: break
        case .multiple(let factor): height = Length.clamped(factor * style.shaping.fontSize)
        case .length(let length):
            // Percentages of line-height refer to the font size (CSS Inline 3 §5.2).
            height = length.resolved(
                in: fontStyle.lengthContext(
                    percentageBase: style.shaping.fontSize, lineHeight: nil, rootFontSize: context.rootFontSize,
                    viewport: context.viewport))
        }
        // Blink keeps line heights in 1/64 px.
        height = height.map { max(0, ($0 * 64).rounded(.down) / 64) }
        let extent = LineExtent(ascent: metrics.ascent, descent: metrics.descent)
            .withLeading(for: height ?? metrics.lineSpacing)
        self.init(
            id: id, fontStyle: number, breaking: style.breaking, lineHeight: height, lineAscent: extent.ascent,
            lineDescent: extent.descent)
    }
}

extension ParagraphTextStyle {
    /// Marks stand in the half-leading; where that is less than they need, the line grows (CSS Text Decoration 4 §3.5).
    fileprivate mutating func makeRoom(for mark: EmphasisMark, _ metrics: FontStyle.Metrics) {
        if mark.isUnder {
            lineDescent = max(lineDescent, metrics.emDescent + mark.height)
        } else {
            lineAscent = max(lineAscent, metrics.emAscent + mark.ascent)
        }
    }
}

/// How far something reaches above and below a baseline, in px.
public struct LineExtent: Sendable, Hashable {
    public var ascent: Double
    public var descent: Double

    public init(ascent: Double, descent: Double) {
        self.ascent = ascent
        self.descent = descent
    }

    /// Half-leading (CSS 2 §10.8.1): what `height` has over the font's own height stands half above, half below; the
    /// half above is rounded down to whole px as in Blink.
    public func withLeading(for height: Double) -> LineExtent {
        let leading = height - (ascent + descent)
        let above = (leading / 2).rounded(.down)
        return LineExtent(ascent: ascent + above, descent: descent + leading - above)
    }
}
