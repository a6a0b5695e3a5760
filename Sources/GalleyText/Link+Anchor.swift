import Foundation

extension Link {
    /// The anchor of a footnote, by its place among those of the document.
    package static func footnoteAnchor(_ number: Int) -> String { "-galley-footnote-\(number)" }
    /// The anchor of a footnote's call.
    package static func footnoteCallAnchor(_ number: Int) -> String { "-galley-footnote-call-\(number)" }
    /// Whether a URL leads from a footnote's call to the footnote, or back.
    package static func isOfFootnote(_ url: String) -> Bool { url.contains("#-galley-footnote-") }

    /// The fragment of a URL that leads to its own document: it is a bare fragment, or the base URL's with one. Its
    /// percent-encoding is taken off (HTML §7.4.6.4); empty for the top of the document, `nil` for a URL that leads elsewhere.
    package static func fragment(of url: String, base: String?) -> String? {
        guard let mark = url.firstIndex(of: "#") else { return nil }
        let document = url[..<mark]
        guard document.isEmpty || document == base.map({ $0.prefix { $0 != "#" } }) else { return nil }
        let fragment = String(url[url.index(after: mark)...])
        return fragment.removingPercentEncoding ?? fragment
    }

    /// The anchor that a URL means in its own document; `nil` for a URL that leads elsewhere, or to no named place.
    package static func anchor(of url: String, base: String?) -> String? {
        fragment(of: url, base: base).flatMap { $0.isEmpty ? nil : $0 }
    }
}
