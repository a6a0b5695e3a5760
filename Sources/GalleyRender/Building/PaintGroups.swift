import GalleyLayout
import GalleyText

/// What is painted as a whole (CSS 2 Appendix E): floats, inline blocks, positioned boxes, stacking contexts. Each is a
/// block fragment with everything inside it.
///
/// Reading order is paint order wherever the picture is the same, because a PDF's structure is read in the order in
/// which its content is painted. So a group is painted where it stands in the document, unless something that belongs on
/// its other side overlaps it: then it is *displaced*, to where Appendix E has it.
struct PaintGroups {
    struct Group {
        /// The first fragment, and the first after the group's.
        var root: Int
        var end: Int
        /// Paragraphs of the text inside.
        var paragraphs: Range<Int>
        var layer: Layer
        /// 0 also where `auto` is meant.
        var z = 0
        /// Whether positioned boxes inside are ordered among themselves alone.
        var isStackingContext = false
        var isDisplaced = false
        /// Displaced groups that this one paints: below its blocks, below its lines, above its lines.
        var below: [Int] = []
        var floats: [Int] = []
        var above: [Overlay] = []
    }

    enum Layer { case root, float, inline, positioned }

    /// What is painted above a group's lines: a displaced group, or what `position: relative` has moved of the lines of a
    /// paragraph's fragment.
    enum Overlay: Hashable { case group(Int), movedBoxes(Int) }

    /// The whole content is the first; the others are in document order.
    private(set) var groups: [Group]
    /// By fragment: the group that it begins; 0 for none. Empty where there is nothing but the first group.
    private var starts: [Int32] = []
    /// The fragments of paragraphs whose moved boxes are painted above other lines than their own.
    private var moved: Set<Int> = []

    init(
        _ content: LayoutContent, _ places: [LayoutContent.ParagraphPlace], _ fragmentOfBlock: [BlockID: Int]
    ) {
        groups = [
            Group(
                root: -1, end: content.blocks.count, paragraphs: 0..<content.text.paragraphs.count, layer: .root,
                isStackingContext: true)
        ]
        for (index, fragment) in content.blocks.enumerated() {
            let block = content.text.blocks[fragment.block.index]
            let style = content.text.style(block.style)
            guard let layer = PaintGroups.layer(of: fragment.block, block, style, in: content.text) else { continue }
            if starts.isEmpty { starts = Array(repeating: 0, count: content.blocks.count) }
            starts[index] = Int32(groups.count)
            groups.append(
                Group(
                    root: index, end: index + 1 + fragment.subtreeCount, paragraphs: block.paragraphs, layer: layer,
                    z: style.position == .static ? 0 : style.zIndex ?? 0, isStackingContext: style.isStackingContext))
        }
        let moving = content.paragraphs.indices.filter { content.paragraphs[$0].layout.isDisplaced }
        if groups.count > 1 || !moving.isEmpty {
            displace(content, places, moving, Bounds(content, places, fragmentOfBlock))
        }
    }

    /// Whether what `position: relative` has moved in a paragraph's fragment is painted above other lines than its own.
    func paintsMovedBoxesLater(ofParagraph index: Int) -> Bool { moved.contains(index) }

    var isPlain: Bool { groups.count == 1 }

    /// The group that a fragment begins.
    func group(at fragment: Int) -> Int? {
        starts.isEmpty || starts[fragment] == 0 ? nil : Int(starts[fragment])
    }

    private static func layer(
        of id: BlockID, _ block: Block, _ style: BlockStyle, in text: AttributedText
    ) -> Layer? {
        if style.position != .static || style.hasEffects { return id == .root ? nil : .positioned }
        let flow = text.flows[block.flow.index]
        guard block.flow != .main, flow.rootBlock == id else { return nil }
        switch flow.kind {
        case .main: return nil
        case .float, .footnote: return .float
        case .inlineBlock, .inlineTable: return .inline
        case .positioned: return .positioned
        }
    }

    // MARK: What cannot be painted where it stands

    /// Finds the displaced groups and gives them to those that paint them, and moved inline boxes of some paragraphs'
    /// fragments.
    private mutating func displace(
        _ content: LayoutContent, _ places: [LayoutContent.ParagraphPlace], _ moving: [Int], _ bounds: Bounds
    ) {
        // Open groups, outermost first; the displaced boxes above the lines of each stacking context.
        var open = [0]
        var covers: [Int: Rect] = [:]
        var floats: [Int: [Int]] = [:]
        var moving = moving[...]
        /// Those that come before a fragment.
        func displaceMoved(before fragment: Int) {
            while let index = moving.first, places[index].position <= fragment {
                moving.removeFirst()
                displaceBoxes(ofParagraph: index, content, places[index], open, &covers, bounds)
            }
        }
        for index in groups.indices.dropFirst() {
            displaceMoved(before: groups[index].root)
            while let last = open.last, groups[last].end <= groups[index].root { open.removeLast() }
            let outer = open[open.count - 1]
            let context = open.last { groups[$0].isStackingContext } ?? 0
            open.append(index)
            let group = groups[index]
            let rect = bounds.fragments[group.root]
            switch group.layer {
            case .root, .inline: continue
            case .float:
                let earlier = floats[outer, default: []].suffix(Bounds.budget)
                floats[outer, default: []].append(index)
                guard
                    bounds.hasLines(
                        before: group.paragraphs.lowerBound, in: groups[outer].paragraphs, touching: rect,
                        but: earlier.map { groups[$0].paragraphs })
                else { continue }
                // Floats are painted in their order: with this one those that it lies on.
                for other in earlier
                where !groups[other].isDisplaced && bounds.fragments[groups[other].root].intersects(rect) {
                    groups[other].isDisplaced = true
                    groups[outer].floats.append(other)
                }
                groups[outer].floats.append(index)
            case .positioned:
                if group.z < 0 {
                    groups[context].below.append(index)
                } else {
                    let isCovered = covers[context].map { $0.intersects(rect) } ?? false
                    let isUnder =
                        isCovered || escapesClip(group, in: content)
                        || bounds.hasContent(
                            after: group, in: groups[context], touching: rect, groups: groups)
                    guard group.z > 0 || isUnder else { continue }
                    groups[context].above.append(.group(index))
                    covers[context] = covers[context]?.union(rect) ?? rect
                }
            }
            groups[index].isDisplaced = true
        }
        displaceMoved(before: .max)
        let (z, roots) = (groups.map(\.z), groups.map(\.root))
        /// Paragraphs stand between the fragments.
        func order(_ overlay: Overlay) -> (z: Int, place: Int, index: Int) {
            switch overlay {
            case .group(let index): (z[index], 2 * roots[index] + 1, index)
            case .movedBoxes(let index): (0, 2 * places[index].position, index)
            }
        }
        for index in groups.indices {
            groups[index].floats.sort()
            groups[index].below.sort { (z[$0], $0) < (z[$1], $1) }
            if groups[index].above.count > 1 { groups[index].above.sort { order($0) < order($1) } }
        }
    }

    /// Inline boxes that `position: relative` has moved are positioned boxes (CSS 2 Appendix E, step 8): where they lie on
    /// what comes after their paragraph, they are painted above it, with all that is moved in the paragraph.
    private mutating func displaceBoxes(
        ofParagraph index: Int, _ content: LayoutContent, _ place: LayoutContent.ParagraphPlace, _ open: [Int],
        _ covers: inout [Int: Rect], _ bounds: Bounds
    ) {
        let fragment = content.paragraphs[index]
        guard let rect = fragment.movedRect else { return }
        let context =
            open.last {
                let group = groups[$0]
                return group.isStackingContext
                    && (group.root < 0 || group.root <= place.fragment && place.fragment < group.end)
            } ?? 0
        let own = Group(
            root: place.position - 1, end: place.position, paragraphs: fragment.paragraph..<(fragment.paragraph + 1),
            layer: .positioned)
        let isCovered = covers[context].map { $0.intersects(rect) } ?? false
        guard isCovered || bounds.hasContent(after: own, in: groups[context], touching: rect, groups: groups) else {
            return
        }
        groups[context].above.append(.movedBoxes(index))
        covers[context] = covers[context]?.union(rect) ?? rect
        moved.insert(index)
    }

    /// Whether a box around it clips, that its containing block is not in (CSS 2 §11.1.1).
    private func escapesClip(_ group: Group, in content: LayoutContent) -> Bool {
        let text = content.text
        let block = content.blocks[group.root].block
        let position = text.style(of: block).position
        guard position.isOutOfFlow else { return false }
        var next = text.blocks[block.index].parent
        while let id = next {
            let style = text.style(of: id)
            if style.contains(position) { return false }
            if style.clipsOverflow { return true }
            next = text.blocks[id.index].parent
        }
        return false
    }

    /// Where things stand, so that most questions about overlaps are answered by one look.
    private struct Bounds {
        /// By fragment: with everything inside it.
        var fragments: [Rect]
        private var lines: [(paragraph: Int, rect: Rect)]
        /// The lowest bottom of the lines up to each, and the highest top from each on.
        private var bottoms: [Double] = []
        private var tops: [Double]
        /// How many paragraphs or groups are looked at for one answer; then the answer is yes.
        static let budget = 256

        init(
            _ content: LayoutContent, _ places: [LayoutContent.ParagraphPlace], _ fragmentOfBlock: [BlockID: Int]
        ) {
            fragments = content.blocks.map(\.frame)
            lines = content.paragraphs.map { fragment in
                let moved = fragment.layout.isDisplaced ? fragment.movedRect : nil
                return (fragment.paragraph, moved.map { fragment.frame.union($0) } ?? fragment.frame)
            }
            for (line, place) in zip(lines, places) where place.fragment >= 0 {
                fragments[place.fragment] = fragments[place.fragment].union(line.rect)
            }
            for index in fragments.indices.reversed() {
                if let matrix = content.transform(of: content.blocks[index]) {
                    fragments[index] = matrix.boundingBox(of: fragments[index])
                }
                guard let parent = content.text.blocks[content.blocks[index].block.index].parent,
                    let outer = fragmentOfBlock[parent]
                else { continue }
                fragments[outer] = fragments[outer].union(fragments[index])
            }
            var lowest = -Double.infinity
            for line in lines {
                lowest = max(lowest, line.rect.maxY)
                bottoms.append(lowest)
            }
            tops = Array(repeating: .infinity, count: lines.count + 1)
            for index in lines.indices.reversed() { tops[index] = min(tops[index + 1], lines[index].rect.minY) }
        }

        private func place(ofParagraph index: Int) -> Int {
            var (low, high) = (0, lines.count)
            while low < high {
                let middle = (low + high) / 2
                if lines[middle].paragraph < index { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// Whether lines of paragraphs before one touch the rectangle; those of some ranges, which are in order, do not
        /// count.
        func hasLines(
            before paragraph: Int, in paragraphs: Range<Int>, touching rect: Rect, but ranges: [Range<Int>]
        ) -> Bool {
            var index = place(ofParagraph: paragraph) - 1
            var steps = 0
            var range = ranges.count - 1
            while index >= 0, lines[index].paragraph >= paragraphs.lowerBound, bottoms[index] > rect.minY {
                while range >= 0, ranges[range].lowerBound > lines[index].paragraph { range -= 1 }
                if range >= 0, ranges[range].contains(lines[index].paragraph) {
                    index -= 1
                    continue
                }
                if steps == Bounds.budget || lines[index].rect.intersects(rect) { return true }
                index -= 1
                steps += 1
            }
            return false
        }

        /// Whether lines that come after a group, or floats and inline blocks, touch its rectangle.
        func hasContent(after group: Group, in context: Group, touching rect: Rect, groups: [Group]) -> Bool {
            var index = place(ofParagraph: group.paragraphs.upperBound)
            var steps = 0
            while index < lines.count, lines[index].paragraph < context.paragraphs.upperBound, tops[index] < rect.maxY {
                if steps == Bounds.budget || lines[index].rect.intersects(rect) { return true }
                index += 1
                steps += 1
            }
            var (low, high) = (0, groups.count)
            while low < high {
                let middle = (low + high) / 2
                if groups[middle].root < group.end { low = middle + 1 } else { high = middle }
            }
            for other in groups[low...] {
                if other.root >= context.end { break }
                steps += 1
                if steps > 2 * Bounds.budget { return true }
                if other.layer != .positioned, fragments[other.root].intersects(rect) { return true }
            }
            return false
        }
    }
}

extension ParagraphFragment {
    /// Where the boxes of its lines stand that `position: relative` has moved; `nil` without any.
    fileprivate var movedRect: Rect? {
        var union: Rect?
        for line in lines.map({ layout.lines[$0] }) {
            for box in line.boxFragments where box.displacement != .zero {
                let rect = box.rect.offsetBy(dx: origin.x, dy: origin.y)
                union = union?.union(rect) ?? rect
            }
        }
        return union
    }
}
