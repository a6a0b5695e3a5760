import GalleyFonts
import GalleyLayout
import GalleyText

/// Documents built by hand, in the test font at 10 px: each letter is 6 px wide, a space 3; a line is 10 high, its
/// baseline at 8.
enum TestDocument {
    static let fonts = FontCollection(faces: [])

    static func make(
        root: (inout BlockStyle) -> Void = { _ in }, _ build: (inout Writer) -> Void
    ) -> AttributedText {
        var style = BlockStyle()
        root(&style)
        var writer = Writer(rootStyle: style)
        build(&writer)
        return writer.builder.finish()
    }

    static func layout(
        _ text: AttributedText, width: Double = 300, options: LayoutOptions = LayoutOptions(),
        attachments: [AttachmentID: AttachmentState] = [:]
    ) -> DocumentLayout {
        DocumentLayout(text, fonts: fonts, width: width, options: options, attachments: attachments)
    }

    static let textStyle: TextStyle = {
        var style = TextStyle(shaping: ShapingStyle(fontFamilies: [FontFace.embeddedFamily], fontSize: 10))
        style.shaping.kerning = false
        style.shaping.ligatures = false
        return style
    }()
}

struct Writer {
    var builder: AttributedTextBuilder
    let style: TextStyleID
    let paragraph: ParagraphStyleID
    let emptyParagraph: ParagraphStyleID

    init(rootStyle: BlockStyle) {
        builder = AttributedTextBuilder(rootStyle: rootStyle)
        style = builder.intern(TestDocument.textStyle)
        paragraph = builder.intern(ParagraphStyle())
        var empty = ParagraphStyle()
        empty.emptyParagraph = .nothing
        emptyParagraph = builder.intern(empty)
    }

    /// A block with what `content` writes in it; when it writes nothing, with an empty paragraph that takes no room.
    @discardableResult
    mutating func block(
        _ kind: Block.Kind = .box, role: Block.Role = .none, _ change: (inout BlockStyle) -> Void,
        _ content: (inout Writer) -> Void
    ) -> BlockID {
        var style = BlockStyle()
        change(&style)
        let id = builder.openBlock(kind, role: role, style: style)
        let before = builder.offset
        content(&self)
        if builder.offset == before { empty() }
        builder.closeBlock()
        return id
    }

    @discardableResult
    mutating func block(
        _ kind: Block.Kind = .box, role: Block.Role = .none, _ content: (inout Writer) -> Void
    ) -> BlockID {
        block(kind, role: role, { _ in }, content)
    }

    mutating func text(_ string: String) {
        builder.append(string, style: style)
        builder.endParagraph(style: paragraph, strut: style)
    }

    mutating func empty() { builder.endParagraph(style: emptyParagraph, strut: style) }

    /// A paragraph in a block of its own with these margins.
    mutating func p(_ string: String, margin: Double = 0) {
        block(role: .paragraph, { $0.setMargins(top: margin, bottom: margin) }) { $0.text(string) }
    }

    /// An image in a paragraph of its own, between some text.
    @discardableResult
    mutating func image(
        _ url: String, before: String = "", after: String = "", change: (inout Attachment) -> Void = { _ in }
    ) -> AttachmentID {
        builder.append(before, style: style)
        var attachment = Attachment(kind: .image, source: url, alternativeText: "alt")
        change(&attachment)
        let id = builder.append(attachment, style: style)
        builder.append(after, style: style)
        builder.endParagraph(style: paragraph, strut: style)
        return id
    }

    mutating func item(_ ordinal: Int, _ content: (inout Writer) -> Void) {
        let item = ListItem(ordinal: ordinal, marker: .counter(.decimal), markerStyle: style)
        block(.item(item), role: .listItem, { _ in }, content)
    }

    mutating func cell(
        columns: Int = 1, rows: Int = 1, _ change: (inout BlockStyle) -> Void, _ content: (inout Writer) -> Void
    ) {
        block(.cell(columnSpan: columns, rowSpan: rows, isHeader: false), role: .tableCell, change, content)
    }

    mutating func cell(columns: Int = 1, rows: Int = 1, _ content: (inout Writer) -> Void) {
        cell(columns: columns, rows: rows, { _ in }, content)
    }

    /// An empty float in the current paragraph.
    mutating func addFloat(width: Double, height: Double, isRight: Bool) {
        var style = BlockStyle()
        style.float = isRight ? .right : .left
        style.width = .length(.px(width))
        style.height = .length(.px(height))
        if builder.openFlow(.float, root: style, style: self.style) {
            empty()
            builder.closeFlow()
        }
    }

    mutating func row(_ cells: [String]) {
        block(.row, role: .tableRow) { row in
            for text in cells { row.cell { $0.text(text) } }
        }
    }
}

extension BlockStyle {
    mutating func setMargins(top: Double, bottom: Double) {
        margin.top = .length(.px(top))
        margin.bottom = .length(.px(bottom))
    }

    mutating func setBorder(_ width: Double) {
        border = Edges(BorderEdge(stroke: .solid, width: width, color: .black))
    }

    mutating func setPadding(_ width: Double) { padding = Edges(.px(width)) }
}
