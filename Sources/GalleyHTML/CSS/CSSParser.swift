/// CSS Syntax 3 §5: tokens to rules and declarations.
///
/// Works on token indices; blocks are skipped in one step because the tokenizer matched their brackets. The only
/// recursion is a rule inside a rule's block, at most `CSSLimits.maximumNesting` deep.
struct CSSParser {
    let source: CSSSource
    private(set) var sheet = StyleSheet()
    private var layerIndex: [String: Int32] = [:]
    private var anonymousLayers = 0
    private var namespaces = NamespaceRules()
    private var lineStarts: [UInt32] = []

    private let place: StyleSheet.Place

    init(_ source: CSSSource, place: StyleSheet.Place = StyleSheet.Place()) {
        self.source = source
        self.place = place
    }

    /// What may come next at the head of a sheet: imports and what follows, namespaces and what follows, or rules only.
    private enum Head { case imports, namespaces, rules }

    /// What surrounds a rule.
    private struct Context {
        var condition: Int32 = -1
        var layer: Int32 = -1
        var layerPath = ""
        /// The selectors of the style rule around, for nested rules.
        var parentList: UInt32?
        var depth = 0
    }

    // MARK: - Sheets

    /// §5.4.1
    mutating func parseSheet(layer name: String? = nil) -> StyleSheet {
        for (code, offset) in source.diagnostics { report(code, at: Int(offset)) }
        var context = Context()
        if let name {
            // Nothing of the sheet may count as if it stood in no layer.
            guard let layer = self.layer(name, in: context) else {
                report(.limit, at: 0)
                return sheet
            }
            (context.layer, context.layerPath) = layer
        }
        parseRules(0..<source.count, context, topLevel: true)
        return sheet
    }

    private mutating func parseRules(_ range: Range<Int>, _ context: Context, topLevel: Bool) {
        var index = range.lowerBound
        var head = topLevel ? Head.imports : .rules
        while index < range.upperBound {
            let token = source.tokens[index]
            switch token.kind {
            case .whitespace:
                index += 1
            case .cdo, .cdc:
                if topLevel {
                    index += 1
                } else {
                    _ = parseQualifiedRule(&index, before: range.upperBound, context)
                }
            case .atKeyword:
                parseAtRule(&index, before: range.upperBound, context, head: &head)
            default:
                // Only a valid rule forbids what comes before rules (Cascade 5 §2).
                if parseQualifiedRule(&index, before: range.upperBound, context) { head = .rules }
            }
        }
    }

    /// §5.4.3: everything up to a block is the selector. Returns whether it was a style rule.
    private mutating func parseQualifiedRule(_ index: inout Int, before end: Int, _ context: Context) -> Bool {
        let start = index
        while index < end, source.tokens[index].kind != .openBrace { index = source.next(after: index) }
        guard index < end else {
            index = end
            report(.malformedRule, start..<end)
            return false
        }
        let prelude = source.trimmed(start..<index)
        let block = index + 1..<min(Int(source.tokens[index].partner), end)
        index = min(source.next(after: index), end)
        // `--x: {...}` at the top is a custom property out of place, not a rule.
        if let first = prelude.first, source.tokens[first].kind == .identifier,
            source.string(source.tokens[first]).hasPrefix("--")
        {
            var next = first + 1
            while next < prelude.upperBound, source.tokens[next].kind == .whitespace { next += 1 }
            if next < prelude.upperBound, source.tokens[next].kind == .colon {
                report(.malformedRule, prelude)
                return false
            }
        }
        return parseStyleRule(prelude, block, context)
    }

    /// Returns whether the selector was valid.
    @discardableResult
    private mutating func parseStyleRule(_ prelude: Range<Int>, _ block: Range<Int>, _ context: Context) -> Bool {
        let list = parseSelectors(prelude, parentList: context.parentList)
        guard let list else {
            report(.invalidSelector, prelude)
            return false
        }
        var inner = context
        inner.parentList = list
        inner.depth += 1
        parseBlock(block, inner)
        return true
    }

    /// The selectors of a rule, added to the sheet's. A function of its own, so that nothing else holds the arena while the
    /// rules inside are parsed: each of them would copy it.
    private mutating func parseSelectors(_ prelude: Range<Int>, parentList: UInt32?) -> UInt32? {
        var parser = SelectorParser(source, arena: SelectorArena())
        swap(&parser.arena, &sheet.selectors)
        parser.parentList = parentList
        parser.namespaces = namespaces
        let list = parser.parseList(prelude, nested: parentList != nil)
        swap(&parser.arena, &sheet.selectors)
        return list
    }

    /// §5.4.4: declarations and nested rules. Declarations after a nested rule stay after it in the cascade.
    private mutating func parseBlock(_ range: Range<Int>, _ context: Context) {
        var block = DeclarationBlock()
        func flush(_ parser: inout CSSParser) {
            guard !block.isEmpty, let list = context.parentList else { return }
            parser.sheet.blocks.append(block)
            parser.sheet.rules.append(
                StyleSheet.Rule(
                    selectors: list, block: UInt32(parser.sheet.blocks.count - 1), condition: context.condition,
                    layer: context.layer))
            block = DeclarationBlock()
        }
        var index = range.lowerBound
        var head = Head.rules
        while index < range.upperBound {
            let token = source.tokens[index]
            switch token.kind {
            case .whitespace, .semicolon:
                index += 1
            case .atKeyword:
                flush(&self)
                parseAtRule(&index, before: range.upperBound, context, head: &head)
            default:
                if parseDeclaration(&index, before: range.upperBound, into: &block) { continue }
                // Not a declaration: a nested rule, if a block comes before the next semicolon.
                let start = index
                while index < range.upperBound, source.tokens[index].kind != .openBrace,
                    source.tokens[index].kind != .semicolon
                { index = source.next(after: index) }
                guard index < range.upperBound, source.tokens[index].kind == .openBrace else {
                    index = min(index + 1, range.upperBound)
                    report(.malformedDeclaration, start..<index)
                    continue
                }
                let prelude = source.trimmed(start..<index)
                let inner = index + 1..<min(Int(source.tokens[index].partner), range.upperBound)
                index = min(source.next(after: index), range.upperBound)
                guard context.depth < CSSLimits.maximumNesting else {
                    report(.limit, prelude)
                    continue
                }
                flush(&self)
                parseStyleRule(prelude, inner, context)
            }
        }
        flush(&self)
    }

    /// §5.4.6: true when something with the shape of a declaration was consumed (valid or reported).
    private mutating func parseDeclaration(
        _ index: inout Int, before end: Int, into block: inout DeclarationBlock
    ) -> Bool {
        guard source.tokens[index].kind == .identifier else { return false }
        let nameToken = source.tokens[index]
        var position = index + 1
        while position < end, source.tokens[position].kind == .whitespace { position += 1 }
        guard position < end, source.tokens[position].kind == .colon else { return false }
        let valueStart = position + 1
        position = valueStart
        var sawBlock = false
        while position < end, source.tokens[position].kind != .semicolon {
            if source.tokens[position].kind == .openBrace { sawBlock = true }
            position = source.next(after: position)
        }
        let declarationEnd = min(position, end)
        var value = source.trimmed(valueStart..<declarationEnd)
        // `a:hover { ... }` inside a rule looks like a declaration until its block; only a custom property may hold
        // one next to other tokens.
        let custom = source.bytes[Int(nameToken.start)...].starts(with: "--".utf8)
        if sawBlock, !custom { return false }
        let isImportant = trimImportant(&value)
        let whole = index..<declarationEnd
        index = min(declarationEnd + 1, end)
        if custom {
            addCustom(source.string(nameToken), value, isImportant, into: &block)
            return true
        }
        add(nameToken, value, isImportant, whole, into: &block)
        return true
    }

    private mutating func add(
        _ nameToken: CSSToken, _ value: Range<Int>, _ isImportant: Bool, _ whole: Range<Int>,
        into block: inout DeclarationBlock
    ) {
        let name = source.lowercased(nameToken)
        let valid = PropertyParser.parse(name, source, value) { property, parsed in
            block.append(property, parsed, important: isImportant)
        }
        switch valid {
        case .parsed: break
        case .unknownProperty: report(.unknownProperty, whole)
        case .invalidValue: report(.invalidValue, whole)
        }
    }

    private func addCustom(
        _ name: String, _ value: Range<Int>, _ isImportant: Bool, into block: inout DeclarationBlock
    ) {
        var custom = CustomValue.text(
            value.isEmpty ? "" : source.textBetween(value).trimmingCSSWhitespace())
        if value.count == 1, source.tokens[value.lowerBound].kind == .identifier,
            let wide = WideKeyword(rawValue: source.lowercased(source.tokens[value.lowerBound]))
        {
            custom = .wide(wide)
        }
        block.customProperties.append(CustomDeclaration(name: name, isImportant: isImportant, value: custom))
        if isImportant { block.hasImportant = true }
    }

    /// Cuts `! important` off the end of a value.
    private func trimImportant(_ value: inout Range<Int>) -> Bool {
        guard value.count >= 2, source.tokens[value.upperBound - 1].kind == .identifier,
            source.matches(source.tokens[value.upperBound - 1], "important")
        else { return false }
        var index = value.upperBound - 2
        while index > value.lowerBound, source.tokens[index].kind == .whitespace { index -= 1 }
        guard source.tokens[index].isDelimiter("!") else { return false }
        value = source.trimmed(value.lowerBound..<index)
        return true
    }

    // MARK: - At-rules

    /// §5.4.2, then each rule's own grammar.
    private mutating func parseAtRule(
        _ index: inout Int, before end: Int, _ context: Context, head: inout Head
    ) {
        let start = index
        let name = source.lowercased(source.tokens[index])
        index += 1
        let preludeStart = index
        while index < end, source.tokens[index].kind != .semicolon, source.tokens[index].kind != .openBrace {
            index = source.next(after: index)
        }
        index = min(index, end)
        let prelude = source.trimmed(preludeStart..<index)
        var block: Range<Int>?
        if index < end, source.tokens[index].kind == .openBrace {
            block = index + 1..<min(Int(source.tokens[index].partner), end)
            index = min(source.next(after: index), end)
        } else if index < end {
            index += 1
        }
        let comesFirst = name == "charset" || name == "import" || name == "namespace" || name == "layer" && block == nil
        if !comesFirst, CSSParser.knownAtRules.contains(name) { head = .rules }
        switch name {
        case "media", "supports", "layer", "container", "scope", "starting-style":
            if let block {
                parseGroup(name, prelude, block, context)
            } else if name == "layer" {
                for path in layerNames(prelude) {
                    guard layer(path, in: context) != nil else { return report(.limit, prelude) }
                }
            } else {
                report(.malformedRule, start..<index)
            }
        case "import":
            // Only a layer statement or another import may come before (Cascade 5 §2).
            guard block == nil, head == .imports, context.depth == 0 else {
                return report(.malformedRule, start..<index)
            }
            parseImport(prelude, context, offset: Int(source.tokens[start].start))
        case "font-face", "page", "counter-style", "property", "font-feature-values", "font-palette-values":
            guard let block else { return report(.malformedRule, start..<index) }
            var rule = StyleSheet.AtRule(
                name: name, prelude: source.textBetween(prelude).trimmingCSSWhitespace(), descriptors: [],
                condition: context.condition, baseURL: place.url)
            if name == "page" { parsePage(block, into: &rule) } else { rule.descriptors = descriptors(block) }
            sheet.atRules.append(rule)
        case "namespace":
            // After imports, before all else (CSS Namespaces 3 §2).
            guard block == nil, head != .rules, namespaces.add(source, prelude) else {
                return report(.malformedRule, start..<index)
            }
            head = .namespaces
        case "charset", "keyframes", "-webkit-keyframes", "-moz-keyframes", "-o-keyframes", "viewport",
            "view-transition", "position-try", "-ms-viewport":
            break  // Valid, and without meaning for text.
        default:
            report(.unknownAtRule, start..<min(start + 1, index))
        }
    }

    /// At-rules that end the place of imports; unknown ones are as if they were not there.
    private static let knownAtRules: Set<String> = [
        "media", "supports", "layer", "container", "scope", "starting-style", "font-face", "page", "counter-style",
        "property", "font-feature-values", "font-palette-values", "keyframes", "-webkit-keyframes",
    ]

    private mutating func parseGroup(_ name: String, _ prelude: Range<Int>, _ block: Range<Int>, _ context: Context) {
        guard context.depth < CSSLimits.maximumNesting else { return report(.limit, prelude) }
        var inner = context
        inner.depth += 1
        switch name {
        case "media":
            inner.condition = addCondition(MediaQueryList(source, prelude), in: context)
        case "supports":
            inner.condition = addCondition(MediaQueryList(supports: source, prelude), in: context)
        case "layer":
            let names = layerNames(prelude)
            guard prelude.isEmpty || names.count == 1 else { return report(.malformedRule, prelude) }
            let path = names.first ?? anonymousLayer()
            guard let layer = self.layer(path, in: context) else { return report(.limit, prelude) }
            (inner.layer, inner.layerPath) = layer
        default:
            // Container queries, scopes and starting styles depend on layout or script: their rules never apply.
            inner.condition = addCondition(.never, in: context)
        }
        if context.parentList != nil {
            parseBlock(block, inner)
        } else {
            parseRules(block, inner, topLevel: false)
        }
    }

    private mutating func addCondition(_ query: MediaQueryList, in context: Context) -> Int32 {
        sheet.conditions.append(StyleSheet.Condition(parent: context.condition, query: query))
        return Int32(sheet.conditions.count - 1)
    }

    private mutating func parseImport(_ prelude: Range<Int>, _ context: Context, offset: Int) {
        guard let (url, rest) = source.url(at: prelude) else { return report(.malformedRule, prelude) }
        var layerID: Int32 = -1
        var condition: Int32 = -1
        var conditions = source.trimmed(rest..<prelude.upperBound)
        if let token = conditions.first, source.matches(source.tokens[token], "layer") {
            if source.tokens[token].kind == .identifier {
                guard let layer = self.layer(anonymousLayer(), in: context) else { return report(.limit, prelude) }
                layerID = layer.id
                conditions = source.trimmed(token + 1..<conditions.upperBound)
            } else if source.tokens[token].kind == .function {
                let inside = token + 1..<min(Int(source.tokens[token].partner), conditions.upperBound)
                if let name = layerNames(source.trimmed(inside)).first {
                    guard let layer = self.layer(name, in: context) else { return report(.limit, prelude) }
                    layerID = layer.id
                }
                conditions = source.trimmed(
                    min(source.next(after: token), conditions.upperBound)..<conditions.upperBound)
            }
        }
        if let token = conditions.first, source.tokens[token].kind == .function,
            source.matches(source.tokens[token], "supports")
        {
            let inside = token + 1..<min(Int(source.tokens[token].partner), conditions.upperBound)
            condition = addCondition(MediaQueryList(supports: source, inside, allowsDeclaration: true), in: context)
            conditions = source.trimmed(min(source.next(after: token), conditions.upperBound)..<conditions.upperBound)
        }
        if !conditions.isEmpty {
            var inner = context
            inner.condition = condition
            condition = addCondition(MediaQueryList(source, conditions), in: inner)
        }
        let (line, column) = position(of: offset)
        sheet.imports.append(
            StyleSheet.Import(
                url: url, condition: condition, layer: layerID, offset: offset, line: line, column: column))
    }

    /// CSS Paged Media 3 §4.3: declarations and margin boxes. `size` is a descriptor here.
    private mutating func parsePage(_ range: Range<Int>, into rule: inout StyleSheet.AtRule) {
        var index = range.lowerBound
        while index < range.upperBound {
            let token = source.tokens[index]
            switch token.kind {
            case .whitespace, .semicolon: index += 1
            case .atKeyword:
                let name = source.lowercased(token)
                while index < range.upperBound, source.tokens[index].kind != .openBrace,
                    source.tokens[index].kind != .semicolon
                { index = source.next(after: index) }
                guard index < range.upperBound, source.tokens[index].kind == .openBrace else { continue }
                let inside = index + 1..<min(Int(source.tokens[index].partner), range.upperBound)
                index = min(source.next(after: index), range.upperBound)
                rule.marginBoxes.append((name, parseDeclarations(inside)))
            default:
                let start = index
                let isSize = token.kind == .identifier && source.matches(token, "size")
                if !parseDeclaration(&index, before: range.upperBound, into: &rule.block) {
                    skipDeclaration(&index, before: range.upperBound)
                } else if isSize {
                    rule.descriptors += descriptors(start..<index)
                }
            }
        }
    }

    /// The contents of a block that holds declarations alone (CSS Syntax 3 §5.4.4); rules inside are dropped.
    private mutating func parseDeclarations(_ range: Range<Int>) -> DeclarationBlock {
        var block = DeclarationBlock()
        var index = range.lowerBound
        while index < range.upperBound {
            switch source.tokens[index].kind {
            case .whitespace, .semicolon: index += 1
            default:
                if parseDeclaration(&index, before: range.upperBound, into: &block) { continue }
                let start = index
                skipDeclaration(&index, before: range.upperBound)
                report(.malformedDeclaration, start..<index)
            }
        }
        return block
    }

    private func skipDeclaration(_ index: inout Int, before end: Int) {
        while index < end, source.tokens[index].kind != .semicolon { index = source.next(after: index) }
        index = min(index, end)
    }

    /// Names of layers with commas between, parts of a name with dots (Cascade 5 §6.4.2); none where it is no such list. A
    /// dot that is escaped in a name is two NULs, which no name has.
    private func layerNames(_ range: Range<Int>) -> [String] {
        enum Place { case name, part, afterName, afterSpace }
        var place = Place.name
        var names: [String] = []
        var name = ""
        for index in range {
            let token = source.tokens[index]
            switch (place, token.kind) {
            case (.name, .whitespace): break
            case (.name, .identifier), (.part, .identifier):
                name += source.string(token).replacing(".", with: "\u{0}\u{0}")
                place = .afterName
            case (.afterName, .delimiter) where token.isDelimiter("."):
                name += "."
                place = .part
            case (.afterName, .whitespace), (.afterSpace, .whitespace): place = .afterSpace
            case (.afterName, .comma), (.afterSpace, .comma):
                names.append(name)
                name = ""
                place = .name
            default: return []
            }
        }
        return place == .afterName || place == .afterSpace ? names + [name] : []
    }

    private mutating func anonymousLayer() -> String {
        anonymousLayers += 1
        return "\u{0}\(anonymousLayers)"
    }

    /// The layer of a name within the layer around it, made with those on the way to it; nil for a name beyond the limits.
    private mutating func layer(_ name: String, in context: Context) -> (id: Int32, path: String)? {
        var path = context.layerPath
        var id: Int32 = context.layer
        let parts = name.split(separator: ".", maxSplits: CSSLimits.maximumLayerNames)
        let outer = path.isEmpty ? 0 : path.utf8.count { $0 == UInt8(ascii: ".") } + 1
        guard outer + parts.count <= CSSLimits.maximumLayerNames,
            path.utf8.count + name.utf8.count + 1 <= CSSLimits.maximumLayerBytes
        else { return nil }
        for part in parts {
            path = path.isEmpty ? String(part) : path + "." + part
            if let known = layerIndex[path] {
                id = known
            } else {
                id = Int32(sheet.layers.count)
                layerIndex[path] = id
                sheet.layers.append(path)
            }
        }
        return (id, path)
    }

    private func descriptors(_ range: Range<Int>) -> [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            while index < range.upperBound, source.tokens[index].kind != .semicolon {
                index = source.next(after: index)
            }
            let declaration = source.trimmed(start..<min(index, range.upperBound))
            index += 1
            guard let first = declaration.first, source.tokens[first].kind == .identifier else { continue }
            var colon = first + 1
            while colon < declaration.upperBound, source.tokens[colon].kind == .whitespace { colon += 1 }
            guard colon < declaration.upperBound, source.tokens[colon].kind == .colon else { continue }
            let value = source.trimmed(colon + 1..<declaration.upperBound)
            result.append((source.lowercased(source.tokens[first]), source.textBetween(value).trimmingCSSWhitespace()))
        }
        return result
    }

    // MARK: - Style attributes

    /// CSS Style Attributes §3: the contents of a block. Rules inside are dropped.
    static func parseAttribute(
        _ bytes: [UInt8], isQuirks: Bool
    ) -> (block: DeclarationBlock, diagnostics: [CSSDiagnostic]) {
        var source = CSSSource(bytes)
        source.isQuirks = isQuirks
        var parser = CSSParser(source)
        let block = parser.parseDeclarations(0..<parser.source.count)
        return (block, parser.sheet.diagnostics)
    }

    // MARK: - Diagnostics

    private mutating func report(_ code: CSSDiagnostic.Code, _ range: Range<Int>) {
        let start = Int(source[range.lowerBound].start)
        let end = range.isEmpty ? start : Int(source[range.upperBound - 1].end)
        report(code, at: start, length: min(40, end - start))
    }

    private mutating func report(_ code: CSSDiagnostic.Code, at offset: Int, length: Int = 40) {
        guard sheet.diagnostics.count < CSSLimits.maximumDiagnostics else { return }
        let (line, column) = position(of: offset)
        let end = min(offset + length, source.bytes.count)
        let text = String(decoding: source.bytes[min(offset, end)..<end], as: UTF8.self)
        sheet.diagnostics.append(
            CSSDiagnostic(
                code: code, text: text, offset: offset, line: line, column: column, sheet: place.url ?? place.name))
    }

    /// Line and column of an offset, counted from where the sheet begins.
    private mutating func position(of offset: Int) -> (line: Int, column: Int) {
        if lineStarts.isEmpty { findLines() }
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        return (place.line + low, (low == 0 ? place.column : 1) + offset - Int(lineStarts[low]))
    }

    private mutating func findLines() {
        lineStarts = [0]
        for (index, byte) in source.bytes.enumerated() where isNewline(byte) {
            if byte == 0x0D, index + 1 < source.bytes.count, source.bytes[index + 1] == 0x0A { continue }
            lineStarts.append(UInt32(index + 1))
        }
    }
}

extension CSSSource {
    /// The source text from the first token's start to the last one's end, comments between them included.
    package func textBetween(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        return String(
            decoding: bytes[Int(tokens[range.lowerBound].start)..<Int(tokens[range.upperBound - 1].end)], as: UTF8.self)
    }
}

extension String {
    /// Without the white space of CSS at both ends.
    func trimmingCSSWhitespace() -> String {
        var view = Substring(self).utf8
        while let first = view.first, isWhitespace(first) { view.removeFirst() }
        while let last = view.last, isWhitespace(last) { view.removeLast() }
        return String(Substring(view))
    }
}
