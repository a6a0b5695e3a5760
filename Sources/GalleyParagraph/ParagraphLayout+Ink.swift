import Foundation
import GalleyFonts
import GalleyShaping
import GalleyText

extension GlyphRun {
    /// What the run's glyphs cover, which may be more or less than ``rect``: the union of their faces' own boxes, in px from
    /// the paragraph's top left; `nil` when nothing is seen. Synthesised boldness and slant are counted; lines, shadows
    /// and emphasis marks are not. O(glyphs).
    public var inkBounds: Rect? {
        let instance = layout.storage.fonts.instance(self.instance)
        let scale = item.scale
        let slope = tan(FaceSlant.defaultObliqueDegrees * .pi / 180)
        var bounds: Rect?
        withGlyphs { glyphs, _ in
            for glyph in glyphs {
                guard let box = instance.extents(of: glyph.id), box.left < box.right, box.bottom < box.top else {
                    continue
                }
                var rect = Rect(
                    x: glyph.x + Double(box.left) * scale, y: glyph.y - Double(box.top) * scale,
                    width: Double(box.right - box.left) * scale, height: Double(box.top - box.bottom) * scale)
                if instance.synthesis.contains(.oblique) {
                    // Slanted about the baseline.
                    let right = Double(box.top) * scale * slope
                    let left = Double(box.bottom) * scale * slope
                    rect.x += min(left, right)
                    rect.width += abs(right - left)
                }
                if instance.synthesis.contains(.bold) {
                    // As FreeType does it: the left bottom corner stays.
                    let stroke = fontSize / 24
                    rect.y -= stroke
                    rect.width += stroke
                    rect.height += stroke
                }
                bounds = bounds?.union(rect) ?? rect
            }
        }
        return bounds
    }
}

extension Line {
    /// What the line's glyphs cover; see ``GlyphRun/inkBounds``.
    public var inkBounds: Rect? {
        runs.compactMap(\.inkBounds).reduce(nil) { $0?.union($1) ?? $1 }
    }
}

extension ParagraphLayout {
    /// What the glyphs cover, beside ``size``, which is what lines take; see ``GlyphRun/inkBounds``. O(glyphs).
    public var inkBounds: Rect? {
        lines.compactMap(\.inkBounds).reduce(nil) { $0?.union($1) ?? $1 }
    }
}

/// Characters that no face has: the last resort face's boxes are shown for them.
public struct UncoveredText: Sendable, Hashable {
    /// Source bytes; where they stand, for text that is not in the source.
    public var range: Range<Int>
    /// What is shown there.
    public var text: String

    public init(range: Range<Int>, text: String) {
        self.range = range
        self.text = text
    }

    /// The same so many bytes further on.
    package func moved(by distance: Int) -> UncoveredText {
        UncoveredText(range: range.lowerBound + distance..<range.upperBound + distance, text: text)
    }
}

extension ShapedParagraph {
    /// The characters of the paragraph for which no face has glyphs, in order.
    public var uncoveredText: [UncoveredText] {
        uncovered.map { range in
            let text = inline.utf8.withUnsafeBufferPointer {
                String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
            }
            return UncoveredText(range: inline.mapping.sourceRange(ofInline: range), text: text)
        }
    }
}

extension ParagraphLayout {
    /// The characters for which no face has glyphs, in order, whether their line shows them or not.
    public var uncoveredText: [UncoveredText] { shaped.uncoveredText }
}
