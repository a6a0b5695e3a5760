import GalleyShaping
import GalleyText

extension Line {
    /// The underlines, overlines and strike-throughs of the line, from left to right; those of a kind that touch are one.
    ///
    /// - Parameter text: the text that the paragraph was shaped from, for the paint part of its styles.
    public func decorations(in text: AttributedText) -> [DecorationSegment] { [] }
}
