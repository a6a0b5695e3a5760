/// Makes a tree of tokens by the tree construction rules of the HTML standard (§13.2.6), scripting off.
///
/// Kept: every insertion mode that decides where text goes, implied end tags, the list of active formatting elements with
/// the adoption agency, foster parenting, SVG and MathML. Different, on purpose:
///
/// - `html`, `head` and `body` exist from the start; white space between them is not kept;
/// - `template` has ordinary children (which nothing shows);
/// - below the depth of `limits` elements become siblings, so that no later stage meets a deeper tree;
/// - comments are not in the tree.
///
/// Every token costs O(1) beside the elements that it closes: questions about the open elements are answered by what was
/// noted when they were opened. The adoption agency alone looks at some of those that stay open, as many as `MarkupLimits`
/// allows for a document of that length.
struct HTMLTreeBuilder {
    /// The insertion modes (§13.2.4.1) that matter here.
    enum Mode {
        case beforeHead, inHead, inHeadNoscript, afterHead
        case inBody, text, afterBody
        case inTable, inCaption, inColumnGroup, inTableBody, inRow, inCell
        case inFrameset, afterFrameset
    }

    /// An entry of the list of active formatting elements; a marker has no node.
    struct Formatting {
        var node: NodeID?
    }

    var tree = HTMLTree()
    var mode = Mode.beforeHead
    /// The mode to return to after `text`.
    var originalMode = Mode.inBody
    var open: [NodeID] = []
    /// What is known of each place of `open`, and the last place of each name (see `OpenPlace`).
    var places: [OpenPlace] = []
    var lastPlaces = [Int32](repeating: -1, count: 2 * HTMLName.knownCount)
    var formatting: [Formatting] = []
    var form: NodeID?
    var fosters = false
    private var outerFosters: [Bool] = []
    var framesetOK = true
    private var isXML = false
    var skipsLineFeed = false
    /// Characters met directly in a table, until the next tag tells where they go.
    var tableText: [UInt8] = []
    var tableTextOffset = 0
    private var reportedDepth = false
    private var reportedMerge = false
    private var reportedClones = false
    /// How many formatting elements were opened again, and how many elements the adoption agency copied or moved, at most.
    private var clones = 0
    let limits: MarkupLimits
    /// Where the present token begins.
    private var tokenOffset = 0
    /// The first place where the document goes beyond a limit.
    private(set) var exceeded: (limit: MarkupError.Limit, offset: Int)?
    /// The node limit is met: nothing more is taken.
    private(set) var isFull = false
    /// The element around a fragment, for the rules that ask for it; not in the tree.
    var fragmentContext: NodeID?

    init(limits: MarkupLimits = .standard) {
        self.limits = limits
        let html = tree.addElement(.html)
        tree.insert(html, into: tree.document)
        let head = tree.addElement(.head)
        tree.insert(head, into: html)
        let body = tree.addElement(.body)
        tree.insert(body, into: html)
        (tree.root, tree.head, tree.body) = (html, head, body)
        tree.isQuirks = true
        tree.hasLineHeightQuirks = true
        push(html)
    }

    // MARK: Tokens

    /// XML knows no quirks mode (DOM §4.5, "create a document": only HTML's parser sets one).
    mutating func xmlDeclaration() {
        tree.isQuirks = false
        tree.hasLineHeightQuirks = false
        isXML = true
    }

    mutating func doctype(_ doctype: HTMLDoctype) {
        tree.isQuirks = !isXML && HTMLQuirks.asksForQuirks(doctype)
        tree.hasLineHeightQuirks = tree.isQuirks || !isXML && HTMLQuirks.asksForLimitedQuirks(doctype)
    }

    mutating func take(_ batch: HTMLTokenBatch) {
        var batch = batch
        while let token = batch.next() {
            switch token.kind {
            case .startTag, .bareTag: startTag(batch.startTag(token), token.name)
            case .endTag: endTag(batch.bytes(of: token), token.name, offset: Int(token.offset))
            case .text: characters(batch.bytes(of: token), offset: Int(token.offset))
            }
        }
    }

    /// A start tag, and its name if that is a known one.
    mutating func startTag(_ tag: HTMLStartTag, _ known: HTMLName? = nil) {
        guard hasRoom(tag.offset) else { return }
        prepareForTag()
        let name = known ?? tree.names.intern(tag.name)
        if mode == .text { endText() }
        let count = open.count
        if isForeignContent(for: name) {
            foreignStart(name, tag)
        } else {
            start(name, tag)
            // XHTML's `<p/>`: the element ends at once.
            if tag.isSelfClosing, open.count > count, let last = open.last, tree.isHTML(last, name) {
                if mode == .text { mode = originalMode }
                pop()
                formatting.removeAll { $0.node == last }
            }
        }
    }

    /// An end tag, and its name if that is a known one.
    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>, _ known: HTMLName? = nil, offset: Int) {
        guard hasRoom(offset) else { return }
        prepareForTag()
        let name = known ?? tree.names.intern(name)
        if mode == .text {
            endText()
        } else if let current = adjustedCurrent, tree.namespace(of: current) != .html {
            foreignEnd(name, offset)
        } else {
            end(name, offset)
        }
    }

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, offset: Int) {
        guard hasRoom(offset) else { return }
        var text = text
        if skipsLineFeed {
            skipsLineFeed = false
            if text.first == 0x0A { text = UnsafeBufferPointer(rebasing: text.dropFirst()) }
        }
        guard !text.isEmpty else { return }
        if let current = adjustedCurrent, tree.namespace(of: current) != .html, !isTextIntegrationPoint(current) {
            insertText(text, offset)
            if !text.allSatisfy(\.isHTMLSpace) { framesetOK = false }
        } else {
            place(text, offset)
        }
    }

    mutating func diagnostic(_ message: String, offset: Int, limit: MarkupError.Limit? = nil) {
        if let limit, exceeded.map({ offset < $0.offset }) ?? true { exceeded = (limit, offset) }
        tree.diagnostics.append(MarkupDiagnostic(severity: .warning, message: message, offset: offset))
    }

    mutating func endOfFile() {
        flushTableText()
        finishFragment()
    }

    /// Makes room for a document of so many bytes, as most are; memory that is not written to costs nothing.
    mutating func reserve(bytes: Int) {
        let nodes = min(bytes / Self.bytesPerNode, limits.nodes, Self.mostReserved / Self.bytesPerNode)
        tree.reserve(nodes: nodes, textBytes: min(bytes, Self.mostReserved))
    }

    private static let bytesPerNode = 16
    /// Room for no more bytes of a document is taken before they are read; what comes after makes the arenas grow.
    private static let mostReserved = 256 << 20

    /// Notes where a token begins; false when the tree may not grow any more.
    @inline(__always)
    private mutating func hasRoom(_ offset: Int) -> Bool {
        tokenOffset = offset
        if tree.nodeCount < limits.nodes { return true }
        if !isFull {
            isFull = true
            diagnostic("more than \(limits.nodes) nodes; the rest was left out", offset: offset, limit: .nodes)
        }
        return false
    }

    @inline(__always)
    private mutating func prepareForTag() {
        skipsLineFeed = false
        if !tableText.isEmpty { flushTableText() }
    }

    private mutating func endText() {
        pop()
        mode = originalMode
    }

    // MARK: Text by insertion mode

    private mutating func place(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) {
        switch mode {
        case .inBody, .inCell, .inCaption:
            bodyText(text, offset)
        case .text:
            insertText(text, offset)
        case .inTable, .inTableBody, .inRow:
            if let current = open.last, traits(current).contains(.tablePart) {
                if tableText.isEmpty { tableTextOffset = offset }
                tableText.append(contentsOf: text)
            } else {
                beginFostering()
                bodyText(text, offset)
                endFostering()
            }
        case .beforeHead, .inHead, .inHeadNoscript, .afterHead, .afterBody, .inColumnGroup:
            let space = text.prefix(while: \.isHTMLSpace).count
            if space > 0, mode == .afterBody || mode == .inHead || mode == .inColumnGroup || mode == .inHeadNoscript {
                insertText(UnsafeBufferPointer(rebasing: text[..<space]), offset)
            }
            guard space < text.count else { return }
            // In a fragment of a column group there is nothing to leave for.
            if mode == .inColumnGroup, currentName != .colgroup { return }
            leaveForText()
            place(UnsafeBufferPointer(rebasing: text[space...]), offset + space)
        case .inFrameset, .afterFrameset:
            break
        }
    }

    /// Characters stand where this mode has none: go to the mode that takes them.
    private mutating func leaveForText() {
        switch mode {
        case .inHeadNoscript:
            pop()
            mode = .inHead
        case .inHead, .inColumnGroup:
            pop()
            mode = mode == .inHead ? .afterHead : .inTable
        case .beforeHead:
            mode = .afterHead
        case .afterHead:
            openBody()
        default:
            mode = .inBody
        }
    }

    mutating func bodyText(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) {
        reconstructFormatting()
        insertText(text, offset)
        if framesetOK, !text.allSatisfy(\.isHTMLSpace) { framesetOK = false }
    }

    /// Characters of a table: white space stays, anything else goes before the table (§13.2.6.4.10).
    mutating func flushTableText() {
        guard !tableText.isEmpty else { return }
        let text = tableText
        tableText.removeAll(keepingCapacity: true)
        text.withUnsafeBufferPointer { buffer in
            if buffer.allSatisfy(\.isHTMLSpace) {
                insertText(buffer, tableTextOffset)
            } else {
                beginFostering()
                bodyText(buffer, tableTextOffset)
                endFostering()
            }
        }
    }

    mutating func beginFostering() {
        outerFosters.append(fosters)
        fosters = true
    }

    mutating func endFostering() {
        fosters = outerFosters.popLast() ?? false
    }

    mutating func openBody() {
        push(tree.body)
        mode = .inBody
    }

    /// Gives `html`, `head` or `body` the attributes of a tag that it does not have yet.
    mutating func mergeAttributes(of tag: HTMLStartTag, into node: NodeID) {
        if tree.mergeAttributes(of: tag, into: node, limit: limits.attributesPerElement) || reportedMerge { return }
        reportedMerge = true
        diagnostic(
            "more than \(limits.attributesPerElement) attributes; the rest were left out", offset: tag.offset,
            limit: .attributes)
    }

    /// Takes `count` from the elements that may be opened again, copied or moved by now; false when there are fewer left.
    mutating func takeClones(_ count: Int) -> Bool {
        let limit = MarkupLimits.reconstructedElements + MarkupLimits.reconstructedElementsPerByte * tokenOffset
        guard clones + count > limit else {
            clones += count
            return true
        }
        if !reportedClones {
            reportedClones = true
            diagnostic(
                "formatting elements go on in too many blocks; they end here", offset: tokenOffset,
                limit: .nodes)
        }
        return false
    }

    mutating func reportDepth() {
        guard !reportedDepth else { return }
        reportedDepth = true
        diagnostic("elements deeper than \(limits.depth) became siblings", offset: tokenOffset, limit: .depth)
    }
}

/// Feeds tokens to a builder, which is a value so that its own work needs no checks of exclusive access.
final class HTMLTreeSink: HTMLTokenSink {
    var builder: HTMLTreeBuilder

    init(limits: MarkupLimits = .standard, fragment: HTMLFragmentContext? = nil) {
        builder = HTMLTreeBuilder(limits: limits)
        if let fragment { builder.enter(fragment) }
    }

    /// Asked together with `isFull`.
    var isCancelled: () -> Bool = { false }

    var isFull: Bool { builder.isFull || (builder.limits.isStrict && builder.exceeded != nil) || isCancelled() }

    /// The tree, which leaves the builder.
    func takeTree() -> HTMLTree {
        builder.closeAll()
        defer { builder.tree = HTMLTree() }
        return builder.tree
    }

    func xmlDeclaration() { builder.xmlDeclaration() }

    func doctype(_ doctype: HTMLDoctype) { builder.doctype(doctype) }

    func tokens(_ batch: HTMLTokenBatch) { builder.take(batch) }

    func startTag(_ tag: HTMLStartTag) { builder.startTag(tag) }

    func endTag(_ name: UnsafeBufferPointer<UInt8>, offset: Int) { builder.endTag(name, offset: offset) }

    func characters(_ text: UnsafeBufferPointer<UInt8>, offset: Int) { builder.characters(text, offset: offset) }

    func diagnostic(_ message: String, offset: Int, limit: MarkupError.Limit?) {
        builder.diagnostic(message, offset: offset, limit: limit)
    }

    func endOfFile() { builder.endOfFile() }
}

/// Whether a document type asks for quirks, or for limited ones (§13.2.6.4.1).
enum HTMLQuirks {
    private static let prefixes = [
        "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
        "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html", "-//metrius//dtd metrius",
        "-//microsoft//dtd internet explorer", "-//netscape comm. corp.//dtd", "-//o'reilly and associates//dtd html",
        "-//sq//dtd html 2.0 hotmetal + extensions//", "-//softquad", "-//spyglass//dtd html 2.0 extended//",
        "-//sun microsystems corp.//dtd hotjava", "-//w3c//dtd html 3", "-//w3c//dtd html 4.0 frameset//",
        "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental", "-//w3c//dtd w3 html 3.0//",
        "-//w3o//dtd w3 html 3.0//", "-//webtechs//dtd mozilla html",
    ]

    static func asksForLimitedQuirks(_ doctype: HTMLDoctype) -> Bool {
        let publicID = doctype.publicID?.lowercased() ?? ""
        func isPublic(_ name: String) -> Bool {
            publicID.hasPrefix("-//w3c//dtd \(name) frameset//")
                || publicID.hasPrefix("-//w3c//dtd \(name) transitional//")
        }
        return isPublic("xhtml 1.0") || doctype.systemID != nil && isPublic("html 4.01")
    }

    static func asksForQuirks(_ doctype: HTMLDoctype) -> Bool {
        if doctype.forcesQuirks || doctype.name != "html" { return true }
        let publicID = doctype.publicID?.lowercased() ?? ""
        let systemID = doctype.systemID?.lowercased()
        if ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"].contains(publicID) {
            return true
        }
        if systemID == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" { return true }
        if systemID == nil,
            publicID.hasPrefix("-//w3c//dtd html 4.01 frameset//")
                || publicID.hasPrefix("-//w3c//dtd html 4.01 transitional//")
        {
            return true
        }
        return prefixes.contains { publicID.hasPrefix($0) }
    }
}
