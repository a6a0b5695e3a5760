/// Why something could not be drawn or written.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be written; `reason` is the system's text.
    case cannotWrite(path: String, reason: String)
    /// No format goes by that file extension.
    case unknownFormat(path: String)
    /// The picture would be larger than Cairo's limit, or its page has no area.
    case unsupportedSize(width: Double, height: Double)
    /// The page of a PDF would be larger than the format's limit, or has no area; in px.
    case unsupportedPage(width: Double, height: Double)
    /// A face of the text cannot be opened for drawing.
    case font(reason: String)
    /// Cairo failed; its own message.
    case cairo(String)

    /// The error as a sentence that can be shown.
    public var description: String {
        switch self {
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .unknownFormat(let path):
            "\(path): no output format has that extension (pdf, png, svg, txt, json)"
        case .unsupportedSize(let width, let height):
            "a picture of \(px(width)) x \(px(height)) px cannot be drawn: each side must be 1 to "
                + "\(RenderLimits.maximumImageSide) px, and both together no more than "
                + "\(RenderLimits.maximumImagePixels) pixels"
        case .unsupportedPage(let width, let height):
            "a page of \(px(width)) x \(px(height)) px cannot be drawn: in PDF each side must be more than 0 and at most "
                + "\(px(RenderLimits.maximumPageSide)) px"
        case .font(let reason): reason
        case .cairo(let message): "Cairo: \(message)"
        }
    }
}
