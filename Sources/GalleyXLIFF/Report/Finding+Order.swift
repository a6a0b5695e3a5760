extension Finding {
    /// Findings of several passes over the same documents as one list: document by document, each in the order of its
    /// bytes, what is about a document as a whole first. Of findings with one code at one place, the first list's stays.
    ///
    /// - Parameter documents: the documents in the order in which they were read; others follow as they come up.
    ///
    /// Complexity: O(*n* log *n*).
    public static func merged(_ lists: [[Finding]], documents: [String] = []) -> [Finding] {
        struct Place: Hashable {
            var file: String
            var code: Code
            var offset: Int
        }
        var order: [String: Int] = [:]
        for document in documents where order[document] == nil { order[document] = order.count }
        var taken: Set<Place> = []
        var rows: [(document: Int, offset: Int, number: Int, finding: Finding)] = []
        for list in lists {
            // A pass may say several things of one code at one place; another pass then adds nothing.
            var places: Set<Place> = []
            for finding in list {
                if let position = finding.position {
                    let place = Place(file: finding.file, code: finding.code, offset: position.byteOffset)
                    if taken.contains(place) { continue }
                    places.insert(place)
                }
                if order[finding.file] == nil { order[finding.file] = order.count }
                rows.append(
                    (order[finding.file] ?? 0, finding.position?.byteOffset ?? -1, rows.count, finding))
            }
            taken.formUnion(places)
        }
        rows.sort { ($0.document, $0.offset, $0.number) < ($1.document, $1.offset, $1.number) }
        return rows.map(\.finding)
    }
}
