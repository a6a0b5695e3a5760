/// The limits of this module. Beyond one the text is kept and a diagnostic says what was left out.
public enum MarkupLimits {
    /// How many bytes of a document are searched for a declared encoding (the standard asks for 1,024; documents with a
    /// long head are common).
    public static let prescanBytes = 16_384
    /// How many bytes are looked at to recognise UTF-16 without a byte order mark.
    public static let utf16SampleBytes = 512
    /// How many repaired places are reported one by one.
    public static let reportedRepairs = 20
    /// How many diagnostics a tree keeps.
    public static let diagnostics = 200
    /// How many attributes an element keeps; libxml2 compares each with all before it.
    public static let attributesPerElement = 512
    /// The longest name of an element or attribute, in bytes as written for libxml2 (which stops at 100).
    public static let nameBytes = 80
    /// The depth below which elements become siblings instead of children (as in Blink). The text is kept.
    public static let depth = 512
    /// How many formatting elements are carried from one block into the next.
    public static let activeFormattingElements = 64
    /// How deep SVG and MathML are followed into one another.
    public static let foreignDepth = 256
    /// How many bytes go to libxml2 at once.
    static let chunkBytes = 1 << 16
    /// The longest document, in bytes after decoding: offsets are 32 bits wide.
    public static let documentBytes = Int(UInt32.max) / 2
}
