import GalleyText
import Testing

@Suite struct BoxTransformTests {
    private static let box = Rect(x: 10, y: 20, width: 100, height: 40)

    /// A corner and the middle of the box, and where they come to; from CSS Transforms 1, by hand.
    @Test(
        arguments: [
            (BoxTransform([]), Point(x: 10, y: 20), Point(x: 60, y: 40)),
            (BoxTransform([.translate(x: .percent(50), y: .px(3))]), Point(x: 60, y: 23), Point(x: 110, y: 43)),
            (BoxTransform([.scale(x: 2, y: 0.5)]), Point(x: -40, y: 30), Point(x: 60, y: 40)),
            // Clockwise: what is left of the middle goes up.
            (BoxTransform([.rotate(degrees: 90)]), Point(x: 80, y: -10), Point(x: 60, y: 40)),
            (BoxTransform([.rotate(degrees: -270)]), Point(x: 80, y: -10), Point(x: 60, y: 40)),
            (
                BoxTransform([.rotate(degrees: 180)], origin: BoxPosition(x: .zero, y: .zero)), Point(x: 10, y: 20),
                Point(x: -40, y: 0)
            ),
            (BoxTransform([.skew(x: 45, y: 0)]), Point(x: -10, y: 20), Point(x: 60, y: 40)),
            // The last one is the first.
            (
                BoxTransform([.translate(x: .px(5), y: .zero), .scale(x: 2, y: 2)]), Point(x: -35, y: 0),
                Point(x: 65, y: 40)
            ),
            (
                BoxTransform([.scale(x: 2, y: 2), .translate(x: .px(5), y: .zero)]), Point(x: -30, y: 0),
                Point(x: 70, y: 40)
            ),
            (
                BoxTransform([.matrix(TransformMatrix(a: 1, b: 0, c: 0, d: 1, e: 7, f: 8))]), Point(x: 17, y: 28),
                Point(x: 67, y: 48)
            ),
        ] as [(BoxTransform, Point, Point)])
    func pointsComeTo(transform: BoxTransform, corner: Point, middle: Point) {
        let matrix = transform.matrix(of: Self.box, lengths: LengthContext(fontSize: 10))
        for (point, expected) in [
            (Point(x: 10, y: 20), corner), (Point(x: 60, y: 40), middle),
        ] {
            let found = matrix.applied(to: point)
            #expect(abs(found.x - expected.x) < 1e-9 && abs(found.y - expected.y) < 1e-9)
        }
    }

    @Test func aTurnedBoxIsHigher() {
        let matrix = BoxTransform([.rotate(degrees: 90)]).matrix(of: Self.box, lengths: LengthContext(fontSize: 10))
        #expect(matrix.boundingBox(of: Self.box) == Rect(x: 40, y: -10, width: 40, height: 100))
    }

    @Test func whatNothingIsLeftOfIsKnown() {
        #expect(
            BoxTransform([.scale(x: 0, y: 1)]).matrix(of: Self.box, lengths: LengthContext(fontSize: 10)).isDegenerate)
        #expect(
            BoxTransform([.scale(x: .greatestFiniteMagnitude, y: 2)]).matrix(
                of: Self.box, lengths: LengthContext(fontSize: 1)
            ).isDegenerate)
        #expect(
            !BoxTransform([.rotate(degrees: 30)]).matrix(of: Self.box, lengths: LengthContext(fontSize: 10))
                .isDegenerate)
    }
}
