import GalleyUnicode

/// The clusters of an item while they are put together of cached words and plain characters: rows of a `ShapedText`, in
/// memory that is kept between items. Rows are written in steps of eight entries, so there is room for some more.
final class RunAssembly {
    private(set) var starts: UnsafeMutablePointer<UInt32>
    private(set) var units: UnsafeMutablePointer<Int32>
    private(set) var flags: UnsafeMutablePointer<ClusterFlags>
    private(set) var glyphs: UnsafeMutablePointer<UInt16>
    /// How many clusters and glyphs there is room for.
    private(set) var capacity = 512

    /// What the item is made of: places in the cache's words, or a count of plain characters with ``plainBit``.
    var parts: ContiguousArray<UInt32> = []
    static let plainBit: UInt32 = 0x8000_0000

    /// A piece that the cache lacks: its bytes, its place in ``parts``, its hash.
    struct Missing {
        var range: Range<Int>
        var part: Int
        var hash: UInt32
    }
    var missing: ContiguousArray<Missing> = []
    /// The missing pieces one behind the other.
    var text: ContiguousArray<UInt8> = []

    init() {
        starts = .allocate(capacity: capacity)
        units = .allocate(capacity: capacity)
        flags = .allocate(capacity: capacity)
        glyphs = .allocate(capacity: capacity)
    }

    deinit { deallocate() }

    private func deallocate() {
        starts.deallocate()
        units.deallocate()
        flags.deallocate()
        glyphs.deallocate()
    }

    /// Makes room for the clusters of so many bytes; what was there is lost.
    func reserve(bytes: Int) {
        guard bytes + 64 > capacity else { return }
        capacity = max(bytes + 64, capacity * 2)
        deallocate()
        starts = .allocate(capacity: capacity)
        units = .allocate(capacity: capacity)
        flags = .allocate(capacity: capacity)
        glyphs = .allocate(capacity: capacity)
    }

    /// Where the next cluster is written.
    struct Cursor {
        var clusters = 0
        var glyphs = 0
        /// In font units, from the item's start.
        var x: Int32 = 0
        var isSimple = true
        let starts: UnsafeMutablePointer<UInt32>
        let units: UnsafeMutablePointer<Int32>
        let flags: UnsafeMutablePointer<ClusterFlags>
        let glyphRow: UnsafeMutablePointer<UInt16>

        init(_ run: RunAssembly) {
            starts = run.starts
            units = run.units
            flags = run.flags
            glyphRow = run.glyphs
        }

        private static let ramp = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)

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
                UnsafeMutableRawPointer(starts + (clusters &+ done)).storeBytes(
                    of: Cursor.ramp &+ SIMD8(repeating: start &+ UInt32(truncatingIfNeeded: done)),
                    as: SIMD8<UInt32>.self)
                done &+= 8
            }
            if !header.isBytewise {
                for index in 0..<count {
                    starts[clusters &+ index] =
                        start &+ UInt32(word.load(fromByteOffset: header.starts &+ index, as: UInt8.self))
                }
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
    /// Appends an item that was put together in `run`.
    mutating func append(
        _ item: TextItem, _ run: RunAssembly, _ cursor: RunAssembly.Cursor, _ cache: WordCache,
        _ utf8: UnsafeBufferPointer<UInt8>
    ) {
        var item = item
        begin(&item)
        clusterStarts.append(contentsOf: UnsafeBufferPointer(start: cursor.starts, count: cursor.clusters))
        clusterX.append(contentsOf: UnsafeBufferPointer(start: cursor.units, count: cursor.clusters))
        clusterFlags.append(contentsOf: UnsafeBufferPointer(start: cursor.flags, count: cursor.clusters))
        glyphs.append(contentsOf: UnsafeBufferPointer(start: cursor.glyphRow, count: cursor.glyphs))
        if !cursor.isSimple { appendTables(&item, run, cursor, cache) }
        pendingAdvance = cursor.x
        end(&item, utf8)
    }

    /// First glyphs and advances, for an item in which a cluster has several glyphs.
    private mutating func appendTables(
        _ item: inout TextItem, _ run: RunAssembly, _ cursor: RunAssembly.Cursor, _ cache: WordCache
    ) {
        item.glyphTable = Int32(clamping: glyphStarts.count)
        item.advanceTable = Int32(clamping: glyphAdvances.count)
        var cluster = 0
        var glyph: UInt32 = 0
        /// Clusters of one glyph each.
        func addSimple(_ count: Int) {
            for index in cluster..<cluster + count {
                let next = index + 1 < cursor.clusters ? cursor.units[index + 1] : cursor.x
                glyphStarts.append(glyph)
                glyphAdvances.append(next &- cursor.units[index])
                glyph += 1
            }
            cluster += count
        }
        for part in run.parts {
            if part & RunAssembly.plainBit != 0 {
                addSimple(Int(part & ~RunAssembly.plainBit))
                continue
            }
            let word = cache.words + Int(part)
            let header = word.load(as: WordCache.Header.self)
            if header.isSimple {
                addSimple(Int(header.clusterCount))
                continue
            }
            for index in 0..<Int(header.clusterCount) {
                let first = word.load(fromByteOffset: header.firsts + 2 * index, as: UInt16.self)
                glyphStarts.append(glyph + UInt32(first))
            }
            for index in 0..<Int(header.glyphCount) {
                glyphAdvances.append(word.load(fromByteOffset: header.advances + 4 * index, as: Int32.self))
            }
            cluster += Int(header.clusterCount)
            glyph += UInt32(header.glyphCount)
        }
        glyphStarts.append(glyph)
    }
}
