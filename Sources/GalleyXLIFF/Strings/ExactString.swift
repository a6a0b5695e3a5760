/// A string that equals another only if the bytes do: a key of a table. (Swift's own equality is canonical
/// equivalence, under which "é" composed and decomposed are one key; for Foundation they are two.)
struct ExactString: Hashable {
    let string: String
    init(_ string: String) {
        self.string = string
    }

    static func == (left: ExactString, right: ExactString) -> Bool {
        left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var string = string
        string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether these bytes, one character or several, occur in the string. (Foundation's `contains` is many times slower.)
    func hasUTF8(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return true }
        var string = self
        return string.withUTF8 { text in
            var index = 0
            while let found = text[index...].firstIndex(of: first) {
                if text[found...].starts(with: bytes) { return true }
                index = found + 1
            }
            return false
        }
    }
}
