import GalleyText

// CSS 2 §8 to §11, CSS Sizing 3, CSS Backgrounds 3, CSS Logical Properties 1.

extension PropertyTable {
    /// A property of the inline axis: the left or the right one, by the element's direction.
    ///
    /// Logical and physical names share the cascade: the later declaration wins, because both set the same field.
    mutating func logical(_ name: String, leftToRight: String, rightToLeft: String) {
        guard let left = id(leftToRight), let right = id(rightToLeft) else { return }
        let first = self[left]
        let second = self[right]
        add(
            name, inherited: first.isInherited, parse: first.parse,
            copy: { source, target in
                target.inherited.isRightToLeft ? second.copy(source, &target) : first.copy(source, &target)
            },
            apply: { value, computation in
                computation.fields.inherited.isRightToLeft
                    ? second.apply(value, &computation) : first.apply(value, &computation)
            })
    }

    /// The four names of an edge property `prefix-EDGE-suffix` in logical terms.
    private mutating func logicalEdges(_ prefix: String, _ suffix: String = "", legacy: Bool = false) {
        alias("\(prefix)-block-start\(suffix)", "\(prefix)-top\(suffix)")
        alias("\(prefix)-block-end\(suffix)", "\(prefix)-bottom\(suffix)")
        logical(
            "\(prefix)-inline-start\(suffix)", leftToRight: "\(prefix)-left\(suffix)",
            rightToLeft: "\(prefix)-right\(suffix)")
        logical(
            "\(prefix)-inline-end\(suffix)", leftToRight: "\(prefix)-right\(suffix)",
            rightToLeft: "\(prefix)-left\(suffix)")
        for vendor in ["-webkit-", "-moz-"] {
            alias("\(vendor)\(prefix)-before\(suffix)", "\(prefix)-top\(suffix)")
            alias("\(vendor)\(prefix)-after\(suffix)", "\(prefix)-bottom\(suffix)")
            alias("\(vendor)\(prefix)-start\(suffix)", "\(prefix)-inline-start\(suffix)")
            alias("\(vendor)\(prefix)-end\(suffix)", "\(prefix)-inline-end\(suffix)")
        }
    }

    mutating func addBoxProperties() {
        size("margin-top", \.box.margin.top, keywords: ["auto"], .percent)
        size("margin-right", \.box.margin.right, keywords: ["auto"], .percent)
        size("margin-bottom", \.box.margin.bottom, keywords: ["auto"], .percent)
        size("margin-left", \.box.margin.left, keywords: ["auto"], .percent)
        logicalEdges("margin")
        length("padding-top", inherited: false, \.box.padding.top, [.percent, .nonNegative])
        length("padding-right", inherited: false, \.box.padding.right, [.percent, .nonNegative])
        length("padding-bottom", inherited: false, \.box.padding.bottom, [.percent, .nonNegative])
        length("padding-left", inherited: false, \.box.padding.left, [.percent, .nonNegative])
        logicalEdges("padding")
        let keywords: Set<String> = ["auto", "min-content", "max-content", "fit-content", "stretch"]
        size("width", \.box.width, keywords: keywords, [.percent, .nonNegative])
        size("height", \.box.height, keywords: keywords, [.percent, .nonNegative])
        size("min-width", \.box.minimumWidth, keywords: keywords, [.percent, .nonNegative])
        size("min-height", \.box.minimumHeight, keywords: keywords, [.percent, .nonNegative])
        maximum("max-width", \.box.maximumWidth)
        maximum("max-height", \.box.maximumHeight)
        alias("inline-size", "width")
        alias("block-size", "height")
        alias("min-inline-size", "min-width")
        alias("min-block-size", "min-height")
        alias("max-inline-size", "max-width")
        alias("max-block-size", "max-height")
        keyword(
            "box-sizing", inherited: false, \.box.boxSizing,
            ["content-box": .contentBox, "border-box": .borderBox])
        alias("-webkit-box-sizing", "box-sizing")
        alias("-moz-box-sizing", "box-sizing")
        color("background-color", inherited: false, \.box.background)
        add(
            "background-image", inherited: false, \.box.backgroundImages,
            parse: { $0.layers { $0.image() } },
            convert: { value, computation in
                let images = value.members.map { computation.image($0) }
                return images == [nil] ? [] : images
            })
        add(
            "opacity", inherited: false, \.box.opacity,
            parse: { reader in
                if let percent = reader.percentage() { return .number(percent / 100) }
                return reader.number().map { .number($0) }
            },
            convert: { value, _ in
                if case .number(let opacity) = value { min(max(opacity, 0), 1) } else { nil }
            })
    }

    private mutating func maximum(_ name: String, _ field: Field<SizeValue?>) {
        add(
            name, inherited: false, field,
            parse: { reader in
                reader.size(
                    keywords: ["none", "min-content", "max-content", "fit-content", "stretch"],
                    [.percent, .nonNegative])
            },
            convert: { value, computation in
                value.keyword == "none" ? SizeValue??.some(.none) : computation.size(value).map { .some($0) }
            })
    }

    mutating func addBorderProperties() {
        borderWidth("border-top-width", \.box.borderWidth.top)
        borderWidth("border-right-width", \.box.borderWidth.right)
        borderWidth("border-bottom-width", \.box.borderWidth.bottom)
        borderWidth("border-left-width", \.box.borderWidth.left)
        logicalEdges("border", "-width")
        keyword("border-top-style", inherited: false, \.box.borderStroke.top, PropertyTable.borderStrokes)
        keyword("border-right-style", inherited: false, \.box.borderStroke.right, PropertyTable.borderStrokes)
        keyword("border-bottom-style", inherited: false, \.box.borderStroke.bottom, PropertyTable.borderStrokes)
        keyword("border-left-style", inherited: false, \.box.borderStroke.left, PropertyTable.borderStrokes)
        logicalEdges("border", "-style")
        color("border-top-color", inherited: false, \.box.borderColor.top)
        color("border-right-color", inherited: false, \.box.borderColor.right)
        color("border-bottom-color", inherited: false, \.box.borderColor.bottom)
        color("border-left-color", inherited: false, \.box.borderColor.left)
        logicalEdges("border", "-color")
        addOutline()
        radius("border-top-left-radius", \.box.borderRadius.topLeft, \.box.verticalRadius.topLeft)
        radius("border-top-right-radius", \.box.borderRadius.topRight, \.box.verticalRadius.topRight)
        radius("border-bottom-right-radius", \.box.borderRadius.bottomRight, \.box.verticalRadius.bottomRight)
        radius("border-bottom-left-radius", \.box.borderRadius.bottomLeft, \.box.verticalRadius.bottomLeft)
        for (start, end, left, right) in [
            ("start-start", "start-end", "top-left", "top-right"),
            ("end-start", "end-end", "bottom-left", "bottom-right"),
        ] {
            logical(
                "border-\(start)-radius", leftToRight: "border-\(left)-radius", rightToLeft: "border-\(right)-radius")
            logical(
                "border-\(end)-radius", leftToRight: "border-\(right)-radius", rightToLeft: "border-\(left)-radius")
        }
    }

    /// CSS UI 4 §2. What `auto` looks like is the user agent's choice: a solid line in the text's colour.
    private mutating func addOutline() {
        borderWidth("outline-width", \.box.outlineWidth)
        var strokes = PropertyTable.borderStrokes
        strokes["hidden"] = nil
        strokes["auto"] = .solid
        keyword("outline-style", inherited: false, \.box.outlineStroke, strokes)
        add(
            "outline-color", inherited: false, \.box.outlineColor,
            parse: { reader in
                reader.keyword(of: ["auto", "invert"]) != nil ? .color(.current) : reader.color().map { .color($0) }
            },
            convert: { value, _ in
                if case .color(let color) = value { color } else { nil }
            })
        add(
            "outline-offset", inherited: false, \.box.outlineOffset, parse: { $0.length() },
            convert: { value, computation in computation.pixels(value) })
    }

    /// One radius, or the horizontal and the vertical one (CSS Backgrounds 3 §4.1).
    private mutating func radius(_ name: String, _ horizontal: Field<Length>, _ vertical: Field<Length?>) {
        add(
            name, inherited: false,
            parse: { reader in
                guard let first = reader.length([.percent, .nonNegative]) else { return nil }
                if reader.atEnd { return first }
                guard let second = reader.length([.percent, .nonNegative]) else { return nil }
                return first == second ? first : .list([first, second])
            },
            copy: { source, target in
                target[keyPath: horizontal] = source[keyPath: horizontal]
                target[keyPath: vertical] = source[keyPath: vertical]
            },
            apply: { value, computation in
                let parts = value.members
                guard let first = parts.first.flatMap({ computation.length($0) }) else { return }
                computation.fields[keyPath: horizontal] = first
                computation.fields[keyPath: vertical] = parts.count > 1 ? computation.length(parts[1]) : nil
            })
        alias("-webkit-\(name)", name)
    }

    mutating func borderWidth(_ name: String, _ field: Field<Double>) {
        add(
            name, inherited: false, field, parse: { $0.borderWidth() },
            convert: { value, computation in
                switch value.keyword {
                case "thin": return 1
                case "medium": return 3
                case "thick": return 5
                default:
                    // Snapped to whole px, but never to nothing (CSS Backgrounds 3 §3.3).
                    guard let width = computation.pixels(value) else { return nil }
                    return width <= 0 ? 0 : width < 1 ? 1 : width.rounded(.down)
                }
            })
    }

    static let borderStrokes: [String: BorderEdge.Stroke] = [
        "none": .none, "hidden": .hidden, "dotted": .dotted, "dashed": .dashed, "solid": .solid, "double": .double,
        "groove": .groove, "ridge": .ridge, "inset": .inset, "outset": .outset,
    ]
}

extension ValueReader {
    mutating func borderWidth() -> CSSValue? {
        keyword(of: ["thin", "medium", "thick"]).map { .keyword($0) } ?? length(.nonNegative)
    }

    /// `none`, a URL, a gradient, or another image, which is valid and not drawn.
    mutating func image() -> CSSValue? {
        if accept("none") { return .keyword("none") }
        if let url = url() { return .url(url) }
        guard token.kind == .function else { return nil }
        if let gradient = gradient() { return .gradient(gradient) }
        let name = source.lowercased(token)
        guard name.hasSuffix("image-set") || name == "image" || name == "cross-fade" else { return nil }
        var inner = arguments()
        // The first image of an image-set will do.
        while !inner.atEnd {
            if let url = inner.url() ?? (name.hasSuffix("image-set") ? inner.string() : nil) { return .url(url) }
            if let gradient = inner.gradient() { return .gradient(gradient) }
            inner.index = inner.source.next(after: inner.index)
        }
        return .keyword("none")
    }
}
