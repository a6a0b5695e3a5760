import CGalleyFreeType

/// A FreeType face and the library that it belongs to, over the bytes of a ``FontFace``. Not shared between tasks: each
/// renderer makes its own, so that drawing needs no lock.
package final class FreeTypeFace {
    /// Valid as long as this object lives.
    package let face: FT_Face
    private let library: FT_Library
    private let data: FontData

    package init(data: FontData, index: Int, variations: [AxisValue]) throws(FontError) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else {
            throw .damaged(path: data.path, detail: "FreeType does not start")
        }
        var face: FT_Face?
        let error = FT_New_Memory_Face(
            library, data.bytes.baseAddress?.assumingMemoryBound(to: FT_Byte.self), FT_Long(data.bytes.count),
            FT_Long(index), &face)
        guard error == 0, let face else {
            FT_Done_FreeType(library)
            throw .damaged(path: data.path, detail: "FreeType error \(error)")
        }
        if !variations.isEmpty { FreeTypeFace.apply(variations, to: face, of: library) }
        self.library = library
        self.face = face
        self.data = data
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    private static func apply(_ variations: [AxisValue], to face: FT_Face, of library: FT_Library) {
        var axes: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(face, &axes) == 0, let axes else { return }
        defer { FT_Done_MM_Var(library, axes) }
        var coordinates = (0..<Int(axes.pointee.num_axis)).map { index -> FT_Fixed in
            let axis = axes.pointee.axis[index]
            guard let wanted = variations.last(where: { $0.tag.rawValue == UInt32(truncatingIfNeeded: axis.tag) })
            else { return axis.def }
            return FT_Fixed((Double(wanted.value) * 65_536).rounded())
        }
        FT_Set_Var_Design_Coordinates(face, FT_UInt(coordinates.count), &coordinates)
    }
}
