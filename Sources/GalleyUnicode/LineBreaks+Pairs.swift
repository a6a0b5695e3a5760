// Pairs of ASCII characters with `line-break: auto`.
//
// CSS leaves to the user agent where such text breaks (CSS Text 3 §5.1, §5.3). Browsers do not follow UAX #14 there: Blink
// and WebKit look pairs up in a table that is older than it (https://bugs.webkit.org/show_bug.cgi?id=37698), so that URLs,
// options of commands, prices and part numbers break in other places. The same table, as the rules that it was made from;
// `line-break: normal`, `loose` and `strict` keep to UAX #14.

extension LineBreakOptions {
    /// Whether pairs of printable ASCII characters break as in browsers.
    var tailorsPairs: Bool { strictness == .auto && wordBreak != .breakAll }
}

extension LineBreakPass {
    /// Whether a line may end between two printable ASCII characters, the second of which, at `offset`, is no space.
    @inline(__always)
    func allowsPair(at offset: Int) -> Bool {
        ASCIIPairs.allows(offset > 1 ? utf8[offset - 2] : 0, utf8[offset - 1], utf8[offset])
    }

    /// The pass goes over words at once, and `<` is a letter to it: here is what stands before one.
    func markLessThanSigns(_ range: Range<Int>) {
        for offset in range where offset > 0 && utf8[offset] == 0x3C {
            if utf8[offset - 1] &- 0x21 < 0x5E, ASCIIPairs.allows(0, utf8[offset - 1], 0x3C) {
                flags[offset].insert(.lineAllowed)
            }
        }
    }
}

enum ASCIIPairs {
    /// Whether a line may end after `before`, which `beforeBefore` (0 for nothing) stands before, and before `after`.
    @inline(__always)
    static func allows(_ beforeBefore: UInt8, _ before: UInt8, _ after: UInt8) -> Bool {
        if before == 0x20 { return true }
        switch after {
        // ! ) , . / : ; ? ] } are never parted from what is before them.
        case 0x21, 0x29, 0x2C, 0x2E, 0x2F, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: return false
        default: break
        }
        switch before {
        // -: a minus sign stays with its number; the parts of a code or a number do not stay together.
        case 0x2D: return after &- 0x30 < 10 ? isAlphanumeric(beforeBefore) : after != 0x24
        // ?
        case 0x3F: return after != 0x22 && after != 0x27
        // $ ' ( / < @ [ ^ _ ` { are never parted from what is after them.
        case 0x24, 0x27, 0x28, 0x2F, 0x3C, 0x40, 0x5B, 0x5E, 0x5F, 0x60, 0x7B: return false
        // ( < [ { are parted from all else.
        default: return (after == 0x28 || after == 0x3C || after == 0x5B || after == 0x7B) && !isAlphanumeric(before)
        }
    }

    @inline(__always)
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }
}
