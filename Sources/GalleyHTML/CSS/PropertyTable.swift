import GalleyText

/// A longhand property: its place in the table.
package struct PropertyID: Hashable, Sendable {
    package var rawValue: UInt16
    package var index: Int { Int(rawValue) }
}

/// All that is known of a longhand: how its value is read, what it sets, how it is inherited.
package struct PropertyDefinition: Sendable {
    package typealias Parse = @Sendable (inout ValueReader) -> CSSValue?
    package typealias Apply = @Sendable (CSSValue, inout StyleComputation) -> Void
    package typealias Copy = @Sendable (StyleFields, inout StyleFields) -> Void

    package let name: String
    package let isInherited: Bool
    /// When it is applied: fonts before colours and line height before everything else.
    package let phase: Phase
    let parse: Parse
    let apply: Apply
    /// Copies the property's fields, for `inherit` and `initial`.
    let copy: Copy

    /// What later properties may depend on is applied first.
    package enum Phase: UInt8, Sendable, Comparable {
        case family, fontSize, direction, rest
        package static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }
}

/// The longhands that the cascade knows: one line each, in the group files `PropertyTable+*.swift`.
package struct PropertyTable: Sendable {
    package private(set) var definitions: [PropertyDefinition] = []
    private var indices: [String: PropertyID] = [:]

    /// The table; built once.
    package static let shared: PropertyTable = {
        var table = PropertyTable()
        table.addFontProperties()
        table.addTextProperties()
        table.addDecorationProperties()
        table.addBoxProperties()
        table.addTransformProperties()
        table.addClips()
        table.addFill()
        table.addBackgroundProperties()
        table.addBorderProperties()
        table.addBorderImage()
        table.addLayoutProperties()
        table.addGeneratedProperties()
        table.addListAndTableProperties()
        table.addModelProperties()
        return table
    }()

    package subscript(id: PropertyID) -> PropertyDefinition { definitions[id.index] }

    /// The longhand of a name in lower case, aliases included.
    package func id(_ name: String) -> PropertyID? { indices[name] }

    /// Other names of properties, sorted.
    var aliases: [(name: String, id: PropertyID)] {
        indices.filter { definitions[$0.value.index].name != $0.key }.sorted { $0.key < $1.key }
            .map { (name: $0.key, id: $0.value) }
    }

    typealias Field<Value> = any WritableKeyPath<StyleFields, Value> & Sendable

    mutating func add(
        _ name: String, inherited: Bool, phase: PropertyDefinition.Phase = .rest,
        parse: @escaping PropertyDefinition.Parse, copy: @escaping PropertyDefinition.Copy,
        apply: @escaping PropertyDefinition.Apply
    ) {
        let id = PropertyID(rawValue: UInt16(definitions.count))
        definitions.append(
            PropertyDefinition(
                name: name, isInherited: inherited, phase: phase, parse: parse, apply: apply, copy: copy))
        indices[name] = id
    }

    /// Another name of a property already in the table.
    mutating func alias(_ alias: String, _ name: String) {
        if let id = indices[name] { indices[alias] = id }
    }

    /// A property that sets one field; `convert` turns a parsed value into it, nil leaves the field as it is.
    mutating func add<Value>(
        _ name: String, inherited: Bool, phase: PropertyDefinition.Phase = .rest, _ field: Field<Value>,
        parse: @escaping PropertyDefinition.Parse,
        convert: @escaping @Sendable (CSSValue, StyleComputation) -> Value?
    ) {
        add(
            name, inherited: inherited, phase: phase, parse: parse,
            copy: { source, target in target[keyPath: field] = source[keyPath: field] },
            apply: { value, computation in
                if let value = convert(value, computation) { computation.fields[keyPath: field] = value }
            })
    }

    /// A property that is one keyword out of `words`.
    mutating func keyword<Value: Sendable>(
        _ name: String, inherited: Bool, phase: PropertyDefinition.Phase = .rest, _ field: Field<Value>,
        _ words: [String: Value]
    ) {
        add(
            name, inherited: inherited, phase: phase, field,
            parse: { reader in
                guard let word = reader.peekKeyword(), words[word] != nil else { return nil }
                reader.advance()
                return .keyword(word)
            },
            convert: { value, _ in value.keyword.flatMap { words[$0] } })
    }

    /// A property that is a length, possibly a percentage.
    mutating func length(
        _ name: String, inherited: Bool, _ field: Field<Length>, _ options: ValueReader.LengthOptions = []
    ) {
        add(
            name, inherited: inherited, field, parse: { $0.length(options) },
            convert: { value, computation in computation.length(value) })
    }

    /// A property that is a length or one of `words` (as nil).
    mutating func optionalLength(
        _ name: String, inherited: Bool, _ field: Field<Length?>, none words: Set<String>,
        _ options: ValueReader.LengthOptions = []
    ) {
        add(
            name, inherited: inherited, field,
            parse: { reader in reader.keyword(of: words).map { .keyword($0) } ?? reader.length(options) },
            convert: { value, computation in
                value.keyword != nil ? Length?.none : computation.length(value)
            })
    }

    /// A width, height or margin.
    mutating func size(
        _ name: String, _ field: Field<SizeValue>, keywords: Set<String>, _ options: ValueReader.LengthOptions
    ) {
        add(
            name, inherited: false, field,
            parse: { $0.size(keywords: keywords, options) },
            convert: { value, computation in computation.size(value) })
    }

    /// A colour.
    mutating func color(_ name: String, inherited: Bool, _ field: Field<StyleColor>) {
        add(
            name, inherited: inherited, field, parse: { $0.color().map { .color($0) } },
            convert: { value, _ in
                if case .color(let color) = value { color } else { nil }
            })
    }

    /// An integer of at least `minimum`.
    mutating func integer(_ name: String, inherited: Bool, _ field: Field<Int>, from minimum: Int, auto: Int? = nil) {
        add(
            name, inherited: inherited, field,
            parse: { reader in
                if auto != nil, reader.accept("auto") { return .keyword("auto") }
                guard let value = reader.integer(), value >= minimum else { return nil }
                return .number(Double(value))
            },
            convert: { value, _ in
                if case .number(let number) = value { return Int(number) }
                return auto
            })
    }
}

extension ValueReader {
    /// A size keyword or a length; `fit-content(...)` counts as `fit-content`, vendor prefixes are dropped.
    mutating func size(keywords: Set<String>, _ options: LengthOptions) -> CSSValue? {
        if isFunction("fit-content"), keywords.contains("fit-content") {
            var inner = arguments()
            guard inner.length([.percent, .nonNegative]) != nil, inner.atEnd else { return nil }
            return .keyword("fit-content")
        }
        if var word = peekKeyword() {
            for prefix in ["-webkit-", "-moz-"] where word.hasPrefix(prefix) { word.removeFirst(prefix.count) }
            if word == "fill-available" || word == "available" { word = "stretch" }
            guard keywords.contains(word) else { return nil }
            advance()
            return .keyword(word)
        }
        return length(options)
    }
}
