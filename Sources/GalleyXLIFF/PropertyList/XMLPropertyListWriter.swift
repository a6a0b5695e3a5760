import Foundation

/// Writes XML property lists as Apple's writer does, which Xcode writes `.stringsdict` files with: a document type, tabs,
/// `&`, `<` and `>` escaped. Only the order is the value's own; Apple's writer sorts.
///
/// Two differences, where Apple's output could not be read back: a carriage return is written as a reference, and a
/// character that XML cannot hold as U+FFFD.
struct XMLPropertyListWriter {
    private var output: [UInt8] = []

    static func contents(of value: PropertyListValue) -> [UInt8] {
        var writer = XMLPropertyListWriter()
        writer.output +=
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """.utf8
        writer.write(value, depth: 0)
        writer.output += "</plist>\n".utf8
        return writer.output
    }

    private mutating func indent(_ depth: Int) { output += repeatElement(0x09, count: depth) }

    private mutating func line(_ element: String, _ text: String, _ depth: Int) {
        indent(depth)
        output += "<\(element)>".utf8
        append(escaped: text)
        output += "</\(element)>\n".utf8
    }

    private mutating func write(_ value: PropertyListValue, depth: Int) {
        switch value {
        case .string(let string): line("string", string, depth)
        case .integer(let integer): line("integer", String(integer), depth)
        case .real(let real):
            line("real", real.isNaN ? "nan" : real.isInfinite ? real > 0 ? "+infinity" : "-infinity" : "\(real)", depth)
        case .date(let date): line("date", PropertyListDate.text(date), depth)
        case .boolean(let boolean):
            indent(depth)
            output += boolean ? "<true/>\n".utf8 : "<false/>\n".utf8
        case .data(let data): write(data: data, depth: depth)
        case .dictionary(let dictionary):
            container("dict", isEmpty: dictionary.isEmpty, depth) { writer in
                for pair in dictionary.pairs {
                    writer.line("key", pair.key, depth + 1)
                    writer.write(pair.value, depth: depth + 1)
                }
            }
        case .array(let array):
            container("array", isEmpty: array.isEmpty, depth) { writer in
                for element in array { writer.write(element, depth: depth + 1) }
            }
        }
    }

    private mutating func container(
        _ element: String, isEmpty: Bool, _ depth: Int, _ members: (inout XMLPropertyListWriter) -> Void
    ) {
        indent(depth)
        if isEmpty {
            output += "<\(element)/>\n".utf8
            return
        }
        output += "<\(element)>\n".utf8
        members(&self)
        indent(depth)
        output += "</\(element)>\n".utf8
    }

    /// Lines of base64 as long as the depth lets a line of 76 columns be, a tab taken for 8.
    private mutating func write(data: [UInt8], depth: Int) {
        indent(depth)
        output += "<data>\n".utf8
        let columns = max(4, (76 - 8 * min(depth, 8)) / 4 * 4)
        for start in stride(from: 0, to: data.count, by: columns / 4 * 3) {
            indent(depth)
            output += Data(data[start..<min(start + columns / 4 * 3, data.count)]).base64EncodedData()
            output.append(0x0A)
        }
        indent(depth)
        output += "</data>\n".utf8
    }

    private mutating func append(escaped string: String) {
        var string = string
        string.withUTF8 { bytes in
            for (index, byte) in bytes.enumerated() {
                switch byte {
                case UInt8(ascii: "&"): output += "&amp;".utf8
                case UInt8(ascii: "<"): output += "&lt;".utf8
                case UInt8(ascii: ">"): output += "&gt;".utf8
                case 0x0D: output += "&#13;".utf8
                case 0x00..<0x20 where byte != 0x09 && byte != 0x0A: output.append(scalar: "\u{FFFD}")
                // U+FFFE and U+FFFF become U+FFFD by their last byte.
                case 0xBE, 0xBF:
                    let isForbidden = index >= 2 && bytes[index - 1] == 0xBF && bytes[index - 2] == 0xEF
                    output.append(isForbidden ? 0xBD : byte)
                default: output.append(byte)
                }
            }
        }
    }
}

extension PropertyListValue {
    /// The bytes of an XML property list, as Apple's tools write it, in the order of the value.
    public func xmlContents() -> [UInt8] { XMLPropertyListWriter.contents(of: self) }
}
