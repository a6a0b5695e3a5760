/// `clip-path` of a box (CSS Masking 1 §5): a basic shape (CSS Shapes 1 §3) in a reference box. What is outside of it is not
/// painted, and can not be clicked; layout and plain text have all of it.
///
///     style.clipPath = ClipPath(.circle(radius: .closestSide, center: .center))
public struct ClipPath: Hashable, Codable, Sendable {
    /// The shape; `nil` is the reference box itself with its rounded corners.
    public var shape: Shape?
    public var box: ReferenceBox

    public init(_ shape: Shape?, of box: ReferenceBox = .border) {
        self.shape = shape
        self.box = box
    }

    /// Percentages refer to the reference box.
    public enum Shape: Hashable, Codable, Sendable {
        /// A rectangle, by the distances of its edges from those of the reference box. No vertical radii are the horizontal ones.
        case inset(Edges<Length>, radius: Corners<Length> = Corners(.zero), verticalRadius: Corners<Length>? = nil)
        case circle(radius: Radius, center: BoxPosition)
        case ellipse(x: Radius, y: Radius, center: BoxPosition)
        case polygon([BoxPosition], isEvenOdd: Bool = false)
    }

    /// A radius of a circle or an ellipse.
    public enum Radius: Hashable, Codable, Sendable {
        case length(Length)
        /// From the centre to the nearest, or the farthest side of the reference box: of an ellipse, in its own axis.
        case closestSide, farthestSide
    }

    public enum ReferenceBox: String, Hashable, Codable, Sendable, CaseIterable {
        case border, padding, content, margin
    }

    /// Whether a length of it is a measure of a font.
    var dependsOnFont: Bool {
        func isOfFont(_ length: Length) -> Bool { length.uses(\.isOfFont) }
        func isOfFont(_ radius: Radius) -> Bool {
            if case .length(let length) = radius { isOfFont(length) } else { false }
        }
        return switch shape {
        case nil: false
        case .inset(let edges, let radius, let vertical):
            edges.contains(where: isOfFont) || radius.contains(where: isOfFont)
                || vertical?.contains(where: isOfFont) ?? false
        case .circle(let radius, let center): isOfFont(radius) || center.dependsOnFont
        case .ellipse(let x, let y, let center): isOfFont(x) || isOfFont(y) || center.dependsOnFont
        case .polygon(let points, _): points.contains(where: \.dependsOnFont)
        }
    }
}
