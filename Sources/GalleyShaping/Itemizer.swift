import CGalleyHarfBuzz
import GalleyFonts
import GalleyUnicode

/// Cuts an inline text into items: where the font style, the level, the script, the face or the kind of character
/// changes, and at edges of boxes that take room. Colours cut nothing.
struct Itemizer {
    var items: ContiguousArray<TextItem> = []
    /// Stretches without a glyph in any face.
    private(set) var uncovered: [Range<Int>] = []

    private let styleRuns: RunList<InlineText.StyleRun>
    private let events: ContiguousArray<InlineText.Event>
    private let boxes: ContiguousArray<InlineText.Box>
    private let syntheticRuns: ContiguousArray<InlineText.SyntheticRun>
    private let styles: StyleResolution
    private let context: LayoutContext
    private let utf8: UnsafeBufferPointer<UInt8>
    private let flags: UnsafeBufferPointer<BoundaryFlags>
    /// Empty when all are 0.
    private let levels: UnsafeBufferPointer<UInt8>
    private let scripts: UnsafeBufferPointer<ScriptRun>

    // The stretch being cut.
    private var fontStyle: FontStyle
    private var primary: FontInstance
    private var styleNumber: UInt16 = 0
    private var level: UInt8 = 0
    private var synthesis: GlyphSynthesis = []
    private var script = Script.common
    private var primaryCoversASCII = false
    private var fallback: FallbackTable?
    private var fallbackScript = Script.common
    private var scalars: [Unicode.Scalar] = []

    /// - Parameters:
    ///   - utf8: `inline.utf8`, which is not empty.
    ///   - flags: the boundaries before each byte; `levels` as `TextAnalysis.levels`.
    ///   - scripts: runs that cover the text.
    init(
        _ inline: borrowing InlineText, _ utf8: UnsafeBufferPointer<UInt8>, flags: UnsafeBufferPointer<BoundaryFlags>,
        levels: UnsafeBufferPointer<UInt8>, scripts: UnsafeBufferPointer<ScriptRun>, _ styles: StyleResolution,
        _ context: LayoutContext
    ) {
        styleRuns = inline.styleRuns
        events = inline.events
        boxes = inline.boxes
        syntheticRuns = inline.syntheticRuns
        self.utf8 = utf8
        self.flags = flags
        self.levels = levels
        self.scripts = scripts
        self.styles = styles
        self.context = context
        fontStyle = styles.fontStyles[0]
        primary = fontStyle.instances[0]
        primaryCoversASCII = context.coversASCII(primary)
    }

    mutating func run() {
        var run = 0
        var scriptRun = 0
        var event = 0
        var synthetic = 0
        var offset = 0
        while offset < utf8.count {
            var isObject = false
            while event < events.count, events[event].offset <= offset {
                if case .object = events[event].kind { isObject = true }
                event += 1
            }
            while styleRuns[run].end <= offset { run += 1 }
            while scripts[scriptRun].range.upperBound <= offset { scriptRun += 1 }
            select(run)
            script = scripts[scriptRun].script
            level = levels.isEmpty ? 0 : levels[offset]
            if isObject {
                append(.object, offset, min(offset + 3, utf8.count), primary.id)
                offset = min(offset + 3, utf8.count)
                continue
            }
            var end = stretchEnd(from: offset, run: run, scriptRun: scriptRun, event: event)
            if !syntheticRuns.isEmpty { end = min(end, selectSynthesis(offset, &synthetic)) }
            cut(offset, end)
            offset = end
        }
    }

    private mutating func select(_ run: Int) {
        let number = styles.textStyles[styles.runStyles[run]].fontStyle
        guard number != styleNumber else { return }
        styleNumber = number
        fontStyle = styles.fontStyles[Int(number)]
        primary = fontStyle.instances[0]
        primaryCoversASCII = context.coversASCII(primary)
        fallback = nil
    }

    /// Sets what is made of the glyphs at `offset`, and tells where that ends. `index` is where the runs before it end.
    private mutating func selectSynthesis(_ offset: Int, _ index: inout Int) -> Int {
        let runs = syntheticRuns
        while index < runs.count, runs[index].range.upperBound <= offset { index += 1 }
        synthesis = []
        guard index < runs.count else { return .max }
        if runs[index].range.lowerBound > offset { return runs[index].range.lowerBound }
        synthesis = runs[index].synthesis
        return runs[index].range.upperBound
    }

    /// Where font style, script, level or box changes next.
    private func stretchEnd(from offset: Int, run: Int, scriptRun: Int, event: Int) -> Int {
        var run = run
        while run + 1 < styleRuns.count, styles.textStyles[styles.runStyles[run + 1]].fontStyle == styleNumber {
            run += 1
        }
        var end = min(styleRuns[run].end, scripts[scriptRun].range.upperBound)
        var event = event
        search: while event < events.count, events[event].offset < end {
            switch events[event].kind {
            case .object: break search
            case .open(let box), .close(let box): if boxes[box].hasEdges { break search }
            }
            event += 1
        }
        if event < events.count { end = min(end, events[event].offset) }
        if !levels.isEmpty {
            let bytes = UnsafeRawBufferPointer(levels)
            let all = UInt64(level) &* 0x0101_0101_0101_0101
            var next = offset + 1
            while next &+ 8 <= end, bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self) == all { next &+= 8 }
            while next < end, levels[next] == level { next &+= 1 }
            end = next
        }
        return end
    }

    /// Cuts `start ..< end`, of one font style, script and level, by face and kind of character.
    private mutating func cut(_ start: Int, _ end: Int) {
        let primary = primary
        var offset = start
        var itemStart = start
        var itemFace = primary.id
        func flush(_ itemizer: inout Itemizer, _ end: Int) {
            if itemStart < end { itemizer.appendText(itemStart, end, itemFace) }
        }
        while offset < end {
            let plainEnd = primaryEnd(offset, end, primary)
            if plainEnd > offset {
                if itemFace != primary.id {
                    flush(&self, offset)
                    itemStart = offset
                    itemFace = primary.id
                }
                offset = plainEnd
                continue
            }
            let (sameEnd, same) = fallbackEnd(offset, end)
            if sameEnd > offset {
                if itemFace != same {
                    flush(&self, offset)
                    itemStart = offset
                    itemFace = same
                }
                offset = sameEnd
                continue
            }
            let kind = kind(at: offset)
            if kind.kind != .text {
                flush(&self, offset)
                append(kind.kind, offset, min(offset + kind.length, end), primary.id)
                offset = min(offset + kind.length, end)
                itemStart = offset
                continue
            }
            var next = offset + 1
            while next < end, !isGraphemeStart(next) { next += 1 }
            let face = face(for: offset..<next, primary: primary)
            if face != itemFace {
                flush(&self, offset)
                itemStart = offset
                itemFace = face
            }
            offset = next
        }
        flush(&self, end)
    }

    /// The end of the grapheme clusters from `start` on that are one character each, text, and in the style's first face.
    private func primaryEnd(_ start: Int, _ end: Int, _ primary: FontInstance) -> Int {
        // A face that is for some characters only is asked for each.
        guard primary.overrides.unicodeRanges.isEmpty else { return start }
        let (utf8, flags, coversASCII) = (utf8, flags, primaryCoversASCII)
        let bytes = UnsafeRawBufferPointer(utf8)
        return primary.withGlyphTable { table in
            var offset = start
            while offset < end {
                let byte = utf8[offset]
                var next = offset &+ 1
                if byte < 0x80 {
                    guard coversASCII, byte &- 0x20 < 0x5F else { return offset }
                    if offset &+ 8 <= end,
                        Itemizer.isPrintable(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                    {
                        next = offset &+ 8
                    }
                } else if byte &- 0xC3 < 0x1D, next < utf8.count {
                    // U+00C0 to U+07FF: neither controls nor emoji.
                    let scalar = UInt32(byte & 0x1F) &<< 6 | UInt32(utf8[next] & 0x3F)
                    if galley_table_glyph(table, scalar) == 0 { return offset }
                    next &+= 1
                } else if byte &- 0xE3 < 7, offset &+ 2 < utf8.count {
                    // U+3000 to U+9FFF: likewise.
                    let last = UInt32(utf8[next] & 0x3F) &<< 6 | UInt32(utf8[next &+ 1] & 0x3F)
                    if galley_table_glyph(table, UInt32(byte & 0x0F) &<< 12 | last) == 0 { return offset }
                    next &+= 2
                } else {
                    let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                    if scalar < 0xA0 || scalar >= 0x2028 && scalar <= 0x202E || scalar >= 0x2066 && scalar <= 0x2069
                        || galley_table_glyph(table, scalar) == 0 || Itemizer.isEmoji(scalar)
                    {
                        return offset
                    }
                    next = offset &+ length
                }
                if next < end, !flags[next].contains(.grapheme) {
                    // Of eight bytes all but the last are by themselves.
                    return next &- offset == 8 ? next &- 1 : offset
                }
                offset = next
            }
            return offset
        }
    }

    /// `Emoji_Presentation`, which nothing between U+2B55 and U+1F004 has.
    @inline(__always)
    private static func isEmoji(_ scalar: UInt32) -> Bool {
        scalar >= 0x231A && (scalar <= 0x2B55 || scalar >= 0x1_F004) && UnicodeProperties.isEmojiPresentation(scalar)
    }

    private func isGraphemeStart(_ offset: Int) -> Bool { offset >= flags.count || flags[offset].contains(.grapheme) }

    /// The end of the grapheme clusters from `start` on that are one character each and known to be shown by one face that
    /// is not the style's first, and that face.
    private mutating func fallbackEnd(_ start: Int, _ end: Int) -> (end: Int, face: FontInstanceID) {
        if fallback == nil || fallbackScript != script {
            guard context.switches.fallbackTables else { return (start, primary.id) }
            fallback = context.state.pointee.fallbackTables.table(style: fontStyle.number, script: script.rawValue)
            fallbackScript = script
        }
        guard let fallback else { return (start, primary.id) }
        let (utf8, flags) = (utf8, flags)
        var offset = start
        var face: UInt16 = 0
        while offset < end {
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            let found = fallback.answer(scalar)
            guard found != 0, face == 0 || found == face else { break }
            let next = offset &+ length
            if next < end, !flags[next].contains(.grapheme) { break }
            face = found
            offset = next
        }
        return (offset, FontInstanceID(rawValue: face &- 1))
    }

    /// Whether eight bytes are all U+0020 to U+007E.
    @inline(__always)
    private static func isPrintable(_ chunk: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let below = (chunk &- ones &* 0x20) & ~chunk
        return (chunk | (chunk &+ ones) | below) & (ones &* 0x80) == 0
    }

    // MARK: Characters that are not shaped

    private func kind(at offset: Int) -> (kind: TextItem.Kind, length: Int) {
        let byte = utf8[offset]
        if byte >= 0x20, byte < 0x7F { return (.text, 1) }
        if byte < 0x80 {
            if byte == 0x09 { return (.tab, 1) }
            if let length = ForcedBreaks.length(at: offset, in: utf8) { return (.lineBreak, length) }
            return (.control, 1)
        }
        guard byte == 0xC2 || byte == 0xE2 else { return (.text, 1) }
        if let length = ForcedBreaks.length(at: offset, in: utf8) { return (.lineBreak, length) }
        let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
        switch scalar {
        case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069: return (.control, length)
        default: return (.text, length)
        }
    }

    // MARK: Faces

    /// The face that shows a whole grapheme cluster: the first of the style's that has it, else the collection's choice.
    private mutating func face(for cluster: Range<Int>, primary: FontInstance) -> FontInstanceID {
        let (first, length) = UTF8Decoding.decode(utf8, at: cluster.lowerBound)
        if length == cluster.count {
            if !UnicodeProperties.isEmojiPresentation(first) {
                if let scalar = Unicode.Scalar(first), primary.glyph(for: scalar) != nil { return primary.id }
            }
            let answer = search(cluster, primary)
            if answer.isUncovered {
                addUncovered(cluster)
            } else {
                fallback?.remember(answer.instance, for: first)
            }
            return answer.instance
        }
        if let face = faceOfBase(first, cluster.lowerBound + length..<cluster.upperBound) { return face }
        let answer = search(cluster, primary)
        if answer.isUncovered { addUncovered(cluster) }
        return answer.instance
    }

    /// The face that shows a cluster's first character, where it has the others as they are: a face that shows the whole
    /// cluster shows its first character, and of those that do it is the first.
    private mutating func faceOfBase(_ base: UInt32, _ rest: Range<Int>) -> FontInstanceID? {
        guard let fallback else { return nil }
        var known = fallback.answer(base)
        if known == 0 {
            let length = UTF8Decoding.width(base)
            if let scalar = Unicode.Scalar(base), primary.glyph(for: scalar) == nil,
                !UnicodeProperties.isEmojiPresentation(base)
            {
                let answer = search(rest.lowerBound - length..<rest.lowerBound, primary)
                if !answer.isUncovered { fallback.remember(answer.instance, for: base) }
            }
            known = fallback.answer(base)
        }
        guard known != 0, !UnicodeProperties.isEmojiPresentation(base) else { return nil }
        let instance = context.instance(FontInstanceID(rawValue: known &- 1))
        guard instance.overrides.unicodeRanges.isEmpty else { return nil }
        let hasAll = instance.withGlyphTable { table in
            var offset = rest.lowerBound
            while offset < rest.upperBound {
                let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                // What chooses between text and pictures is left to the search.
                guard galley_table_glyph(table, scalar) != 0, !UnicodeProperties.isVariationSelector(scalar),
                    scalar != 0x20E3
                else { return false }
                offset += length
            }
            return true
        }
        return hasAll ? instance.id : nil
    }

    private mutating func search(_ cluster: Range<Int>, _ primary: FontInstance) -> FallbackAnswer {
        scalars.removeAll(keepingCapacity: true)
        var wantsEmoji = false
        var wantsText = false
        var offset = cluster.lowerBound
        while offset < cluster.upperBound {
            let (value, length) = UTF8Decoding.decode(utf8, at: offset)
            // UTS #51: a picture by default or by selector, unless text is asked for.
            if offset == cluster.lowerBound, UnicodeProperties.isEmojiPresentation(value) { wantsEmoji = true }
            if value == 0xFE0F || value == 0x20E3 { wantsEmoji = true }
            if value == 0xFE0E { (wantsEmoji, wantsText) = (false, true) }
            scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
            offset += length
        }
        let own = fontStyle.instances.first {
            (!wantsEmoji || $0.face.hasColor) && !(wantsText && $0.face.hasColor) && $0.covers(scalars)
        }
        if let own { return FallbackAnswer(instance: own.id, isUncovered: false) }
        let found = context.fonts.fallback(
            for: scalars, script: FontTag(rawValue: script.tag), language: fontStyle.style.language,
            near: primary.id, presentation: wantsEmoji ? .emoji : .text)
        return FallbackAnswer(instance: found.instance, isUncovered: !found.isCovered)
    }

    private mutating func addUncovered(_ range: Range<Int>) {
        if let last = uncovered.last, last.upperBound == range.lowerBound {
            uncovered[uncovered.count - 1] = last.lowerBound..<range.upperBound
        } else {
            uncovered.append(range)
        }
    }

    // MARK: Items

    /// Appends text of one face, cut where it is too long for one call.
    private mutating func appendText(_ start: Int, _ end: Int, _ face: FontInstanceID) {
        var start = start
        while end - start > ShapingLimits.maximumItemBytes {
            let cut = cutPlace(start, start + ShapingLimits.maximumItemBytes)
            append(.text, start, cut, face)
            start = cut
        }
        append(.text, start, end, face)
    }

    /// After a space, where cutting is safe in nearly all faces; else between grapheme clusters.
    private func cutPlace(_ start: Int, _ limit: Int) -> Int {
        let lowest = max(start + 1, limit - ShapingLimits.maximumCutSearch)
        var place = limit
        while place > lowest {
            if utf8[place - 1] == 0x20, isGraphemeStart(place) { return place }
            place -= 1
        }
        place = limit
        while place > lowest, !isGraphemeStart(place) { place -= 1 }
        // No boundary anywhere near: between characters at least.
        while place < limit, UTF8Decoding.isContinuation(utf8[place]) { place += 1 }
        return place
    }

    private mutating func append(_ kind: TextItem.Kind, _ start: Int, _ end: Int, _ face: FontInstanceID) {
        items.append(
            TextItem(
                start: UInt32(start), end: UInt32(end), kind: kind, level: level,
                isFallback: face != primary.id, script: script, instance: face, fontStyle: styleNumber,
                synthesis: kind == .text ? synthesis : [], scale: 0))
    }
}

struct FallbackAnswer {
    var instance: FontInstanceID
    var isUncovered: Bool
}

extension TextItem {
    /// An item that is not shaped yet.
    package init(
        start: UInt32, end: UInt32, kind: Kind, level: UInt8, isFallback: Bool, script: Script,
        instance: FontInstanceID, fontStyle: UInt16, synthesis: GlyphSynthesis = [], scale: Double
    ) {
        self.init(
            start: start, end: end, kind: kind, level: level,
            flags: Flags(rawValue: synthesis.rawValue | (isFallback ? Flags.fallback.rawValue : 0)), script: script,
            instance: instance, fontStyle: fontStyle,
            clusterStart: 0, clusterCount: 0, scale: scale, x: 0, row: 0, advance: 0, form: [])
    }
}

extension LayoutContext {
    /// Whether a face has a glyph for each printable character of ASCII.
    func coversASCII(_ instance: FontInstance) -> Bool {
        let index = Int(instance.id.rawValue)
        let count = state.pointee.asciiCoverage.count
        if index < count, let known = state.pointee.asciiCoverage[index] { return known }
        let covers = (0x20...0x7E as ClosedRange<UInt8>).allSatisfy { instance.glyph(for: Unicode.Scalar($0)) != nil }
        if index >= count {
            state.pointee.asciiCoverage.append(contentsOf: repeatElement(nil, count: index + 1 - count))
        }
        state.pointee.asciiCoverage[index] = covers
        return covers
    }
}
