import Foundation

/// The structure elements and links of a PDF as its last revision has them, for tests.
struct PDFReader {
    private var objects: [Int: String] = [:]

    init(_ bytes: [UInt8]) {
        var number: Int?
        var lines: [String] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let text = String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
            if text.hasSuffix(" 0 obj"), let found = Int(text.dropLast(6)) {
                (number, lines) = (found, [])
            } else if text.hasPrefix("endobj"), let found = number {
                // A later one takes the place of an earlier one.
                objects[found] = lines.joined(separator: "\n")
                number = nil
            } else {
                lines.append(text)
            }
        }
    }

    /// The elements below the document's: `P(Link@page 1 Span{de})`, with languages in braces, what is said of cells in
    /// brackets, and marked content left out.
    var structure: String {
        guard let root = objects.values.first(where: { $0.contains("/Type /StructTreeRoot") }),
            let document = kids(of: root).first
        else { return "" }
        return inside(document)
    }

    /// The names of destinations.
    var names: [String] {
        objects.values.filter { $0.hasPrefix("<< /Names [") }.flatMap { text in
            text.matches(of: #/\n\s*\((.*?)\)/#).map { String($0.1) }
        }.sorted()
    }

    /// How many annotations the pages have.
    var annotationCount: Int {
        objects.values.filter { $0.hasPrefix("<< /Type /Page %") }.reduce(0) { sum, page in
            sum + (page.firstMatch(of: #/\/Annots \[(.*?)\]/#).map { $0.1.matches(of: #/\d+ 0 R/#).count } ?? 0)
        }
    }

    private func inside(_ number: Int) -> String {
        kids(of: objects[number] ?? "").map(describe).joined(separator: " ")
    }

    private func describe(_ number: Int) -> String {
        guard let object = objects[number] else { return "?" }
        if object.contains("/Type /Annot") { return "@" + target(object) }
        var text = object.firstMatch(of: #/\/S \/(\w+)/#).map { String($0.1) } ?? "?"
        if let language = object.firstMatch(of: #/\/Lang (?:<FEFF([0-9A-F]*)>|\(\))/#) {
            let units = (language.1 ?? "").matches(of: #/[0-9A-F]{4}/#).compactMap { UInt16($0.0, radix: 16) }
            text += "{" + String(decoding: units, as: UTF16.self) + "}"
        }
        if let table = object.firstMatch(of: #/\/O \/Table (.*?) >>/#) {
            text += "[" + table.1.replacing("/", with: "") + "]"
        }
        let inside = inside(number)
        if inside.hasPrefix("@") { return text + inside }
        return inside.isEmpty ? text : "\(text)(\(inside))"
    }

    private func target(_ annotation: String) -> String {
        if let name = annotation.firstMatch(of: #/\/Dest \((.*?)\)/#) { return "#" + name.1 }
        if let page = annotation.firstMatch(of: #/\/Dest \[(\d+) 0 R/#), let number = Int(page.1),
            let label = objects[number]?.firstMatch(of: #/\/Type \/Page % (\d+)/#)
        {
            return "page \(label.1)"
        }
        return annotation.firstMatch(of: #/\/URI \((.*?)\)/#).map { String($0.1) } ?? "?"
    }

    /// The objects that an element's kids are.
    private func kids(of object: String) -> [Int] {
        guard let list = object.firstMatch(of: #/\/K (?:\[(?s:(.*?))\]|(\d+ 0 R|<<.*?>>))/#) else { return [] }
        let text = (list.1 ?? list.2 ?? "").replacing(#/<< \/Type \/MCR.*?>>/#, with: "")
        return text.matches(of: #/(\d+) 0 R/#).compactMap { Int($0.1) }
    }
}
