// Every offset of Galley is a UTF-8 offset; other units are converted here and nowhere else.
extension AttributedText {
    /// The UTF-8 offset of a UTF-16 offset, rounded down to a character's start. O(n).
    public func utf8Offset(ofUTF16 offset: Int) -> Int {
        var units = 0
        var index = 0
        while index < utf8.count, units < offset {
            let length = AttributedText.sequenceLength(utf8[index])
            units += length == 4 ? 2 : 1
            if units > offset { break }
            index += length
        }
        return min(index, utf8.count)
    }

    /// The UTF-16 offset of a UTF-8 offset. O(n).
    public func utf16Offset(ofUTF8 offset: Int) -> Int {
        var units = 0
        var index = 0
        while index < min(offset, utf8.count) {
            let length = AttributedText.sequenceLength(utf8[index])
            units += length == 4 ? 2 : 1
            index += length
        }
        return units
    }

    /// The index in `string` of a UTF-8 offset, `string` being this text's `string`.
    public func index(of offset: Int, in string: String) -> String.Index {
        string.utf8.index(string.utf8.startIndex, offsetBy: min(max(0, offset), string.utf8.count))
    }

    /// The UTF-8 offset of an index of `string`, `string` being this text's `string`.
    public func offset(of index: String.Index, in string: String) -> Int {
        string.utf8.distance(from: string.utf8.startIndex, to: index)
    }

    static func sequenceLength(_ lead: UInt8) -> Int {
        lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }
}
