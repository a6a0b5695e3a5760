import GalleyParagraph
import GalleyText

// Shapes that lines keep clear of, given from outside.
extension FlowLayouter {
    /// The exclusions beside a paragraph at a place of the innermost context, if any can be: those of the document count
    /// where the paragraph's place in it is known, that is not in tables, floats and columns.
    func exclusions(besideParagraphAt place: Point) -> ExclusionOrigin? {
        guard !options.exclusions.isEmpty || !options.barriers.isEmpty else { return nil }
        var origin = place
        for index in contexts.indices.reversed() {
            let root = contexts[index].root
            guard contexts[index].columns < 0,
                index == 0 || boxes[root.index].anchor == contexts[index - 1].root.rawValue
            else { return nil }
            origin.x += boxes[root.index].x
            origin.y += boxes[root.index].y
        }
        let end = max(options.exclusions.map(\.bottom).max() ?? -.infinity, options.barriers.last ?? -.infinity)
        guard origin.y < end else { return nil }
        return ExclusionOrigin(exclusions: options.exclusions, barriers: options.barriers, origin: origin)
    }

    /// Answers a paragraph where its lines may stand beside floats and exclusions.
    static func lineSpace(
        beside floats: [FloatSpace.Placed], _ exclusions: ExclusionOrigin?, _ pages: [PageWidth], width: Double
    ) -> LineSpaceProvider? {
        if !pages.isEmpty { return lineSpace(beside: floats, on: pages, width: width) }
        guard let exclusions else { return lineSpace(beside: floats, width: width) }
        let space = ExclusionSpace(exclusions.exclusions, barriers: exclusions.barriers, origin: exclusions.origin)
        return { offset, height in
            space.space(
                FloatSpace.band(floats, at: offset, height: height, left: 0, right: width), at: offset, height: height)
        }
    }
}

/// What lines were made for: shapes, and where the paragraph stood among them.
struct ExclusionOrigin: Sendable, Hashable {
    var exclusions: [Exclusion]
    var barriers: [Double]
    var origin: Point
}
