import GalleyLayout
import GalleyText

/// What cells show of the parts of their table.
extension DisplayListBuilder {
    /// Adds the backgrounds of columns and rows behind a cell's own (CSS 2 §17.5.1). What is in the shadow of a row is under
    /// that (CSS Backgrounds 3 §6.1.1), so it is drawn again where a background has covered it.
    mutating func addUnderlays(_ fragment: BlockFragment) {
        var isCovered = false
        for layer in fragment.underlays {
            isCovered = isCovered || layer.background != nil || !layer.backgroundLayers.isEmpty
            if let color = layer.background, !color.isTransparent {
                list.append(.fill(fragment.frame, radius: Corners(0), color))
            }
            addBackgrounds(layer, of: fragment)
            guard isCovered, !layer.shadows.isEmpty else { continue }
            list.append(.beginClip(fragment.frame, radius: Corners(0)))
            addShadows(
                of: PlainBox(rect: layer.area, edges: Edges(.none), shadows: layer.shadows), isInset: true)
            list.append(.end)
        }
    }
}
