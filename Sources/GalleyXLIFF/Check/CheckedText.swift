/// A translation beside its source, with what one look at their bytes tells: each rule asks whether it has anything to
/// look for before it looks closer.
struct CheckedText {
    /// Of the file; not the unit by itself, which would be copied for each look at it.
    private let units: [XLIFFUnit]
    private let index: Int
    /// `nil` when the document does not tell.
    let source: String?
    /// Not empty.
    let target: String
    /// If it is one form of a text.
    let form: PluralFormID?
    let sourceMarks: TextMarks
    let targetMarks: TextMarks

    init(_ units: [XLIFFUnit], _ index: Int, source: String?, target: String, form: PluralFormID?) {
        self.units = units
        self.index = index
        self.source = source
        self.target = target
        self.form = form
        sourceMarks = source.map(TextMarks.init) ?? []
        targetMarks = TextMarks(target)
    }

    var unit: XLIFFUnit { units[index] }
    var preservesSpace: Bool { units[index].preservesSpace }
    var key: String { Finding.quoted(unit.checkedKey) }

    /// Whether source or target holds any of these marks.
    func has(_ marks: TextMarks) -> Bool { !sourceMarks.union(targetMarks).isDisjoint(with: marks) }
}

/// What kinds of bytes a text holds.
struct TextMarks: OptionSet {
    let rawValue: UInt16

    static let percent = TextMarks(rawValue: 1)
    static let angle = TextMarks(rawValue: 1 << 1)
    static let ampersand = TextMarks(rawValue: 1 << 2)
    static let backslash = TextMarks(rawValue: 1 << 3)
    static let dollar = TextMarks(rawValue: 1 << 4)
    static let lineFeed = TextMarks(rawValue: 1 << 5)
    /// A C0 control other than tab, line feed and carriage return; DEL.
    static let control = TextMarks(rawValue: 1 << 6)
    /// May begin a C1 control or a no-break space.
    static let leadC2 = TextMarks(rawValue: 1 << 7)
    /// May begin a direction control, a line separator, an invisible character.
    static let leadE2 = TextMarks(rawValue: 1 << 8)
    /// May begin U+FEFF, U+FFFD, a full-width percent sign, a noncharacter.
    static let leadEF = TextMarks(rawValue: 1 << 9)
    /// May begin the Arabic percent sign, U+061C.
    static let leadD8 = TextMarks(rawValue: 1 << 10)
    /// May begin a noncharacter beyond the basic plane.
    static let leadF = TextMarks(rawValue: 1 << 11)
    /// Begins or ends with white space.
    static let edgeSpace = TextMarks(rawValue: 1 << 12)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ text: String) {
        var text = text
        rawValue = text.withUTF8 { bytes in
            var marks: UInt16 = 0
            Self.table.withUnsafeBufferPointer { table in
                for byte in bytes { marks |= table[Int(byte)] }
            }
            if let first = bytes.first, let last = bytes.last,
                Self.mayBeSpace(first) || (last < 0x80 ? Self.mayBeSpace(last) : Self.endsWithSpace(bytes))
            {
                marks |= Self.edgeSpace.rawValue
            }
            return marks
        }
    }

    /// White space, or the first byte of a space that is not ASCII (U+00A0, U+2000 and on, U+3000).
    private static func mayBeSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0xC2 || byte == 0xE2 || byte == 0xE3
    }

    /// Whether the last character, which is not ASCII, is white space (Unicode: White_Space).
    private static func endsWithSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = bytes.count
        guard count > 1 else { return false }
        let (last, second) = (bytes[count - 1], bytes[count - 2])
        if second == 0xC2 { return last == 0x85 || last == 0xA0 }
        guard count > 2 else { return false }
        return switch (bytes[count - 3], second) {
        case (0xE1, 0x9A): last == 0x80
        // U+2000 to U+200A, U+2028, U+2029, U+202F
        case (0xE2, 0x80): last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF
        case (0xE2, 0x81): last == 0x9F
        case (0xE3, 0x80): last == 0x80
        default: false
        }
    }

    private static let table: [UInt16] = (0..<256).map { (byte: Int) -> UInt16 in
        let mark: TextMarks =
            switch UInt8(byte) {
            case UInt8(ascii: "%"): .percent
            case UInt8(ascii: "<"): .angle
            case UInt8(ascii: "&"): .ampersand
            case UInt8(ascii: "\\"): .backslash
            case UInt8(ascii: "$"): .dollar
            case 0x0A, 0x0D: .lineFeed
            case 0x09: []
            case 0..<0x20, 0x7F: .control
            case 0xC2: .leadC2
            case 0xD8, 0xD9: .leadD8
            case 0xE2: .leadE2
            case 0xEF: .leadEF
            case 0xF0...0xF4: .leadF
            default: []
            }
        return mark.rawValue
    }
}
