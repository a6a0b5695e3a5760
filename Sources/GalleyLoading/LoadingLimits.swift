/// The limits of this module: what input can make large is cut here, and nowhere else.
public enum LoadingLimits {
    /// The most bytes of one resource: 64 MiB.
    public static let maximumBytes = 67_108_864
    /// The most pixels of one decoded image (8192 x 8192): 256 MiB of memory.
    public static let maximumPixels = 67_108_864
    /// How many bytes of an SVG or JPEG are searched for a size.
    public static let maximumHeaderBytes = 1_048_576
    /// The most bytes of an SVG picture that is drawn.
    public static let maximumSVGBytes = 8_388_608
    /// The most elements of one, and how deep they nest.
    public static let maximumSVGElements = 100_000
    public static let maximumSVGDepth = 250
    /// How far its elements' references are followed, nesting included.
    public static let maximumSVGReferenceDepth = 600
    /// How deep SVG pictures are in one another.
    public static let maximumSVGNesting = 3
    /// The most bytes of a document type declaration that declares entities.
    public static let maximumSVGDeclarationBytes = 4_096
    /// How deep brackets nest in its style sheets.
    public static let maximumSVGSelectorNesting = 64
    /// The largest letters of one in px.
    public static let maximumSVGFontSize = 20_000.0
    /// How wide a line of text in one may be in px, as if all its letters were as wide as the largest is high.
    public static let maximumSVGLineWidth = 1_000_000.0
    /// What drawing one may take by estimate, in microseconds, beside what each of its pixels takes.
    public static let maximumSVGWork = 3_000_000.0
    /// The most segments of a JPEG, boxes of a WebP that are stepped over before its size.
    public static let maximumHeaderSegments = 4_096
    /// How long a request may take in seconds, until its last byte.
    public static let timeout = 10.0
    /// The most redirections that one request follows.
    public static let maximumRedirections = 10
}
