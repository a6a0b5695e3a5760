/// Resolves references against a base (RFC 3986 §5.2, with the URL standard's leniency): white space around is cut, tabs and
/// line feeds inside vanish, spaces and characters beyond ASCII are percent-encoded, and nothing ever fails.
struct ResourceURL {
    /// The base, absolute or not; nil leaves references as they are.
    var base: String?

    /// The URL that a reference in the document means. Without a base it is the cleaned reference itself.
    func resolve(_ reference: String) -> String {
        var reference = Self.cleaned(reference)
        if let scheme = Self.scheme(of: reference) {
            return Self.isSpecial(scheme) ? Self.withSlashes(reference) : reference
        }
        guard let base else { return reference }
        let parts = Parts(Self.cleaned(base))
        if parts.scheme.isEmpty || Self.isSpecial(String(parts.scheme.dropLast()).lowercased()) {
            reference = Self.withSlashes(reference)
        }
        if reference.isEmpty { return parts.prefix + parts.path + parts.query }
        if reference.hasPrefix("#") { return parts.prefix + parts.path + parts.query + reference }
        if reference.hasPrefix("//") { return parts.scheme + reference }
        if reference.hasPrefix("?") { return parts.prefix + parts.path + reference }
        let cut = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
        let path = reference[..<cut]
        let tail = reference[cut...]
        if path.hasPrefix("/") { return parts.prefix + Self.withoutDots(String(path)) + tail }
        let folder =
            parts.path.lastIndex(of: "/").map { String(parts.path[...$0]) } ?? (parts.authority.isEmpty ? "" : "/")
        return parts.prefix + Self.withoutDots(folder + path) + tail
    }

    /// The scheme, lower-cased; nil for a relative reference.
    static func scheme(of url: String) -> String? {
        guard let colon = url.utf8.firstIndex(of: 0x3A), colon > url.startIndex else { return nil }
        let name = url.utf8[..<colon]
        guard let first = name.first, (first | 0x20) &- 0x61 < 26 else { return nil }
        let isName = name.allSatisfy { byte in
            (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E
        }
        return isName ? String(url[..<colon]).lowercased() : nil
    }

    /// Whether a backslash is a slash in URLs of a scheme (URL Standard §4.2, "special scheme").
    private static func isSpecial(_ scheme: String) -> Bool {
        ["http", "https", "file", "ftp", "ws", "wss"].contains(scheme)
    }

    /// With a slash for each backslash before the query and the fragment (URL Standard §4.4).
    private static func withSlashes(_ url: String) -> String {
        guard url.utf8.contains(0x5C) else { return url }
        let length = url.utf8.prefix { $0 != 0x3F && $0 != 0x23 }.count
        return String(decoding: url.utf8.enumerated().map { $1 == 0x5C && $0 < length ? 0x2F : $1 }, as: UTF8.self)
    }

    /// The type of image that a URL says: that of `data:`, else by the extension of its path; nil for another or none.
    static func imageType(of url: String) -> String? {
        let url = cleaned(url)
        if scheme(of: url) == "data" {
            let type = url.dropFirst(5).prefix { $0 != ";" && $0 != "," }.lowercased()
            return type.hasPrefix("image/") ? type : nil
        }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "png": return "image/png"
        case "jpg", "jpeg": return "image/jpeg"
        case "gif": return "image/gif"
        case "webp": return "image/webp"
        case "svg": return "image/svg+xml"
        default: return nil
        }
    }

    /// What the URL standard does to the text of a URL before it is read.
    static func cleaned(_ url: String) -> String {
        var url = url
        let isClean = url.withUTF8 { bytes in
            bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E }
        }
        if isClean { return url }
        var bytes = Array(url.utf8)
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in bytes.drop(while: { $0 <= 0x20 }) {
            switch byte {
            case 0x09, 0x0A, 0x0D: continue
            case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x7F...:
                result.append(0x25)
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// "Remove dot segments" (RFC 3986 §5.2.4).
    private static func withoutDots(_ path: String) -> String {
        guard path.contains("/.") || path.hasPrefix(".") else { return path }
        var result: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment == "." {
                if isLast { result.append("") }
            } else if segment == ".." {
                if result.count > 1 || result.first.map({ !$0.isEmpty }) ?? false { result.removeLast() }
                if isLast { result.append("") }
            } else {
                result.append(segment)
            }
        }
        return result.joined(separator: "/")
    }

    /// The parts of an absolute URL, each with its punctuation.
    private struct Parts {
        var scheme = ""
        var authority = ""
        var path = ""
        var query = ""
        var prefix: String { scheme + authority }

        init(_ url: String) {
            var rest = Substring(url)
            if let name = ResourceURL.scheme(of: url) {
                scheme = String(rest.prefix(name.count + 1))
                rest = rest.dropFirst(name.count + 1)
            }
            if rest.hasPrefix("//") {
                let end = rest.dropFirst(2).firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
                authority = String(rest[..<end])
                rest = rest[end...]
            }
            if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
            if let mark = rest.firstIndex(of: "?") {
                query = String(rest[mark...])
                rest = rest[..<mark]
            }
            path = String(rest)
        }
    }
}
