/// A unit that is one form of a text: what Xcode's ids say about it.
///
///     /KEY:dict/VARIABLE:dict/one:dict/:string      a .stringsdict file
///     KEY|==|plural.one                             a string catalog
///     KEY|==|substitutions.NAME.plural.one
///     KEY|==|device.iphone
struct PluralFormID: Hashable {
    /// The id without its category: the same for all forms of one variable.
    var group: String
    /// `one`, `other`, ...; `nil` for a form by device or width.
    var category: String?
    /// The key and the variable, for a form in a `.stringsdict` file.
    var key: String
    var variable: String?

    static let categories = PluralCategory.allCases.map(\.rawValue)

    private static let leaf = ":dict/:string"
    private static let step = ":dict/"
    /// The key of the format in each entry of a `.stringsdict` file.
    static let formatKey = "NSStringLocalizedFormatKey"

    /// `nil` for an id that is no form.
    init?(_ id: String) {
        if id.hasUTF8(Array(CatalogUnitID.delimiter.utf8)) {
            self.init(catalog: id)
        } else if id.utf8.first == UInt8(ascii: "/"), id.hasSuffix(Self.leaf) {
            self.init(dictionary: id)
        } else {
            return nil
        }
    }

    private init?(catalog id: String) {
        guard case .variation(let key, let path) = CatalogUnitID(id) else { return nil }
        self.key = key
        group = id
        guard let last = path.steps.last, last.axis == "plural" else { return }
        category = last.choice
        group = String(id.dropLast(last.choice.count))
    }

    /// The key may hold slashes and colons, and steps as well: read from the right.
    private init?(dictionary id: String) {
        let path = id.dropLast(Self.leaf.count)
        guard let step = Self.lastRange(of: Self.step, in: path) else { return nil }
        let last = String(path[step.upperBound...])
        let above = path[..<step.lowerBound]
        if Self.categories.contains(last), let upper = Self.lastRange(of: Self.step, in: above) {
            category = last
            key = String(above[..<upper.lowerBound].dropFirst())
            variable = String(above[upper.upperBound...])
            group = String(above)
        } else {
            key = String(above.dropFirst())
            variable = last == Self.formatKey ? nil : last
            group = id
        }
    }

    private static func lastRange(of mark: String, in text: Substring) -> Range<String.Index>? {
        let bytes = text.utf8
        let length = mark.utf8.count
        guard bytes.count >= length else { return nil }
        var start = bytes.index(bytes.endIndex, offsetBy: -length)
        while true {
            if bytes[start...].starts(with: mark.utf8) { return start..<bytes.index(start, offsetBy: length) }
            guard start > bytes.startIndex else { return nil }
            start = bytes.index(before: start)
        }
    }
}

extension PluralFormID {
    /// Whether a form of this category stands for one number in the language ("one day"), so that it may leave the number
    /// out. `one` may stand for 0 too (French), as leaving the number out is usual there; but not for 21 (Russian).
    static func isOneNumber(_ category: String, locale: String) -> Bool {
        let language = LocaleTag(locale)?.language ?? ""
        return switch category {
        case "zero": !["lv", "prg"].contains(language)
        case "one": !manyOnes.contains(language)
        case "two": !["sl", "dsb", "hsb", "gd", "gv", "br", "kw"].contains(language)
        default: false
        }
    }

    /// Languages whose `one` is also for 21, 31, 101 or the like (CLDR plural rules).
    private static let manyOnes: Set<String> = [
        "be", "br", "bs", "ceb", "dsb", "fil", "gd", "gv", "hr", "hsb", "is", "lt", "lv", "mk", "prg", "ru", "sh", "sl",
        "sr", "tl", "tzm", "uk",
    ]
}
