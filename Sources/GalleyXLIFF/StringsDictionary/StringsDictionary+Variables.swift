extension StringsDictionary {
    /// What a variable's form is chosen by.
    public enum Rule: Sendable, Hashable {
        /// By a number: the forms are CLDR's plural categories.
        case plural
        /// By the room there is: the forms are widths.
        case width
        /// By the device: the forms are its names.
        case device
        /// A rule of another name.
        case other(String)

        /// As `NSStringFormatSpecTypeKey` has it.
        public var name: String {
            switch self {
            case .plural: Key.pluralRule
            case .width: Key.widthRule
            case .device: Key.deviceRule
            case .other(let name): name
            }
        }

        init(name: String) {
            self =
                switch name {
                case Key.pluralRule: .plural
                case Key.widthRule: .width
                case Key.deviceRule: .device
                default: .other(name)
                }
        }
    }

    /// One form of a variable.
    public struct Form: Sendable, Hashable {
        /// `one`, `22`, `iphone`.
        public var category: String
        /// `nil` when a tree of its own stands there.
        public var text: String?

        public init(category: String, text: String? = nil) {
            self.category = category
            self.text = text
        }
    }

    /// A dictionary whose strings are forms of one text.
    public struct Variable: Sendable, Hashable {
        /// The keys that lead to it, the app's key first.
        public var path: [String]
        public var rule: Rule
        /// The type of the argument, such as `d` or `lld`, as a format specifier has it.
        public var valueType: String?
        public var forms: [Form]
        public var position: SourcePosition?

        /// The name that formats use.
        public var name: String { path.last ?? "" }
        public var categories: [String] { forms.map(\.category) }
    }

    /// The format of a key, which names its variables.
    public func format(of key: String) -> String? { self[path: [key, Key.format]] }

    /// The variables of a key, outer before inner, those of width and device rules too.
    public func variables(of key: String) -> [Variable] {
        guard let pair = root.pair(key), case .dictionary(let dictionary) = pair.value else { return [] }
        var variables: [Variable] = []
        Self.collect(dictionary, path: [key], into: &variables)
        return variables
    }

    private static func collect(
        _ dictionary: PropertyListDictionary, path: [String], into variables: inout [Variable]
    ) {
        guard path.count < XLIFFLimits.propertyListDepth else { return }
        for pair in dictionary.pairs {
            guard case .dictionary(let inner) = pair.value else { continue }
            let innerPath = path + [pair.key]
            if let rule = rule(of: pair.key, inner) {
                let forms = inner.pairs.compactMap { form -> Form? in
                    switch form.value {
                    case _ where form.key == Key.specificationType || form.key == Key.valueType: nil
                    case .string(let text): Form(category: form.key, text: text)
                    case .dictionary: Form(category: form.key)
                    default: nil
                    }
                }
                variables.append(
                    Variable(
                        path: innerPath, rule: rule, valueType: inner[Key.valueType]?.string, forms: forms,
                        position: pair.position))
            }
            collect(inner, path: innerPath, into: &variables)
        }
    }

    /// The rule that a dictionary says, or that its own key or its forms show; `nil` when it is no variable but has a
    /// format, or variables, of its own.
    static func rule(of key: String, _ dictionary: PropertyListDictionary) -> Rule? {
        if key == Key.widthRule || key == Key.deviceRule { return Rule(name: key) }
        if let name = dictionary[Key.specificationType]?.string { return Rule(name: name) }
        let forms = dictionary.keys.filter { $0 != Key.valueType }
        if forms.isEmpty { return dictionary.isEmpty ? nil : .plural }
        if forms.allSatisfy({ PluralCategory(rawValue: $0) != nil }) { return .plural }
        if forms.allSatisfy({ CatalogPath.devices.contains($0) }) { return .device }
        if forms.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) { return .width }
        return nil
    }
}
