import CGalleyHarfBuzz
import GalleyFonts
import GalleyUnicode

/// How items of one plan are put together.
final class WordPlan {
    let cache = WordCache()
    /// What is known of its lookups; only looked for where it is needed.
    let glyphs: PlanGlyphs?
    /// What pairs of neighbours do, where that is all that happens.
    let pairs: PairGlyphs?
    let joining: WordJoining
    /// Whole items.
    let items = ItemCache()

    init(_ joining: WordJoining, _ glyphs: PlanGlyphs?, _ pairs: PairGlyphs?) {
        self.joining = joining
        self.glyphs = glyphs
        self.pairs = pairs
        switch joining {
        case .flags: break
        case .spaces: if glyphs?.spaceSeparates != true { cache.state = .givenUp }
        case .characters: if glyphs == nil { cache.state = .givenUp }
        case .items: cache.state = .givenUp
        }
    }

    /// Puts nothing together any more.
    func giveUpWords() {
        cache.state = .givenUp
        pairs?.isTrusted = false
    }
}

/// Why pieces of a script's text can be put together.
enum WordJoining {
    /// Words between spaces; HarfBuzz's flags say that nothing looks across.
    case flags
    /// Words between spaces, where no lookup sees past a space: letters that join make HarfBuzz's flags say more than is so.
    case spaces
    /// Plain characters, and what stands between them.
    case characters
    /// Syllables and the like: items are shaped whole, and remembered.
    case items
}

extension LayoutContext {
    /// The most that whole items of one plan take, in bytes.
    package var itemCacheBytes: Int { state.pointee.wordPlans.values.map(\.items.byteCount).max() ?? 0 }

    /// How many plans keep words, and how many were given up.
    package var wordPlanCounts: (inUse: Int, givenUp: Int) {
        let plans = state.pointee.wordPlans.values.filter { $0.joining != .items }
        let used = plans.count { $0.cache.state == .inUse }
        return (used, plans.count - used)
    }

    /// The plan that an item belongs to; `nil` where everything is to be shaped anew.
    func wordPlan(_ item: TextItem, _ style: FontStyle, _ instance: FontInstance) -> WordPlan? {
        guard switches.wordCache else { return nil }
        return wordPlan(item, style, instance, item.script.wordJoining(isRightToLeft: item.isRightToLeft))
    }

    /// Whether what HarfBuzz makes of an item depends on nothing but its bytes: it is short, begins with no mark, and no
    /// letter that joins stands beside it.
    func isByItself(_ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        item.range.count <= ShapingLimits.maximumCachedWord && startsPlainly(utf8, Int(item.start))
            && (!item.script.isCursive || isApart(item, utf8))
    }

    /// Shapes an item out of pairs, cached words and plain characters, and appends it. False
    /// when that cannot be done exactly or is of no use, and nothing was appended.
    func shapeWords(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        _ plan: WordPlan, into shaped: inout ShapedText
    ) -> Bool {
        let (run, cache) = (run, plan.cache)
        if cache.byteCount > ShapingLimits.wordCacheBytes { cache.removeAll() }
        run.reserve(bytes: item.range.count)
        var cursor = run.cursor
        if let pairs = plan.pairs, pairs.isTrusted, switches.pairTables,
            assemblePairs(item, utf8, style, instance, plan, pairs, run, &cursor)
        {
            shaped.append(item, run, cursor, cache)
            return true
        }
        guard cache.state == .inUse, plan.joining != .items, startsPlainly(utf8, Int(item.start)),
            plan.joining != .spaces || isApart(item, utf8)
        else { return false }
        run.parts.removeAll(keepingCapacity: true)
        cursor = run.cursor
        let isDone: Bool
        if plan.joining == .characters, let glyphs = plan.glyphs {
            isDone = assemble(item, utf8, style, instance, cache, glyphs, run, &cursor)
        } else {
            isDone = assembleWords(item, utf8, style, instance, plan, run, &cursor)
        }
        guard isDone else { return false }
        shaped.append(item, run, cursor, cache)
        return true
    }

    /// Puts text of one style, Latin letters and common signs (``PlainStringMeasure``), together of cached words: its
    /// clusters are in ``run`` then, and nowhere else. `nil` where that cannot be done exactly, and for one item of many,
    /// which is to be shaped whole and compared.
    func assemblePlain(
        _ utf8: UnsafeBufferPointer<UInt8>, _ script: Script, _ style: FontStyle, _ instance: FontInstance
    ) -> RunAssembly.Cursor? {
        guard switches.wordCache, utf8.count <= ShapingLimits.maximumItemBytes,
            script.wordJoining(isRightToLeft: false) == .flags
        else { return nil }
        let item = TextItem(
            start: 0, end: UInt32(utf8.count), kind: .text, level: 0, isFallback: false, script: script,
            instance: instance.id, fontStyle: 0, scale: 0)
        limitPlans()
        let plan = wordPlan(item, style, instance, .flags)
        guard !plan.cache.isNextSample else { return nil }
        _ = plan.cache.isSample()
        if plan.cache.byteCount > ShapingLimits.wordCacheBytes { plan.cache.removeAll() }
        counters.itemsShaped += 1
        run.reserve(bytes: utf8.count)
        var cursor = run.cursor
        if let pairs = plan.pairs, pairs.isTrusted, switches.pairTables,
            assemblePairs(item, utf8, style, instance, plan, pairs, run, &cursor)
        {
            return cursor
        }
        guard plan.cache.state == .inUse else { return nil }
        run.parts.removeAll(keepingCapacity: true)
        cursor = run.cursor
        return assembleWords(item, utf8, style, instance, plan, run, &cursor) ? cursor : nil
    }

    private func wordPlan(
        _ item: TextItem, _ style: FontStyle, _ instance: FontInstance, _ joining: WordJoining
    ) -> WordPlan {
        let key = WordPlanKey(
            style: style.number, instance: item.instance.rawValue, script: item.script.rawValue,
            isRightToLeft: item.isRightToLeft)
        // Scripts alternate in most paragraphs that have several: a handful is found quicker than hashed.
        for index in state.pointee.recentPlans.indices where state.pointee.recentPlans[index].key == key {
            return state.pointee.recentPlans[index].plan
        }
        if let known = state.pointee.wordPlans[key] {
            rememberRecent(key, known)
            return known
        }
        let plan = makePlan(item, style, instance, joining)
        state.pointee.wordPlans[key] = plan
        rememberRecent(key, plan)
        return plan
    }

    /// Forgets plans where there are too many. Between paragraphs only: what is put together in one refers to them.
    func limitPlans() {
        guard state.pointee.wordPlans.count >= ShapingLimits.maximumKnownPlans else { return }
        state.pointee.wordPlans.removeAll()
        state.pointee.recentPlans.removeAll(keepingCapacity: true)
    }

    private func rememberRecent(_ key: WordPlanKey, _ plan: WordPlan) {
        if state.pointee.recentPlans.count >= 8 { state.pointee.recentPlans.removeAll(keepingCapacity: true) }
        state.pointee.recentPlans.append((key, plan))
    }

    private func makePlan(
        _ item: TextItem, _ style: FontStyle, _ instance: FontInstance, _ joining: WordJoining
    ) -> WordPlan {
        switch joining {
        case .items: return WordPlan(joining, nil, nil)
        case .flags: return WordPlan(joining, nil, pairGlyphs(item, style, instance, plain: nil))
        case .spaces, .characters:
            let glyphs = planGlyphs(item, style, instance)
            // HarfBuzz shapes Hebrew that runs from left to right backwards, unless it is numbers only: what a pair does there
            // depends on the text around it.
            let isBackwards = item.script == .hebrew && !item.isRightToLeft
            let pairs = item.script == .arabic || isBackwards ? nil : pairGlyphs(item, style, instance, plain: glyphs)
            return WordPlan(joining, glyphs, pairs)
        }
    }

    // MARK: Words between spaces

    private func assembleWords(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        _ plan: WordPlan, _ run: RunAssembly, _ cursor: inout RunAssembly.Cursor
    ) -> Bool {
        guard let base = utf8.baseAddress else { return false }
        let cache = plan.cache
        let end = Int(item.end)
        var hits = 0
        var parts = run.parts
        run.parts = []
        defer {
            run.parts = parts
            // Whatever ends this: what was missing here is nothing to the next item.
            run.missing.removeAll(keepingCapacity: true)
            counters.wordCacheHits += hits
            cache.noteHits(hits)
        }
        var offset = Int(item.start)
        while offset < end {
            let next = LayoutContext.wordEnd(base, offset, end)
            guard next &- offset <= ShapingLimits.maximumCachedWord else { return false }
            let key = WordCache.Key(
                bytes: UnsafeRawPointer(base + offset), count: next &- offset, readable: utf8.count &- offset,
                isLast: next == end)
            let hash = key.hash
            if let found = cache.find(key, hash: hash) {
                parts.append(found)
                hits &+= 1
            } else {
                // The word before may be one that is known, which says nothing of what follows it here.
                guard startsPlainly(utf8, offset), key.isLast || startsPlainly(utf8, next),
                    beginsWord(utf8, offset, plan)
                else {
                    cache.noteWholeItem()
                    return false
                }
                run.missing.append(RunAssembly.Missing(range: offset..<next, part: parts.count, hash: hash))
                parts.append(0)
            }
            offset = next
        }
        if !run.missing.isEmpty {
            guard makeWords(item, utf8, style, instance, plan, run, &parts) else {
                cache.noteWholeItem()
                return false
            }
        }
        let words = cache.words
        offset = Int(item.start)
        for part in parts {
            let word = words + Int(part)
            guard cursor.fits(word) else { return false }
            cursor.add(word, at: offset)
            offset &+= Int(word.load(as: WordCache.Header.self).keyCount)
        }
        return true
    }

    /// Shapes the pieces of an item that the cache lacks, all at once, one behind the other: each call of HarfBuzz costs as
    /// much as twenty letters. `false` when one of them cannot be stored.
    private func makeWords(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        _ plan: WordPlan, _ run: RunAssembly, _ parts: inout ContiguousArray<UInt32>
    ) -> Bool {
        run.text.removeAll(keepingCapacity: true)
        var behind = 0
        for missing in run.missing {
            run.text.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[missing.range]))
            behind = missing.range.upperBound
        }
        // The last one, too, is seen with what is behind it.
        if behind < Int(item.end) {
            let length = UTF8Decoding.decode(utf8, at: behind).length
            run.text.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[behind..<behind + length]))
        }
        let cache = plan.cache
        return run.text.withUnsafeBufferPointer { text in
            buffer.shape(
                text, 0..<text.count, item: item, style: style, instance: instance, tellsConcatenation: true)
            return buffer.withGlyphs { infos, positions in
                guard let bytes = text.baseAddress else { return false }
                let source = WordCache.Source(
                    utf8: text, infos: infos, positions: positions, isReversed: item.isRightToLeft,
                    separates: plan.joining == .spaces, behind: nil,
                    mayPlace: plan.joining == .spaces && plan.glyphs?.spaceAttaches == false)
                var glyph = 0
                var base = 0
                for missing in run.missing {
                    let key = WordCache.Key(
                        bytes: UnsafeRawPointer(bytes + base), count: missing.range.count,
                        readable: text.count - base, isLast: missing.range.upperBound == Int(item.end))
                    if let found = cache.find(key, hash: missing.hash) {
                        // It is in the item twice.
                        counters.wordCacheHits += 1
                        parts[missing.part] = found
                        source.skip(to: base + key.count, &glyph)
                    } else {
                        counters.wordsShaped += 1
                        switch cache.insert(key, hash: missing.hash, base: base, source, &glyph) {
                        case .stored(let place): parts[missing.part] = place
                        case .inexact:
                            cache.state = .givenUp
                            return false
                        case .unsuitable: return false
                        }
                    }
                    base += key.count
                }
                return true
            }
        }
    }

    /// The end of the word that begins at `offset`, with the spaces after it.
    @inline(__always)
    private static func wordEnd(_ base: UnsafePointer<UInt8>, _ offset: Int, _ end: Int) -> Int {
        var next = offset
        let bytes = UnsafeRawPointer(base)
        let ones: UInt64 = 0x0101_0101_0101_0101
        search: do {
            while next &+ 8 <= end {
                // The lowest byte that is zero sets its high bit.
                let chunk = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
                let other = chunk ^ (ones &* 0x20)
                let zero = (other &- ones) & ~other & (ones &* 0x80)
                if zero != 0 {
                    next &+= zero.trailingZeroBitCount / 8
                    break search
                }
                next &+= 8
            }
            while next < end, base[next] != 0x20 { next &+= 1 }
        }
        while next < end, base[next] == 0x20 { next &+= 1 }
        return next
    }

    /// Shapes and stores a piece; `nil` when that is not possible.
    private func makeWord(
        _ key: WordCache.Key, _ hash: UInt32, _ offset: Int, _ utf8: UnsafeBufferPointer<UInt8>, _ item: TextItem,
        _ style: FontStyle, _ instance: FontInstance, _ cache: WordCache, separates: Bool,
        _ plain: PlanGlyphs.Glyph?
    ) -> UInt32? {
        counters.wordsShaped += 1
        let next = offset + key.count
        // A plain character that the piece does not have itself must be seen behind it.
        let behind = key.isLast ? next : next + UTF8Decoding.decode(utf8, at: next).length
        buffer.shape(
            utf8, offset..<behind, item: item, style: style, instance: instance, tellsConcatenation: true)
        let made = buffer.withGlyphs { infos, positions in
            var glyph = 0
            return cache.insert(
                key, hash: hash, base: offset,
                WordCache.Source(
                    utf8: utf8, infos: infos, positions: positions, isReversed: item.isRightToLeft,
                    separates: separates, behind: plain), &glyph)
        }
        if case .stored(let place) = made { return place }
        if case .inexact = made { cache.state = .givenUp }
        return nil
    }

    // MARK: Plain characters

    /// Puts an item together of plain characters and cached pieces between them.
    private func assemble(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        _ cache: WordCache, _ glyphs: PlanGlyphs, _ run: RunAssembly, _ cursor: inout RunAssembly.Cursor
    ) -> Bool {
        guard let base = utf8.baseAddress else { return false }
        let end = Int(item.end)
        // Kept apart while the item is put together: each look at a class's property is checked for exclusivity.
        var parts = run.parts
        run.parts = []
        var hits = 0
        defer {
            run.parts = parts
            counters.wordCacheHits += hits
            cache.noteHits(hits)
        }
        var page = -1
        var entries = glyphs.page(0)
        /// The character at `offset` and what is known of it.
        @inline(__always)
        func look(_ offset: Int) -> (glyph: PlanGlyphs.Glyph, length: Int) {
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            guard scalar < 0x1_0000 else {
                return (PlanGlyphs.Glyph(advance: 0, glyph: 0, flags: [], isPlain: false), length)
            }
            let high = Int(scalar &>> 8)
            if high != page {
                page = high
                entries = glyphs.page(high)
            }
            return (entries[Int(scalar & 0xFF)], length)
        }
        var offset = Int(item.start)
        while offset < end {
            let first = cursor.clusters
            guard cursor.room &- cursor.glyphs > end &- offset else { return false }
            var (found, length) = look(offset)
            while found.isPlain {
                cursor.add(found, at: offset)
                offset &+= length
                if offset >= end { break }
                (found, length) = look(offset)
            }
            if cursor.clusters > first {
                parts.append(UInt32(truncatingIfNeeded: cursor.clusters &- first) | RunAssembly.plainBit)
            }
            guard offset < end else { break }
            // What is not plain goes on to the next plain character.
            guard glyphs.separates, beginsPiece(utf8, offset, glyphs) else { return false }
            var next = offset
            while !found.isPlain {
                next &+= length
                if next >= end { break }
                (found, length) = look(next)
            }
            guard next &- offset <= ShapingLimits.maximumCachedWord else { return false }
            let key = WordCache.Key(
                bytes: UnsafeRawPointer(base + offset), count: next &- offset, readable: utf8.count &- offset,
                isLast: next >= end)
            let hash = key.hash
            var place: UInt32
            if let known = cache.find(key, hash: hash) {
                place = known
                hits &+= 1
            } else {
                guard
                    let made = makeWord(
                        key, hash, offset, utf8, item, style, instance, cache, separates: true, next < end ? found : nil
                    )
                else {
                    cache.noteWholeItem()
                    return false
                }
                place = made
            }
            guard cursor.fits(cache.words + Int(place)) else { return false }
            parts.append(place)
            cursor.add(cache.words + Int(place), at: offset)
            offset = next
        }
        return true
    }

    /// Whether HarfBuzz would not join the character at `offset` with the one before: marks, ignorables, and letters that
    /// make one syllable.
    private func beginsPiece(_ utf8: UnsafeBufferPointer<UInt8>, _ offset: Int, _ glyphs: PlanGlyphs) -> Bool {
        if utf8[offset] < 0x80 { return true }
        let scalar = UTF8Decoding.decode(utf8, at: offset).scalar
        return glyphs.mayBegin(scalar) && UnicodeProperties.graphemeBreakClass(scalar) == .other
            && !UnicodeProperties.isMark(scalar)
            && !UnicodeProperties.isDefaultIgnorable(scalar)
    }

    /// Whether a word begins with an ordinary character: a mark would join the space before it, and looks different at the
    /// start of a text.
    func startsPlainly(_ utf8: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        if utf8[offset] < 0x80 { return true }
        let scalar = UTF8Decoding.decode(utf8, at: offset).scalar
        return !UnicodeProperties.isMark(scalar) && !UnicodeProperties.isDefaultIgnorable(scalar)
    }

    /// Whether no lookup takes the first character of a word for a mark of the space before it.
    private func beginsWord(_ utf8: UnsafeBufferPointer<UInt8>, _ offset: Int, _ plan: WordPlan) -> Bool {
        guard plan.joining == .spaces, let glyphs = plan.glyphs else { return true }
        return glyphs.mayBegin(UTF8Decoding.decode(utf8, at: offset).scalar)
    }

    /// Whether no letter at an item's ends could join with one beside it, where HarfBuzz looks too: nothing of ASCII does.
    private func isApart(_ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let (start, end) = (Int(item.start), Int(item.end))
        return (start == 0 || utf8[start - 1] < 0x80 || utf8[start] < 0x80)
            && (end == utf8.count || utf8[end] < 0x80 || utf8[end - 1] < 0x80)
    }

    // MARK: Samples

    /// Checks the last item of `shaped`, made of words or remembered, against HarfBuzz; `false` when it differs.
    func agrees(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        _ shaped: ShapedText
    ) -> Bool {
        buffer.shape(utf8, item.range, item: item, style: style, instance: instance)
        var whole = ShapedText()
        buffer.withGlyphs { whole.append(item, utf8, $0, $1) }
        let same = shaped.hasLastItem(of: whole)
        if !same { counters.wordCacheMismatches += 1 }
        return same
    }
}

extension Script {
    /// How text of a script is put together.
    fileprivate func wordJoining(isRightToLeft: Bool) -> WordJoining {
        switch self {
        // Shaped by HarfBuzz's default shaper, which does nothing beside lookups across a space.
        case .latin, .greek, .cyrillic, .armenian, .georgian, .ethiopic, .common: isRightToLeft ? .items : .flags
        case .arabic, .hebrew: .spaces
        case .han, .hiragana, .katakana, .bopomofo, .hangul: isRightToLeft ? .items : .characters
        default: .items
        }
    }
}
