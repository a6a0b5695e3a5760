import GalleyUnicode

/// UAX #14 of Unicode 17.0 once more, as plainly as its text: an array of units, and one rule after the other asked at
/// every position. Slow, and written without a look at the walk that it checks.
struct LineBreakReference {
    enum Decision { case prohibited, allowed, mandatory }

    /// A scalar with the marks after it (LB9).
    private struct Unit {
        var scalar: UInt32
        var lineClass: LineBreakClass
        var isEastAsian: Bool
        /// Whether its last scalar is a ZERO WIDTH JOINER (LB8a).
        var endsWithJoiner: Bool
        /// Where it begins, as the number of a scalar.
        var start: Int
    }

    private var units: [Unit] = []
    private let count: Int

    init(_ scalars: [UInt32], isStrict: Bool) {
        count = scalars.count
        for (index, scalar) in scalars.enumerated() {
            // LB1
            var lineClass = UnicodeProperties.lineBreakClass(scalar)
            switch lineClass {
            case .ambiguous, .surrogate, .unknown: lineClass = .alphabetic
            case .complexContext: lineClass = LineBreakReference.isMark(scalar) ? .combiningMark : .alphabetic
            case .conditionalJapaneseStarter: lineClass = isStrict ? .nonstarter : .ideographic
            default: break
            }
            let isJoiner = lineClass == .zeroWidthJoiner
            if isJoiner || lineClass == .combiningMark {
                if let last = units.last,
                    ![
                        .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine, .space,
                        .zeroWidthSpace,
                    ].contains(last.lineClass)
                {  // LB9
                    units[units.count - 1].endsWithJoiner = isJoiner
                    continue
                }
                // LB10: as U+0041.
                units.append(
                    Unit(
                        scalar: 0x41, lineClass: .alphabetic, isEastAsian: false, endsWithJoiner: isJoiner, start: index
                    ))
                continue
            }
            let isEastAsian = [.fullwidth, .wide, .halfwidth].contains(UnicodeProperties.eastAsianWidth(scalar))
            units.append(
                Unit(
                    scalar: scalar, lineClass: lineClass, isEastAsian: isEastAsian, endsWithJoiner: false, start: index)
            )
        }
    }

    private static func isMark(_ scalar: UInt32) -> Bool {
        let category = UnicodeProperties.generalCategory(scalar)
        return category == .nonspacingMark || category == .spacingMark
    }

    /// What happens before each scalar.
    func decisions() -> [Decision] {
        var decisions = [Decision](repeating: .prohibited, count: count)
        for index in units.indices.dropFirst() { decisions[units[index].start] = decide(index) }
        return decisions
    }

    // MARK: What stands where

    private func lineClass(_ index: Int) -> LineBreakClass? {
        units.indices.contains(index) ? units[index].lineClass : nil
    }

    private func isQuotation(_ index: Int, _ category: GeneralCategory) -> Bool {
        lineClass(index) == .quotation && UnicodeProperties.generalCategory(units[index].scalar) == category
    }

    private func isEastAsian(_ index: Int) -> Bool { units.indices.contains(index) && units[index].isEastAsian }

    private func isUnassignedPictograph(_ index: Int) -> Bool {
        UnicodeProperties.isExtendedPictographic(units[index].scalar)
            && UnicodeProperties.generalCategory(units[index].scalar) == .unassigned
    }

    private func isAksara(_ index: Int, withStart: Bool = true) -> Bool {
        guard units.indices.contains(index) else { return false }
        let found = units[index].lineClass
        return found == .aksara || units[index].scalar == 0x25CC || withStart && found == .aksaraStart
    }

    /// The unit before `index` that is no space.
    private func beforeSpaces(_ index: Int) -> Int {
        var place = index - 1
        while lineClass(place) == .space { place -= 1 }
        return place
    }

    /// Whether `NU (SY | IS)*` ends with the unit at `index`.
    private func isNumber(endingAt index: Int) -> Bool {
        var place = index
        while lineClass(place) == .breakSymbols || lineClass(place) == .infixNumeric { place -= 1 }
        return lineClass(place) == .numeric
    }

    // MARK: Rules

    private func decide(_ index: Int) -> Decision {
        let before = units[index - 1].lineClass
        let after = units[index].lineClass
        let newlines: Set<LineBreakClass> = [.mandatoryBreak, .carriageReturn, .lineFeed, .nextLine]
        if before == .mandatoryBreak { return .mandatory }  // LB4
        if before == .carriageReturn, after == .lineFeed { return .prohibited }  // LB5
        if newlines.contains(before) { return .mandatory }
        if newlines.contains(after) { return .prohibited }  // LB6
        if after == .space || after == .zeroWidthSpace { return .prohibited }  // LB7
        let base = beforeSpaces(index)
        if lineClass(base) == .zeroWidthSpace { return .allowed }  // LB8
        if units[index - 1].endsWithJoiner { return .prohibited }  // LB8a
        if before == .wordJoiner || after == .wordJoiner { return .prohibited }  // LB11
        if before == .glue { return .prohibited }  // LB12
        if after == .glue, ![.space, .breakAfter, .hyphen, .unambiguousHyphen].contains(before) { return .prohibited }
        if [.closePunctuation, .closeParenthesis, .exclamation, .breakSymbols].contains(after) { return .prohibited }
        if lineClass(base) == .openPunctuation { return .prohibited }  // LB14
        if isQuotation(base, .initialPunctuation) {  // LB15a
            let first = lineClass(base - 1)
            let openers: Set<LineBreakClass> = newlines.union(
                [.openPunctuation, .quotation, .glue, .space, .zeroWidthSpace])
            if first.map(openers.contains) ?? true { return .prohibited }
        }
        if isQuotation(index, .finalPunctuation) {  // LB15b
            let closers: Set<LineBreakClass> = newlines.union([
                .space, .glue, .wordJoiner, .closePunctuation, .quotation, .closeParenthesis, .exclamation,
                .infixNumeric, .breakSymbols, .zeroWidthSpace,
            ])
            if lineClass(index + 1).map(closers.contains) ?? true { return .prohibited }
        }
        if before == .space, after == .infixNumeric, lineClass(index + 1) == .numeric { return .allowed }  // LB15c
        if after == .infixNumeric { return .prohibited }  // LB15d
        if lineClass(base) == .closePunctuation || lineClass(base) == .closeParenthesis, after == .nonstarter {
            return .prohibited  // LB16
        }
        if lineClass(base) == .breakBoth, after == .breakBoth { return .prohibited }  // LB17
        if before == .space { return .allowed }  // LB18
        // LB19
        if after == .quotation, !isQuotation(index, .initialPunctuation) { return .prohibited }
        if before == .quotation, !isQuotation(index - 1, .finalPunctuation) { return .prohibited }
        // LB19a
        if after == .quotation, !isEastAsian(index - 1) || !isEastAsian(index + 1) { return .prohibited }
        if before == .quotation, !isEastAsian(index) || !isEastAsian(index - 2) { return .prohibited }
        if before == .contingentBreak || after == .contingentBreak { return .allowed }  // LB20
        return isKept(index, before, after) ? .prohibited : .allowed  // LB31
    }

    /// LB20a to LB30b.
    private func isKept(_ index: Int, _ before: LineBreakClass, _ after: LineBreakClass) -> Bool {
        let letters: Set<LineBreakClass> = [.alphabetic, .hebrewLetter]
        let hyphens: Set<LineBreakClass> = [.hyphen, .unambiguousHyphen]
        if hyphens.contains(before) {
            let first = lineClass(index - 2)
            let starts: Set<LineBreakClass> = [
                .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine, .space, .zeroWidthSpace, .contingentBreak,
                .glue,
            ]
            if first.map(starts.contains) ?? true, letters.contains(after) { return true }  // LB20a
            if first == .hebrewLetter, after != .hebrewLetter { return true }  // LB21a
        }
        if hyphens.contains(after) || after == .breakAfter || after == .nonstarter || before == .breakBefore {
            return true  // LB21
        }
        if before == .breakSymbols, after == .hebrewLetter { return true }  // LB21b
        if after == .inseparable { return true }  // LB22
        if letters.contains(before), after == .numeric { return true }  // LB23
        if before == .numeric, letters.contains(after) { return true }
        let pictures: Set<LineBreakClass> = [.ideographic, .emojiBase, .emojiModifier]
        if before == .prefixNumeric, pictures.contains(after) { return true }  // LB23a
        if pictures.contains(before), after == .postfixNumeric { return true }
        let affixes: Set<LineBreakClass> = [.prefixNumeric, .postfixNumeric]
        if affixes.contains(before), letters.contains(after) { return true }  // LB24
        if letters.contains(before), affixes.contains(after) { return true }
        if isInNumber(index, before, after, affixes) { return true }  // LB25
        return isSyllable(index, before, after) || isLetter(index, before, after, letters)
    }

    private func isInNumber(
        _ index: Int, _ before: LineBreakClass, _ after: LineBreakClass, _ affixes: Set<LineBreakClass>
    ) -> Bool {
        if affixes.contains(after) {
            if before == .closePunctuation || before == .closeParenthesis, isNumber(endingAt: index - 2) { return true }
            if isNumber(endingAt: index - 1) { return true }
        }
        if affixes.contains(before) {
            if after == .openPunctuation {
                if lineClass(index + 1) == .numeric { return true }
                if lineClass(index + 1) == .infixNumeric, lineClass(index + 2) == .numeric { return true }
            }
            if after == .numeric { return true }
        }
        guard after == .numeric else { return false }
        return before == .hyphen || before == .infixNumeric || isNumber(endingAt: index - 1)
    }

    /// LB26 to LB28a.
    private func isSyllable(_ index: Int, _ before: LineBreakClass, _ after: LineBreakClass) -> Bool {
        switch (before, after) {
        case (.hangulL, .hangulL), (.hangulL, .hangulV), (.hangulL, .hangulLV), (.hangulL, .hangulLVT),
            (.hangulV, .hangulV), (.hangulV, .hangulT), (.hangulLV, .hangulV), (.hangulLV, .hangulT),
            (.hangulT, .hangulT), (.hangulLVT, .hangulT):
            return true  // LB26
        default: break
        }
        let hangul: Set<LineBreakClass> = [.hangulL, .hangulV, .hangulT, .hangulLV, .hangulLVT]
        if hangul.contains(before), after == .postfixNumeric { return true }  // LB27
        if before == .prefixNumeric, hangul.contains(after) { return true }
        // LB28a
        if before == .aksaraPrebase, isAksara(index) { return true }
        if isAksara(index - 1), after == .viramaFinal || after == .virama { return true }
        if before == .virama, isAksara(index - 2), isAksara(index, withStart: false) { return true }
        return isAksara(index - 1) && isAksara(index) && lineClass(index + 1) == .viramaFinal
    }

    /// LB28, LB29 to LB30b.
    private func isLetter(
        _ index: Int, _ before: LineBreakClass, _ after: LineBreakClass, _ letters: Set<LineBreakClass>
    ) -> Bool {
        if letters.contains(before), letters.contains(after) { return true }  // LB28
        if before == .infixNumeric, letters.contains(after) { return true }  // LB29
        if letters.contains(before) || before == .numeric, after == .openPunctuation, !isEastAsian(index) {
            return true  // LB30
        }
        if before == .closeParenthesis, !isEastAsian(index - 1), letters.contains(after) || after == .numeric {
            return true
        }
        if before == .regionalIndicator, after == .regionalIndicator {  // LB30a
            var first = index - 1
            while lineClass(first - 1) == .regionalIndicator { first -= 1 }
            if (index - first) % 2 == 1 { return true }
        }
        guard after == .emojiModifier else { return false }
        return before == .emojiBase || isUnassignedPictograph(index - 1)  // LB30b
    }
}
