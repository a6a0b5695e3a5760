/// The element whose content a fragment is: what `innerHTML` would be set on (HTML standard, §13.4).
///
/// A `<td>` means nothing in a paragraph and a cell in a row; text in a `textarea` holds no tags.
///
///     let tree = try HTMLTree(parsing: bytes, inside: HTMLFragmentContext("tr"))
public struct HTMLFragmentContext: Hashable, Sendable {
    /// The element's name, in lower case.
    public var name: String
    /// Its vocabulary.
    public var namespace: HTMLNamespace

    /// An element that holds a fragment.
    public init(_ name: String, namespace: HTMLNamespace = .html) {
        self.name = name.lowercased()
        self.namespace = namespace
    }

    var knownName: HTMLName? { HTMLNameTable.known.find(name) }

    /// The content of `html` is a whole document, head and all.
    var isDocument: Bool { namespace == .html && name == "html" }
}

extension HTMLTokenizer {
    /// The document's next bytes are the content of a raw text element of this name, up to its end tag.
    package func enterContent(of name: String) {
        normalizer.rawElement = HTMLNameTable.known.find(name)
    }
}

extension HTMLNormalizer {
    /// Starts in the state of a fragment (§13.4, steps 10 to 14). The end tag of the context itself is no end tag here.
    mutating func enter(_ fragment: HTMLFragmentContext) {
        guard let name = fragment.knownName else {
            if fragment.namespace != .html {
                foreign.start(fragment.namespace == .svg ? .svg : .math, isSelfClosing: false)
            }
            return
        }
        switch fragment.namespace {
        case .html:
            guard HTMLElementTraits.of(name).contains(.rawText) else { return }
            rawElement = .plaintext
            plaintextHasReferences = name == .title || name == .textarea
        case .svg, .mathML:
            foreign.start(fragment.namespace == .svg ? .svg : .math, isSelfClosing: false)
            foreign.start(name, isSelfClosing: false)
        }
    }
}

extension HTMLTreeBuilder {
    /// The current node, or the context of a fragment that has none open (§13.2.4.2 "adjusted current node").
    @inline(__always)
    var adjustedCurrent: NodeID? { open.count > 1 ? open.last : fragmentContext ?? open.last }

    /// Starts inside an element: the stack has a root of its own, whose children go to the body at the end.
    mutating func enter(_ fragment: HTMLFragmentContext) {
        guard !fragment.isDocument else { return }
        var string = fragment.name
        let name = string.withUTF8 { tree.names.intern($0) }
        let context = tree.addElement(name, namespace: fragment.namespace)
        fragmentContext = context
        pop()
        removeLastOpen()
        push(tree.addElement(.html))
        tree.isQuirks = false
        tree.hasLineHeightQuirks = false
        if tree.isHTML(context, .form) { form = context }
        resetMode()
    }

    mutating func finishFragment() {
        guard fragmentContext != nil, let root = open.first, root != tree.root else { return }
        tree.moveChildren(of: root, to: tree.body)
    }
}
