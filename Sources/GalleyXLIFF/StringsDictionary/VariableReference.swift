/// A variable that a format names: `%#@count@`, `%1$#@count@`.
struct VariableReference: Hashable {
    var name: String
    /// The argument that it takes, counted from 1; `nil` for the next one.
    var position: Int?
    /// `%1#@count@`, which lacks its `$`, has been shipped; Foundation does not take it for a variable.
    var lacksDollar = false

    /// All references in a text, in order. Complexity: linear.
    static func all(in text: String) -> [VariableReference] {
        let bytes = Array(text.utf8)
        var references: [VariableReference] = []
        var index = 0
        while let percent = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
            index = percent + 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
                index += 1
                continue
            }
            var next = index
            var number = 0
            while next < bytes.count, (0x30...0x39).contains(bytes[next]) {
                number = min(9_999, number * 10 + Int(bytes[next] - 0x30))
                next += 1
            }
            let hasNumber = next > index
            let hasDollar = hasNumber && next < bytes.count && bytes[next] == UInt8(ascii: "$")
            if hasDollar { next += 1 }
            guard bytes[next...].starts(with: "#@".utf8),
                let end = bytes[(next + 2)...].firstIndex(of: UInt8(ascii: "@")),
                end > next + 2
            else { continue }
            references.append(
                VariableReference(
                    name: String(decoding: bytes[next + 2..<end], as: UTF8.self), position: hasNumber ? number : nil,
                    lacksDollar: hasNumber && !hasDollar))
            index = end + 1
        }
        return references
    }

    /// Whether there is nothing to translate: references, digits, punctuation and spaces only.
    static func isOnlyReferences(_ format: String) -> Bool {
        var rest = format
        for reference in all(in: format) { rest = rest.replacing("#@\(reference.name)@", with: "") }
        return !rest.unicodeScalars.contains { $0.properties.isAlphabetic }
    }
}
