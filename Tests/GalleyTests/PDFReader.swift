import Foundation
import GalleyTestSupport

/// The structure elements and links of a PDF, as qpdf unpacks it, for tests.
struct PDFReader {
    /// By number, with one space between words.
    private var objects: [Int: String] = [:]
    /// The numbers of pages, by object.
    private var pages: [Int: Int] = [:]

    init(_ bytes: [UInt8]) throws {
        var number: Int?
        var lines: [Substring] = []
        var page: Int?
        for line in try ExternalTool.unpacked(bytes).split(separator: "\n") {
            if line.hasPrefix("%% Page ") { page = Int(line.dropFirst(8)) }
            if line.hasSuffix(" 0 obj"), let found = Int(line.dropLast(6)) {
                (number, lines) = (found, [])
                if let page { pages[found] = page }
                page = nil
            } else if line == "endobj", let found = number {
                objects[found] = lines.joined(separator: " ").replacing(#/\s+/#, with: " ")
                number = nil
            } else {
                lines.append(line)
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
        objects.values.compactMap { $0.firstMatch(of: #/\/Names \[(.*)\]/#)?.1 }.flatMap { text in
            text.matches(of: #/\((.*?)\) \[/#).map { String($0.1) }
        }.sorted()
    }

    /// How many annotations the pages have.
    var annotationCount: Int {
        pages.keys.reduce(0) { sum, page in
            let list = objects[page]?.firstMatch(of: #/\/Annots (\d+) 0 R/#).flatMap { Int($0.1) }
            return sum + (list.flatMap { objects[$0] }?.matches(of: #/\d+ 0 R/#).count ?? 0)
        }
    }

    private func inside(_ number: Int) -> String {
        kids(of: objects[number] ?? "").map(describe).joined(separator: " ")
    }

    private func describe(_ number: Int) -> String {
        guard let object = objects[number] else { return "?" }
        if object.contains("/Type /Annot") { return "@" + target(object) }
        var text = object.firstMatch(of: #/\/S \/(\w+)/#).map { String($0.1) } ?? "?"
        if let language = object.firstMatch(of: #/\/Lang (?:<feff([0-9a-f]*)>|\(\))/#) {
            let units = (language.1 ?? "").matches(of: #/[0-9a-f]{4}/#).compactMap { UInt16($0.0, radix: 16) }
            text += "{" + String(decoding: units, as: UTF16.self) + "}"
        }
        let cell = ["Scope", "ColSpan", "RowSpan"].compactMap { key in
            object.firstMatch(of: try! Regex("/\(key) /?(\\w+)", as: (Substring, Substring).self)).map {
                "\(key) \($0.1)"
            }
        }
        if !cell.isEmpty { text += "[" + cell.joined(separator: " ") + "]" }
        let inside = inside(number)
        if inside.hasPrefix("@") { return text + inside }
        return inside.isEmpty ? text : "\(text)(\(inside))"
    }

    private func target(_ annotation: String) -> String {
        if let name = annotation.firstMatch(of: #/\/Dest \((.*?)\)/#) { return "#" + name.1 }
        if let page = annotation.firstMatch(of: #/\/Dest \[ (\d+) 0 R/#),
            let number = Int(page.1).flatMap({ pages[$0] })
        {
            return "page \(number)"
        }
        return annotation.firstMatch(of: #/\/URI \((.*?)\)/#).map { String($0.1) } ?? "?"
    }

    /// The objects that an element's kids are.
    private func kids(of object: String) -> [Int] {
        guard let list = object.firstMatch(of: #/\/K (?:\[(.*?)\]|(\d+ 0 R|<<.*?>>))/#) else { return [] }
        let text = (list.1 ?? list.2 ?? "").replacing(#/<<[^<>]*\/Type \/MCR[^<>]*>>/#, with: "")
            .replacing(#/\/Pg \d+ 0 R/#, with: "")
        return text.matches(of: #/(\d+) 0 R/#).compactMap { Int($0.1) }
    }
}
