/// The scheme of a URL in lower case; `nil` for a relative reference (RFC 3986 §3.1).
func scheme(of url: String) -> String? {
    guard let colon = url.firstIndex(of: ":") else { return nil }
    let scheme = url[..<colon]
    guard let first = scheme.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A,
        scheme.utf8.allSatisfy({ byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
        })
    else { return nil }
    return scheme.lowercased()
}
