extension Finding.Code {
    /// Bytes that are not text in an encoding that is read.
    public static let stringsEncoding = Self(rawValue: "strings-encoding")
    /// What breaks the grammar of old-style property lists.
    public static let stringsSyntax = Self(rawValue: "strings-syntax")
    /// A value that is not a string.
    public static let stringsValue = Self(rawValue: "strings-value")
    /// An escape that does not mean what it seems to.
    public static let stringsEscape = Self(rawValue: "strings-escape")
    /// What is XML or binary but not a property list.
    public static let propertyListSyntax = Self(rawValue: "plist-syntax")
    /// An id that is none of the shapes that its format has.
    public static let unknownID = Self(rawValue: "unknown-id")
}
