import GalleyLayout
import GalleyText

/// The order of painting: CSS 2 Appendix E, by `PaintGroups`. One loop over a stack of steps, so that nesting costs no
/// call stack.
extension DisplayListBuilder {
    /// What is to be done next.
    enum Step {
        /// The background and border of one fragment.
        case box(Int)
        /// Those of the blocks of a group that belong to no group inside it.
        case blocks(Int)
        /// A displaced group, as a whole.
        case group(Int)
        /// What is moved of the lines of a paragraph's fragment.
        case movedBoxes(Int)
        /// The outlines of a group's boxes.
        case outlines(Int)
        /// The innermost walk goes on.
        case walk
        /// Scopes are closed down to so many.
        case close(Int)
    }

    /// A walk through the content of a group and of those inside it that stand in their place.
    struct Walk {
        var fragment: Int
        /// The next of `content.paragraphs`.
        var paragraph: Int
        /// Groups that are open, outermost first.
        var groups: [Int]
    }

    /// Paints everything.
    mutating func addEverything() {
        steps.append(.group(0))
        while let step = steps.popLast() {
            switch step {
            case .box(let fragment): addBox(fragment)
            case .blocks(let group): addBlocks(of: group)
            case .group(let group): begin(group)
            case .movedBoxes(let paragraph): addMovedBoxes(ofParagraph: paragraph)
            case .outlines(let group): addOutlines(of: group)
            case .walk: walk()
            case .close(let count): closeScopes(downTo: count)
            }
        }
    }

    /// A displaced group, or the whole: its clips, its boxes, its content.
    private mutating func begin(_ index: Int) {
        let group = paint.groups[index]
        steps.append(.close(open.count))
        if group.root >= 0 {
            let block = content.text.blocks[content.blocks[group.root].block.index]
            openClips(from: block.parent, around: content.text.style(block.style).position)
            openTags(from: block.parent)
        }
        if let root = group.root >= 0 ? group.root : fragment(exactly: .root) { beginEffects(of: root) }
        walks.append(
            Walk(
                fragment: max(0, group.root), paragraph: places.partitionIndex { $0.position > group.root },
                groups: [index]))
        steps.append(.walk)
        addSteps(forBoxesOf: index)
    }

    /// What `position: relative` has moved in a paragraph, above all lines of its stacking context.
    private mutating func addMovedBoxes(ofParagraph index: Int) {
        let count = open.count
        let block = content.text.paragraphs[content.paragraphs[index].paragraph].block
        openClips(from: block, around: .relative)
        openTags(from: block)
        addText(ofParagraph: index, .displaced)
        closeScopes(downTo: count)
    }

    /// What is below a group's lines, the first step last.
    private mutating func addSteps(forBoxesOf index: Int) {
        let group = paint.groups[index]
        steps += group.floats.reversed().map { .group($0) }
        steps.append(.blocks(index))
        steps += group.below.reversed().map { .group($0) }
        if group.root >= 0 { steps.append(.box(group.root)) }
    }

    /// Walks in document order, until something else must be painted in between.
    private mutating func walk() {
        var walk = walks.removeLast()
        while let current = walk.groups.last {
            let group = paint.groups[current]
            if walk.fragment >= group.end {
                addParagraphs(&walk, before: group.end, in: group)
                walk.groups.removeLast()
                let hasOutlines = outlines[current] != nil
                if group.above.isEmpty, !hasOutlines { continue }
                closeScopes(around: max(0, group.root))
                walks.append(walk)
                steps.append(.walk)
                if hasOutlines { steps.append(.outlines(current)) }
                steps += group.above.reversed().map { overlay in
                    switch overlay {
                    case .group(let index): .group(index)
                    case .movedBoxes(let index): .movedBoxes(index)
                    }
                }
                return
            }
            let fragment = walk.fragment
            addParagraphs(&walk, before: fragment, in: group)
            if let inner = paint.group(at: fragment), inner != current {
                if paint.groups[inner].isDisplaced {
                    walk.fragment = paint.groups[inner].end
                    skipParagraphs(&walk, of: paint.groups[inner])
                    continue
                }
                closeScopes(around: fragment)
                beginEffects(of: fragment)
                walk.groups.append(inner)
                walks.append(walk)
                steps.append(.walk)
                addSteps(forBoxesOf: inner)
                return
            }
            openScope(fragment)
            walk.fragment += 1
        }
    }

    /// Adds the paragraphs of a group that stand before a fragment.
    private mutating func addParagraphs(_ walk: inout Walk, before fragment: Int, in group: PaintGroups.Group) {
        while walk.paragraph < places.count, isPlace(walk.paragraph, before: fragment, in: group) {
            addParagraph(walk.paragraph)
            walk.paragraph += 1
        }
    }

    private func skipParagraphs(_ walk: inout Walk, of group: PaintGroups.Group) {
        while walk.paragraph < places.count, isPlace(walk.paragraph, before: group.end, in: group) {
            walk.paragraph += 1
        }
    }

    private func isPlace(_ index: Int, before fragment: Int, in group: PaintGroups.Group) -> Bool {
        let place = places[index]
        guard place.position <= fragment else { return false }
        return group.root < 0 || place.fragment >= group.root && place.fragment < group.end
    }

    /// Backgrounds and borders of a group's blocks, then collapsed borders, cut off where a box around them clips.
    private mutating func addBlocks(of index: Int) {
        let group = paint.groups[index]
        // Boxes that clip, outermost first; clips are begun when something is drawn inside.
        var clips: [(end: Int, clip: DisplayCommand?)] = []
        var begun = 0
        var next = max(0, group.root)
        while next < group.end {
            while let last = clips.last, last.end <= next {
                clips.removeLast()
                if begun > clips.count {
                    list.append(.end)
                    begun -= 1
                }
            }
            if next != group.root {
                if let inner = paint.group(at: next) {
                    next = paint.groups[inner].end
                    continue
                }
                if isSeen(next) {
                    while begun < clips.count {
                        if let clip = clips[begun].clip { list.append(clip) }
                        begun += 1
                    }
                    addBox(next)
                }
            }
            let fragment = content.blocks[next]
            if fragment.subtreeCount > 0, let clip = clip(of: fragment) {
                clips.append((next + 1 + fragment.subtreeCount, clip))
            }
            next += 1
        }
        for _ in 0..<begun { list.append(.end) }
        let borders = paint.isPlain ? Array(content.tableBorders.indices) : groupBorders[index] ?? []
        for border in borders { addTableBorder(content.tableBorders[border]) }
    }

    /// The group that a block belongs to.
    func owner(of block: BlockID) -> Int {
        guard var fragment = fragment(of: block) else { return 0 }
        while true {
            if let group = paint.group(at: fragment) { return group }
            guard let parent = content.text.blocks[content.blocks[fragment].block.index].parent,
                let outer = self.fragment(of: parent)
            else { return 0 }
            fragment = outer
        }
    }

    /// Begins the clips of a block and those around it that are not open, as far as they hold the containing block of a box
    /// with a position inside.
    mutating func openClips(from block: BlockID?, around position: BlockStyle.Position) {
        let text = content.text
        var position = position
        var clips: [Int] = []
        var next = block
        while let id = next {
            let style = text.style(of: id)
            // A box out of the flow, and what is in it, is clipped from its containing block on.
            let isIn = style.contains(position) || !position.isOutOfFlow
            if isIn { position = style.position }
            if isIn, style.clipsOverflow, let fragment = fragment(exactly: id),
                !open.contains(where: { $0.fragment == fragment && $0.kind != .effects })
            {
                clips.append(fragment)
            }
            next = text.blocks[id.index].parent
        }
        for fragment in clips.reversed() {
            guard let clip = clip(of: content.blocks[fragment]) else { continue }
            var scope = scope(of: fragment, .clip)
            begin(clip)
            scope.count = 1
            open.append(scope)
        }
    }

    /// Begins what is done to the picture of a box and of everything inside it.
    private mutating func beginEffects(of index: Int) {
        let fragment = content.blocks[index]
        let style = content.text.style(of: fragment.block)
        guard style.hasEffects else { return }
        var scope = scope(of: index, .effects)
        if let matrix = content.transform(of: fragment) {
            list.append(.beginTransform(matrix))
            // Where nothing is seen, links lead to where it would be.
            let all = transform * matrix
            if !all.isDegenerate { transform = all }
            scope.count += 1
        }
        if style.opacity < 1 {
            list.append(.beginGroup(opacity: style.opacity))
            scope.count += 1
        }
        for clip in clips(of: fragment) {
            begin(clip)
            scope.count += 1
        }
        open.append(scope)
    }

    /// Begins the tags of a block and those around it that are not open: what is painted elsewhere is part of their elements
    /// all the same.
    private mutating func openTags(from block: BlockID?) {
        let text = content.text
        var around: [Int] = []
        var next = block
        while let id = next {
            if let fragment = fragment(exactly: id), tag(of: id) != nil,
                !open.contains(where: { $0.fragment == fragment && $0.kind == .tags })
            {
                around.append(fragment)
            }
            next = text.blocks[id.index].parent
        }
        for fragment in around.reversed() where open.count < RenderLimits.maximumTagDepth {
            var scope = scope(of: fragment, .tags)
            scope.count = beginTags(of: content.blocks[fragment].block, withMarkers: false)
            open.append(scope)
        }
    }

    /// What a block's content is cut off at: its padding box (CSS 2 §11.1.1).
    func clip(of fragment: BlockFragment) -> DisplayCommand? {
        guard fragment.clipsContent else { return nil }
        var rect = fragment.frame.inset(by: fragment.border)
        let style = content.text.style(of: fragment.block)
        var radius = radii(of: style, fragment).inset(by: fragment.paintedBorder)
        if fragment.legend != nil {
            // The legend is not cut off: only what is below it is "the fieldset's content".
            rect = Rect(x: rect.x, y: fragment.frame.y, width: rect.width, height: rect.maxY - fragment.frame.y)
            (radius.topLeft, radius.topRight) = (0, 0)
        }
        return .beginClip(rect, radius: radius)
    }
}
