/// A string that equals another only if the bytes do: a key of a table. (Swift's own equality is canonical
/// equivalence, under which "é" composed and decomposed are one key; for Foundation they are two, and fonts may show them
/// differently.)
package struct ExactString: Hashable {
    package let string: String
    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: ExactString, right: ExactString) -> Bool {
        left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var string = string
        string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
