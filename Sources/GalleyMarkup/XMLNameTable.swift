/// Numbers the qualified names of a document. The parser keeps one copy of each string (its dictionary), so that three
/// pointers identify a name as long as the parser lives.
struct XMLNameTable {
    private struct Key: Hashable {
        var local: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?

        @inline(__always) static func == (left: Key, right: Key) -> Bool {
            left.local == right.local && left.prefix == right.prefix && left.namespace == right.namespace
        }

        /// A place in the quick table.
        var slot: Int {
            var bits = UInt(bitPattern: local)
            bits = (bits >> 3) ^ (UInt(bitPattern: prefix) >> 5) ^ (UInt(bitPattern: namespace) >> 4)
            return Int((bits ^ (bits >> 8)) & 0xFF)
        }
    }

    private(set) var names = [XMLName(local: "")]
    private var table: [Key: Int] = [:]
    /// The last name of each slot: a document has few names and many elements.
    private var quick = [(key: Key, index: Int)](repeating: (Key(), 0), count: 256)

    /// Names that the parser keeps no copy of, by their bytes: two that Swift calls equal are two.
    private var unshared: [[UInt8]: Int] = [:]

    /// The index of a name of an element or attribute; 0 without one.
    mutating func intern(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?
    ) -> Int {
        guard let local else { return 0 }
        let key = Key(local: local, prefix: prefix, namespace: namespace)
        let slot = key.slot
        if quick[slot].key == key { return quick[slot].index }
        let index: Int
        if let known = table[key] {
            index = known
        } else {
            index = append(local, prefix, namespace)
            table[key] = index
        }
        quick[slot] = (key, index)
        return index
    }

    /// The index of a target's or document type's name, whose pointer may be reused; 0 without one.
    mutating func intern(_ name: UnsafePointer<UInt8>?) -> Int {
        guard let name else { return 0 }
        let bytes = Array(String(cString: name).utf8)
        if let known = unshared[bytes] { return known }
        let index = append(name, nil, nil)
        unshared[bytes] = index
        return index
    }

    private mutating func append(
        _ local: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?
    ) -> Int {
        names.append(
            XMLName(
                namespace: namespace.map { String(cString: $0) } ?? "", local: String(cString: local),
                prefix: prefix.map { String(cString: $0) } ?? ""))
        return names.count - 1
    }
}
