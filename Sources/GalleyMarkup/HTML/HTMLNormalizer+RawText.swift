extension HTMLNormalizer {
    /// The content of a raw text element up to its end tag (§13.2.5.2 to .19), which the next `markup()` reads.
    mutating func rawText(of name: HTMLName) {
        rawElement = nil
        switch name {
        case .plaintext:
            let decodes = plaintextHasReferences
            writeText { $0.copyRaw(until: $0.source.count, decodingReferences: decodes) }
        case .script:
            position = scriptEnd(from: position)
        case .title, .textarea:
            let end = rawEnd(of: name, from: position)
            writeText { $0.copyRaw(until: end, decodingReferences: true) }
        default:
            let end = rawEnd(of: name, from: position)
            writeText { $0.copyRaw(until: end, decodingReferences: false) }
        }
    }

    /// Where `</name` followed by white space, `/` or `>` begins; the end of the source if it never does.
    private mutating func rawEnd(of name: HTMLName, from start: Int) -> Int {
        var index = start
        while index < source.count {
            if source[index] == 0x3C, isEndTag(of: name, at: index) { return index }
            index += 1
        }
        repair("the content of an element runs to the end of the document", at: start)
        return source.count
    }

    private func isEndTag(of name: HTMLName, at index: Int) -> Bool {
        guard index + 2 < source.count, source[index + 1] == 0x2F else { return false }
        return isName(name, at: index + 2)
    }

    private func isName(_ name: HTMLName, at index: Int) -> Bool {
        var end = index
        while end < source.count, source[end].isASCIILetter { end += 1 }
        guard end < source.count, source[end].isHTMLSpace || source[end] == 0x2F || source[end] == 0x3E else {
            return false
        }
        return knownName(index..<end) == name
    }

    /// The end of a script's content, with its two escaped states: `<!--` makes `<script>` nest until `-->`.
    private mutating func scriptEnd(from start: Int) -> Int {
        var index = start
        var isEscaped = false
        var isDoubleEscaped = false
        while index < source.count {
            let byte = source[index]
            if byte == 0x2D, isEscaped, matches("-->", at: index) {
                isEscaped = false
                isDoubleEscaped = false
                index += 3
                continue
            }
            if byte == 0x3C {
                if !isEscaped, matches("<!--", at: index) {
                    isEscaped = true
                    // `<!-->` opens and closes: its hyphens count for the end too.
                    index += 2
                    continue
                }
                if isEndTag(of: .script, at: index) {
                    if !isDoubleEscaped { return index }
                    isDoubleEscaped = false
                } else if isEscaped, !isDoubleEscaped, isName(.script, at: index + 1) {
                    isDoubleEscaped = true
                }
            }
            index += 1
        }
        repair("a script is not closed", at: start)
        return source.count
    }

    /// Writes source bytes as text.
    mutating func copyRaw(until end: Int, decodingReferences: Bool) {
        let classes = HTMLByteClass.table
        while position < end {
            let start = position
            var index = start
            while index < end, classes[Int(source[index])] & HTMLByteClass.text == 0 { index += 1 }
            append(start..<index)
            position = index
            guard index < end else { return }
            switch source[index] {
            case 0x26 where decodingReferences: reference(inAttribute: false)
            case 0x26, 0x3C:
                appendEscaped(source[index])
                position += 1
            default: unusual(at: index)
            }
        }
    }
}

/// Which part of the source is SVG or MathML, as far as the tokenizer's rules depend on it: CDATA sections are text there,
/// and `title`, `style` and `script` have ordinary content.
struct ForeignContext {
    private var open: [HTMLName] = []
    /// Whether the last start tag left foreign content.
    private(set) var brokeOut = false

    /// Whether nothing but HTML is open.
    var isEmpty: Bool { open.isEmpty }

    /// Whether the present element is one of SVG or MathML and its content is not HTML again.
    var isForeign: Bool {
        guard let last = open.last else { return false }
        return last == .svg || last == .math
    }

    mutating func start(_ name: HTMLName?, isSelfClosing: Bool) {
        brokeOut = false
        guard let name else { return }
        if name == .svg || name == .math {
            if !isSelfClosing { push(name) }
            return
        }
        guard isForeign else { return }
        if HTMLElementTraits.of(name).contains(.breaksForeign) {
            while isForeign { open.removeLast() }
            brokeOut = true
        } else if !isSelfClosing, isIntegrationPoint(name) {
            push(name)
        }
    }

    mutating func end(_ name: HTMLName?) {
        guard let name, !open.isEmpty, let index = open.lastIndex(of: name) else { return }
        open.removeLast(open.count - index)
    }

    private mutating func push(_ name: HTMLName) {
        if open.count < MarkupLimits.foreignDepth { open.append(name) }
    }

    /// The elements inside which HTML goes on.
    private func isIntegrationPoint(_ name: HTMLName) -> Bool {
        if open.last == .svg { return name == .foreignobject || name == .desc || name == .title }
        return name == .mi || name == .mo || name == .mn || name == .ms || name == .mtext || name == .annotationXml
    }
}
