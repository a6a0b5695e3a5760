import GalleyFonts
import GalleyText

/// What to draw on one page or canvas: flat commands in paint order, which is also reading order inside structure tags.
///
///     var list = DisplayList(size: Size(width: 200, height: 100))
///     list.append(.fill(Rect(x: 10, y: 10, width: 50, height: 20), radius: Corners(0), .black))
///
/// Every backend draws this and nothing else. Lengths are CSS px from the page's top left corner, y growing downwards.
/// Text runs keep their glyphs and the UTF-8 text of their clusters in three arrays of the list, so that a page of text
/// costs a few allocations. `dump(fonts:)` is the format of the golden tests.
///
/// Invariant: clips, groups, transforms and tags nest; every run's ranges lie inside the arrays (`append(_:)` upholds both where
/// it can see them, `close()` ends what is open).
public struct DisplayList: Hashable, Sendable {
    /// The page in px.
    public var size: Size
    /// What the whole page is filled with before anything else; `nil` leaves paper or transparency.
    public var background: Color?
    /// In paint order.
    public private(set) var commands: ContiguousArray<DisplayCommand> = []
    /// The glyphs of all text runs.
    public private(set) var glyphs: ContiguousArray<DisplayGlyph> = []
    /// The clusters of all text runs.
    public private(set) var clusters: ContiguousArray<TextCluster> = []
    /// The text of the clusters, in the order of the clusters.
    public private(set) var text: ContiguousArray<UInt8> = []
    /// What text runs were shaped with; the first is nothing special.
    public private(set) var shapings: [TextShaping] = [TextShaping()]
    private var shapingNumbers: [TextShaping: Int] = [:]
    /// How many clips, groups, transforms and tags are open.
    public private(set) var openCount = 0

    /// An empty page of a size in px.
    public init(size: Size, background: Color? = nil) {
        self.size = size
        self.background = background
    }

    /// Adds a command. An end without a beginning is left out.
    public mutating func append(_ command: DisplayCommand) {
        switch command {
        case .beginClip, .beginPolygonClip, .beginGroup, .beginTransform, .beginTag: openCount += 1
        case .end:
            guard openCount > 0 else { return }
            openCount -= 1
        case .fill, .border, .shadow, .text, .line, .image, .background, .borderImage, .destination, .outline: break
        }
        commands.append(command)
    }

    /// The number of a shaping in `shapings`, for `TextRun.shaping`.
    public mutating func number(of shaping: TextShaping) -> Int {
        guard shaping != shapings[0] else { return 0 }
        // As a rule it is that of the text before.
        if shaping == shapings[shapings.count - 1] { return shapings.count - 1 }
        if let known = shapingNumbers[shaping] { return known }
        shapings.append(shaping)
        shapingNumbers[shaping] = shapings.count - 1
        return shapings.count - 1
    }

    /// Adds another list's glyphs with their text, without commands that draw them.
    mutating func appendGlyphs(_ other: DisplayList) {
        glyphs += other.glyphs
        clusters += other.clusters
        text += other.text
    }

    /// Takes back the last command, a text run.
    mutating func removeLastCommand() {
        commands.removeLast()
    }

    /// Ends everything that is open.
    public mutating func close() {
        while openCount > 0 { append(.end) }
    }

    /// Adds a text run whose glyphs, clusters and text `fill` appends; leaves it out when there are no glyphs.
    ///
    /// `fill` is given an appender. Clusters must cover all glyphs and all text, in visual order from left to right.
    public mutating func appendText(
        instance: FontInstanceID, fontSize: Double, color: Color, isRightToLeft: Bool = false,
        baseline: Double? = nil, shaping: Int = 0, _ fill: (inout TextRunAppender) -> Void
    ) {
        var appender = TextRunAppender(glyphs: glyphs, clusters: clusters, text: text)
        // The arrays are moved into the appender and back: no copy.
        glyphs = []
        clusters = []
        text = []
        let start = (appender.glyphs.count, appender.clusters.count, appender.text.count)
        fill(&appender)
        glyphs = appender.glyphs
        clusters = appender.clusters
        text = appender.text
        guard glyphs.count > start.0 else { return }
        var run = TextRun(
            instance: instance, fontSize: fontSize, color: color, glyphs: start.0..<glyphs.count,
            clusters: start.1..<clusters.count, text: start.2..<text.count)
        run.isRightToLeft = isRightToLeft
        run.baseline = baseline
        run.shaping = shaping
        run.endsWithBreak = appender.endsWithBreak
        commands.append(.text(run))
    }

    /// Adds emphasis marks, whose glyphs `fill` appends.
    public mutating func appendMarks(
        instance: FontInstanceID, fontSize: Double, color: Color, _ fill: (inout TextRunAppender) -> Void
    ) {
        let count = commands.count
        appendText(instance: instance, fontSize: fontSize, color: color, fill)
        guard commands.count > count, case .text(var run) = commands[count] else { return }
        run.isMark = true
        commands[count] = .text(run)
    }

    /// Adds the shape of a text run again, without its text, moved and in another colour: a shadow.
    public mutating func appendShadow(of run: TextRun, dx: Double, dy: Double, blurRadius: Double, color: Color) {
        var shadow = run
        shadow.color = color
        shadow.isShadow = true
        shadow.endsWithBreak = false
        shadow.blurRadius = blurRadius
        let first = glyphs.count
        for index in run.glyphs {
            var glyph = glyphs[index]
            glyph.x += dx
            glyph.y += dy
            glyphs.append(glyph)
        }
        shadow.glyphs = first..<glyphs.count
        shadow.clusters = clusters.count..<clusters.count
        shadow.text = text.count..<text.count
        commands.append(.text(shadow))
    }
}

extension DisplayList {
    /// For each command whether it is inside an element that has no others in it. O(commands).
    var innermostElements: [Bool] {
        var isInside = [Bool](repeating: false, count: commands.count)
        /// What is open: where it began, if it is an element, and whether others are in it.
        var open: [(start: Int, isElement: Bool, holdsOthers: Bool)] = []
        for (index, command) in commands.enumerated() {
            switch command {
            case .beginTag:
                if let outer = open.lastIndex(where: \.isElement) { open[outer].holdsOthers = true }
                open.append((index, true, false))
            case .beginClip, .beginPolygonClip, .beginGroup, .beginTransform: open.append((index, false, false))
            case .end:
                guard let last = open.popLast(), last.isElement, !last.holdsOthers else { continue }
                for inside in last.start...index { isInside[inside] = true }
            case .fill, .border, .shadow, .text, .line, .image, .background, .borderImage, .destination, .outline: break
            }
        }
        return isInside
    }
}

extension DisplayCommand {
    /// Whether it draws something that is no text.
    var isDecoration: Bool {
        switch self {
        case .fill, .border, .shadow, .line, .image, .background, .borderImage: true
        case .text, .beginClip, .beginPolygonClip, .beginGroup, .beginTransform, .beginTag, .end, .destination,
            .outline:
            false
        }
    }
}

/// Receives one text run of a display list: see `DisplayList.appendText(instance:fontSize:color:_:)`.
public struct TextRunAppender: Sendable {
    var glyphs: ContiguousArray<DisplayGlyph>
    var clusters: ContiguousArray<TextCluster>
    var text: ContiguousArray<UInt8>
    /// Whether a forced break follows the run: ``TextRun/endsWithBreak``.
    public var endsWithBreak = false

    /// A glyph with its origin in page px.
    public mutating func glyph(_ id: UInt32, x: Double, y: Double) {
        glyphs.append(DisplayGlyph(id: id, x: x, y: y))
    }

    /// Ends a cluster: the next `glyphCount` glyphs, in order, stand for `bytes`, which are valid UTF-8.
    public mutating func cluster(_ bytes: some Sequence<UInt8>, glyphCount: Int) {
        cluster(bytes, glyphCount: glyphCount, left: 0, right: 0)
    }

    /// The same with the cluster's edges in page px.
    mutating func cluster(_ bytes: some Sequence<UInt8>, glyphCount: Int, left: Double, right: Double) {
        let start = text.count
        text.append(contentsOf: bytes)
        var cluster = TextCluster(byteCount: text.count - start, glyphCount: glyphCount)
        cluster.left = Float(left)
        cluster.right = Float(right)
        clusters.append(cluster)
    }

    /// Ends a cluster whose text is a string.
    public mutating func cluster(_ string: String, glyphCount: Int) {
        cluster(string.utf8, glyphCount: glyphCount)
    }
}
