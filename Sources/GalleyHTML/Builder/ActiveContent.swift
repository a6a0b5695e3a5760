/// What of a document would run code if it were written out again: it never comes into the model, which is inert.
///
/// CSS is not among it: no browser runs a `javascript:` URL of a style sheet, nor do `data:` images run their scripts.
enum ActiveContent {
    /// Whether following or embedding the URL would run code: a script, or a page within the URL.
    static func isActive(url: String) -> Bool {
        // Nearly all URLs begin otherwise than these schemes, and than what is cleaned away.
        guard let first = url.utf8.first else { return false }
        switch first | 0x20 {
        case UInt8(ascii: "j"), UInt8(ascii: "v"), UInt8(ascii: "d"): break
        default: if first > 0x20, first < 0x7F { return false }
        }
        let url = ResourceURL.cleaned(url)
        switch ResourceURL.scheme(of: url) {
        case "javascript", "vbscript": return true
        case "data":
            // RFC 2397; white space around the type counts for nothing (Fetch §6, "data: URL processor").
            let type = url.utf8.dropFirst(5).prefix(maximumTypeBytes).prefix { $0 != 0x2C && $0 != 0x3B }
            return pages.contains(String(decoding: type, as: UTF8.self).replacing("%20", with: "").lowercased())
        default: return false
        }
    }

    /// Whether an attribute, by whatever element, runs code: a handler, a page in an attribute, or an active URL.
    static func isActive(attribute name: String, _ value: String) -> Bool {
        let name = name.lowercased()
        if name.hasPrefix("on") || name == "srcdoc" { return true }
        if urls.contains(name) { return isActive(url: value) }
        switch name {
        case "srcset", "imagesrcset", "ping", "archive":
            return value.utf8.split { $0.isHTMLSpace || $0 == 0x2C }.contains { isActive(url: String(Substring($0))) }
        // SVG's animations may set a link's `href` (SMIL 3 §12.4) or, by careless renderers, a handler.
        case "values": return value.utf8.split(separator: 0x3B).contains { isActive(url: String(Substring($0))) }
        case "attributename": return ResourceURL.cleaned(value).lowercased().hasPrefix("on")
        default: return false
        }
    }

    /// Whether an element inside a drawing or formula runs code, or speaks for the document around it.
    static func isActive(element name: String) -> Bool {
        elements.contains(name.lowercased())
    }

    /// Longer than any of `pages`, with room for white space.
    private static let maximumTypeBytes = 256

    /// The types that a browser shows as a page.
    private static let pages: Set<String> = [
        "text/html", "application/xhtml+xml", "text/xml", "application/xml",
    ]

    /// Attributes whose value is one URL, in HTML, SVG and MathML, old ones included.
    private static let urls: Set<String> = [
        "href", "xlink:href", "src", "data", "poster", "action", "formaction", "background", "cite", "longdesc",
        "usemap", "codebase", "classid", "code", "object", "manifest", "profile", "lowsrc", "dynsrc", "icon", "altimg",
        "xml:base", "from", "to", "by", "handler", "itemid",
    ]

    private static let elements: Set<String> = ["script", "handler", "meta", "base", "link"]
}
