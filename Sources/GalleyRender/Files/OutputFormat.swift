/// What a layout can be written as.
public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    case pdf, png, svg, txt, json

    /// The format of a file extension, in any case (`text` is `txt`); `nil` for an unknown one.
    public init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "text": self = .txt
        case let name: self.init(rawValue: name)
        }
    }

    /// Whether each page needs a file of its own.
    public var isOnePageAFile: Bool { self == .png || self == .svg }
}
