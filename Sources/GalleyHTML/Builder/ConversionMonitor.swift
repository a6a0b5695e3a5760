import GalleyMarkup
import GalleyText

/// What the steps of one conversion watch: whether to stop, and which limits the document has met.
///
/// Of one conversion, on one thread. A step that sees `shouldStop()` returns whatever it has; `check` then throws.
final class ConversionMonitor {
    /// How many nodes a step walks between two questions.
    static let interval = 1024

    let limits: HTMLLimits
    private let isCancelled: (@Sendable () -> Bool)?
    private var wasCancelled = false
    private var exceeded: [(limit: HTMLError.Limit, node: NodeID, message: String)] = []

    init(limits: HTMLLimits = .standard, isCancelled: (@Sendable () -> Bool)? = nil) {
        self.limits = limits.clamped
        self.isCancelled = isCancelled
    }

    /// Whether the task or the caller has cancelled; once true it stays so.
    func shouldStop() -> Bool {
        if !wasCancelled { wasCancelled = Task.isCancelled || isCancelled?() == true }
        return wasCancelled
    }

    /// Notes that an element asks for more than a limit and got the limit.
    func exceed(_ limit: HTMLError.Limit, at node: NodeID, _ message: @autoclosure () -> String) {
        if exceeded.count < HTMLLimits.limitDiagnostics { exceeded.append((limit, node, message())) }
    }

    /// Throws if the conversion was cancelled, or has gone beyond a strict limit.
    func check(_ tree: HTMLTree) throws(HTMLError) {
        if shouldStop() { throw .cancelled }
        guard limits.isStrict else { return }
        let places = exceeded.map { ($0.limit, tree.position(of: tree.sourceOffset(of: $0.node))) }
        if let first = places.min(by: { $0.1 < $1.1 }) { throw .limit(first.0, first.1) }
    }

    /// The limits that cut something.
    func diagnostics(_ tree: HTMLTree) -> [Diagnostic] {
        exceeded.map { item in
            let position = tree.position(of: tree.sourceOffset(of: item.node))
            return Diagnostic(
                .warning, code: item.limit.rawValue, item.message, line: position.line, column: position.column,
                offset: position.offset)
        }
    }
}
