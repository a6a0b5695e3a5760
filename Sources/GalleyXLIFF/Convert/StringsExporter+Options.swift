extension StringsExporter {
    /// Where the files go.
    public enum Layout: String, Sendable, CaseIterable {
        /// Each source folder keeps its place and gets its own `.lproj` folders, as Xcode has it.
        case tree
        /// One `.lproj` folder for each locale; tables of the same name are merged if no key has two values.
        case flat
    }

    /// The formats that a conversion can write.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case strings
        case stringsdict
        case xcstrings
    }

    /// What becomes of an empty target whose source is not empty, as some services write for an untranslated text.
    public enum EmptyTargets: String, Sendable, CaseIterable {
        /// The unit is left out, with a warning: the app falls back to the development language.
        case omit
        /// The value is empty, as Xcode imports it.
        case keep
        /// The value is the source.
        case source
    }

    /// What becomes of a unit without a target.
    public enum Fallback: String, Sendable, CaseIterable {
        /// It is left out, and the app falls back by itself.
        case none
        /// The value is the source.
        case source
    }

    /// Which states of a target count as translated.
    public enum States: Sendable, Hashable {
        /// Every state.
        case all
        /// As Xcode imports catalogs: `new`, `needs-review-l10n` and `needs-review-translation` do not count, nor
        /// does `initial`, which is `new` in the words of XLIFF 2.
        case xcode
        /// The states named, and no other.
        case only(Set<String>)

        private static let pending: Set<String> = ["new", "initial", "needs-review-l10n", "needs-review-translation"]

        func accepts(_ state: String?) -> Bool {
            switch self {
            case .all: true
            case .xcode: state.map { !Self.pending.contains($0) } ?? true
            case .only(let states): states.contains(state ?? "")
            }
        }
    }

    /// Which value is written when units give a key several.
    public enum Conflicts: String, Sendable, CaseIterable {
        /// The first, with a warning.
        case first
        /// The last, with a warning.
        case last
        /// None: it is an error, and the locale is not written.
        case fail
    }

    /// What a conversion may be told.
    public struct Options: Sendable {
        public var layout = Layout.tree
        /// The formats that may be written. Without `.xcstrings`, catalogs become `.strings` and `.stringsdict` files
        /// as `xcstringstool compile` makes them.
        public var formats = Set(Format.allCases)
        public var emptyTargets = EmptyTargets.omit
        public var fallback = Fallback.none
        /// `nil`: every state for `.strings` and `.stringsdict`, Xcode's rule for catalogs.
        public var states: States?
        public var conflicts = Conflicts.first
        /// How `.strings` files are written; one that is edited keeps its encoding.
        public var strings = StringsWriter.Options()
        /// How the folders of locales are named.
        public var localeStyle = LocaleStyle()
        /// Whether ``StringsExport/skipped`` lists each unit; the counts are kept in any case.
        public var keepsSkippedUnits = true

        public init(layout: Layout = .tree) { self.layout = layout }

        /// Whether texts of such an original may be written; those of a catalog in any of the formats.
        func canWrite(_ kind: OriginalPath.Kind) -> Bool {
            switch kind {
            case .strings: formats.contains(.strings)
            case .stringsDictionary: formats.contains(.stringsdict)
            case .catalog: !formats.isEmpty
            }
        }
    }
}
