import GalleyText

/// A property that sets several longhands at once; those that its value leaves out get their initial values
/// (CSS Cascade 5 §3).
struct Shorthand: Sendable {
    typealias Found = [(PropertyID, CSSValue)]

    /// All longhands that it sets or resets.
    let longhands: [PropertyID]
    /// Reads the value into longhands; false when it is invalid.
    let parse: @Sendable (inout ValueReader, inout Found) -> Bool

    /// The shorthands by name; built once.
    static let named: [String: Shorthand] = {
        var table: [String: Shorthand] = [:]
        addEdges(&table)
        addBorders(&table)
        addBackground(&table)
        addFonts(&table)
        addText(&table)
        addLists(&table)
        return table
    }()

    static func ids(_ names: [String]) -> [PropertyID] { names.compactMap { PropertyTable.shared.id($0) } }

    static func value(_ id: PropertyID, _ reader: inout ValueReader) -> CSSValue? {
        let mark = reader.index
        if let value = PropertyTable.shared[id].parse(&reader) { return value }
        reader.index = mark
        return nil
    }

    // MARK: - Forms

    /// One to four values for four edges (or one to two for two): the missing ones mirror.
    private static func mirrored(_ names: [String]) -> Shorthand {
        let ids = Self.ids(names)
        return Shorthand(longhands: ids) { reader, found in
            var values: [CSSValue] = []
            while values.count < ids.count, !reader.atEnd {
                guard let value = value(ids[0], &reader) else { return false }
                values.append(value)
            }
            guard let first = values.first else { return false }
            if ids.count == 2 {
                found = [(ids[0], first), (ids[1], values.count > 1 ? values[1] : first)]
                return true
            }
            let right = values.count > 1 ? values[1] : first
            found = [
                (ids[0], first), (ids[1], right), (ids[2], values.count > 2 ? values[2] : first),
                (ids[3], values.count > 3 ? values[3] : right),
            ]
            return true
        }
    }

    /// Values in any order, each at most once; `resets` go to their initial values too.
    private static func anyOrder(_ names: [String], resets: [String] = []) -> Shorthand {
        let ids = Self.ids(names)
        let resetIDs = Self.ids(resets)
        return Shorthand(longhands: ids + resetIDs) { reader, found in
            var values: [CSSValue?] = Array(repeating: nil, count: ids.count)
            while !reader.atEnd {
                var matched = false
                for (place, id) in ids.enumerated() where values[place] == nil {
                    if let value = value(id, &reader) {
                        values[place] = value
                        matched = true
                        break
                    }
                }
                if !matched { return false }
            }
            for (place, id) in ids.enumerated() { found.append((id, values[place] ?? .wide(.initial))) }
            for id in resetIDs { found.append((id, .wide(.initial))) }
            return true
        }
    }

    // MARK: - Groups

    private static func addEdges(_ table: inout [String: Shorthand]) {
        for name in ["margin", "padding"] {
            table[name] = mirrored(["top", "right", "bottom", "left"].map { "\(name)-\($0)" })
            table["\(name)-block"] = mirrored(["\(name)-top", "\(name)-bottom"])
            table["\(name)-inline"] = mirrored(["\(name)-inline-start", "\(name)-inline-end"])
        }
        table["inset"] = mirrored(["top", "right", "bottom", "left"])
        table["inset-block"] = mirrored(["top", "bottom"])
        table["inset-inline"] = mirrored(["inset-inline-start", "inset-inline-end"])
        table["overflow"] = mirrored(["overflow-x", "overflow-y"])
        table["columns"] = columns
        table["column-rule"] = anyOrder(["column-rule-width", "column-rule-style", "column-rule-color"])
        table["-webkit-column-rule"] = table["column-rule"]
        table["-moz-column-rule"] = table["column-rule"]
        table["outline"] = anyOrder(["outline-width", "outline-style", "outline-color"])
        table["-webkit-columns"] = columns
        table["-moz-columns"] = columns
        table["gap"] = gap
        table["grid-gap"] = gap
        let everything = PropertyTable.shared.definitions.indices.map { PropertyID(rawValue: UInt16($0)) }.filter {
            !["direction", "unicode-bidi"].contains(PropertyTable.shared[$0].name)
        }
        // Only the CSS-wide keywords are values of `all`.
        table["all"] = Shorthand(longhands: everything) { _, _ in false }
    }

    /// `auto` fits both longhands, so the count of values decides.
    private static let columns: Shorthand = {
        let ids = Self.ids(["column-width", "column-count"])
        return Shorthand(longhands: ids) { reader, found in
            var width: CSSValue?
            var count: CSSValue?
            var total = 0
            while !reader.atEnd, total < 2 {
                total += 1
                if reader.accept("auto") { continue }
                if count == nil, let value = value(ids[1], &reader) {
                    count = value
                } else if width == nil, let value = value(ids[0], &reader) {
                    width = value
                } else {
                    return false
                }
            }
            found = [(ids[0], width ?? .wide(.initial)), (ids[1], count ?? .wide(.initial))]
            return total > 0
        }
    }()

    /// `row-gap [column-gap]`; rows have no gaps in text.
    private static let gap: Shorthand = {
        let ids = Self.ids(["column-gap"])
        return Shorthand(longhands: ids) { reader, found in
            guard let first = value(ids[0], &reader) else { return false }
            found = [(ids[0], reader.atEnd ? first : value(ids[0], &reader) ?? first)]
            return true
        }
    }()

    private static func addBorders(_ table: inout [String: Shorthand]) {
        let sides = ["top", "right", "bottom", "left"]
        let parts = ["width", "style", "color"]
        for part in parts { table["border-\(part)"] = mirrored(sides.map { "border-\($0)-\(part)" }) }
        for side in sides + ["inline-start", "inline-end"] {
            table["border-\(side)"] = anyOrder(parts.map { "border-\(side)-\($0)" })
        }
        table["border-block-start"] = table["border-top"]
        table["border-block-end"] = table["border-bottom"]
        for part in parts {
            table["border-block-\(part)"] = mirrored(["border-top-\(part)", "border-bottom-\(part)"])
            table["border-inline-\(part)"] = mirrored(["border-inline-start-\(part)", "border-inline-end-\(part)"])
        }
        func border(_ sides: [String], resets: [String] = []) -> Shorthand {
            let single = anyOrder(parts.map { "border-\(sides[0])-\($0)" })
            let ids = parts.map { part in Self.ids(sides.map { "border-\($0)-\(part)" }) }
            let resetIDs = Self.ids(resets)
            return Shorthand(longhands: ids.flatMap { $0 } + resetIDs) { reader, found in
                var first: Found = []
                guard !reader.atEnd, single.parse(&reader, &first) else { return false }
                for (place, entry) in first.enumerated() {
                    for id in ids[place] { found.append((id, entry.1)) }
                }
                for id in resetIDs { found.append((id, .wide(.initial))) }
                return true
            }
        }
        table["border"] = border(sides, resets: borderImageLonghands)
        table["border-image"] = borderImage
        table["border-block"] = border(["top", "bottom"])
        table["border-inline"] = border(["inline-start", "inline-end"])
        let corners = ids(["top-left", "top-right", "bottom-right", "bottom-left"].map { "border-\($0)-radius" })
        let radius = Shorthand(longhands: corners) { reader, found in
            func radii() -> [CSSValue]? {
                var values: [CSSValue] = []
                while values.count < 4, let value = reader.length([.percent, .nonNegative]) { values.append(value) }
                return values.isEmpty ? nil : values
            }
            func corner(_ values: [CSSValue], _ place: Int) -> CSSValue {
                let second = values.count > 1 ? values[1] : values[0]
                return switch place {
                case 0: values[0]
                case 1: second
                case 2: values.count > 2 ? values[2] : values[0]
                default: values.count > 3 ? values[3] : second
                }
            }
            guard let horizontal = radii() else { return false }
            var vertical = horizontal
            if reader.accept(delimiter: "/") {
                guard let values = radii() else { return false }
                vertical = values
            }
            for (place, id) in corners.enumerated() {
                let (first, second) = (corner(horizontal, place), corner(vertical, place))
                found.append((id, first == second ? first : .list([first, second])))
            }
            return true
        }
        table["border-radius"] = radius
        table["-webkit-border-radius"] = radius
        table["-moz-border-radius"] = radius
    }

    /// `background`: layers, and the colour of the last one (CSS Backgrounds 3 §3.10).
    private static func addBackground(_ table: inout [String: Shorthand]) {
        let words = CSSValue.keyword
        /// What a layer has where it does not say it; the colour is none of the layers'.
        let properties: [(name: String, initial: CSSValue)] = [
            ("background-color", words("transparent")), ("background-image", words("none")),
            ("background-repeat", .list([words("repeat"), words("repeat")])),
            ("background-position-x", .length(.zero)), ("background-position-y", .length(.zero)),
            ("background-size", .list([words("auto"), words("auto")])), ("background-attachment", words("scroll")),
            ("background-origin", words("padding-box")), ("background-clip", words("border-box")),
        ]
        let ids = Self.ids(properties.map(\.name))
        let initial = properties.map(\.initial)
        table["background"] = Shorthand(longhands: ids) { reader, found in
            var layers: [[CSSValue?]] = []
            var color: CSSValue?
            repeat {
                // A colour belongs to the last layer only.
                guard color == nil else { return false }
                var values: [CSSValue?] = Array(repeating: nil, count: ids.count)
                guard layer(ids, &reader, &values) else { return false }
                color = values[0]
                if layers.count < CSSLimits.maximumBackgroundLayers { layers.append(values) }
            } while reader.acceptComma()
            found.append((ids[0], color ?? .wide(.initial)))
            for place in ids.indices.dropFirst() {
                let isSaid = layers.contains { $0[place] != nil }
                found.append(
                    (ids[place], isSaid ? .list(layers.map { $0[place] ?? initial[place] }) : .wide(.initial)))
            }
            return true
        }
        let position = Self.ids(["background-position-x", "background-position-y"])
        table["background-position"] = Shorthand(longhands: position) { reader, found in
            var layers: [(x: CSSValue, y: CSSValue)] = []
            repeat {
                guard let layer = reader.backgroundPosition() else { return false }
                if layers.count < CSSLimits.maximumBackgroundLayers { layers.append(layer) }
            } while reader.acceptComma()
            found = [(position[0], .list(layers.map(\.x))), (position[1], .list(layers.map(\.y)))]
            return true
        }
    }

    /// One layer of `background`, its parts in any order.
    private static func layer(
        _ ids: [PropertyID], _ reader: inout ValueReader, _ values: inout [CSSValue?]
    ) -> Bool {
        let boxes: Set<String> = ["border-box", "padding-box", "content-box", "text", "border-area"]
        var count = 0
        while !reader.atEnd, reader.token.kind != .comma {
            count += 1
            if values[1] == nil, let image = reader.image() {
                values[1] = image
            } else if values[0] == nil, let color = reader.color() {
                values[0] = .color(color)
            } else if values[2] == nil, let repetition = reader.backgroundRepetition() {
                values[2] = repetition
            } else if values[6] == nil, let word = reader.keyword(of: ["scroll", "fixed", "local"]) {
                values[6] = .keyword(word)
            } else if let word = reader.peekKeyword(), boxes.contains(word) {
                guard values[8] == nil else { return false }
                reader.advance()
                // One box is both; of two the second is the clip.
                if values[7] == nil {
                    values[7] = .keyword(word)
                    if let second = reader.keyword(of: boxes) { values[8] = .keyword(second) }
                } else {
                    values[8] = .keyword(word)
                }
            } else if values[3] == nil, let position = reader.backgroundPosition() {
                (values[3], values[4]) = (position.x, position.y)
                if reader.accept(delimiter: "/") {
                    guard let extent = reader.backgroundExtent() else { return false }
                    values[5] = extent
                }
            } else {
                return false
            }
        }
        if values[8] == nil { values[8] = values[7] }
        return count > 0
    }

    private static func addLists(_ table: inout [String: Shorthand]) {
        let ids = Self.ids(["list-style-type", "list-style-position", "list-style-image"])
        table["list-style"] = Shorthand(longhands: ids) { reader, found in
            var type: CSSValue?
            var position: CSSValue?
            var image: CSSValue?
            var nones = 0
            while !reader.atEnd {
                if reader.accept("none") {
                    nones += 1
                } else if position == nil, let value = value(ids[1], &reader) {
                    position = value
                } else if image == nil, let value = reader.image() {
                    image = value
                } else if type == nil, let value = value(ids[0], &reader) {
                    type = value
                } else {
                    return false
                }
            }
            // `none` stands for whichever of both the value does not give (CSS Lists 3 §3.5).
            if nones > 2 || nones == 2 && (type != nil || image != nil) || nones == 1 && type != nil && image != nil {
                return false
            }
            if nones > 0, type == nil { type = .keyword("none") }
            found = [
                (ids[0], type ?? .wide(.initial)), (ids[1], position ?? .wide(.initial)),
                (ids[2], image ?? .wide(.initial)),
            ]
            return true
        }
    }
}
