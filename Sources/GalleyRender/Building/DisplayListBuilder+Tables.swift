import GalleyLayout
import GalleyText

/// What cells show of the parts of their table.
extension DisplayListBuilder {
    /// Adds the backgrounds of columns and rows behind a cell's own (CSS 2 §17.5.1).
    mutating func addUnderlays(_ fragment: BlockFragment) {
        for layer in fragment.underlays {
            if let color = layer.background, !color.isTransparent {
                list.append(.fill(fragment.frame, radius: Corners(0), color))
            }
            addBackgrounds(layer, of: fragment)
        }
    }
}
