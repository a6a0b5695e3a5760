import GalleyLayout
import GalleyText

// CSS Transforms 1: what is painted elsewhere than it was laid out.

extension LayoutContent {
    /// What a block's `transform` does to what is painted of a fragment of it.
    func transform(of fragment: BlockFragment) -> TransformMatrix? {
        text.style(of: fragment.block).transform?.matrix(of: fragment.frame, lengths: lengthContext(of: fragment.block))
    }
}
