import GalleyFonts
import GalleyText
import GalleyUnicode

/// What a string of printable ASCII measures in one style, found without a paragraph being shaped: the same clusters on
/// the same axis, and nothing kept of them.
package struct PlainStringMeasure {
    private let style: FontStyle
    private let instance: FontInstance
    private let options: LineBreakOptions
    private let scale: Double

    /// `nil` for a style in which more than the clusters' advances counts: spacing, changed text, other spaces or breaks.
    package init?(_ style: TextStyle, _ context: LayoutContext) {
        let breaking = style.breaking
        guard style.shaping.textTransform == .none, !SynthesisResolver.concerns(style.shaping), breaking.wraps,
            breaking.whiteSpace == .collapse,
            breaking.overflowWrap != .anywhere, breaking.hyphens != .auto || context.hyphenation.isNone
        else { return nil }
        let fontStyle = context.fontStyles.fontStyle(style.shaping, context)
        let instance = fontStyle.instances[0]
        guard fontStyle.letterSpacing == 0, fontStyle.wordSpacing == 0, context.coversASCII(instance) else {
            return nil
        }
        self.style = fontStyle
        self.instance = instance
        options = LineBreakOptions(
            strictness: breaking.lineBreak, wordBreak: breaking.wordBreak,
            language: fontStyle.lineBreakLanguage)
        scale = instance.pixelsPerUnit(fontSize: fontStyle.fontSize)
    }

    /// A part of the text up to a place where a line may end, or to its end: where it starts, where its content ends before
    /// hanging spaces, and where it ends, in px on the axis.
    package typealias Part = (start: Double, content: Double, end: Double)

    /// Calls `body` with each part in order, as segments and opportunities of a shaped paragraph have them, and with what
    /// the whole text takes at last. False, and nothing was called, where the text must be shaped as a paragraph.
    package func forEachPart(
        of utf8: UnsafeBufferPointer<UInt8>, _ context: LayoutContext, _ body: (_ part: Part, _ isWhole: Bool) -> Void
    ) -> Bool {
        var letters = false
        for byte in utf8 {
            guard byte &- 0x20 < 0x5F else { return false }
            if (byte | 0x20) &- 0x61 < 26 { letters = true }
        }
        guard !utf8.isEmpty, let run = context.assemblePlain(utf8, letters ? .latin : .common, style, instance) else {
            return false
        }
        context.markLines(utf8, options)
        context.plainFlags.withUnsafeBufferPointer { flags in
            var cluster = 0
            var start = 0.0
            func x(_ cluster: Int) -> Double { Double(cluster < run.clusters ? run.units[cluster] : run.x) * scale }
            /// Where the text's content before an offset ends, `cluster` being there or behind it.
            func content(before offset: Int, _ cluster: Int) -> Double {
                var offset = offset
                while offset > 0, utf8[offset &- 1] == 0x20 { offset &-= 1 }
                var cluster = cluster
                while cluster > 0, cluster == run.clusters || Int(run.starts[cluster]) > offset {
                    if cluster == run.clusters, offset == utf8.count { break }
                    cluster &-= 1
                }
                return x(cluster)
            }
            for offset in 1..<max(1, utf8.count) where flags[offset].contains(.lineAllowed) {
                while cluster < run.clusters, Int(run.starts[cluster]) < offset { cluster &+= 1 }
                // Inside a ligature nothing can be cut.
                guard cluster < run.clusters, Int(run.starts[cluster]) == offset else { continue }
                let end = x(cluster)
                body((start, content(before: offset, cluster), end), false)
                start = end
            }
            let all = x(run.clusters)
            let contentEnd = content(before: utf8.count, run.clusters)
            body((start, contentEnd, all), false)
            body((0, contentEnd, all), true)
        }
        return true
    }
}

extension LayoutContext {
    /// Marks the places where lines of `utf8` may end in ``plainFlags``.
    fileprivate func markLines(_ utf8: UnsafeBufferPointer<UInt8>, _ options: LineBreakOptions) {
        var flags = plainFlags
        plainFlags = []
        flags.removeAll(keepingCapacity: true)
        flags.append(contentsOf: repeatElement([], count: utf8.count))
        let breaks = analysisTools.lineBreaks(options)
        var complexRuns: [Range<Int>] = []
        flags.withUnsafeMutableBufferPointer { breaks.mark(utf8, into: $0, complexRuns: &complexRuns) }
        plainFlags = flags
    }
}
