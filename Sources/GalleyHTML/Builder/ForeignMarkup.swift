import GalleyMarkup

/// Writes an inline drawing or formula as XML of its own: what a renderer of SVG or MathML takes, and what HTML takes back.
///
/// HTML's parser lowers all names; those that SVG and MathML write with capitals get them back (HTML §13.2.6.1, "adjust
/// SVG attributes" and its tag names). What runs code is left out (``ActiveContent``): the model is inert. Linear in the tree.
///
/// What a drawing refers to in other drawings of the document, a symbol of a collection of icons mostly, comes with it.
struct ForeignMarkup {
    private let tree: HTMLTree
    private var limit: Int
    private var bytes: [UInt8] = []
    private var look = RootLook()
    /// The names that are defined and referred to in what is written.
    private var defined: Set<String> = []
    private var referred: [String] = []

    /// The source of an element and what is in it; nil when it is longer than `limit` bytes.
    static func source(of node: NodeID, in tree: HTMLTree, limit: Int) -> String? {
        var writer = ForeignMarkup(tree: tree, limit: limit)
        return writer.write(node) ? String(decoding: writer.bytes, as: UTF8.self) : nil
    }

    /// What a drawing's root element is given beside its own attributes.
    struct RootLook {
        /// In place of the attribute.
        var fontSize: String?
        /// Declarations that its own `style` comes after, and one that comes after that.
        var earlierStyle: String?
        var laterStyle: String?
    }

    /// The source of a drawing with what it refers to elsewhere, as far as `targets` has bytes left for that.
    static func source(
        ofDrawing node: NodeID, in tree: HTMLTree, _ targets: inout Targets, look: RootLook, limit: Int
    ) -> String? {
        var writer = ForeignMarkup(tree: tree, limit: limit)
        writer.look = look
        guard writer.write(node) else { return nil }
        writer.addDefinitions(&targets)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The elements of a document's drawings that have an `id`.
    struct Targets {
        fileprivate var nodes: [String: NodeID] = [:]
        /// How many bytes may still be written of them.
        fileprivate var bytes = HTMLLimits.sharedMarkupBytes

        /// Of several with the same `id` the first (DOM §4.2.4). O(tree).
        init(_ tree: HTMLTree) {
            for node in tree.descendants(of: tree.root) where tree.isElement(node) && tree.namespace(of: node) == .svg {
                if let name = tree.attribute(.id, of: node), nodes[name] == nil { nodes[name] = node }
            }
        }
    }

    /// Adds what is referred to and not there, and what that refers to, before the root's end tag.
    private mutating func addDefinitions(_ targets: inout Targets) {
        let end = Array("</svg>".utf8)
        guard !referred.isEmpty, bytes.suffix(end.count).elementsEqual(end) else { return }
        let whole = bytes
        bytes.removeLast(end.count)
        bytes += "<defs>".utf8
        var hasDefinitions = false
        var index = 0
        while index < referred.count {
            let name = referred[index]
            index += 1
            guard !defined.contains(name), let target = targets.nodes[name] else { continue }
            hasDefinitions = true
            defined.insert(name)
            limit = whole.count + targets.bytes
            guard write(target), bytes.count <= limit else {
                hasDefinitions = false
                break
            }
        }
        guard hasDefinitions else {
            bytes = whole
            return
        }
        targets.bytes -= bytes.count - whole.count
        bytes += "</defs></svg>".utf8
    }

    /// Notes what an attribute defines or refers to (SVG 2 §5.1).
    private mutating func note(_ name: String, _ value: String) {
        if name == "id" {
            defined.insert(value)
        } else if name == "href" || name == "xlink:href" {
            if value.hasPrefix("#") { referred.append(String(value.dropFirst())) }
        } else if let start = value.firstRange(of: "url(") {
            let rest = value[start.upperBound...].drop { "\"' ".contains($0) }
            if rest.hasPrefix("#") { referred.append(String(rest.dropFirst().prefix { !"\"' )".contains($0) })) }
        }
    }

    private init(tree: HTMLTree, limit: Int) {
        self.tree = tree
        self.limit = limit
    }

    private mutating func write(_ root: NodeID) -> Bool {
        let isWhole = bytes.isEmpty
        var next: NodeID? = root
        while let node = next {
            guard bytes.count <= limit else { return false }
            if open(node, isRoot: isWhole && node == root), let child = tree.firstChild(of: node) {
                next = child
                continue
            }
            next = close(from: node, root)
        }
        return true
    }

    /// Begins a node; true when its children come next.
    private mutating func open(_ node: NodeID, isRoot: Bool) -> Bool {
        if tree.isText(node) {
            escape(tree.textBytes(of: node))
            return false
        }
        guard tree.isElement(node), !ActiveContent.isActive(element: tree.string(for: tree.name(of: node))) else {
            return false
        }
        bytes.append(UInt8(ascii: "<"))
        bytes += name(of: node).utf8
        let parent = tree.parent(of: node)
        if isRoot || parent.map({ tree.namespace(of: $0) != tree.namespace(of: node) }) ?? true {
            attribute("xmlns", Self.namespace(tree.namespace(of: node)).utf8)
        }
        if isRoot, tree.namespace(of: node) == .svg {
            attribute("xmlns:xlink", "http://www.w3.org/1999/xlink".utf8)
        }
        for attribute in tree.attributes(of: node) {
            let name = tree.string(for: attribute.name)
            guard !name.hasPrefix("xmlns"), Self.isXMLName(name) else { continue }
            let value = tree.attributeBytes[attribute.valueRange]
            var text = String(decoding: value, as: UTF8.self)
            if isRoot, name == "font-size", let size = look.fontSize {
                self.attribute(name, size.utf8)
                continue
            }
            if isRoot, name == "style", look.earlierStyle != nil || look.laterStyle != nil {
                text = [look.earlierStyle, text, look.laterStyle].compactMap { $0 }.joined(separator: ";")
                (look.earlierStyle, look.laterStyle) = (nil, nil)
                if ActiveContent.isActive(attribute: name, text) { continue }
                self.attribute(name, text.utf8)
                continue
            }
            if ActiveContent.isActive(attribute: name, text) { continue }
            if tree.namespace(of: node) == .svg { note(name, text) }
            self.attribute(tree.namespace(of: node) == .html ? name : Self.capitals[name] ?? name, value)
        }
        if isRoot, let style = look.earlierStyle { attribute("style", style.utf8) }
        if tree.firstChild(of: node) == nil {
            bytes += "/>".utf8
            return false
        }
        bytes.append(UInt8(ascii: ">"))
        return true
    }

    /// Ends what ends with a node; returns the node that comes after it.
    private mutating func close(from node: NodeID, _ root: NodeID) -> NodeID? {
        var current = node
        while current != root {
            if let sibling = tree.nextSibling(of: current) { return sibling }
            guard let parent = tree.parent(of: current) else { return nil }
            bytes += "</\(name(of: parent))>".utf8
            current = parent
        }
        return nil
    }

    private func name(of node: NodeID) -> String {
        let name = tree.string(for: tree.name(of: node))
        return tree.namespace(of: node) == .svg ? Self.capitals[name] ?? name : name
    }

    private mutating func attribute(_ name: String, _ value: some Sequence<UInt8>) {
        bytes.append(0x20)
        bytes += name.utf8
        bytes += "=\"".utf8
        escape(value)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ text: some Sequence<UInt8>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            default: bytes.append(byte)
            }
        }
    }

    private static func namespace(_ namespace: HTMLNamespace) -> String {
        switch namespace {
        case .html: "http://www.w3.org/1999/xhtml"
        case .svg: "http://www.w3.org/2000/svg"
        case .mathML: "http://www.w3.org/1998/Math/MathML"
        }
    }

    /// HTML takes almost anything as a name; XML does not.
    private static func isXMLName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (first | 0x20) &- 0x61 < 26 || first == UInt8(ascii: "_") else {
            return false
        }
        let colons = name.utf8.filter { $0 == UInt8(ascii: ":") }.count
        return (colons == 0 || name.hasPrefix("xlink:") || name.hasPrefix("xml:")) && colons <= 1
            && name.utf8.allSatisfy {
                ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || $0 == 0x3A
            }
    }

    /// The names that are not all lower case, by their lower-case forms.
    private static let capitals: [String: String] = {
        let names = """
            altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix \
            feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight \
            feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology \
            feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef \
            linearGradient radialGradient textPath attributeName attributeType baseFrequency baseProfile calcMode \
            clipPathUnits diffuseConstant edgeMode filterUnits gradientTransform gradientUnits kernelMatrix \
            kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits \
            markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform \
            patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY \
            repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod \
            startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength \
            viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan definitionURL
            """
        return Dictionary(uniqueKeysWithValues: names.split(separator: " ").map { ($0.lowercased(), String($0)) })
    }()
}
