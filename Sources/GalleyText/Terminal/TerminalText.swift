import GalleyUnicode

/// The text of a paragraph as a terminal shows it, without its lines.
struct TerminalText {
    /// UTF-8 without control characters; a line feed is a forced break.
    var utf8: [UInt8] = []
    /// Stretches that lead somewhere, in order.
    var links: [(range: Range<Int>, url: String)] = []
    /// Whether spaces stay as they are.
    var keepsSpaces = false

    /// How far the cells of the last line are counted, for tabs.
    private var measured = (end: 0, cells: 0)

    /// Adds text of the document. A tab goes to the next multiple of eight cells of its line.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch byte {
            case 0x09:
                measured.cells += CellWidth.width(of: Array(utf8[measured.end...]))
                let count = 8 - measured.cells % 8
                utf8 += Array(repeating: 0x20, count: count)
                measured = (utf8.count, measured.cells + count)
            case 0x0A:
                utf8.append(byte)
                measured = (utf8.count, 0)
            // C1 controls are C2 80 to C2 9F.
            case 0x80..<0xA0 where utf8.last == 0xC2:
                utf8.removeLast()
                utf8 += TerminalText.replacement
            case 0x20..<0x7F, 0x80...: utf8.append(byte)
            default: utf8 += TerminalText.replacement
            }
        }
    }

    /// U+FFFD.
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private struct Characters {
        /// Where each begins, and the end.
        var starts: [Int] = []
        /// The cells before each.
        var cells: [Int] = []

        init(_ utf8: [UInt8]) {
            starts.reserveCapacity(utf8.count + 1)
            cells.reserveCapacity(utf8.count + 1)
            var width = 0
            if utf8.contains(where: { $0 >= 0x80 }) {
                CellWidth.forEachCharacter(of: utf8) { range, cell in
                    starts.append(range.lowerBound)
                    cells.append(width)
                    width += cell
                }
            } else {
                for (index, byte) in utf8.enumerated() {
                    starts.append(index)
                    cells.append(width)
                    width += byte == 0x0A ? 0 : 1
                }
            }
            starts.append(utf8.count)
            cells.append(width)
        }
    }

    /// The cells of the longest stretch that no line may end in, and of the longest line without breaks.
    var extent: (minimum: Int, maximum: Int) {
        let characters = Characters(utf8)
        let breaks = LineBreaks().marks(utf8)
        var (minimum, maximum) = (0, 0)
        var (word, line) = (0, 0)
        for index in 0..<characters.starts.count {
            let start = characters.starts[index]
            let isEnd = start == utf8.count
            let mayBreak = isEnd || utf8[start] == 0x0A || !breaks[start].isDisjoint(with: .line)
            if mayBreak {
                var last = index
                while last > word, utf8[characters.starts[last - 1]] == 0x20 { last -= 1 }
                minimum = max(minimum, characters.cells[last] - characters.cells[word])
                word = index
            }
            if isEnd || utf8[start] == 0x0A {
                maximum = max(maximum, characters.cells[index] - characters.cells[line])
                line = index
            }
        }
        return (minimum, maximum)
    }

    /// The text in lines of so many cells at most. A word that is longer is cut.
    func lines(width: Int, hyperlinks: Bool) -> [TerminalLine] {
        let characters = Characters(utf8)
        let breaks = LineBreaks().marks(utf8)
        var lines: [TerminalLine] = []
        let count = characters.starts.count - 1
        var start = 0
        var place = 0
        // The last place where the line may end, and whether a hyphen is shown there.
        var candidate = -1
        var link = links[...]
        func finish(_ end: Int, isBroken: Bool) {
            var last = end
            while last > start, !keepsSpaces || isBroken, utf8[characters.starts[last - 1]] == 0x20 { last -= 1 }
            let range = characters.starts[start]..<characters.starts[last]
            let isHyphenated =
                isBroken && end == candidate && range.upperBound >= 2 && last > start
                && utf8[range.upperBound - 2..<range.upperBound].elementsEqual([0xC2, 0xAD])
            var line = TerminalLine(bytes: [], width: characters.cells[last] - characters.cells[start])
            while let first = link.first, first.range.upperBound <= range.lowerBound { link = link.dropFirst() }
            add(range, hyperlinks ? link : [], to: &line.bytes)
            if isHyphenated {
                line.bytes.append(0x2D)
                line.width += 1
            }
            lines.append(line)
        }
        while place < count {
            let offset = characters.starts[place]
            if utf8[offset] == 0x0A {
                finish(place, isBroken: false)
                place += 1
                (start, candidate) = (place, -1)
                continue
            }
            if place > start, !breaks[offset].isDisjoint(with: .line) {
                let isSoft = offset >= 2 && utf8[offset - 2] == 0xC2 && utf8[offset - 1] == 0xAD
                if !isSoft || characters.cells[place] - characters.cells[start] < width { candidate = place }
            }
            let isSpace = utf8[offset] == 0x20
            if !isSpace, place > start, characters.cells[place + 1] - characters.cells[start] > width {
                let end = candidate > start ? candidate : place
                finish(end, isBroken: true)
                (start, candidate) = (end, -1)
                // The rest of a word that went to the next line is looked at once more.
                place = end
                if place < count, utf8[characters.starts[place]] != 0x0A { place += 1 }
                continue
            }
            place += 1
        }
        if start < count || lines.isEmpty || utf8.last == 0x0A && keepsSpaces { finish(count, isBroken: false) }
        // Two lines at least on either side of a page's end (CSS Fragmentation 3 §4.3).
        for index in lines.indices.dropLast() where index == 0 || index == lines.count - 2 {
            lines[index].canEndPage = false
        }
        return lines
    }

    /// Adds bytes of a line, soft hyphens left out, with the controls of hyperlinks (OSC 8).
    private func add(_ range: Range<Int>, _ links: ArraySlice<(range: Range<Int>, url: String)>, to line: inout [UInt8])
    {
        var index = range.lowerBound
        func copy(to end: Int) {
            while index < end {
                if utf8[index] == 0xC2, index + 1 < utf8.count, utf8[index + 1] == 0xAD {
                    index += 2
                } else {
                    line.append(utf8[index])
                    index += 1
                }
            }
        }
        for link in links {
            let part = link.range.clamped(to: range)
            if link.range.lowerBound >= range.upperBound { break }
            guard !part.isEmpty else { continue }
            copy(to: part.lowerBound)
            line += TerminalText.hyperlink(link.url)
            copy(to: part.upperBound)
            line += TerminalText.hyperlink("")
        }
        copy(to: range.upperBound)
    }

    /// The control that begins a link; one without an address ends it. The address is in ASCII without spaces.
    private static func hyperlink(_ url: String) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var control: [UInt8] = Array("\u{1B}]8;;".utf8)
        for byte in url.utf8 {
            if byte > 0x20, byte < 0x7F {
                control.append(byte)
            } else {
                control += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return control + [0x1B, 0x5C]
    }
}
