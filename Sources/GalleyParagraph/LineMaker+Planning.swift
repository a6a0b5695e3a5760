import GalleyShaping
import GalleyText

extension LineMaker {
    /// The line at `start` where all lines are broken together: where `text-wrap-style` asks for it, and below all that
    /// stands beside the text, so that the room is the same for all lines to come.
    mutating func plannedLine(from start: BreakPosition, _ space: LineSpace) -> BrokenLine? {
        guard let aim = style.aim, space.nextOffset == nil else { return nil }
        if plan == nil {
            var breaking = totalFit(from: start, space, aim)
            plan = breaking?.lines() ?? []
            plannedWidth = space.width
        }
        guard let plan, nextPlanned < plan.count, space.width == plannedWidth, plan[nextPlanned].start == start else {
            return nil
        }
        nextPlanned += 1
        return plan[nextPlanned - 1]
    }

    /// What breaks all lines from `start` on together.
    func totalFit(from start: BreakPosition, _ space: LineSpace, _ aim: LineCost.Aim) -> TotalFitBreaker? {
        let room = TotalFitBreaker.Room(
            first: space.width - indent(isFirst: lines.isEmpty, isAfterForcedBreak: wasForced) + openingWidth,
            afterForcedBreak: space.width - indent(isFirst: false, isAfterForcedBreak: true),
            other: space.width - indent(isFirst: false, isAfterForcedBreak: false))
        return TotalFitBreaker(
            breaker, from: start, room, LineCost(aim, style, of: shaped, room: room.other),
            isAfterHyphen: lines.last?.flags.contains(.hyphen) ?? false,
            isParagraphStart: lines.isEmpty || wasForced)
    }
}

extension LineCost {
    /// What the lines of a paragraph cost that have an amount of room each.
    init(_ aim: Aim, _ style: LineStyle, of shaped: ShapedParagraph, room: Double) {
        let strut = shaped.fontStyles[Int(shaped.strutStyle.fontStyle)]
        self.init(
            aim: aim, justifies: style.justifies(isLast: false), justifiesLast: style.justifies(isLast: true),
            ease: max(strut.metrics.spaceAdvance / 2, LineBreaker.tolerance))
        balancedRoom = max(0, room)
    }
}
