// The stack of open elements (§13.2.4.2), its scopes, and where nodes are inserted (§13.2.6.1).
extension HTMLTreeBuilder {
    /// The flag of a node that is on the stack.
    private static let isOpenFlag: UInt16 = 1

    /// What ends a search for an element "in scope".
    enum Scope {
        case plain, listItem, button, table
    }

    @inline(__always)
    func traits(_ node: NodeID) -> HTMLElementTraits {
        guard tree.namespace(of: node) == .html else { return [] }
        return HTMLElementTraits.of(tree.name(of: node))
    }

    @inline(__always)
    var currentName: HTMLName {
        guard let last = open.last, tree.namespace(of: last) == .html else { return HTMLName(rawValue: -1) }
        return tree.name(of: last)
    }

    @inline(__always)
    func isOpen(_ node: NodeID) -> Bool {
        tree.nodes[node.index].flags & Self.isOpenFlag != 0
    }

    @inline(__always)
    mutating func push(_ node: NodeID) {
        open.append(node)
        opened(node)
        note(open.count - 1)
    }

    /// Marks a node that was put on the stack.
    mutating func opened(_ node: NodeID) { tree.nodes[node.index].flags |= Self.isOpenFlag }

    /// Unmarks a node that was taken from the stack.
    mutating func closed(_ node: NodeID) { tree.nodes[node.index].flags &= ~Self.isOpenFlag }

    /// Closes what is open at the end of the document.
    mutating func closeAll() {
        while !open.isEmpty { removeLastOpen() }
    }

    /// Closes the current element; the `html` element stays.
    @inline(__always)
    mutating func pop() {
        guard open.count > 1 else { return }
        removeLastOpen()
    }

    @inline(__always)
    mutating func removeLastOpen() {
        forgetPlaces(from: open.count - 1)
        closed(open.removeLast())
    }

    mutating func remove(_ node: NodeID) {
        guard let index = openPlace(of: node), index > 0 else { return }
        replaceOpen(index...index, with: [])
        closed(node)
    }

    @inline(__always)
    func hasOpen(_ name: HTMLName) -> Bool { lastPlace(of: name) >= 0 }

    @inline(__always)
    func hasInScope(_ name: HTMLName, _ scope: Scope = .plain) -> Bool {
        let place = lastPlace(of: name)
        return place >= 0 && place >= scopeEnd(scope)
    }

    func hasHeadingInScope() -> Bool {
        let place = max(
            max(lastPlace(of: .h1), lastPlace(of: .h2), lastPlace(of: .h3)),
            max(lastPlace(of: .h4), lastPlace(of: .h5), lastPlace(of: .h6)))
        return place >= 0 && place >= scopeEnd(.plain)
    }

    func isInScope(_ wanted: NodeID) -> Bool {
        guard let place = openPlace(of: wanted) else { return false }
        return place >= scopeEnd(.plain)
    }

    mutating func generateImpliedEndTags(except name: HTMLName? = nil) {
        while let last = open.last, traits(last).contains(.impliedEnd), tree.name(of: last) != name { pop() }
    }

    /// Closes elements up to and with the nearest of that name.
    mutating func popThrough(_ name: HTMLName) {
        while open.count > 1, let last = open.last {
            pop()
            if tree.isHTML(last, name) { return }
        }
    }

    /// "Close a p element", if one is in button scope.
    mutating func closeParagraph() {
        guard hasInScope(.p, .button) else { return }
        generateImpliedEndTags(except: .p)
        popThrough(.p)
    }

    mutating func popTo(_ isContext: (HTMLName) -> Bool) {
        while open.count > 1, !isContext(currentName) { pop() }
    }

    // MARK: Insertion

    /// "The appropriate place for inserting a node": the current element, or before the table when fostering.
    @inline(__always)
    func insertionPlace(override target: NodeID? = nil) -> (parent: NodeID, before: NodeID?) {
        let target = target ?? open.last ?? tree.root
        guard fosters, traits(target).contains(.tablePart) else { return (target, nil) }
        let index = max(lastPlace(of: .table), lastPlace(of: .template))
        guard index >= 0 else { return (open.first ?? tree.root, nil) }
        if tree.isHTML(open[index], .template) { return (open[index], nil) }
        if let parent = tree.parent(of: open[index]) { return (parent, open[index]) }
        return (open[max(index - 1, 0)], nil)
    }

    @inline(__always)
    mutating func insertText(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) {
        var (parent, before) = insertionPlace()
        // An element beyond the depth limit that other elements already follow: text goes after those.
        if open.count > limits.depth, before == nil, parent == open.last {
            let deepest = open[limits.depth - 1]
            if tree.lastChild(of: deepest) != parent { parent = deepest }
        }
        tree.insertText(text, into: parent, before: before, offset: offset)
    }

    @discardableResult
    mutating func insertElement(_ name: HTMLName, _ tag: HTMLStartTag?, namespace: HTMLNamespace = .html) -> NodeID {
        let node = tree.addElement(name, namespace: namespace, tag: tag, offset: tag?.offset ?? 0)
        insert(node)
        push(node)
        return node
    }

    @inline(__always)
    mutating func insert(_ node: NodeID) {
        var (parent, before) = insertionPlace()
        if open.count >= limits.depth, before == nil {
            parent = open[limits.depth - 1]
            if open.count > limits.depth { reportDepth() }
        }
        before = before.flatMap { tree.parent(of: $0) == parent ? $0 : nil }
        tree.insert(node, into: parent, before: before)
    }

    /// Inserts an element that has no content.
    mutating func insertVoid(_ name: HTMLName, _ tag: HTMLStartTag) {
        insertElement(name, tag)
        pop()
    }

    /// Inserts an element whose content is characters only.
    mutating func insertRawText(_ name: HTMLName, _ tag: HTMLStartTag) {
        insertElement(name, tag)
        originalMode = mode
        mode = .text
    }

    // MARK: Insertion mode

    /// "Reset the insertion mode appropriately" (§13.2.4.1).
    mutating func resetMode() {
        let index = Self.modeNames.reduce(0) { max($0, lastPlace(of: $1)) }
        let node = open[index]
        var name = tree.name(of: node)
        if let context = fragmentContext, index == 0 {
            name = tree.namespace(of: context) == .html ? tree.name(of: context) : .body
            if name == .td || name == .th || name == .head { name = .body }
        }
        switch name {
        case .td, .th: mode = .inCell
        case .tr: mode = .inRow
        case .tbody, .thead, .tfoot: mode = .inTableBody
        case .caption: mode = .inCaption
        case .colgroup: mode = .inColumnGroup
        case .table: mode = .inTable
        case .template, .body: mode = .inBody
        case .head: mode = .inHead
        case .frameset: mode = .inFrameset
        case .html: mode = isOpen(tree.body) ? .inBody : .afterHead
        default: mode = .inBody
        }
    }

    /// The elements that decide the insertion mode; without one, the root does.
    private static let modeNames: [HTMLName] = [
        .td, .th, .tr, .tbody, .thead, .tfoot, .caption, .colgroup, .table, .template, .body, .head, .frameset,
    ]
}
