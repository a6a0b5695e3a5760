import GalleyShaping
import GalleyText

/// What of a paragraph's style each of its lines asks for.
struct LineStyle {
    let alignment: TextAlignment
    let lastAlignment: TextAlignment
    /// Where justified lines grow.
    let justification: Justification
    let hangs: Bool
    let indentsEachLine: Bool
    let clips: Bool
    /// The line's direction.
    var isRightToLeft: Bool
    /// What breaking all lines together aims at; `nil` where each line is filled as far as it goes.
    let aim: LineCost.Aim?

    init(_ traits: LineTraits) {
        alignment = traits.alignment
        lastAlignment = traits.lastAlignment
        justification = traits.justification
        hangs = traits.hangsIndent
        indentsEachLine = traits.indentsEachLine
        clips = traits.clips
        isRightToLeft = traits.isRightToLeft
        aim = clips ? nil : LineCost.Aim(traits.wrapStyle)
    }

    /// Whether a line has the paragraph's indent (`text-indent`, CSS Text 3 §8.1).
    func isIndented(isFirst: Bool, isAfterForcedBreak: Bool) -> Bool {
        (isFirst || indentsEachLine && isAfterForcedBreak) != hangs
    }

    /// How a line is aligned: `text-align`, and `text-align-last` before a forced break and at the end.
    @inline(__always)
    func alignment(isLast: Bool) -> TextAlignment { isLast ? lastAlignment : alignment }

    /// Whether lines grow to their space.
    func justifies(isLast: Bool) -> Bool {
        alignment(isLast: isLast) == .justify && JustificationTable.places(justification, round: 0) != nil
    }

    /// Gives a line its room: a justified one grows to it at the places that can grow, and each begins where its alignment
    /// puts it. `count` tells how many places of a line can grow.
    func align(
        _ record: inout LineRecord, in space: LineSpace, indent: Double, isLast: Bool,
        count: (LineRecord, ExpansionPlaces) -> Int
    ) {
        let free = space.width - indent - record.width
        if alignment(isLast: isLast) == .justify, free > 0, free.isFinite {
            var round = 0
            while let places = JustificationTable.places(justification, round: round) {
                round += 1
                let count = count(record, places)
                guard count > 0 else { continue }
                record.expansion = free / Double(count)
                record.places = places
                record.width += free
                break
            }
        }
        record.x = space.x + offset(width: record.width, in: space.width, indent: indent, isLast: isLast)
    }

    /// Where a line begins from the left edge of its space. Lines that are too wide begin at the start edge.
    @inline(__always)
    func offset(width: Double, in available: Double, indent: Double, isLast: Bool) -> Double {
        // Without a width lines are aligned when all are known.
        let free = available.isFinite ? available - indent - width : 0
        let fromLeft: Double
        switch alignment(isLast: isLast) {
        case .justify, .start: fromLeft = isRightToLeft ? free : 0
        case .end: fromLeft = isRightToLeft ? min(0, free) : max(0, free)
        case .left: fromLeft = isRightToLeft ? min(0, free) : 0
        case .right: fromLeft = isRightToLeft ? free : max(0, free)
        case .center: fromLeft = free >= 0 ? free / 2 : isRightToLeft ? free : 0
        }
        return fromLeft + (isRightToLeft ? 0 : indent)
    }
}
