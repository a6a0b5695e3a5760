import GalleyText

/// Looks of ranges of a laid-out text that are not in the text: a pressed link, a selection, a search hit.
///
///     var attributes = RenderingAttributes()
///     attributes.set(RenderingStyle(background: yellow), for: hit)
///     let list = layout.displayList(attributes)
///
/// Nothing is shaped or broken for them; drawing alone reads them. Ranges are UTF-8 offsets of the text; what is set later
/// covers what was set before. A value: O(ranges) a change, O(log ranges) for a run to find its own.
public struct RenderingAttributes: Hashable, Sendable {
    /// Ranges in order that do not overlap, neighbours of one style joined.
    public private(set) var ranges: [(range: Range<Int>, style: RenderingStyle)] = []

    public init() {}

    public var isEmpty: Bool { ranges.isEmpty }

    /// Gives a range a look in place of what it had.
    public mutating func set(_ style: RenderingStyle, for range: Range<Int>) {
        remove(in: range)
        guard !range.isEmpty, style != RenderingStyle() else { return }
        let place = ranges.firstIndex { $0.range.lowerBound >= range.upperBound } ?? ranges.count
        ranges.insert((range, style), at: place)
        join(at: place + 1)
        join(at: place)
    }

    /// Adds to what a range looks like: what `style` does not say stays as it is.
    public mutating func add(_ style: RenderingStyle, for range: Range<Int>) {
        guard !range.isEmpty else { return }
        var offset = range.lowerBound
        var pieces: [(Range<Int>, RenderingStyle)] = []
        for (known, own) in ranges where known.overlaps(range) {
            let inside = known.clamped(to: range)
            if inside.lowerBound > offset { pieces.append((offset..<inside.lowerBound, style)) }
            pieces.append((inside, own.merged(with: style)))
            offset = inside.upperBound
        }
        if offset < range.upperBound { pieces.append((offset..<range.upperBound, style)) }
        for (range, style) in pieces { set(style, for: range) }
    }

    /// Takes all looks of a range away.
    public mutating func remove(in range: Range<Int>) {
        guard !range.isEmpty else { return }
        var kept: [(range: Range<Int>, style: RenderingStyle)] = []
        for (known, style) in ranges {
            guard known.overlaps(range) else {
                kept.append((known, style))
                continue
            }
            if known.lowerBound < range.lowerBound { kept.append((known.lowerBound..<range.lowerBound, style)) }
            if range.upperBound < known.upperBound { kept.append((range.upperBound..<known.upperBound, style)) }
        }
        ranges = kept
    }

    /// The look of the character at an offset, and where it ends; without one, where the next begins.
    public func style(at offset: Int) -> (style: RenderingStyle?, end: Int) {
        let index = ranges.partitionIndex { $0.range.upperBound > offset }
        guard index < ranges.count else { return (nil, .max) }
        let found = ranges[index]
        if found.range.lowerBound > offset { return (nil, found.range.lowerBound) }
        return (found.style, found.range.upperBound)
    }

    /// Whether anything of a range has a look.
    public func overlaps(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        let index = ranges.partitionIndex { $0.range.upperBound > range.lowerBound }
        return index < ranges.count && ranges[index].range.lowerBound < range.upperBound
    }

    /// Makes one of a range and the one before it.
    private mutating func join(at index: Int) {
        guard index > 0, index < ranges.count, ranges[index - 1].style == ranges[index].style,
            ranges[index - 1].range.upperBound == ranges[index].range.lowerBound
        else { return }
        ranges[index - 1].range = ranges[index - 1].range.lowerBound..<ranges[index].range.upperBound
        ranges.remove(at: index)
    }

    public static func == (a: RenderingAttributes, b: RenderingAttributes) -> Bool {
        a.ranges.elementsEqual(b.ranges) { $0.range == $1.range && $0.style == $1.style }
    }

    public func hash(into hasher: inout Hasher) {
        for (range, style) in ranges {
            hasher.combine(range)
            hasher.combine(style)
        }
    }
}

/// What drawing takes in place of the text's own style; `nil` leaves that as it is.
public struct RenderingStyle: Hashable, Sendable {
    public var color: Color?
    /// Behind the text, as high as its content area; a transparent colour takes the text's own away.
    public var background: Color?
    /// In place of all lines along the text; an empty array takes them away.
    public var decorations: [TextDecoration]?

    public init(color: Color? = nil, background: Color? = nil, decorations: [TextDecoration]? = nil) {
        self.color = color
        self.background = background
        self.decorations = decorations
    }

    /// With what another says in place of its own.
    func merged(with other: RenderingStyle) -> RenderingStyle {
        RenderingStyle(
            color: other.color ?? color, background: other.background ?? background,
            decorations: other.decorations ?? decorations)
    }
}
