extension XLIFFReader {
    /// The profiles of a file of XLIFF 2.x.
    struct SizeProfiles {
        var general: SizeProfile?
        var storage: SizeProfile?
    }

    /// The sizes of a target by the profiles of its file.
    struct TargetSizes {
        var general: Int?
        var storage: Int?
        var isTranslated = true
    }

    /// A file or a group: what its units inherit, and what it limits of them all together.
    struct Level {
        var isTranslatable = true
        var preservesSpace = false
        /// XLIFF 1.2.
        var sizes = XLIFFSizeAttributes()
        /// XLIFF 2.x; the size restriction module has no inheritance, but its limits hold for everything inside.
        private var general: SizeRestriction?
        private var storage: SizeRestriction?
        private var generalSum = 0
        private var storageSum = 0
        private var isWhole = true
        private var what = ""
        private(set) var position = SourcePosition.start

        /// Forgets what is not inherited.
        mutating func beginInside() {
            general = nil
            storage = nil
            generalSum = 0
            storageSum = 0
            isWhole = true
        }

        mutating func begin(_ what: String, at position: SourcePosition) {
            self.what = what
            self.position = position
        }

        mutating func take(_ attribute: XLIFFAttribute, _ value: String) {
            switch attribute {
            case .translate: if value == "yes" || value == "no" { isTranslatable = value == "yes" }
            case .space: preservesSpace = value == "preserve"
            case .sizeRestriction: general = SizeRestriction(value)
            case .storageRestriction: storage = SizeRestriction(value)
            default: if attribute.isSize { sizes[attribute] = value }
            }
        }

        mutating func add(_ unit: TargetSizes) {
            isWhole = isWhole && unit.isTranslated
            generalSum &+= unit.general ?? 0
            storageSum &+= unit.storage ?? 0
        }

        /// What is wrong with the sum of the targets (XLIFF 2.1 §5.6: restrictions hold for all text in their scope). While
        /// some units wait for their translation, it cannot be too small.
        func excesses(_ profiles: SizeProfiles) -> [(code: Finding.Code, message: String)] {
            func excess(_ limit: SizeRestriction?, _ sum: Int, _ profile: SizeProfile?) -> String? {
                guard let limit, let profile, profile.isStandard else { return nil }
                if let maximum = limit.maximum, sum > maximum {
                    return "the targets of \(what) make \(sum) \(profile.unit.words); \(maximum) are allowed"
                }
                if isWhole, sum < limit.minimum {
                    return "the targets of \(what) make \(sum) \(profile.unit.words); \(limit.minimum) are required"
                }
                return nil
            }
            return [
                excess(general, generalSum, profiles.general), excess(storage, storageSum, profiles.storage),
            ].compactMap { $0.map { (.totalSize, $0) } }
        }
    }
}

extension LengthLimit.Unit {
    /// The unit's name for a message, in the plural.
    var words: String {
        switch self {
        case .bytes(let encoding):
            "bytes of UTF-" + encoding.rawValue.dropFirst(3)
        case .codePoints: "code points"
        case .utf16: "UTF-16 units"
        case .characters: "characters"
        case .glyphs: "glyphs"
        case .columns: "columns"
        case .pixels: "pixels"
        case .points: "points"
        case .other(let name): name
        }
    }
}
