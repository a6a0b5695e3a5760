import CGalleyHarfBuzz

/// One table of a font file, read big-endian with every bound checked: outside the table there are no values, so a
/// damaged font answers `nil` and never traps.
package struct SFNTTable: ~Copyable {
    private let blob: OpaquePointer
    private let bytes: UnsafeRawBufferPointer

    package init(_ tag: FontTag, of face: OpaquePointer) {
        blob = hb_face_reference_table(face, tag.rawValue)
        var length: UInt32 = 0
        let start = hb_blob_get_data(blob, &length)
        bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(length))
    }

    deinit { hb_blob_destroy(blob) }

    package var count: Int { bytes.count }

    package func uint16(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        return UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
    }

    func int16(at offset: Int) -> Int16? { uint16(at: offset).map(Int16.init(bitPattern:)) }

    package func uint32(at offset: Int) -> UInt32? {
        guard let high = uint16(at: offset), let low = uint16(at: offset + 2) else { return nil }
        return UInt32(high) << 16 | UInt32(low)
    }

    /// A 16.16 fixed-point number.
    func fixed(at offset: Int) -> Double? {
        uint32(at: offset).map { Double(Int32(bitPattern: $0)) / 65_536 }
    }
}
