extension CheckedText {
    /// Tags, entities and backslash escapes.
    func checkMarkup(_ reporter: inout CheckReporter) {
        guard let source else { return }
        if has(.angle) { checkTags(source, &reporter) }
        if targetMarks.contains(.ampersand) { checkEntities(source, &reporter) }
        if targetMarks.contains(.backslash) { checkEscapes(source, &reporter) }
    }

    private func checkTags(_ source: String, _ reporter: inout CheckReporter) {
        let expected = MarkupTags(source)
        let found = MarkupTags(target)
        let names = Set(expected.counts.keys).union(found.counts.keys)
            .filter { MarkupTags.known.contains($0.name) || expected.isElement($0.name) }
        let (lacking, extra) = names.reduce(into: ([MarkupTags.Tag](), [MarkupTags.Tag]())) { result, tag in
            let difference = found.counts[tag, default: 0] - expected.counts[tag, default: 0]
            if difference < 0 { result.0.append(tag) } else if difference > 0 { result.1.append(tag) }
        }
        guard !lacking.isEmpty || !extra.isEmpty else { return }
        func list(_ tags: [MarkupTags.Tag]) -> String { tags.map(\.description).sorted().joined(separator: ", ") }
        let parts = [("lacks", lacking), ("has too many", extra)].filter { !$0.1.isEmpty }
            .map { "\($0.0) \(list($0.1))" }
        reporter.report(.markupMismatch, "the target of \(key) \(parts.joined(separator: " and "))", unit)
    }

    private func checkEntities(_ source: String, _ reporter: inout CheckReporter) {
        let expected = EntityReferences(source)
        guard let extra = EntityReferences(target).names.first(where: { !expected.names.contains($0) }) else { return }
        // "&amp;" for "&lt;" is still one escaping; none at all in the source means that none is wanted.
        guard expected.names.isEmpty || extra == "&amp;amp;" else { return }
        reporter.report(.doubleEscape, "the target of \(key) shows \(extra) as it is written", unit)
    }

    private func checkEscapes(_ source: String, _ reporter: inout CheckReporter) {
        guard !sourceMarks.contains(.backslash) else { return }
        let bytes = Array(target.utf8)
        for index in bytes.indices.dropLast() where bytes[index] == UInt8(ascii: "\\") {
            guard "ntrU\"'\\".utf8.contains(bytes[index + 1]) else { continue }
            let escape = String(decoding: bytes[index...index + 1], as: UTF8.self)
            reporter.report(.literalEscape, "the target of \(key) shows \(escape) as it is written", unit)
            return
        }
    }
}

/// The tags of a text, whatever their attributes.
private struct MarkupTags {
    struct Tag: Hashable, CustomStringConvertible {
        var name: String
        var isEnd: Bool
        var description: String { isEnd ? "</\(name)>" : "<\(name)>" }
    }

    private(set) var counts: [Tag: Int] = [:]

    /// Elements of HTML that texts of apps have. Other names count where the source ends an element of that name.
    static let known: Set<String> = [
        "a", "abbr", "b", "big", "blockquote", "body", "br", "center", "code", "del", "dd", "div", "dl", "dt", "em",
        "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "html", "i", "img", "ins", "kbd", "li", "mark", "ol", "p",
        "pre", "q", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "td", "th", "tr", "tt", "u", "ul",
    ]

    /// Elements without content: `<br>`, `<br/>` and `</br>` are one.
    private static let void: Set<String> = ["br", "hr", "img"]

    func isElement(_ name: String) -> Bool { counts[Tag(name: name, isEnd: true)] != nil }

    /// Complexity: O(*length*).
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = open + 1
            let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
            if isEnd { index += 1 }
            let start = index
            while index < bytes.count, Self.isNameByte(bytes[index], isFirst: index == start) { index += 1 }
            guard index > start, index < bytes.count, " \t\n/>".utf8.contains(bytes[index]) else { continue }
            let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
            // Attributes: up to the end of the tag, which has no "<" in it.
            guard let end = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }),
                bytes[end] == UInt8(ascii: ">")
            else { continue }
            let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
            index = end + 1
            if Self.void.contains(name) {
                counts[Tag(name: name, isEnd: false), default: 0] += 1
            } else {
                counts[Tag(name: name, isEnd: isEnd), default: 0] += 1
                if isEmpty { counts[Tag(name: name, isEnd: true), default: 0] += 1 }
            }
        }
    }

    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
            || !isFirst && ((0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_"))
    }
}

/// References such as `&amp;` that a text still holds after XML was read: somebody escaped twice.
private struct EntityReferences {
    private(set) var names: [String] = []

    private static let known: Set<String> = [
        "amp", "lt", "gt", "quot", "apos", "nbsp", "hellip", "mdash", "ndash", "copy", "reg", "trade", "bull", "rsquo",
        "lsquo", "rdquo", "ldquo", "laquo", "raquo", "shy", "euro", "auml", "ouml", "uuml", "szlig", "eacute", "egrave",
    ]
    private static let longestName = 8

    init(_ text: String) {
        let bytes = Array(text.utf8)
        for start in bytes.indices where bytes[start] == UInt8(ascii: "&") {
            let rest = bytes[(start + 1)...].prefix(Self.longestName + 1)
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { continue }
            let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
            let isNumber = name.hasPrefix("#") && name.utf8.count > 1 && name.utf8.dropFirst().allSatisfy(Self.isDigit)
            guard isNumber || Self.known.contains(name) else { continue }
            // "&amp;lt;" was escaped once more.
            let next = bytes[(end + 1)...].prefix(4)
            names.append(name == "amp" && next.starts(with: "amp;".utf8) ? "&amp;amp;" : "&\(name);")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66 || byte | 0x20 == 0x78
    }
}
