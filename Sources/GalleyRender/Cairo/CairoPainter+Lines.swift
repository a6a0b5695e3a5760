import CGalleyCairo
import GalleyText

extension CairoPainter {
    func drawLine(_ line: DecorationLine) {
        guard line.width > 0, line.thickness > 0, !line.color.isTransparent else { return }
        setSource(line.color)
        let blur = min(line.blurRadius, RenderLimits.maximumBlurRadius)
        guard line.isShadow, blur > 0 else {
            var canvas = canvas
            canvas.draw(line, on: grid)
            return
        }
        // As shadows of text: a mask of pixels.
        let area = Rect(
            x: line.start.x, y: line.start.y - line.reach, width: line.width, height: 2 * line.reach)
        guard let mask = BlurMask.make(area: area, blurRadius: blur, scale: target.maskScale) else { return }
        mask.draw { context in
            var canvas = CairoCanvas(context: context)
            canvas.draw(line, on: grid)
        }
        mask.paint(on: context)
    }
}
