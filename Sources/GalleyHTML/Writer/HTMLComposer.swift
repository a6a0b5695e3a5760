import GalleyText

/// Walks a text and writes its markup: blocks from paragraph to paragraph, inline content from offset to offset.
///
/// Only flows (floats, inline blocks) are followed by recursion; `TextLimits.maximumFlowDepth` bounds them.
struct HTMLComposer {
    let text: AttributedText
    let form: HTMLWriter.Form
    let plan: ParagraphPlan
    var output = HTMLOutput()
    var styles: StyleWriter
    var sheet = SheetWriter()
    /// Open elements, the outermost first.
    var open: [OpenElement] = []
    var lists: [ListCount] = []
    /// Links around the flow being written, and those open in it.
    var links: [Link] = []
    var ids = StyleIdentities()
    /// By offset: the first anchor there that no element has yet.
    var nextAnchor: [Int: Int] = [:]
    /// Spans that the elements around a flow already give.
    var impliedSpans: Set<Int> = []
    /// By name: the counter styles that a fragment has used, with their rules.
    var counterStyleRules: [String: [(style: CustomCounterStyle, rules: String?)]] = [:]
    /// The block whose content a fragment is.
    var fragmentRoot: BlockID?

    struct OpenElement {
        var tag: String
        var place: ElementPlace
        var style: StyleWriter.Reference
        /// The background that inline boxes paint behind the text directly inside.
        var inlineBackground: Color?
        /// The text style of what stands directly inside, by its identity.
        var text: Int32
        var ownsList = false
        /// A `summary` was written inside.
        var hasSummary = false
    }

    /// How the items of an open list are counted.
    struct ListCount {
        var next: Int
        var step: Int
    }

    init(text: AttributedText, form: HTMLWriter.Form, environment: StyleEnvironment) {
        self.text = text
        self.form = form
        plan = ParagraphPlan(text)
        styles = StyleWriter(environment: environment, allowsQuirks: form == .fragment)
        for index in 0..<text.styleCount { _ = ids.text(text.style(TextStyleID(rawValue: UInt32(index)))) }
    }

    // MARK: The whole

    mutating func compose() -> [UInt8] {
        output.reserve(text.count + text.count / 2)
        let body = bodyBlock
        let root = form == .document ? openRoot() : openDefault("html", parent: nil)
        if form == .fragment {
            _ = openDefault("body", parent: root)
            fragmentRoot = body ?? .root
            writeContent(of: body ?? .root, flow: .main)
            writeLastAnchors()
            return output.bytes
        }
        let rootTag = output
        output = HTMLOutput()
        output.reserve(text.count + text.count / 2)
        if let body {
            openBlock(body, flow: nil, tag: "body")
            writeContent(of: body, flow: .main)
        } else {
            // The text stands in the root itself.
            let element = styles.element(ElementDefaults.Key(tag: "body"))
            let style = styles.style(element: element, parent: root) { StyleTarget(display: .contents) }
            start("body", style)
            push("body", ElementPlace(), style.reference, background: nil)
            if collapsesSpace { output.raw("\n") }
            writeContent(of: .root, flow: .main)
        }
        writeLastAnchors()
        // The parser puts white space behind the body into the body.
        let end = collapsesSpace ? "</body>\n</html>\n" : "</body></html>"
        let content = output
        output = HTMLOutput()
        output.reserve(content.bytes.count + 4_096)
        output.raw("<!DOCTYPE html>\n")
        output.raw(rootTag)
        writeHead(root)
        output.raw(content)
        output.raw(end)
        return output.bytes
    }

    /// Anchors that stand behind everything.
    private mutating func writeLastAnchors() {
        while let name = takeAnchor(at: text.count) {
            output.raw("<span")
            output.attribute("id", name)
            output.raw("></span>")
        }
    }

    /// The block that is the `body` element: all of the root's content, and nothing that a body cannot have.
    private var bodyBlock: BlockID? {
        let root = text.blocks[0]
        guard plan.childCount[0] == 1, plan.base[0] < 0 else { return nil }
        let index = Int(plan.firstChild[0])
        let block = text.blocks[index]
        let style = text.style(block.style)
        guard block.flow == .main, block.paragraphs == root.paragraphs, block.kind == .box, block.role == .none,
            style.float == .none, style.backgroundLayers.isEmpty, !style.clipsOverflow,
            style.background == nil || text.metadata.canvasBackground != nil
        else { return nil }
        return BlockID(index)
    }

    /// `html`: the root block's style and the canvas.
    private mutating func openRoot() -> StyleWriter.Reference {
        var target = StyleTarget(display: .block)
        var style = text.style(text.blocks[0].style)
        style.background = nil
        target.block = style
        target.canvas = .some(text.metadata.canvasBackground)
        setText(of: 0, in: &target)
        target.paragraph?.baseDirection = style.direction
        if target.text == nil { target.text = styles.computed(styles.initial).textStyle }
        setFont(of: 0, in: &target)
        target.text?.shaping.language = text.metadata.language ?? ""
        let element = styles.element(ElementDefaults.Key(tag: "html"))
        var written = styles.style(element: element, parent: styles.initial, isRoot: true) { target }
        written.language = text.metadata.language ?? written.language
        start(
            "html", written, anchor: takeAnchor(at: 0), attributes: kept(text.blocks[0].attributes),
            pseudo: firstRules(ofBlock: 0, written.reference))
        push("html", ElementPlace(), written.reference, background: nil)
        output.raw("\n")
        return written.reference
    }

    /// An element that a fragment stands in, with a browser's style.
    private mutating func openDefault(_ tag: String, parent: StyleWriter.Reference?) -> StyleWriter.Reference {
        let element = styles.element(ElementDefaults.Key(tag: tag))
        let style = styles.style(element: element, parent: parent ?? styles.initial, isRoot: parent == nil) {
            StyleTarget(display: .block)
        }
        push(tag, ElementPlace(), style.reference, background: nil)
        return style.reference
    }

    private mutating func writeHead(_ root: StyleWriter.Reference) {
        output.raw("<head>\n<meta charset=\"utf-8\">\n")
        let metadata = text.metadata
        if let base = metadata.baseURL { void("base", [("href", base)]) }
        if let title = metadata.title {
            output.raw("<title>")
            output.text(title.utf8)
            output.raw("</title>\n")
        }
        for (name, content) in [
            ("author", metadata.author), ("description", metadata.summary), ("keywords", metadata.keywords),
            ("application-name", metadata.applicationName), ("generator", metadata.generator),
        ] {
            if let content { void("meta", [("name", name), ("content", content)]) }
        }
        for property in metadata.properties {
            void("meta", [("property", property.name), ("content", property.content)])
        }
        let used = text.blocks.compactMap { block -> CustomCounterStyle? in
            guard case .item(let item) = block.kind, case .custom(let style) = item.marker else { return nil }
            return style
        }
        let rules = text.styleResources.css(used: used) { declarations(of: $0, root) } + sheet.text
        if !rules.isEmpty { output.raw("<style>\n" + rules + "</style>\n") }
        output.raw("</head>\n")
    }

    private mutating func void(_ tag: String, _ attributes: [(String, String)]) {
        output.raw("<" + tag)
        for (name, value) in attributes { output.attribute(name, value) }
        output.raw(">\n")
    }

    // MARK: Elements

    /// Writes a start tag.
    mutating func start(
        _ tag: String, _ style: StyleWriter.Style, anchor: String? = nil, attributes: [(String, String?)] = [],
        pseudo: PseudoRules = PseudoRules()
    ) {
        output.raw("<" + tag)
        if let anchor { output.attribute("id", anchor) }
        for (name, value) in attributes {
            if let value { output.attribute(name, value) }
        }
        startAttributes(style, pseudo)
        output.raw(">")
    }

    /// The language and the style, as attributes of a start tag.
    private mutating func startAttributes(_ style: StyleWriter.Style, _ pseudo: PseudoRules) {
        if let language = style.language { output.attribute("lang", language) }
        switch form {
        case .document:
            if let name = sheet.className(of: style.declarations, pseudo) {
                output.attribute("class", name)
            }
        case .fragment: if !style.declarations.isEmpty { output.attribute("style", style.declarations) }
        }
    }

    /// Notes an element that was started.
    mutating func push(
        _ tag: String, _ place: ElementPlace, _ style: StyleWriter.Reference, background: Color?
    ) {
        var inner = styles.computed(style).textStyle
        inner.paint.background = background
        open.append(
            OpenElement(
                tag: tag, place: place.inside(tag), style: style, inlineBackground: background, text: ids.text(inner)))
    }

    /// Writes the end tag of the innermost element.
    mutating func close() {
        let element = open.removeLast()
        if element.ownsList { lists.removeLast() }
        output.raw("</" + element.tag + ">")
    }

    var top: OpenElement { open[open.count - 1] }

    /// Whether white space directly inside the innermost element means nothing.
    var collapsesSpace: Bool { styles.styles[top.style.index].inherited.breaking.whiteSpace == .collapse }

    /// The first anchor at an offset that no element has yet.
    mutating func takeAnchor(at offset: Int) -> String? {
        guard !text.anchors.isEmpty else { return nil }
        let index = nextAnchor[offset] ?? text.anchors.partitionIndex { $0.offset >= offset }
        guard index < text.anchors.count, text.anchors[index].offset == offset else { return nil }
        nextAnchor[offset] = index + 1
        return text.anchors[index].name
    }
}

/// Numbers for styles, so that a style is compared by its number.
struct StyleIdentities {
    private var texts: [TextStyle: Int32] = [:]
    private var boxes: [InlineBoxStyle: Int32] = [:]
    private var blocks: [BlockStyle: Int32] = [:]
    private var paragraphs: [ParagraphStyle: Int32] = [:]
    private var others: [Other: Int32] = [:]

    private struct Other: Hashable {
        var model: ModelStyle
        var marker: ListItem.Marker?
        var position: ListItem.MarkerPosition?
        var attachment: Attachment?
        var isForced = false
        var column: TableColumn?
        var columnGroup: TableColumn.Group?
        var float: BlockStyle.Float?
        var content: GeneratedContent?
    }

    mutating func text(_ style: TextStyle) -> Int32 { StyleIdentities.number(style, &texts) }
    mutating func box(_ style: InlineBoxStyle) -> Int32 { StyleIdentities.number(style, &boxes) }
    mutating func block(_ style: BlockStyle) -> Int32 { StyleIdentities.number(style, &blocks) }
    mutating func paragraph(_ style: ParagraphStyle) -> Int32 { StyleIdentities.number(style, &paragraphs) }

    /// What a block's target holds beside styles of the model.
    mutating func other(_ target: StyleTarget) -> Int32 {
        let other = Other(
            model: target.model, marker: target.item?.marker, position: target.item?.markerPosition,
            attachment: target.attachment?.box, isForced: target.isForced, column: target.column,
            columnGroup: target.columnGroup, float: target.float, content: target.content)
        return StyleIdentities.number(other, &others)
    }

    private static func number<Value: Hashable>(_ value: Value, _ table: inout [Value: Int32]) -> Int32 {
        if let known = table[value] { return known }
        let number = Int32(table.count)
        table[value] = number
        return number
    }
}

/// The style sheet of a document: one class for each distinct set of declarations.
struct SheetWriter {
    private var names: [String: String] = [:]
    private(set) var text = ""

    /// The class of an element whose only child cannot have one; nil for a child that needs none.
    mutating func className(ofChild tag: String, _ declarations: String) -> String? {
        if declarations.isEmpty { return nil }
        let key = tag + "\u{2}" + declarations
        if let known = names[key] { return known }
        let name = "s\(names.count + 1)"
        names[key] = name
        text += ".\(name) > \(CSSText.identifier(tag)) { \(declarations) }\n"
        return name
    }

    /// The class of an element; nil for one that needs none.
    mutating func className(of declarations: String, _ pseudo: PseudoRules) -> String? {
        let rules = pseudo.rules
        if declarations.isEmpty, rules.isEmpty { return nil }
        let key = ([declarations] + rules.flatMap { [$0.selector, $0.declarations] }).joined(separator: "\u{1}")
        if let known = names[key] { return known }
        let name = "s\(names.count + 1)"
        names[key] = name
        if !declarations.isEmpty { text += ".\(name) { \(declarations) }\n" }
        for rule in rules { text += ".\(name)\(rule.selector) { \(rule.declarations) }\n" }
        return name
    }
}

/// What a document's style sheet says of an element's pseudo-elements; empty says nothing.
struct PseudoRules {
    var before = ""
    var marker = ""
    var firstLine = ""
    var firstLetter = ""
    /// The colour of a link while it is pressed.
    var active: Color?

    var rules: [(selector: String, declarations: String)] {
        [
            ("::before", before), ("::marker", marker), ("::first-line", firstLine), ("::first-letter", firstLetter),
            (":active", active.map { "color: " + CSSText.color($0) } ?? ""),
        ].filter { !$0.1.isEmpty }
    }
}
