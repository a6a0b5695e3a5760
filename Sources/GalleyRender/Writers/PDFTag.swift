/// A structure element that was begun while pages were drawn: what `PDFRevision` knows of it besides what Cairo wrote.
struct PDFTag {
    /// The name in PDF.
    var name: String
    /// Elements of several pages with one number are one.
    var element: StructureElement?
    /// Of a figure.
    var alternativeText: String?
}
