import CGalleyHarfBuzz
import GalleyFonts
import GalleyUnicode

extension LayoutContext {
    /// How many plans keep words, and how many were given up.
    package var wordPlanCounts: (inUse: Int, givenUp: Int) {
        let used = wordPlans.values.count { $0.state == .inUse }
        return (used, wordPlans.count - used)
    }

    /// Shapes an item out of cached words, and appends it; `false` when that cannot be done exactly or is of no use, and
    /// nothing was appended.
    func shapeWords(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        into shaped: inout ShapedText
    ) -> Bool {
        guard switches.wordCache, !item.isRightToLeft, item.script.joinsWords else { return false }
        let key = WordPlanKey(style: style.number, instance: item.instance.rawValue, script: item.script.rawValue)
        let cache: WordCache
        if let lastPlan, lastPlan.key == key {
            cache = lastPlan.cache
        } else {
            cache = wordPlans[key] ?? WordCache()
            wordPlans[key] = cache
            lastPlan = (key, cache)
        }
        guard cache.state == .inUse, startsPlainly(utf8, Int(item.start)) else { return false }
        if cache.byteCount > ShapingLimits.wordCacheBytes { cache.removeAll() }

        wordRun.removeAll(keepingCapacity: true)
        var offset = Int(item.start)
        let end = Int(item.end)
        while offset < end {
            var next = offset
            while next < end, utf8[next] != 0x20 { next += 1 }
            while next < end, utf8[next] == 0x20 { next += 1 }
            guard next - offset <= ShapingLimits.maximumCachedWord else { return false }
            let piece = UnsafeBufferPointer(rebasing: utf8[offset..<next])
            let isLast = next == end
            let hash = WordCache.hash(piece, isLast: isLast)
            if let found = cache.find(piece, isLast: isLast, hash: hash) {
                counters.wordCacheHits += 1
                wordRun.append(UInt32(found))
            } else {
                counters.wordsShaped += 1
                guard isLast || startsPlainly(utf8, next) else {
                    cache.noteWholeItem()
                    return false
                }
                let behind = isLast ? next : next + UTF8Decoding.decode(utf8, at: next).length
                buffer.shape(
                    utf8, offset..<behind, item: item, style: style, instance: instance, tellsConcatenation: true)
                let made = buffer.withGlyphs {
                    cache.insert(piece, isLast: isLast, hash: hash, base: offset, utf8, $0, $1)
                }
                guard case .stored(let index) = made else {
                    if case .inexact = made { cache.state = .givenUp }
                    cache.noteWholeItem()
                    return false
                }
                wordRun.append(UInt32(index))
            }
            offset = next
        }
        shaped.append(item, wordRun, cache, utf8)
        return true
    }

    /// Whether a word begins with an ordinary character: a mark would join the space before it, and looks different at the
    /// start of a text.
    private func startsPlainly(_ utf8: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        if utf8[offset] < 0x80 { return true }
        let scalar = UTF8Decoding.decode(utf8, at: offset).scalar
        return !UnicodeProperties.isMark(scalar) && !UnicodeProperties.isDefaultIgnorable(scalar)
    }

    /// Checks an item made of words against HarfBuzz; `false` when it differs, and the plan is given up.
    func agrees(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        _ shaped: ShapedText
    ) -> Bool {
        buffer.shape(utf8, item.range, item: item, style: style, instance: instance)
        var whole = ShapedText()
        buffer.withGlyphs { whole.append(item, utf8, $0, $1) }
        let made = shaped.items[shaped.items.count - 1]
        let clusters = Int(made.clusterStart)..<Int(made.clusterStart + made.clusterCount) + 1
        let glyphs = Int(made.glyphStart)..<Int(made.glyphStart + made.glyphCount)
        let same =
            whole.clusterX.elementsEqual(shaped.clusterX[clusters])
            && whole.clusterStarts.elementsEqual(shaped.clusterStarts[clusters])
            && whole.glyphs.elementsEqual(shaped.glyphs[glyphs])
            && zip(whole.clusterFlags, shaped.clusterFlags[clusters]).allSatisfy { $0 == $1 }
        if !same {
            counters.wordCacheMismatches += 1
            lastPlan?.cache.state = .givenUp
        }
        return same
    }
}

extension Script {
    /// Scripts whose shaping, fonts apart, does not look beyond a space: HarfBuzz's default shaper.
    fileprivate var joinsWords: Bool {
        switch self {
        case .latin, .greek, .cyrillic, .armenian, .georgian, .common: true
        default: false
        }
    }
}

extension ShapedText {
    /// Appends an item put together of cached words.
    fileprivate mutating func append(
        _ item: TextItem, _ words: ContiguousArray<UInt32>, _ cache: WordCache, _ utf8: UnsafeBufferPointer<UInt8>
    ) {
        var item = item
        begin(&item)
        var clusters = 0
        var glyphCount = 0
        var isSimple = true
        for word in words {
            let entry = cache.entries[Int(word)]
            clusters += Int(entry.clusterCount)
            glyphCount += Int(entry.glyphCount)
            if !entry.isSimple { isSimple = false }
        }
        var x: Int32 = 0
        var offset = item.start
        clusterStarts.append(clusters, of: 0) { starts in
            clusterX.append(clusters, of: 0) { units in
                var place = 0
                for word in words {
                    let entry = cache.entries[Int(word)]
                    let first = Int(entry.clusterStart)
                    for cluster in 0..<Int(entry.clusterCount) {
                        starts[place] = offset &+ UInt32(cache.starts[first &+ cluster])
                        units[place] = x &+ cache.units[first &+ cluster]
                        place &+= 1
                    }
                    x &+= entry.advance
                    offset &+= UInt32(entry.length)
                }
            }
        }
        clusterFlags.append(clusters, of: []) { flags in
            var place = 0
            for word in words {
                let entry = cache.entries[Int(word)]
                for cluster in Int(entry.clusterStart)..<Int(entry.clusterStart) &+ Int(entry.clusterCount) {
                    flags[place] = cache.flags[cluster]
                    place &+= 1
                }
            }
        }
        glyphs.append(glyphCount, of: 0) { glyphs in
            var place = 0
            for word in words {
                let entry = cache.entries[Int(word)]
                for glyph in Int(entry.glyphStart)..<Int(entry.glyphStart) &+ Int(entry.glyphCount) {
                    glyphs[place] = cache.glyphs[glyph]
                    place &+= 1
                }
            }
        }
        if !isSimple { appendTables(&item, words, cache) }
        pendingAdvance = x
        self.end(&item, utf8)
    }

    /// First glyphs and advances, for an item in which a cluster has several glyphs.
    private mutating func appendTables(
        _ item: inout TextItem, _ words: ContiguousArray<UInt32>, _ cache: WordCache
    ) {
        item.glyphTable = Int32(clamping: glyphStarts.count)
        item.advanceTable = Int32(clamping: glyphAdvances.count)
        var count: UInt32 = 0
        for word in words {
            let entry = cache.entries[Int(word)]
            for cluster in Int(entry.clusterStart)..<Int(entry.clusterStart) + Int(entry.clusterCount) {
                glyphStarts.append(count + UInt32(cache.firsts[cluster]))
            }
            for glyph in Int(entry.glyphStart)..<Int(entry.glyphStart) + Int(entry.glyphCount) {
                glyphAdvances.append(cache.advances[glyph])
            }
            count += UInt32(entry.glyphCount)
        }
        glyphStarts.append(count)
    }
}
