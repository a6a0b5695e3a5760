import GalleyUnicode

/// Clusters of an item while it is put together of pairs, cached words and plain characters: rows as a `ShapedText` takes
/// them, in memory that is kept between items. Rows are written in steps of eight entries, so there is room for some more.
final class RunAssembly {
    /// The rows, in memory of its own (as `LayoutContext`'s).
    private let rows: UnsafeMutablePointer<Rows>

    private struct Rows {
        var starts: UnsafeMutablePointer<UInt32>
        var units: UnsafeMutablePointer<Int32>
        var flags: UnsafeMutablePointer<ClusterFlags>
        var glyphs: UnsafeMutablePointer<UInt16>
        /// How many clusters and glyphs there is room for.
        var capacity: Int
        /// Where a cluster has several glyphs: the first glyph of each cluster and the advance of each glyph.
        var firsts: ContiguousArray<UInt32> = []
        var advances: ContiguousArray<Int32> = []
        /// Where some glyph is not drawn in its place: where each is.
        var offsets: ContiguousArray<GlyphOffset> = []
        var parts: ContiguousArray<UInt32> = []
        var missing: ContiguousArray<Missing> = []
        var text: ContiguousArray<UInt8> = []
        var asked: ContiguousArray<AskedPair> = []

        init(capacity: Int) {
            starts = .allocate(capacity: capacity)
            units = .allocate(capacity: capacity)
            flags = .allocate(capacity: capacity)
            glyphs = .allocate(capacity: capacity)
            self.capacity = capacity
        }

        func deallocate() {
            starts.deallocate()
            units.deallocate()
            flags.deallocate()
            glyphs.deallocate()
        }
    }

    fileprivate var firsts: ContiguousArray<UInt32> {
        _read { yield rows.pointee.firsts }
        _modify { yield &rows.pointee.firsts }
    }
    fileprivate var advances: ContiguousArray<Int32> {
        _read { yield rows.pointee.advances }
        _modify { yield &rows.pointee.advances }
    }
    fileprivate var offsets: ContiguousArray<GlyphOffset> {
        _read { yield rows.pointee.offsets }
        _modify { yield &rows.pointee.offsets }
    }

    /// What the item is made of: places in the cache's words, or a count of plain characters with ``plainBit``.
    var parts: ContiguousArray<UInt32> {
        _read { yield rows.pointee.parts }
        _modify { yield &rows.pointee.parts }
    }
    static let plainBit: UInt32 = 0x8000_0000

    /// A piece that the cache lacks: its bytes, its place in ``parts``, its hash.
    struct Missing {
        var range: Range<Int>
        var part: Int
        var hash: UInt32
    }
    var missing: ContiguousArray<Missing> {
        _read { yield rows.pointee.missing }
        _modify { yield &rows.pointee.missing }
    }

    /// Two characters of which `PairGlyphs` does not know what they do to each other.
    struct AskedPair {
        var range: Range<Int>
        /// How many bytes the first one has.
        var firstLength: Int
        /// Its place in `PairGlyphs.pairs`.
        var index: Int
        var first: UInt16
        var second: UInt16
    }
    var asked: ContiguousArray<AskedPair> {
        _read { yield rows.pointee.asked }
        _modify { yield &rows.pointee.asked }
    }
    /// The missing pieces one behind the other.
    var text: ContiguousArray<UInt8> {
        _read { yield rows.pointee.text }
        _modify { yield &rows.pointee.text }
    }

    init() {
        rows = .allocate(capacity: 1)
        rows.initialize(to: Rows(capacity: 512))
    }

    deinit {
        rows.pointee.deallocate()
        rows.deinitialize(count: 1)
        rows.deallocate()
    }

    /// Makes room for the clusters of so many bytes.
    @inline(__always)
    func reserve(bytes: Int) {
        let needed = bytes &+ 64
        if needed > rows.pointee.capacity { grow(needed) }
    }

    private func grow(_ needed: Int) {
        let larger = Rows(capacity: max(needed, rows.pointee.capacity * 2))
        rows.pointee.deallocate()
        rows.pointee.starts = larger.starts
        rows.pointee.units = larger.units
        rows.pointee.flags = larger.flags
        rows.pointee.glyphs = larger.glyphs
        rows.pointee.capacity = larger.capacity
    }

    /// Where the clusters of the next item are written.
    var cursor: Cursor {
        Cursor(
            room: rows.pointee.capacity &- 16, starts: rows.pointee.starts, units: rows.pointee.units,
            flags: rows.pointee.flags, glyphRow: rows.pointee.glyphs)
    }

    /// Where the next cluster is written.
    struct Cursor {
        var clusters = 0
        var glyphs = 0
        /// In font units, from the item's start.
        var x: Int32 = 0
        var isSimple = true
        var hasOffsets = false
        /// How many clusters and glyphs may be written.
        let room: Int
        let starts: UnsafeMutablePointer<UInt32>
        let units: UnsafeMutablePointer<Int32>
        let flags: UnsafeMutablePointer<ClusterFlags>
        let glyphRow: UnsafeMutablePointer<UInt16>

        fileprivate init(
            room: Int, starts: UnsafeMutablePointer<UInt32>, units: UnsafeMutablePointer<Int32>,
            flags: UnsafeMutablePointer<ClusterFlags>, glyphRow: UnsafeMutablePointer<UInt16>
        ) {
            self.room = room
            self.starts = starts
            self.units = units
            self.flags = flags
            self.glyphRow = glyphRow
        }

        /// Whether there is room for a cached word.
        @inline(__always)
        func fits(_ word: UnsafeRawPointer) -> Bool {
            let header = word.load(as: WordCache.Header.self)
            return glyphs &+ Int(header.glyphCount) &+ 8 <= room && clusters &+ Int(header.clusterCount) &+ 8 <= room
        }

        /// Adds a cached word that begins at the byte `offset`.
        @inline(__always)
        mutating func add(_ word: UnsafeRawPointer, at offset: Int) {
            let header = word.load(as: WordCache.Header.self)
            let start = UInt32(truncatingIfNeeded: offset)
            let count = Int(header.clusterCount)
            var done = 0
            while done < count {
                let units = word.loadUnaligned(fromByteOffset: header.units &+ 4 &* done, as: SIMD8<Int32>.self)
                UnsafeMutableRawPointer(self.units + (clusters &+ done))
                    .storeBytes(of: units &+ SIMD8(repeating: x), as: SIMD8<Int32>.self)
                UnsafeMutableRawPointer(flags + (clusters &+ done)).storeBytes(
                    of: word.load(fromByteOffset: header.flags &+ done, as: UInt64.self), as: UInt64.self)
                let starts = word.loadUnaligned(fromByteOffset: header.starts &+ done, as: SIMD8<UInt8>.self)
                UnsafeMutableRawPointer(self.starts + (clusters &+ done)).storeBytes(
                    of: SIMD8<UInt32>(truncatingIfNeeded: starts) &+ SIMD8(repeating: start), as: SIMD8<UInt32>.self)
                done &+= 8
            }
            done = 0
            let glyphCount = Int(header.glyphCount)
            while done < glyphCount {
                UnsafeMutableRawPointer(glyphRow + (glyphs &+ done)).storeBytes(
                    of: word.loadUnaligned(fromByteOffset: header.glyphs &+ 2 &* done, as: SIMD8<UInt16>.self),
                    as: SIMD8<UInt16>.self)
                done &+= 8
            }
            clusters &+= count
            glyphs &+= glyphCount
            x &+= header.advance
            if !header.isSimple { isSimple = false }
            if header.hasOffsets { hasOffsets = true }
        }

        /// Adds a plain character.
        @inline(__always)
        mutating func add(_ glyph: PlanGlyphs.Glyph, at offset: Int) {
            starts[clusters] = UInt32(truncatingIfNeeded: offset)
            units[clusters] = x
            flags[clusters] = glyph.flags
            glyphRow[glyphs] = glyph.glyph
            x &+= glyph.advance
            clusters &+= 1
            glyphs &+= 1
        }
    }
}

extension ShapedText {
    /// Appends an item that was put together behind `cursor`.
    mutating func append(_ item: TextItem, _ run: RunAssembly, _ cursor: RunAssembly.Cursor, _ cache: WordCache) {
        guard !cursor.isSimple || cursor.hasOffsets else { return appendSimple(item, cursor) }
        run.gatherGlyphs(cursor, cache)
        run.firsts.withUnsafeBufferPointer { firsts in
            run.advances.withUnsafeBufferPointer { advances in
                run.offsets.withUnsafeBufferPointer { offsets in
                    guard let first = firsts.baseAddress, let advance = advances.baseAddress else { return }
                    var made = Rows(cursor)
                    if !cursor.isSimple { made.multiple = (first, advance) }
                    if cursor.hasOffsets { made.offsets = offsets.baseAddress }
                    append(item, made)
                }
            }
        }
    }

    /// The same of an item in which each cluster has one glyph.
    @inline(__always)
    mutating func appendSimple(_ item: TextItem, _ cursor: RunAssembly.Cursor) { append(item, Rows(cursor)) }
}

extension ShapedText.Rows {
    fileprivate init(_ cursor: RunAssembly.Cursor) {
        self.init(
            starts: cursor.starts, units: cursor.units, flags: cursor.flags, clusters: cursor.clusters, total: cursor.x,
            glyphs: cursor.glyphRow, glyphCount: cursor.glyphs)
    }
}

extension RunAssembly {
    /// First glyphs, advances and offsets, for an item in which a cluster has several glyphs, or one out of its place.
    fileprivate func gatherGlyphs(_ cursor: Cursor, _ cache: WordCache) {
        firsts.removeAll(keepingCapacity: true)
        advances.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        var cluster = 0
        var glyph: UInt32 = 0
        /// Clusters of one glyph each.
        func addSimple(_ count: Int) {
            for index in cluster..<cluster + count {
                let next = index + 1 < cursor.clusters ? cursor.units[index + 1] : cursor.x
                firsts.append(glyph)
                advances.append(next &- cursor.units[index])
                glyph += 1
            }
            cluster += count
        }
        func addOffsets(_ word: UnsafeRawPointer?, _ count: Int) {
            guard cursor.hasOffsets else { return }
            for index in 0..<count {
                offsets.append(
                    word?.load(fromByteOffset: 8 * index, as: GlyphOffset.self) ?? GlyphOffset(x: 0, y: 0))
            }
        }
        for part in parts {
            if part & RunAssembly.plainBit != 0 {
                addSimple(Int(part & ~RunAssembly.plainBit))
                addOffsets(nil, Int(part & ~RunAssembly.plainBit))
                continue
            }
            let word = cache.words + Int(part)
            let header = word.load(as: WordCache.Header.self)
            addOffsets(header.hasOffsets ? word + header.offsets : nil, Int(header.glyphCount))
            if header.isSimple {
                addSimple(Int(header.clusterCount))
                continue
            }
            for index in 0..<Int(header.clusterCount) {
                let first = word.load(fromByteOffset: header.firsts + 2 * index, as: UInt16.self)
                firsts.append(glyph + UInt32(first))
            }
            for index in 0..<Int(header.glyphCount) {
                advances.append(word.load(fromByteOffset: header.advances + 4 * index, as: Int32.self))
            }
            cluster += Int(header.clusterCount)
            glyph += UInt32(header.glyphCount)
        }
    }
}
