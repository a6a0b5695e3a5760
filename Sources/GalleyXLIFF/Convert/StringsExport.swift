/// What came of a conversion: the files, every unit that is in none of them, and what to know about it.
///
/// For each locale `units == written + skipped`: nothing gets lost without a reason.
public struct StringsExport: Sendable {
    /// What a file holds, by format.
    public enum Content: Sendable, Hashable {
        /// A `.strings` table, in the order of the XLIFF.
        case strings(StringsEntries)
        /// Plural rules: a `.stringsdict` file.
        case dictionary(StringsDictionary)
        /// A string catalog, and what was changed in it.
        case catalog(CatalogUpdate)
    }

    /// A file to be.
    public struct File: Sendable {
        /// Below the output folder, with `/` between the parts, none of which leads upwards.
        public var path: String
        /// The locales whose texts it holds, as the input spells them: one, but for catalogs and
        /// where the input spells a locale in several ways.
        public var locales: [String]
        /// The source files whose texts it holds.
        public var originals: [String]
        public var content: Content
        /// How a `.strings` file is written; one that is edited keeps its encoding.
        public var stringsOptions = StringsWriter.Options()
        /// The ids of texts in plural rules that no unit gave; where an existing file has them, its own are kept.
        var addedTexts: Set<ExactString> = []

        public init(path: String, locales: [String], originals: [String] = [], content: Content) {
            self.path = path
            self.locales = locales
            self.originals = originals
            self.content = content
        }

        /// The entries of a `.strings` file; none for the other formats.
        public var entries: StringsEntries {
            if case .strings(let entries) = content { return entries }
            return []
        }

        /// How many units it holds.
        package var unitCount: Int {
            switch content {
            case .strings(let entries): entries.count
            case .dictionary(let dictionary): dictionary.leaves.count - addedTexts.count
            case .catalog(let update): update.unitCount
            }
        }

        /// The bytes to write where no file is yet, in Xcode's format. Complexity: O(*n* log *n*).
        public func contents() -> [UInt8] {
            switch content {
            case .strings(let entries): StringsWriter.contents(of: entries, options: stringsOptions)
            case .dictionary(let dictionary): dictionary.contents()
            case .catalog(let update): update.catalog.contents()
            }
        }
    }

    /// The sums of one locale.
    public struct Count: Sendable, Hashable {
        /// How many units were read.
        public var units = 0
        /// How many of them are in ``StringsExport/files``.
        public var written = 0
        public var skipped: [SkippedUnit.Reason: Int] = [:]

        public init(units: Int = 0, written: Int = 0, skipped: [SkippedUnit.Reason: Int] = [:]) {
            self.units = units
            self.written = written
            self.skipped = skipped
        }

        /// The units of all reasons together.
        public var skippedTotal: Int { skipped.values.reduce(0, +) }
    }

    /// Sorted by path.
    public var files: [File]
    public var skipped: [SkippedUnit]
    public var findings: [Finding]
    /// By locale; the empty locale collects files without one.
    public var counts: [String: Count]

    /// The locales that an error keeps from being written, as the input spells them.
    public var failedLocales: Set<String>

    /// Whether a document has an error and nothing says which locales it was for: then no locale is written.
    public var failsEveryLocale: Bool

    /// Whether there are errors.
    public var hasErrors: Bool {
        failsEveryLocale || !failedLocales.isEmpty || findings.contains { $0.severity == .error }
    }
    /// Whether there are warnings, or units that could not be converted.
    public var hasWarnings: Bool {
        findings.contains { $0.severity == .warning } || skipped.contains { !$0.reason.isExpected }
    }
}
