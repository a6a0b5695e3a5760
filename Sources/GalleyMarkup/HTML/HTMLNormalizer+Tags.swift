extension HTMLNormalizer {
    /// Whatever begins with the `<` at the present position (§13.2.5.6 "tag open state" and what follows it).
    mutating func markup() {
        let next = position + 1 < source.count ? source[position + 1] : 0
        if next.isASCIILetter {
            startTag()
        } else if next == 0x2F {
            endTag()
        } else if next == 0x21 {
            declaration()
        } else if next == 0x3F {
            skipBogusComment(from: position + 1)
        } else {
            writeText {
                $0.output.append(0x3C)
                $0.position += 1
            }
            hasContent = true
        }
    }

    // MARK: Comments and declarations

    private mutating func declaration() {
        if matches("<!--", at: position) {
            skipComment()
        } else if matchesFolded("<!doctype", at: position) {
            readDoctype()
        } else if foreign.isForeign, matches("<![CDATA[", at: position) {
            cdata()
        } else {
            skipBogusComment(from: position + 2)
        }
    }

    /// `<!x>`, `<?x>`, `</ x>`: left out up to the first `>`.
    private mutating func skipBogusComment(from start: Int) {
        var index = start
        while index < source.count, source[index] != 0x3E { index += 1 }
        position = min(index + 1, source.count)
    }

    /// A comment ends with `-->` or `--!>`; `<!-->` and `<!--->` are whole (§13.2.5.43 to .52).
    private mutating func skipComment() {
        let start = position
        var index = position + 4
        if index < source.count, source[index] == 0x3E {
            position = index + 1
            return
        }
        if matches("->", at: index) {
            position = index + 2
            return
        }
        while index < source.count {
            if source[index] == 0x2D, index + 1 < source.count, source[index + 1] == 0x2D {
                if index + 2 < source.count, source[index + 2] == 0x3E {
                    position = index + 3
                    return
                }
                if matches("!>", at: index + 2) {
                    position = index + 4
                    return
                }
            }
            index += 1
        }
        repair("a comment is not closed", at: start)
        position = source.count
    }

    /// `<![CDATA[ ... ]]>` inside SVG and MathML: text.
    private mutating func cdata() {
        position += 9
        let end = firstIndex(of: "]]>", from: position) ?? source.count
        writeText { $0.copyRaw(until: end, decodingReferences: false) }
        position = min(end + 3, source.count)
    }

    private mutating func readDoctype() {
        var end = position
        while end < source.count, source[end] != 0x3E { end += 1 }
        let isFirst = doctype == nil && !hasContent
        if isFirst {
            var found = HTMLDoctype()
            found.forcesQuirks = end == source.count
            var scanner = DoctypeScanner(bytes: source[(position + 9)..<end])
            found.name = scanner.word()
            if found.name.isEmpty { found.forcesQuirks = true }
            let keyword = scanner.word()
            if keyword == "public" {
                found.publicID = scanner.quoted()
                found.systemID = scanner.quoted()
                if found.publicID == nil { found.forcesQuirks = true }
            } else if keyword == "system" {
                found.systemID = scanner.quoted()
                if found.systemID == nil { found.forcesQuirks = true }
            } else if !keyword.isEmpty {
                found.forcesQuirks = true
            }
            if let publicID = found.publicID, publicID.contains("XHTML") { isXHTML = true }
            doctype = found
        }
        position = min(end + 1, source.count)
    }

    // MARK: Tags

    private mutating func endTag() {
        let next = position + 2 < source.count ? source[position + 2] : 0
        guard next.isASCIILetter else {
            if position + 2 >= source.count {
                writeText {
                    $0.append("</")
                    $0.position = $0.source.count
                }
            } else {
                skipBogusComment(from: position + 2)
            }
            return
        }
        let start = position
        let name = tagName(from: position + 2)
        position = name.end
        if position < source.count, source[position] == 0x3E {
            position += 1
        } else {
            // Attributes of an end tag mean nothing, but a `>` in a quoted value does not end the tag.
            let kept = output.count
            let ending = attributes()
            output.removeLast(output.count - kept)
            if ending == .missing { return }
        }
        foreign.end(name.known)
        hasContent = true
        noteBareTag(.endTag, name, from: start)
    }

    private mutating func startTag() {
        let start = position
        let name = tagName(from: position + 1)
        position = name.end
        var ending = Ending.plain
        let kept = output.count
        if position < source.count, source[position] == 0x3E {
            position += 1
        } else {
            output.append(0x3C)
            HTMLNameEscape.appendTag(source[name.start..<name.end], known: name.known, to: &output)
            let bare = output.count
            ending = attributes()
            if ending == .missing || output.count == bare {
                output.removeLast(output.count - kept)
                // The document ends inside: there is no tag (§13.2.5.8 "eof-in-tag").
                if ending == .missing { return }
            } else {
                append("/>")
            }
        }
        let slash = ending == .selfClosing
        hasContent = true
        let isForeign = startForeign(name.known, isSelfClosing: slash)
        let isSelfClosing = slash && (isXHTML || isForeign)
        if output.count > kept {
            noteStartTag(name, from: start, isSelfClosing: isSelfClosing)
        } else {
            noteBareTag(.bareTag, name, from: start, isSelfClosing: isSelfClosing)
        }
        if let known = name.known, !isForeign, HTMLElementTraits.of(known).contains(.rawText), !(slash && isXHTML) {
            rawElement = known
        }
    }

    /// Follows a start tag; returns whether it is one of SVG or MathML.
    @inline(__always)
    private mutating func startForeign(_ known: HTMLName?, isSelfClosing: Bool) -> Bool {
        if foreign.isEmpty, known != .svg, known != .math { return false }
        let wasForeign = foreign.isForeign
        foreign.start(known, isSelfClosing: isSelfClosing)
        return foreign.isForeign || (wasForeign && !foreign.brokeOut) || known == .svg || known == .math
    }

    /// How a tag ends: with `>`, with `/>`, or not before the document does.
    private enum Ending {
        case plain, selfClosing, missing
    }

    /// Writes the attributes of a tag and moves behind its `>`.
    private mutating func attributes() -> Ending {
        var count = 0
        while position < source.count {
            let byte = source[position]
            if byte.isHTMLSpace {
                position += 1
            } else if byte == 0x3E {
                position += 1
                return .plain
            } else if byte == 0x2F {
                position += 1
                if position < source.count, source[position] == 0x3E {
                    position += 1
                    return .selfClosing
                }
            } else {
                let kept = output.count
                let place = position
                attribute()
                count += 1
                if count > maximumAttributes {
                    output.removeLast(output.count - kept)
                    if count == maximumAttributes + 1 {
                        repair(
                            "an element has more than \(maximumAttributes) attributes", at: place, limit: .attributes)
                    }
                }
            }
        }
        repair("a tag is not closed", at: position)
        return .missing
    }

    private mutating func attribute() {
        let start = position
        // A `=` in first place belongs to the name (§13.2.5.32).
        position += 1
        while position < source.count, !source[position].isHTMLSpace, source[position] != 0x2F,
            source[position] != 0x3E, source[position] != 0x3D
        {
            position += 1
        }
        output.append(0x20)
        let name = start..<position
        if isXHTML == false, name.count == 5, matchesFolded("xmlns", at: start) { isXHTML = isXHTMLNamespace() }
        HTMLNameEscape.append(source[name], to: &output)
        while position < source.count, source[position].isHTMLSpace { position += 1 }
        guard position < source.count, source[position] == 0x3D else { return }
        position += 1
        while position < source.count, source[position].isHTMLSpace { position += 1 }
        append("=\"")
        if position < source.count {
            let quote = source[position]
            if quote == 0x22 || quote == 0x27 {
                position += 1
                quotedValue(quote)
            } else if quote != 0x3E {
                unquotedValue()
            }
        }
        output.append(0x22)
    }

    /// Whether `="http://www.w3.org/1999/xhtml"` follows.
    private func isXHTMLNamespace() -> Bool {
        let wanted = "http://www.w3.org/1999/xhtml".utf8
        let rest = source[position...].prefix(40).drop { $0.isHTMLSpace || $0 == 0x3D || $0 == 0x22 || $0 == 0x27 }
        return rest.starts(with: wanted)
    }

    private mutating func quotedValue(_ quote: UInt8) {
        let classes = HTMLByteClass.table
        while position < source.count {
            let start = position
            var index = start
            while index < source.count, classes[Int(source[index])] & HTMLByteClass.value == 0 { index += 1 }
            append(start..<index)
            position = index
            guard index < source.count else { return }
            let byte = source[index]
            if byte == quote {
                position += 1
                return
            }
            value(byte)
        }
    }

    private mutating func unquotedValue() {
        let classes = HTMLByteClass.table
        while position < source.count {
            let byte = source[position]
            if byte.isHTMLSpace || byte == 0x3E { return }
            if classes[Int(byte)] & HTMLByteClass.value == 0 {
                output.append(byte)
                position += 1
            } else {
                value(byte)
            }
        }
    }

    /// A byte of an attribute value that cannot be copied as it is.
    private mutating func value(_ byte: UInt8) {
        switch byte {
        case 0x26: reference(inAttribute: true)
        case 0x22, 0x3C, 0x3E:
            appendEscaped(byte)
            position += 1
        case 0x27:
            output.append(byte)
            position += 1
        default: unusual(at: position)
        }
    }

    // MARK: Looking ahead

    func matches(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= source.count else { return false }
        return text.withUTF8Buffer { wanted in wanted.indices.allSatisfy { source[index + $0] == wanted[$0] } }
    }

    func matchesFolded(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= source.count else { return false }
        return text.withUTF8Buffer { wanted in
            wanted.indices.allSatisfy { source[index + $0].asciiLowercased == wanted[$0] }
        }
    }

    func firstIndex(of text: StaticString, from start: Int) -> Int? {
        var index = start
        let first = text.utf8Start[0]
        while index < source.count {
            if source[index] == first, matches(text, at: index) { return index }
            index += 1
        }
        return nil
    }
}

/// Reads the words of a document type declaration.
private struct DoctypeScanner {
    var bytes: Slice<UnsafeBufferPointer<UInt8>>

    mutating func word() -> String {
        bytes = bytes.drop { $0.isHTMLSpace }
        let word = bytes.prefix { !$0.isHTMLSpace && $0 != 0x22 && $0 != 0x27 }
        bytes = bytes[word.endIndex...]
        return String(decoding: word.map(\.asciiLowercased), as: UTF8.self)
    }

    mutating func quoted() -> String? {
        bytes = bytes.drop { $0.isHTMLSpace }
        guard let quote = bytes.first, quote == 0x22 || quote == 0x27 else { return nil }
        let value = bytes.dropFirst().prefix { $0 != quote }
        bytes = value.endIndex < bytes.endIndex ? bytes[(value.endIndex + 1)...] : bytes[value.endIndex...]
        return String(decoding: value, as: UTF8.self)
    }
}
