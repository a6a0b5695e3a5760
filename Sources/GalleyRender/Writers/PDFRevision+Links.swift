// Cairo 1.16 wants every destination that a link names, and where links lead to is known when the last page is drawn. What
// leads nowhere is taken out again here, and what leads to the top of the document is told where that is.
extension PDFRevision {
    /// Takes the annotations of links that lead nowhere from their pages, and both kinds of names from those of the document.
    /// The numbers of the annotations that are gone. Linear in the objects; nothing is done where nothing is missing.
    mutating func removeLinks(to missing: PDFLinks.Missing) -> Set<Int32> {
        guard !missing.top.isEmpty || !missing.dead.isEmpty else { return [] }
        var gone: Set<Int32> = []
        let top = missing.top.isEmpty ? nil : topOfDocument()
        for number in offsets.indices {
            if starts(number, with: "<< /Type /Annot\n") {
                let object = object(number)
                guard let place = PDFRevision.destination(in: object) else { continue }
                let name = String(decoding: object[place], as: UTF8.self)
                if missing.dead.contains(name) {
                    gone.insert(Int32(clamping: number))
                } else if missing.top.contains(name), let top {
                    // With the parentheses of the name.
                    replace(
                        number, bytes: object[..<(place.lowerBound - 1)] + top.utf8 + object[(place.upperBound + 1)...])
                }
            } else if starts(number, with: "<< /Names [\n") {
                removeNames(missing.top.union(missing.dead), from: number)
            }
        }
        guard !gone.isEmpty else { return gone }
        for number in offsets.indices where pageNumber(of: number) != nil { removeAnnotations(gone, fromPage: number) }
        return gone
    }

    /// Where the name of a link's destination stands in its annotation, between parentheses.
    private static func destination(in annotation: [UInt8]) -> Range<Int>? {
        var scanner = Scanner(annotation)
        guard scanner.skip(past: "/Dest ("), let end = annotation[scanner.offset...].firstIndex(of: UInt8(ascii: ")"))
        else { return nil }
        return scanner.offset..<end
    }

    /// The top of the first page as an explicit destination (ISO 32000-1 §12.3.2.2).
    private func topOfDocument() -> String? {
        guard let page = offsets.indices.first(where: { pageNumber(of: $0) == 1 }) else { return nil }
        return "[\(page) 0 R /XYZ null null null]"
    }

    /// Takes annotations from a page's list: `/Annots [ 23 0 R 24 0 R ]`.
    private mutating func removeAnnotations(_ gone: Set<Int32>, fromPage number: Int) {
        let object = object(number)
        var scanner = Scanner(object)
        guard scanner.skip(past: "/Annots [") else { return }
        let start = scanner.offset
        var kept = ""
        var isChanged = false
        while let annotation = scanner.number(), scanner.number() == 0, scanner.word() != nil {
            if gone.contains(Int32(clamping: annotation)) {
                isChanged = true
            } else {
                kept += " \(annotation) 0 R"
            }
        }
        guard isChanged else { return }
        replace(number, bytes: object[..<start] + kept.utf8 + [0x20] + object[scanner.offset...])
    }

    /// Takes names from the tree of destinations, which has one a line: `   (name) [27 0 R /XYZ 0 150 0]`.
    private mutating func removeNames(_ names: Set<String>, from number: Int) {
        let lines = object(number).split(separator: 0x0A, omittingEmptySubsequences: false)
        let kept = lines.filter { line in
            guard let start = line.firstIndex(of: UInt8(ascii: "(")), let end = line.firstIndex(of: UInt8(ascii: ")"))
            else { return true }
            return !names.contains(String(decoding: line[(start + 1)..<end], as: UTF8.self))
        }
        if kept.count < lines.count { replace(number, bytes: Array(kept.joined(separator: [0x0A]))) }
    }
}
