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
    var key: String
    /// The variable, for a form in a `.stringsdict` file.
    var variable: String?

    static let categories = PluralCategory.allCases.map(\.rawValue)

    /// `nil` for an id that is no form.
    init?(_ id: String) {
        if id.hasUTF8([0x7C, 0x3D, 0x3D, 0x7C]) {
            self.init(catalog: id)
        } else if let path = StringsDictionaryUnitID(id)?.path {
            self.init(id, path)
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

    private init(_ id: String, _ path: [String]) {
        key = path[0]
        group = id
        guard path.count > 2, let last = path.last, Self.categories.contains(last) else { return }
        category = last
        variable = path[path.count - 2]
        group = StringsDictionaryUnitID(path: path.dropLast()).description
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
