import CGalleyHarfBuzz

/// Shaped words of one plan (face, features, language, script, direction), to be put together again where that is exact.
///
/// A *piece* of an item is a word with the spaces after it, or what stands between plain characters (``PlanGlyphs``).
/// Pieces are exact for one of two reasons:
///
/// - A plain character ends each: no lookup sees past it.
/// - Each is shaped once together with what is behind it, and HarfBuzz says whether glyphs on one side of either end
///   would change with other text on the other side (`UNSAFE_TO_CONCAT`).
///
/// Where a piece turns out otherwise the plan is given up and its items are shaped whole: the result never depends on the
/// cache. Every ``WordCache/sampleInterval``-th item is shaped whole as well and compared.
///
/// Memory: one block of words, each behind its ``Header``: the piece's bytes, then for its clusters where they start in
/// font units, their glyphs, flags, and where they start in bytes; each row filled up to eight entries, so that rows are
/// compared and copied in steps of eight. About 90 bytes a word of six letters; `ShapingLimits.wordCacheBytes` bounds it.
final class WordCache {
    /// How often an item made of cached words is checked against HarfBuzz.
    static let sampleInterval = 512
    /// A plan that has stored so many words and found fewer than half as many again is not worth it: those that are new are
    /// shaped together, at little more than the item would cost.
    private static let trialWords = 4_096

    /// What a plan is known to be good for.
    enum State { case inUse, givenUp }

    /// What stands before a word's rows.
    struct Header {
        var keyCount: UInt8
        /// No plain character and no space ends it: the item does.
        var isLast: Bool
        /// Whether each cluster has one glyph.
        var isSimple: Bool
        var clusterCount: UInt16
        var glyphCount: UInt16
        /// The advance of all, in font units.
        var advance: Int32
        /// See ``Key/behind``, and 1 more where there is one; and whether HarfBuzz calls the place before that unsafe to
        /// break.
        var behind: UInt8
        var isUnsafeBehind = false
        /// Whether some glyph is not drawn in its place.
        var hasOffsets = false

        static let size = 16
        @inline(__always) var keySize: Int { (Int(keyCount) &+ 7) & ~7 }
        @inline(__always) private var rows: Int { (Int(clusterCount) &+ 7) & ~7 }
        @inline(__always) private var glyphRows: Int { (Int(glyphCount) &+ 7) & ~7 }
        /// Where each row begins, from the header's start.
        @inline(__always) var units: Int { Header.size &+ keySize }
        @inline(__always) var flags: Int { units &+ 4 &* rows }
        @inline(__always) var starts: Int { flags &+ rows }
        @inline(__always) var glyphs: Int { starts &+ rows }
        /// The first glyph of each cluster and each glyph's advance, for a word that is not simple.
        @inline(__always) var firsts: Int { glyphs &+ 2 &* glyphRows }
        @inline(__always) var advances: Int { firsts &+ 2 &* rows }
        /// Where each glyph is drawn from its place, for a word that has such glyphs.
        @inline(__always) var offsets: Int { isSimple ? firsts : advances &+ 4 &* glyphRows }
        @inline(__always) var size: Int { hasOffsets ? offsets &+ 8 &* glyphRows : offsets }
    }

    /// A word by its hash: where it is in the block, in units of eight bytes, plus 1; 0 is free.
    fileprivate struct Slot {
        var hash: UInt32 = 0
        var place: UInt32 = 0
    }

    /// What changes, in memory of its own (as `LayoutContext/state`): made in `init`, freed in `deinit`.
    fileprivate let fields: UnsafeMutablePointer<Fields>

    fileprivate struct Fields {
        var state = State.inUse
        var block: UnsafeMutableRawPointer
        var capacity: Int
        var used = 0
        var slots: UnsafeMutablePointer<Slot>
        var slotCount: Int
        var entryCount = 0
        var hits = 0
        var itemCount = 0
        var wholeItems = 0
    }

    var state: State {
        get { fields.pointee.state }
        set { fields.pointee.state = newValue }
    }

    init() {
        let (capacity, slotCount) = (1 << 14, 1_024)
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
        slots.initialize(repeating: Slot(), count: slotCount)
        fields = .allocate(capacity: 1)
        fields.initialize(
            to: Fields(
                block: .allocate(byteCount: capacity, alignment: 16), capacity: capacity, slots: slots,
                slotCount: slotCount))
    }

    deinit {
        fields.pointee.block.deallocate()
        fields.pointee.slots.deallocate()
        fields.deallocate()
    }

    var byteCount: Int { fields.pointee.used + fields.pointee.slotCount * 8 }

    func removeAll() {
        fields.pointee.used = 0
        fields.pointee.entryCount = 0
        fields.pointee.hits = 0
        fields.pointee.slots.update(repeating: Slot(), count: fields.pointee.slotCount)
    }

    /// The words' memory; valid until the next insertion.
    var words: UnsafeRawPointer { UnsafeRawPointer(fields.pointee.block) }

    /// What became of a word that was to be stored.
    enum Insertion {
        /// Where it is in ``words``.
        case stored(UInt32)
        /// Its item is shaped whole: the word has marks that are placed where that is not kept, or does not fit the rows.
        case unsuitable
        /// Text beyond its ends may change it: words of this plan cannot be put together.
        case inexact
    }

    /// Counts an item that had to be shaped whole; where there are many, trying costs more than it gains.
    func noteWholeItem() {
        fields.pointee.wholeItems += 1
        if fields.pointee.wholeItems > 64, fields.pointee.wholeItems * 4 > fields.pointee.itemCount {
            state = .givenUp
        }
    }

    /// Counts an item; whether it is one to be checked.
    func isSample() -> Bool {
        fields.pointee.itemCount += 1
        return fields.pointee.itemCount % WordCache.sampleInterval == 1
    }

    /// Whether the item to come is one to be checked.
    var isNextSample: Bool { (fields.pointee.itemCount + 1) % WordCache.sampleInterval == 1 }

    func noteHits(_ count: Int) { fields.pointee.hits += count }

    /// The count of items for loops: a pointer alone. Valid while the cache is.
    struct ItemCount {
        fileprivate let fields: UnsafeMutablePointer<Fields>

        /// Counts an item, unless it is one to be checked: false then, and it is not counted.
        @inline(__always)
        func add() -> Bool {
            guard fields.pointee.itemCount % WordCache.sampleInterval != 0 else { return false }
            fields.pointee.itemCount &+= 1
            return true
        }

        /// Takes back what ``add()`` counted.
        func remove() { fields.pointee.itemCount &-= 1 }
    }
    var counted: ItemCount { ItemCount(fields: fields) }

    // MARK: Words

    /// A piece of text to be looked up.
    struct Key {
        let bytes: UnsafeRawPointer
        let count: Int
        /// How many bytes may be read from `bytes` on: those behind the piece are masked.
        let readable: Int
        let isLast: Bool
        /// For a piece that is shaped with the character behind it, how many of its bytes are that one's; 0 for the last of
        /// an item. `nil` for a word.
        var behind: Int?

        fileprivate var behindByte: UInt8 { behind.map { UInt8(truncatingIfNeeded: $0 &+ 1) } ?? 0 }

        /// Eight bytes of the piece from `offset` on, filled up with zeros.
        @inline(__always)
        func chunk(_ offset: Int) -> UInt64 {
            let left = count &- offset
            if offset &+ 8 <= readable {
                let chunk = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                return left >= 8 ? chunk : chunk & ((1 &<< UInt64(truncatingIfNeeded: 8 &* left)) &- 1)
            }
            var chunk: UInt64 = 0
            for index in 0..<min(8, left) {
                let byte = bytes.load(fromByteOffset: offset &+ index, as: UInt8.self)
                chunk |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 8 &* index)
            }
            return chunk
        }

        var hash: UInt32 {
            @inline(__always) get {
                var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: count) &* 2 &+ (isLast ? 1 : 0)
                hash ^= UInt64(behindByte) &<< 40
                var offset = 0
                while offset < count {
                    hash = (hash ^ chunk(offset)) &* 0xD6E8_FEB8_6659_FD93
                    hash ^= hash &>> 32
                    offset &+= 8
                }
                return UInt32(truncatingIfNeeded: hash)
            }
        }
    }

    /// The hash of a word on its own.
    static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard let start = word.baseAddress else { return 0 }
        return Key(bytes: UnsafeRawPointer(start), count: word.count, readable: word.count, isLast: false).hash
    }

    /// Where a piece is in ``words``; `nil` when it is new.
    @inline(__always)
    func find(_ key: Key, hash: UInt32) -> UInt32? {
        let (slots, words) = (fields.pointee.slots, words)
        let mask = fields.pointee.slotCount &- 1
        let behind = key.behindByte
        var slot = Int(hash) & mask
        while true {
            let found = slots[slot]
            if found.place == 0 { return nil }
            if found.hash == hash {
                let place = (found.place &- 1) &* 8
                let word = words + Int(place)
                let header = word.load(as: Header.self)
                if Int(header.keyCount) == key.count, header.isLast == key.isLast, header.behind == behind {
                    var offset = 0
                    var different: UInt64 = 0
                    while offset < key.count {
                        let stored = word.load(fromByteOffset: Header.size &+ offset, as: UInt64.self)
                        different |= UInt64(littleEndian: stored) ^ key.chunk(offset)
                        offset &+= 8
                    }
                    if different == 0 { return place }
                }
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// The shaped text that a piece is taken from.
    struct Source {
        let utf8: UnsafeBufferPointer<UInt8>
        let infos: UnsafeBufferPointer<hb_glyph_info_t>
        let positions: UnsafeBufferPointer<hb_glyph_position_t>
        let isReversed: Bool
        /// A plain character ends each piece; without that HarfBuzz's flags must allow it.
        let separates: Bool
        /// The plain character behind the piece, where that is what ends it.
        let behind: PlanGlyphs.Glyph?
        /// Whether marks of a piece may be placed: on nothing beyond its ends.
        var mayPlace = false

        /// Moves `glyph`, in logical order, to the first one that begins at the byte `offset` or behind it.
        func skip(to offset: Int, _ glyph: inout Int) {
            while glyph < infos.count, Int(infos[isReversed ? infos.count - 1 - glyph : glyph].cluster) < offset {
                glyph += 1
            }
        }
    }

    /// Stores the glyphs of a piece that begins at byte `base` of `source`, whose glyphs begin at the `glyph`-th in logical
    /// order; `glyph` becomes the first one behind it.
    func insert(_ key: Key, hash: UInt32, base: Int, _ source: Source, _ glyph: inout Int) -> Insertion {
        let unsafe = HB_GLYPH_FLAG_UNSAFE_TO_CONCAT.rawValue
        let count = source.infos.count
        /// The place of the `number`-th glyph in logical order of clusters. Inside a cluster of right-to-left text the
        /// order is turned back below.
        func at(_ number: Int) -> Int { source.isReversed ? count - 1 - number : number }
        let first = glyph
        guard first < count, Int(source.infos[at(first)].cluster) == base else { return .inexact }
        if !source.separates, source.infos[at(first)].mask & unsafe != 0 { return .inexact }
        var header = Header(
            keyCount: UInt8(key.count), isLast: key.isLast, isSimple: true, clusterCount: 0,
            glyphCount: 0, advance: 0, behind: key.behindByte)
        let end = base + key.count - (key.behind ?? 0)
        var last = first
        var current = UInt32.max
        while last < count {
            let info = source.infos[at(last)]
            let position = source.positions[at(last)]
            if Int(info.cluster) >= end {
                // What is behind: nothing may look from one to the other.
                guard Int(info.cluster) == end else { return .inexact }
                header.isUnsafeBehind = info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
                if !source.separates, info.mask & unsafe != 0 { return .inexact }
                if let plain = source.behind, !isUnchanged(plain, info, position) { return .inexact }
                break
            }
            if position.x_offset != 0 || position.y_offset != 0 {
                guard source.mayPlace else { return .unsuitable }
                header.hasOffsets = true
            }
            guard last - first < 1_024 else { return .unsuitable }
            if info.cluster != current {
                header.clusterCount += 1
                current = info.cluster
            } else {
                header.isSimple = false
            }
            header.advance &+= position.x_advance
            last += 1
        }
        if last == count, !key.isLast, !source.separates { return .inexact }
        header.glyphCount = UInt16(last - first)

        reserve(header.size)
        let used = fields.pointee.used
        let word = fields.pointee.block + used
        word.initializeMemory(as: UInt8.self, repeating: 0, count: header.size)
        word.storeBytes(of: header, as: Header.self)
        (word + Header.size).copyMemory(from: key.bytes, byteCount: key.count)
        fill(word, header, first, base, source)
        let stored = UInt32(truncatingIfNeeded: used)
        fields.pointee.used += header.size
        fields.pointee.entryCount += 1
        let entryCount = fields.pointee.entryCount
        if entryCount > WordCache.trialWords, fields.pointee.hits * 2 < entryCount { state = .givenUp }
        if entryCount * 2 > fields.pointee.slotCount { grow() }
        place(hash, stored)
        glyph = last
        return .stored(stored)
    }

    /// Whether the plain character behind a piece is as it is alone.
    private func isUnchanged(
        _ plain: PlanGlyphs.Glyph, _ info: hb_glyph_info_t, _ position: hb_glyph_position_t
    ) -> Bool {
        info.codepoint == UInt32(plain.glyph) && position.x_advance == plain.advance && position.x_offset == 0
            && position.y_offset == 0 && info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue == 0
    }

    private func fill(
        _ word: UnsafeMutableRawPointer, _ header: Header, _ first: Int, _ base: Int, _ source: Source
    ) {
        var x: Int32 = 0
        var cluster = 0
        var number = 0
        let count = Int(header.glyphCount)
        while number < count {
            // One cluster; its glyphs stand in visual order.
            let visual = source.isReversed ? source.infos.count - 1 - first - number : first + number
            let info = source.infos[visual]
            var end = number + 1
            func at(_ number: Int) -> Int {
                source.isReversed ? source.infos.count - 1 - first - number : first + number
            }
            while end < count, source.infos[at(end)].cluster == info.cluster { end += 1 }
            word.storeBytes(of: x, toByteOffset: header.units + 4 * cluster, as: Int32.self)
            let flags = ShapedText.flags(source.infos[source.isReversed ? at(end - 1) : visual], source.utf8)
            word.storeBytes(of: flags.rawValue, toByteOffset: header.flags + cluster, as: UInt8.self)
            word.storeBytes(
                of: UInt8(truncatingIfNeeded: Int(info.cluster) - base), toByteOffset: header.starts + cluster,
                as: UInt8.self)
            if !header.isSimple {
                word.storeBytes(
                    of: UInt16(number), toByteOffset: header.firsts + 2 * cluster, as: UInt16.self)
            }
            for index in number..<end {
                let place = source.isReversed ? at(end - 1 - (index - number)) : at(index)
                word.storeBytes(
                    of: UInt16(truncatingIfNeeded: source.infos[place].codepoint),
                    toByteOffset: header.glyphs + 2 * index, as: UInt16.self)
                if !header.isSimple {
                    word.storeBytes(
                        of: source.positions[place].x_advance, toByteOffset: header.advances + 4 * index,
                        as: Int32.self)
                }
                if header.hasOffsets {
                    let offset = GlyphOffset(
                        x: source.positions[place].x_offset, y: source.positions[place].y_offset)
                    word.storeBytes(of: offset, toByteOffset: header.offsets + 8 * index, as: GlyphOffset.self)
                }
                x &+= source.positions[place].x_advance
            }
            cluster += 1
            number = end
        }
    }

    /// Makes room for so many bytes.
    private func reserve(_ count: Int) {
        let needed = fields.pointee.used + count
        guard needed > fields.pointee.capacity else { return }
        fields.pointee.capacity = max(fields.pointee.capacity * 2, needed)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: fields.pointee.capacity, alignment: 16)
        larger.copyMemory(from: fields.pointee.block, byteCount: fields.pointee.used)
        fields.pointee.block.deallocate()
        fields.pointee.block = larger
    }

    private func grow() {
        let (old, oldCount) = (fields.pointee.slots, fields.pointee.slotCount)
        let count = oldCount * 4
        fields.pointee.slotCount = count
        fields.pointee.slots = .allocate(capacity: count)
        fields.pointee.slots.initialize(repeating: Slot(), count: count)
        for index in 0..<oldCount where old[index].place != 0 {
            place(old[index].hash, (old[index].place - 1) * 8)
        }
        old.deallocate()
    }

    private func place(_ hash: UInt32, _ word: UInt32) {
        let slots = fields.pointee.slots
        let mask = fields.pointee.slotCount - 1
        var slot = Int(hash) & mask
        while slots[slot].place != 0 { slot = (slot + 1) & mask }
        slots[slot] = Slot(hash: hash, place: word / 8 + 1)
    }
}

/// What words are shaped with: a cache for each.
struct WordPlanKey: Hashable {
    var style: Int32
    var instance: UInt16
    var script: UInt8
    var isRightToLeft: Bool
}
