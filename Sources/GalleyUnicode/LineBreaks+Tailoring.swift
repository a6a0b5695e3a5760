// How `line-break` and `word-break` change the classes before the pass, and what they do after it.

extension LineBreaks {
    /// The class byte for each byte of the property table, with LB1 and those options that concern whole classes.
    static func resolvedClasses(_ options: LineBreakOptions) -> [UInt8] {
        (0...UInt8.max).map { data in
            let eastAsian = data & LineClass.eastAsian
            return resolved(data & LineClass.mask, isEastAsian: eastAsian != 0, options) | eastAsian
        }
    }

    private static func resolved(_ number: UInt8, isEastAsian: Bool, _ options: LineBreakOptions) -> UInt8 {
        let breaksAll = options.wordBreak == .breakAll
        switch number {
        case LineClass.ai, LineClass.sg, LineClass.xx, LineClass.sa, LineClass.al, LineClass.hl, LineClass.nu,
            LineClass.dottedCircle:
            // CSS Text 3 §5.2: letters, and AL, NU and SA, are treated as ID by `break-all`.
            if breaksAll { return LineClass.id }
            let isPlain = number == LineClass.hl || number == LineClass.nu || number == LineClass.dottedCircle
            return isPlain ? number : LineClass.al
        case LineClass.alPictographic: return breaksAll ? LineClass.idPictographic : number
        case LineClass.saMark: return LineClass.cm
        case LineClass.cj: return options.strictness == .strict ? LineClass.ns : LineClass.id
        case LineClass.op: return isEastAsian ? LineClass.opEastAsian : number
        case LineClass.cp: return isEastAsian ? LineClass.cpEastAsian : number
        case LineClass.count...: return LineClass.al  // no such class in the table
        default: return number
        }
    }

    /// `line-break: anywhere`: every grapheme cluster ends a line if need be; forced breaks stay, and nothing parts
    /// from the newline that follows it.
    func breakAnywhere(_ utf8: UnsafeBufferPointer<UInt8>, into flags: UnsafeMutableBufferPointer<BoundaryFlags>) {
        var offset = GraphemeBreaks.next(utf8, after: 0)
        while offset < utf8.count {
            let scalar = UTF8Decoding.decode(utf8, at: offset).scalar
            if LineBreaks.isNewline(scalar) {
                flags[offset].remove(.lineAllowed)
            } else if !flags[offset].contains(.lineMandatory) {
                flags[offset].insert(.lineAllowed)
            }
            offset = GraphemeBreaks.next(utf8, after: offset)
        }
    }

    /// `word-break: break-all` and `line-break: anywhere` break between typographic units, never inside one.
    func keepGraphemesWhole(
        _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeMutableBufferPointer<BoundaryFlags>
    ) {
        var offset = 0
        while offset < utf8.count {
            let end = GraphemeBreaks.next(utf8, after: offset)
            var inner = offset + 1
            while inner < end {
                flags[inner].remove(.lineAllowed)
                inner += 1
            }
            offset = end
        }
    }

    private static func isNewline(_ scalar: UInt32) -> Bool {
        switch UnicodeProperties.lineBreakClass(scalar) {
        case .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine: true
        default: false
        }
    }
}

extension LineBreakOptions {
    /// Whether single scalars have other classes than UAX #14 gives them.
    var tailorsScalars: Bool {
        switch strictness {
        case .loose: true
        case .normal: language != .other
        case .auto: language == .chinese
        case .strict, .anywhere: false
        }
    }

    /// The class byte of a scalar for the break before it, where ``tailorsScalars`` holds.
    func entering(_ scalar: UInt32, _ resolved: UInt8, before: UInt8) -> UInt8 {
        if let quotation = quotation(scalar) { return quotation }
        guard isFreedBefore(scalar, resolved, before: before) else { return resolved }
        return LineClass.id | resolved & LineClass.eastAsian
    }

    /// The class byte of a scalar for the break after it, where ``tailorsScalars`` holds.
    func leaving(_ scalar: UInt32, _ resolved: UInt8) -> UInt8 {
        if let quotation = quotation(scalar) { return quotation }
        // After prefixes (CSS Text 3 §5.3).
        guard isFreedAffix(scalar, resolved, LineClass.pr) else { return resolved }
        return LineClass.id | resolved & LineClass.eastAsian
    }

    /// Curly double quotation marks are brackets in Chinese and Japanese: ICU's tailoring of UAX #14 for these languages
    /// (line_cj and its kin), which browsers share.
    private func quotation(_ scalar: UInt32) -> UInt8? {
        guard language != .other, scalar == 0x201C || scalar == 0x201D else { return nil }
        return scalar == 0x201C ? LineClass.op : LineClass.cl
    }

    /// Whether `normal` or `loose` allow a break before a scalar that UAX #14 has none before (CSS Text 3 §5.3).
    private func isFreedBefore(_ scalar: UInt32, _ resolved: UInt8, before: UInt8) -> Bool {
        // CJK hyphens: with normal too.
        if scalar == 0x301C || scalar == 0x30A0 { return language != .other }
        guard strictness == .loose else { return false }
        switch scalar {
        case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: return true  // iteration marks
        case 0x2010, 0x2013:  // hyphens, after an ideograph
            return before & LineBreakTable.spaceBit == 0
                && LineClassSet.ideographic.contains(before & LineClass.mask)
        case 0x30FB, 0xFF1A, 0xFF1B, 0xFF65, 0x203C, 0x2047...0x2049, 0xFF01, 0xFF1F:  // centred punctuation
            return language != .other
        default: return isFreedAffix(scalar, resolved, LineClass.po)  // suffixes
        }
    }

    /// Whether a scalar is of class PO or PR and as wide as an ideograph, or may be, and `loose` parts it from numbers.
    private func isFreedAffix(_ scalar: UInt32, _ resolved: UInt8, _ lineClass: UInt8) -> Bool {
        guard strictness == .loose, language != .other, resolved & LineClass.mask == lineClass else { return false }
        switch UnicodeProperties.eastAsianWidth(scalar) {
        case .ambiguous, .fullwidth, .wide: return true
        default: return false
        }
    }
}
