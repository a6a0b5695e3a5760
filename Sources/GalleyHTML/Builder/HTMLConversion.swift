import Foundation
import GalleyMarkup
import GalleyText

/// Why a document could not be converted. Broken markup is never a reason.
public enum HTMLError: Error, Hashable, Sendable {
    /// The document is longer than offsets can count; the limit is in bytes.
    case tooLong(bytes: Int, limit: Int)
}

extension AttributedText {
    /// Converts an HTML document or fragment: bytes of any encoding.
    ///
    ///     let text = try AttributedText(html: data, baseURL: folder)
    ///     print(text.metadata.title ?? "", text.paragraphs.count)
    ///
    /// Broken input gives what a browser would show, and `diagnostics`. Nothing is loaded: images and the like become
    /// attachments, whose bytes an `AttachmentLoader` brings later. Linear in the document's size, on the caller's thread,
    /// without shared state.
    ///
    /// - Parameters:
    ///   - html: the bytes.
    ///   - baseURL: what relative URLs refer to; the document's own `base` element is resolved against it.
    ///   - options: the reader's wishes.
    public init(
        html: some Sequence<UInt8>, baseURL: URL? = nil, options: HTMLOptions = HTMLOptions()
    ) throws(HTMLError) {
        let bytes = Array(html)
        guard bytes.count <= MarkupLimits.documentBytes else {
            throw .tooLong(bytes: bytes.count, limit: MarkupLimits.documentBytes)
        }
        self = HTMLConversion(options: options, baseURL: baseURL?.absoluteString)
            .convert(HTMLTree(parsing: bytes, encoding: options.encoding))
    }

    /// Converts an HTML document or fragment; whatever encoding it declares, a string is Unicode.
    public init(html: String, baseURL: URL? = nil, options: HTMLOptions = HTMLOptions()) throws(HTMLError) {
        var options = options
        options.encoding = .utf8
        try self.init(html: Array(html.utf8), baseURL: baseURL, options: options)
    }
}

/// From tree to model, the steps in order: collect the style sheets, compute the styles, write the model.
struct HTMLConversion {
    var options: HTMLOptions
    var baseURL: String?

    func convert(_ tree: HTMLTree) -> AttributedText {
        let base = tree.baseURL(from: baseURL)
        let sheets = readerSheets() + documentSheets(tree, ResourceURL(base: base))
        let styles = StyleResolver(tree: tree, sheets: sheets, environment: options.environment).resolve()
        var text = ModelBuilder(tree: tree, styles: styles, options: options, base: base).build()
        text.diagnostics += diagnostics(tree, styles)
        return text
    }

    /// The sheets of the options, in the user's origin.
    private func readerSheets() -> [(sheet: StyleSheet, origin: CascadeOrigin)] {
        var sources = options.styleSheets
        if let link = options.linkStyle {
            let line = link.isUnderlined ? "underline" : "none"
            sources.insert("a:any-link { color: \(link.color.hexadecimal); text-decoration-line: \(line) }", at: 0)
        }
        return sources.map { (StyleSheet(parsing: $0), .user) }
    }

    /// The sheets of `style` and `link` elements, in tree order.
    private func documentSheets(
        _ tree: HTMLTree, _ url: ResourceURL
    ) -> [(sheet: StyleSheet, origin: CascadeOrigin)] {
        var sheets: [(sheet: StyleSheet, origin: CascadeOrigin)] = []
        for node in tree.descendants(of: tree.root) where tree.isElement(node) {
            let source: String
            if tree.name(of: node) == .style, isStyleSheet(tree, node) {
                source = tree.textContent(of: node)
            } else if tree.isHTML(node, .link), isStyleSheet(tree, node), let loader = options.styleSheetLoader,
                (tree.attribute(.rel, of: node) ?? "").lowercased().split(separator: " ").contains("stylesheet"),
                let href = tree.attribute(.href, of: node), let bytes = loader(url.resolve(href))
            {
                source = String(decoding: DecodedSource(bytes).utf8, as: UTF8.self)
            } else {
                continue
            }
            let media = tree.attribute(.media, of: node)?.collapsingSpaces() ?? ""
            // The attribute is a media query list; a sheet cannot end the block that stands around it, since a rule
            // that is left open ends with the sheet.
            sheets.append((StyleSheet(parsing: media.isEmpty ? source : "@media \(media) {\(source)\n}"), .author))
        }
        return sheets
    }

    private func isStyleSheet(_ tree: HTMLTree, _ node: NodeID) -> Bool {
        guard let type = tree.attribute(.type, of: node)?.lowercased() else { return true }
        return type.isEmpty || type.hasPrefix("text/css")
    }

    private func diagnostics(_ tree: HTMLTree, _ styles: DocumentStyles) -> [Diagnostic] {
        let markup = tree.diagnostics.map { diagnostic in
            let severity: Diagnostic.Severity =
                switch diagnostic.severity {
                case .note: .note
                case .warning: .warning
                case .error: .error
                }
            return Diagnostic(
                severity, code: "markup", diagnostic.message, line: diagnostic.line > 0 ? diagnostic.line : nil,
                column: diagnostic.line > 0 ? diagnostic.column : nil)
        }
        let css = styles.diagnostics.prefix(HTMLLimits.styleDiagnostics).map { diagnostic in
            Diagnostic(.note, code: "css-" + diagnostic.code.rawValue, diagnostic.text)
        }
        return markup + css
    }
}
