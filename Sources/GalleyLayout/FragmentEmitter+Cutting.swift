import GalleyText

// Boxes and strokes where a slice ends.
extension FragmentEmitter {
    func cut(_ fragment: BlockFragment, _ window: Window) -> BlockFragment {
        var fragment = fragment
        let frame = fragment.frame
        let legend = fragment.legend
        guard window.isCut else { return fragment }
        for index in fragment.underlays.indices {
            fragment.underlays[index].area = fragment.underlays[index].area.offsetBy(dx: window.dx, dy: window.dy)
        }
        if wholeFlows[layout.text.blocks[fragment.block.index].flow] != nil {
            fragment.frame = frame.offsetBy(dx: window.dx, dy: window.dy)
            return fragment
        }
        fragment.hasTopEdge = frame.minY >= window.top - FlowBreaker.tolerance
        let overhang = overhangs[fragment.block] ?? 0
        fragment.hasBottomEdge = frame.maxY - overhang <= window.bottom + FlowBreaker.tolerance
        let top = min(max(frame.minY, window.top), window.bottom)
        // A footer that is shown again stands where the rows above it end: what is in its table ends there, too.
        let isAboveFooter = window.footer != nil && window.table.map { !holds(fragment.block, $0) } ?? false
        let end = isAboveFooter ? window.bottom : max(window.bottom, window.end ?? window.bottom)
        let bottom = max(top, fragment.hasBottomEdge ? min(frame.maxY, window.bottom + overhang) : end)
        if !fragment.hasTopEdge {
            fragment.border.top = 0
            fragment.padding.top = 0
            fragment.legend = nil
        }
        if !fragment.hasBottomEdge {
            fragment.border.bottom = 0
            fragment.padding.bottom = 0
        }
        fragment.frame = Rect(
            x: frame.x + window.dx, y: top + window.dy, width: frame.width, height: bottom - top)
        if let width = window.contentRect?.width, !layout.geometry.stretches.isEmpty {
            // No narrower than its edges: its content's width is 0 then (CSS 2 §10.3.3).
            let edges = fragment.border.left + fragment.border.right + fragment.padding.left + fragment.padding.right
            let change = layout.geometry.stretches[fragment.block.index].change(on: width)
            if change != 0 { fragment.frame.width = max(edges, fragment.frame.width + change) }
        }
        // The table and what is around it hold the groups that are repeated.
        if let table = window.table, holds(fragment.block, table) {
            if let header = window.header, !fragment.hasTopEdge {
                fragment.frame.y -= header.height
                fragment.frame.height += header.height
            }
            if let footer = window.footer, !fragment.hasBottomEdge { fragment.frame.height += footer.height }
        }
        if !window.edgesAbove.isEmpty || !window.edgesBelow.isEmpty { addClonedEdges(&fragment, window) }
        if !(fragment.hasTopEdge && fragment.hasBottomEdge), !layout.text.style(of: fragment.block).clonesDecoration {
            let box = layout.geometry.boxes[fragment.block.index]
            var whole = fragment
            whole.frame.y = frame.y + window.dy
            whole.frame.height = frame.height
            let style = layout.text.style(of: fragment.block)
            if !style.backgroundLayers.isEmpty || style.borderImage != nil, frame.height > 0 {
                let stretch = stretch(of: layout.blockFragment(fragment.block), before: window)
                whole.frame.y -= stretch.before
                whole.frame.height += stretch.all
            }
            (whole.border, whole.padding) = (box.border, box.padding)
            whole.legend = legend
            fragment.whole = BlockFragment.Whole(
                frame: whole.paintedFrame, border: whole.paintedBorder, padding: box.padding)
        }
        return fragment
    }

    /// How much lower the parts of a box end than its content, above a window and in all of them.
    func stretch(of fragment: BlockFragment, before window: Window) -> (before: Double, all: Double) {
        let set = set(of: fragment.block)
        let range = slices(of: set, from: fragment.frame.minY, to: fragment.frame.maxY)
        guard let first = range.first, let last = range.last else { return (0, 0) }
        let start = windows[set][first].stretchBefore
        return (window.stretchBefore - start, windows[set][last].stretchBefore - start)
    }

    /// A box that is cut reaches over the edges that it and those in it have here once more.
    private func addClonedEdges(_ fragment: inout BlockFragment, _ window: Window) {
        let box = layout.geometry.boxes[fragment.block.index]
        if !fragment.hasTopEdge {
            for edges in window.edgesAbove where holds(fragment.block, edges.block) {
                fragment.frame.y -= edges.top
                fragment.frame.height += edges.top
                guard edges.block == fragment.block else { continue }
                fragment.hasTopEdge = true
                fragment.border.top = layout.text.paintedTopBorder(of: fragment.block, box)
                fragment.padding.top = box.padding.top
            }
        }
        if !fragment.hasBottomEdge {
            for edges in window.edgesBelow where holds(fragment.block, edges.block) {
                fragment.frame.height += edges.bottom
                guard edges.block == fragment.block else { continue }
                fragment.hasBottomEdge = true
                (fragment.border.bottom, fragment.padding.bottom) = (box.border.bottom, box.padding.bottom)
            }
        }
    }

    /// Whether a block is a table or stands around it.
    private func holds(_ block: BlockID, _ table: BlockID) -> Bool {
        let outer = layout.text.blocks[block.index].paragraphs
        let inner = layout.text.blocks[table.index].paragraphs
        return block <= table && outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
    }

    /// The rows of a table from top to bottom.
    func rows(of table: BlockID) -> [Rect] {
        let children = layout.shaped.tree.children(of: table).compactMap(\.block)
        let rows = children.flatMap { child -> [BlockID] in
            guard case .rowGroup = layout.text.blocks[child.index].kind else { return [child] }
            return layout.shaped.tree.children(of: child).compactMap(\.block)
        }
        return rows.filter { if case .row = layout.text.blocks[$0.index].kind { true } else { false } }
            .map { layout.frame(of: $0) }.sorted { $0.minY < $1.minY }
    }

    /// The part of a stroke that a window shows. Borders of a row that is cut reach down to the end of the page or column with
    /// its cells.
    ///
    /// - Parameter rows: of its table; where left out none of them is cut.
    func cut(_ stroke: TableBorderFragment, _ window: Window, _ rows: [Rect] = []) -> TableBorderFragment? {
        var stroke = stroke
        guard stroke.frame.maxY >= window.top, stroke.frame.minY <= window.bottom, window.bottom > window.top else {
            return nil
        }
        if !stroke.isHorizontal {
            let top = max(stroke.frame.minY, window.top)
            var bottom = min(stroke.frame.maxY, window.bottom)
            let width = max(stroke.frame.width, FlowBreaker.tolerance)
            let row = rows.partitionIndex { $0.maxY > window.bottom + width }
            let isRowCut = row < rows.count && rows[row].minY < window.bottom - width
            if isRowCut, stroke.frame.maxY > window.bottom + FlowBreaker.tolerance, window.footer == nil,
                let end = window.end
            {
                bottom = max(bottom, end)
            }
            guard bottom > top else { return nil }
            stroke.frame.y = top
            stroke.frame.height = bottom - top
        }
        stroke.frame = stroke.frame.offsetBy(dx: window.dx, dy: window.dy)
        return stroke
    }
}

extension FlowStrip.Table.Group {
    /// The group in coordinates that begin elsewhere.
    func moved(_ distance: Double) -> FlowStrip.Table.Group {
        FlowStrip.Table.Group(block: block, top: top + distance, bottom: bottom + distance)
    }
}
