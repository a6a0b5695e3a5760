import GalleyMarkup

/// The namespaces that a style sheet declares (CSS Namespaces 3 §2).
struct NamespaceRules: Sendable {
    /// That of type selectors without a prefix; nil where none is declared, for those match in any.
    private(set) var standard: String?
    /// By prefix, whose case counts.
    private(set) var prefixes: [String: String] = [:]

    /// Adds what an `@namespace` rule declares, a later one in place of an earlier one; false for one that is malformed.
    mutating func add(_ source: CSSSource, _ prelude: Range<Int>) -> Bool {
        var rest = prelude
        var prefix: String?
        if let first = rest.first, source.tokens[first].kind == .identifier {
            prefix = source.string(source.tokens[first])
            rest = source.trimmed(first + 1..<rest.upperBound)
        }
        guard let (url, end) = source.url(at: rest), source.trimmed(end..<rest.upperBound).isEmpty else { return false }
        if let prefix { prefixes[prefix] = url } else { standard = url }
        return true
    }
}

extension CSSSource {
    /// The URL, or the string in place of one, that a range begins with, and where what follows begins; nil for another thing.
    func url(at range: Range<Int>) -> (url: String, end: Int)? {
        guard let first = range.first else { return nil }
        switch tokens[first].kind {
        case .string, .url: return (string(tokens[first]), first + 1)
        case .function where matches(tokens[first], "url"):
            let inside = trimmed(first + 1..<min(Int(tokens[first].partner), range.upperBound))
            guard let token = inside.first, tokens[token].kind == .string else { return nil }
            return (string(tokens[token]), min(next(after: first), range.upperBound))
        default: return nil
        }
    }
}

extension HTMLNamespace {
    /// The namespace of a name; nil for one that no element of a tree made from HTML is in.
    init?(named name: String) {
        switch name {
        case "http://www.w3.org/1999/xhtml": self = .html
        case "http://www.w3.org/2000/svg": self = .svg
        case "http://www.w3.org/1998/Math/MathML": self = .mathML
        default: return nil
        }
    }
}

/// The name of an attribute in a namespace, or in any, as selectors keep it: one string.
struct NamespacedName {
    /// nil for any.
    var namespace: String?
    var local: String

    init(namespace: String?, local: String) {
        self.namespace = namespace
        self.local = local
    }

    /// As one string, which no attribute's name is: those have no NUL.
    var text: String { "\0\(namespace ?? "*")\0\(local)" }

    /// nil for a plain name.
    init?(_ text: String) {
        guard text.utf8.first == 0 else { return nil }
        let parts = text.split(separator: "\0", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        namespace = parts[1] == "*" ? nil : String(parts[1])
        local = String(parts[2])
    }

    /// The names in a document's source that may mean it, the one without a prefix first.
    func names(_ prefixes: AttributePrefixes) -> [String] {
        let matching = prefixes.namespaces.filter { namespace.map($0.value.contains) ?? true }.keys.sorted()
        return (namespace == nil ? [local] : []) + matching.map { $0 + ":" + local }
    }
}

/// The prefixes of attributes and what they mean: those that HTML knows on foreign elements (HTML §13.2.6.1, "adjust foreign
/// attributes"), and in XHTML what elements declare. XHTML is read as HTML, so it is told by the root's `xmlns`.
struct AttributePrefixes {
    /// A prefix that stands for one thing here and for another there stands for both.
    private(set) var namespaces: [String: Set<String>] = [
        "xlink": ["http://www.w3.org/1999/xlink"], "xml": ["http://www.w3.org/XML/1998/namespace"],
    ]
    /// Those that elements of XHTML declare.
    private var declared: Set<String> = []

    /// O(attributes) in XHTML.
    init(_ tree: HTMLTree) {
        let root = tree.name(for: "xmlns").flatMap { tree.attribute($0, of: tree.root) }
        guard root.flatMap(HTMLNamespace.init(named:)) == .html else { return }
        var prefixes: [HTMLName: String?] = [:]
        func add(_ node: NodeID) {
            for attribute in tree.attributes(of: node) {
                let prefix: String?
                if let known = prefixes[attribute.name] {
                    prefix = known
                } else {
                    let name = tree.string(for: attribute.name)
                    prefix = name.hasPrefix("xmlns:") ? String(name.dropFirst(6)) : nil
                    prefixes[attribute.name] = .some(prefix)
                }
                guard let prefix else { continue }
                declared.insert(prefix)
                namespaces[prefix, default: []].insert(
                    String(decoding: tree.attributeBytes[attribute.valueRange], as: UTF8.self))
            }
        }
        add(tree.root)
        for node in tree.descendants(of: tree.root) { add(node) }
    }

    /// Whether an attribute of that name may be in no namespace: not in XHTML, where its prefix stands for one. (`xml:lang`
    /// may: XHTML that was written to be sent as HTML has selectors of that name.)
    func isPlain(_ name: String) -> Bool {
        guard let colon = name.firstIndex(of: ":") else { return true }
        return !declared.contains(String(name[..<colon]))
    }
}
