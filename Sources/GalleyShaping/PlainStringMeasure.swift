import CGalleyHarfBuzz
import GalleyFonts
import GalleyText
import GalleyUnicode

/// What a string of Latin letters and ordinary punctuation measures in one style, found without a paragraph being shaped:
/// the same clusters on the same axis, and nothing kept of them.
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
        let fontStyle = context.state.pointee.fontStyles.fontStyle(style.shaping, context)
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
        guard !utf8.isEmpty, let script = plainScript(of: utf8),
            let run = context.assemblePlain(utf8, script, style, instance)
        else { return false }
        context.markLines(utf8, options)
        context.state.pointee.plainFlags.withUnsafeBufferPointer { flags in
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
            let marks = UnsafeRawBufferPointer(flags)
            let allowed = UInt64(BoundaryFlags.lineAllowed.rawValue) &* 0x0101_0101_0101_0101
            var offset = 0
            while true {
                offset &+= 1
                // Most places are none: eight at a time.
                while offset &+ 8 <= utf8.count {
                    let found =
                        UInt64(littleEndian: marks.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) & allowed
                    offset &+= found == 0 ? 8 : found.trailingZeroBitCount / 8
                    if found != 0 { break }
                }
                guard offset < utf8.count else { break }
                guard flags[offset].contains(.lineAllowed) else { continue }
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

    /// The script of all of the text; `nil` where more than that must be known of it.
    private func plainScript(of utf8: UnsafeBufferPointer<UInt8>) -> Script? {
        var letters = false
        var offset = 0
        while offset < utf8.count {
            let byte = utf8[offset]
            guard byte < 0x80 else { return plainScript(of: utf8, behind: offset, letters) }
            guard byte &- 0x20 < 0x5F else { return nil }
            if (byte | 0x20) &- 0x61 < 26 { letters = true }
            offset &+= 1
        }
        return letters ? .latin : .common
    }

    /// The same for text with other characters than ASCII from `offset` on: those that are grapheme clusters by themselves,
    /// of the face, and Latin or of no script, run from left to right, and are no spaces.
    private func plainScript(
        of utf8: UnsafeBufferPointer<UInt8>, behind offset: Int, _ letters: Bool
    ) -> Script? {
        instance.withGlyphTable { table in
            var letters = letters
            var offset = offset
            while offset < utf8.count {
                let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                offset &+= length
                if scalar < 0x80 {
                    guard scalar &- 0x20 < 0x5F else { return nil }
                    if (scalar | 0x20) &- 0x61 < 26 { letters = true }
                    continue
                }
                guard PlainStringMeasure.isPlain(scalar), galley_table_glyph(table, scalar) != 0,
                    UnicodeProperties.scriptExtensions(scalar).isEmpty
                else { return nil }
                switch UnicodeProperties.script(scalar) {
                case .latin: letters = true
                case .common: break
                default: return nil
                }
            }
            return letters ? .latin : .common
        }
    }

    /// Letters of Latin-1 and its extensions and their signs, dashes, quotation marks, dots, currencies: nothing that is
    /// invisible, a space, a mark, joined or a picture.
    private static func isPlain(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xA1...0xAC, 0xAE...0x24F, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2116, 0x2122: true
        default: false
        }
    }
}

extension LayoutContext {
    /// Marks the places where lines of `utf8` may end in the state's `plainFlags`.
    fileprivate func markLines(_ utf8: UnsafeBufferPointer<UInt8>, _ options: LineBreakOptions) {
        var flags = state.pointee.plainFlags
        state.pointee.plainFlags = []
        if flags.count < utf8.count { flags = ContiguousArray(repeating: [], count: max(256, utf8.count * 2)) }
        let breaks = state.pointee.analysisTools.lineBreaks(options)
        var complexRuns: [Range<Int>] = []
        flags.withUnsafeMutableBufferPointer { flags in
            let flags = UnsafeMutableBufferPointer(rebasing: flags[..<utf8.count])
            flags.update(repeating: [])
            breaks.mark(utf8, into: flags, complexRuns: &complexRuns)
        }
        state.pointee.plainFlags = flags
    }
}
