import GalleyText

// What has its place on a page and not in the flow: fixed boxes, footnotes.
extension FragmentEmitter {
    /// Shows what stands of footnotes on a page.
    func addFootnotes(_ surface: Int, _ state: inout Emission, _ content: inout LayoutContent) {
        guard let place = windows[document][surface].contentRect else { return }
        for (part, y) in footnotes[surface] {
            let note = layout.geometry.footnotes[part.note]
            let root = BlockID(note.blocks.lowerBound)
            let top = layout.geometry.top(of: note) + part.top
            let dx = place.x + shift(of: part)
            let window = Window(top: top, bottom: top + part.height, dx: dx, dy: y - top)
            putApart(root, &state, content)
            addWhole(root, note.paragraphs, window, lines: part.lines, isRepeated: false, &state, &content)
            content.tableBorders += strokesApart.compactMap { stroke in
                note.blocks.contains(stroke.table.index) ? cut(stroke, window) : nil
            }
        }
    }

    /// How far a footnote is moved that stands beside others, from where it would stand alone.
    func shift(of part: FootnotePart) -> Double {
        guard let x = part.x else { return 0 }
        let root = BlockID(layout.geometry.footnotes[part.note].blocks.lowerBound)
        return layout.text.style(of: root).direction == .rightToLeft ? -x : x
    }

    /// Shows the fixed boxes on a page, once more on each after the first.
    func addFixedBoxes(_ surface: Int, _ state: inout Emission, _ content: inout LayoutContent) {
        guard !fixedBoxes.isEmpty, let place = windows[document][surface].contentRect,
            surface == 0 || repeatsFixedBoxes
        else { return }
        let far = LayoutLimits.maximumWidth
        let window = Window(top: -far, bottom: far, dx: place.x, dy: place.y, contentRect: place)
        (fixedEmitters[place.size] ?? self).addFixedBoxes(in: window, surface, &state, &content)
    }

    private func addFixedBoxes(
        in window: Window, _ surface: Int, _ state: inout Emission, _ content: inout LayoutContent
    ) {
        for box in fixedBoxes where surface == 0 || box.isOnEachPage {
            putApart(BlockID(box.blocks.lowerBound), &state, content)
            addWhole(
                BlockID(box.blocks.lowerBound), box.paragraphs, window, isRepeated: surface > 0, &state, &content)
        }
        content.tableBorders += strokesApart.compactMap { stroke in
            guard let box = layout.geometry.fixedBox(of: stroke.table.index) else { return nil }
            return surface == 0 || box.isOnEachPage ? cut(stroke, window) : nil
        }
    }

    /// What has its place on the page stands after everything else, in the box around all.
    private func putApart(_ block: BlockID, _ state: inout Emission, _ content: LayoutContent) {
        guard let parent = layout.text.blocks[block.index].parent, content.blocks.first?.block == .root else { return }
        state.fragments[parent] = 0
    }

    /// Adds a block with all that is in it, or with some of its lines and what is seen around them. What has a place of its own
    /// in it stands elsewhere.
    func addWhole(
        _ block: BlockID, _ paragraphs: Range<Int>, _ window: Window, lines: [Int: Range<Int>]? = nil, isRepeated: Bool,
        _ state: inout Emission, _ content: inout LayoutContent
    ) {
        let own = set(of: block)
        let place = layout.geometry.placeApart(of: block.index)
        var next = paragraphs.lowerBound
        func addParagraphs(before end: Int) {
            while next < end {
                defer { next += 1 }
                let holder = layout.text.paragraphs[next].block.index
                guard (layout.columnSet(ofParagraph: next) ?? document) == own,
                    layout.geometry.placeApart(of: holder) == place
                else { continue }
                let all = 0..<(layout.geometry.paragraphs[next].layout?.lineCount ?? 0)
                guard let lines = lines == nil ? all : lines?[next] else { continue }
                let first = content.paragraphs.count
                let pictures = content.attachments.count
                add(Piece(paragraph: next, lines: lines), window, &state, &content)
                guard isRepeated else { continue }
                for index in first..<content.paragraphs.count { content.paragraphs[index].isRepeated = true }
                for index in pictures..<content.attachments.count { content.attachments[index].isRepeated = true }
            }
        }
        var index = block.index
        while index < layout.text.blocks.count,
            layout.text.blocks[index].paragraphs.upperBound <= paragraphs.upperBound
        {
            defer { index += 1 }
            guard set(of: BlockID(index)) == own, layout.geometry.placeApart(of: index) == place else { continue }
            addParagraphs(before: layout.text.blocks[index].paragraphs.lowerBound)
            let frame = layout.frame(of: BlockID(index))
            if lines != nil, frame.maxY <= window.top || frame.minY >= window.bottom { continue }
            state.fragments[BlockID(index)] = content.blocks.count
            state.parents.append(layout.text.blocks[index].parent.flatMap { state.fragments[$0] } ?? -1)
            content.blocks.append(cut(layout.blockFragment(BlockID(index)), window))
        }
        addParagraphs(before: paragraphs.upperBound)
    }
}
