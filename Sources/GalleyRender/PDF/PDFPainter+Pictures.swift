import GalleyText

extension PDFPainter {
    /// Whether it is Cairo that draws a command: gradients, images of borders, shadows and what is blurred.
    func isPicture(_ command: DisplayCommand) -> Bool {
        switch command {
        case .shadow(let shadow): !shadow.color.isTransparent
        case .background(let background):
            if case .gradient = background.image { true } else { false }
        case .borderImage: true
        case .text(let run): (run.isShadow || run.isMark) && !run.color.isTransparent
        case .line(let line): line.isShadow && line.blurRadius > 0
        default: false
        }
    }

    /// Draws a form as it stands.
    mutating func show(_ form: PDFPictures.Form) {
        let name = PDFResources.Name(kind: .form, object: form.object)
        resources.insert(name)
        content.setOpacity(1)
        content.draw(name)
    }

    /// Draws a form into a rectangle.
    mutating func show(_ form: PDFPictures.Form, in rect: Rect, opacity: Double) {
        let name = PDFResources.Name(kind: .form, object: form.object)
        resources.insert(name)
        content.save()
        content.setOpacity(Float(opacity))
        content.concatenate(PDFPainter.matrix(from: form.size, to: rect))
        content.draw(name)
        content.restore()
    }

    private static func matrix(from size: Size, to rect: Rect) -> TransformMatrix {
        TransformMatrix(
            a: rect.width / size.width, b: 0, c: 0, d: rect.height / size.height, e: rect.x, f: rect.y)
    }

    /// Draws an attachment's picture into a rectangle; nothing where it has none.
    mutating func draw(_ id: AttachmentID, _ rect: Rect) {
        guard !rect.isEmpty, let image = images[id], let form = pictures.form(of: image, at: rect.size) else { return }
        show(form, in: rect, opacity: alpha)
    }

    /// Draws a picture as a background; nothing where there is none.
    mutating func draw(_ background: BoxBackground) {
        guard !background.clip.isEmpty, case .url(let url) = background.image, let image = images.backgrounds[url],
            let tiles = background.tiles(of: image.naturalDimensions),
            let form = pictures.form(of: image, at: tiles.first.size)
        else { return }
        content.save()
        content.addPath(background.clip, background.radius)
        content.clip(evenOdd: false)
        let opacity = alpha * background.opacity
        let area = tiles.area(in: background.clip)
        if tiles.areDense, tiles.first.union(area) != tiles.first {
            fill(area, with: form, tile: tiles.first, opacity)
        } else {
            for tile in tiles.seen(in: background.clip) { show(form, in: tile, opacity: opacity) }
        }
        content.restore()
    }

    /// Fills an area with a form again and again: a pattern (§8.7.3), whose matrix is to the page.
    private mutating func fill(_ area: Rect, with form: PDFPictures.Form, tile: Rect, _ opacity: Double) {
        let pattern = file.reserve()
        let name = PDFResources.Name(kind: .form, object: form.object)
        var own = PDFResources()
        own.insert(name)
        var tileContent = PDFContent()
        tileContent.draw(name)
        let all = matrix * PDFPainter.matrix(from: form.size, to: tile)
        var entries = PDFBuffer()
        entries.add("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ")
        entries.add([form.size.width, form.size.height])
        entries.add("]/XStep ")
        entries.add(form.size.width)
        entries.add("/YStep ")
        entries.add(form.size.height)
        entries.add("/Matrix[")
        entries.add(all.numbers, decimals: 6)
        entries.add("]/Resources")
        own.add(to: &entries, opacities: [])
        file.writeStream(compressing: tileContent.buffer.bytes, pattern, entries)

        let patternName = PDFResources.Name(kind: .pattern, object: pattern)
        resources.insert(patternName)
        content.setOpacity(Float(opacity))
        content.setPattern(patternName)
        content.addRectangle(area)
        content.fillWithPattern()
    }
}
