import Foundation

extension Link {
    /// The anchor that a URL means in its own document: it is a bare fragment, or the base URL's with a fragment. Its
    /// percent-encoding is taken off (HTML §7.4.6.3); `nil` for a URL that leads elsewhere, or to no named place.
    package static func anchor(of url: String, base: String?) -> String? {
        guard let mark = url.firstIndex(of: "#") else { return nil }
        let document = url[..<mark]
        let fragment = String(url[url.index(after: mark)...])
        guard !fragment.isEmpty, document.isEmpty || document == base.map({ $0.prefix { $0 != "#" } }) else {
            return nil
        }
        return fragment.removingPercentEncoding ?? fragment
    }
}
