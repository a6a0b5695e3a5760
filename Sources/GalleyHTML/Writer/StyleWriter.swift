import GalleyText

/// Finds the declarations that an element needs, and what the cascade will make of them: the writer's own copy of the
/// reader's styles.
///
/// Every answer is checked by computing it: the declarations are read back, put through the cascade, and completed until
/// the result is what the model says. Computed styles are interned, so a document costs one such step for each distinct
/// combination of element, surroundings and style.
struct StyleWriter {
    /// A computed style, by its number.
    struct Reference: Hashable { var index: Int }

    /// What an element needs.
    struct Style {
        var declarations: String
        /// The element's `lang` where it differs from its parent's.
        var language: String?
        var reference: Reference
    }

    /// What a style depends on; equal keys have equal answers.
    struct Key: Hashable {
        var element: Int
        var parent: Reference
        var display: BoxStyle.Display
        var text: Int32 = -1
        var paragraph: Int32 = -1
        var block: Int32 = -1
        var span: Int32 = -1
        var other: Int32 = -1
    }

    private let cascade: Cascade
    /// Whether what is written may be read in quirks mode, too.
    private let allowsQuirks: Bool
    private var defaults = ElementDefaults()
    private var known: [Key: Style] = [:]
    private(set) var styles: [StyleFields] = []
    private var references: [FieldsKey: Reference] = [:]
    let initial: Reference

    private struct FieldsKey: Hashable {
        var inherited: InheritedStyle
        var box: BoxStyle
    }

    init(environment: StyleEnvironment, allowsQuirks: Bool) {
        cascade = Cascade(environment: environment)
        self.allowsQuirks = allowsQuirks
        initial = Reference(index: 0)
        styles = [StyleFields(cascade.initial)]
    }

    func computed(_ reference: Reference) -> ComputedStyle {
        let fields = styles[reference.index]
        return ComputedStyle(inherited: fields.inherited, box: fields.box)
    }

    mutating func element(_ key: ElementDefaults.Key) -> Int { defaults.number(of: key) }

    /// The style of an element; the key says everything that `target` depends on, or is nil when that is too much.
    mutating func style(
        element: Int, parent: Reference, key: Key? = nil, isRoot: Bool = false, target: () -> StyleTarget
    ) -> Style {
        if let key, let style = known[key] { return style }
        let style = find(element, parent, target(), isRoot: isRoot)
        if let key { known[key] = style }
        return style
    }

    private mutating func find(
        _ element: Int, _ parent: Reference, _ target: StyleTarget, isRoot: Bool
    ) -> Style {
        let outer = styles[parent.index]
        let base = compute(defaults.blocks[element], [], outer, isRoot: isRoot)
        let quirks = allowsQuirks ? compute(defaults.quirksBlocks[element], [], outer, isRoot: isRoot) : nil
        var wanted = base
        target.apply(to: &wanted, parent: outer)
        var declared: [Int: String] = [:]
        for (index, write) in PropertyWriting.shared.writers.enumerated() {
            guard let write else { continue }
            let value = write(wanted)
            if value != write(base) || quirks.map({ value != write($0) }) ?? false
                || target.isForced && StyleWriter.attributeProperties.contains(index)
                || !target.written.isEmpty && target.written.contains(PropertyTable.shared.definitions[index].name)
                || quirks != nil && StyleWriter.isQuirky(index, base)
            {
                declared[index] = value
            }
        }
        var text = StyleWriter.text(of: declared)
        var result = compute(defaults.blocks[element], text, outer, isRoot: isRoot)
        // A family changes the size, a colour the border: what the declarations did beside their work is undone.
        for _ in 0..<3 {
            var isDone = true
            if let style = target.text {
                if result.inherited.decorations != style.paint.decorations {
                    wanted.box.model.decorations = style.paint.decorations
                }
                if result.inherited.opacity != style.paint.opacity {
                    wanted.box.model.textOpacity = style.paint.opacity
                }
            }
            if let block = target.block, ComputedStyle(inherited: result.inherited, box: result.box).blockStyle != block
            {
                let computed = ComputedStyle(inherited: result.inherited, box: result.box).blockStyle
                if computed.isFlowRoot != block.isFlowRoot { wanted.box.model.isFlowRoot = block.isFlowRoot }
            }
            for (index, write) in PropertyWriting.shared.writers.enumerated() {
                guard let write else { continue }
                let value = write(wanted)
                if value != write(result), declared[index] != value {
                    declared[index] = value
                    isDone = false
                }
            }
            if isDone { break }
            text = StyleWriter.text(of: declared)
            result = compute(defaults.blocks[element], text, outer, isRoot: isRoot)
        }
        return Style(
            declarations: text.first ?? "", language: text.count > 1 ? wanted.inherited.shaping.language : nil,
            reference: intern(result))
    }

    /// The declarations in the order of the table, and apart from them that of the language, which is an attribute.
    private static func text(of declared: [Int: String]) -> [String] {
        var pairs: [(name: String, value: String)] = []
        var language: [String] = []
        for index in declared.keys.sorted() {
            guard let value = declared[index] else { continue }
            let name = PropertyTable.shared.definitions[index].name
            if name == "-webkit-locale" { language = [name + ": " + value] } else { pairs.append((name, value)) }
        }
        return [DeclarationText.joined(pairs)] + language
    }

    private func compute(
        _ defaults: ContiguousArray<DeclarationBlock>, _ own: [String], _ parent: StyleFields, isRoot: Bool
    ) -> StyleFields {
        var blocks = defaults
        var matched = defaults.indices.map { Cascade.Matched(block: UInt32($0), origin: .userAgent, layer: .max) }
        for text in own {
            matched.append(Cascade.Matched(block: UInt32(blocks.count), origin: .styleAttribute, layer: .max))
            blocks.append(CSSParser.parseAttribute(Array(text.utf8), isQuirks: false).block)
        }
        var subject = Cascade.Subject(
            isRoot: isRoot, rootFontSize: styles.count > 1 ? styles[1].inherited.shaping.fontSize : nil)
        subject.isTable = false
        return cascade.compute(matched, blocks: blocks, parent: ComputedStyle(parent), subject: subject)
    }

    private mutating func intern(_ fields: StyleFields) -> Reference {
        let key = FieldsKey(inherited: fields.inherited, box: fields.box)
        if let known = references[key] { return known }
        let reference = Reference(index: styles.count)
        styles.append(fields)
        references[key] = reference
        return reference
    }

    /// Whether quirks mode ignores the element's own margin at the edges of containers: then even that is said.
    private static func isQuirky(_ index: Int, _ base: StyleFields) -> Bool {
        index == marginTop && base.box.hasDefaultMarginTop || index == marginBottom && base.box.hasDefaultMarginBottom
    }

    private static let marginTop = PropertyTable.shared.id("margin-top")?.index
    private static let marginBottom = PropertyTable.shared.id("margin-bottom")?.index

    /// What attributes of embedded content may set (HTML §15.4.3).
    private static let attributeProperties: Set<Int> = Set(
        [
            "display", "float", "vertical-align", "direction", "unicode-bidi", "-webkit-locale", "width", "height",
            "margin-top", "margin-right", "margin-bottom", "margin-left", "border-top-width", "border-right-width",
            "border-bottom-width", "border-left-width", "border-top-style", "border-right-style", "border-bottom-style",
            "border-left-style",
        ].compactMap { PropertyTable.shared.id($0)?.index })
}

/// Declarations as they stand in a style sheet, four edges in one where all four are said.
enum DeclarationText {
    static func joined(_ pairs: [(name: String, value: String)]) -> String {
        var rest = pairs
        for (shorthand, longhands) in shorthands {
            let places = longhands.compactMap { name in rest.firstIndex { $0.name == name } }
            guard places.count == longhands.count else { continue }
            let values = places.map { rest[$0].value }
            guard let value = merged(shorthand, values) else { continue }
            let first = places.min() ?? 0
            rest[first] = (shorthand, value)
            for place in places.sorted().reversed() where place != first { rest.remove(at: place) }
        }
        return rest.map { $0.name + ": " + $0.value }.joined(separator: "; ")
    }

    private static func edges(_ prefix: String, _ suffix: String = "") -> [String] {
        ["top", "right", "bottom", "left"].map { "\(prefix)-\($0)\(suffix)" }
    }

    private static let shorthands: [(String, [String])] = [
        ("margin", edges("margin")), ("padding", edges("padding")),
        ("border-width", edges("border", "-width")), ("border-style", edges("border", "-style")),
        ("border-color", edges("border", "-color")), ("border", ["border-width", "border-style", "border-color"]),
        ("overflow", ["overflow-x", "overflow-y"]),
        (
            "text-decoration",
            ["text-decoration-line", "text-decoration-style", "text-decoration-color", "text-decoration-thickness"]
        ),
    ]

    private static func merged(_ shorthand: String, _ values: [String]) -> String? {
        switch shorthand {
        case "text-decoration": return values.joined(separator: " ")
        case "overflow": return values[0] == values[1] ? values[0] : nil
        case "border": return values.contains { $0.contains(" ") } ? nil : values.joined(separator: " ")
        default: break
        }
        // Top, right, bottom, left, as few as say it (CSS 2 §8.3).
        if values[1] != values[3] { return values.joined(separator: " ") }
        if values[0] != values[2] { return values[0..<3].joined(separator: " ") }
        return values[0] == values[1] ? values[0] : values[0] + " " + values[1]
    }
}
