import CGalleyData

/// The classes that the rules of UAX #14 tell apart, as plain numbers for the tables: ``LineBreakClass`` (resolved,
/// LB1), and after those the parts of classes that some rule treats differently.
///
/// A class is held in a byte: bits 0 to 5 this number, bit 7 East Asian width F, W or H.
enum LineClass {
    // The raw values of LineBreakClass, by the names that UAX #14 gives them.
    static let xx: UInt8 = 0, ai: UInt8 = 1, ak: UInt8 = 2, al: UInt8 = 3, ap: UInt8 = 4, `as`: UInt8 = 5
    static let b2: UInt8 = 6, ba: UInt8 = 7, bb: UInt8 = 8, bk: UInt8 = 9, cb: UInt8 = 10, cj: UInt8 = 11
    static let cl: UInt8 = 12, cm: UInt8 = 13, cp: UInt8 = 14, cr: UInt8 = 15, eb: UInt8 = 16, em: UInt8 = 17
    static let ex: UInt8 = 18, gl: UInt8 = 19, h2: UInt8 = 20, h3: UInt8 = 21, hh: UInt8 = 22, hl: UInt8 = 23
    static let hy: UInt8 = 24, id: UInt8 = 25, `in`: UInt8 = 26, `is`: UInt8 = 27, jl: UInt8 = 28, jt: UInt8 = 29
    static let jv: UInt8 = 30, lf: UInt8 = 31, nl: UInt8 = 32, ns: UInt8 = 33, nu: UInt8 = 34, op: UInt8 = 35
    static let po: UInt8 = 36, pr: UInt8 = 37, qu: UInt8 = 38, ri: UInt8 = 39, sa: UInt8 = 40, sg: UInt8 = 41
    static let sp: UInt8 = 42, sy: UInt8 = 43, vf: UInt8 = 44, vi: UInt8 = 45, wj: UInt8 = 46, zw: UInt8 = 47
    static let zwj: UInt8 = 48
    // What the generator splits off, in its order.
    /// QU that is Pi, QU that is Pf.
    static let quPi: UInt8 = 49, quPf: UInt8 = 50
    /// U+25CC, which stands for a consonant in LB28a.
    static let dottedCircle: UInt8 = 51
    /// Extended_Pictographic that is unassigned, of class ID (LB30b).
    static let idPictographic: UInt8 = 52
    /// SA that is Mn or Mc: resolved to CM.
    static let saMark: UInt8 = 53
    /// Extended_Pictographic that is unassigned, of class XX: resolved to AL, but LB30b has it.
    static let alPictographic: UInt8 = 54
    // What is split off when the class table of LineBreaks is built.
    /// OP and CP of East Asian width (LB30).
    static let opEastAsian: UInt8 = 55, cpEastAsian: UInt8 = 56
    /// The start and the end of the text.
    static let edge: UInt8 = 57

    /// One more than the greatest class.
    static let count: UInt8 = 58

    /// The bit of a class byte that says East Asian.
    static let eastAsian: UInt8 = 0x80
    /// The number in a class byte.
    static let mask: UInt8 = 0x3F
}

/// A set of classes.
struct LineClassSet: ExpressibleByArrayLiteral, Sendable {
    var bits: UInt64

    init(arrayLiteral elements: UInt8...) {
        bits = elements.reduce(0) { $0 | 1 << UInt64($1) }
    }

    init(bits: UInt64) { self.bits = bits }

    func contains(_ lineClass: UInt8) -> Bool { bits >> UInt64(lineClass) & 1 != 0 }
    func isDisjoint(with other: LineClassSet) -> Bool { bits & other.bits == 0 }

    static func | (left: LineClassSet, right: LineClassSet) -> LineClassSet {
        LineClassSet(bits: left.bits | right.bits)
    }
}

extension LineClassSet {
    /// What ends a line by force (LB4, LB5).
    static let newline: LineClassSet = [LineClass.bk, LineClass.cr, LineClass.lf, LineClass.nl]
    /// The same without the carriage return, which ends none of CSS's by itself (CSS Text 3 §4.1).
    static let forced: LineClassSet = [LineClass.bk, LineClass.lf, LineClass.nl]
    /// What a combining mark does not attach to (LB9).
    static let noBase: LineClassSet = newline | [LineClass.sp, LineClass.zw, LineClass.edge]
    static let open: LineClassSet = [LineClass.op, LineClass.opEastAsian]
    static let closeParenthesis: LineClassSet = [LineClass.cp, LineClass.cpEastAsian]
    static let close: LineClassSet = closeParenthesis | [LineClass.cl]
    static let quotation: LineClassSet = [LineClass.qu, LineClass.quPi, LineClass.quPf]
    static let alphabetic: LineClassSet = [LineClass.al, LineClass.dottedCircle, LineClass.alPictographic]
    static let letter: LineClassSet = alphabetic | [LineClass.hl]
    static let hyphen: LineClassSet = [LineClass.hy, LineClass.hh]
    static let ideographic: LineClassSet = [LineClass.id, LineClass.idPictographic]
    /// [\p{Extended_Pictographic}&\p{Cn}] of LB30b.
    static let unassignedPictographic: LineClassSet = [LineClass.idPictographic, LineClass.alPictographic]
    /// What LB28a calls (AK | ◌ | AS).
    static let aksara: LineClassSet = [LineClass.ak, LineClass.as, LineClass.dottedCircle]
    static let hangul: LineClassSet = [LineClass.jl, LineClass.jv, LineClass.jt, LineClass.h2, LineClass.h3]
    /// What may stand before an opening quotation mark (LB15a).
    static let beforeOpeningQuotation: LineClassSet =
        newline | open | quotation | [LineClass.edge, LineClass.gl, LineClass.sp, LineClass.zw]
    /// What may stand after a closing quotation mark (LB15b).
    static let afterClosingQuotation: LineClassSet =
        newline | close | quotation
        | [
            LineClass.sp, LineClass.gl, LineClass.wj, LineClass.ex, LineClass.is, LineClass.sy, LineClass.zw,
            LineClass.edge,
        ]
    /// What makes a hyphen after it begin a word (LB20a).
    static let beforeWordInitialHyphen: LineClassSet =
        newline | [LineClass.edge, LineClass.sp, LineClass.zw, LineClass.cb, LineClass.gl]
    /// The letters and digits that `word-break: keep-all` keeps together (CSS Text 3 §5.2).
    static let keptTogether: LineClassSet =
        letter | ideographic | hangul
        | [LineClass.nu, LineClass.cj, LineClass.ak, LineClass.as, LineClass.ap, LineClass.vi, LineClass.vf]
}
