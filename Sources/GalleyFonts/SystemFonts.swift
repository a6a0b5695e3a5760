import CGalleyFontconfig

/// What fontconfig knows: the fonts of the system, and its order of preference. Has a configuration of its own, so
/// nothing else in the process can change it, and it changes nothing.
///
/// `@unchecked Sendable`: `config` is used under `lock` only, after `init`; `charsets` point into the configuration's
/// read-only font set, which lives until `deinit`, and `FcCharSetHasChar` only reads.
final class SystemFonts: @unchecked Sendable {
    /// Sorted by path and index, so that the order does not depend on directories; of several versions of one face
    /// (Debian's `fonts-liberation` beside `fonts-liberation2`) the newest stands first.
    let entries: [FaceEntry]
    private let charsets: [OpaquePointer?]
    private let config: OpaquePointer
    private let lock = Locked<[String: [String]]>([:])

    /// Reads fontconfig's usual configuration, or the file at `path` alone.
    init(configuration path: String? = nil) throws(FontError) {
        guard let config = path.map(SystemFonts.configuration(at:)) ?? FcInitLoadConfigAndFonts() else {
            throw .noSystemFonts(
                reason: path.map { "\($0) is no fontconfig configuration" } ?? "fontconfig finds no configuration")
        }
        guard let set = FcConfigGetFonts(config, FcSetSystem) else {
            FcConfigDestroy(config)
            throw .noSystemFonts(reason: "fontconfig lists no fonts")
        }
        var listed: [Listed] = []
        var variableFiles: Set<String> = []
        for position in 0..<Int(set.pointee.nfont) {
            guard let pattern = set.pointee.fonts[position], let described = SystemFonts.describe(pattern) else {
                continue
            }
            if described.isVariable { variableFiles.insert("\(described.path)#\(described.index)") }
            var charset: OpaquePointer?
            guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &charset) == FcResultMatch else { continue }
            var version: Int32 = 0
            FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &version)
            listed.append(Listed(descriptor: described, charset: charset, version: version))
        }
        // A variable face is listed as a whole and once more at its default place.
        listed.removeAll {
            !$0.descriptor.isVariable && variableFiles.contains("\($0.descriptor.path)#\($0.descriptor.index)")
        }
        SystemFonts.sort(&listed)
        self.config = config
        entries = listed.enumerated().map { FaceEntry(descriptor: $1.descriptor, face: nil, systemIndex: $0) }
        charsets = listed.map(\.charset)
    }

    deinit { FcConfigDestroy(config) }

    /// A face of fontconfig's list; the version is its `head` table's revision, in 1/65,536.
    private struct Listed {
        var descriptor: FontDescriptor
        var charset: OpaquePointer?
        var version: Int32
    }

    private static func sort(_ listed: inout [Listed]) {
        listed.sort { ($0.descriptor.path, $0.descriptor.index) < ($1.descriptor.path, $1.descriptor.index) }
        var places: [String: [Int]] = [:]
        for (place, face) in listed.enumerated() { places[face.descriptor.fullName, default: []].append(place) }
        for versions in places.values where versions.count > 1 {
            let newestFirst = versions.sorted { (-listed[$0].version, $0) < (-listed[$1].version, $1) }
            for (place, face) in zip(versions, newestFirst.map { listed[$0] }) { listed[place] = face }
        }
    }

    private static func configuration(at path: String) -> OpaquePointer? {
        guard let config = FcConfigCreate() else { return nil }
        if FcConfigParseAndLoad(config, path, 1) != 0, FcConfigBuildFonts(config) != 0 { return config }
        FcConfigDestroy(config)
        return nil
    }

    /// Whether a listed face has a character, without opening it.
    func hasCharacter(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
        charsets.indices.contains(index) && FcCharSetHasChar(charsets[index], scalar.value) != 0
    }

    /// The family that the system's configuration has for a generic name.
    func family(ofGeneric name: String) -> String? {
        lock.withLock { _ in
            withPattern(family: name, language: nil) { pattern in
                var result = FcResultNoMatch
                guard let match = FcFontMatch(config, pattern, &result) else { return nil }
                defer { FcPatternDestroy(match) }
                return SystemFonts.string(match, FC_FAMILY)
            }
        }
    }

    /// All families in fontconfig's order for a language and no particular family: the order in which Chromium on
    /// Linux looks for a character (`FcFontSort`). Sorted once a language; some milliseconds.
    func fallbackFamilies(language: String) -> [String] {
        lock.withLock { memo in
            if let known = memo[language] { return known }
            let families = withPattern(family: nil, language: language.isEmpty ? "en" : language) { pattern in
                var result = FcResultNoMatch
                var families: [String] = []
                guard let sorted = FcFontSort(config, pattern, 0, nil, &result) else { return families }
                defer { FcFontSetDestroy(sorted) }
                var seen: Set<String> = []
                for position in 0..<Int(sorted.pointee.nfont) {
                    guard let found = sorted.pointee.fonts[position],
                        let family = SystemFonts.string(found, FC_FAMILY), seen.insert(family).inserted
                    else { continue }
                    families.append(family)
                }
                return families
            }
            if memo.count >= 256 { memo.removeAll() }
            memo[language] = families
            return families
        }
    }

    private func withPattern<Result>(
        family: String?, language: String?, _ body: (OpaquePointer) -> Result
    ) -> Result {
        let pattern = FcPatternCreate()!
        defer { FcPatternDestroy(pattern) }
        if let family { FcPatternAddString(pattern, FC_FAMILY, family) }
        // Without a language fontconfig takes the environment's; the answer must not depend on it.
        FcPatternAddString(pattern, FC_LANG, language ?? "en")
        FcPatternAddBool(pattern, FC_SCALABLE, 1)
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        return body(pattern)
    }
}

/// One pattern of fontconfig's list as a descriptor.
extension SystemFonts {
    /// `nil` for what is not a TrueType or OpenType face, and for named instances (their variable face is listed too).
    private static func describe(_ pattern: OpaquePointer) -> FontDescriptor? {
        guard let path = string(pattern, FC_FILE), let format = string(pattern, FC_FONTFORMAT),
            format == "TrueType" || format == "CFF"
        else { return nil }
        var index: Int32 = 0
        FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
        var isVariable: FcBool = 0
        FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable)
        guard isVariable != 0 || index >> 16 == 0 else { return nil }

        var hasColor: FcBool = 0
        FcPatternGetBool(pattern, FC_COLOR, 0, &hasColor)
        var spacing: Int32 = 0
        let hasSpacing = FcPatternGetInteger(pattern, FC_SPACING, 0, &spacing) == FcResultMatch
        var slant: Int32 = 0
        let slantResult = FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
        let weights = range(pattern, FC_WEIGHT) { FcWeightToOpenTypeDouble($0) } ?? 400...400
        let stretches = range(pattern, FC_WIDTH) { $0 } ?? 100...100
        var style = FaceStyle.regular
        style.weight = min(max(400, weights.lowerBound), weights.upperBound)
        style.stretch = min(max(100, stretches.lowerBound), stretches.upperBound)
        if slant == FC_SLANT_ITALIC { style.slant = .italic }
        if slant == FC_SLANT_OBLIQUE { style.slant = .oblique }

        var families: [String] = []
        while families.count < 64, let name = string(pattern, FC_FAMILY, Int32(families.count)) {
            families.append(name)
        }
        guard let family = families.first else { return nil }
        let folded = family.lowercased()
        return FontDescriptor(
            families: families, fullName: string(pattern, FC_FULLNAME) ?? family, path: path,
            index: Int(index & 0xFFFF), style: style, weights: weights, stretches: stretches,
            canSlant: isVariable != 0 && slantResult == FcResultTypeMismatch, isVariable: isVariable != 0,
            hasColor: hasColor != 0, isFixedPitch: hasSpacing && spacing >= FC_MONO,
            isSerif: folded.contains("serif") && !folded.contains("sans"),
            postScriptName: string(pattern, FC_POSTSCRIPT_NAME) ?? "")
    }

    fileprivate static func string(_ pattern: OpaquePointer, _ object: String, _ position: Int32 = 0) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, object, position, &value) == FcResultMatch, let value else { return nil }
        return String(cString: value)
    }

    /// A property that is a number for static faces and a range for variable ones.
    private static func range(
        _ pattern: OpaquePointer, _ object: String, _ convert: (Double) -> Double
    ) -> ClosedRange<Double>? {
        var value = 0.0
        if FcPatternGetDouble(pattern, object, 0, &value) == FcResultMatch {
            return convert(value)...convert(value)
        }
        var range: OpaquePointer?
        var (begin, end) = (0.0, 0.0)
        guard FcPatternGetRange(pattern, object, 0, &range) == FcResultMatch, let range,
            FcRangeGetDouble(range, &begin, &end) != 0
        else { return nil }
        let (low, high) = (convert(begin), convert(end))
        return low <= high ? low...high : nil
    }
}
