import GalleyMarkup

/// Writes an inline drawing or formula as XML of its own: what a renderer of SVG or MathML takes, and what HTML takes back.
///
/// HTML's parser lowers all names; those that SVG and MathML write with capitals get them back (HTML §13.2.6.1, "adjust
/// SVG attributes" and its tag names). What runs code is left out (``ActiveContent``): the model is inert. Linear in the tree.
struct ForeignMarkup {
    private let tree: HTMLTree
    private let limit: Int
    private var bytes: [UInt8] = []

    /// The source of an element and what is in it; nil when it is longer than `limit` bytes.
    static func source(of node: NodeID, in tree: HTMLTree, limit: Int) -> String? {
        var writer = ForeignMarkup(tree: tree, limit: limit)
        return writer.write(node) ? String(decoding: writer.bytes, as: UTF8.self) : nil
    }

    private init(tree: HTMLTree, limit: Int) {
        self.tree = tree
        self.limit = limit
    }

    private mutating func write(_ root: NodeID) -> Bool {
        var next: NodeID? = root
        while let node = next {
            guard bytes.count <= limit else { return false }
            if open(node, isRoot: node == root), let child = tree.firstChild(of: node) {
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
            escape(tree.textBytes[tree.textRange(of: node)])
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
            if ActiveContent.isActive(attribute: name, String(decoding: value, as: UTF8.self)) { continue }
            self.attribute(tree.namespace(of: node) == .html ? name : Self.capitals[name] ?? name, value)
        }
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
