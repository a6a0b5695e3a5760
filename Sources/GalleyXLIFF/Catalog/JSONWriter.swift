/// How a JSON text is laid out. What was read is written in the layout that it had.
package struct JSONStyle: Sendable, Hashable {
    package var indent: String
    package var lineBreak: String
    /// Between a name and its value.
    package var colon: String
    /// An empty line inside of empty objects and arrays.
    package var opensEmptyContainers: Bool
    package var endsWithNewline: Bool

    /// As Xcode writes string catalogs.
    package static let xcode = JSONStyle(
        indent: "  ", lineBreak: "\n", colon: " : ", opensEmptyContainers: true, endsWithNewline: false)
}

/// Writes JSON, one member a line. Complexity: O(*size*).
package struct JSONWriter {
    private let style: JSONStyle
    private var text: [UInt8] = []

    package static func contents(of value: JSONValue, style: JSONStyle = .xcode) -> [UInt8] {
        var writer = JSONWriter(style: style)
        writer.write(value, depth: 0)
        if style.endsWithNewline { writer.text += style.lineBreak.utf8 }
        return writer.text
    }

    private init(style: JSONStyle) { self.style = style }

    private mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .object(let object):
            writeContainer("{", "}", object.members, depth: depth) { writer, member in
                writer.write(member.name)
                writer.text += writer.style.colon.utf8
                writer.write(member.value, depth: depth + 1)
            }
        case .array(let array):
            writeContainer("[", "]", array, depth: depth) { $0.write($1, depth: depth + 1) }
        case .string(let string): write(string)
        case .number(let spelling): text += spelling.utf8
        case .bool(let bool): text += (bool ? "true" : "false").utf8
        case .null: text += "null".utf8
        }
    }

    private mutating func writeContainer<Element>(
        _ open: Character, _ close: Character, _ elements: [Element], depth: Int,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        text += open.utf8
        if elements.isEmpty {
            if style.opensEmptyContainers {
                text += style.lineBreak.utf8
                breakLine(depth)
            }
        } else {
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                breakLine(depth + 1)
                write(&self, element)
            }
            breakLine(depth)
        }
        text += close.utf8
    }

    private mutating func breakLine(_ depth: Int) {
        text += style.lineBreak.utf8
        for _ in 0..<depth { text += style.indent.utf8 }
    }

    /// Only what must be escaped is, as Xcode has it: slashes and all of Unicode stay as they are.
    private mutating func write(_ string: String) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0x08: text += "\\b".utf8
            case 0x09: text += "\\t".utf8
            case 0x0A: text += "\\n".utf8
            case 0x0C: text += "\\f".utf8
            case 0x0D: text += "\\r".utf8
            case 0..<0x20:
                text += "\\u00".utf8
                for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
