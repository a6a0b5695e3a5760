/// A parsed HTML document: a flat arena of nodes, immutable once built.
///
/// Nodes are numbers (``NodeID``), names are interned (``HTMLName``), text and attribute values are byte ranges of two
/// buffers that hold valid UTF-8. Walks need no recursion and no allocation, so the depth of a document does not matter,
/// and copying a tree copies references.
///
///     let tree = HTMLTree(parsing: "<p class=lead>Hello <b>there</b>")
///     for node in tree.descendants(of: tree.body) where tree.name(of: node) == .b { print(tree.textContent(of: node)) }
///
/// What is asked of each node is always inlined: a call would copy the tree's own fields first.
///
/// Links cost O(1), attributes O(number of attributes of the element). Memory: 32 bytes a node, 16 an
/// element with attributes, 12 an attribute, plus
/// the text.
public struct HTMLTree: Sendable {
    @usableFromInline var nodes: [HTMLNodeRecord]
    @usableFromInline var tags: [HTMLTagRecord] = []
    @usableFromInline var attributeList: [HTMLAttribute] = []
    @usableFromInline var classList: [HTMLName] = []

    /// The characters of all text nodes.
    var allText = HTMLText()

    /// The values of all attributes; ``HTMLAttribute/valueRange`` says which bytes belong to one.
    public internal(set) var attributeBytes: [UInt8] = []

    /// The names of this tree.
    public internal(set) var names: HTMLNameTable = .known

    /// The `html` element, which every tree has.
    public internal(set) var root: NodeID

    /// The `head` element, which every tree has.
    public internal(set) var head: NodeID

    /// The `body` element (or the `frameset`), which every tree has.
    public internal(set) var body: NodeID

    /// Whether the document type asks for quirks: classes and ids then compare without regard to ASCII case, and some
    /// rules of the style sheet differ (HTML standard, §13.2.6.4.1).
    public internal(set) var isQuirks = false

    /// Whether the document type asks for quirks or for limited ones: lines are then as high as what is in them (Quirks Mode
    /// §3.3 and §3.4).
    public internal(set) var hasLineHeightQuirks = false

    /// Whether the document says that it is XHTML, so that `<a id="x"/>` is an empty element.
    public internal(set) var isXHTML = false

    /// The encoding that the bytes were decoded from; `utf8` for a tree made from a string.
    public internal(set) var encoding: TextEncoding = .utf8

    /// Where the lines of the source begin.
    var lines = SourceLines()

    /// What the parser repaired or left out, in source order.
    public internal(set) var diagnostics: [MarkupDiagnostic] = []

    /// The document node.
    @inlinable public var document: NodeID { NodeID(rawValue: 0) }

    /// How many nodes the arena holds, the document and detached nodes included: the size of a side table.
    @inlinable @inline(__always) public var nodeCount: Int { nodes.count }

    /// How many attributes are stored, those included that no element has any more.
    package var attributeCount: Int { attributeList.count }

    init() {
        nodes = [HTMLNodeRecord(kind: .document)]
        root = NodeID(rawValue: 0)
        head = root
        body = root
    }
}

// MARK: - Links

extension HTMLTree {
    @inlinable @inline(__always) static func link(_ value: Int32) -> NodeID? {
        value < 0 ? nil : NodeID(rawValue: value)
    }

    /// The parent, nil for the document and for a detached node.
    @inlinable @inline(__always) public func parent(of node: NodeID) -> NodeID? { Self.link(nodes[node.index].parent) }

    /// The first child of any kind.
    @inlinable @inline(__always) public func firstChild(of node: NodeID) -> NodeID? {
        Self.link(nodes[node.index].firstChild)
    }

    /// The last child of any kind.
    @inlinable @inline(__always) public func lastChild(of node: NodeID) -> NodeID? {
        let first = nodes[node.index].firstChild
        return first < 0 ? nil : Self.link(nodes[Int(first)].previousSibling)
    }

    /// The sibling after a node.
    @inlinable @inline(__always) public func nextSibling(of node: NodeID) -> NodeID? {
        Self.link(nodes[node.index].nextSibling)
    }

    /// The sibling before a node.
    @inlinable @inline(__always) public func previousSibling(of node: NodeID) -> NodeID? {
        let previous = nodes[node.index].previousSibling
        // Before a first child the last one is noted, which has none after it.
        return previous < 0 || nodes[Int(previous)].nextSibling < 0 ? nil : NodeID(rawValue: previous)
    }

    /// The parent if it is an element.
    @inlinable public func parentElement(of node: NodeID) -> NodeID? {
        guard let parent = parent(of: node), isElement(parent) else { return nil }
        return parent
    }

    /// The nearest sibling after a node that is an element.
    @inlinable public func nextElement(after node: NodeID) -> NodeID? {
        var next = nextSibling(of: node)
        while let candidate = next, !isElement(candidate) { next = nextSibling(of: candidate) }
        return next
    }

    /// The nearest sibling before a node that is an element.
    @inlinable public func previousElement(before node: NodeID) -> NodeID? {
        var previous = previousSibling(of: node)
        while let candidate = previous, !isElement(candidate) { previous = previousSibling(of: candidate) }
        return previous
    }

    /// The first child that is an element.
    @inlinable public func firstElementChild(of node: NodeID) -> NodeID? {
        guard let first = firstChild(of: node) else { return nil }
        return isElement(first) ? first : nextElement(after: first)
    }

    /// The last child that is an element.
    @inlinable public func lastElementChild(of node: NodeID) -> NodeID? {
        guard let last = lastChild(of: node) else { return nil }
        return isElement(last) ? last : previousElement(before: last)
    }

    /// The node that follows in document order inside `scope`, descending into children first; nil at the end.
    @inlinable public func next(after node: NodeID, within scope: NodeID) -> NodeID? {
        if let child = firstChild(of: node) { return child }
        return nextSkippingChildren(after: node, within: scope)
    }

    /// The node that follows in document order inside `scope` and is not a descendant of `node`; nil at the end.
    @inlinable public func nextSkippingChildren(after node: NodeID, within scope: NodeID) -> NodeID? {
        var current = node
        while current != scope {
            if let sibling = nextSibling(of: current) { return sibling }
            guard let parent = parent(of: current) else { return nil }
            current = parent
        }
        return nil
    }
}

// MARK: - Elements

extension HTMLTree {
    /// What a node is.
    @inlinable @inline(__always) public func kind(of node: NodeID) -> HTMLNodeKind { nodes[node.index].kind }

    /// Whether a node is an element.
    @inlinable @inline(__always) public func isElement(_ node: NodeID) -> Bool { nodes[node.index].kind == .element }

    /// Whether a node is text.
    @inlinable @inline(__always) public func isText(_ node: NodeID) -> Bool { nodes[node.index].kind == .text }

    /// The name of an element, lower-cased, with its prefix if the source wrote one (`o:p`). For other nodes a name that
    /// equals no other.
    @inlinable @inline(__always) public func name(of node: NodeID) -> HTMLName {
        HTMLName(rawValue: nodes[node.index].name)
    }

    /// The vocabulary of an element.
    @inlinable @inline(__always) public func namespace(of node: NodeID) -> HTMLNamespace { nodes[node.index].namespace }

    /// Whether a node is the HTML element of that name (not one of SVG or MathML).
    @inlinable @inline(__always) public func isHTML(_ node: NodeID, _ name: HTMLName) -> Bool {
        nodes[node.index].name == name.rawValue && nodes[node.index].namespace == .html
    }

    /// The classes of an element, split and interned, in source order. In a quirks document compare them without regard
    /// to case.
    @inlinable @inline(__always) public func classes(of node: NodeID) -> ArraySlice<HTMLName> {
        tag(of: node).map { classList[$0.classes] } ?? []
    }

    /// The `id` of an element, interned; nil when it has none or an empty one.
    @inlinable public func id(of node: NodeID) -> HTMLName? {
        guard let tag = tag(of: node) else { return nil }
        for index in tag.attributes where attributeList[index].name == .id {
            return idName(ofAttribute: index)
        }
        return nil
    }

    /// The interned value of an `id` attribute.
    @usableFromInline func idName(ofAttribute index: Int) -> HTMLName? {
        let range = attributeList[index].valueRange
        guard !range.isEmpty else { return nil }
        return attributeBytes.withUnsafeBufferPointer { names.find(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Where the node's tag or text began: a byte offset in the decoded source (equal to the file's for clean UTF-8).
    @inlinable public func sourceOffset(of node: NodeID) -> Int { Int(nodes[node.index].sourceOffset) }

    /// The line and column of an offset in the decoded source, such as ``sourceOffset(of:)``. O(log lines).
    public func position(of offset: Int) -> MarkupPosition { lines.position(of: offset) }

    /// Where the style sheet text of a node stands in the decoded source: the contents of a `style` element, or the tag of
    /// an element with a `style` attribute or of a `link`. Nil for other nodes.
    package func stylePosition(of node: NodeID) -> (line: Int, column: Int)? {
        var place = sourceOffset(of: node)
        switch name(of: node) {
        case .style:
            guard let text = firstChild(of: node) else { return nil }
            place = sourceOffset(of: text)
        case .link: break
        default: if !hasAttribute(.style, of: node) { return nil }
        }
        let position = position(of: place)
        return (position.line, position.column)
    }

    /// A name as a string.
    public func string(for name: HTMLName) -> String { names.string(for: name) }

    /// The number of a name in this tree, nil if no element, attribute, class or id of the tree has it.
    public func name(for string: String) -> HTMLName? { names.find(string) }
}

// MARK: - Attributes

extension HTMLTree {
    /// What an element has of attributes; nil for one without, and for other nodes.
    @inlinable @inline(__always) func tag(of node: NodeID) -> HTMLTagRecord? {
        let record = nodes[node.index]
        return record.kind == .element && record.tag >= 0 ? tags[Int(record.tag)] : nil
    }

    /// The attributes of an element in source order; none for other nodes.
    @inlinable @inline(__always) public func attributes(of node: NodeID) -> ArraySlice<HTMLAttribute> {
        tag(of: node).map { attributeList[$0.attributes] } ?? []
    }

    /// Whether an element has any attribute; false for other nodes.
    @inlinable @inline(__always) public func hasAttributes(_ node: NodeID) -> Bool {
        tag(of: node).map { $0.start < $0.end } ?? false
    }

    /// The bytes of an attribute's value in ``attributeBytes``; nil when the element does not have it.
    @inlinable @inline(__always) public func attributeRange(_ name: HTMLName, of node: NodeID) -> Range<Int>? {
        guard let tag = tag(of: node) else { return nil }
        for index in tag.attributes where attributeList[index].name == name {
            return attributeList[index].valueRange
        }
        return nil
    }

    /// The value of an attribute; nil when the element does not have it.
    public func attribute(_ name: HTMLName, of node: NodeID) -> String? {
        attributeRange(name, of: node).map { String(decoding: attributeBytes[$0], as: UTF8.self) }
    }

    /// Whether the element has the attribute, with whatever value.
    @inlinable @inline(__always) public func hasAttribute(_ name: HTMLName, of node: NodeID) -> Bool {
        attributeRange(name, of: node) != nil
    }

    /// The language of a node: the nearest `lang` (or `xml:lang`) of it or an ancestor; an empty one ends the search.
    /// O(depth).
    public func language(of node: NodeID) -> String? {
        var current: NodeID? = node
        while let element = current {
            if let value = attribute(.lang, of: element) ?? attribute(.xmlLang, of: element) {
                return value.isEmpty ? nil : value
            }
            current = parent(of: element)
        }
        return nil
    }
}

// MARK: - Text

extension HTMLTree {
    /// How many bytes the characters of all text nodes are.
    public var textByteCount: Int { allText.count }

    /// The characters of a text node as bytes; empty for other nodes.
    public func textBytes(of node: NodeID) -> ArraySlice<UInt8> {
        let record = nodes[node.index]
        return record.kind == .text ? allText[record.textRange] : []
    }

    /// The characters of a text node; empty for other nodes.
    public func text(of node: NodeID) -> String { String(decoding: textBytes(of: node), as: UTF8.self) }

    /// The characters of all text nodes below a node, in document order. O(size of the subtree).
    public func textContent(of node: NodeID) -> String {
        var bytes: [UInt8] = []
        var current: NodeID? = node
        while let place = current {
            bytes.append(contentsOf: textBytes(of: place))
            current = next(after: place, within: node)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the characters of each text node of the document stand behind those of the nodes before it: not where the parser
    /// moved some. O(nodes).
    package var hasTextInOrder: Bool {
        var end = 0
        var current: NodeID? = document
        while let node = current {
            if isText(node) {
                let range = nodes[node.index].textRange
                if range.lowerBound < end { return false }
                end = range.upperBound
            }
            current = next(after: node, within: document)
        }
        return true
    }

    /// Whether any element is of SVG or MathML. O(nodes).
    package var hasForeignElements: Bool { nodes.contains { $0.namespace != .html } }

    /// The same without the characters of text nodes, which then are asked for in vain.
    package func withoutText() -> HTMLTree {
        var tree = self
        tree.allText = HTMLText()
        return tree
    }

    /// Gives up characters that stand before those of a text node, as far as they are in pieces of their own: nobody asks for
    /// them any more. Returns how many bytes that were.
    package mutating func releaseText(before node: NodeID) -> Int {
        guard nodes[node.index].kind == .text else { return 0 }
        return allText.release(before: nodes[node.index].textRange.lowerBound)
    }
}
