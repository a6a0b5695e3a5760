import GalleyRender
import GalleyText
import Testing

/// Where the tiles of a background image stand (CSS Backgrounds 3 §3).
@Suite struct BackgroundImageTests {
    private static func tiles(_ change: (inout BoxBackground) -> Void) -> BoxBackground.Tiles? {
        var background = BoxBackground(
            .url("x.png"), area: Rect(x: 10, y: 20, width: 100, height: 50),
            clip: Rect(x: 0, y: 0, width: 120, height: 80))
        change(&background)
        return background.tiles(of: NaturalDimensions(width: 30, height: 20))
    }

    @Test func theInitialValues() {
        let tiles = Self.tiles { _ in }
        #expect(tiles?.first == Rect(x: 10, y: 20, width: 30, height: 20))
        #expect(tiles?.stepX == 30)
        #expect(tiles?.stepY == 20)
    }

    @Test func positions() {
        let tiles = Self.tiles {
            $0.repetitionX = .once
            $0.positionX = .init(fraction: 1, px: -5)
            $0.positionY = .init(fraction: 0.5)
        }
        // Fractions are of the free space.
        #expect(tiles?.first == Rect(x: 10 + 70 - 5, y: 20 + 15, width: 30, height: 20))
        #expect(tiles?.stepX == nil)
    }

    @Test func sizes() {
        #expect(Self.tiles { $0.extent = .cover }?.first.size == Size(width: 100, height: 100 * 2 / 3.0))
        #expect(Self.tiles { $0.extent = .contain }?.first.size == Size(width: 75, height: 50))
        #expect(Self.tiles { $0.extent = .size(width: 60, height: nil) }?.first.size == Size(width: 60, height: 40))
        #expect(Self.tiles { $0.extent = .size(width: nil, height: 10) }?.first.size == Size(width: 15, height: 10))
        #expect(Self.tiles { $0.extent = .size(width: 0, height: 10) } == nil)
    }

    @Test func roundAndSpace() {
        let round = Self.tiles { $0.repetitionX = .round }
        // 100 / 30 is nearly 3 tiles, which keep their ratio.
        #expect(round?.first.width == 100 / 3.0)
        #expect(abs((round?.first.height ?? 0) - 200 / 9.0) < 1e-9)
        let space = Self.tiles { $0.repetitionX = .space }
        #expect(space?.first.x == 10)
        #expect(space?.stepX == 35)
        // Where only one fits, its position counts.
        let alone = Self.tiles {
            $0.repetitionY = .space
            $0.extent = .size(width: 30, height: 40)
            $0.positionY = .init(fraction: 1)
        }
        #expect(alone?.first.y == 30)
        #expect(alone?.stepY == nil)
    }

    @Test func radiiShrinkWithTheBoxAndFitIt() {
        let radius = Corners<CornerRadius>(
            topLeft: CornerRadius(x: 20, y: 10), topRight: 3, bottomRight: 0, bottomLeft: 8)
        let inner = radius.inset(by: EdgeInsets(4))
        #expect(inner.topLeft == CornerRadius(x: 16, y: 6))
        #expect(inner.topRight == 0)
        #expect(inner.bottomLeft == 4)
        // Opposite radii that do not fit shrink together.
        let small = radius.fitting(Rect(x: 0, y: 0, width: 100, height: 9))
        #expect(small.topLeft == CornerRadius(x: 10, y: 5))
        #expect(small.bottomLeft == 4)
    }
}
