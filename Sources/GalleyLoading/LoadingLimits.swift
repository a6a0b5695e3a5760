/// The limits of this module: what input can make large is cut here, and nowhere else.
public enum LoadingLimits {
    /// The most bytes of one resource: 64 MiB.
    public static let maximumBytes = 67_108_864
    /// The most pixels of one decoded image (8192 x 8192): 256 MiB of memory.
    public static let maximumPixels = 67_108_864
    /// How many bytes of an SVG or JPEG are searched for a size.
    public static let maximumHeaderBytes = 1_048_576
    /// The most segments of a JPEG, boxes of a WebP that are stepped over before its size.
    public static let maximumHeaderSegments = 4_096
    /// How long a request may take in seconds, until its last byte.
    public static let timeout = 10.0
    /// The most redirections that one request follows.
    public static let maximumRedirections = 10
}
