import CGalleyFreeType
import CGalleyHarfBuzz

/// What a file must have before it is taken for a font.
extension FontFace {
    /// A HarfBuzz blob over the bytes that keeps them alive.
    static func blob(of data: FontData) -> OpaquePointer {
        hb_blob_create(
            data.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(data.bytes.count),
            HB_MEMORY_MODE_READONLY, Unmanaged.passRetained(data).toOpaque()
        ) { Unmanaged<FontData>.fromOpaque($0!).release() }
    }

    /// The font in a WOFF or WOFF2 container (W3C), which FreeType opens; other bytes as they are. Of a collection in one its
    /// first face.
    static func unpacked(_ data: FontData) throws(FontError) -> FontData {
        guard data.bytes.count >= 20 else { return data }
        let format: String
        switch FontTag(rawValue: data.bytes.loadUnaligned(as: UInt32.self).bigEndian) {
        case "wOFF": format = "WOFF"
        case "wOF2": format = "WOFF2"
        default: return data
        }
        // The header tells the size before anything is unpacked: in both formats the fifth word.
        let size = Int(data.bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self).bigEndian)
        guard size <= FontLimits.maximumUnpackedBytes else { throw .tooLarge(path: data.path, bytes: size) }
        let opened: FreeTypeFace
        do throws(FontError) {
            opened = try FreeTypeFace(data: data, index: 0, variations: [])
        } catch {
            throw .unsupportedFormat(path: data.path, format: format)
        }
        return try withExtendedLifetime(opened) { () throws(FontError) in
            // Without a tag it is the whole file, as FreeType rebuilt it.
            var length: FT_ULong = 0
            guard FT_Load_Sfnt_Table(opened.face, 0, 0, nil, &length) == 0, length > 0,
                Int(length) <= FontLimits.maximumUnpackedBytes
            else { throw .unsupportedFormat(path: data.path, format: format) }
            var bytes = [UInt8](repeating: 0, count: Int(length))
            guard FT_Load_Sfnt_Table(opened.face, 0, 0, &bytes, &length) == 0 else {
                throw .unsupportedFormat(path: data.path, format: format)
            }
            return FontData(copying: bytes, path: data.path)
        }
    }

    /// The number of faces in a file; refuses what is not TrueType or OpenType by its first four bytes.
    static func faceCount(of data: FontData) throws(FontError) -> Int {
        guard data.bytes.count >= 12 else { throw .notAFont(path: data.path) }
        let signature = FontTag(rawValue: data.bytes.loadUnaligned(as: UInt32.self).bigEndian)
        switch signature {
        case "OTTO", "true", "ttcf", FontTag(rawValue: 0x0001_0000): break
        default: throw .notAFont(path: data.path)
        }
        let blob = blob(of: data)
        defer { hb_blob_destroy(blob) }
        let count = Int(hb_face_count(blob))
        guard count > 0 else { throw .notAFont(path: data.path) }
        return count
    }

    static func checkedUnitsPerEm(of face: OpaquePointer, path: String) throws(FontError) -> Int {
        guard let value = SFNTTable("head", of: face).uint16(at: 18) else {
            throw .damaged(path: path, detail: "no 'head' table")
        }
        guard FontLimits.unitsPerEm.contains(Int(value)) else {
            throw .damaged(path: path, detail: "unitsPerEm is \(value)")
        }
        return Int(value)
    }

    static func checkedGlyphCount(of face: OpaquePointer, path: String) throws(FontError) -> Int {
        let count = Int(hb_face_get_glyph_count(face))
        guard count > 0, count <= 65_535 else { throw .damaged(path: path, detail: "\(count) glyphs") }
        let outlines: [FontTag] = ["glyf", "CFF ", "CFF2", "CBDT", "sbix", "SVG ", "COLR", "EBDT"]
        guard outlines.contains(where: { SFNTTable($0, of: face).count > 0 }) else {
            throw .damaged(path: path, detail: "no table of outlines or bitmaps")
        }
        return count
    }

    static func axes(of face: OpaquePointer) -> [FontAxis] {
        var infos = [hb_ot_var_axis_info_t](repeating: .init(), count: FontLimits.maximumAxes)
        var count = UInt32(infos.count)
        _ = hb_ot_var_get_axis_infos(face, 0, &count, &infos)
        return infos.prefix(Int(count)).map { info in
            FontAxis(
                tag: FontTag(rawValue: info.tag), minimum: info.min_value, defaultValue: info.default_value,
                maximum: info.max_value, isHidden: info.flags.rawValue & HB_OT_VAR_AXIS_FLAG_HIDDEN.rawValue != 0)
        }
    }

    /// `OS/2` weight, width class and selection bits; without that table `head.macStyle`. Source: OpenType `OS/2`.
    static func style(of face: OpaquePointer, axes: [FontAxis]) -> FaceStyle {
        let table = SFNTTable("OS/2", of: face)
        var style = FaceStyle.regular
        if let weight = table.uint16(at: 4), let width = table.uint16(at: 6), let selection = table.uint16(at: 62) {
            // Old fonts count weights from 1 to 9; 0 says nothing.
            switch weight {
            case 0: break
            case 1...9: style.weight = Double(weight) * 100
            default: style.weight = min(Double(weight), 1000)
            }
            style.stretch = stretchOfWidthClass(width)
            if selection & 1 != 0 {
                style.slant = .italic
            } else if selection & 1 << 9 != 0 {
                style.slant = .oblique
            }
        } else if let macStyle = SFNTTable("head", of: face).uint16(at: 44) {
            if macStyle & 1 != 0 { style.weight = 700 }
            if macStyle & 2 != 0 { style.slant = .italic }
        }
        for axis in axes {
            if axis.tag == .weight { style.weight = Double(axis.defaultValue) }
            if axis.tag == .width { style.stretch = Double(axis.defaultValue) }
        }
        return style
    }

    /// `usWidthClass` to percent (OpenType `OS/2`).
    private static func stretchOfWidthClass(_ width: UInt16) -> Double {
        let percents = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
        return (1...9).contains(width) ? percents[Int(width) - 1] : 100
    }

    /// PANOSE of a Latin text face says how strokes end (2 to 10 serif, 11 to 15 sans); else the name decides.
    static func isSerif(_ face: OpaquePointer, family: String) -> Bool {
        let table = SFNTTable("OS/2", of: face)
        if let kind = table.uint16(at: 32).map({ $0 >> 8 }), kind == 2,
            let serif = table.uint16(at: 32).map({ $0 & 0xFF }), serif >= 2
        {
            return serif <= 10
        }
        let name = family.lowercased()
        return name.contains("serif") && !name.contains("sans")
    }
}
