import CGalleyHarfBuzz

/// The names of a face (`name` table), English where there is a choice, empty where the face has none.
public struct FontNames: Hashable, Sendable {
    /// The family in the model of at most four styles (name 1).
    public let family: String
    /// The style within ``family`` (name 2).
    public let subfamily: String
    /// The family in which all styles are together (name 16, else name 1): what CSS calls the family.
    public let typographicFamily: String
    /// The style within ``typographicFamily`` (name 17, else name 2).
    public let typographicSubfamily: String
    /// For people (name 4).
    public let full: String
    /// For PDF and for `local()` (name 6).
    public let postScript: String
    /// Every family name in every language, each once: what a family may be asked for by.
    public let allFamilies: [String]

    init(_ face: OpaquePointer) {
        let english = hb_language_from_string("en", -1)
        func name(_ id: Int) -> String { FontNames.read(face, UInt32(id), english) ?? "" }
        let family = name(1)
        let subfamily = name(2)
        let typographicFamily = name(16)
        let typographicSubfamily = name(17)
        let full = name(4)
        self.family = family
        self.subfamily = subfamily
        self.typographicFamily = typographicFamily.isEmpty ? family : typographicFamily
        self.typographicSubfamily = typographicSubfamily.isEmpty ? subfamily : typographicSubfamily
        self.full = full.isEmpty ? family : full
        postScript = name(6)

        var all: [String] = []
        for value in [self.typographicFamily, family] where !value.isEmpty && !all.contains(value) { all.append(value) }
        var count: UInt32 = 0
        if let entries = hb_ot_name_list_names(face, &count) {
            for entry in UnsafeBufferPointer(start: entries, count: min(Int(count), 4_096))
            where entry.name_id == 1 || entry.name_id == 16 {
                if let value = FontNames.read(face, entry.name_id, entry.language), !value.isEmpty,
                    !all.contains(value), all.count < 64
                {
                    all.append(value)
                }
            }
        }
        allFamilies = all
    }

    static func read(_ face: OpaquePointer, _ id: UInt32, _ language: OpaquePointer?) -> String? {
        var size: UInt32 = 1_024
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(size)) { buffer in
            let length = hb_ot_name_get_utf8(face, id, language, &size, buffer.baseAddress)
            guard length > 0 else { return nil }
            let bytes = UnsafeRawBufferPointer(buffer).prefix(Int(size))
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
