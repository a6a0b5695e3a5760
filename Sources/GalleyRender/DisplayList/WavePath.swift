import GalleyParagraph
import GalleyText

/// The waves of a wavy line as Chromium draws them: they start at multiples of a whole one, so that neighbouring segments
/// meet, and reach over both ends of the line.
struct WavePath {
    var start: Point
    /// Half a wave.
    let step: Double
    /// How far the control points are above and below the line.
    let reach: Double
    let thickness: Double
    /// How many whole waves; what a line beyond all bounds has more is left out.
    let count: Int

    init(_ line: DecorationLine) {
        thickness = max(line.thickness, 1)
        reach = TextDecoration.waveReach(thickness: thickness)
        step = 2.5 * max(1, thickness / 2 + 0.5)
        let x = (line.start.x / (2 * step)).rounded(.down) * 2 * step
        start = Point(x: x, y: line.start.y)
        let waves = ((line.start.x + line.width - x) / (2 * step)).rounded(.up)
        count = waves > 0 ? Int(min(waves, Double(RenderLimits.maximumWaves))) : 0
    }
}
