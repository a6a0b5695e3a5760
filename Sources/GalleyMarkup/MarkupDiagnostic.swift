/// Something that a parser met, repaired or left out, and where.
public struct MarkupDiagnostic: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: UInt8, Sendable {
        /// The text is whole; the source could be written better.
        case note
        /// Something was repaired or replaced.
        case warning
        /// Something could not be read.
        case error
    }

    /// How much it matters.
    public var severity: Severity
    /// What happened, in plain words.
    public var message: String
    /// The byte offset in the decoded source.
    public var offset: Int
    /// The line, counted from 1; 0 when it is not known.
    public var line: Int
    /// The column in bytes, counted from 1; 0 when it is not known.
    public var column: Int

    /// A diagnostic.
    public init(severity: Severity, message: String, offset: Int = 0, line: Int = 0, column: Int = 0) {
        self.severity = severity
        self.message = message
        self.offset = offset
        self.line = line
        self.column = column
    }
}
