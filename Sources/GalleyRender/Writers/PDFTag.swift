/// A structure element that was begun while pages were drawn: what `PDFRevision` knows of it besides what Cairo wrote.
struct PDFTag {
    /// The name in PDF.
    var name: String
    /// Elements of several pages with one number are one.
    var element: StructureElement?
    var attributes = StructureAttributes()
    /// Of a figure.
    var alternativeText: String?
}

/// The structure elements of a file in the order in which they were begun, some bytes each: there may be one for each word.
struct PDFTags {
    private struct Record {
        var number: Int
        var position: Int
        var name: UInt8
        var hasElement: Bool
    }

    private var records: ContiguousArray<Record> = []
    /// The names that occur; PDF has fewer than 64 (ISO 32000-1 §14.8.4).
    private var names: [String] = []
    private var alternativeTexts: [Int: String] = [:]
    /// Of the few that have any.
    private var attributes: [Int: StructureAttributes] = [:]

    var count: Int { records.count }

    mutating func append(_ tag: PDFTag) {
        var name = names.firstIndex(of: tag.name)
        if name == nil {
            name = names.count
            names.append(tag.name)
        }
        if let text = tag.alternativeText { alternativeTexts[records.count] = text }
        if !tag.attributes.isEmpty { attributes[records.count] = tag.attributes }
        records.append(
            Record(
                number: tag.element?.number ?? 0, position: tag.element?.position ?? 0, name: UInt8(name ?? 0),
                hasElement: tag.element != nil))
    }

    func name(_ place: Int) -> String { names[Int(records[place].name)] }

    func element(_ place: Int) -> StructureElement? {
        let record = records[place]
        return record.hasElement ? StructureElement(number: record.number, position: record.position) : nil
    }

    func alternativeText(_ place: Int) -> String? {
        alternativeTexts.isEmpty ? nil : alternativeTexts[place]
    }

    func attributes(_ place: Int) -> StructureAttributes {
        attributes.isEmpty ? StructureAttributes() : attributes[place] ?? StructureAttributes()
    }

    /// Whether what is in it is no part of the document's content.
    func isArtifact(_ place: Int) -> Bool { name(place) == PDFRevision.artifactName }

    /// The pages, counted from 1, that have artifacts: each page begins with its document element.
    var pagesWithArtifacts: Set<Int> {
        var pages: Set<Int> = []
        guard names.contains(PDFRevision.artifactName) else { return pages }
        var page = 0
        for place in records.indices {
            if name(place) == "Document" { page += 1 }
            if isArtifact(place) { pages.insert(page) }
        }
        return pages
    }
}
