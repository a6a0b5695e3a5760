// What the fuzz target and tests compare of style sheets; not for clients.

extension CSSSource {
    /// The tokens as text again (CSS Syntax 3 §9): comments become empty, white space one space, escapes as few as can
    /// be, open blocks are closed. Nil when a broken string or URL is among them, which has no other spelling.
    package func serialized() -> [UInt8]? {
        var text: [UInt8] = []
        var open: [UInt8] = []
        for (index, token) in tokens.enumerated() {
            if index > 0, tokens[index - 1].end != token.start { text += "/**/".utf8 }
            switch token.kind {
            case .whitespace:
                // CSS Syntax 3 §9: a delimiter backslash is followed by a newline, for before a space it would be an escape.
                let isAfterBackslash = index > 0 && tokens[index - 1].delimiter == UInt8(ascii: "\\")
                text.append(isAfterBackslash ? 0x0A : 0x20)
            case .badString, .badURL: return nil
            case .string: text += CSSSource.quoted(string(token))
            case .url:
                text += "url(".utf8
                text += CSSSource.quoted(string(token), escaping: "()'\" \t")
                text.append(UInt8(ascii: ")"))
            case .identifier: text += CSSSource.escaped(string(token))
            case .function: text += CSSSource.escaped(string(token)) + [UInt8(ascii: "(")]
            case .atKeyword: text += [UInt8(ascii: "@")] + CSSSource.escaped(string(token))
            case .hash:
                let isName = !token.flags.contains(.identifierHash)
                text += [UInt8(ascii: "#")] + CSSSource.escaped(string(token), isName: isName)
            case .dimension:
                text += bytes[Int(token.start)..<Int(token.contentStart)]
                text += CSSSource.escaped(string(token), isUnit: true)
            default: text += bytes[Int(token.start)..<Int(token.end)]
            }
            guard token.opens, Int(token.partner) >= tokens.count else { continue }
            open.append(
                token.kind == .openBrace
                    ? UInt8(ascii: "}") : token.kind == .openSquare ? UInt8(ascii: "]") : UInt8(ascii: ")"))
        }
        // White space before blocks that only the end closes is in no value.
        if !open.isEmpty, text.last == 0x20 { text.removeLast() }
        return text + open.reversed()
    }

    private static func quoted(_ text: String, escaping special: String? = nil) -> [UInt8] {
        let isURL = special != nil
        let special = Array((special ?? "\"").utf8)
        var result: [UInt8] = isURL ? [] : [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            if byte < 0x20 && !(byte == 0x09 && !isURL) || byte == 0x7F {
                result += hexadecimal(byte)
            } else {
                if byte == UInt8(ascii: "\\") || special.contains(byte) { result.append(UInt8(ascii: "\\")) }
                result.append(byte)
            }
        }
        return isURL ? result : result + [UInt8(ascii: "\"")]
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        Array("\\\(String(byte, radix: 16)) ".utf8)
    }

    /// A name, escaped where its bytes would not read as one: any name, an identifier, or a unit after a number.
    private static func escaped(_ name: String, isName: Bool = false, isUnit: Bool = false) -> [UInt8] {
        let bytes = Array(name.utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isFirst = index == 0 && !isName || index == 1 && bytes[0] == UInt8(ascii: "-") && !isName
            if byte < 0x20 || byte == 0x7F || isDigit(byte) && isFirst {
                result += hexadecimal(byte)
            } else if isUnit, index == 0, byte | 0x20 == UInt8(ascii: "e") {
                result += hexadecimal(byte)
            } else if isName || bytes.count > 1 || byte != UInt8(ascii: "-"), byte != 0, GalleyHTML.isName(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "\\"), byte]
            }
        }
        return result
    }

    /// Whether the text could be one value of a declaration: brackets match, and nothing ends the declaration.
    package var isSingleValue: Bool {
        var open = 0
        for token in tokens {
            switch token.kind {
            case .badString, .badURL, .openBrace, .closeBrace, .end: return false
            case .semicolon where open == 0: return false
            case .delimiter where token.isDelimiter("!"): return false
            case .function, .openParenthesis, .openSquare:
                guard Int(token.partner) < tokens.count else { return false }
                open += 1
            case .closeParenthesis, .closeSquare:
                guard open > 0 else { return false }
                open -= 1
            default: break
            }
        }
        return diagnostics.isEmpty
    }
}

extension StyleSheet {
    /// Everything that the cascade sees of a sheet as one number. Positions and comments do not count.
    @_spi(Fuzzing) public var fingerprint: Int {
        var hasher = Hasher()
        hasher.combine(selectors.names)
        hasher.combine(selectors.simples)
        hasher.combine(selectors.compounds)
        hasher.combine(selectors.selectors)
        hasher.combine(selectors.lists)
        hasher.combine(rules)
        for block in blocks { StyleSheet.hash(block, into: &hasher) }
        hasher.combine(conditions.map(\.parent))
        hasher.combine(layers)
        for rule in imports {
            hasher.combine(rule.url)
            hasher.combine(rule.condition)
            hasher.combine(rule.layer)
        }
        for rule in atRules {
            hasher.combine(rule.name)
            hasher.combine(StyleSheet.plain(rule.prelude))
            for (name, value) in rule.descriptors {
                hasher.combine(name)
                hasher.combine(StyleSheet.plain(value))
            }
            StyleSheet.hash(rule.block, into: &hasher)
            for (name, block) in rule.marginBoxes {
                hasher.combine(name)
                StyleSheet.hash(block, into: &hasher)
            }
        }
        return hasher.finalize()
    }

    private static func hash(_ block: DeclarationBlock, into hasher: inout Hasher) {
        for declaration in block.declarations {
            hasher.combine(declaration.property)
            hasher.combine(declaration.isImportant)
            if case .unresolved(let name, let text) = declaration.value {
                hasher.combine(name)
                hasher.combine(plain(text))
            } else {
                hasher.combine(declaration.value)
            }
        }
        for custom in block.customProperties {
            hasher.combine(custom.name)
            hasher.combine(custom.isImportant)
            if case .text(let text) = custom.value { hasher.combine(plain(text)) } else { hasher.combine(custom.value) }
        }
    }

    private static func plain(_ text: String) -> [UInt8]? { CSSSource(text).serialized() }

    /// The tokens of a sheet as text again, nil when there is none: see `CSSSource.serialized`.
    @_spi(Fuzzing) public static func serialized(_ bytes: [UInt8]) -> [UInt8]? { CSSSource(bytes).serialized() }

    /// Whether bytes are one value that ends where they end.
    @_spi(Fuzzing) public static func isSingleValue(_ bytes: [UInt8]) -> Bool { CSSSource(bytes).isSingleValue }
}
