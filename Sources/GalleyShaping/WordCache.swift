import CGalleyHarfBuzz

/// Shaped words of one plan (face, features, language, script), to be put together again where that is exact.
///
/// A *piece* of an item is a word with the spaces after it; pieces join at the starts of words. Each is shaped once
/// together with the character behind it, and HarfBuzz says whether glyphs on one side of either end would change with
/// other text on the other side (`UNSAFE_TO_CONCAT`). Where that is so for any piece, the plan is given up and its items
/// are shaped whole: the result never depends on the cache. Every ``WordCache/sampleInterval``-th item is shaped whole as
/// well and compared.
///
/// Memory: about 60 bytes a word and 10 a letter; `ShapingLimits.wordCacheBytes` bounds it.
final class WordCache {
    /// How often an item made of cached words is checked against HarfBuzz.
    static let sampleInterval = 512
    /// A plan that has stored so many words and found fewer of them again is not worth it.
    private static let trialWords = 4_096

    /// What a plan is known to be good for.
    enum State { case inUse, givenUp }
    var state = State.inUse

    /// A word's glyphs in the arrays below.
    struct Entry {
        fileprivate var hash: UInt32
        fileprivate var keyStart: UInt32
        fileprivate var keyCount: UInt8
        fileprivate var isLast: Bool
        /// In bytes.
        var length: Int { Int(keyCount) }
        /// Whether each cluster has one glyph.
        var isSimple: Bool
        var clusterStart: UInt32
        var clusterCount: UInt16
        var glyphStart: UInt32
        var glyphCount: UInt16
        /// The advance of all, in font units.
        var advance: Int32
    }

    private(set) var entries: ContiguousArray<Entry> = []
    /// Where clusters start in the piece, in bytes and in font units; their flags; their first glyph in the piece.
    private(set) var starts: ContiguousArray<UInt8> = []
    private(set) var units: ContiguousArray<Int32> = []
    private(set) var flags: ContiguousArray<ClusterFlags> = []
    private(set) var firsts: ContiguousArray<UInt16> = []
    private(set) var glyphs: ContiguousArray<UInt16> = []
    private(set) var advances: ContiguousArray<Int32> = []
    private var keys: ContiguousArray<UInt8> = []
    /// Indices of entries plus 1, by hash; 0 is free.
    private var slots = ContiguousArray<UInt32>(repeating: 0, count: 1_024)
    private var hits = 0
    private var itemCount = 0
    private var wholeItems = 0

    init() {}

    var byteCount: Int { keys.count + entries.count * 40 + starts.count * 8 + glyphs.count * 6 + slots.count * 4 }

    func removeAll() {
        entries.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        units.removeAll(keepingCapacity: true)
        flags.removeAll(keepingCapacity: true)
        firsts.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        advances.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = 0 }
        hits = 0
    }

    /// What became of a word that was to be stored.
    enum Insertion {
        case stored(Int)
        /// Its item is shaped whole: the word has marks that are placed, or does not fit the arrays.
        case unsuitable
        /// Text beyond a space may change it: words of this plan cannot be put together.
        case inexact
    }

    /// Counts an item that had to be shaped whole; where there are many, trying costs more than it gains.
    func noteWholeItem() {
        wholeItems += 1
        if wholeItems > 64, wholeItems * 4 > itemCount { state = .givenUp }
    }

    /// Counts an item; whether it is one to be checked.
    func isSample() -> Bool {
        itemCount += 1
        return itemCount % WordCache.sampleInterval == 1
    }

    // MARK: Words

    @inline(__always)
    static func hash(_ key: UnsafeBufferPointer<UInt8>, isLast: Bool) -> UInt32 {
        var hash: UInt64 = isLast ? 0x1234_5678_9ABC_DEF1 : 0x9E37_79B9_7F4A_7C15
        for byte in key { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return UInt32(truncatingIfNeeded: hash ^ hash >> 29)
    }

    /// The entry of a piece; `nil` when it is new.
    @inline(__always)
    func find(_ key: UnsafeBufferPointer<UInt8>, isLast: Bool, hash: UInt32) -> Int? {
        let mask = slots.count &- 1
        var slot = Int(hash) & mask
        while true {
            let index = Int(slots[slot])
            if index == 0 { return nil }
            let entry = entries[index &- 1]
            if entry.hash == hash, Int(entry.keyCount) == key.count, entry.isLast == isLast {
                let start = Int(entry.keyStart)
                var same = true
                for offset in 0..<key.count where keys[start &+ offset] != key[offset] { same = false }
                if same {
                    hits &+= 1
                    return index &- 1
                }
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// Stores the glyphs of a piece that begins at `base`; those that begin behind it are the character after it.
    func insert(
        _ key: UnsafeBufferPointer<UInt8>, isLast: Bool, hash: UInt32, base: Int,
        _ utf8: UnsafeBufferPointer<UInt8>, _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ positions: UnsafeBufferPointer<hb_glyph_position_t>
    ) -> Insertion {
        let unsafe = HB_GLYPH_FLAG_UNSAFE_TO_CONCAT.rawValue
        guard let first = infos.first, infos.count < 1_024 else { return .unsuitable }
        guard first.mask & unsafe == 0 else { return .inexact }
        var entry = Entry(
            hash: hash, keyStart: UInt32(keys.count), keyCount: UInt8(key.count), isLast: isLast, isSimple: true,
            clusterStart: UInt32(starts.count), clusterCount: 0, glyphStart: UInt32(glyphs.count), glyphCount: 0,
            advance: 0)
        var current = UInt32.max
        var count = 0
        var isSeparate = isLast
        for index in infos.indices {
            let info = infos[index]
            let offset = Int(info.cluster) - base
            if offset >= key.count {
                // What is behind: nothing may look from one to the other.
                guard info.mask & unsafe == 0, offset == key.count else { return undo(entry, .inexact) }
                isSeparate = true
                break
            }
            guard positions[index].x_offset == 0, positions[index].y_offset == 0 else {
                return undo(entry, .unsuitable)
            }
            if info.cluster != current {
                current = info.cluster
                starts.append(UInt8(offset))
                units.append(entry.advance)
                flags.append(ShapedText.flags(info, utf8))
                firsts.append(UInt16(count))
                entry.clusterCount += 1
            } else {
                entry.isSimple = false
            }
            glyphs.append(UInt16(truncatingIfNeeded: info.codepoint))
            advances.append(positions[index].x_advance)
            entry.advance &+= positions[index].x_advance
            count += 1
        }
        guard isSeparate, entry.clusterCount > 0, starts[Int(entry.clusterStart)] == 0 else {
            return undo(entry, .inexact)
        }
        entry.glyphCount = UInt16(count)
        keys.append(contentsOf: key)
        entries.append(entry)
        if entries.count > WordCache.trialWords, hits < entries.count { state = .givenUp }
        if entries.count * 2 > slots.count { grow() } else { place(entries.count) }
        return .stored(entries.count - 1)
    }

    private func undo(_ entry: Entry, _ answer: Insertion) -> Insertion {
        starts.removeSubrange(Int(entry.clusterStart)...)
        units.removeSubrange(Int(entry.clusterStart)...)
        flags.removeSubrange(Int(entry.clusterStart)...)
        firsts.removeSubrange(Int(entry.clusterStart)...)
        glyphs.removeSubrange(Int(entry.glyphStart)...)
        advances.removeSubrange(Int(entry.glyphStart)...)
        return answer
    }

    private func grow() {
        slots = ContiguousArray(repeating: 0, count: slots.count * 4)
        for number in 1...entries.count { place(number) }
    }

    private func place(_ number: Int) {
        let mask = slots.count - 1
        var slot = Int(entries[number - 1].hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(number)
    }
}

/// What words are shaped with: a cache for each.
struct WordPlanKey: Hashable {
    var style: Int32
    var instance: UInt16
    var script: UInt8
}
