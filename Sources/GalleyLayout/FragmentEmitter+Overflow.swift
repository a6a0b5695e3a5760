import GalleyText

extension PagedLayout {
    /// How many times larger pages would have to be for what stands over their content's edge: at least 1. O(what stands on
    /// them).
    ///
    /// Only what is seen counts, where the text ends: Blink counts boxes without anything in them, too. What stands over
    /// the edge by no more than a hundredth stays in the page's margin.
    var factorToFit: Double { emitter.factorToFit(sheets) }
}

extension FragmentEmitter {
    fileprivate func factorToFit(_ sheets: [PageSheet]) -> Double {
        let surfaces = surfacesOfSlices()
        var reach = InlineReach(isRightToLeft: layout.text.principalDirection == .rightToLeft)
        for set in windows.indices {
            for slice in windows[set].indices where sheets.indices.contains(surfaces[set][slice]) {
                reach.sheet = sheets[surfaces[set][slice]]
                let dx = windows[set][slice].dx
                for block in shown[set][slice].blocks {
                    let frame = layout.geometry.boxes[block.index].frame
                    guard reach.isOver(frame.offsetBy(dx: dx, dy: 0)) else { continue }
                    let fragment = layout.blockFragment(block)
                    guard layout.isDecorated(fragment) else { continue }
                    reach.note(seen(fragment, set, slice))
                }
                for piece in shown[set][slice].pieces {
                    noteLines(piece, dx: dx, &reach) { seen($0, in: $1, set, slice) }
                }
            }
        }
        for (surface, parts) in footnotes.enumerated() where sheets.indices.contains(surface) {
            reach.sheet = sheets[surface]
            for (part, _) in parts {
                let dx = sheets[surface].contentRect.x + shift(of: part)
                for index in layout.geometry.footnotes[part.note].paragraphs {
                    let count = layout.geometry.paragraphs[index].layout?.lineCount ?? 0
                    let lines = part.lines.map { $0[index] ?? 0..<0 } ?? 0..<count
                    noteLines(Piece(paragraph: index, lines: lines), dx: dx, &reach) { frame, _ in
                        frame.offsetBy(dx: dx, dy: 0)
                    }
                }
            }
        }
        return reach.factor
    }

    /// Notes how far lines reach.
    private func noteLines(
        _ piece: Piece, dx: Double, _ reach: inout InlineReach, seen: (Rect, BlockID) -> Rect?
    ) {
        let paragraph = layout.geometry.paragraphs[piece.paragraph]
        guard let lines = paragraph.layout, !piece.lines.isEmpty else { return }
        // Lines are aligned in their width, or stand over its end.
        let over = max(0, lines.size.width - paragraph.width)
        let room = Rect(
            x: paragraph.origin.x - over, y: paragraph.origin.y, width: paragraph.width + 2 * over, height: 0)
        guard reach.isOver(room.offsetBy(dx: dx, dy: 0)) else { return }
        let holder = layout.text.paragraphs[piece.paragraph].block
        guard layout.text.style(of: holder).isVisible else { return }
        let origin = layout.geometry.origin(ofParagraph: piece.paragraph)
        switch lines {
        case .kept(let kept):
            for index in piece.lines {
                reach.note(seen(kept.lines[index].frame.offsetBy(dx: origin.x, dy: origin.y), holder))
            }
        case .released:
            // Those that were given up are as wide as the widest, and begin where they are read from.
            let style = layout.text.style(layout.text.paragraphs[piece.paragraph].style)
            let fromRight = style.baseDirection == .rightToLeft
            let x = fromRight ? paragraph.width - lines.size.width : 0
            reach.note(
                seen(
                    Rect(x: origin.x + x, y: origin.y, width: lines.size.width, height: lines.size.height), holder))
        }
    }

    /// What is seen of a box, in px from the sheet's left; `nil` for nothing.
    private func seen(_ fragment: BlockFragment, _ set: Int, _ slice: Int) -> Rect? {
        let frame = transformed(fragment.frame, by: fragment)
        guard layout.text.style(of: fragment.block).isVisible else { return nil }
        guard let parent = layout.text.blocks[fragment.block.index].parent else {
            return frame.offsetBy(dx: windows[set][slice].dx, dy: 0)
        }
        return seen(frame, in: parent, around: layout.text.style(of: fragment.block).position, set, slice)
    }

    private func transformed(_ frame: Rect, by box: BlockFragment) -> Rect {
        guard let transform = layout.text.style(of: box.block).transform else { return frame }
        return transform.matrix(of: box.frame, lengths: layout.shaped.lengthContext(of: box.block)).boundingBox(
            of: frame)
    }

    /// What is seen of something in a block: as much as the boxes around it do not clip (CSS 2 §11.1.1), where their
    /// transforms put it.
    private func seen(
        _ frame: Rect, in block: BlockID, around position: BlockStyle.Position = .static, _ set: Int, _ slice: Int
    ) -> Rect? {
        var (frame, position, set, slice) = (frame, position, set, slice)
        var next: BlockID? = block
        while let id = next {
            let outer = self.set(of: id)
            if outer != set {
                // Out of the columns, to what is around them.
                let row = sets[set].slices[slice].row
                let place = rowSlices[set].indices.contains(row) ? rowSlices[set][row] : 0
                guard windows[outer].indices.contains(place) else { return nil }
                frame.x += windows[set][slice].dx - windows[outer][place].dx
                (set, slice) = (outer, place)
            }
            let style = layout.text.style(of: id)
            let isIn = style.contains(position) || !position.isOutOfFlow
            if isIn {
                position = style.position
                let box = layout.blockFragment(id)
                if box.clipsContent {
                    let clip = box.frame.inset(by: box.border)
                    let (start, end) = (max(frame.minX, clip.minX), min(frame.maxX, clip.maxX))
                    guard start < end else { return nil }
                    (frame.x, frame.width) = (start, end - start)
                }
                frame = transformed(frame, by: box)
            }
            next = layout.text.blocks[id.index].parent
        }
        return frame.offsetBy(dx: windows[set][slice].dx, dy: 0)
    }
}

/// How far what is seen reaches over the end of its page's content.
private struct InlineReach {
    let isRightToLeft: Bool
    /// That of what is noted.
    var sheet: PageSheet?
    private(set) var factor = 1.0

    init(isRightToLeft: Bool) { self.isRightToLeft = isRightToLeft }

    /// How many times as wide the page's content would have to be.
    private func factor(for frame: Rect) -> Double {
        guard let sheet, frame.width > 0 else { return 1 }
        let content = sheet.contentRect
        let over = isRightToLeft ? content.minX - frame.minX : frame.maxX - content.maxX
        let margin = isRightToLeft ? content.minX : sheet.paper.width - content.maxX
        return over > min(content.width / 100, margin) + 0.5 ? 1 + over / content.width : 1
    }

    func isOver(_ frame: Rect) -> Bool { factor(for: frame) > factor }

    mutating func note(_ frame: Rect?) { factor = max(factor, frame.map(factor) ?? 1) }
}
