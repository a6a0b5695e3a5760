import GalleyRender
import GalleyText
import Testing

/// Where the parts of a border image stand (CSS Backgrounds 3 §6.2 to §6.6).
@Suite struct BorderImagePartsTests {
    /// An area of 100 by 60 px with borders of 10 px, at 5, 7; an image of 30 by 30 px with slices of 10.
    private static func image(_ change: (inout BoxBorderImage) -> Void) -> BoxBorderImage {
        var image = BoxBorderImage(
            .url("x.png"), area: Rect(x: 5, y: 7, width: 100, height: 60), borderWidths: EdgeInsets(10),
            slices: Edges(.number(10)))
        change(&image)
        return image
    }

    private static func parts(
        of natural: NaturalDimensions = NaturalDimensions(width: 30, height: 30),
        _ change: (inout BoxBorderImage) -> Void
    ) -> [BorderImageParts.Part] {
        BorderImageParts(image(change), of: natural).parts
    }

    @Test func cornersThenEdgesThenTheMiddle() {
        let parts = Self.parts { $0.isFilled = true }
        #expect(
            parts.map(\.source)
                == [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1)].map {
                    Rect(x: 10.0 * $0.0, y: 10.0 * $0.1, width: 10, height: 10)
                })
        #expect(
            parts.map(\.area) == [
                Rect(x: 5, y: 7, width: 10, height: 10), Rect(x: 95, y: 7, width: 10, height: 10),
                Rect(x: 95, y: 57, width: 10, height: 10), Rect(x: 5, y: 57, width: 10, height: 10),
                Rect(x: 15, y: 7, width: 80, height: 10), Rect(x: 95, y: 17, width: 10, height: 40),
                Rect(x: 15, y: 57, width: 80, height: 10), Rect(x: 5, y: 17, width: 10, height: 40),
                Rect(x: 15, y: 17, width: 80, height: 40),
            ])
        #expect(parts.allSatisfy { $0.tiles.first == $0.area && $0.tiles.stepX == nil && $0.tiles.stepY == nil })
        #expect(Self.parts { _ in }.count == 8)
    }

    /// Slices that meet leave no edges, such beyond the image are as large as that.
    @Test(arguments: [
        (BorderImageLayout.Slice.number(15), 4, 15.0), (.number(20), 4, 20), (.number(500), 4, 30),
        (.percent(100), 4, 30),
        (.percent(50), 4, 15), (.number(0), 0, 0),
    ])
    func slices(slice: BorderImageLayout.Slice, count: Int, size: Double) {
        let parts = Self.parts { $0.slices = Edges(slice) }
        #expect(parts.count == count)
        #expect(parts.allSatisfy { $0.source.size == Size(width: size, height: size) })
    }

    @Test func widths() {
        // As large as the slices.
        #expect(
            Self.parts {
                $0.widths = Edges(nil); $0.slices.top = .number(3)
            }[0].area.size == Size(width: 10, height: 3))
        // As wide as the border, where the image has no size.
        let gradient = Self.parts(of: .none) {
            $0.widths = Edges(nil)
            $0.slices = Edges(.percent(50))
            $0.borderWidths = EdgeInsets(4)
        }
        #expect(gradient[0].area.size == Size(width: 4, height: 4))
        #expect(gradient[0].source.size == Size(width: 50, height: 30))
        // All are smaller where two would overlap.
        let large = Self.parts {
            $0.widths = Edges(top: 60, right: 10, bottom: 60, left: 30)
        }
        #expect(large[0].area.size == Size(width: 15, height: 30))
        #expect(large[1].area.size == Size(width: 5, height: 30))
    }

    @Test(
        arguments: [
            // 80 px of tiles of 15: one in the middle; five that fit; five with room around them.
            (BorderImageLayout.Repetition.stretch, 15.0, 80.0, nil), (.repeat, 2.5, 15, 15), (.round, 15, 16, 16),
            (.space, 15 + 5.0 / 6, 15, 15 + 5.0 / 6),
        ] as [(BorderImageLayout.Repetition, Double, Double, Double?)])
    func repetition(repetition: BorderImageLayout.Repetition, first: Double, length: Double, step: Double?) throws {
        let top = try #require(
            Self.parts {
                $0.widths.top = 15
                $0.repetitionX = repetition
            }.first { $0.source.x == 10 && $0.source.y == 0 })
        #expect(abs(top.tiles.first.x - first) < 1e-9 || repetition == .repeat && top.tiles.first.x == first)
        #expect(abs(top.tiles.first.width - length) < 1e-9)
        #expect((top.tiles.stepX == nil) == (step == nil))
        #expect(abs((top.tiles.stepX ?? 0) - (step ?? 0)) < 1e-9)
        #expect(top.tiles.stepY == nil)
    }

    /// Where no whole tile has room there is none.
    @Test func spaceForNone() {
        let parts = Self.parts {
            $0.widths.top = 100
            $0.widths.bottom = 0
            $0.area.height = 100
            $0.repetitionX = .space
        }
        #expect(!parts.contains { $0.source.x == 10 && $0.source.y == 0 })
    }

    /// The middle is scaled as the edges above it and left of it.
    @Test func middle() throws {
        let parts = Self.parts {
            $0.isFilled = true
            $0.widths.top = 5
            $0.widths.left = 20
            ($0.repetitionX, $0.repetitionY) = (.repeat, .repeat)
        }
        let middle = try #require(parts.last)
        #expect(middle.tiles.first.size == Size(width: 5, height: 20))
        #expect(middle.area == Rect(x: 25, y: 12, width: 70, height: 45))
    }

    @Test func noNumberBreaksIt() {
        for value in [Double.infinity, .nan, -1, 0, 1e300] {
            let parts = Self.parts(of: NaturalDimensions(width: value, height: 30)) { $0.isFilled = true }
            #expect(parts.count <= 9)
            _ = Self.parts {
                $0.widths = Edges(value); $0.repetitionX = .round
            }
            _ = Self.parts {
                $0.slices = Edges(.number(value)); $0.repetitionX = .space
            }
        }
    }
}
