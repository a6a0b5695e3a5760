/// The limits of the XML event reader.
package enum XMLLimits {
    /// How many bytes are asked of the source, and handed to the parser, at a time.
    package static let chunkSize = 64 * 1024
    /// How deep elements may nest. libxml2 sets 256, none at all or 2,048, depending on its version and options; this
    /// one limit holds with each of them.
    package static let depth = 2_000
    /// How many attributes one element may carry: libxml2 compares each with each.
    package static let attributes = 4_096
    /// How many different names a document may have: of elements, attributes, targets and document types. They are kept as
    /// long as it is read.
    package static let names = 65_536
    /// How many characters left out by a recovering reader are kept with their places; the rest are counted.
    package static let repairs = 1_000
}
