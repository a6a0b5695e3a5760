/// The name of an element, an attribute, a class or an id, interned: a small number that compares in one instruction.
///
/// Names of HTML, and the attributes that mean something to text, have the same number in every tree
/// (``HTMLName/p``, ``HTMLName/href``); any other name is numbered by the tree that holds it, so a number above
/// the known ones means something only together with its tree. Element and attribute names are lower-cased (ASCII);
/// classes and ids keep their case.
///
///     let name = tree.name(of: node)          // HTMLName.blockquote
///     tree.string(for: name)                  // "blockquote"
public struct HTMLName: RawRepresentable, Hashable, Sendable {
    /// The place in the tree's table of names.
    public let rawValue: Int32

    /// A name from its number.
    @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The strings behind ``HTMLName``: open addressing over an arena of bytes, so that a parser interns without a `String`.
///
/// Interning and finding cost O(length); the table of known names is built once and shared until it is written to.
public struct HTMLNameTable: Sendable {
    /// The bytes of all names, one after another.
    private(set) var bytes: [UInt8] = []
    /// Where each name ends in `bytes`.
    private(set) var ends: [Int] = []
    /// Slots of the hash table: a name's number, or -1.
    private var slots: [Int32]

    /// The table that every tree starts with.
    static let known: HTMLNameTable = {
        var table = HTMLNameTable(slotCount: 2048)
        HTMLName.knownNames.withUTF8Buffer { buffer in
            for word in buffer.split(separator: 0x20) {
                _ = table.intern(UnsafeBufferPointer(rebasing: word))
            }
        }
        return table
    }()

    private init(slotCount: Int) {
        slots = Array(repeating: -1, count: slotCount)
    }

    /// The number of names.
    public var count: Int { ends.count }

    /// The bytes of a name.
    func range(of name: HTMLName) -> Range<Int> {
        let index = Int(name.rawValue)
        guard index >= 0, index < ends.count else { return 0..<0 }
        return (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    /// A name as a string; empty for a number that this table does not hold.
    public func string(for name: HTMLName) -> String {
        String(decoding: bytes[range(of: name)], as: UTF8.self)
    }

    /// The number of a name, if the table holds it.
    public func find(_ string: String) -> HTMLName? {
        var copy = string
        return copy.withUTF8 { find($0) }
    }

    /// The number of a name, if the table holds it.
    public func find(_ name: UnsafeBufferPointer<UInt8>) -> HTMLName? {
        let slot = slots[slot(for: name)]
        return slot < 0 ? nil : HTMLName(rawValue: slot)
    }

    /// The number of a name, which is added when it is new.
    mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> HTMLName {
        let place = slot(for: name)
        if slots[place] >= 0 { return HTMLName(rawValue: slots[place]) }
        let id = Int32(ends.count)
        bytes.append(contentsOf: name)
        ends.append(bytes.count)
        slots[place] = id
        if ends.count * 2 > slots.count { grow() }
        return HTMLName(rawValue: id)
    }

    private func slot(for name: UnsafeBufferPointer<UInt8>) -> Int {
        let mask = slots.count - 1
        var place = Self.hash(name) & mask
        return bytes.withUnsafeBufferPointer { bytes in
            while slots[place] >= 0 {
                let index = Int(slots[place])
                let start = index == 0 ? 0 : ends[index - 1]
                if ends[index] - start == name.count {
                    var offset = 0
                    while offset < name.count, bytes[start + offset] == name[offset] { offset += 1 }
                    if offset == name.count { return place }
                }
                place = (place + 1) & mask
            }
            return place
        }
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: -1, count: old.count * 2)
        let mask = slots.count - 1
        bytes.withUnsafeBufferPointer { buffer in
            for id in old where id >= 0 {
                let range = range(of: HTMLName(rawValue: id))
                var place = Self.hash(UnsafeBufferPointer(rebasing: buffer[range])) & mask
                while slots[place] >= 0 { place = (place + 1) & mask }
                slots[place] = id
            }
        }
    }

    /// FNV-1a, folded; the table doubles before it is half full, so a plain hash is enough.
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff)
    }
}
