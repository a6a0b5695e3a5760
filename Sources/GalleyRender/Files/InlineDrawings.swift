import GalleyLoading
import GalleyText

/// The inline drawings (`svg`) of a text, each with what it inherits from the text around it; equal ones once.
struct InlineDrawings {
    struct Drawing: Hashable {
        var markup: String
        var inherited: VectorImage.Inherited

        /// Parses it.
        func image() throws(ImageDecoder.Failure) -> DrawnImage {
            DrawnImage(try VectorImage(Array(markup.utf8), inherited: inherited))
        }
    }

    /// In the order in which they come up.
    private(set) var all: [(drawing: Drawing, users: [AttachmentID])] = []

    /// O(attachments + objects).
    init(_ text: AttributedText) {
        guard text.attachments.contains(where: \.isInlineDrawing) else { return }
        var places: [Drawing: Int] = [:]
        for object in text.objects {
            guard case .attachment(let id) = object.kind else { continue }
            let attachment = text.attachments[id.index]
            guard attachment.isInlineDrawing, let markup = attachment.markup else { continue }
            let style = text.runs.style(at: object.offset).map { text.style($0) } ?? TextStyle()
            let drawing = Drawing(
                markup: markup,
                inherited: VectorImage.Inherited(
                    color: style.paint.color, fontSize: style.shaping.fontSize, fontFamilies: style.shaping.fontFamilies
                ))
            if let place = places[drawing] {
                all[place].users.append(id)
            } else {
                places[drawing] = all.count
                all.append((drawing, [id]))
            }
        }
    }
}
