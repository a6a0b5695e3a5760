/// The limits of this module.
public enum FontLimits {
    /// The largest font file that is opened (the largest pan-CJK collections have about 200 MB).
    public static let maximumFileBytes = 1 << 29

    /// The largest font that a WOFF or WOFF2 container may hold.
    public static let maximumUnpackedBytes = 1 << 27

    /// Files up to this size are read; larger ones are mapped. (A mapped file that another process cuts short kills
    /// the reader; the fonts that people are editing are small, the large ones come from packages.)
    public static let maximumReadBytes = 1 << 20

    /// The values of `unitsPerEm` that OpenType allows (`head` table); anything else is a damaged font.
    public static let unitsPerEm = 16...16_384

    /// The most faces of one collection file that are listed.
    public static let maximumFacesPerFile = 256

    /// The most carets inside one ligature.
    public static let maximumLigatureCarets = 16

    /// The most named instances of one face that are listed.
    public static let maximumNamedInstances = 1_024

    /// The largest part of the font size, or factor to it, that a declaration's overrides may say.
    public static let maximumOverride = 100.0

    /// The most variation axes of one face that are kept.
    public static let maximumAxes = 64

    /// The most instances that one collection hands out; ``FontInstanceID`` is 16 bits wide. Further requests get the
    /// nearest instance that exists already: the face at its default location.
    public static let maximumInstances = 65_000

    /// The most remembered answers of each memo of a collection; beyond it, the memo is emptied.
    public static let maximumMemoEntries = 65_536

    /// The most crossings of glyphs with lines that one instance remembers (40 bytes each).
    public static let maximumCrossings = 16_384
}
