import GalleyShaping
import GalleyText

/// A ruby annotation where it stands.
public struct PlacedAnnotation: Sendable {
    /// Its one line; source offsets are those of the document's text, as of the paragraph itself.
    public var layout: ParagraphLayout
    /// The top left of `layout`, in px from the paragraph's top left.
    public var origin: Point
}

extension Line {
    /// The annotations of the bases that begin on the line: centred over them, on the top of their ems.
    public var annotations: [PlacedAnnotation] {
        let storage = layout.storage
        guard !storage.annotations.isEmpty else { return [] }
        let record = record
        return storage.boxes(of: record).compactMap { box in
            // Annotations are in the order of their boxes.
            let known = layout.shaped.annotations
            let index = known.partitionIndex { $0.box >= Int(box.box) }
            guard box.hasStart, index < known.count, known[index].box == Int(box.box) else { return nil }
            let annotation = storage.annotations[index]
            let metrics = layout.shaped.metrics(ofBox: Int(box.box))
            let bottom = box.y + metrics.ascent - metrics.emAscent
            return PlacedAnnotation(
                layout: annotation,
                origin: Point(x: box.x + (box.width - annotation.size.width) / 2, y: bottom - annotation.size.height))
        }
    }
}
