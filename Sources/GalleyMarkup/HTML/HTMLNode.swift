/// A node of an ``HTMLTree``: a number that means something only together with its tree.
public struct NodeID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The place in the tree's arena. Nodes are numbered in the order in which the parser made them, which is document
    /// order except where the parser had to move nodes.
    public let rawValue: Int32

    /// A node from its number.
    @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The number as an index.
    @inlinable public var index: Int { Int(rawValue) }

    /// Compares the numbers.
    @inlinable public static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
}

/// What a node of an ``HTMLTree`` is. Comments are not kept; the document type is a property of the tree.
public enum HTMLNodeKind: UInt8, Sendable {
    /// The root of the tree; its only child is the `html` element.
    case document
    /// An element.
    case element
    /// Characters. Two text nodes may stand side by side.
    case text
}

/// Which vocabulary an element belongs to; a `title` inside `svg` is not the document's title.
public enum HTMLNamespace: UInt8, Sendable {
    /// HTML.
    case html
    /// Inside an `svg` element.
    case svg
    /// Inside a `math` element.
    case mathML
}

/// An attribute: its name and where its value lies in ``HTMLTree/attributeBytes``.
public struct HTMLAttribute: Sendable {
    /// The name, lower-cased.
    public let name: HTMLName
    /// The start of the value.
    @usableFromInline let start: UInt32
    /// The end of the value.
    @usableFromInline let end: UInt32

    @inlinable init(name: HTMLName, start: UInt32, end: UInt32) {
        self.name = name
        self.start = start
        self.end = end
    }

    /// The bytes of the value in ``HTMLTree/attributeBytes``.
    @inlinable public var valueRange: Range<Int> { Int(start)..<Int(end) }
}

/// The record of a node in the arena; 32 bytes, as there is one for each tag and each stretch of text. Links are node numbers,
/// -1 for none.
@usableFromInline struct HTMLNodeRecord: Sendable {
    @usableFromInline var parent: Int32 = -1
    /// Text has the complement of its first byte here: it has no child.
    @usableFromInline var firstChild: Int32 = -1
    @usableFromInline var nextSibling: Int32 = -1
    /// The sibling before; of a first child the last one.
    @usableFromInline var previousSibling: Int32 = -1
    /// The element's name, or -1.
    @usableFromInline var name: Int32 = -1
    /// Elements: their attributes in the tree's list of tags, -1 for none. Text: the end of the bytes.
    @usableFromInline var tag: Int32 = -1
    /// Where the tag or the text began in the decoded source.
    @usableFromInline var sourceOffset: UInt32 = 0
    @usableFromInline var kind: HTMLNodeKind
    @usableFromInline var namespace: HTMLNamespace = .html
    /// What the tree builder notes while it works (whether the element is open); 0 in a finished tree.
    @usableFromInline var flags: UInt16 = 0

    @usableFromInline init(kind: HTMLNodeKind) { self.kind = kind }

    /// The bytes of a text node.
    @usableFromInline var textRange: Range<Int> {
        get { Int(~firstChild)..<Int(tag) }
        set {
            firstChild = ~Int32(newValue.lowerBound)
            tag = Int32(newValue.upperBound)
        }
    }
}

/// The attributes of an element that has some, and its classes, as ranges of the tree's lists of those.
@usableFromInline struct HTMLTagRecord: Sendable {
    @usableFromInline var start: UInt32 = 0
    @usableFromInline var end: UInt32 = 0
    @usableFromInline var classStart: UInt32 = 0
    @usableFromInline var classEnd: UInt32 = 0

    @usableFromInline init() {}

    @inlinable var attributes: Range<Int> { Int(start)..<Int(end) }
    @inlinable var classes: Range<Int> { Int(classStart)..<Int(classEnd) }
}
