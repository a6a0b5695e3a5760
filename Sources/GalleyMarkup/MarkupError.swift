/// Why a document was not read to its end. Broken markup is never a reason.
public enum MarkupError: Error, Hashable, Sendable {
    /// A limit of ``MarkupLimits`` that the document goes beyond, with `isStrict`.
    public enum Limit: String, Hashable, Sendable {
        /// ``MarkupLimits/documentBytes``.
        case documentBytes = "document-bytes"
        /// ``MarkupLimits/depth-swift.property``.
        case depth
        /// ``MarkupLimits/attributesPerElement-swift.property``.
        case attributes
        /// ``MarkupLimits/nodes``.
        case nodes
    }

    /// The document goes beyond a limit, first at that place.
    case limit(Limit, MarkupPosition)
    /// The caller asked to stop.
    case cancelled
}

extension MarkupError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .limit(let limit, let position): "\(position): the document goes beyond a limit [\(limit.rawValue)]"
        case .cancelled: "cancelled"
        }
    }
}

/// A place in a document's decoded source.
public struct MarkupPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The column in UTF-8 bytes, from 1.
    public var column: Int
    /// How many bytes stand before it. Line ends count one byte (CR LF is LF by then), and a byte order mark none.
    public var offset: Int

    /// A place.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }

    public static func < (left: MarkupPosition, right: MarkupPosition) -> Bool { left.offset < right.offset }
}
