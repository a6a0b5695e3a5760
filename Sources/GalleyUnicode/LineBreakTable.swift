/// The pairs of classes between which ``LineBreakRules`` need no context, computed from the rules themselves.
///
/// An entry is found at `row << 6 | after`, where `row` is the class before, plus ``spaceBit`` when spaces lie between.
struct LineBreakTable: Sendable {
    /// The bit of a row that says that spaces follow the class.
    static let spaceBit: UInt8 = 0x40

    /// The raw values of `LineBreakRules.Action`.
    let entries: [UInt8]

    /// UAX #14.
    static let standard = LineBreakTable(keepsWords: false)
    /// With `word-break: keep-all`.
    static let keepAll = LineBreakTable(keepsWords: true)

    /// No pair at all: everything is contextual.
    static let empty = LineBreakTable(entries: unknown)

    private static let unknown = [UInt8](repeating: LineBreakRules.Action.contextual.rawValue, count: 128 * 64)

    private init(entries: [UInt8]) { self.entries = entries }

    private init(keepsWords: Bool) {
        var entries = LineBreakTable.unknown
        for before in 0..<LineClass.count {
            for hasSpaces in [false, true] {
                for after in 0..<LineClass.count
                where !LineBreakTable.isContextual(before, after, hasSpaces: hasSpaces) {
                    // The first of a text: what comes before the spaces at its start changes nothing.
                    var action = LineBreakRules.decide(
                        LineBreakRules.Position(
                            before: before, hasSpaces: hasSpaces, beforeBefore: LineClass.edge, after: after))
                    if keepsWords, !hasSpaces, action == .allowed, LineClassSet.keptTogether.contains(before),
                        LineClassSet.keptTogether.contains(after)
                    {
                        action = .prohibited
                    }
                    let row = Int(before) | (hasSpaces ? Int(LineBreakTable.spaceBit) : 0)
                    entries[row << 6 | Int(after)] = action.rawValue
                }
            }
        }
        self.entries = entries
    }

    /// Whether the rules that fit this pair look further than the pair, or the walk itself must act (marks, the odd
    /// and even regional indicators).
    private static func isContextual(_ before: UInt8, _ after: UInt8, hasSpaces: Bool) -> Bool {
        if after == LineClass.cm || after == LineClass.zwj || after == LineClass.ri { return true }  // LB9, LB10, LB30a
        if LineClassSet.quotation.contains(before) || LineClassSet.quotation.contains(after) { return true }
        if after == LineClass.is { return hasSpaces }  // LB15c
        if hasSpaces { return false }
        if LineClassSet.hyphen.contains(before) { return true }  // LB20a, LB21a
        let affixes: LineClassSet = [LineClass.po, LineClass.pr]
        let inNumbers: LineClassSet = .close | [LineClass.sy, LineClass.is]
        if inNumbers.contains(before), affixes.contains(after) || after == LineClass.nu { return true }  // LB25
        if affixes.contains(before), LineClassSet.open.contains(after) { return true }  // LB25
        if LineClassSet.aksara.contains(after) {
            return LineClassSet.aksara.contains(before) || before == LineClass.vi  // LB28a
        }
        return before == LineClass.in && after == LineClass.in  // `line-break: loose`
    }
}
