/// Reads binary property lists, `bplist00`, as `CFBinaryPList.c` lays them out: objects, a table of their places, and at
/// the end 32 bytes that say where the table is.
///
/// Every place and length is checked. Objects may be used many times, so a small file can stand for a huge list: what is
/// read in all is limited in proportion to the file, and depth is limited, so that a cycle ends too.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let name: String
    private var objectCount = 0
    private var referenceSize = 0
    private var offsetSize = 0
    private var tableStart = 0
    /// How much more may be read.
    private var budget: Int
    /// The containers around the current object.
    private var around: [Int] = []

    static func read(_ bytes: [UInt8], name: String) throws(XLIFFError) -> PropertyListValue {
        var reader = BinaryPropertyListReader(bytes, name: name)
        return try reader.read()
    }

    private init(_ bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
        budget = XLIFFLimits.binaryListSize + XLIFFLimits.binaryListGrowth * bytes.count
    }

    private func fail(_ message: String, at offset: Int? = nil) -> XLIFFError {
        let place = offset.map { " (at byte \($0))" } ?? ""
        return XLIFFError(
            Finding(.error, .propertyListSyntax, "in the binary property list: \(message)\(place)", file: name))
    }

    private mutating func read() throws(XLIFFError) -> PropertyListValue {
        guard bytes.starts(with: "bplist00".utf8) else { throw fail("it is of an unknown version") }
        let trailer = bytes.count - 32
        guard trailer >= 9 else { throw fail("it is cut off") }
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw fail("it has no trailer; it may be cut off", at: trailer)
        }
        let count = number(at: trailer + 8, size: 8)
        let top = number(at: trailer + 16, size: 8)
        let table = number(at: trailer + 24, size: 8)
        guard table >= 9, table <= UInt64(trailer), count >= 1, top < count,
            count <= (UInt64(trailer) - table) / UInt64(offsetSize)
        else { throw fail("its trailer is damaged", at: trailer) }
        (objectCount, tableStart) = (Int(count), Int(table))
        return try object(Int(top))
    }

    /// A number of `size` bytes that are known to be there.
    private func number(at offset: Int, size: Int) -> UInt64 {
        bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }

    /// The bytes of an object's content, if they are all there. Objects stand before the table.
    private func content(_ start: Int, _ count: UInt64, unit: Int) throws(XLIFFError) -> Range<Int> {
        guard start <= tableStart, count <= UInt64(tableStart - start) / UInt64(unit) else {
            throw fail("an object is cut off", at: start)
        }
        return start..<start + Int(count) * unit
    }

    private mutating func spend(_ cost: Int) throws(XLIFFError) {
        budget -= cost
        if budget < 0 { throw fail("it stands for far more than its size") }
    }

    private mutating func object(_ index: Int) throws(XLIFFError) -> PropertyListValue {
        let place = number(at: tableStart + index * offsetSize, size: offsetSize)
        guard place >= 8, place < UInt64(tableStart) else { throw fail("object \(index) lies outside of it") }
        let offset = Int(place)
        let marker = bytes[offset]
        let low = marker & 0x0F
        try spend(XLIFFLimits.binaryListObjectCost)
        switch marker >> 4 {
        case 0x0 where low == 8 || low == 9: return .boolean(low == 9)
        case 0x1 where low <= 4: return try integer(offset + 1, size: 1 << Int(low))
        case 0x2 where low == 2 || low == 3:
            let size = 1 << Int(low)
            let bits = number(at: try content(offset + 1, 1, unit: size).lowerBound, size: size)
            return .real(size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits))
        case 0x3 where low == 3:
            let seconds = Double(bitPattern: number(at: try content(offset + 1, 1, unit: 8).lowerBound, size: 8))
            guard let date = Int64(exactly: seconds.rounded(.down)), PropertyListDate.range.contains(date) else {
                throw fail("a date lies beyond the years 0 to 9999", at: offset)
            }
            return .date(date)
        case 0x4:
            let (count, start) = try count(offset)
            let range = try content(start, count, unit: 1)
            try spend(range.count)
            return .data(Array(bytes[range]))
        case 0x5, 0x6: return .string(try string(offset, isASCII: marker >> 4 == 5))
        case 0x8:
            // A reference of a keyed archive; Apple's reader makes this of it.
            let size = Int(low) + 1
            guard size <= 8 else { break }
            let value = number(at: try content(offset + 1, 1, unit: size).lowerBound, size: size)
            return .dictionary(["CF$UID": .integer(Int128(value))])
        case 0xA, 0xD: return try container(index, offset)
        default: break
        }
        throw fail("an object is of an unknown kind (0x\(String(marker, radix: 16)))", at: offset)
    }

    private func integer(_ start: Int, size: Int) throws(XLIFFError) -> PropertyListValue {
        let range = try content(start, 1, unit: size)
        switch size {
        // Up to four bytes there is no sign.
        case 1, 2, 4: return .integer(Int128(number(at: start, size: size)))
        case 8: return .integer(Int128(Int64(bitPattern: number(at: start, size: 8))))
        default:
            let value = bytes[range].reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
            let integer = Int128(truncatingIfNeeded: value)
            guard PropertyListValue.integers.contains(integer) else {
                throw fail("an integer has over 64 bits", at: start)
            }
            return .integer(integer)
        }
    }

    /// How many elements the object at `offset` has, and where they begin.
    private func count(_ offset: Int) throws(XLIFFError) -> (UInt64, Int) {
        let low = bytes[offset] & 0x0F
        guard low == 0x0F else { return (UInt64(low), offset + 1) }
        let marker = try content(offset + 1, 1, unit: 1).lowerBound
        guard bytes[marker] >> 4 == 1, bytes[marker] & 0x0F <= 3 else { throw fail("a count is damaged", at: marker) }
        let size = 1 << Int(bytes[marker] & 0x0F)
        return (number(at: try content(marker + 1, 1, unit: size).lowerBound, size: size), marker + 1 + size)
    }

    private mutating func string(_ offset: Int, isASCII: Bool) throws(XLIFFError) -> String {
        let (count, start) = try count(offset)
        let range = try content(start, count, unit: isASCII ? 1 : 2)
        try spend(range.count)
        if isASCII {
            guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
                throw fail("a string is not ASCII as it says", at: offset)
            }
            return String(decoding: bytes[range], as: UTF8.self)
        }
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        guard let string = String(validating: units, as: UTF16.self) else {
            throw fail("a string is not valid UTF-16", at: offset)
        }
        return string
    }

    private mutating func container(_ index: Int, _ offset: Int) throws(XLIFFError) -> PropertyListValue {
        let isDictionary = bytes[offset] >> 4 == 0xD
        guard !around.contains(index) else { throw fail("a container contains itself", at: offset) }
        guard around.count < XLIFFLimits.propertyListDepth else { throw fail("values nest too deep", at: offset) }
        let (count, start) = try count(offset)
        let range = try content(start, count, unit: isDictionary ? 2 * referenceSize : referenceSize)
        let members = Int(count)
        try spend(members)
        around.append(index)
        defer { around.removeLast() }
        func reference(_ number: Int) throws(XLIFFError) -> Int {
            let value = self.number(at: range.lowerBound + number * referenceSize, size: referenceSize)
            guard value < UInt64(objectCount) else { throw fail("a reference leads nowhere", at: offset) }
            return Int(value)
        }
        guard isDictionary else {
            var array: [PropertyListValue] = []
            for member in 0..<members { array.append(try object(try reference(member))) }
            return .array(array)
        }
        var pairs: [PropertyListDictionary.Pair] = []
        for member in 0..<members {
            guard case .string(let key) = try object(try reference(member)) else {
                throw fail("a key is not a string", at: offset)
            }
            pairs.append(.init(key: key, value: try object(try reference(members + member))))
        }
        return .dictionary(PropertyListDictionary(pairs))
    }
}
