/// The known names of at most eight bytes, by their bytes as one number.
struct HTMLKnownNames {
    /// No known name is longer.
    private static let longest = 24
    private static let table: [(key: UInt64, name: Int32)] = {
        var table = [(key: UInt64, name: Int32)](repeating: (0, -1), count: 1 << bits)
        for number in 0..<Int32(HTMLName.knownCount) {
            let bytes = HTMLNameTable.known.bytes[HTMLNameTable.known.range(of: HTMLName(rawValue: number))]
            guard bytes.count <= 8 else { continue }
            let key = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            var slot = slot(for: key)
            while table[slot].key != 0 { slot = (slot + 1) & (table.count - 1) }
            table[slot] = (key, number)
        }
        return table
    }()
    private static let bits = 10
    private let table = Self.table

    private static func slot(for key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
    }

    /// The name that bytes spell, capitals made small.
    static func find(_ name: UnsafeBufferPointer<UInt8>) -> HTMLName? {
        guard name.count <= longest else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { buffer in
            for index in name.indices { buffer[index] = name[index].asciiLowercased }
            return HTMLNameTable.known.find(UnsafeBufferPointer(start: buffer.baseAddress, count: name.count))
        }
    }

    /// The name whose bytes, the first the most significant and not 0, make up the key.
    @inline(__always)
    func find(_ key: UInt64) -> HTMLName? {
        var slot = Self.slot(for: key)
        while table[slot].key != 0 {
            if table[slot].key == key { return HTMLName(rawValue: table[slot].name) }
            slot = (slot + 1) & (table.count - 1)
        }
        return nil
    }
}
