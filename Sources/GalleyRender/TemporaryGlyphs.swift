import GalleyParagraph
extension GlyphRun {
    func withPlacedGlyphs<R>(_ body: (UnsafeBufferPointer<Glyph>, UnsafeBufferPointer<Cluster>) -> R) -> R {
        body(UnsafeBufferPointer(start: nil, count: 0), UnsafeBufferPointer(start: nil, count: 0))
    }
}
