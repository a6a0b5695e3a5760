/// A unit that no file holds, and why.
public struct SkippedUnit: Sendable, Hashable {
    /// The reasons. Each unit that is read is either written or skipped for one of them.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// No target: the app falls back to the development language by itself.
        case untranslated
        /// An empty target for a source that is not empty, as some services write for an untranslated text. It would
        /// show as nothing in the app.
        case emptyTarget
        /// The state of the target does not count as translated.
        case state
        /// A text of a format that is not asked for.
        case format
        /// A picture or a sound.
        case binary
        /// Without an id there is no key.
        case missingID
        /// An id of a shape that the format does not have.
        case unknownID
        /// The same key and the same value again.
        case duplicate
        /// The same key with another value; the first one is written.
        case conflict
        /// A text of a key that the catalog says is not to be translated.
        case notTranslatable
        /// A text of a catalog that its compiled files have no place for: a variable that no text refers to, or a form
        /// that another one stands in the place of.
        case notCompiled
        /// Nothing says which locale the file is for, or what it says cannot name a folder.
        case noLocale
    }

    public var reason: Reason
    public var id: String?
    /// The source file that the unit is a text of.
    public var original: String
    /// The XLIFF document.
    public var document: String
    public var position: SourcePosition
    /// Empty when not known.
    public var locale: String
}

extension SkippedUnit.Reason {
    /// A few words for a summary.
    public var words: String {
        switch self {
        case .untranslated: "untranslated"
        case .emptyTarget: "with empty target"
        case .state: "not yet translated by their state"
        case .format: "of formats not asked for"
        case .binary: "binary (not converted)"
        case .missingID: "without id"
        case .unknownID: "with an id of unknown shape"
        case .duplicate: "repeated"
        case .conflict: "conflicting"
        case .notTranslatable: "of keys not to be translated"
        case .notCompiled: "without a place in the compiled files"
        case .noLocale: "without locale"
        }
    }

    /// Whether leaving such units out needs no action: it never changes the exit code.
    public var isExpected: Bool {
        switch self {
        case .untranslated, .duplicate, .state, .format, .notTranslatable: true
        default: false
        }
    }
}
