import Foundation
import GalleyLayout
import GalleyText

// CSS Masking 1 §3 and §5: what of a box, with all that stands in it, is painted at all.

extension DisplayListBuilder {
    /// What a block's `clip` and `clip-path` leave of a fragment of it, each a command that begins that clip.
    func clips(of fragment: BlockFragment) -> [DisplayCommand] {
        let style = content.text.style(of: fragment.block)
        var clips: [DisplayCommand] = []
        let lengths = content.lengthContext(of: fragment.block)
        if let clip = style.usedClip {
            // Distances from the top and the left of the border box; nothing is left where they cross.
            func px(_ length: Length?) -> Double? { length.map { $0.resolved(in: lengths.of(0)) } }
            let (left, top) = (px(clip.left) ?? 0, px(clip.top) ?? 0)
            let right = max(left, px(clip.right) ?? fragment.frame.width)
            let bottom = max(top, px(clip.bottom) ?? fragment.frame.height)
            let rect = Rect(x: left, y: top, width: right - left, height: bottom - top)
            clips.append(.beginClip(rect.offsetBy(dx: fragment.frame.x, dy: fragment.frame.y), radius: Corners(0)))
        }
        guard let path = style.clipPath else { return clips }
        let radius = radii(of: style, fragment)
        let rect: Rect
        var corners = Corners<CornerRadius>(0)
        switch path.box {
        case .border: (rect, corners) = (fragment.frame, radius)
        case .padding:
            (rect, corners) = (fragment.frame.inset(by: fragment.border), radius.inset(by: fragment.border))
        case .content:
            (rect, corners) = (fragment.contentRect, radius.inset(by: fragment.border).inset(by: fragment.padding))
        case .margin:
            let margin = EdgeInsets(style.margin.map { $0.length?.resolved(in: lengths.of(0)) ?? 0 })
            rect = fragment.frame.inset(
                by: EdgeInsets(top: -margin.top, right: -margin.right, bottom: -margin.bottom, left: -margin.left))
        }
        clips.append(self.clip(path, in: rect, corners, lengths))
        return clips
    }

    /// What `clip-path` leaves of a picture.
    func clip(
        _ path: ClipPath, of attachment: Attachment, _ fragment: AttachmentFragment, fontSize: Double
    ) -> DisplayCommand {
        let (frame, content, lengths) = (fragment.frame, fragment.contentRect, LengthContext(fontSize: fontSize))
        let radius = resolved(attachment.borderRadius, attachment.verticalRadius, in: frame, lengths: lengths)
        let border = EdgeInsets(attachment.border.visibleWidths)
        switch path.box {
        case .border: return clip(path, in: frame, radius, lengths)
        case .padding: return clip(path, in: frame.inset(by: border), radius.inset(by: border), lengths)
        case .content:
            let edges = EdgeInsets(
                top: content.minY - frame.minY, right: frame.maxX - content.maxX,
                bottom: frame.maxY - content.maxY, left: content.minX - frame.minX)
            return clip(path, in: content, radius.inset(by: edges), lengths)
        case .margin:
            let margin = attachment.margin.map { -$0.resolved(in: lengths.of(0)) }
            return clip(path, in: frame.inset(by: EdgeInsets(margin)), Corners(0), lengths)
        }
    }

    /// The clip by a path in a reference box.
    func clip(
        _ path: ClipPath, in box: Rect, _ corners: Corners<CornerRadius>, _ lengths: LengthContext
    ) -> DisplayCommand {
        func x(_ length: Length) -> Double { length.resolved(in: lengths.of(box.width)) }
        func y(_ length: Length) -> Double { length.resolved(in: lengths.of(box.height)) }
        func point(_ position: BoxPosition) -> Point { Point(x: box.x + x(position.x), y: box.y + y(position.y)) }
        func ellipse(_ center: Point, _ rx: Double, _ ry: Double) -> DisplayCommand {
            let rect = Rect(x: center.x - rx, y: center.y - ry, width: 2 * rx, height: 2 * ry)
            return .beginClip(rect, radius: Corners(CornerRadius(x: rx, y: ry)))
        }
        switch path.shape {
        case nil: return .beginClip(box, radius: corners)
        case .inset(let edges, let radius, let vertical):
            let rect = box.inset(top: y(edges.top), right: x(edges.right), bottom: y(edges.bottom), left: x(edges.left))
            // Percentages of the radii are of the reference box (CSS Shapes 1 §3.1).
            let radii = resolved(radius, vertical, in: box, lengths: lengths)
            return .beginClip(rect, radius: radii.fitting(rect))
        case .circle(let radius, let center):
            let center = point(center)
            let sides = [center.x - box.minX, box.maxX - center.x, center.y - box.minY, box.maxY - center.y].map(abs)
            let used =
                switch radius {
                // A percentage is of the diagonal, as it were (§3.1).
                case .length(let length):
                    length.resolved(
                        in: lengths.of(((box.width * box.width + box.height * box.height) / 2).squareRoot()))
                case .closestSide: sides.min() ?? 0
                case .farthestSide: sides.max() ?? 0
                }
            return ellipse(center, max(0, used), max(0, used))
        case .ellipse(let across, let down, let center):
            let center = point(center)
            func used(_ radius: ClipPath.Radius, _ first: Double, _ second: Double, _ extent: Double) -> Double {
                switch radius {
                case .length(let length): max(0, length.resolved(in: lengths.of(extent)))
                case .closestSide: min(abs(first), abs(second))
                case .farthestSide: max(abs(first), abs(second))
                }
            }
            return ellipse(
                center, used(across, center.x - box.minX, box.maxX - center.x, box.width),
                used(down, center.y - box.minY, box.maxY - center.y, box.height))
        case .polygon(let points, let isEvenOdd):
            return .beginPolygonClip(points.map(point), isEvenOdd: isEvenOdd)
        }
    }
}

extension Rect {
    /// With its edges moved inwards; pairs that cross are shortened alike until nothing is left (CSS Shapes 1 §3.1).
    fileprivate func inset(top: Double, right: Double, bottom: Double, left: Double) -> Rect {
        func side(_ first: Double, _ second: Double, _ extent: Double) -> (start: Double, extent: Double) {
            let both = first + second
            if both > extent, both > 0 { return (first * extent / both, 0) }
            return (first, extent - both)
        }
        let (dx, width) = side(left, right, self.width)
        let (dy, height) = side(top, bottom, self.height)
        return Rect(x: x + dx, y: y + dy, width: width, height: height)
    }
}

extension Rect {
    /// What of it is seen through another one; where nothing is, a rectangle of no size at its corner.
    func seen(in clip: Rect) -> Rect {
        intersects(clip) ? intersection(clip) : Rect(x: x, y: y, width: 0, height: 0)
    }
}

extension DisplayCommand {
    /// Around what a command that begins a clip leaves.
    var clipBounds: Rect? {
        switch self {
        case .beginClip(let rect, _): return rect
        case .beginPolygonClip(let points, _):
            guard let first = points.first else { return .zero }
            var (low, high) = (first, first)
            for point in points {
                low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
                high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
            }
            return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
        default: return nil
        }
    }
}
