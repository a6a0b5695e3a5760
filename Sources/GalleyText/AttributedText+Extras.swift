extension AttributedText {
    var attributeTable: InternTable<[String: String]> {
        get { extras?.value.attributeTable ?? InternTable() }
        _modify { yield &ownExtras.value.attributeTable }
    }
    public internal(set) var attachments: ContiguousArray<Attachment> {
        get { extras?.value.attachments ?? [] }
        _modify { yield &ownExtras.value.attachments }
    }
    /// By offset.
    public internal(set) var generatedText: ContiguousArray<GeneratedText> {
        get { extras?.value.generatedText ?? [] }
        _modify { yield &ownExtras.value.generatedText }
    }
    /// By offset.
    public internal(set) var anchors: ContiguousArray<Anchor> {
        get { extras?.value.anchors ?? [] }
        _modify { yield &ownExtras.value.anchors }
    }
    public var metadata: Metadata {
        get { extras?.value.metadata ?? Metadata() }
        _modify { yield &ownExtras.value.metadata }
    }
    /// `@font-face`, `@page` and `@counter-style` rules of the document's style sheets.
    public var styleResources: StyleResources {
        get { extras?.value.styleResources ?? StyleResources() }
        _modify { yield &ownExtras.value.styleResources }
    }
    /// What was to be said about the input; not part of equality.
    public var diagnostics: [Diagnostic] {
        get { extras?.value.diagnostics ?? [] }
        _modify { yield &ownExtras.value.diagnostics }
    }

    struct ExtraValues {
        var attributeTable = InternTable<[String: String]>()
        var attachments: ContiguousArray<Attachment> = []
        var generatedText: ContiguousArray<GeneratedText> = []
        var anchors: ContiguousArray<Anchor> = []
        var metadata = Metadata()
        var styleResources = StyleResources()
        var diagnostics: [Diagnostic] = []
    }

    /// `@unchecked Sendable`: `value` is changed through ``ownExtras`` alone, which makes sure before that no other text has
    /// the object.
    final class Extras: @unchecked Sendable {
        var value: ExtraValues
        init(_ value: ExtraValues) { self.value = value }
    }

    /// ``extras``, and nobody else's.
    private var ownExtras: Extras {
        mutating get {
            if isKnownUniquelyReferenced(&extras), let extras { return extras }
            let made = Extras(extras?.value ?? ExtraValues())
            extras = made
            return made
        }
    }

    /// Title, language and the like.
    public struct Metadata: Hashable, Codable, Sendable {
        public var title: String?
        public var author: String?
        public var summary: String?
        public var keywords: String?
        /// The application that the document is a part of (`application-name`).
        public var applicationName: String?
        /// The program that made the document.
        public var generator: String?
        /// What `meta property` says, in order: Open Graph's `og:title` and the like (RDFa Lite 1.1 §2.2).
        public var properties: [Property] = []
        /// A BCP 47 tag.
        public var language: String?
        /// What relative URLs were resolved against.
        public var baseURL: String?
        /// The background of the whole canvas: the root element's, or the body's (CSS Backgrounds 3 §2.11.2).
        public var canvasBackground: Color?

        public init() {}

        /// One statement about the document.
        public struct Property: Hashable, Codable, Sendable {
            /// With its prefix: `og:image`.
            public var name: String
            public var content: String

            public init(_ name: String, _ content: String) {
                self.name = name
                self.content = content
            }
        }
    }
}
