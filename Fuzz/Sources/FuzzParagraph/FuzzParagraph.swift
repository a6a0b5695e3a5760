import FuzzSupport
import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// Random styled text at two random widths: what DESIGN.md promises of every layout.
///
/// Cached equals uncached, short cuts equal the long way, re-wrapped equals fresh, lines cover the text in order, clusters sum up to their run, and every
/// question about a place has an answer in the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParagraph(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 8 else { return 0 }
    var source = ByteSource(UnsafeBufferPointer(start: bytes, count: 8))
    let constraints = [constraints(&source), constraints(&source)]
    let object = InlineBoxMetrics(
        width: Double(source.byte()), height: Double(source.byte()),
        alignment: source.choose([.baseline, .top, .bottom, .middle]))
    var maker = RandomParagraph(ByteSource(UnsafeBufferPointer(start: bytes + 8, count: min(count - 8, 400))))
    let text = maker.make()
    let fresh = LayoutContext(fonts: fonts)
    fresh.switches.wordCache = false
    fresh.switches.fallbackTables = false
    fresh.switches.plainLines = false
    fresh.switches.hyphenationMemo = false
    let shaped = context.shape(paragraph: 0, of: text)
    let uncached = fresh.shape(paragraph: 0, of: text)
    let boxes = shaped.objects.map { _ in object }
    let widths = shaped.contentWidths(boxes: boxes)
    require(widths.minimum.isFinite && widths.maximum.isFinite, "content widths")
    for constraints in constraints {
        let layout = ParagraphLayout(shaped, constraints, boxes: boxes, context: context)
        check(layout, text, constraints.maximumLines)
        let other = ParagraphLayout(uncached, constraints, boxes: boxes, context: fresh)
        // Without a width lines are moved when all are known: with their pieces, or before these are made.
        let difference = differences(layout, other, tolerance: constraints.width.isFinite ? 0 : 1e-9)
        require(difference == nil, "cached is uncached: \(difference ?? "")")
    }
    return 0
}

private let fonts: FontCollection = {
    let folder = "/usr/share/fonts/"
    let files = [
        "truetype/dejavu/DejaVuSans.ttf", "truetype/liberation2/LiberationSerif-Regular.ttf",
        "truetype/noto/NotoNaskhArabic-Regular.ttf", "truetype/noto/NotoSans-Regular.ttf",
        "truetype/noto/NotoSansDevanagari-Regular.ttf",
    ]
    return .strict(faces: files.flatMap { (try? FontFace.all(path: folder + $0)) ?? [] })
}()

nonisolated(unsafe) private let context = LayoutContext(fonts: fonts)  // libFuzzer calls from one thread.

private func constraints(_ source: inout ByteSource) -> ParagraphConstraints {
    let byte = source.byte()
    let width: Double =
        switch byte {
        case 0: 0
        case 1: .infinity
        case 2: 1e9
        default: Double(byte) * 1.7
        }
    let limits = source.byte()
    var truncation: ParagraphConstraints.Truncation?
    if limits & 4 != 0 {
        truncation = .ellipsis
        truncation?.place = [.head, .middle, .tail, .tail][Int(limits >> 3 & 3)]
    }
    return ParagraphConstraints(
        width: width, maximumLines: [0, 0, 1, 3][Int(limits & 3)], truncation: truncation)
}

/// What must hold of every layout.
private func check(_ layout: ParagraphLayout, _ text: AttributedText, _ limit: Int) {
    var end = 0
    var y = 0.0
    for line in layout.lines {
        require(line.inlineRange.lowerBound == end, "lines follow each other")
        require(line.contentRange.upperBound <= line.inlineRange.upperBound, "content is in its line")
        end = line.inlineRange.upperBound
        require(line.y == y && line.height.isFinite && line.height >= 0, "lines are stacked")
        require(line.x.isFinite && line.width.isFinite, "lines are finite")
        y += line.height
        for run in line.runs {
            run.withGlyphs { glyphs, clusters in
                require(clusters.reduce(0) { $0 + Int($1.glyphCount) } == glyphs.count, "clusters cover the glyphs")
                let advance = clusters.reduce(0) { $0 + $1.advance }
                require(abs(advance - run.width) < 1e-6 * max(1, abs(run.width)), "clusters sum up to their run")
            }
        }
        _ = (line.decorations(in: text), line.boxFragments, line.objects)
    }
    if !layout.isTruncated {
        require(
            limit > 0 && layout.lineCount == limit || end == layout.shaped.inline.utf8.count, "lines cover the text")
    }
    _ = layout.inkBounds
    checkQuestions(layout, text)
}

private func checkQuestions(_ layout: ParagraphLayout, _ text: AttributedText) {
    let size = layout.size
    for step in 0..<8 {
        let point = Point(x: size.width * Double(step) / 7, y: size.height * Double(step * 3 % 8) / 7)
        let position = layout.position(at: point)
        require(position.offset >= 0 && position.offset <= text.count, "a hit is in the text")
        for unit in TextUnit.allCases {
            require(layout.position(after: position, by: unit).map { $0.offset > position.offset } ?? true, "forwards")
            require(layout.position(before: position, by: unit).map { $0.offset < position.offset } ?? true, "back")
            _ = layout.range(of: unit, at: position)
        }
        for direction in VisualDirection.allCases { _ = layout.position(direction, of: position) }
        for rect in layout.caretRects(at: position) {
            require(rect.x.isFinite && rect.y >= 0 && rect.y + rect.height <= size.height + 1e-6 * max(1, size.height))
        }
        _ = layout.characterOffset(at: point)
    }
    for rect in layout.rects(for: 0..<text.count) { require(rect.width >= 0 && rect.x.isFinite, "a selection") }
}

/// The first difference of two layouts of one text; `nil` when there is none.
private func differences(_ one: ParagraphLayout, _ other: ParagraphLayout, tolerance: Double) -> String? {
    guard one.lineCount == other.lineCount else { return "\(one.lineCount) and \(other.lineCount) lines" }
    for (line, second) in zip(one.lines, other.lines) {
        guard
            line.inlineRange == second.inlineRange, line.contentRange == second.contentRange,
            line.frame == second.frame, line.ascent == second.ascent
        else {
            return "line \(line.index): \(line.inlineRange) \(line.contentRange) \(line.frame), "
                + "\(second.inlineRange) \(second.contentRange) \(second.frame)"
        }
        let (runs, others) = (Array(line.runs), Array(second.runs))
        guard runs.count == others.count else { return "line \(line.index): \(runs.map(told)) and \(others.map(told))" }
        for (run, otherRun) in zip(runs, others) {
            let glyphs = run.withGlyphs { glyphs, _ in Array(glyphs) }
            let otherGlyphs = otherRun.withGlyphs { glyphs, _ in Array(glyphs) }
            let isSame =
                glyphs.count == otherGlyphs.count
                && zip(glyphs, otherGlyphs).allSatisfy {
                    $0.id == $1.id && abs($0.x - $1.x) <= tolerance * max(1, abs($0.x)) && $0.y == $1.y
                }
            if !isSame { return "line \(line.index): \(glyphs), \(otherGlyphs)" }
        }
    }
    return nil
}

/// What a run shows, for a report.
private func told(_ run: GlyphRun) -> String {
    run.withGlyphs { glyphs, clusters in
        "\(clusters.first?.start ?? 0)..<\(clusters.last?.end ?? 0) \(glyphs.map(\.id))"
    }
}
