/// Something to tell about an input: `file:line:column: severity: message [code]`.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: UInt8, Hashable, Sendable, Comparable, CustomStringConvertible {
        case note, warning, error

        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }

        public var description: String {
            switch self {
            case .note: "note"
            case .warning: "warning"
            case .error: "error"
            }
        }
    }
    public var severity: Severity
    /// A stable name for programs, such as `missing-image`.
    public var code: String
    public var message: String
    public var file: String?
    /// 1-based; `nil` where there is no position.
    public var line: Int?
    public var column: Int?
    /// UTF-8 bytes before the place, in the decoded source; `nil` where there is no position.
    public var offset: Int?

    public init(
        _ severity: Severity, code: String, _ message: String, file: String? = nil, line: Int? = nil,
        column: Int? = nil, offset: Int? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.offset = offset
    }

    public var description: String {
        var text = ""
        if let file { text += file + ":" }
        if let line { text += "\(line):\(column ?? 1):" }
        return (text.isEmpty ? "" : text + " ") + "\(severity): \(message) [\(code)]"
    }
}
