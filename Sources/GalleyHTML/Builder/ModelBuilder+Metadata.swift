import GalleyMarkup
import GalleyText

// Title, language and what the head says of the document.
extension ModelBuilder {
    mutating func metadata() -> AttributedText.Metadata {
        var metadata = AttributedText.Metadata()
        for node in tree.elements(named: .title, or: .meta) where tree.namespace(of: node) == .html {
            switch tree.name(of: node) {
            case .title where metadata.title == nil:
                let title = tree.textContent(of: node).collapsingSpaces()
                if !title.isEmpty { metadata.title = title }
            case .meta:
                guard let content = tree.attribute(.content, of: node)?.collapsingSpaces(), !content.isEmpty
                else { continue }
                if let property = tree.attribute(.property, of: node)?.collapsingSpaces(), !property.isEmpty,
                    metadata.properties.count < HTMLLimits.metadataProperties
                {
                    metadata.properties.append(.init(property, content))
                }
                guard let name = tree.attribute(.name, of: node)?.lowercased() else { continue }
                switch name {
                case "author", "dc.creator": metadata.author = metadata.author ?? content
                case "description": metadata.summary = metadata.summary ?? content
                case "keywords": metadata.keywords = metadata.keywords ?? content
                case "application-name": metadata.applicationName = metadata.applicationName ?? content
                case "generator": metadata.generator = metadata.generator ?? content
                default: break
                }
            default: break
            }
        }
        metadata.language = tree.language(of: tree.body) ?? tree.declaredLanguage
        metadata.baseURL = url.base
        let root = styles[tree.root]
        metadata.canvasBackground =
            root.backgroundColor ?? (root.box.hasBackgroundImage ? nil : styles[tree.body].backgroundColor)
        return metadata
    }

    /// The canvas takes the body's background when the root has none (CSS Backgrounds 3 §2.11.2).
    ///
    /// The colour is the document's `canvasBackground`; the images become the root block's.
    mutating func liftCanvas(_ style: inout BlockStyle) {
        let root = styles[tree.root]
        guard root.backgroundColor == nil, !root.box.hasBackgroundImage else { return }
        style.background = nil
        guard !style.backgroundLayers.isEmpty else { return }
        var canvas = writer.output.style(writer.output.style(of: .root))
        canvas.backgroundLayers = style.backgroundLayers
        let id = writer.output.intern(canvas)
        writer.output.updateBlock(.root) { $0.style = id }
        style.backgroundLayers = []
    }

    /// The root's `overflow` is the window's, and the body's where the root has none (CSS Overflow 3 §3.3): canvas and pages show
    /// all there is.
    func liftOverflow(_ style: inout BlockStyle) {
        guard style.clipsOverflow, styles[tree.root].box.overflow == .visible else { return }
        style.clipsOverflow = false
        style.isFlowRoot = styles[tree.body].isFlowRootByItself
    }
}

extension HTMLTree {
    /// Where links open that do not say it themselves: the first `base` with a `target` (HTML §4.2.3).
    var baseTarget: String? {
        for node in children(of: head) where isHTML(node, .base) {
            if let target = attribute(.target, of: node) { return target }
        }
        return nil
    }

    /// The pragma-set default language (HTML §4.2.5.3): a single tag in `meta http-equiv=content-language`.
    var declaredLanguage: String? {
        for node in children(of: head) where isHTML(node, .meta) {
            guard attribute(.httpEquiv, of: node)?.lowercased() == "content-language",
                let words = attribute(.content, of: node), !words.contains(",")
            else { continue }
            return words.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }
        return nil
    }

    /// The base URL of a document: its first `base` element, resolved against where it came from.
    func baseURL(from outer: String?) -> String? {
        for node in elements(named: .base) where isHTML(node, .base) {
            guard let href = attribute(.href, of: node), !href.isEmpty else { continue }
            let resolved = ResourceURL(base: outer).resolve(href)
            let isRefused = ResourceURL.scheme(of: resolved) == "data" || ActiveContent.isActive(url: resolved)
            return isRefused ? outer : resolved
        }
        return outer
    }
}
