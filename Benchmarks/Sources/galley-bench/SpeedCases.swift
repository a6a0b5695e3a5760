import CHarfBuzz
import Foundation
import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// What the speed of text is judged by, in one table: corpora, natural text, strings, memory, two tasks at once. Cold:
/// the context's text caches are emptied before each pass and shared within it. Passes of raw `hb_shape` alternate with
/// ours.
struct SpeedCases {
    let fonts: FontCollection
    let passes: Int
    /// Only cases with one of these in their name; all when empty.
    var only: [String] = []
    let table = SpeedTable()

    private func isWanted(_ name: String) -> Bool { only.isEmpty || only.contains { name.contains($0) } }

    private func text(_ line: String, _ style: TextStyle) -> AttributedText {
        var paragraph = ParagraphStyle()
        paragraph.baseDirection = .natural
        return AttributedText(line, style: style, paragraphStyle: paragraph)
    }

    /// What one text may take at most: of the time that raw shaping takes, and in bytes kept for each character.
    struct Targets {
        var layout400: Double?
        var relayout500: Double?
        var bytes: Double? = 24
    }

    func run(_ name: String, _ lines: [String], family: String, _ targets: Targets) {
        guard isWanted(name) else { return }
        let style = TextStyle.benchmark(family: family)
        let context = LayoutContext(fonts: fonts)
        let raw = RawItems(lines.map { context.shape(paragraph: 0, of: text($0, style)) }, fonts)
        var times: [String: [Double]] = [:]
        for pass in -1..<passes {
            func note(_ label: String, _ time: Double) { if pass >= 0 { times[label, default: []].append(time) } }
            note("raw", raw.shape())
            let texts = lines.map { text($0, style) }
            context.emptyTextCaches()
            var shaped: [ShapedParagraph] = []
            shaped.reserveCapacity(lines.count)
            var start = cpuTime()
            for text in texts { shaped.append(context.shape(paragraph: 0, of: text)) }
            note("shape", cpuTime() - start)
            shaped = []

            context.emptyTextCaches()
            var layouts: [ParagraphLayout] = []
            layouts.reserveCapacity(lines.count)
            start = cpuTime()
            for line in lines {
                layouts.append(
                    ParagraphLayout(
                        context.shape(paragraph: 0, of: text(line, style)), ParagraphConstraints(width: 400),
                        context: context))
            }
            note("layout400", cpuTime() - start)
            start = cpuTime()
            var count = 0
            for layout in layouts {
                count += ParagraphLayout(layout.shaped, ParagraphConstraints(width: 500), context: context).lineCount
            }
            note("relayout500", cpuTime() - start)
        }
        func add(_ label: String, _ target: Double?) {
            table.add("\(label) \(name)", times[label] ?? [], raw: times["raw"] ?? [], atMost: target)
        }
        add("shape", nil)
        add("layout400", targets.layout400)
        add("relayout500", targets.relayout500)
        measureMemory(name, lines, style, targets)
    }

    /// Bytes that shaped paragraphs keep, for each character; short texts are shaped many times, since `malloc` counts what
    /// it has been given back and keeps for itself.
    private func measureMemory(_ name: String, _ lines: [String], _ style: TextStyle, _ targets: Targets) {
        let context = LayoutContext(fonts: fonts)
        for line in lines { _ = context.shape(paragraph: 0, of: text(line, style)) }
        let copies = max(1, 1_000_000 / max(1, lines.reduce(0) { $0 + $1.unicodeScalars.count }))
        var shaped: [ShapedParagraph] = []
        shaped.reserveCapacity(lines.count * copies)
        guard let before = bytesInUse() else { return }
        for _ in 0..<copies {
            for line in lines { shaped.append(context.shape(paragraph: 0, of: text(line, style))) }
        }
        guard let after = bytesInUse() else { return }
        let characters = copies * lines.reduce(0) { $0 + $1.unicodeScalars.count }
        table.add(
            "kept \(name)", Double(after - before) / Double(max(1, characters)), "bytes a character",
            atMost: targets.bytes)
        withExtendedLifetime(shaped) {}
    }

    /// Natural widths of strings: by a ruler, cold and again, and each by a paragraph of its own.
    func strings(_ corpus: Corpus, family: String) {
        guard isWanted("strings") else { return }
        let style = TextStyle.benchmark(family: family)
        let context = LayoutContext(fonts: fonts)
        let raw = RawItems(corpus.lines.map { context.shape(paragraph: 0, of: text($0, style)) }, fonts)
        var times: [String: [Double]] = [:]
        var widths: [String: Double] = [:]
        for pass in -1..<passes {
            func time(_ label: String, _ measure: (String) -> Double) {
                let start = cpuTime()
                var sum = 0.0
                for line in corpus.lines { sum += measure(line) }
                let elapsed = cpuTime() - start
                widths[label] = sum
                if pass >= 0 { times[label, default: []].append(elapsed) }
            }
            if pass >= 0 { times["raw", default: []].append(raw.shape()) } else { _ = raw.shape() }
            context.emptyTextCaches()
            let ruler = StringRuler(style: style, context: context)
            time("cold") { ruler.contentWidths(of: $0).maximum }
            time("again") { ruler.contentWidths(of: $0).maximum }
            context.emptyTextCaches()
            time("paragraphs") { context.shape(paragraph: 0, of: text($0, style)).contentWidths().maximum }
        }
        let raws = times["raw"] ?? []
        table.add("measure strings, ruler", times["cold"] ?? [], raw: raws, atMost: 0.5)
        table.add("measure strings, ruler, repeated", times["again"] ?? [], raw: raws, atMost: 0.08)
        table.add("measure strings, a paragraph each", times["paragraphs"] ?? [], raw: raws, atMost: nil)
        if Set(widths.values).count > 1 { tell("strings: widths differ: \(widths)") }
    }

    /// The processor time of two tasks over one collection of fonts, beside that of one.
    func threads(_ corpus: Corpus, family: String) {
        guard isWanted("tasks") else { return }
        let style = TextStyle.benchmark(family: family)
        let (fonts, lines) = (fonts, corpus.lines)
        @Sendable func work() -> (lines: Int, time: Double) {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            let start = Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
            let context = LayoutContext(fonts: fonts)
            var count = 0
            for line in lines {
                let shaped = context.shape(paragraph: 0, of: AttributedText(line, style: style))
                count += ParagraphLayout(shaped, ParagraphConstraints(width: 400), context: context).lineCount
            }
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return (count, Double(time.tv_sec) * 1e9 + Double(time.tv_nsec) - start)
        }
        _ = work()
        var one: [Double] = []
        var two: [Double] = []
        for _ in 0..<max(passes, 3) {
            let alone = work()
            one.append(alone.time)
            let box = Results()
            let group = DispatchGroup()
            for _ in 0..<2 {
                DispatchQueue.global().async(group: group) { box.add(work()) }
            }
            group.wait()
            let results = box.all
            if results.contains(where: { $0.lines != alone.lines }) { tell("threads: lines differ") }
            // Each does the whole work: the mean of both beside one alone.
            two.append(results.reduce(0) { $0 + $1.time } / Double(results.count))
        }
        guard let alone = SpeedTable.median(one), let both = SpeedTable.median(two) else { return }
        table.add("two tasks, processor time of each", both / alone, "times one alone", atMost: 1.15)
    }

    /// What tasks hand back.
    private final class Results: @unchecked Sendable {  // `results` is read and written under `lock` alone.
        private let lock = NSLock()
        private var results: [(lines: Int, time: Double)] = []
        func add(_ result: (lines: Int, time: Double)) { lock.withLock { results.append(result) } }
        var all: [(lines: Int, time: Double)] { lock.withLock { results } }
    }
}

/// What `malloc` has given out; `nil` where the system does not tell.
private func bytesInUse() -> Int? {
    #if canImport(Glibc)
        let info = mallinfo2()
        return Int(info.uordblks) + Int(info.hblkhd)
    #else
        return nil
    #endif
}
