/// The comment that Xcode writes for a text of an interface file: it quotes the text in the development language.
///
///     Class = "UILabel"; text = "Hello"; ObjectID = "7pN-ag-DRB";
enum InterfaceComment {
    /// The text that the key `7pN-ag-DRB.text` names, or `nil` when the comment is not of this form.
    static func source(ofKey key: String, in comment: String) -> String? {
        guard comment.utf8.starts(with: "Class = \"".utf8), let dot = key.utf8.firstIndex(of: UInt8(ascii: ".")) else {
            return nil
        }
        let property = key[key.utf8.index(after: dot)...]
        // The titles of segments stand there under their whole key.
        return text(of: property, in: comment) ?? text(of: key[...], in: comment)
    }

    private static func text(of property: Substring, in comment: String) -> String? {
        let bytes = Array(comment.utf8)
        let label = Array("; \(property) = \"".utf8)
        guard label.count < bytes.count,
            let start = (0...bytes.count - label.count).first(where: { bytes[$0...].starts(with: label) })
        else { return nil }
        var text: [UInt8] = []
        var index = start + label.count
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\"") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ";"):
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\") where index + 1 < bytes.count:
                index += 1
                text.append(bytes[index] == UInt8(ascii: "n") ? 0x0A : bytes[index])
            default: text.append(bytes[index])
            }
            index += 1
        }
        return nil
    }
}
