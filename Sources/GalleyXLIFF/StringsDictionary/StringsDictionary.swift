/// A `.stringsdict` file: texts that depend on numbers, on the room there is, or on the device.
///
///     var rules = try StringsDictionary(bytes: bytes, name: "de.lproj/Localizable.stringsdict")
///     rules.setString("%d Dateien", at: ["files", "COUNT", "other"])
///     for variable in rules.variables(of: "files") { print(variable.name, variable.categories) }
///     let written = rules.contents()
///
/// It is a tree of dictionaries with strings for leaves, kept in the order of the file. Under each key of the app stand a
/// format (`NSStringLocalizedFormatKey`) and the variables that it names, or a rule for widths or devices, to any depth.
public struct StringsDictionary: Sendable, Hashable {
    /// The whole tree; what is neither a dictionary nor a string stays in it untouched.
    public var root: PropertyListDictionary
    /// What reading brought up: keys that are there twice, values that are neither strings nor dictionaries.
    public var findings: [Finding]

    /// The keys that have a meaning of their own.
    public enum Key {
        public static let format = "NSStringLocalizedFormatKey"
        public static let specificationType = "NSStringFormatSpecTypeKey"
        public static let valueType = "NSStringFormatValueTypeKey"
        public static let pluralRule = "NSStringPluralRuleType"
        public static let widthRule = "NSStringVariableWidthRuleType"
        public static let deviceRule = "NSStringDeviceSpecificRuleType"
    }

    /// A string of the tree and the keys that lead to it.
    public struct Leaf: Sendable, Hashable {
        public var path: [String]
        public var string: String
        /// Where its own key was read.
        public var position: SourcePosition?

        /// Whether it is for translators: not the name of a rule or of a type.
        public var isTranslatable: Bool {
            path.last != Key.specificationType && path.last != Key.valueType
        }
        /// The id that Xcode's XLIFF gives it.
        public var unitID: StringsDictionaryUnitID { StringsDictionaryUnitID(path: path) }
    }

    /// A tree made by hand.
    public init(_ root: PropertyListDictionary = PropertyListDictionary()) {
        self.root = root
        findings = []
    }

    /// Reads a file, a property list of any format.
    ///
    /// - Throws: ``XLIFFError`` with the place of the first fault.
    public init(bytes: [UInt8], name: String) throws(XLIFFError) {
        let value = try PropertyListValue(bytes: bytes, name: name)
        guard case .dictionary(let dictionary) = value else {
            throw XLIFFError(
                Finding(.error, .propertyListSyntax, "the property list is \(value.kind), not a dictionary", file: name)
            )
        }
        root = dictionary
        findings = []
        var found: [Finding] = []
        Self.check(dictionary, name: name, depth: 0, into: &found)
        findings = found
    }

    /// The bytes of the file as Xcode writes it, an XML property list, in the order of the tree.
    public func contents() -> [UInt8] { PropertyListValue.dictionary(root).xmlContents() }

    /// The app's keys, in order.
    public var keys: [String] { root.keys }

    // MARK: Strings by path

    /// The string at the end of a path of keys; `nil` when there is none.
    public subscript(path path: [String]) -> String? {
        var value = PropertyListValue.dictionary(root)
        for key in path {
            guard case .dictionary(let dictionary) = value, let next = dictionary[key] else { return nil }
            value = next
        }
        return value.string
    }

    /// The dictionary at the end of a path of keys; `nil` when there is none.
    func dictionary(at path: [String]) -> PropertyListDictionary? {
        var dictionary = root
        for key in path {
            guard case .dictionary(let next)? = dictionary[key] else { return nil }
            dictionary = next
        }
        return dictionary
    }

    /// Sets the string at the end of a path; dictionaries that are missing on the way are made.
    ///
    /// - Returns: `false`, with nothing changed, if the path is empty, nests too deep, or leads through a string or ends at
    ///   a dictionary.
    @discardableResult
    public mutating func setString(_ string: String, at path: [String]) -> Bool {
        guard !path.isEmpty, path.count <= XLIFFLimits.propertyListDepth, canSet(path) else { return false }
        Self.set(string, at: path[...], in: &root)
        return true
    }

    private func canSet(_ path: [String]) -> Bool {
        var dictionary = root
        for key in path.dropLast() {
            switch dictionary[key] {
            case nil: return true
            case .dictionary(let next): dictionary = next
            default: return false
            }
        }
        return path.last.flatMap { dictionary[$0] }?.dictionary == nil
    }

    private static func set(_ string: String, at path: ArraySlice<String>, in dictionary: inout PropertyListDictionary)
    {
        guard let key = path.first else { return }
        if path.count == 1 {
            dictionary[key] = .string(string)
            return
        }
        dictionary.update(key, initial: [:]) { value in
            guard case .dictionary(var next) = value else { return }
            // The only reference, so that nothing is copied.
            value = .boolean(false)
            set(string, at: path.dropFirst(), in: &next)
            value = .dictionary(next)
        }
    }

    /// Removes what stands at the end of a path, and the dictionaries that are empty then.
    public mutating func remove(_ path: [String]) { Self.remove(path[...], in: &root) }

    private static func remove(_ path: ArraySlice<String>, in dictionary: inout PropertyListDictionary) {
        guard let key = path.first else { return }
        guard path.count > 1, case .dictionary(var next)? = dictionary[key] else {
            if path.count == 1 { dictionary.remove(key) }
            return
        }
        remove(path.dropFirst(), in: &next)
        dictionary[key] = next.isEmpty ? nil : .dictionary(next)
    }

    /// Every string, in order.
    public var leaves: [Leaf] { Self.leaves(of: root, path: []) }

    /// The strings below one key of the app, in order.
    public func leaves(of key: String) -> [Leaf] {
        guard case .dictionary(let dictionary)? = root[key] else { return [] }
        return Self.leaves(of: dictionary, path: [key])
    }

    private static func leaves(of dictionary: PropertyListDictionary, path: [String]) -> [Leaf] {
        var leaves: [Leaf] = []
        func visit(_ dictionary: PropertyListDictionary, _ path: [String]) {
            for pair in dictionary.pairs {
                switch pair.value {
                case .string(let string):
                    leaves.append(Leaf(path: path + [pair.key], string: string, position: pair.position))
                case .dictionary(let inner) where path.count < XLIFFLimits.propertyListDepth:
                    visit(inner, path + [pair.key])
                default: break
                }
            }
        }
        visit(dictionary, path)
        return leaves
    }

    /// Sorts the keys at every depth, as Xcode writes them.
    public mutating func sort() { root.sort() }

    /// This tree with every string of `other`: what is there keeps its place, the rest is appended.
    public func updated(with other: StringsDictionary) -> StringsDictionary {
        var result = self
        for leaf in other.leaves { result.setString(leaf.string, at: leaf.path) }
        return result
    }

    // MARK: Reading

    private static func check(
        _ dictionary: PropertyListDictionary, name: String, depth: Int, into findings: inout [Finding]
    ) {
        for (pair, earlier) in dictionary.repeated {
            let place = earlier.position.map { ", in line \($0.line)" } ?? ""
            findings.append(
                Finding(
                    .warning, .duplicateID,
                    "\(Finding.quoted(pair.key)) is there already\(place); the last one counts", file: name,
                    position: pair.position))
        }
        for pair in dictionary.pairs {
            switch pair.value {
            case .dictionary(let inner):
                if depth < XLIFFLimits.propertyListDepth { check(inner, name: name, depth: depth + 1, into: &findings) }
            case .string where depth > 0: break
            case let value:
                let expected = depth > 0 ? "a string or a dictionary" : "a dictionary"
                findings.append(
                    Finding(
                        .warning, .stringsValue,
                        "the value of \(Finding.quoted(pair.key)) is \(value.kind), not \(expected)", file: name,
                        position: pair.position))
            }
        }
    }
}
