import CGalleyCairo
import GalleyText

/// The links and destinations of one PDF, in the attribute language of Cairo's tags.
struct PDFLinks {
    /// Cairo's names of the destinations that links lead to or that are defined.
    private var names: [String: String] = [:]
    private var defined: Set<String> = []
    private var wanted: Set<String> = []
    private var leadsToTop = false

    /// Cairo's name of the top of the document. No anchor has it: theirs are plain, or a dot and a number.
    private static let top = ".top"

    /// The attributes of a link tag.
    mutating func attributes(of target: StructureTag.LinkTarget, areas: [Rect]) -> String {
        var attributes: String
        switch target {
        case .url(let url): attributes = "uri='\(PDFLinks.uri(url))'"
        case .anchor(let anchor):
            wanted.insert(anchor)
            attributes = "dest='\(name(of: anchor))'"
        case .top:
            leadsToTop = true
            attributes = "dest='\(PDFLinks.top)'"
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
        define(name: name(of: anchor), at: point, in: context)
    }

    private func define(name: String, at point: Point, in context: OpaquePointer) {
        let x = px(point.x * PDFWriter.pointsPerPixel)
        let y = px(point.y * PDFWriter.pointsPerPixel)
        cairo_tag_begin(context, CAIRO_TAG_DEST, "name='\(name)' x=\(x) y=\(y)")
        cairo_tag_end(context, CAIRO_TAG_DEST)
    }

    /// What links lead to and no page has, by Cairo's names: what becomes of it only the revision can say.
    struct Missing {
        /// The top of the document.
        var top: Set<String> = []
        /// Nowhere.
        var dead: Set<String> = []
    }

    /// Defines what links lead to and no page had, somewhere on the current page: Cairo fails without.
    mutating func defineMissing(in context: OpaquePointer) -> Missing {
        var missing = Missing()
        for anchor in wanted.subtracting(defined).sorted() {
            let name = name(of: anchor)
            if StructureTag.LinkTarget.isTop(anchor) { missing.top.insert(name) } else { missing.dead.insert(name) }
            define(name: name, at: .zero, in: context)
        }
        if leadsToTop {
            missing.top.insert(PDFLinks.top)
            define(name: PDFLinks.top, at: .zero, in: context)
        }
        return missing
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
