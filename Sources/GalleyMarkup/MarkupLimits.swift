/// How much of a document is read: an argument of the parsers, and the fixed limits of this module.
///
/// The presets are ``standard``, which cuts what is too much and says so in a diagnostic, and ``strict``, which throws a
/// ``MarkupError`` with the place. A cut never loses text silently.
///
///     var limits = MarkupLimits.strict
///     limits.documentBytes = 1 << 20
///     let tree = try HTMLTree(parsing: bytes, limits: limits)
public struct MarkupLimits: Hashable, Sendable {
    /// The longest document, in bytes after decoding to UTF-8; the rest is left out. At most
    /// ``maximumDocumentBytes``.
    public var documentBytes = MarkupLimits.maximumDocumentBytes
    /// The depth below which elements become siblings instead of children (as in Blink). The text is kept. Between 8 and
    /// 10,000.
    public var depth = MarkupLimits.depth
    /// How many attributes an element keeps; those after are left out. At most ``maximumAttributesPerElement``.
    public var attributesPerElement = MarkupLimits.attributesPerElement
    /// How many nodes a tree has; when they are used up the rest of the document is left out. At most ``maximumNodes``.
    public var nodes = MarkupLimits.maximumNodes
    /// Whether going beyond a limit throws, instead of cutting with a diagnostic.
    public var isStrict = false

    /// The limits of the presets, for documents of any origin that somebody waits for.
    public init() {}

    /// What a browser would read: limits that only hostile documents meet; beyond them it is cut, with a diagnostic.
    public static let standard = MarkupLimits()

    /// For a service that takes documents from strangers: 16 MiB, a million nodes, and an error instead of a cut.
    public static let strict: MarkupLimits = {
        var limits = MarkupLimits()
        limits.documentBytes = 16 << 20
        limits.nodes = 1_000_000
        limits.isStrict = true
        return limits
    }()

    /// The limits within what the parser can do.
    var clamped: MarkupLimits {
        var limits = self
        limits.documentBytes = min(max(documentBytes, 0), Self.maximumDocumentBytes)
        limits.depth = min(max(depth, 8), 10_000)
        limits.attributesPerElement = min(max(attributesPerElement, 0), Self.maximumAttributesPerElement)
        limits.nodes = min(max(nodes, 16), Self.maximumNodes)
        return limits
    }

    // MARK: Defaults and bounds of the above

    /// The longest document that offsets of 32 bits allow.
    public static let maximumDocumentBytes = Int(UInt32.max) / 2
    /// The depth of the presets.
    public static let depth = 512
    /// How many attributes the presets keep.
    public static let attributesPerElement = 512
    /// The most that can be asked for: libxml2 compares each attribute with all before it.
    public static let maximumAttributesPerElement = 4_096
    /// The most nodes that links of 32 bits allow.
    public static let maximumNodes = Int(Int32.max) / 2

    // MARK: Fixed

    /// How many bytes of a document are searched for a declared encoding (the standard asks for 1,024; documents with a
    /// long head are common).
    public static let prescanBytes = 16_384
    /// How many bytes are looked at to recognise UTF-16 without a byte order mark.
    public static let utf16SampleBytes = 512
    /// How many bytes, from the first that is not ASCII, decide between UTF-8 and windows-1252 where nothing is declared.
    public static let guessBytes = 65_536
    /// How many repaired places are reported one by one.
    public static let reportedRepairs = 20
    /// How many diagnostics a tree keeps.
    public static let diagnostics = 200
    /// The longest name of an element or attribute, in bytes as written for libxml2 (which stops at 100).
    public static let nameBytes = 80
    /// How many formatting elements are carried from one block into the next.
    public static let activeFormattingElements = 64
    /// How many open elements the end tag of a formatting element may move; one further away stays where it is.
    public static let adoptionReach = 1_024
    /// How many formatting elements are opened again in a document, and elements copied or moved where the end tag of one
    /// stands inside blocks, beside those that its length allows; the text of later blocks is kept without them.
    public static let reconstructedElements = 65_536
    /// How many such elements are allowed for each byte read, on average.
    public static let reconstructedElementsPerByte = 4
    /// How deep SVG and MathML are followed into one another.
    public static let foreignDepth = 256
    /// How many bytes go to libxml2 at once.
    static let chunkBytes = 1 << 16
    /// How many bytes of a pushed chunk are decoded before they are parsed.
    static let decodedBytes = 1 << 18
}
