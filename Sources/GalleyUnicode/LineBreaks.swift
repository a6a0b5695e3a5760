import CGalleyData

/// Where lines may and must end: UAX #14 of Unicode 17.0, whole, with the tailorings of CSS.
///
///     let breaks = LineBreaks(LineBreakOptions(strictness: .strict))
///     breaks.mark(utf8, into: flags, complexRuns: &runs)
///
/// A value holds the classes as its options resolve them, so make one for each set of options and keep it. One pass over
/// the bytes: a class for each scalar, and for most pairs of classes one look into a table; about 2 ns a byte for ASCII.
///
/// Text of Thai, Lao, Khmer and Burmese (class SA) needs a dictionary: here it breaks like Latin letters (LB1), and its
/// runs are reported, so that a segmenter can add its breaks.
public struct LineBreaks: Sendable {
    /// The options that the classes are resolved for.
    public let options: LineBreakOptions

    /// The class byte for each byte of the property table (LB1 and the options).
    private let classes: [UInt8]
    private let table: LineBreakTable

    /// Line breaks with these options.
    public init(_ options: LineBreakOptions = LineBreakOptions()) {
        self.init(options, usesTable: true)
    }

    /// With `usesTable` off every pair goes through the rules: slow, and what the table is tested against.
    package init(_ options: LineBreakOptions, usesTable: Bool) {
        self.options = options
        classes = LineBreaks.resolvedClasses(options)
        table = !usesTable ? .empty : options.wordBreak == .keepAll ? .keepAll : .standard
    }

    /// Adds ``BoundaryFlags/lineAllowed`` and ``BoundaryFlags/lineMandatory`` to `flags` at each position of `utf8`
    /// where a line may or must end, and appends the ranges of complex-context text (class SA) to `complexRuns`.
    ///
    /// The start of the text is never marked (LB2). Linear in the text.
    /// - Precondition: `flags.count >= utf8.count`.
    public func mark(
        _ utf8: UnsafeBufferPointer<UInt8>, into flags: UnsafeMutableBufferPointer<BoundaryFlags>,
        complexRuns: inout [Range<Int>]
    ) {
        mark(utf8, CharacterRuns(utf8), into: flags, complexRuns: &complexRuns)
    }

    /// The same, of a text that was read already.
    package func mark(
        _ utf8: UnsafeBufferPointer<UInt8>, _ characters: borrowing CharacterRuns,
        into flags: UnsafeMutableBufferPointer<BoundaryFlags>, complexRuns: inout [Range<Int>]
    ) {
        precondition(flags.count >= utf8.count, "one flag for each byte")
        guard !utf8.isEmpty else { return }
        classes.withUnsafeBufferPointer { classes in
            table.entries.withUnsafeBufferPointer { table in
                var pass = LineBreakPass(
                    utf8: utf8, flags: flags, classes: classes, table: table, options: options)
                characters.withRuns { pass.run($0) }
                if options.wordBreak != .manual { complexRuns.append(contentsOf: pass.complexRuns) }
            }
        }
        flags[0].subtract(.line)
        if options.strictness == .anywhere || options.wordBreak == .breakAll { keepGraphemesWhole(utf8, flags) }
        if options.strictness == .anywhere { breakAnywhere(utf8, into: flags) }
    }

    /// The breaks of `bytes` as an array with a flag for each byte: for tests and short texts.
    public func marks(_ bytes: [UInt8]) -> [BoundaryFlags] {
        var flags = [BoundaryFlags](repeating: [], count: bytes.count)
        var runs: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { utf8 in
            flags.withUnsafeMutableBufferPointer { mark(utf8, into: $0, complexRuns: &runs) }
        }
        return flags
    }
}

/// One walk over a text.
struct LineBreakPass {
    let utf8: UnsafeBufferPointer<UInt8>
    let flags: UnsafeMutableBufferPointer<BoundaryFlags>
    let classes: UnsafeBufferPointer<UInt8>
    let table: UnsafeBufferPointer<UInt8>
    let options: LineBreakOptions
    let tailorsScalars: Bool
    let tailorsPairs: Bool
    var complexRuns: [Range<Int>] = []

    /// Whether a ZERO WIDTH JOINER is the last scalar of the unit before (LB8a).
    private var endsWithJoiner = false
    /// Whether the unit before is the first, third, ... of a run of regional indicators (LB30a).
    private var isOddRegionalIndicator = false

    init(
        utf8: UnsafeBufferPointer<UInt8>, flags: UnsafeMutableBufferPointer<BoundaryFlags>,
        classes: UnsafeBufferPointer<UInt8>, table: UnsafeBufferPointer<UInt8>, options: LineBreakOptions
    ) {
        self.utf8 = utf8
        self.flags = flags
        self.classes = classes
        self.table = table
        self.options = options
        tailorsScalars = options.tailorsScalars
        tailorsPairs = options.tailorsPairs
    }

    mutating func run(_ characters: UnsafeBufferPointer<CharacterRun>) {
        let (utf8, flags, classes, table) = (utf8, flags, classes, table)
        let (tailorsScalars, tailorsPairs) = (tailorsScalars, tailorsPairs)
        // `before` is a class byte with LineBreakTable.spaceBit while spaces follow it.
        var before = LineClass.edge
        var beforeBefore = LineClass.edge
        var next = 0
        for run in characters {
            var offset = next
            next = run.end
            let resolved = classes[Int(run.lineBreak)]
            if resolved == LineClass.sp, !LineClassSet.newline.contains(before & LineClass.mask) {
                before |= LineBreakTable.spaceBit  // LB7
                endsWithJoiner = false
                continue
            }
            if LineBreakPass.isComplex(run.lineBreak) { noteComplex(offset..<next) }
            // One after the other, as far as they do not go together.
            while offset < next {
                if resolved == before {
                    if resolved == LineClass.al || resolved == LineClass.hl {
                        // Inside a word nothing breaks (LB28).
                        if tailorsPairs, run.isMirrored { markLessThanSigns(offset..<next) }
                        beforeBefore = resolved
                        endsWithJoiner = false
                        break
                    }
                    if resolved == LineBreakPass.ideograph, !tailorsScalars, !endsWithJoiner {
                        let action = table[LineBreakPass.entry(before, resolved)]
                        if action != LineBreakRules.Action.contextual.rawValue {
                            // One ideograph after the other.
                            if action == LineBreakRules.Action.allowed.rawValue {
                                CharacterRuns.markStarts(utf8, offset..<next, .lineAllowed, flags)
                            }
                            beforeBefore = before
                            break
                        }
                    }
                } else if resolved == LineClass.cm, before & LineBreakTable.spaceBit == 0,
                    !LineClassSet.noBase.contains(before & LineClass.mask)
                {
                    endsWithJoiner = false  // LB9
                    break
                }
                let start = offset
                // The class for the break before the scalar, and for the one after it.
                var after = resolved
                var leaving = resolved
                if run.isSingle && !tailorsScalars {
                    offset = next
                } else {
                    let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                    offset &+= length
                    if tailorsScalars {
                        leaving = options.leaving(scalar, after)
                        after = options.entering(scalar, after, before: before)
                    }
                }
                var action = table[LineBreakPass.entry(before, after)]
                if action == LineBreakRules.Action.contextual.rawValue {
                    let entering = after
                    guard let decision = decide(before, beforeBefore, &after, start: start, end: offset) else {
                        continue
                    }
                    if after != entering { leaving = after }
                    action = decision.rawValue
                }
                if tailorsPairs, utf8[start] > 0x20, utf8[start] < 0x7F, start > 0, utf8[start - 1] &- 0x20 < 0x5F {
                    let pair: LineBreakRules.Action = allowsPair(at: start) ? .allowed : .prohibited
                    action = pair.rawValue
                }
                if action == LineBreakRules.Action.mandatory.rawValue {
                    flags[start].formUnion(.lineMandatory)
                } else if action == LineBreakRules.Action.allowed.rawValue, !endsWithJoiner {  // LB8a
                    flags[start].formUnion(.lineAllowed)
                }
                endsWithJoiner = endsWithLoneJoiner
                endsWithLoneJoiner = false
                if after == LineClass.sp {
                    before |= LineBreakTable.spaceBit
                } else {
                    beforeBefore = before & LineBreakTable.spaceBit != 0 ? LineClass.sp : before
                    before = leaving
                }
            }
        }
    }

    /// Whether the unit that is being taken is a ZERO WIDTH JOINER without a base (LB10), to which LB8a applies too.
    private var endsWithLoneJoiner = false

    @inline(__always)
    private static func entry(_ before: UInt8, _ after: UInt8) -> Int {
        Int(before & ~LineClass.eastAsian) << 6 | Int(after & LineClass.mask)
    }

    /// The usual class of ideographs and kana.
    private static let ideograph = LineClass.id | LineClass.eastAsian

    /// Whether a byte of the property table says class SA.
    @inline(__always)
    private static func isComplex(_ data: UInt8) -> Bool {
        let number = data & LineClass.mask
        return number == LineClass.sa || number == LineClass.saMark
    }

    private mutating func noteComplex(_ range: Range<Int>) {
        if let last = complexRuns.last, last.upperBound == range.lowerBound {
            complexRuns[complexRuns.count - 1] = last.lowerBound..<range.upperBound
        } else {
            complexRuns.append(range)
        }
    }

    /// What only the context tells; nil when `after` is a mark that belongs to the unit before (LB9).
    private mutating func decide(
        _ before: UInt8, _ beforeBefore: UInt8, _ after: inout UInt8, start: Int, end: Int
    ) -> LineBreakRules.Action? {
        let hasSpaces = before & LineBreakTable.spaceBit != 0
        let plainBefore = before & ~LineBreakTable.spaceBit
        let number = before & LineClass.mask
        if after == LineClass.zwj || after & LineClass.mask == LineClass.cm {
            let isJoiner = after == LineClass.zwj
            if !hasSpaces, !LineClassSet.noBase.contains(number) {  // LB9
                endsWithJoiner = isJoiner
                return nil
            }
            after = LineClass.al  // LB10
            endsWithLoneJoiner = isJoiner
        }
        var position = LineBreakRules.Position(
            before: plainBefore, hasSpaces: hasSpaces, beforeBefore: beforeBefore, after: after)
        let afterNumber = after & LineClass.mask
        if afterNumber == LineClass.ri {
            position.isOddRegionalIndicator = !hasSpaces && number == LineClass.ri && isOddRegionalIndicator
            isOddRegionalIndicator = !position.isOddRegionalIndicator
        } else if afterNumber == LineClass.nu || afterNumber == LineClass.po || afterNumber == LineClass.pr {
            position.isInNumber = !hasSpaces && endsNumber(before: start)
        } else {
            let (next, nextEnd) = nextUnit(from: end)
            position.next = next
            if next & LineClass.mask == LineClass.is { position.nextNext = nextUnit(from: nextEnd).0 }
        }
        let action = LineBreakRules.decide(position)
        guard action == .prohibited || action == .allowed, !hasSpaces else { return action }
        if options.strictness == .loose, number == LineClass.in, afterNumber == LineClass.in { return .allowed }
        if options.wordBreak == .keepAll, LineClassSet.keptTogether.contains(number),
            LineClassSet.keptTogether.contains(afterNumber)
        {
            return .prohibited
        }
        return action
    }

    /// The class byte of the next unit from `offset` on, marks that belong to the unit before left out, and its end.
    private func nextUnit(from start: Int) -> (UInt8, end: Int) {
        var offset = start
        while offset < utf8.count {
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            offset &+= length
            let found = classByte(scalar)
            let number = found & LineClass.mask
            if number != LineClass.cm && number != LineClass.zwj { return (found, offset) }
        }
        return (LineClass.edge, offset)
    }

    /// Whether `NU (SY|IS)* (CL|CP)?` ends at `end` (LB25).
    private func endsNumber(before end: Int) -> Bool {
        var offset = end
        var mayClose = true
        while offset > 0 {
            let (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: offset)
            offset &-= length
            let number = classByte(scalar) & LineClass.mask
            switch number {
            case LineClass.cm, LineClass.zwj: continue
            case LineClass.nu: return true
            case LineClass.sy, LineClass.is: mayClose = false
            default:
                guard mayClose, LineClassSet.close.contains(number) else { return false }
                mayClose = false
            }
        }
        return false
    }

    private func classByte(_ scalar: UInt32) -> UInt8 {
        let resolved = classes[Int(galley_unicode_line_break(scalar))]
        return tailorsScalars ? options.entering(scalar, resolved, before: LineClass.edge) : resolved
    }
}
