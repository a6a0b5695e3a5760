import CGalleyCairo
import GalleyText

/// The links and destinations of one PDF, in the attribute language of Cairo's tags.
struct PDFLinks {
    /// Cairo's names of the destinations that links lead to or that are defined.
    private var names: [String: String] = [:]
    private var defined: Set<String> = []
    private var wanted: [String] = []

    /// The attributes of a link tag; `nil` for a link that leads nowhere.
    mutating func attributes(of target: StructureTag.LinkTarget, areas: [Rect]) -> String? {
        var attributes: String
        switch target {
        case .url(let url):
            guard !url.isEmpty else { return nil }
            attributes = "uri='\(PDFLinks.uri(url))'"
        case .anchor(let anchor):
            guard !anchor.isEmpty else { return nil }
            wanted.append(anchor)
            attributes = "dest='\(name(of: anchor))'"
        }
        if !areas.isEmpty {
            // Cairo takes them in the units of the surface, points.
            let numbers = areas.flatMap { [$0.x, $0.y, $0.width, $0.height] }
            attributes += " rect=[\(numbers.map { px($0 * PDFWriter.pointsPerPixel) }.joined(separator: " "))]"
        }
        return attributes
    }

    /// Defines a destination, the first time that its name comes up.
    mutating func define(_ anchor: String, at point: Point, in context: OpaquePointer) {
        guard !anchor.isEmpty, defined.insert(anchor).inserted else { return }
        let x = px(point.x * PDFWriter.pointsPerPixel)
        let y = px(point.y * PDFWriter.pointsPerPixel)
        cairo_tag_begin(context, CAIRO_TAG_DEST, "name='\(name(of: anchor))' x=\(x) y=\(y)")
        cairo_tag_end(context, CAIRO_TAG_DEST)
    }

    /// Defines what links lead to and no page had, at the top of the current page: Cairo fails without.
    mutating func defineMissing(in context: OpaquePointer) {
        for anchor in wanted where !defined.contains(anchor) { define(anchor, at: .zero, in: context) }
    }

    /// An anchor's name when it is plain ASCII, so that links into the file work; else a number.
    private mutating func name(of anchor: String) -> String {
        if let known = names[anchor] { return known }
        let isPlain = anchor.utf8.allSatisfy {
            ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D || $0 == 0x5F
        }
        // No plain name starts with a dot.
        let name = isPlain ? anchor : ".\(names.count)"
        names[anchor] = name
        return name
    }

    /// A URL as PDF wants it, in ASCII. Also what would end a string of PDF or of Cairo's tags is percent-encoded.
    static func uri(_ url: String) -> String {
        var result: [UInt8] = []
        for byte in url.utf8 {
            switch byte {
            case 0x00...0x20, 0x7F..., UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"), UInt8(ascii: "'"):
                let digits = Array("0123456789ABCDEF".utf8)
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
