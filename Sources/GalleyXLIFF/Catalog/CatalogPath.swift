/// Where a text of a catalog stands inside of its localization: a place in the tree of variations.
///
///     (nothing)                         stringUnit
///     plural.one                        variations > plural > one
///     device.iphone.plural.one          variations > device > iphone > variations > plural > one
///     substitutions.COUNT.plural.one    substitutions > COUNT > variations > plural > one
public struct CatalogPath: Sendable, Hashable {
    /// One choice: of a plural category, a device, a width.
    public struct Step: Sendable, Hashable {
        /// The member of `variations`: `plural`, `device`, `width`.
        public var axis: String
        /// The member of that: `one`, `iphone`, `20`.
        public var choice: String

        public init(_ axis: String, _ choice: String) {
            self.axis = axis
            self.choice = choice
        }

        public static func plural(_ category: PluralCategory) -> Step { Step("plural", category.rawValue) }
        public static func device(_ device: String) -> Step { Step("device", device) }
    }

    /// The variable that the text is a form of.
    public var substitution: String?
    public var steps: [Step]

    public init(substitution: String? = nil, _ steps: [Step] = []) {
        self.substitution = substitution
        self.steps = steps
    }

    /// The path one choice further.
    func appending(_ step: Step) -> CatalogPath { CatalogPath(substitution: substitution, steps + [step]) }

    /// The text of a key that is not varied, or the format that its substitutions stand in.
    public static let root = CatalogPath()
}

extension CatalogPath {
    /// The devices that Xcode knows.
    package static let devices = [
        "iphone", "ipad", "ipod", "mac", "applewatch", "appletv", "applevision", "other",
    ]

    /// The last part of an XLIFF id; `nil` unless it is exactly one of the shapes that Xcode 27 was seen to write.
    init?(xliff text: Substring) {
        var rest = text
        substitution = nil
        if rest.hasPrefix("substitutions.") {
            rest = rest.dropFirst("substitutions.".count)
            guard let (name, tail) = Self.splitName(rest) else { return nil }
            substitution = name
            rest = tail
        }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("plural", 2):
            guard PluralCategory(rawValue: parts[1]) != nil else { return nil }
            steps = [Step("plural", parts[1])]
        case ("device", 2):
            guard Self.devices.contains(parts[1]) else { return nil }
            steps = [.device(parts[1])]
        case ("device", 4):
            guard Self.devices.contains(parts[1]), parts[2] == "plural", PluralCategory(rawValue: parts[3]) != nil
            else { return nil }
            steps = [.device(parts[1]), Step("plural", parts[3])]
        default: return nil
        }
    }

    /// The name of a substitution, and what follows its dot. A name with a dot stands between `@`.
    private static func splitName(_ text: Substring) -> (name: String, tail: Substring)? {
        if text.first == "@" {
            // The variable's name holds no "@": a format could not refer to it.
            let inner = text.dropFirst()
            guard let end = inner.firstIndex(of: "@"), end > inner.startIndex else { return nil }
            let tail = inner[inner.index(after: end)...]
            guard tail.first == "." else { return nil }
            return (String(inner[..<end]), tail.dropFirst())
        }
        guard let dot = text.firstIndex(of: "."), dot > text.startIndex else { return nil }
        return (String(text[..<dot]), text[text.index(after: dot)...])
    }

    /// As in an XLIFF id; empty for the root.
    package var xliff: String {
        var parts: [String] = []
        if let substitution {
            parts += ["substitutions", substitution.contains(".") ? "@\(substitution)@" : substitution]
        }
        for step in steps { parts += [step.axis, step.choice] }
        return parts.joined(separator: ".")
    }
}
