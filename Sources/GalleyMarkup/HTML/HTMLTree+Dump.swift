extension HTMLTree: CustomStringConvertible {
    /// The tree as text, one node a line: elements in angle brackets with their attributes, text in quotes. For tests and
    /// for looking at.
    public var description: String {
        var lines: [String] = []
        var depth = 0
        var node = firstChild(of: document)
        while let current = node {
            lines.append(String(repeating: "  ", count: min(depth, 100)) + line(for: current))
            if let child = firstChild(of: current) {
                depth += 1
                node = child
                continue
            }
            var up: NodeID? = current
            node = nil
            while let place = up, place != document {
                if let sibling = nextSibling(of: place) {
                    node = sibling
                    break
                }
                up = parent(of: place)
                depth -= 1
            }
        }
        return lines.joined(separator: "\n")
    }

    private func line(for node: NodeID) -> String {
        guard isElement(node) else { return "\"\(text(of: node))\"" }
        let prefix =
            switch namespace(of: node) {
            case .html: ""
            case .svg: "svg "
            case .mathML: "math "
            }
        let attributes = attributes(of: node).map { attribute in
            " \(string(for: attribute.name))=\"\(String(decoding: attributeBytes[attribute.valueRange], as: UTF8.self))\""
        }
        return "<\(prefix)\(string(for: name(of: node)))\(attributes.joined())>"
    }
}
