/// The rules of UAX #14 between two classes, revision of Unicode 17.0, in their order.
///
/// ``decide(_:)`` is the whole of the standard from LB4 to LB31, but LB8a, LB9 and LB10, which ``LineBreaks`` does
/// while it walks. ``table`` is the same for those pairs that need to know no more than the pair.
enum LineBreakRules {
    /// What happens between two units; the raw values are the entries of the table.
    enum Action: UInt8 {
        case prohibited, allowed, mandatory
        /// Only ``decide(_:)`` can tell.
        case contextual
    }

    /// A position between two units. A unit is a scalar with the marks that follow it (LB9).
    struct Position {
        /// The class byte of the unit before, spaces left out.
        var before: UInt8
        /// Whether spaces lie between the two.
        var hasSpaces: Bool
        /// The class byte of the unit before `before`; `sp` when a space is there, `edge` at the start of the text.
        var beforeBefore: UInt8
        /// The class byte of the unit after.
        var after: UInt8
        /// The class byte of the unit after `after`, `edge` at the end; needed for QU, IS, OP, AK, AS and ◌.
        var next: UInt8 = LineClass.edge
        /// And of the one after that; needed for OP.
        var nextNext: UInt8 = LineClass.edge
        /// Whether `before` ends `NU (SY|IS)* (CL|CP)?`.
        var isInNumber = false
        /// Whether `before` is the odd one of a run of regional indicators.
        var isOddRegionalIndicator = false
    }

    /// Whether a line may end at this position.
    static func decide(_ position: Position) -> Action {
        let before = position.before & LineClass.mask
        let after = position.after & LineClass.mask
        let adjacent = !position.hasSpaces
        if let action = newlinesAndSpaces(before, after, adjacent: adjacent) { return action }
        if let action = punctuation(before, after, position) { return action }
        if position.hasSpaces { return .allowed }  // LB18
        if let action = quotation(before, after, position) { return action }
        if after == LineClass.cb || before == LineClass.cb { return .allowed }  // LB20
        if isHyphenated(before, after, position) { return .prohibited }
        if isNumber(before, after, position) { return .prohibited }
        if isWord(before, after, position) { return .prohibited }
        return .allowed  // LB31
    }

    /// LB4 to LB8 and LB11 to LB12a.
    private static func newlinesAndSpaces(_ before: UInt8, _ after: UInt8, adjacent: Bool) -> Action? {
        if adjacent, LineClassSet.newline.contains(before) {  // LB4, LB5
            return before == LineClass.cr && after == LineClass.lf ? .prohibited : .mandatory
        }
        if LineClassSet.newline.contains(after) { return .prohibited }  // LB6
        if after == LineClass.sp || after == LineClass.zw { return .prohibited }  // LB7
        if before == LineClass.zw { return .allowed }  // LB8
        if after == LineClass.wj || adjacent && before == LineClass.wj { return .prohibited }  // LB11
        if adjacent, before == LineClass.gl { return .prohibited }  // LB12
        if adjacent, after == LineClass.gl, before != LineClass.ba, !LineClassSet.hyphen.contains(before) {
            return .prohibited  // LB12a
        }
        return nil
    }

    /// LB13 to LB17: the rules that look across spaces.
    private static func punctuation(_ before: UInt8, _ after: UInt8, _ position: Position) -> Action? {
        if LineClassSet.close.contains(after) || after == LineClass.ex || after == LineClass.sy {
            return .prohibited  // LB13
        }
        if LineClassSet.open.contains(before) { return .prohibited }  // LB14
        if before == LineClass.quPi,
            LineClassSet.beforeOpeningQuotation.contains(position.beforeBefore & LineClass.mask)
        {
            return .prohibited  // LB15a
        }
        let next = position.next & LineClass.mask
        if after == LineClass.quPf, LineClassSet.afterClosingQuotation.contains(next) {
            return .prohibited  // LB15b
        }
        if after == LineClass.is {
            return position.hasSpaces && next == LineClass.nu ? .allowed : .prohibited  // LB15c, LB15d
        }
        if LineClassSet.close.contains(before), after == LineClass.ns { return .prohibited }  // LB16
        if before == LineClass.b2, after == LineClass.b2 { return .prohibited }  // LB17
        return nil
    }

    /// LB19 and LB19a.
    private static func quotation(_ before: UInt8, _ after: UInt8, _ position: Position) -> Action? {
        if after == LineClass.qu || after == LineClass.quPf { return .prohibited }  // LB19 × [QU - Pi]
        if before == LineClass.qu || before == LineClass.quPi { return .prohibited }  // LB19 [QU - Pf] ×
        if after == LineClass.quPi, !isEastAsian(position.before) || !isEastAsian(position.next) {
            return .prohibited  // LB19a; the end of the text is not East Asian
        }
        if before == LineClass.quPf, !isEastAsian(position.after) || !isEastAsian(position.beforeBefore) {
            return .prohibited  // LB19a; nor is its start
        }
        return nil
    }

    /// LB20a to LB22.
    private static func isHyphenated(_ before: UInt8, _ after: UInt8, _ position: Position) -> Bool {
        if LineClassSet.hyphen.contains(before) {
            let first = position.beforeBefore & LineClass.mask
            if LineClassSet.letter.contains(after), LineClassSet.beforeWordInitialHyphen.contains(first) {
                return true  // LB20a
            }
            if first == LineClass.hl, after != LineClass.hl { return true }  // LB21a
        }
        if LineClassSet.hyphen.contains(after) || after == LineClass.ba || after == LineClass.ns {
            return true  // LB21
        }
        if before == LineClass.bb { return true }  // LB21
        if before == LineClass.sy, after == LineClass.hl { return true }  // LB21b
        return after == LineClass.in  // LB22
    }

    /// LB23 to LB25.
    private static func isNumber(_ before: UInt8, _ after: UInt8, _ position: Position) -> Bool {
        let letters = LineClassSet.letter
        let isAffix = after == LineClass.po || after == LineClass.pr
        let followsAffix = before == LineClass.po || before == LineClass.pr
        if letters.contains(before), after == LineClass.nu { return true }  // LB23
        if before == LineClass.nu, letters.contains(after) { return true }  // LB23
        let ideographs: LineClassSet = .ideographic | [LineClass.eb, LineClass.em]
        if before == LineClass.pr, ideographs.contains(after) { return true }  // LB23a
        if ideographs.contains(before), after == LineClass.po { return true }  // LB23a
        if followsAffix, letters.contains(after) { return true }  // LB24
        if letters.contains(before), isAffix { return true }  // LB24
        // LB25
        let isInNumber = position.isInNumber || before == LineClass.nu
        if isAffix, isInNumber { return true }
        if after == LineClass.nu {
            if followsAffix || before == LineClass.hy || before == LineClass.is { return true }
            return isInNumber && !LineClassSet.close.contains(before)
        }
        if followsAffix, LineClassSet.open.contains(after) {
            let next = position.next & LineClass.mask
            return next == LineClass.nu
                || next == LineClass.is && position.nextNext & LineClass.mask == LineClass.nu
        }
        return false
    }

    /// LB26 to LB30b.
    private static func isWord(_ before: UInt8, _ after: UInt8, _ position: Position) -> Bool {
        switch before {  // LB26
        case LineClass.jl:
            if LineClassSet.hangul.contains(after), after != LineClass.jt { return true }
        case LineClass.jv, LineClass.h2:
            if after == LineClass.jv || after == LineClass.jt { return true }
        case LineClass.jt, LineClass.h3:
            if after == LineClass.jt { return true }
        default: break
        }
        if LineClassSet.hangul.contains(before), after == LineClass.po { return true }  // LB27
        if before == LineClass.pr, LineClassSet.hangul.contains(after) { return true }  // LB27
        if LineClassSet.letter.contains(before), LineClassSet.letter.contains(after) { return true }  // LB28
        if isAksara(before, after, position) { return true }  // LB28a
        if before == LineClass.is, LineClassSet.letter.contains(after) { return true }  // LB29
        let lettersAndDigits: LineClassSet = .letter | [LineClass.nu]
        if lettersAndDigits.contains(before), after == LineClass.op { return true }  // LB30
        if before == LineClass.cp, lettersAndDigits.contains(after) { return true }  // LB30
        if before == LineClass.ri, after == LineClass.ri, position.isOddRegionalIndicator { return true }  // LB30a
        let pictographs: LineClassSet = .unassignedPictographic | [LineClass.eb]
        return after == LineClass.em && pictographs.contains(before)  // LB30b
    }

    /// LB28a: the orthographic syllables of Brahmic scripts.
    private static func isAksara(_ before: UInt8, _ after: UInt8, _ position: Position) -> Bool {
        let aksara = LineClassSet.aksara
        if before == LineClass.ap { return aksara.contains(after) }
        if aksara.contains(before) {
            if after == LineClass.vf || after == LineClass.vi { return true }
            return aksara.contains(after) && position.next & LineClass.mask == LineClass.vf
        }
        return before == LineClass.vi && aksara.contains(position.beforeBefore & LineClass.mask)
            && (after == LineClass.ak || after == LineClass.dottedCircle)
    }

    private static func isEastAsian(_ classByte: UInt8) -> Bool { classByte & LineClass.eastAsian != 0 }
}
