import GalleyFonts
import GalleyText

extension DisplayList {
    /// The list as text, one command a line, indented by what is open: the format of the golden tests.
    ///
    /// Lengths are px rounded to 1/64; faces are named by `faceName`, as instance ids depend on the order of asking.
    /// With `glyphs` each text run lists `id@x` for its glyphs, `id@x,y` where one leaves the baseline of the first.
    public func dump(glyphs showsGlyphs: Bool = true, faceName: (FontInstanceID) -> String) -> String {
        var lines = ["page \(px(size.width)) x \(px(size.height))" + (background.map { " \($0.hexadecimal)" } ?? "")]
        var depth = 0
        for command in commands {
            if case .end = command {
                depth -= 1
                continue
            }
            let indent = String(repeating: "  ", count: depth)
            lines.append(indent + describe(command, showsGlyphs: showsGlyphs, faceName: faceName))
            switch command {
            case .beginClip, .beginPolygonClip, .beginGroup, .beginTransform, .beginTag: depth += 1
            case .fill, .border, .shadow, .text, .line, .image, .background, .borderImage, .end, .destination, .outline:
                break
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func describe(
        _ command: DisplayCommand, showsGlyphs: Bool, faceName: (FontInstanceID) -> String
    ) -> String {
        switch command {
        case .fill(let rect, let radius, let color): "fill \(px(rect))\(px(radius)) \(color.hexadecimal)"
        case .border(let border):
            "border \(px(border.rect))\(px(border.radius)) \(describe(border.edges))"
                + (border.gap.map { " gap \(px($0))" } ?? "")
        case .shadow(let shadow): describe(shadow)
        case .text(let run): describe(run, showsGlyphs: showsGlyphs, faceName: faceName)
        case .line(let line):
            describe(line)
        case .image(let id, let rect): "image \(id.index) \(px(rect))"
        case .background(let background):
            "background \(describe(background.image)) \(px(background.area)) in \(px(background.clip))\(px(background.radius))"
        case .borderImage(let image):
            "border image \(describe(image.image)) \(px(image.area))" + (image.clip.map { " in \(px($0))" } ?? "")
        case .beginClip(let rect, let radius): "clip \(px(rect))\(px(radius))"
        case .beginPolygonClip(let points, let isEvenOdd):
            "clip" + points.map { " \(px($0.x)),\(px($0.y))" }.joined() + (isEvenOdd ? " evenodd" : "")
        case .beginGroup(let opacity): "group \(px(opacity))"
        case .beginTransform(let matrix):
            "transform " + matrix.numbers.map { px($0) }.joined(separator: " ")
        case .beginTag(let tag, _, let attributes): describe(tag) + describe(attributes)
        case .end: "end"
        case .destination(let name, let point): "destination \(quoted(name)) \(px(point.x)),\(px(point.y))"
        case .outline(let level, let title, let point, let isOpen):
            "outline \(level) \(quoted(title)) \(px(point.x)),\(px(point.y))" + (isOpen ? "" : " closed")
        }
    }

    private func describe(_ run: TextRun, showsGlyphs: Bool, faceName: (FontInstanceID) -> String) -> String {
        let first = glyphs[run.glyphs.lowerBound]
        let shown = String(decoding: text[run.text], as: UTF8.self)
        var line =
            "\(run.isShadow ? "shadow" : run.isMark ? "marks" : "text") \(px(first.x)),\(px(first.y)) \(quoted(shown)) "
        line += "\(faceName(run.instance)) \(px(run.fontSize)) \(run.color.hexadecimal)"
        if run.blurRadius > 0 { line += " blur \(px(run.blurRadius))" }
        guard showsGlyphs else { return line }
        var index = run.glyphs.lowerBound
        var groups: [String] = []
        for cluster in clusters[run.clusters] {
            let end = min(run.glyphs.upperBound, index + Int(cluster.glyphCount))
            groups.append(glyphs[index..<end].map { describe($0, baseline: first.y) }.joined(separator: "+"))
            index = end
        }
        if run.clusters.isEmpty { groups = glyphs[run.glyphs].map { describe($0, baseline: first.y) } }
        return line + " [" + groups.joined(separator: " ") + "]"
    }

    private func describe(_ glyph: DisplayGlyph, baseline: Double) -> String {
        "\(glyph.id)@\(px(glyph.x))" + (glyph.y == baseline ? "" : ",\(px(glyph.y))")
    }

    private func describe(_ attributes: StructureAttributes) -> String {
        var text = attributes.language.map { " lang \($0)" } ?? ""
        if attributes.columnSpan > 1 { text += " columns \(attributes.columnSpan)" }
        if attributes.rowSpan > 1 { text += " rows \(attributes.rowSpan)" }
        return text
    }

    private func describe(_ image: BackgroundImage) -> String {
        switch image {
        case .url(let url): quoted(url)
        case .gradient(let gradient): gradient.described(length)
        }
    }

    /// A length of a gradient, whose fonts are known.
    private func length(_ length: Length) -> String {
        let parts = (length.px == 0 ? [] : [px(length.px)]) + (length.percent == 0 ? [] : [px(length.percent) + "%"])
        return parts.isEmpty ? "0" : parts.joined(separator: "+")
    }

    private func describe(_ shadow: ShadowShape) -> String {
        var text = "shadow \(px(shadow.rect))\(px(shadow.radius)) \(shadow.color.hexadecimal) "
        text += "\(shadow.isInset ? "in" : "around") \(px(shadow.box))\(px(shadow.boxRadius))"
        if shadow.blurRadius > 0 { text += " blur \(px(shadow.blurRadius))" }
        if let clip = shadow.clip { text += " cut \(px(clip))" }
        return text
    }

    private func describe(_ line: DecorationLine) -> String {
        var text = "\(line.isShadow ? "line shadow" : "line") \(px(line.start.x)),\(px(line.start.y)) "
        text += "\(px(line.width))x\(px(line.thickness)) \(line.stroke) \(line.color.hexadecimal)"
        if line.blurRadius > 0 { text += " blur \(px(line.blurRadius))" }
        if !line.gaps.isEmpty {
            text += " gaps" + line.gaps.map { " \(px($0.lowerBound))-\(px($0.upperBound))" }.joined()
        }
        return text
    }

    private func describe(_ edges: Edges<BorderEdge>) -> String {
        func edge(_ edge: BorderEdge) -> String {
            edge.isVisible ? "\(px(edge.width)) \(edge.stroke) \(edge.color.hexadecimal)" : "-"
        }
        let all = [edges.top, edges.right, edges.bottom, edges.left].map(edge)
        return Set(all).count == 1 ? all[0] : all.joined(separator: " | ")
    }

    private func describe(_ tag: StructureTag) -> String {
        switch tag {
        case .figure(let alternativeText): "tag Figure" + (alternativeText.map { " " + quoted($0) } ?? "")
        case .link(let target, let areas):
            switch target {
            case .url(let url): "tag Link \(quoted(url))" + areas.map { " " + px($0) }.joined()
            case .anchor(let name): "tag Link #\(quoted(name))" + areas.map { " " + px($0) }.joined()
            case .top: "tag Link top" + areas.map { " " + px($0) }.joined()
            }
        default: "tag " + tag.name
        }
    }
}

/// A string in double quotes, with everything escaped that would not be seen or would end the line.
private func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\" + String(scalar)
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        default:
            let isSeen = scalar.value >= 0x20 && !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2028}"
            result += isSeen ? String(scalar) : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
    return result + "\""
}

private func px(_ rect: Rect) -> String { "\(px(rect.x)),\(px(rect.y)) \(px(rect.width))x\(px(rect.height))" }

private func px(_ radius: Corners<CornerRadius>) -> String {
    let all = [radius.topLeft, radius.topRight, radius.bottomRight, radius.bottomLeft]
    guard all.contains(where: { $0.x > 0 && $0.y > 0 }) else { return "" }
    func corner(_ radius: CornerRadius) -> String {
        radius.x == radius.y ? px(radius.x) : "\(px(radius.x))/\(px(radius.y))"
    }
    return " r" + (Set(all).count == 1 ? corner(all[0]) : all.map(corner).joined(separator: ","))
}

extension Gradient {
    /// As in CSS, but for what CSS has no notation for.
    fileprivate func described(_ length: (Length) -> String) -> String {
        func point(_ position: BoxPosition) -> String { "\(length(position.x)) \(length(position.y))" }
        let kind: String
        switch shape {
        case .linear(.angle(let degrees)): kind = "linear \(px(degrees))deg"
        case .linear(.corner(let isRight, let isBottom)):
            kind = "linear to \(isRight ? "right" : "left") \(isBottom ? "bottom" : "top")"
        case .linear(.between(let start, let end)): kind = "linear \(point(start)) to \(point(end))"
        case .radial(.circle(let extent), let center): kind = "radial circle \(extent) at \(point(center))"
        case .radial(.ellipse(let extent), let center): kind = "radial ellipse \(extent) at \(point(center))"
        case .radial(.circleRadius(let radius), let center):
            kind = "radial circle \(length(radius)) at \(point(center))"
        case .radial(.ellipseRadii(let x, let y), let center):
            kind = "radial ellipse \(length(x)) \(length(y)) at \(point(center))"
        case .conic(let degrees, let center): kind = "conic \(px(degrees))deg at \(point(center))"
        }
        let stops = stops.map { stop in
            switch stop {
            case .hint(let place): length(place)
            case .color(let color, let place): color.hexadecimal + (place.map { " " + length($0) } ?? "")
            }
        }
        return "gradient(\(repeats ? "repeating " : "")\(kind), \(stops.joined(separator: ", ")))"
    }
}
