import GalleyLayout
import GalleyText

/// What a page has beside the document's content (CSS Paged Media 3).
extension DisplayListBuilder {
    /// Adds the page's own background, which covers the sheet, and its border.
    mutating func addPage(_ page: Page) {
        guard let box = page.box else { return }
        list.append(.beginTag(.artifact))
        defer { list.append(.end) }
        if let color = box.background, !color.isTransparent {
            list.append(
                .fill(
                    Rect(x: 0, y: 0, width: page.paper.width, height: page.paper.height), radius: Corners(0), color))
        }
        addBorder(box.border, around: box.frame, radius: Corners(0))
    }

    /// Adds headers and footers. They are no part of the document's structure.
    mutating func addMarginBoxes(of page: Page) {
        guard !page.marginBoxes.isEmpty else { return }
        list.append(.beginTag(.artifact))
        defer { list.append(.end) }
        for box in page.marginBoxes {
            let style = box.style
            if style.isVisible {
                let radius = resolved(
                    style.borderRadius, style.verticalRadius, in: box.frame,
                    fontSize: box.text.style(at: 0)?.shaping.fontSize ?? 16)
                add(
                    PlainBox(
                        rect: box.frame, radius: radius, background: style.background, edges: style.border,
                        shadows: style.shadows, opacity: style.opacity))
            }
            for line in box.layout.lines { addLine(line, of: box.layout, at: box.origin, text: box.text) }
        }
    }
}
