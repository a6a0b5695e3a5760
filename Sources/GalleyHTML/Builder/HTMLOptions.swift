import GalleyMarkup
import GalleyText

/// How HTML becomes attributed text. The default is a browser's: 16 px serif, the whole document, nothing loaded.
///
///     var options = HTMLOptions()
///     options.styleSheets = ["p { margin: 0 }"]
///     let text = try AttributedText(html: data, options: options)
public struct HTMLOptions: Sendable {
    /// The encoding that is known from elsewhere, such as an HTTP header; only a byte order mark overrules it.
    public var encoding: TextEncoding?
    /// The medium, the size of the viewport and the reader's defaults: what media queries and `medium` refer to.
    public var environment = StyleEnvironment()
    /// Style sheets of the reader, between the user agent's and the document's (CSS Cascade 5 §6.2).
    public var styleSheets: [String] = []
    /// Answers the bytes of a style sheet that the document links to, by its resolved URL; nil leaves it out. Nothing is
    /// loaded unless this is set; it is called while the conversion runs.
    public var styleSheetLoader: (@Sendable (_ url: String) -> [UInt8]?)?
    /// Text is multiplied by it: font sizes, letter and word spacing, line heights. Boxes are not.
    public var textSizeMultiplier = 1.0
    /// Images are scaled down to it, in px; nil leaves them as they are.
    public var maximumImageSize: Size?
    /// How links look; nil leaves them to the style sheets.
    public var linkStyle: LinkStyle?
    /// Names of elements that become attachments of kind `custom`, lower-cased.
    public var attachmentElements: Set<String> = []

    /// The look of links, over the user agent's style sheet and under the document's.
    public struct LinkStyle: Sendable, Hashable {
        /// The colour of the text.
        public var color: Color
        /// Whether links are underlined.
        public var isUnderlined: Bool

        /// A look of links.
        public init(color: Color, isUnderlined: Bool = true) {
            self.color = color
            self.isUnderlined = isUnderlined
        }
    }

    /// A browser's defaults.
    public init() {}
}
