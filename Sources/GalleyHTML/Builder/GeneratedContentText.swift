import GalleyText

/// The text of a pseudo-element. It grows up to a limit, and is then cut between two characters.
struct GeneratedContentText {
    private let limit: Int
    var text = ""
    /// Where numbers of pages will stand in the text.
    private(set) var pageReferences: [PageReference] = []
    /// What fills the line up.
    private(set) var leaders: [Leader] = []
    /// The sources of pictures, and where they stand in the text.
    private(set) var images: [(place: Place, source: String)] = []
    private(set) var isCut = false
    /// The bytes that numbers of pages and pictures count for.
    private(set) var reserved = 0

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { text.isEmpty && pageReferences.isEmpty && images.isEmpty }

    /// A place in the text, and how many numbers of pages and leaders stand before it.
    struct Place {
        var offset = 0
        var references = 0
        var leaders = 0
    }

    /// Where the text ends.
    var end: Place {
        Place(offset: text.utf8.count, references: pageReferences.count, leaders: leaders.count)
    }

    /// What stands between two places, without pictures.
    func part(_ start: Place, _ end: Place) -> GeneratedContentText {
        var part = GeneratedContentText(limit: limit)
        let utf8 = text.utf8
        let first = utf8.index(utf8.startIndex, offsetBy: start.offset)
        part.text = String(text[first..<utf8.index(first, offsetBy: end.offset - start.offset)])
        part.pageReferences = pageReferences[start.references..<end.references].map {
            PageReference(
                $0.number, style: $0.style, customStyle: $0.customStyle,
                range: $0.range.lowerBound - start.offset..<$0.range.upperBound - start.offset)
        }
        part.leaders = leaders[start.leaders..<end.leaders].map { Leader($0.pattern, place: $0.place - start.offset) }
        return part
    }

    /// Adds a picture.
    mutating func append(image source: String) {
        let bytes = 64
        guard !isCut, text.utf8.count + reserved + bytes <= limit else {
            isCut = true
            return
        }
        reserved += bytes
        images.append((end, source))
    }

    /// Adds a number that is not known yet, and what stands for it until it is. Style `nil` shows nothing.
    mutating func append(
        _ number: PageReference.Number, _ style: CounterStyle?, _ customStyle: CustomCounterStyle? = nil,
        initially first: Int? = nil
    ) {
        guard !isCut, let style else { return }
        // As much as its number may take later.
        let bytes = 8
        guard text.utf8.count + reserved + bytes <= limit else {
            isCut = true
            return
        }
        reserved += bytes
        let place = text.utf8.count
        var reference = PageReference(number, style: style, customStyle: customStyle, range: place..<place)
        if let first { text += reference.representation(of: first) }
        reference.range = place..<text.utf8.count
        pageReferences.append(reference)
    }

    /// Takes the spaces away that begin and end the lines of a box of its own (CSS Text 3 §4.1.2); of nothing else no line is
    /// made (CSS 2 §9.4.2).
    mutating func trimSpaces(_ whiteSpace: WhiteSpaceCollapse) {
        guard whiteSpace == .collapse || whiteSpace == .preserveBreaks, pageReferences.isEmpty, leaders.isEmpty,
            images.isEmpty
        else {
            return
        }
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        let end = text.lastIndex { !isSpace($0) }.map { text.index(after: $0) } ?? text.startIndex
        text = String(text[..<end].drop(while: isSpace))
    }

    /// Makes each stretch of white space one space, and none of one at the start of a line or before a forced break (CSS Text 3
    /// §4.1.1, §4.1.2). Numbers and leaders are no white space. Returns whether one stands at the end.
    mutating func collapseSpaces(afterSpace: Bool) -> Bool {
        var kept = ""
        var (isAfterSpace, isPending) = (afterSpace, false)
        var (reference, leader) = (0, 0)
        func settle() {
            if isPending { kept.unicodeScalars.append(" ") }
            (isAfterSpace, isPending) = (false, false)
        }
        func placeReferences(upTo offset: Int) {
            while reference < pageReferences.count, pageReferences[reference].range.lowerBound <= offset {
                settle()
                // There are no spaces in numbers.
                let length = pageReferences[reference].range.count
                pageReferences[reference].range = kept.utf8.count..<kept.utf8.count + length
                reference += 1
            }
        }
        var offset = 0
        for scalar in text.unicodeScalars {
            placeReferences(upTo: offset)
            if leader < leaders.count, leaders[leader].place == offset {
                settle()
                leaders[leader].place = kept.utf8.count
                leader += 1
                kept.unicodeScalars.append(scalar)
            } else {
                switch scalar {
                case " ", "\t", "\n": isPending = !isAfterSpace
                case "\u{2028}":
                    (isAfterSpace, isPending) = (true, false)
                    kept.unicodeScalars.append(scalar)
                default:
                    settle()
                    kept.unicodeScalars.append(scalar)
                }
            }
            offset += UTF8.width(scalar)
        }
        placeReferences(upTo: offset)
        let endsWithSpace = isPending
        settle()
        text = kept
        return endsWithSpace
    }

    mutating func append(leader pattern: String) {
        let place = text.utf8.count
        append("\t")
        if !isCut { leaders.append(Leader(pattern, place: place)) }
    }

    mutating func append(_ other: String, lineFeeds: Character = "\n") {
        guard !isCut else { return }
        var other = cut(other)
        if lineFeeds != "\n", other.utf8.contains(0x0A) {
            other = String(other.map { $0 == "\n" ? lineFeeds : $0 })
            if !isCut { other = cut(other) }
        }
        text += other
    }

    /// As much of a string as there is room for.
    private mutating func cut(_ other: String) -> String {
        let room = limit - text.utf8.count - reserved
        guard other.utf8.count > room else { return other }
        isCut = true
        var end = other.utf8.index(other.startIndex, offsetBy: room)
        while end > other.startIndex, end.samePosition(in: other.unicodeScalars) == nil {
            end = other.utf8.index(before: end)
        }
        return String(other[..<end])
    }
}
