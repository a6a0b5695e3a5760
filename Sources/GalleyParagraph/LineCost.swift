import GalleyText

/// What a way of breaking a paragraph costs: a sum over its lines, compared part by part.
package struct BreakCost: Sendable, Comparable {
    /// Lines that are too wide, and words broken where only `overflow-wrap` allows it: never for the sake of looks.
    package var misfit = 0.0
    /// The number of lines, where it must not grow (`balance`).
    package var lines: Int32 = 0
    /// Looks.
    package var demerits = 0.0

    package init(misfit: Double = 0, lines: Int32 = 0, demerits: Double = 0) {
        self.misfit = misfit
        self.lines = lines
        self.demerits = demerits
    }

    @inline(__always)
    package static func < (left: BreakCost, right: BreakCost) -> Bool {
        if left.misfit != right.misfit { return left.misfit < right.misfit }
        if left.lines != right.lines { return left.lines < right.lines }
        return left.demerits < right.demerits
    }

    @inline(__always)
    package static func <= (left: BreakCost, right: BreakCost) -> Bool { !(right < left) }

    @inline(__always)
    package static func + (left: BreakCost, right: BreakCost) -> BreakCost {
        BreakCost(
            misfit: left.misfit + right.misfit, lines: left.lines + right.lines,
            demerits: left.demerits + right.demerits)
    }
}

/// What one line costs. The one place that says what good lines are; breaking all lines together makes the sum of it
/// smallest.
///
/// Justified lines cost as Knuth and Plass say (Breaking Paragraphs into Lines, 1981): the cube of how far each place
/// that can grow is stretched beyond its ease, squared, so that the worst line counts most. Ragged lines cost the square
/// of the part of their room that stays empty.
package struct LineCost: Sendable {
    package enum Aim: Sendable {
        /// `text-wrap-style: pretty`: no bad line; the last one may be short.
        case pretty
        /// `text-wrap-style: balance`: as few lines as there can be, all about equally full.
        case balance

        /// `nil` where lines are filled one after the other: `auto`, and `stable`, whose lines before an edit must not
        /// change.
        package init?(_ style: TextWrapStyle) {
            switch style {
            case .auto, .stable: return nil
            case .pretty: self = .pretty
            case .balance: self = .balance
            }
        }
    }
    package var aim: Aim
    /// Whether lines grow to their space, but for those that end a paragraph.
    package var justifies: Bool
    /// Whether those do too (`text-align-last: justify`).
    package var justifiesLast: Bool
    /// How many px a place that can grow grows with ease: half of a space, as TeX's fonts say.
    package var ease: Double
    /// What empty room is a part of where lines are balanced, in px: one measure for all lines, so that those with less room
    /// have as much left as the others (CSS Text 4 §6.4); 0 for each line's own.
    package var balancedRoom = 0.0

    /// A line as its cost sees it.
    package struct Line: Sendable {
        package var width: Double
        package var available: Double
        /// Places that can grow.
        package var places: Int32
        /// Whether it ends a paragraph, or stands before a forced break.
        package var isLast: Bool
        /// Whether it is all of the text since the paragraph's start or the last forced break.
        package var isOnly: Bool
        package var endsWithHyphen: Bool
        package var previousEndsWithHyphen: Bool

        package init(
            width: Double, available: Double, places: Int32, isLast: Bool, isOnly: Bool, endsWithHyphen: Bool,
            previousEndsWithHyphen: Bool
        ) {
            self.width = width
            self.available = available
            self.places = places
            self.isLast = isLast
            self.isOnly = isOnly
            self.endsWithHyphen = endsWithHyphen
            self.previousEndsWithHyphen = previousEndsWithHyphen
        }
    }

    package init(aim: Aim, justifies: Bool, justifiesLast: Bool, ease: Double) {
        self.aim = aim
        self.justifies = justifies
        self.justifiesLast = justifiesLast
        self.ease = ease
    }

    /// The cost of a line that fits.
    @inline(__always)
    package func of(_ line: Line) -> BreakCost {
        var cost = least(of: line)
        if line.endsWithHyphen {
            cost.demerits += ofHyphen(grows: grows(line), isSecond: line.previousEndsWithHyphen)
        } else if line.previousEndsWithHyphen, line.isLast {
            // A part of a word alone, or nearly.
            cost.demerits += 2 * (justifies ? LineCost.justifiedHyphen : LineCost.raggedHyphen)
        }
        return cost
    }

    /// What a hyphen at a line's end adds, the second of two in a row or not.
    @inline(__always)
    func ofHyphen(grows: Bool, isSecond: Bool) -> Double {
        let hyphen = grows ? LineCost.justifiedHyphen : LineCost.raggedHyphen
        return isSecond ? 5 * hyphen : hyphen
    }

    /// What a line adds to the number of lines, where they are counted.
    @inline(__always)
    var lineCount: Int32 { aim == .balance ? 1 : 0 }

    /// Whether lines that are no last ones grow to their space.
    @inline(__always)
    var growsBeforeLast: Bool { aim == .pretty && justifies }

    @inline(__always)
    private func grows(_ line: Line) -> Bool { aim == .pretty && (line.isLast ? justifiesLast : justifies) }

    /// What the room that a line leaves empty costs, where it is no last one or all are alike. The more room, and the fewer
    /// places, the more.
    @inline(__always)
    func demerits(slack: Double, of available: Double, _ places: Int32, grows: Bool) -> Double {
        if grows {
            let ratio = slack / (Double(max(1, places)) * ease)
            let badness = 1 + 100 * ratio * ratio * ratio
            return badness * badness
        }
        let room = aim == .balance && balancedRoom > 0 ? balancedRoom : available
        let part = room > 0 ? 100 * slack / room : 0
        return part * part
    }

    /// What the room that a line leaves empty costs.
    @inline(__always)
    func demeritsOfSlack(_ line: Line) -> Double {
        let slack = max(0, line.available - line.width)
        let grows = grows(line)
        if grows || !line.isLast || aim == .balance {
            return demerits(slack: slack, of: line.available, line.places, grows: grows)
        }
        // A last line of a word or two stands alone.
        let short = line.isOnly ? 0 : 1 - 3 * line.width / max(line.available, 1)
        return short > 0 ? LineCost.loneEnd * short * short : 0
    }

    /// What any line with as much room left costs at least.
    @inline(__always)
    func least(of line: Line) -> BreakCost {
        BreakCost(misfit: 0, lines: lineCount, demerits: demeritsOfSlack(line))
    }

    /// The cost of a line that is too wide and cannot be broken better.
    package func ofOverfull(_ line: Line) -> BreakCost {
        BreakCost(
            misfit: LineCost.overfull + max(0, line.width - line.available), lines: lineCount,
            demerits: 0)
    }

    /// The cost of a line broken between any two clusters.
    package var ofEmergency: BreakCost { BreakCost(misfit: 1, lines: lineCount, demerits: 0) }

    /// In demerits of justified lines: TeX's \hyphenpenalty of 50, squared.
    private static let justifiedHyphen = 2_500.0
    /// In demerits of ragged lines: as a line with a sixth of its room empty.
    private static let raggedHyphen = 280.0
    /// The most that a short last line costs: as a ragged line with half of its room empty.
    private static let loneEnd = 2_500.0
    /// More than any number of emergency breaks in one line.
    private static let overfull = 1e6
}
