import CGalleyData

extension FontFace {
    /// The family name of the face that is built into the library.
    public static let embeddedFamily = "Galley Test"

    /// The face that is built into the library: the project's own test face (Fonts/GalleyTest-Regular.ttf). It is the
    /// last resort of every collection, and the only face of a strict one that was given none.
    public static var embedded: FontFace {
        let bytes = UnsafeRawBufferPointer(start: galley_embedded_font(), count: galley_embedded_font_size())
        do throws(FontError) {
            return try FontFace(data: FontData(permanent: bytes, path: "<built in>"), index: 0)
        } catch {
            // The bytes are part of the program, and a test opens them: no input leads here.
            preconditionFailure("the embedded font is damaged: \(error)")
        }
    }
}
