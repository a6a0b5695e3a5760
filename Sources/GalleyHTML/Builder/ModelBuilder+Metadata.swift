import GalleyMarkup
import GalleyText

// Title, language and what the head says of the document.
extension ModelBuilder {
    mutating func metadata() -> AttributedText.Metadata {
        var metadata = AttributedText.Metadata()
        for node in tree.descendants(of: tree.root) where tree.namespace(of: node) == .html {
            switch tree.name(of: node) {
            case .title where metadata.title == nil:
                let title = tree.textContent(of: node).collapsingSpaces()
                if !title.isEmpty { metadata.title = title }
            case .meta:
                guard let name = tree.attribute(.name, of: node)?.lowercased(),
                    let content = tree.attribute(.content, of: node)?.collapsingSpaces(), !content.isEmpty
                else { continue }
                switch name {
                case "author", "dc.creator": metadata.author = metadata.author ?? content
                case "description": metadata.summary = metadata.summary ?? content
                case "keywords": metadata.keywords = metadata.keywords ?? content
                default: break
                }
            default: break
            }
        }
        metadata.language = tree.language(of: tree.body)
        metadata.baseURL = url.base
        let root = styles[tree.root]
        metadata.canvasBackground = root.backgroundColor ?? styles[tree.body].backgroundColor
        return metadata
    }

    /// The canvas takes the body's background when the root has none (CSS Backgrounds 3 §2.11.2).
    func liftCanvas(_ style: inout BlockStyle) {
        if styles[tree.root].backgroundColor == nil { style.background = nil }
    }
}

extension HTMLTree {
    /// The base URL of a document: its first `base` element, resolved against where it came from.
    func baseURL(from outer: String?) -> String? {
        for node in descendants(of: root) where isHTML(node, .base) {
            guard let href = attribute(.href, of: node), !href.isEmpty else { continue }
            let resolved = ResourceURL(base: outer).resolve(href)
            return ResourceURL.scheme(of: resolved) == "data" || ResourceURL.isScript(resolved) ? outer : resolved
        }
        return outer
    }
}
