// SVG and MathML inside HTML (§13.2.6.5). Questions are `mutating` so that the builder is not copied for a call.
extension HTMLTreeBuilder {
    /// Whether a start tag meets the rules for foreign content.
    @inline(__always)
    mutating func isForeignContent(for name: HTMLName) -> Bool {
        guard let current = adjustedCurrent, tree.namespace(of: current) != .html else { return false }
        return isForeignContent(for: name, in: current)
    }

    private mutating func isForeignContent(for name: HTMLName, in current: NodeID) -> Bool {
        if isMathMLText(current) { return name == .mglyph || name == .malignmark }
        if tree.name(of: current) == .annotationXml, name == .svg { return false }
        return !isHTMLIntegrationPoint(current)
    }

    private mutating func isMathMLText(_ node: NodeID) -> Bool {
        guard tree.namespace(of: node) == .mathML else { return false }
        switch tree.name(of: node) {
        case .mi, .mo, .mn, .ms, .mtext: return true
        default: return false
        }
    }

    private mutating func isHTMLIntegrationPoint(_ node: NodeID) -> Bool {
        let name = tree.name(of: node)
        if tree.namespace(of: node) == .svg { return name == .foreignobject || name == .desc || name == .title }
        guard name == .annotationXml, let encoding = tree.attribute(.encoding, of: node)?.lowercased() else {
            return false
        }
        return encoding == "text/html" || encoding == "application/xhtml+xml"
    }

    mutating func isTextIntegrationPoint(_ node: NodeID) -> Bool { isMathMLText(node) || isHTMLIntegrationPoint(node) }

    /// An element of SVG or MathML that is "special" and ends a scope.
    mutating func isIntegrationPoint(_ node: NodeID) -> Bool {
        isMathMLText(node) || isHTMLIntegrationPoint(node) || tree.name(of: node) == .annotationXml
    }

    mutating func foreignStart(_ name: HTMLName, _ tag: HTMLStartTag) {
        var breaksOut = HTMLElementTraits.of(name).contains(.breaksForeign)
        if name == .font {
            breaksOut = tag.attributes.contains { attribute in
                guard let known = tree.names.find(attribute.name) else { return false }
                return known == .color || known == .face || known == .size
            }
        }
        if breaksOut {
            while open.count > 1, let current = open.last, tree.namespace(of: current) != .html,
                !isTextIntegrationPoint(current)
            {
                pop()
            }
            start(name, tag)
            return
        }
        insertElement(name, tag, namespace: adjustedCurrent.map { tree.namespace(of: $0) } ?? .html)
        if tag.isSelfClosing { pop() }
    }

    mutating func foreignEnd(_ name: HTMLName, _ offset: Int) {
        if name == .br || name == .p {
            while open.count > 1, let current = open.last, tree.namespace(of: current) != .html,
                !isTextIntegrationPoint(current)
            {
                pop()
            }
            end(name, offset)
            return
        }
        let innermostHTML = Int(places.last?.html ?? -1)
        let index = lastPlace(of: name, isForeign: true)
        if index > max(innermostHTML, 0) {
            while open.count > index { pop() }
        } else if innermostHTML > 0 {
            end(name, offset)
        }
    }
}
