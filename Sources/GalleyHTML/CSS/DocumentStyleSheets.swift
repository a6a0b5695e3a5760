import GalleyMarkup
import GalleyText

/// The style sheets of a document: its `style` elements, and what its `link` elements and `@import` rules name, in the
/// order in which the cascade wants them.
///
///     let sheets = DocumentStyleSheets(of: tree) { url in try? read(url) }
///     let styles = StyleResolver(tree: tree, sheets: sheets.all).resolve()
public struct DocumentStyleSheets {
    /// The bytes behind a URL; nil or an error when it cannot or may not be loaded.
    public typealias Loader = (_ url: String) throws -> [UInt8]?
    /// The absolute form of a URL that stands in the document, or in the sheet whose URL is `sheet`.
    public typealias Resolver = (_ url: String, _ sheet: String?) -> String

    /// The sheets, weakest first.
    public private(set) var all: [(sheet: StyleSheet, origin: CascadeOrigin)] = []
    /// URLs that were not loaded.
    public private(set) var diagnostics: [CSSDiagnostic] = []
    private var openURLs: Set<String> = []
    private var loads = 0
    private let isQuirks: Bool

    /// Where sheets come from and what decides whether they are wanted.
    private struct Source {
        var environment: StyleEnvironment
        var resolver: Resolver?
        var loader: Loader?
    }

    /// Collects the sheets of a document. Nothing is loaded without a loader.
    ///
    /// - Parameters:
    ///   - tree: the document.
    ///   - environment: what `media` attributes and the conditions of imports ask about.
    ///   - loader: asked for each sheet that would apply.
    ///   - resolver: makes URLs absolute; without one they stay as written.
    public init(
        of tree: HTMLTree, environment: StyleEnvironment = StyleEnvironment(), loader: Loader? = nil,
        resolver: Resolver? = nil
    ) {
        let source = Source(environment: environment, resolver: resolver, loader: loader)
        isQuirks = tree.isQuirks
        for node in tree.elements(named: .style, or: .link) {
            if tree.name(of: node) == .style {
                if hasStyleType(tree, node), applies(tree, node, environment) {
                    let text = Array(tree.textContent(of: node).utf8)
                    let (line, column) = tree.stylePosition(of: node) ?? (1, 1)
                    let place = StyleSheet.Place(line: line, column: column)
                    add(StyleSheet(parsing: text, isQuirks: isQuirks, place: place), url: nil, source)
                }
            } else if tree.isHTML(node, .link), isStyleSheet(tree, node), applies(tree, node, environment),
                let url = tree.attribute(.href, of: node)?.trimmingCSSWhitespace(), !url.isEmpty
            {
                load(url, from: nil, at: tree.stylePosition(of: node) ?? (0, 0), source)
            }
        }
    }

    private func applies(_ tree: HTMLTree, _ node: NodeID, _ environment: StyleEnvironment) -> Bool {
        guard let media = tree.attribute(.media, of: node), !media.isEmpty else { return true }
        let source = CSSSource(media)
        return MediaQueryList(source, 0..<source.count).matches(environment)
    }

    private func isStyleSheet(_ tree: HTMLTree, _ node: NodeID) -> Bool {
        let words = (tree.attribute(.rel, of: node) ?? "").lowercased().split { $0.isWhitespace }
        return words.contains("stylesheet") && !words.contains("alternate") && hasStyleType(tree, node)
    }

    private func hasStyleType(_ tree: HTMLTree, _ node: NodeID) -> Bool {
        let type = (tree.attribute(.type, of: node) ?? "").lowercased()
        return type.isEmpty || type.hasPrefix("text/css")
    }

    private mutating func load(
        _ written: String, from sheet: String?, at place: (line: Int, column: Int), layer: String? = nil,
        _ source: Source
    ) {
        let url = source.resolver?(written, sheet) ?? written
        func report(_ code: CSSDiagnostic.Code, _ text: String) {
            guard diagnostics.count < CSSLimits.maximumDiagnostics else { return }
            diagnostics.append(
                CSSDiagnostic(
                    code: code, text: text, offset: 0, line: place.line, column: place.column, sheet: sheet))
        }
        let shown = url.utf8.count > 200 ? url.prefix(200) + "…" : url[...]
        // A sheet that imports itself, however indirectly, is read once on its way.
        guard let loader = source.loader, !openURLs.contains(url) else { return report(.importNotLoaded, "\(shown)") }
        guard openURLs.count < CSSLimits.maximumImportDepth, loads < CSSLimits.maximumImports else {
            return report(.missingStyleSheet, "not loaded, as there are too many: \(shown)")
        }
        loads += 1
        let bytes: [UInt8]
        do {
            guard let found = try loader(url) else { return report(.missingStyleSheet, "not loaded: \(shown)") }
            bytes = found
        } catch let error as AttachmentLoadError {
            return report(.missingStyleSheet, "\(error)")
        } catch {
            return report(.missingStyleSheet, "not loaded: \(shown): \(error)")
        }
        openURLs.insert(url)
        let place = StyleSheet.Place(url: url)
        add(StyleSheet(parsing: bytes, isQuirks: isQuirks, layer: layer, place: place), url: url, source)
        openURLs.remove(url)
    }

    /// Imported sheets come before the rules of the sheet that imports them (CSS Cascade 5 §2).
    private mutating func add(_ sheet: StyleSheet, url: String?, _ source: Source) {
        for rule in sheet.imports where sheet.holds(rule.condition, source.environment) {
            let layer = rule.layer < 0 ? nil : sheet.layers[Int(rule.layer)]
            load(rule.url, from: url, at: (rule.line, rule.column), layer: layer, source)
        }
        all.append((sheet, .author))
    }
}

extension StyleSheet {
    /// Whether a condition of this sheet and those around it hold; -1 always does.
    func holds(_ condition: Int32, _ environment: StyleEnvironment) -> Bool {
        var current = condition
        while current >= 0 {
            let condition = conditions[Int(current)]
            if !condition.query.matches(environment) { return false }
            current = condition.parent
        }
        return true
    }
}
