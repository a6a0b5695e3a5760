import CGalleyHarfBuzz
import GalleyFonts
import GalleyUnicode

// Text put together of what neighbours do to each other (`PairGlyphs`).
extension LayoutContext {
    /// Puts an item together of pairs, and of cached pieces where characters join. False where that cannot be done, and
    /// what is behind `cursor` means nothing.
    func assemblePairs(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        _ plan: WordPlan, _ glyphs: PairGlyphs, _ run: RunAssembly, _ cursor: inout RunAssembly.Cursor
    ) -> Bool {
        let start = cursor
        // Pairs that are not known yet are noted, asked for all at once, and the item is begun anew.
        for _ in 0..<2 {
            cursor = start
            if !run.parts.isEmpty { run.parts.removeAll(keepingCapacity: true) }
            if !run.asked.isEmpty { run.asked.removeAll(keepingCapacity: true) }
            let walk = PairWalk(item, utf8, glyphs)
            let outcome = walk.run(&cursor, run) { piece, behind, cursor in
                self.addPiece(piece, behind, item, utf8, style, instance, plan, run, &cursor)
            }
            switch outcome {
            case .done: return true
            case .impossible:
                forget(run, glyphs)
                return false
            case .incomplete: learn(item, utf8, style, instance, glyphs, run)
            }
        }
        forget(run, glyphs)
        return false
    }

    /// Adds the glyphs of joined characters, shaped with those of `behind` behind them; whether that character is unsafe
    /// to part from them, or `nil` when it cannot be done.
    private func addPiece(
        _ piece: Range<Int>, _ behind: Int, _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle,
        _ instance: FontInstance, _ plan: WordPlan, _ run: RunAssembly, _ cursor: inout RunAssembly.Cursor
    ) -> Bool? {
        guard piece.count + behind <= ShapingLimits.maximumCachedWord, let base = utf8.baseAddress else { return nil }
        let key = WordCache.Key(
            bytes: UnsafeRawPointer(base + piece.lowerBound), count: piece.count + behind,
            readable: utf8.count - piece.lowerBound, isLast: behind == 0, behind: behind)
        let hash = key.hash
        let place: UInt32
        if let known = plan.cache.find(key, hash: hash) {
            counters.wordCacheHits += 1
            plan.cache.noteHits(1)
            place = known
        } else {
            counters.wordsShaped += 1
            buffer.shape(
                utf8, piece.lowerBound..<piece.upperBound + behind, item: item, style: style, instance: instance)
            let made = buffer.withGlyphs { infos, positions in
                var glyph = 0
                return plan.cache.insert(
                    key, hash: hash, base: piece.lowerBound,
                    WordCache.Source(
                        utf8: utf8, infos: infos, positions: positions, isReversed: item.isRightToLeft,
                        separates: true, behind: nil), &glyph)
            }
            guard case .stored(let stored) = made else { return nil }
            place = stored
        }
        let word = plan.cache.words + Int(place)
        guard cursor.fits(word) else { return nil }
        run.parts.append(place)
        cursor.add(word, at: piece.lowerBound)
        return word.load(as: WordCache.Header.self).isUnsafeBehind
    }

    /// Asks HarfBuzz for the pairs that an item lacks: their characters one behind the other, so that one call serves all
    /// of them.
    private func learn(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        _ glyphs: PairGlyphs, _ run: RunAssembly
    ) {
        var text: ContiguousArray<UInt8> = []
        var asked: ArraySlice<RunAssembly.AskedPair> = run.asked[...]
        while !asked.isEmpty {
            text.removeAll(keepingCapacity: true)
            var taken = 0
            var last: UInt16?
            for pair in asked {
                if glyphs.joins(pair.first, pair.second) {
                    glyphs.pairs[pair.index] = PairGlyphs.Pair.joined
                    if taken == 0 {
                        asked.removeFirst()
                        break
                    }
                    break
                }
                // What joins across two of them would tell nothing of either.
                if let last, glyphs.joins(last, pair.first) || taken == PairWalk.maximumAsked { break }
                text.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[pair.range]))
                taken += 1
                last = pair.second
            }
            guard taken > 0 else { continue }
            text.withUnsafeBufferPointer { text in
                buffer.shape(text, 0..<text.count, item: item, style: style, instance: instance)
                buffer.withGlyphs { glyphs.learn(asked.prefix(taken), $0, $1) }
            }
            asked = asked.dropFirst(taken)
        }
    }

    /// Unmarks what was asked for in vain.
    private func forget(_ run: RunAssembly, _ glyphs: PairGlyphs) {
        for pair in run.asked where glyphs.pairs[pair.index] == PairGlyphs.Pair.asked {
            glyphs.pairs[pair.index] = PairGlyphs.Pair.unknown
        }
    }
}

extension PairGlyphs {
    /// Takes what HarfBuzz made of pairs, two characters each, one pair behind the other.
    fileprivate func learn(
        _ asked: ArraySlice<RunAssembly.AskedPair>, _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ positions: UnsafeBufferPointer<hb_glyph_position_t>
    ) {
        let isReversed = isReversed
        let isWhole = infos.count == 2 * asked.count
        var number = 0
        var offset = 0
        for pair in asked {
            var entry = Pair.joined
            if isWhole {
                let first = isReversed ? infos.count - 1 - number : number
                let second = isReversed ? first - 1 : first + 1
                // What moves the second one is not of this pair: it pairs with what was asked for next.
                let left = positions[first]
                let distance = left.x_advance &- advance(pair.first)
                if infos[first].codepoint == UInt32(pair.first), infos[second].codepoint == UInt32(pair.second),
                    Int(infos[first].cluster) == offset, Int(infos[second].cluster) == offset + pair.firstLength,
                    left.x_offset | left.y_offset == 0, abs(distance) < 8_000
                {
                    entry = Pair.known | Int16(truncatingIfNeeded: distance << 2)
                    if infos[second].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0 { entry |= Pair.unsafe }
                }
            }
            pairs[pair.index] = entry
            number += 2
            offset += pair.range.count
        }
    }
}

extension PairGlyphs.Tables {
    /// Writes an item's clusters behind `cursor`, where all its characters and pairs are known and none join; else false,
    /// and what is behind the cursor means nothing.
    func write(_ item: borrowing TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ cursor: inout RunAssembly.Cursor)
        -> Bool
    {
        let (start, end) = (Int(item.start), Int(item.end))
        guard cursor.room > end &- start, let first = place(at: start, utf8) else { return false }
        var state = PairWalk.State(current: first)
        guard write(&state, cursor, utf8, end: end) else { return false }
        (cursor.clusters, cursor.glyphs, cursor.x) = (state.clusters, state.glyphs, state.x)
        return true
    }

    /// The character at an offset; `nil` for one that does not pair or has not been met.
    @inline(__always)
    private func place(at offset: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> PairWalk.Place? {
        let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
        guard scalar < 0x1_0000, let page = pages[Int(scalar &>> 8)] else { return nil }
        let character = page[Int(scalar & 0xFF)]
        guard character.number &- 1 < PairGlyphs.plain else { return nil }
        return PairWalk.Place(offset: offset, length: length, character: character)
    }

    /// Writes characters as long as their pairs are known: to the last one, or to one that does something else to the next
    /// one; whether that was the last.
    @inline(__always)
    fileprivate func write(
        _ state: inout PairWalk.State, _ cursor: RunAssembly.Cursor, _ utf8: UnsafeBufferPointer<UInt8>, end: Int
    ) -> Bool {
        guard let base = pages[0] else { return false }
        let (starts, units, flags) = (cursor.starts, cursor.units, cursor.flags)
        // A glyph for each cluster from here on.
        let glyphRow = cursor.glyphRow + (state.glyphs &- state.clusters)
        let (pairs, pages) = (pairs, pages)
        let first = state.clusters
        var (clusters, x) = (first, state.x)
        var (offset, length, character) = (state.current.offset, state.current.length, state.current.character)
        var mask: UInt8 = state.isUnsafe ? ~ClusterFlags.safeToBreakBefore.rawValue : 0xFF
        var isDone = false
        while true {
            starts[clusters] = UInt32(truncatingIfNeeded: offset)
            units[clusters] = x
            flags[clusters] = ClusterFlags(rawValue: character.flags.rawValue & mask)
            glyphRow[clusters] = character.glyph
            clusters &+= 1
            let next = offset &+ length
            guard next < end else {
                x &+= character.advance
                isDone = true
                break
            }
            let byte = utf8[next]
            var entry = base + Int(byte)
            var nextLength = 1
            if byte >= 0x80 {
                let decoded = UTF8Decoding.decode(utf8, at: next)
                guard decoded.scalar < 0x1_0000, let page = pages[Int(decoded.scalar &>> 8)] else { break }
                nextLength = decoded.length
                entry = page + Int(decoded.scalar & 0xFF)
            }
            let following = entry.pointee
            let pair = pairs[Int(character.number) &<< 8 | Int(following.number)]
            // Row and column 0 and those of characters without a number have no known pair.
            guard pair & PairGlyphs.Pair.known != 0 else { break }
            x &+= character.advance &+ Int32(pair &>> 2)
            mask = pair & PairGlyphs.Pair.unsafe != 0 ? ~ClusterFlags.safeToBreakBefore.rawValue : 0xFF
            (offset, length, character) = (next, nextLength, following)
        }
        (state.clusters, state.glyphs, state.x) = (clusters, state.glyphs &+ clusters &- first, x)
        state.current = PairWalk.Place(offset: offset, length: length, character: character)
        return isDone
    }
}

/// One walk over an item.
struct PairWalk {
    /// How many pairs are asked for at once.
    static let maximumAsked = 512

    enum Outcome {
        case done
        /// Pairs were missing, and are noted.
        case incomplete
        case impossible
    }

    private let utf8: UnsafeBufferPointer<UInt8>
    private let glyphs: PairGlyphs
    private let start: Int
    private let end: Int

    init(_ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ glyphs: PairGlyphs) {
        self.utf8 = utf8
        self.glyphs = glyphs
        start = Int(item.start)
        end = Int(item.end)
    }

    private typealias Pair = PairGlyphs.Pair

    /// A character of the item.
    fileprivate struct Place {
        var offset: Int
        var length: Int
        var character: PairGlyphs.Character
        var next: Int { offset &+ length }
    }

    /// Where the walk is: the character that comes next, and what is written.
    fileprivate struct State {
        var current: Place
        var clusters = 0
        var glyphs = 0
        var x: Int32 = 0
        /// Whether HarfBuzz calls the place before the character unsafe to break.
        var isUnsafe = false
    }

    /// Writes the item's clusters behind `cursor`. `addPiece` is called with the bytes of characters that join, how many
    /// bytes the character behind them has, and the cursor.
    func run(
        _ cursor: inout RunAssembly.Cursor, _ run: RunAssembly,
        _ addPiece: (Range<Int>, Int, inout RunAssembly.Cursor) -> Bool?
    ) -> Outcome {
        let base = glyphs.page(0)
        guard cursor.room > end &- start, let first = place(at: start, base) else { return .impossible }
        var state = State(current: first)
        var isIncomplete = false
        // Where clusters without pieces begin.
        var plainStart = 0
        walk: while true {
            if glyphs.tables.write(&state, cursor, utf8, end: end) { break walk }
            let current = state.current
            guard let following = place(at: current.next, base) else { return .impossible }
            let index = Int(current.character.number) &<< 8 | Int(following.character.number)
            let pair = glyphs.pairs[index]
            state.isUnsafe = pair & Pair.known != 0 && pair & Pair.unsafe != 0
            guard pair == Pair.joined else {
                if pair & Pair.known == 0 {
                    if pair == Pair.unknown { ask(current, following, index, run) }
                    isIncomplete = true
                }
                state.x &+= current.character.advance &+ (pair & Pair.known != 0 ? Int32(pair &>> 2) : 0)
                state.current = following
                continue
            }
            // The piece: from the character before the first that joins to the last one that does.
            state.clusters &-= 1
            state.glyphs &-= 1
            if state.clusters > plainStart {
                state.clusters &-= 1
                state.glyphs &-= 1
            }
            let pieceStart = Int(cursor.starts[state.clusters])
            let firstFlags = cursor.flags[state.clusters]
            state.x = cursor.units[state.clusters]
            guard let (last, behind) = pieceEnd(following, base, run, &isIncomplete) else { return .impossible }
            if isIncomplete {
                // It is begun anew in any case: pairs behind it are looked at.
                guard let behind else { return .incomplete }
                state.current = behind
                plainStart = state.clusters
                continue
            }
            if state.clusters > plainStart {
                run.parts.append(UInt32(truncatingIfNeeded: state.clusters &- plainStart) | RunAssembly.plainBit)
            }
            (cursor.clusters, cursor.glyphs, cursor.x) = (state.clusters, state.glyphs, state.x)
            guard let isUnsafeBehind = addPiece(pieceStart..<last.next, behind?.length ?? 0, &cursor) else {
                return .impossible
            }
            cursor.flags[state.clusters] = firstFlags
            (state.clusters, state.glyphs, state.x) = (cursor.clusters, cursor.glyphs, cursor.x)
            plainStart = state.clusters
            guard let behind else { break }
            guard cursor.room &- max(state.clusters, state.glyphs) > end &- behind.offset else { return .impossible }
            state.isUnsafe = isUnsafeBehind
            state.current = behind
        }
        if isIncomplete { return .incomplete }
        if state.clusters > plainStart {
            run.parts.append(UInt32(truncatingIfNeeded: state.clusters &- plainStart) | RunAssembly.plainBit)
        }
        (cursor.clusters, cursor.glyphs, cursor.x) = (state.clusters, state.glyphs, state.x)
        return .done
    }

    /// The last character of a piece whose first two joining ones are known to join, `second` being the second of them, and
    /// the one behind it, which joins with nothing; that is shaped with the piece, so what it joins with is part of it.
    /// `nil` where a character does not pair.
    private func pieceEnd(
        _ second: Place, _ base: UnsafeMutablePointer<PairGlyphs.Character>, _ run: RunAssembly,
        _ isIncomplete: inout Bool
    ) -> (last: Place, behind: Place?)? {
        var last = second
        while last.next < end {
            guard let behind = place(at: last.next, base) else { return nil }
            if joins(last, behind, run, &isIncomplete) {
                last = behind
                continue
            }
            guard behind.next < end else { return (last, behind) }
            guard let next = place(at: behind.next, base) else { return nil }
            guard joins(behind, next, run, &isIncomplete) else { return (last, behind) }
            last = next
        }
        return (last, nil)
    }

    private func joins(_ first: Place, _ second: Place, _ run: RunAssembly, _ isIncomplete: inout Bool) -> Bool {
        let index = Int(first.character.number) &<< 8 | Int(second.character.number)
        let pair = glyphs.pairs[index]
        if pair & Pair.known == 0, pair != Pair.joined {
            if pair == Pair.unknown { ask(first, second, index, run) }
            isIncomplete = true
        }
        return pair == Pair.joined
    }

    /// The character at an offset; `nil` for one that does not pair.
    @inline(__always)
    private func place(at offset: Int, _ base: UnsafeMutablePointer<PairGlyphs.Character>) -> Place? {
        let byte = utf8[offset]
        let scalar: UInt32
        let length: Int
        let entry: UnsafeMutablePointer<PairGlyphs.Character>
        if byte < 0x80 {
            (scalar, length) = (UInt32(byte), 1)
            entry = base + Int(byte)
        } else {
            (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            guard scalar < 0x1_0000 else { return nil }
            entry = glyphs.page(Int(scalar &>> 8)) + Int(scalar & 0xFF)
        }
        var character = entry.pointee
        if character.number &- 1 >= PairGlyphs.plain {
            guard character.number != 0, glyphs.number(scalar) else { return nil }
            character = entry.pointee
        }
        return Place(offset: offset, length: length, character: character)
    }

    private func ask(_ first: Place, _ second: Place, _ index: Int, _ run: RunAssembly) {
        glyphs.pairs[index] = Pair.asked
        run.asked.append(
            RunAssembly.AskedPair(
                range: first.offset..<second.next, firstLength: first.length, index: index,
                first: first.character.glyph, second: second.character.glyph))
    }
}
