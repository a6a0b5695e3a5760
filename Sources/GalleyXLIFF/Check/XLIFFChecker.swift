/// Looks for what would crash, be cut off, or look wrong in the app.
///
///     var checker = XLIFFChecker()
///     while let file = try reader.next() { findings += checker.check(file) }
///
/// Takes one `file` element after the other, of any number of documents, and remembers of each unit only hashes and its
/// place: enough to see that a key comes again, or has another source elsewhere. Most units cost one look at their bytes;
/// each rule looks closer only at texts that hold what it is about. Complexity: O(*bytes of the texts*).
public struct XLIFFChecker: Sendable {
    /// What to look for and what with.
    public struct Options: Sendable {
        public var policy = FindingPolicy()
        /// Measures pixels, points and glyphs; without it such limits are reported as not measured.
        public var measuring: (any TextMeasuring)?
        /// What limits without a unit count; by default pixels where the XLIFF names a font, and characters elsewhere.
        public var assumedUnit: LengthLimit.Unit?
        /// The font for length limits that name none.
        public var font: String?
        /// The size for length limits that name none, in their unit.
        public var fontSize: Double = 16
        /// What a character is where XLIFF 1.2 limits characters, which does not say it.
        public var characters = CharacterCount.graphemes
        /// What stands for the arguments of a format when its length is measured.
        public var samples = SampleValues()

        public init() {}
    }

    /// What is counted as one character.
    public enum CharacterCount: String, Sendable, CaseIterable {
        /// What a person sees as one (UAX #29), as the App Store does.
        case graphemes
        case codePoints = "codepoints"
        case utf16
    }

    private let options: Options
    private let wanted: WantedChecks
    private var repeated: RepeatedUnits
    /// The languages of the last file: those of a document are all the same.
    private var languages = LanguagePair(source: nil, target: nil)

    public init(options: Options = .init()) {
        self.options = options
        wanted = WantedChecks(options.policy)
        repeated = RepeatedUnits(options.policy)
    }

    /// What is to be said about the units of one file, in their order.
    public mutating func check(_ file: XLIFFFile) -> [Finding] {
        if languages.source != file.sourceLanguage || languages.target != file.targetLanguage {
            languages = LanguagePair(source: file.sourceLanguage, target: file.targetLanguage)
        }
        var reporter = CheckReporter(file: file, policy: options.policy, isSourceLanguage: languages.isSame)
        let forms = PluralForms(file)
        repeated.beginFile(reporter)
        // By their indices: a unit by itself is copied.
        let units = file.units
        for index in units.indices where units[index].kind != .binary {
            repeated.check(units, index, &reporter)
            check(units, index, forms, &reporter)
        }
        forms?.check(&reporter)
        return reporter.findings
    }

    private func check(
        _ units: [XLIFFUnit], _ index: Int, _ forms: PluralForms?, _ reporter: inout CheckReporter
    ) {
        let source = units[index].source
        guard let target = units[index].target else {
            let unit = units[index]
            if source?.isEmpty == false, !reporter.isSourceLanguage, forms?.isNeeded(unit, in: reporter.locale) != false
            {
                reporter.report(.untranslated, "\(Finding.quoted(unit.checkedKey)) is not translated", unit)
            }
            return
        }
        guard !target.isEmpty else {
            if source?.isEmpty == false {
                let unit = units[index]
                reporter.report(
                    .emptyTarget, "the target of \(Finding.quoted(unit.checkedKey)) is empty", unit,
                    at: unit.position)
            }
            return
        }
        // Xcode gives a form that only the translation has its id as the source.
        let form = forms == nil ? nil : units[index].key.flatMap(PluralFormID.init)
        let isSourceKnown = source != nil && (form == nil || source != units[index].key)
        let text = CheckedText(
            units, index, source: isSourceKnown ? source : nil, target: target, form: form)
        text.checkPlaceholders(forms, &reporter)
        text.checkCharacters(&reporter)
        text.checkMarkup(&reporter)
        if wanted.translation { text.checkTranslation(wanted, &reporter) }
        if units[index].isLimited { text.checkLengths(options, &reporter) }
    }
}

extension XLIFFUnit {
    /// The key as messages name it.
    var checkedKey: String { key ?? "" }
}

/// Which rules a policy wants that would look at nearly every text: asked once, not for each.
struct WantedChecks {
    var notFinal: Bool
    var sameAsSource: Bool
    var finalPunctuation: Bool
    /// Any of them.
    var translation: Bool { notFinal || sameAsSource || finalPunctuation }

    init(_ policy: FindingPolicy) {
        notFinal = policy.wants(.notFinal)
        sameAsSource = policy.wants(.sameAsSource)
        finalPunctuation = policy.wants(.finalPunctuation)
    }
}

/// The languages that a file names.
private struct LanguagePair {
    var source: String?
    var target: String?
    /// Whether both are one language.
    var isSame: Bool

    init(source: String?, target: String?) {
        self.source = source
        self.target = target
        isSame = LocaleTag(target ?? "").map { $0.language == source.flatMap(LocaleTag.init)?.language } ?? false
    }
}

/// Gathers the findings about one file.
struct CheckReporter {
    let file: XLIFFFile
    let locale: String
    let policy: FindingPolicy
    /// Whether the target is in the language of the source: an export of the development language.
    let isSourceLanguage: Bool
    private(set) var findings: [Finding] = []
    /// What was said once for the whole file.
    private var said: Set<[String]> = []

    init(file: XLIFFFile, policy: FindingPolicy, isSourceLanguage: Bool) {
        self.file = file
        self.policy = policy
        self.isSourceLanguage = isSourceLanguage
        locale = file.targetLanguage ?? ""
    }

    /// Adds a finding with its code's usual severity, or another one, at the unit's target, or elsewhere.
    mutating func report(
        _ code: Finding.Code, _ message: @autoclosure () -> String, _ unit: XLIFFUnit,
        severity: Finding.Severity? = nil, at position: SourcePosition? = nil
    ) {
        report(code, message(), key: unit.checkedKey, severity: severity, at: position ?? unit.place)
    }

    /// Adds a finding of which one in a file is enough.
    mutating func reportOnce(
        _ code: Finding.Code, about what: String, _ message: @autoclosure () -> String, _ unit: XLIFFUnit
    ) {
        if said.insert([code.rawValue, what]).inserted { report(code, message(), unit) }
    }

    /// Adds a finding about a key that is no unit's.
    mutating func report(
        _ code: Finding.Code, _ message: @autoclosure () -> String, key: String, severity: Finding.Severity? = nil,
        at position: SourcePosition
    ) {
        guard policy.wants(code), let description = CodeDescription.of(code) else { return }
        findings += policy.applied(to: [
            Finding(
                severity ?? description.severity, code, message(), file: file.document, position: position,
                locale: file.targetLanguage, subject: .init(original: file.original, key: key))
        ])
    }
}

extension XLIFFUnit {
    /// Where its translation is, or would be.
    var place: SourcePosition { targetPosition ?? position }
}
