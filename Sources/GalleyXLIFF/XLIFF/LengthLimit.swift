/// How long a translation may be: `maxwidth` and its like in XLIFF 1.2, the size restriction module in XLIFF 2.x.
public struct LengthLimit: Sendable, Hashable {
    /// How characters become bytes.
    public enum Encoding: String, Sendable, Hashable, CaseIterable { case utf8, utf16, utf32 }

    /// What is counted.
    public enum Unit: Sendable, Hashable {
        case bytes(Encoding)
        /// Unicode scalar values: the profile `xliff:codepoints`.
        case codePoints
        /// UTF-16 code units.
        case utf16
        /// What a person calls a character: `char` in XLIFF 1.2, which does not say more.
        case characters
        case glyphs
        /// Cells of a terminal: `col`.
        case columns
        case pixels
        case points
        /// Another unit of XLIFF 1.2, or another profile of XLIFF 2.x, by its name.
        case other(String)
    }

    /// Which way is measured.
    public enum Axis: Sendable, Hashable { case length, height }

    /// What part of the target is measured.
    public enum Scope: Sendable, Hashable {
        /// All of it.
        case unit
        /// An inline span of XLIFF 2.x, by its id and its UTF-8 offsets in ``XLIFFUnit/target``; `nil` when the target does
        /// not hold the span.
        case span(id: String, target: Range<Int>?)
    }

    /// How text is normalized before it is counted (XLIFF 2.x).
    public enum Normalization: String, Sendable, Hashable { case none, nfc, nfd }

    public var minimum: Int
    /// `nil` without a limit.
    public var maximum: Int?
    public var unit: Unit
    /// The document does not name the unit. XLIFF 1.2's default is the pixel, which is taken if there is a font to measure
    /// with; without one it is the character, which is what people mean who leave `size-unit` out.
    public var isUnitAssumed = false
    public var axis: Axis = .length
    public var scope: Scope = .unit
    public var normalization: Normalization = .none
    /// XLIFF 2.x with a standard profile: the size of the target by the module's rules. The text of inline codes does not
    /// count there; what they declare by `sizeInfo` and `equivStorage` does. `nil` without a target.
    public var targetSize: Int?

    public init(minimum: Int = 0, maximum: Int?, unit: Unit) {
        self.minimum = minimum
        self.maximum = maximum
        self.unit = unit
    }

    /// Whether `size` is within the limit.
    public func allows(_ size: Int) -> Bool { size >= minimum && maximum.map { size <= $0 } ?? true }
}

extension LengthLimit.Unit {
    /// The unit that a `size-unit` of XLIFF 1.2 names.
    public init(sizeUnit name: String) {
        self =
            switch name {
            case "byte": .bytes(.utf8)
            case "char": .characters
            case "col": .columns
            case "glyph": .glyphs
            case "pixel": .pixels
            case "point": .points
            default: .other(name)
            }
    }
}

extension LengthLimit {
    /// The limits that the size attributes of a unit of XLIFF 1.2 make (XLIFF 1.2 §2.3: `maxwidth` and its like).
    static func limits(sizes: XLIFFSizeAttributes) -> [LengthLimit] {
        func number(_ attribute: XLIFFAttribute) -> Int? { sizes[attribute].flatMap { Int(wholeNumber: $0) } }
        var limits: [LengthLimit] = []
        func add(_ low: XLIFFAttribute, _ high: XLIFFAttribute, _ unit: Unit, _ axis: Axis, isAssumed: Bool = false) {
            let (minimum, maximum) = (number(low), number(high))
            guard minimum != nil || maximum != nil else { return }
            var limit = LengthLimit(minimum: minimum ?? 0, maximum: maximum, unit: unit)
            limit.axis = axis
            limit.isUnitAssumed = isAssumed
            limits.append(limit)
        }
        let hasFont = sizes[.font] != nil || sizes[.cssStyle]?.hasUTF8(Array("font".utf8)) == true
        let named = sizes[.sizeUnit].map { Unit(sizeUnit: $0) }
        let unit = named ?? (hasFont ? .pixels : .characters)
        add(.minWidth, .maxWidth, unit, .length, isAssumed: named == nil)
        // A height in characters says nothing: without a unit it is pixels.
        add(.minHeight, .maxHeight, named ?? .pixels, .height, isAssumed: named == nil)
        add(.minBytes, .maxBytes, .bytes(.utf8), .length)
        return limits
    }
}

/// The size attributes of XLIFF 1.2 that hold at a place: few, mostly none.
struct XLIFFSizeAttributes {
    private var values: [(attribute: XLIFFAttribute, value: String)] = []

    var isEmpty: Bool { values.isEmpty }

    subscript(attribute: XLIFFAttribute) -> String? {
        get { values.first { $0.attribute == attribute }?.value }
        set {
            values.removeAll { $0.attribute == attribute }
            if let newValue { values.append((attribute, newValue)) }
        }
    }
}

extension Int {
    /// A number written with digits only, spaces around it apart.
    init?(wholeNumber text: some StringProtocol) {
        let digits = text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
