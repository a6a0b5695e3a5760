import GalleyText

extension HTMLComposer {
    /// An image or other embedded content.
    mutating func write(_ attachment: Attachment, style: TextStyle, anchor: String?) {
        let outer = top
        let embedding = Embedding(attachment)
        var target = StyleTarget(display: .inline)
        target.text = style
        target.text?.paint.background = nil
        target.attachment = attachment
        target.isForced = embedding.speaksOfStyle
        let element = styles.element(outer.place.defaults(of: embedding.tag, attributes: embedding.defaultAttributes))
        var key = StyleWriter.Key(element: element, parent: outer.style, display: .inline)
        key.text = ids.text(style)
        key.other = ids.other(target)
        var written = styles.style(element: element, parent: outer.style, key: key) { target }
        // An attribute of the element's own says it, or the element around it.
        written.language = nil
        if let markup = attachment.markup {
            // A drawing or formula is its source, which stays as it is: its style is said from outside.
            let name = form == .document ? sheet.className(ofChild: embedding.tag, written.declarations) : nil
            if anchor != nil || name != nil {
                output.raw("<span")
                if let anchor { output.attribute("id", anchor) }
                if let name { output.attribute("class", name) }
                output.raw(">")
            }
            // HTML's parsers do not agree on an empty element at the root.
            let isEmpty = markup.hasSuffix("/>") && markup.lastIndex(of: "<") == markup.startIndex
            output.raw(isEmpty ? markup.dropLast(2) + "></\(embedding.tag)>" : markup)
            if anchor != nil || name != nil { output.raw("</span>") }
            return
        }
        output.raw(embedding.prefix)
        start(embedding.tag, written, anchor: anchor, attributes: embedding.attributes)
        if embedding.isVoid {
            output.raw(embedding.suffix)
            return
        }
        output.raw(embedding.opening)
        if let content = embedding.content { output.text(content.utf8) }
        output.raw(embedding.closing)
        output.raw("</" + embedding.tag + ">")
    }
}

/// How an attachment is said as an element.
struct Embedding {
    var tag: String
    var attributes: [(String, String?)] = []
    var isVoid = false
    /// Text that stands for it, inside.
    var content: String?
    /// Markup around `content`.
    var opening = ""
    var closing = ""
    /// Markup around the element.
    var prefix = ""
    var suffix = ""
    /// What the user agent's style sheet asks about.
    var defaultAttributes = ""
    /// Whether attributes say something about the style, too.
    var speaksOfStyle: Bool

    init(_ attachment: Attachment) {
        let presentational: Set<String> = [
            "align", "hspace", "vspace", "border", "frameborder", "frame", "hidden", "dir", "lang", "xml:lang",
        ]
        speaksOfStyle = attachment.attributes.keys.contains { presentational.contains($0) }
        let others = attachment.attributes.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value)) }
        // What the reader takes for an alternative text that is not written.
        let label = attachment.attributes["aria-label"] ?? attachment.attributes["title"]
        let alternative = attachment.alternativeText == label ? nil : attachment.alternativeText
        switch attachment.kind {
        case .image:
            tag = "img"
            isVoid = true
            attributes = [("src", attachment.source), ("alt", alternative)]
            if let source = attachment.source, attachment.attributes["srcset"] != nil || attachment.pixelDensity != 1 {
                // The choice that was made, before the image's own candidates.
                var set = HTMLOutput()
                set.raw("<picture><source")
                set.attribute("srcset", source + " " + CSSText.number(attachment.pixelDensity) + "x")
                set.raw(">")
                prefix = String(decoding: set.bytes, as: UTF8.self)
                suffix = "</picture>"
            }
        case .video:
            tag = "video"
            attributes = [("src", attachment.source)]
            content = alternative
        case .audio:
            tag = "audio"
            attributes = [("src", attachment.source)]
            defaultAttributes = "controls"
            content = alternative
        case .frame:
            tag = "iframe"
            attributes = [("src", attachment.source)]
            content = alternative
        case .object:
            tag = "object"
            attributes = [("data", attachment.source)]
            content = alternative
        case .canvas:
            tag = "canvas"
            content = alternative
        case .svg:
            tag = "svg"
            if attachment.attributes["aria-label"] == nil, let title = attachment.alternativeText, !title.isEmpty {
                (opening, closing) = ("<title>", "</title>")
                content = title
            }
        case .math:
            tag = "math"
            content = alternative
        case .custom(let name) where !HTMLOutput.isElementName(name):
            // No element can have the name.
            tag = "object"
            attributes = [("data", attachment.source)]
            content = alternative
        case .custom(let name):
            tag = name
            attributes = [("src", attachment.source)]
            content = alternative
        }
        attributes += others.filter { other in !attributes.contains { $0.0 == other.0 } }
    }
}
