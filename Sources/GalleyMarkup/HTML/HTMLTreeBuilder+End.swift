// End tags by insertion mode (§13.2.6.4).
extension HTMLTreeBuilder {
    mutating func end(_ name: HTMLName, _ offset: Int) {
        switch mode {
        case .beforeHead:
            guard name == .head || name == .body || name == .html || name == .br else { return }
            push(tree.head)
            mode = .inHead
            end(name, offset)
        case .inHead, .inHeadNoscript: endInHead(name, offset)
        case .afterHead:
            if name == .template {
                endTemplate()
            } else if name == .body || name == .html || name == .br {
                openBody()
                end(name, offset)
            }
        case .inBody, .text, .afterBody: endInBody(name, offset)
        case .inTable: endInTable(name, offset)
        case .inCaption: endInCaption(name, offset)
        case .inColumnGroup: endInColumnGroup(name, offset)
        case .inTableBody: endInTableBody(name, offset)
        case .inRow: endInRow(name, offset)
        case .inCell: endInCell(name, offset)
        case .inFrameset:
            if name == .frameset, open.count > 1 {
                pop()
                if currentName != .frameset { mode = .afterFrameset }
            }
        case .afterFrameset: break
        }
    }

    private mutating func endInHead(_ name: HTMLName, _ offset: Int) {
        if mode == .inHeadNoscript {
            guard name == .noscript || name == .br else { return }
            pop()
            mode = .inHead
            if name == .noscript { return }
        }
        switch name {
        case .head:
            pop()
            mode = .afterHead
        case .template: endTemplate()
        case .body, .html, .br:
            pop()
            mode = .afterHead
            end(name, offset)
        default: break
        }
    }

    mutating func endTemplate() {
        guard hasOpen(.template) else { return }
        while open.count > 1, currentName != .template { pop() }
        pop()
        clearToMarker()
        resetMode()
    }

    mutating func endInBody(_ name: HTMLName, _ offset: Int) {
        if mode == .afterBody {
            if name == .html { return }
            mode = .inBody
        }
        let traits = HTMLElementTraits.of(name)
        switch name {
        case _ where traits.contains(.formatting):
            adopt(name, offset)
        case .template: endTemplate()
        case .body, .html:
            if hasInScope(.body) || isOpen(tree.body) { mode = .afterBody }
        case .form: endForm()
        case .p:
            if !hasInScope(.p, .button) {
                insertElement(
                    .p,
                    HTMLStartTag(
                        name: .init(start: nil, count: 0), attributes: .none, isSelfClosing: false, offset: offset))
            }
            closeParagraph()
        case .li:
            closeItem(name, .listItem)
        case .dd, .dt:
            closeItem(name, .plain)
        case .br:
            reconstructFormatting()
            insertElement(.br, nil)
            pop()
            framesetOK = false
        case .applet, .marquee, .object:
            guard hasInScope(name) else { return }
            generateImpliedEndTags()
            popThrough(name)
            clearToMarker()
        case .plaintext, .xmp:
            anyOtherEnd(name)
        case .button, .select:
            closeBlock(name)
        case _ where traits.contains(.heading):
            guard hasHeadingInScope() else { return }
            generateImpliedEndTags()
            while open.count > 1, let last = open.last {
                pop()
                if self.traits(last).contains(.heading) { break }
            }
        case _ where traits.contains(.closesParagraph) && !traits.contains(.void):
            closeBlock(name)
        default:
            anyOtherEnd(name)
        }
    }

    private mutating func closeBlock(_ name: HTMLName) {
        guard hasInScope(name) else { return }
        generateImpliedEndTags()
        popThrough(name)
    }

    private mutating func closeItem(_ name: HTMLName, _ scope: Scope) {
        guard hasInScope(name, scope) else { return }
        generateImpliedEndTags(except: name)
        popThrough(name)
    }

    private mutating func endForm() {
        if hasOpen(.template) {
            closeBlock(.form)
            return
        }
        guard let node = form else { return }
        form = nil
        guard isOpen(node), isInScope(node) else { return }
        generateImpliedEndTags()
        remove(node)
    }
}
