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
    /// Whether ``tailored(_:_:before:)`` changes anything.
    var tailorsScalars: Bool {
        switch strictness {
        case .loose: true
        case .auto, .normal: isChineseOrJapanese
        case .strict, .anywhere: false
        }
    }

    /// The class byte of single scalars that `normal` and `loose` free (CSS Text 3 §5.3).
    func tailored(_ scalar: UInt32, _ resolved: UInt8, before: UInt8) -> UInt8 {
        guard tailorsScalars, isFreed(scalar, resolved, before: before) else { return resolved }
        return LineClass.id | resolved & LineClass.eastAsian
    }

    private func isFreed(_ scalar: UInt32, _ resolved: UInt8, before: UInt8) -> Bool {
        // CJK hyphens: with normal too.
        if scalar == 0x301C || scalar == 0x30A0 { return isChineseOrJapanese }
        guard strictness == .loose else { return false }
        switch scalar {
        case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: return true  // iteration marks
        case 0x2010, 0x2013:  // hyphens, after an ideograph
            return before & LineBreakTable.spaceBit == 0
                && LineClassSet.ideographic.contains(before & LineClass.mask)
        case 0x30FB, 0xFF1A, 0xFF1B, 0xFF65, 0x203C, 0x2047...0x2049, 0xFF01, 0xFF1F:  // centred punctuation
            return isChineseOrJapanese
        default: break
        }
        let number = resolved & LineClass.mask
        guard isChineseOrJapanese, number == LineClass.po || number == LineClass.pr else { return false }
        switch UnicodeProperties.eastAsianWidth(scalar) {  // suffixes and prefixes
        case .ambiguous, .fullwidth, .wide: return true
        default: return false
        }
    }
}
