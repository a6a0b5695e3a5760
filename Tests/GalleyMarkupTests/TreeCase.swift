import Foundation
import GalleyMarkup

/// A case of html5lib's tree construction tests.
struct TreeCase {
    /// The file and the number of the case in it, from 0.
    var place: String
    var data: String
    var document: [Substring] = []
    /// The element that a fragment is parsed in; nil for a document.
    var context: HTMLFragmentContext?
    var needsScripting = false

    /// All cases, in order.
    static func load() throws -> [TreeCase] {
        let folder = SharedData.url("html5lib/tree-construction")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "dat" }.sorted { $0.path < $1.path }
        return try files.flatMap { file in
            cases(of: String(decoding: try Data(contentsOf: file), as: UTF8.self), file.lastPathComponent)
        }
    }

    private static let sections: Set<Substring> = [
        "#errors", "#new-errors", "#document", "#document-fragment", "#script-on", "#script-off",
    ]

    private static func cases(of text: String, _ file: String) -> [TreeCase] {
        var cases: [TreeCase] = []
        var section: Substring = ""
        var data: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "#data" {
                section = line
                data = []
                cases.append(TreeCase(place: "\(file):\(cases.count)", data: ""))
            } else if sections.contains(line) {
                if section == "#data" { cases[cases.count - 1].data = data.joined(separator: "\n") }
                section = line
                if line == "#script-on" { cases[cases.count - 1].needsScripting = true }
            } else if section == "#data" {
                data.append(line)
            } else if section == "#document" {
                cases[cases.count - 1].document.append(line)
            } else if section == "#document-fragment" {
                cases[cases.count - 1].context = context(line)
            }
        }
        for index in cases.indices {
            while cases[index].document.last?.isEmpty == true { cases[index].document.removeLast() }
        }
        return cases
    }

    private static func context(_ line: Substring) -> HTMLFragmentContext {
        if line.hasPrefix("svg ") { return HTMLFragmentContext(String(line.dropFirst(4)), namespace: .svg) }
        if line.hasPrefix("math ") { return HTMLFragmentContext(String(line.dropFirst(5)), namespace: .mathML) }
        return HTMLFragmentContext(String(line))
    }

    /// What of the expected tree this library's has otherwise: `text`, `paragraphs`, `style`, `tree`.
    func misses() throws -> [String] {
        let want = PlainNode.parse(document)
        let tree = try HTMLTree(parsing: data.utf8, encoding: .utf8, inside: context)
        let scope = context.map { $0.name == "html" ? tree.root : tree.body } ?? tree.document
        let got = PlainNode.nodes(of: tree, below: scope)
        var misses: [String] = []
        if PlainNode.visible(want, breaks: false) != PlainNode.visible(got, breaks: false) { misses.append("text") }
        if PlainNode.visible(want, breaks: true) != PlainNode.visible(got, breaks: true) { misses.append("paragraphs") }
        if PlainNode.styled(want) != PlainNode.styled(got) { misses.append("style") }
        if PlainNode.shape(want) != PlainNode.shape(got) { misses.append("tree") }
        return misses
    }

    var hasVisibleText: Bool { !PlainNode.visible(PlainNode.parse(document), breaks: false).isEmpty }
}
