/// A structure element that was begun while pages were drawn: what `PDFRevision` knows of it besides what Cairo wrote.
struct PDFTag {
    /// The name in PDF.
    var name: String
    /// Elements of several pages with one number are one.
    var element: StructureElement?
    /// Of a figure.
    var alternativeText: String?
}

extension PDFTag {
    /// Whether what is in it is no part of the document's content.
    var isArtifact: Bool { name == PDFRevision.artifactName }

    /// The pages, counted from 1, that have artifacts: each page begins with its document element.
    static func pagesWithArtifacts(_ tags: [PDFTag]) -> Set<Int> {
        var pages: Set<Int> = []
        var page = 0
        for tag in tags {
            if tag.name == "Document" { page += 1 }
            if tag.isArtifact { pages.insert(page) }
        }
        return pages
    }
}
