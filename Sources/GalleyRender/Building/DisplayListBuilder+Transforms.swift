import GalleyLayout
import GalleyText

// CSS Transforms 1: what is painted elsewhere than it was laid out.

extension LayoutContent {
    /// What a block's `transform` does to what is painted of a fragment of it.
    func transform(of fragment: BlockFragment) -> TransformMatrix? {
        text.style(of: fragment.block).transform?.matrix(of: fragment.frame, fontSize: fontSize(of: fragment.block))
    }

    /// The font size that lengths of a block refer to: that of its first paragraph.
    func fontSize(of block: BlockID) -> Double {
        let paragraphs = text.blocks[block.index].paragraphs
        guard text.paragraphs.indices.contains(paragraphs.lowerBound) else { return 16 }
        return text.style(text.paragraphs[paragraphs.lowerBound].strut).shaping.fontSize
    }
}
