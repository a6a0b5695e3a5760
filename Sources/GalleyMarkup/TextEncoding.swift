/// A character encoding that documents are decoded from, by the labels and names of the WHATWG Encoding standard.
public struct TextEncoding: Hashable, Sendable {
    /// The name, as the Encoding standard writes it: `UTF-8`, `windows-1252`, `Shift_JIS`.
    public let name: String

    init(name: String) { self.name = name }

    /// UTF-8.
    public static let utf8 = TextEncoding(name: "UTF-8")
    /// UTF-16, least significant byte first.
    public static let utf16LE = TextEncoding(name: "UTF-16LE")
    /// UTF-16, most significant byte first.
    public static let utf16BE = TextEncoding(name: "UTF-16BE")
    /// Western European; what `iso-8859-1` and `ascii` mean on the web.
    public static let windows1252 = TextEncoding(name: "windows-1252")
}
