import Foundation
import GalleyMarkup
import GalleyText

extension AttributedText {
    /// Converts an HTML document or fragment: bytes of any encoding.
    ///
    ///     let text = try AttributedText(html: data, baseURL: folder)
    ///     print(text.metadata.title ?? "", text.paragraphs.count)
    ///
    /// Broken input gives what a browser would show, and `diagnostics`. Nothing is loaded: images and the like become
    /// attachments, whose bytes an `AttachmentLoader` brings later. Linear in the document's size, on the caller's thread,
    /// without shared state. A document that arrives in pieces is the business of ``HTMLConverter``.
    ///
    /// - Parameters:
    ///   - html: the bytes.
    ///   - baseURL: what relative URLs refer to; the document's own `base` element is resolved against it.
    ///   - options: the reader's wishes.
    /// - Throws: ``HTMLError`` when the task or the options cancel, and where strict limits are exceeded.
    public init(
        html: some Sequence<UInt8>, baseURL: URL? = nil, options: HTMLOptions = HTMLOptions()
    ) throws(HTMLError) {
        let conversion = HTMLConversion(options: options, baseURL: baseURL?.absoluteString)
        let tree: HTMLTree
        do {
            tree = try HTMLTree(
                parsing: html, encoding: options.encoding, inside: options.fragmentContext,
                limits: options.limits.markup, isCancelled: conversion.monitor.shouldStop)
        } catch { throw HTMLError(error) }
        self = try conversion.convert(consume tree)
    }

    /// Converts an HTML document or fragment; whatever encoding it declares, a string is Unicode.
    public init(html: String, baseURL: URL? = nil, options: HTMLOptions = HTMLOptions()) throws(HTMLError) {
        var options = options
        options.encoding = .utf8
        try self.init(html: html.utf8, baseURL: baseURL, options: options)
    }
}

/// From tree to model, the steps in order: collect the style sheets, compute the styles, write the model.
struct HTMLConversion {
    let options: HTMLOptions
    let baseURL: String?
    let monitor: ConversionMonitor

    init(options: HTMLOptions, baseURL: String?) {
        self.options = options
        self.baseURL = baseURL
        monitor = ConversionMonitor(limits: options.limits, isCancelled: options.isCancelled)
    }

    func convert(_ tree: consuming HTMLTree) throws(HTMLError) -> AttributedText {
        let base = tree.baseURL(from: baseURL)
        let sheets = options.usesDocumentStyleSheets ? documentSheets(tree, base) : nil
        let styles = styles(tree, sheets)
        try monitor.check(tree)
        let resources = StyleResources(of: styles, root: tree.root, environment: options.environment, base: base)
        // The builder alone has the text of the tree, which it gives up while it writes.
        let outline = tree.withoutText()
        var builder = ModelBuilder(
            tree: tree, styles: styles, options: options, base: base, resources: resources)
        builder.monitor = monitor
        var text = builder.build()
        try monitor.check(outline)
        text.styleResources = resources
        text.diagnostics += diagnostics(outline, (sheets?.diagnostics ?? []) + styles.diagnostics)
        return text
    }

    /// The computed styles of a tree.
    private func styles(_ tree: HTMLTree, _ sheets: DocumentStyleSheets?) -> DocumentStyles {
        var resolver = StyleResolver(
            tree: tree, sheets: readerSheets(tree) + (sheets?.all ?? []), environment: options.environment)
        resolver.usesStyleAttributes = options.usesStyleAttributes
        resolver.hook = options.willBuildBlock.map { BlockHook($0) }
        resolver.monitor = monitor
        return resolver.resolve()
    }

    /// The sheets of the options, in the user's origin, and the language that the document declares for want of `lang`.
    private func readerSheets(_ tree: HTMLTree) -> [(sheet: StyleSheet, origin: CascadeOrigin)] {
        var sheets: [(sheet: StyleSheet, origin: CascadeOrigin)] = []
        if let language = tree.declaredLanguage, language.utf8.allSatisfy({ $0 == 0x2D || $0.isASCIIAlphanumeric }) {
            sheets.append((StyleSheet(parsing: ":root { -webkit-locale: \"\(language)\" }"), .userAgent))
        }
        let defaults = ReaderStyleSheet.text(for: options)
        if !defaults.isEmpty { sheets.append((StyleSheet(parsing: defaults), .user)) }
        return sheets
            + options.styleSheets.map { text in
                (StyleSheet(parsing: Array(text.utf8), place: StyleSheet.Place(name: "reader's style sheet")), .user)
            }
    }

    /// The sheets of the document; URLs in a sheet are relative to the sheet.
    private func documentSheets(_ tree: HTMLTree, _ base: String?) -> DocumentStyleSheets {
        var loader: DocumentStyleSheets.Loader?
        if let load = options.styleSheetLoader {
            loader = { url in try load(url).map { Array(DecodedSource($0).utf8) } }
        }
        return DocumentStyleSheets(
            of: tree, environment: options.environment, loader: loader,
            resolver: { url, sheet in ResourceURL(base: sheet ?? base).resolve(url) })
    }

    private func diagnostics(_ tree: HTMLTree, _ styles: [CSSDiagnostic]) -> [Diagnostic] {
        let markup = tree.diagnostics.map { diagnostic in
            let severity: Diagnostic.Severity =
                switch diagnostic.severity {
                case .note: .note
                case .warning: .warning
                case .error: .error
                }
            return Diagnostic(
                severity, code: "markup", diagnostic.message, line: diagnostic.line > 0 ? diagnostic.line : nil,
                column: diagnostic.line > 0 ? diagnostic.column : nil, offset: diagnostic.offset)
        }
        let css = styles.prefix(HTMLLimits.styleDiagnostics).map { diagnostic in
            // Mistakes in sheets are of every page's; a sheet that is missing changes the whole document.
            let isMissing = diagnostic.code == .missingStyleSheet
            return Diagnostic(
                isMissing ? .warning : .note, code: (isMissing ? "" : "css-") + diagnostic.code.rawValue,
                isMissing ? diagnostic.text : diagnostic.code.explanation + ": " + diagnostic.text,
                file: diagnostic.sheet, line: diagnostic.line > 0 ? diagnostic.line : nil,
                column: diagnostic.line > 0 ? diagnostic.column : nil)
        }
        return markup + monitor.diagnostics(tree) + css
    }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }
}
