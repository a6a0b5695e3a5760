import Foundation

/// Writes XML property lists as Apple's writer does, which Xcode writes `.stringsdict` files with: a document type, tabs,
/// `&`, `<` and `>` escaped. Only the order is the value's own; Apple's writer sorts.
///
/// Two differences, where Apple's output could not be read back: a carriage return is written as a reference, and a
/// character that XML cannot hold as U+FFFD.
struct XMLPropertyListWriter {
    private var output = XMLOutput()

    static func contents(of value: PropertyListValue) -> [UInt8] {
        var writer = XMLPropertyListWriter()
        writer.output.markup(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """)
        writer.write(value, depth: 0)
        writer.output.markup("</plist>\n")
        return writer.output.bytes
    }

    private mutating func indent(_ depth: Int) { for _ in 0..<depth { output.markup("\t") } }

    private mutating func tag(_ opening: StaticString, _ element: StaticString, _ closing: StaticString) {
        output.markup(opening)
        output.markup(element)
        output.markup(closing)
    }

    private mutating func line(_ element: StaticString, _ text: String, _ depth: Int) {
        indent(depth)
        tag("<", element, ">")
        output.text(text)
        tag("</", element, ">\n")
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
            output.markup(boolean ? "<true/>\n" : "<false/>\n")
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
        _ element: StaticString, isEmpty: Bool, _ depth: Int, _ members: (inout XMLPropertyListWriter) -> Void
    ) {
        indent(depth)
        if isEmpty {
            return tag("<", element, "/>\n")
        }
        tag("<", element, ">\n")
        members(&self)
        indent(depth)
        tag("</", element, ">\n")
    }

    /// Lines of base64 as long as the depth lets a line of 76 columns be, a tab taken for 8.
    private mutating func write(data: [UInt8], depth: Int) {
        indent(depth)
        output.markup("<data>\n")
        let columns = max(4, (76 - 8 * min(depth, 8)) / 4 * 4)
        for start in stride(from: 0, to: data.count, by: columns / 4 * 3) {
            indent(depth)
            output.text(Data(data[start..<min(start + columns / 4 * 3, data.count)]).base64EncodedString())
            output.markup("\n")
        }
        indent(depth)
        output.markup("</data>\n")
    }
}

extension PropertyListValue {
    /// The bytes of an XML property list, as Apple's tools write it, in the order of the value.
    public func xmlContents() -> [UInt8] { XMLPropertyListWriter.contents(of: self) }
}
