import GalleyText

/// Writes attributed text as HTML that reads back to an equal text.
///
///     let page = HTMLWriter().string(from: text)                       // a document with a style sheet
///     let part = HTMLWriter(.fragment).string(from: text)              // inline styles, for pasting
///     let same = try AttributedText(html: page) == text                // true
///
/// Elements follow the roles of blocks (`h1`, `p`, `ul`, `table`, `figure` ...); what the user agent's style sheet gives
/// is not said again; generated text is CSS (`::before`, `::marker`). What CSS has no property for is said with
/// properties of our own (`-galley-...`), which browsers ignore. Linear in the text, with a few steps of the
/// cascade for each distinct combination of an element, its surroundings and its style.
///
/// A *document* carries everything but what CSS changes on the way: `em` and `rem` become px, border widths whole px,
/// URLs are encoded as the URL standard says, NUL becomes U+FFFD and a carriage return a space, and parts of tables that stand where no such part may
/// stand are completed. A *fragment* carries no metadata (title, language, base URL, the canvas's background) and
/// neither the `html` nor the `body` element: their boxes and the text style that they pass on are those of the document
/// it is put into; it says every style that differs from the defaults, so the text itself keeps its own. Nor has it rules
/// for fonts, pages and counter styles: an item with a marker of such a style says the style with a property of our own, and
/// for browsers the marker's text.
///
/// All that the model says is escaped, and names that no attribute or element can have are left out; only the source of
/// a drawing or formula (`Attachment.markup`) is written as it is, and must come from a converter or be trusted.
public struct HTMLWriter: Sendable {
    /// What is written.
    public enum Form: Sendable, Hashable {
        /// A whole document: `<!DOCTYPE html>`, metadata, one style sheet with a class for each style.
        case document
        /// The body's content with `style` attributes. Whether struts count in its lines is the page's that it is pasted into.
        case fragment
    }
    /// What is written.
    public var form: Form
    /// The reader's defaults, which are not said again: the ones that `HTMLOptions.environment` has when the HTML is read.
    public var environment = StyleEnvironment()

    /// A writer of documents, or of fragments.
    public init(_ form: Form = .document) { self.form = form }

    /// The text as HTML. O(text + styles).
    public func string(from text: AttributedText) -> String {
        String(decoding: bytes(from: text), as: UTF8.self)
    }

    /// The text as HTML in UTF-8. O(text + styles).
    public func bytes(from text: AttributedText) -> [UInt8] {
        var composer = HTMLComposer(text: text, form: form, environment: environment)
        return composer.compose()
    }
}

extension AttributedText {
    /// The text as HTML, see `HTMLWriter`.
    public func html(_ form: HTMLWriter.Form = .document) -> String { HTMLWriter(form).string(from: self) }
}
