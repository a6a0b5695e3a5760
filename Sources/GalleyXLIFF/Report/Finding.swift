import GalleyMarkup

/// A place in a text file: line and column from 1, and the byte offset.
public typealias SourcePosition = XMLPosition

/// Something that a person should know about an input or an output: what, how grave, and where.
///
///     for finding in export.findings { print(finding) }
///     // de.xliff:12:7: warning: the target is empty; "greeting" is left out [empty-target]
public struct Finding: Sendable, Hashable {
    /// How grave a finding is. The order is that of gravity.
    public enum Severity: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// Worth knowing; changes no result and no exit code.
        case note
        /// Something was left out or looks wrong.
        case warning
        /// The input cannot be used, or the app would crash.
        case error

        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    /// A stable name for a kind of finding, to filter by.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public var severity: Severity
    public var code: Code
    /// One line.
    public var message: String
    /// The file as the user named it; empty when the finding is about no file.
    public var file: String
    public var position: SourcePosition?
    /// The locale that it is about, as the input spells it; `nil` for all or none.
    public var locale: String?
    /// The text that it is about, if it is about one.
    public var subject: Subject?

    public init(
        _ severity: Severity, _ code: Code, _ message: String, file: String, position: SourcePosition? = nil,
        locale: String? = nil, subject: Subject? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.file = file
        self.position = position
        self.locale = locale
        self.subject = subject
    }

    /// A text of the app: what names it, with the locale, wherever its XLIFF lies.
    public struct Subject: Sendable, Hashable {
        /// The source file, as the project sees it.
        public var original: String
        /// The key of the string.
        public var key: String

        public init(original: String, key: String) {
            self.original = original
            self.key = key
        }
    }
}

extension Finding {
    /// A key or a text for a message: quoted, on one line, cut when long.
    package static func quoted(_ key: String) -> String {
        if let plain = plainlyQuoted(key) { return plain }
        let line = key.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n")
        return line.count > 60 ? "\"\(line.prefix(57))...\"" : "\"\(line)\""
    }

    /// The same for printable ASCII, where every byte is a character.
    private static func plainlyQuoted(_ key: String) -> String? {
        guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        return key.utf8.count > 60 ? "\"\(Substring(key.utf8.prefix(57)))...\"" : "\"\(key)\""
    }
}

extension Finding: CustomStringConvertible {
    /// `file:line:column: severity: message [code]`, the form that Xcode, editors and CI systems recognise.
    public var description: String {
        var place = file
        if let position { place += ":\(position.line):\(position.column)" }
        return (place.isEmpty ? "" : place + ": ") + "\(severity): \(message) [\(code.rawValue)]"
    }
}

extension Finding.Severity: CustomStringConvertible {
    public var description: String {
        switch self {
        case .note: "note"
        case .warning: "warning"
        case .error: "error"
        }
    }
}

/// An input that cannot be read at all.
public struct XLIFFError: Error, Sendable, Hashable, CustomStringConvertible {
    public var finding: Finding
    public init(_ finding: Finding) { self.finding = finding }
    public var description: String { finding.description }
}

extension XLIFFError {
    /// A fault of the XML itself.
    init(_ error: XMLError, file: String) {
        let hint = error.code == .illegalCharacter ? "; --recover leaves it out" : ""
        self.init(
            Finding(
                .error, .init(rawValue: error.code.rawValue), error.message + hint, file: file,
                position: error.code == .source ? nil : error.position))
    }
}

extension Finding.Code {
    // Reading
    public static let notXLIFF = Self(rawValue: "not-xliff")
    public static let unknownVersion = Self(rawValue: "unknown-version")
    public static let prefixedNamespace = Self(rawValue: "prefixed-namespace")
    public static let missingID = Self(rawValue: "missing-id")
    public static let missingOriginal = Self(rawValue: "missing-original")
    public static let nestedFile = Self(rawValue: "nested-file")
    public static let nestedUnit = Self(rawValue: "nested-unit")
    public static let secondTarget = Self(rawValue: "second-target")
    public static let illegalCharacter = Self(rawValue: "illegal-character")
    public static let moreIllegalCharacters = Self(rawValue: "illegal-characters")
    public static let droppedPlaceholder = Self(rawValue: "dropped-placeholder")
    public static let partlyTranslated = Self(rawValue: "partly-translated")
    public static let totalSize = Self(rawValue: "total-size")
    // Converting
    public static let emptyTarget = Self(rawValue: "empty-target")
    public static let duplicateID = Self(rawValue: "duplicate-id")
    public static let conflictingTarget = Self(rawValue: "conflicting-target")
    public static let pathCollision = Self(rawValue: "path-collision")
    public static let caseCollision = Self(rawValue: "case-collision")
    public static let localeCollision = Self(rawValue: "locale-collision")
    public static let notConverted = Self(rawValue: "not-converted")
    public static let missingTargetLanguage = Self(rawValue: "missing-target-language")
    public static let missingFallback = Self(rawValue: "missing-fallback")
    public static let badLocale = Self(rawValue: "bad-locale")
    public static let outsideOriginal = Self(rawValue: "outside-original")
    public static let lineSeparator = Self(rawValue: "line-separator")
    public static let commentEnd = Self(rawValue: "comment-end")
    // Writing
    public static let existingKeys = Self(rawValue: "existing-keys")
    public static let existingFile = Self(rawValue: "existing-file")
    public static let outsideOutput = Self(rawValue: "outside-output")
    public static let cannotWrite = Self(rawValue: "cannot-write")
    // Inputs
    public static let cannotRead = Self(rawValue: "cannot-read")
    public static let nothingFound = Self(rawValue: "nothing-found")
    // Checking
    public static let missingSpecifier = Self(rawValue: "missing-specifier")
    public static let extraSpecifier = Self(rawValue: "extra-specifier")
    public static let changedSpecifier = Self(rawValue: "changed-specifier")
    public static let sourceMismatch = Self(rawValue: "source-mismatch")
}
