/// A place in an XML document.
///
/// Lines and columns count from 1; a column is one Unicode scalar of the source (a tab is one column). Lines end after
/// LF, CRLF, or a CR without LF. `byteOffset` counts the bytes of the source as it was given, its byte order mark
/// included.
public struct XMLPosition: Sendable, Hashable, Comparable {
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int
    /// The number of source bytes before this place.
    public var byteOffset: Int

    public init(line: Int, column: Int, byteOffset: Int) {
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }

    /// The first byte of a document.
    public static let start = XMLPosition(line: 1, column: 1, byteOffset: 0)

    public static func < (left: XMLPosition, right: XMLPosition) -> Bool { left.byteOffset < right.byteOffset }
}

extension XMLPosition: CustomStringConvertible {
    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}
