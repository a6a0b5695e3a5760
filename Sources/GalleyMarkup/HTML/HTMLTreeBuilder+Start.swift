// Start tags by insertion mode (§13.2.6.4).
extension HTMLTreeBuilder {
    mutating func start(_ name: HTMLName, _ tag: HTMLStartTag) {
        if name == .html {
            mergeAttributes(of: tag, into: tree.root)
            return
        }
        switch mode {
        case .beforeHead: startBeforeHead(name, tag)
        case .inHead: startInHead(name, tag)
        case .inHeadNoscript: startInHeadNoscript(name, tag)
        case .afterHead: startAfterHead(name, tag)
        case .inBody, .text, .afterBody: startInBody(name, tag)
        case .inTable: startInTable(name, tag)
        case .inCaption: startInCaption(name, tag)
        case .inColumnGroup: startInColumnGroup(name, tag)
        case .inTableBody: startInTableBody(name, tag)
        case .inRow: startInRow(name, tag)
        case .inCell: startInCell(name, tag)
        case .inFrameset, .afterFrameset: startInFrameset(name, tag)
        }
    }

    // MARK: Head

    private mutating func startBeforeHead(_ name: HTMLName, _ tag: HTMLStartTag) {
        push(tree.head)
        mode = .inHead
        if name == .head {
            mergeAttributes(of: tag, into: tree.head)
        } else {
            startInHead(name, tag)
        }
    }

    private mutating func startInHead(_ name: HTMLName, _ tag: HTMLStartTag) {
        if name == .head { return }
        if name == .noscript {
            insertElement(name, tag)
            mode = .inHeadNoscript
        } else if HTMLElementTraits.of(name).contains(.metadata) {
            startMetadata(name, tag)
        } else {
            pop()
            mode = .afterHead
            start(name, tag)
        }
    }

    /// "Process using the rules for in head": `base link meta title style script noframes template`.
    mutating func startMetadata(_ name: HTMLName, _ tag: HTMLStartTag) {
        if HTMLElementTraits.of(name).contains(.void) {
            insertVoid(name, tag)
        } else if name == .template {
            insertElement(name, tag)
            insertMarker()
            framesetOK = false
            mode = .inBody
        } else {
            insertRawText(name, tag)
        }
    }

    private mutating func startInHeadNoscript(_ name: HTMLName, _ tag: HTMLStartTag) {
        switch name {
        case .basefont, .bgsound, .link, .meta, .noframes, .style: startMetadata(name, tag)
        case .head, .noscript: break
        default:
            pop()
            mode = .inHead
            start(name, tag)
        }
    }

    private mutating func startAfterHead(_ name: HTMLName, _ tag: HTMLStartTag) {
        if name == .body {
            mergeAttributes(of: tag, into: tree.body)
            openBody()
            framesetOK = false
        } else if name == .frameset {
            replaceBody(with: tag)
        } else if name == .head {
            return
        } else if HTMLElementTraits.of(name).contains(.metadata) {
            // Belongs to the head, which is closed already.
            push(tree.head)
            mode = .inHead
            startMetadata(name, tag)
            if name == .template { return }
            if mode == .text { originalMode = .afterHead } else { mode = .afterHead }
            remove(tree.head)
        } else {
            openBody()
            start(name, tag)
        }
    }

    /// A `frameset` takes the place of the body.
    private mutating func replaceBody(with tag: HTMLStartTag) {
        while open.count > 1 { pop() }
        tree.detach(tree.body)
        tree.body = insertElement(.frameset, tag)
        mode = .inFrameset
    }

    private mutating func startInFrameset(_ name: HTMLName, _ tag: HTMLStartTag) {
        switch name {
        case .frameset where mode == .inFrameset: insertElement(name, tag)
        case .frame where mode == .inFrameset: insertVoid(name, tag)
        case .noframes: insertRawText(name, tag)
        default: break
        }
    }

    // MARK: Body

    mutating func startInBody(_ name: HTMLName, _ tag: HTMLStartTag) {
        if mode == .afterBody { mode = .inBody }
        let traits = HTMLElementTraits.of(name)
        if traits.contains(.metadata) {
            startMetadata(name, tag)
        } else if traits.contains(.closesParagraph) {
            startBlock(name, tag, traits)
        } else if traits.contains(.formatting) {
            startFormatting(name, tag)
        } else {
            startOther(name, tag, traits)
        }
    }

    private mutating func startBlock(_ name: HTMLName, _ tag: HTMLStartTag, _ traits: HTMLElementTraits) {
        switch name {
        case .li, .dd, .dt:
            framesetOK = false
            closeItem(for: name)
        case .form:
            if form != nil, !hasOpen(.template) { return }
        default: break
        }
        closeParagraph()
        switch name {
        case .hr:
            if hasInScope(.select) { generateImpliedEndTags() }
            insertVoid(name, tag)
            framesetOK = false
            return
        case .xmp:
            reconstructFormatting()
            framesetOK = false
            insertRawText(name, tag)
            return
        default: break
        }
        if traits.contains(.heading), self.traits(open.last ?? tree.root).contains(.heading) { pop() }
        let node = insertElement(name, tag)
        switch name {
        case .pre, .listing:
            skipsLineFeed = true
            framesetOK = false
        case .form where !hasOpen(.template): form = node
        default: break
        }
    }

    /// A new `li`, `dd` or `dt` ends the one that is open, unless a special element is open inside it.
    private mutating func closeItem(for name: HTMLName) {
        let place = name == .li ? lastPlace(of: .li) : max(lastPlace(of: .dd), lastPlace(of: .dt))
        guard place >= 0, place >= places.last?.item ?? -1 else { return }
        let current = tree.name(of: open[place])
        generateImpliedEndTags(except: current)
        popThrough(current)
    }

    private mutating func startFormatting(_ name: HTMLName, _ tag: HTMLStartTag) {
        if name == .a, let index = activeFormatting(.a), let old = formatting[index].node {
            adopt(.a, tag.offset)
            formatting.removeAll { $0.node == old }
            remove(old)
        }
        reconstructFormatting()
        if name == .nobr, hasInScope(.nobr) {
            adopt(.nobr, tag.offset)
            reconstructFormatting()
        }
        pushFormatting(insertElement(name, tag))
    }

    private mutating func startOther(_ name: HTMLName, _ tag: HTMLStartTag, _ traits: HTMLElementTraits) {
        switch name {
        case .body:
            guard !hasOpen(.template), fragmentContext == nil else { return }
            framesetOK = false
            mergeAttributes(of: tag, into: tree.body)
        case .frameset:
            if framesetOK, isOpen(tree.body) { replaceBody(with: tag) }
        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr:
            break
        case .button:
            if hasInScope(.button) {
                generateImpliedEndTags()
                popThrough(.button)
            }
            reconstructFormatting()
            insertElement(name, tag)
            framesetOK = false
        case .applet, .marquee, .object:
            reconstructFormatting()
            insertElement(name, tag)
            insertMarker()
            framesetOK = false
        case .table:
            if !tree.isQuirks { closeParagraph() }
            insertElement(name, tag)
            framesetOK = false
            mode = .inTable
        case .image:
            start(.img, tag)
        case .param, .source, .track:
            insertVoid(name, tag)
        case .textarea:
            insertRawText(name, tag)
            skipsLineFeed = true
            framesetOK = false
        case .iframe:
            framesetOK = false
            insertRawText(name, tag)
        case .noembed:
            insertRawText(name, tag)
        case .select:
            // A select inside a select only ends it.
            if hasInScope(.select) {
                popThrough(.select)
                return
            }
            reconstructFormatting()
            insertElement(name, tag)
            framesetOK = false
        case .option:
            if hasInScope(.select) {
                generateImpliedEndTags(except: .optgroup)
            } else if currentName == .option {
                pop()
            }
            reconstructFormatting()
            insertElement(name, tag)
        case .optgroup:
            if hasInScope(.select) { generateImpliedEndTags() } else if currentName == .option { pop() }
            reconstructFormatting()
            insertElement(name, tag)
        case .input:
            if let context = fragmentContext, tree.isHTML(context, .select) { return }
            if hasInScope(.select) { popThrough(.select) }
            reconstructFormatting()
            insertVoid(name, tag)
            if !isHiddenInput(tag) { framesetOK = false }
        case .rb, .rtc:
            if hasInScope(.ruby) { generateImpliedEndTags() }
            insertElement(name, tag)
        case .rp, .rt:
            if hasInScope(.ruby) { generateImpliedEndTags(except: .rtc) }
            insertElement(name, tag)
        case .svg, .math:
            reconstructFormatting()
            insertElement(name, tag, namespace: name == .svg ? .svg : .mathML)
            if tag.isSelfClosing { pop() }
        default:
            reconstructFormatting()
            if traits.contains(.void) {
                insertVoid(name, tag)
                framesetOK = false
            } else {
                insertElement(name, tag)
            }
        }
    }

    func isHiddenInput(_ tag: HTMLStartTag) -> Bool {
        tag.attributes.contains { attribute in
            attribute.name.elementsEqual("type".utf8)
                && attribute.value.map(\.asciiLowercased).elementsEqual("hidden".utf8)
        }
    }
}
