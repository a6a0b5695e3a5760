import GalleyText

extension DisplayList {
    /// Where each group draws, by the index of the command that begins it, in the coordinates that hold outside of the group.
    /// Empty without groups; linear in the commands.
    var groupBounds: [Int: Rect] {
        guard commands.contains(where: { if case .beginGroup = $0 { true } else { false } }) else { return [:] }
        /// What is open: the command that began it, and what has been drawn in it so far.
        var open: [(index: Int, bounds: Rect?)] = []
        var result: [Int: Rect] = [:]
        for (index, command) in commands.enumerated() {
            var drawn = bounds(of: command)
            switch command {
            case .beginClip, .beginPolygonClip, .beginGroup, .beginTransform, .beginTag:
                open.append((index, nil))
            case .end:
                guard let last = open.popLast() else { continue }
                drawn = last.bounds
                switch commands[last.index] {
                case .beginGroup: result[last.index] = drawn ?? .zero
                case .beginTransform(let matrix): drawn = drawn.map { matrix.boundingBox(of: $0) }
                case .beginClip, .beginPolygonClip:
                    let rect = commands[last.index].clipBounds ?? .zero
                    drawn = drawn.flatMap { $0.intersects(rect) ? $0.intersection(rect) : nil }
                default: break
                }
            default: break
            }
            guard let drawn, !open.isEmpty else { continue }
            open[open.count - 1].bounds = open[open.count - 1].bounds?.union(drawn) ?? drawn
        }
        return result
    }

    /// Whether no command draws anything on the page, as far as transforms leave things where they are.
    var drawsNothing: Bool {
        let page = Rect(x: 0, y: 0, width: size.width, height: size.height)
        return !commands.contains { bounds(of: $0)?.intersects(page) ?? false }
    }

    /// Where a command draws at most; `nil` where it draws nothing.
    private func bounds(of command: DisplayCommand) -> Rect? {
        switch command {
        case .fill(let rect, _, _), .image(_, let rect): rect
        case .border(let border): border.rect
        case .shadow(let shadow): shadow.extent
        case .background(let background): background.clip
        case .borderImage(let image): image.area
        case .line(let line):
            Rect(x: line.start.x, y: line.start.y, width: line.width, height: 0)
                .inset(by: EdgeInsets(-4 * line.thickness - 2 * line.blurRadius))
        case .text(let run): bounds(of: run)
        case .beginClip, .beginPolygonClip, .beginGroup, .beginTransform, .beginTag, .end, .destination, .outline: nil
        }
    }

    /// Around the origins of a run's glyphs, as far as ink may be from them in fonts of some sense.
    private func bounds(of run: TextRun) -> Rect? {
        guard let first = glyphs[run.glyphs].first else { return nil }
        var (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
        for glyph in glyphs[run.glyphs] {
            left = min(left, glyph.x)
            right = max(right, glyph.x)
            top = min(top, glyph.y)
            bottom = max(bottom, glyph.y)
        }
        // Ink is about as high and wide as advances are, or as a font's size.
        var widest = 4 * run.fontSize
        for cluster in clusters[run.clusters] { widest = max(widest, 2 * Double(cluster.right - cluster.left)) }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
            .inset(by: EdgeInsets(-widest - 2 * run.blurRadius))
    }
}
