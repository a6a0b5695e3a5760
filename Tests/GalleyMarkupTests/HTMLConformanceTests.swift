import Foundation
import GalleyMarkup
import Testing

/// Data from outside: `GALLEY_SHARED`, or the folder `shared` beside the package.
enum SharedData {
    static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["GALLEY_SHARED"] { return URL(fileURLWithPath: path) }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared")
    }()

    static func url(_ path: String) -> URL { root.appendingPathComponent("data").appendingPathComponent(path) }

    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
}

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
                } else if item.hasPrefix("<"), !item.hasPrefix("<!") {
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

    static func nodes(of tree: HTMLTree) -> [PlainNode] {
        var result: [PlainNode] = []
        for node in tree.descendants(of: tree.document) {
            var depth = -1
            var up: NodeID? = node
            while let place = up {
                depth += 1
                up = tree.parent(of: place)
            }
            depth -= 1
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
}

/// A case of html5lib's tree construction tests.
struct TreeCase {
    var data: String
    var document: [Substring]
    var place: String

    /// All cases for whole documents with scripting off.
    static func load() throws -> [TreeCase] {
        let folder = SharedData.url("html5lib/tree-construction")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "dat" }.sorted { $0.path < $1.path }
        var cases: [TreeCase] = []
        for file in files {
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            var section = ""
            var data: [Substring] = []
            var document: [Substring] = []
            var skip = false
            func finish() {
                if !document.isEmpty, !skip {
                    while document.last?.isEmpty == true { document.removeLast() }
                    cases.append(
                        TreeCase(
                            data: data.joined(separator: "\n"), document: document,
                            place: "\(file.lastPathComponent) case \(cases.count)"))
                }
            }
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if line == "#data" {
                    finish()
                    (section, data, document, skip) = ("#data", [], [], false)
                } else if ["#errors", "#new-errors", "#document", "#document-fragment", "#script-on", "#script-off"]
                    .contains(line)
                {
                    section = String(line)
                    if line == "#document-fragment" || line == "#script-on" { skip = true }
                } else if section == "#data" {
                    data.append(line)
                } else if section == "#document" {
                    document.append(line)
                }
            }
            finish()
        }
        return cases
    }
}

@Suite("HTML conformance", .enabled(if: SharedData.has("html5lib")))
struct HTMLConformanceTests {
    @Test("html5lib tree construction: text and paragraphs agree")
    func treeConstruction() throws {
        let cases = try TreeCase.load()
        #expect(cases.count > 1_500)
        var withText = 0
        var sameText = 0
        var sameParagraphs = 0
        var sameTree = 0
        var failures: [String] = []
        for test in cases {
            let want = PlainNode.parse(test.document)
            let tree = HTMLTree(parsing: Array(test.data.utf8), encoding: .utf8)
            let got = PlainNode.nodes(of: tree)
            let wantText = PlainNode.visible(want, breaks: false)
            let gotText = PlainNode.visible(got, breaks: false)
            let same = wantText == gotText
            if !wantText.isEmpty || !gotText.isEmpty { withText += 1 }
            if same {
                if !wantText.isEmpty { sameText += 1 }
            } else {
                failures.append("\(test.place): \(test.data.debugDescription)\n  want \(wantText)\n  got  \(gotText)")
            }
            if !wantText.isEmpty, PlainNode.visible(want, breaks: true) == PlainNode.visible(got, breaks: true) {
                sameParagraphs += 1
            }
            if PlainNode.shape(want) == PlainNode.shape(got) { sameTree += 1 }
        }
        let rate = { (count: Int, total: Int) in Double(count) / Double(max(total, 1)) * 100 }
        print(
            "tree construction: \(cases.count) cases, \(withText) with text; same text \(rate(sameText, withText)) %, "
                + "same paragraphs \(rate(sameParagraphs, withText)) %, same tree \(rate(sameTree, cases.count)) %")
        if ProcessInfo.processInfo.environment["GALLEY_SHOW"] != nil { print(failures.joined(separator: "\n")) }
        #expect(rate(sameText, withText) >= 99)
        #expect(rate(sameParagraphs, withText) >= 99)
        #expect(rate(sameTree, cases.count) >= 98.5)
    }
}
