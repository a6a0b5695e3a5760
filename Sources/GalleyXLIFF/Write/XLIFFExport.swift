/// What came of an export: a document for each locale.
public struct XLIFFExport: Sendable {
    /// The texts of a project for the translators of one locale.
    public struct Document: Sendable {
        public var locale: String
        public var document: XLIFFDocument

        public init(locale: String, document: XLIFFDocument) {
            self.locale = locale
            self.document = document
        }

        /// How many units there are.
        public var unitCount: Int { document.files.reduce(0) { $0 + $1.units.count } }
        /// How many of them have a target.
        public var translatedCount: Int { document.files.reduce(0) { $0 + $1.units.count { $0.target != nil } } }
    }

    /// The language of the sources.
    public var sourceLanguage: String
    /// Sorted by locale, or in the order asked for.
    public var documents: [Document] = []
    public var findings: [Finding] = []
    /// The files on disk that the sources were read from.
    public var sources: [String] = []
    let project: LocalizedProject
    private let options: XLIFFExporter.Options

    var tool: XLIFFTool? { options.tool }

    init(sourceLanguage: String, project: LocalizedProject, options: XLIFFExporter.Options) {
        self.sourceLanguage = sourceLanguage
        self.project = project
        self.options = options
    }

    /// The bytes of a document, in the version that the export was made for.
    public func contents(of document: Document) -> [UInt8] {
        XLIFFWriter(version: options.version).contents(of: document.document)
    }

    /// Whether something stands against writing.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }
    public var hasWarnings: Bool { findings.contains { $0.severity == .warning } }
}
