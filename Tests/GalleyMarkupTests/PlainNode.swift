import GalleyMarkup

/// A tree for comparing: the elements and texts of html5lib's dumps.
struct PlainNode {
    var depth: Int
    /// The element's name with `svg ` or `math ` in front; nil for text.
    var name: String?
    var text = ""

    static let hidden: Set<String> = [
        "script", "style", "template", "title", "head", "svg title", "svg desc", "svg metadata", "math annotation",
        "math annotation-xml", "textarea", "select", "noframes", "noembed", "iframe", "svg script", "svg style",
    ]
    static let blocks: Set<String> = Set(
        """
        address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer
        form h1 h2 h3 h4 h5 h6 header hgroup hr html li listing main menu nav ol p plaintext pre section summary table
        tbody td tfoot th thead tr ul xmp caption br
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The nodes of an expected dump: `| <p>`, `|   "text"`.
    static func parse(_ lines: [Substring]) -> [PlainNode] {
        var nodes: [PlainNode] = []
        var openText: Int?
        for line in lines {
            if let index = openText {
                nodes[index].text += "\n" + line
            } else if line.hasPrefix("| ") {
                let rest = line.dropFirst(2)
                let depth = rest.prefix { $0 == " " }.count / 2
                let item = rest.drop { $0 == " " }
                if item.hasPrefix("\"") {
                    nodes.append(PlainNode(depth: depth, name: nil, text: String(item.dropFirst())))
                    openText = nodes.count - 1
                } else if item.hasPrefix("<"), item.hasSuffix(">"), !item.hasPrefix("<!") {
                    nodes.append(PlainNode(depth: depth, name: String(item.dropFirst().dropLast()).lowercased()))
                } else if item == "content" {
                    nodes.append(PlainNode(depth: depth, name: "template"))
                }
            }
            if let index = openText, nodes[index].text.hasSuffix("\"") {
                nodes[index].text.removeLast()
                openText = nil
            }
        }
        return nodes
    }

    /// The nodes below one of a tree, whose children have depth 0.
    static func nodes(of tree: HTMLTree, below scope: NodeID? = nil) -> [PlainNode] {
        let scope = scope ?? tree.document
        var result: [PlainNode] = []
        for node in tree.descendants(of: scope) {
            var depth = -1
            var up = tree.parent(of: node)
            while let place = up {
                depth += 1
                up = place == scope ? nil : tree.parent(of: place)
            }
            if tree.isText(node) {
                result.append(PlainNode(depth: depth, name: nil, text: tree.text(of: node)))
            } else {
                let prefix = ["", "svg ", "math "][Int(tree.namespace(of: node).rawValue)]
                result.append(PlainNode(depth: depth, name: prefix + tree.string(for: tree.name(of: node))))
            }
        }
        return result
    }

    /// The tree, a line for each node: without what the tree leaves out on purpose (the text of scripts, comments between
    /// texts) or keeps in another form (`template`), and without white space alone.
    static func shape(_ nodes: [PlainNode]) -> [String] {
        var lines: [String] = []
        var hiddenDepth: Int?
        var lastText: Int?
        for node in nodes {
            if let depth = hiddenDepth, node.depth > depth { continue }
            hiddenDepth = nil
            let indent = String(repeating: " ", count: node.depth)
            if let name = node.name {
                lines.append(indent + "<" + name)
                lastText = nil
                if name == "template" || name == "script" || name == "svg script" { hiddenDepth = node.depth }
            } else if !node.text.allSatisfy(\.isWhitespace) {
                if lastText == node.depth {
                    lines[lines.count - 1] += node.text
                } else {
                    lines.append(indent + node.text)
                }
                lastText = node.depth
            }
        }
        return lines
    }

    /// Visible text without white space; with `breaks`, a line feed at each edge of a block that text crosses.
    static func visible(_ nodes: [PlainNode], breaks: Bool) -> String {
        var result = ""
        var hiddenDepth: Int?
        var blockDepths: [Int] = []
        func lineBreak() { if breaks, !result.isEmpty, result.last != "\n" { result.append("\n") } }
        for node in nodes {
            if let depth = hiddenDepth {
                if node.depth > depth { continue }
                hiddenDepth = nil
            }
            while let last = blockDepths.last, node.depth <= last {
                blockDepths.removeLast()
                lineBreak()
            }
            if let name = node.name {
                if hidden.contains(name) {
                    hiddenDepth = node.depth
                } else if blocks.contains(name) {
                    lineBreak()
                    blockDepths.append(node.depth)
                }
            } else {
                result += node.text.filter { !$0.isWhitespace }
            }
        }
        while result.last == "\n" { result.removeLast() }
        return result
    }

    static let inlineTags: Set<String> = [
        "b", "i", "u", "s", "em", "strong", "a", "tt", "font", "big", "small", "sub", "sup", "code",
    ]
    /// Blocks that the path of a character leaves out: wrappers that a parser may imply.
    static let wrappers: Set<String> = ["html", "body", "tbody"]

    /// Each visible character with the inline elements around it and the path of blocks down to it, without white space.
    static func styled(_ nodes: [PlainNode]) -> [String] {
        var result: [String] = []
        var stack: [(depth: Int, name: String)] = []
        for node in nodes {
            while let last = stack.last, node.depth <= last.depth { stack.removeLast() }
            if let name = node.name {
                stack.append((node.depth, name))
            } else if !stack.contains(where: { hidden.contains($0.name) }) {
                let inline = Set(stack.map(\.name)).intersection(inlineTags).sorted().joined(separator: " ")
                let path = stack.map(\.name).filter { blocks.contains($0) && !wrappers.contains($0) }
                let style = " [\(inline)] " + path.joined(separator: ">")
                for character in node.text where !character.isWhitespace { result.append("\(character)" + style) }
            }
        }
        return result
    }
}
