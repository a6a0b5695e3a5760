import GalleyFonts
import GalleyParagraph
import GalleyText

/// A text that flows through several containers: what the first has no room for stands in the next.
///
///     let linked = LinkedLayout(text, containers: [TextContainer(size: left), TextContainer(size: right)], fonts: fonts)
///     for content in linked.contents { draw(content) }
///
/// Containers may differ in width and have exclusions of their own. The text is laid out once, in one strip in which the
/// containers stand below each other; no line crosses from one to the next. Boxes are as wide as the widest container.
public struct LinkedLayout: Sendable {
    public let containers: [TextContainer]
    /// The strip, in which the containers stand below each other.
    public let layout: DocumentLayout
    /// The top of each container in the strip, and where the last one ends.
    private let tops: [Double]
    private let emitter: FragmentEmitter

    /// Lays a text out. Containers of infinite height take all that is left.
    public init(
        _ text: AttributedText, containers: [TextContainer], fonts: FontCollection,
        options: LayoutOptions = LayoutOptions(), attachments: [AttachmentID: AttachmentState] = [:]
    ) {
        self.containers = containers
        let width = containers.map(\.size.width).max() ?? 0
        var options = options
        var tops = [0.0]
        for container in containers {
            let top = tops[tops.count - 1]
            let height = container.size.height.isFinite ? max(0, container.size.height) : LayoutLimits.maximumWidth
            options.exclusions += container.exclusions.map { $0.moved(dx: 0, dy: top) }
            if container.size.width < width {
                let beside = Rect(
                    x: container.size.width, y: top, width: width - container.size.width, height: height)
                options.exclusions.append(.rectangle(beside))
            }
            tops.append(top + height)
        }
        self.tops = tops
        options.barriers = Array(tops.dropFirst())
        layout = DocumentLayout(text, fonts: fonts, width: width, options: options, attachments: attachments)
        let strip = layout.strip(of: nil)
        var units = [[FlowBreaker.Unit]](repeating: [], count: containers.count + 1)
        for unit in FlowBreaker.units(of: strip) {
            let place = tops.partitionIndex { $0 > unit.top + FlowBreaker.tolerance } - 1
            units[min(max(0, place), containers.count)].append(unit)
        }
        emitter = FragmentEmitter(
            layout,
            tops.indices.map { index in
                FragmentEmitter.Surface(
                    top: index == 0 ? -Double.greatestFiniteMagnitude : tops[index],
                    bottom: index + 1 < tops.count ? tops[index + 1] : .greatestFiniteMagnitude, dx: 0, dy: -tops[index]
                )
            }, contents: units.map { FragmentEmitter.Content($0) })
    }

    /// What stands in each container, in px from its top left.
    public var contents: [LayoutContent] {
        let source = LineSource(layout)
        return containers.indices.map { emitter.content($0, size: containers[$0].size, source: source) }
    }

    /// Whether text is left that no container has room for.
    public var overflows: Bool {
        guard let end = tops.last else { return false }
        return layout.lines.last.map { $0.frame.maxY > end + FlowBreaker.tolerance } ?? false
    }

    /// The container that an offset of the text stands in, and where its line begins there; `nil` where there is no line or
    /// no room for it.
    public func place(ofOffset offset: Int) -> (container: Int, point: Point)? {
        guard let point = layout.point(ofOffset: offset) else { return nil }
        let index = tops.partitionIndex { $0 > point.y + FlowBreaker.tolerance } - 1
        guard containers.indices.contains(index) else { return nil }
        return (index, Point(x: point.x, y: point.y - tops[index]))
    }

    /// The place in the text nearest to a point of a container; `nil` for one without lines.
    public func position(at point: Point, inContainer index: Int) -> TextPosition? {
        guard containers.indices.contains(index) else { return nil }
        return layout.position(at: Point(x: point.x, y: point.y + tops[index]))
    }
}
