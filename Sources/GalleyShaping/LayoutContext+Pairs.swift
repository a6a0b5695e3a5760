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
            run.parts.removeAll(keepingCapacity: true)
            run.asked.removeAll(keepingCapacity: true)
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
                let (left, right) = (positions[first], positions[second])
                let distance = left.x_advance &- advance(pair.first)
                if infos[first].codepoint == UInt32(pair.first), infos[second].codepoint == UInt32(pair.second),
                    Int(infos[first].cluster) == offset, Int(infos[second].cluster) == offset + pair.firstLength,
                    left.x_offset | left.y_offset | right.x_offset | right.y_offset == 0, abs(distance) < 8_000
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

    private typealias Character = PairGlyphs.Character
    private typealias Pair = PairGlyphs.Pair

    /// A character of the item.
    private struct Place {
        var offset: Int
        var length: Int
        var character: Character
        var next: Int { offset &+ length }
    }

    /// Writes the item's clusters behind `cursor`. `addPiece` is called with the bytes of characters that join, how many
    /// bytes the character behind them has, and the cursor.
    @inline(__always)
    func run(
        _ cursor: inout RunAssembly.Cursor, _ run: RunAssembly,
        _ addPiece: (Range<Int>, Int, inout RunAssembly.Cursor) -> Bool?
    ) -> Outcome {
        let pairs = glyphs.pairs
        let base = glyphs.page(0)
        var isIncomplete = false
        guard cursor.room > end &- start, var current = place(at: start, base) else { return .impossible }
        // The character before `current`, where it stands alone; where clusters without pieces begin.
        var previous: Place?
        var plainStart = 0
        var isUnsafe = false
        let (starts, units, flags, glyphRow) = (cursor.starts, cursor.units, cursor.flags, cursor.glyphRow)
        var clusters = 0
        var glyphCount = 0
        var x: Int32 = 0
        while true {
            starts[clusters] = UInt32(truncatingIfNeeded: current.offset)
            units[clusters] = x
            flags[clusters] =
                isUnsafe ? current.character.flags.subtracting(.safeToBreakBefore) : current.character.flags
            glyphRow[glyphCount] = current.character.glyph
            clusters &+= 1
            glyphCount &+= 1
            guard current.next < end else {
                x &+= current.character.advance
                break
            }
            guard let following = place(at: current.next, base) else { return .impossible }
            let index = Int(current.character.number) &<< 8 | Int(following.character.number)
            let pair = pairs[index]
            if pair & Pair.known != 0 {
                x &+= current.character.advance &+ Int32(pair &>> 2)
                isUnsafe = pair & Pair.unsafe != 0
            } else if pair != Pair.joined {
                if pair == Pair.unknown { ask(current, following, index, run) }
                isIncomplete = true
                x &+= current.character.advance
                isUnsafe = false
            } else {
                // The piece: from the character before the first that joins to the last one that does.
                clusters &-= 1
                glyphCount &-= 1
                var pieceStart = current
                if let previous {
                    clusters &-= 1
                    glyphCount &-= 1
                    pieceStart = previous
                }
                let firstFlags = flags[clusters]
                x = units[clusters]
                guard let (last, behind) = pieceEnd(following, base, run, &isIncomplete) else { return .impossible }
                if isIncomplete {
                    // It is begun anew in any case: pairs behind it are looked at.
                    guard let behind else { return .incomplete }
                    previous = nil
                    current = behind
                    continue
                }
                if clusters > plainStart {
                    run.parts.append(UInt32(truncatingIfNeeded: clusters &- plainStart) | RunAssembly.plainBit)
                }
                (cursor.clusters, cursor.glyphs, cursor.x) = (clusters, glyphCount, x)
                let pieceCluster = clusters
                guard
                    let isUnsafeBehind = addPiece(pieceStart.offset..<last.next, behind?.length ?? 0, &cursor)
                else { return .impossible }
                (clusters, glyphCount, x) = (cursor.clusters, cursor.glyphs, cursor.x)
                flags[pieceCluster] = firstFlags
                plainStart = clusters
                guard let behind else { break }
                guard cursor.room &- clusters > end &- behind.offset, cursor.room &- glyphCount > end &- behind.offset
                else { return .impossible }
                isUnsafe = isUnsafeBehind
                previous = nil
                current = behind
                continue
            }
            previous = current
            current = following
        }
        if isIncomplete { return .incomplete }
        if clusters > plainStart {
            run.parts.append(UInt32(truncatingIfNeeded: clusters &- plainStart) | RunAssembly.plainBit)
        }
        (cursor.clusters, cursor.glyphs, cursor.x) = (clusters, glyphCount, x)
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
        if character.number &- 1 >= PairGlyphs.unnumbered &- 1 {
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
