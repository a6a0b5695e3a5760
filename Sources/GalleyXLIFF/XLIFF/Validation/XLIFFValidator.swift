import GalleyMarkup

/// Holds an XLIFF 2.x document to its specification while it is read: core (XLIFF 2.1 §4), fragment identifiers (§3) and
/// modules (§5). What is allowed where is a table (`XLIFFRules`); what the table cannot say is checked in the extensions of
/// this type, each rule with its section.
///
/// It sees the reader's events, keeps the elements around the current place, one unit, and the ids of one file.
struct XLIFFValidator {
    /// A breach of a rule.
    struct Fault: Hashable {
        var code: Finding.Code
        var message: String
        var position: SourcePosition
    }

    /// What an index of the reader's names means.
    struct Name {
        /// With the specification's prefix; with the document's for names of other namespaces.
        var qualified: String
        /// The name without any prefix.
        var local: String
        /// The specification's prefix, empty for the core; `nil` for a namespace that is no part of XLIFF.
        var prefix: String?
        /// Of no namespace at all; right for attributes only.
        var isPlain: Bool
        var rule: XLIFFRules.Element?
    }

    /// An element that is not closed yet.
    struct Open {
        var name: Name
        var position: SourcePosition
        var slot = 0
        /// How many elements the slot holds.
        var filled = 0
        var hasText = false
        var hasStrayText = false
        var hasChild = false
        var language: String?
        var preservesSpace = false
        var href: String?
    }

    private let rules = XLIFFRules.shared
    private var faults: [Fault] = []
    private var faultCount = 0
    private var names: [Name] = []
    var open: [Open] = []
    private var scratch: [UInt8] = []
    private var isVersion22 = false

    // What checks remember, by how long it lives.
    var sourceLanguage: String?
    var targetLanguage: String?
    var isTargetLanguageReported = false
    var fileIDs: Set<String> = []
    var file = FileState()
    var scopes: [ScopeState] = []
    var unit: UnitState?
    var match: MatchState?
    var module = ModuleState()

    mutating func report(_ code: Finding.Code, _ message: String, _ position: SourcePosition) {
        faultCount += 1
        if faultCount <= XLIFFLimits.validationFaults {
            faults.append(Fault(code: code, message: message, position: position))
        } else if faultCount == XLIFFLimits.validationFaults + 1 {
            faults.append(
                Fault(code: .xliff2TooMany, message: "there are more breaches of XLIFF 2", position: position))
        }
    }

    /// The breaches since the last call.
    mutating func takeFaults() -> [Fault] {
        defer { faults = [] }
        return faults
    }

    // MARK: Events

    mutating func start(_ event: XMLEvent, at position: SourcePosition, of reader: borrowing XMLEventReader.Core) {
        let name = name(event.name, reader)
        var element = Open(name: name, position: position)
        if let parent = open.last {
            element.language = parent.language
            element.preservesSpace = parent.preservesSpace
            admit(name, at: position)
        }
        var attributes = Attributes()
        for index in 0..<reader.attributeCount(of: event) {
            let attribute = self.name(reader.attributeName(at: index, of: event), reader)
            let value = reader.attributeValue(at: index, of: event)
            attributes.append(attribute.qualified, value)
            switch attribute.qualified {
            case "xml:lang": element.language = value
            case "xml:space": element.preservesSpace = value == "preserve"
            case "href": element.href = value
            default: break
            }
            check(attribute, value, on: name, at: position)
        }
        if let rule = name.rule {
            for (required, attribute) in rule.attributes where attribute.isRequired && attributes[required] == nil {
                report(
                    .xliff2Attribute,
                    "<\(name.qualified)> lacks its attribute \(required) (XLIFF 2.1 §\(rule.section))",
                    position)
            }
        }
        if open.isEmpty { isVersion22 = attributes["version"] == "2.2" }
        open.append(element)
        if open.count == 1 {
            open[0].name.rule = rules.elements[isVersion22 ? "xliff@2.2" : "xliff"]
            if name.isPlain {
                report(
                    .xliff2Element, "the document has no namespace; \(XLIFFElement.namespace)2.0 is missing", position)
            }
        }
        begin(name, attributes, at: position)
    }

    mutating func end() {
        guard let element = open.last else { return }
        if let rule = element.name.rule {
            for (index, slot) in rule.content.enumerated()
            where slot.isRequired && (index > element.slot || (index == element.slot && element.filled == 0)) {
                report(
                    .xliff2Content, "\(described(element.name)) lacks \(described(slot)) (XLIFF 2.1 §\(rule.section))",
                    element.position)
            }
        }
        close(element)
        open.removeLast()
    }

    mutating func text(_ event: XMLEvent, at position: SourcePosition, of reader: borrowing XMLEventReader.Core) {
        guard let last = open.last else { return }
        let isStray = last.name.rule.map { !$0.allowsText } ?? false
        guard isStray ? !last.hasStrayText : !last.hasText else { return }
        scratch.removeAll(keepingCapacity: true)
        reader.appendText(of: event, to: &scratch)
        guard scratch.contains(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x09 && $0 != 0x0D }) else { return }
        open[open.count - 1].hasText = true
        if isStray {
            open[open.count - 1].hasStrayText = true
            report(.xliff2Content, "\(described(last.name)) holds text, which it may not", position)
        }
    }

    // MARK: Names

    private mutating func name(_ index: Int, _ reader: borrowing XMLEventReader.Core) -> Name {
        while names.count <= index {
            let name = reader.names[names.count]
            let isPlain = name.namespace.isEmpty
            let isCore = name.namespace.hasPrefix(XLIFFElement.namespace)
            let prefix = isCore || isPlain ? "" : XLIFFRules.prefixes[name.namespace]
            let local = name.local
            let document = prefix ?? (name.prefix.isEmpty ? "" : name.prefix)
            var result = Name(
                qualified: document.isEmpty ? local : document + ":" + local, local: local, prefix: prefix,
                isPlain: isPlain)
            if prefix != nil { result.rule = rules.elements[result.qualified] }
            names.append(result)
        }
        return names[index]
    }

    private func described(_ name: Name) -> String { "<\(name.qualified)>" }

    private func described(_ slot: XLIFFRules.Slot) -> String {
        slot.names.sorted().map { "<\($0)>" }.joined(separator: " or ")
    }

    // MARK: Content

    /// Elements of modules that stand in the core's elements, and where else than in file, group and unit they may not.
    private static let moduleRoots: [String: Set<String>] = [
        "mtc:matches": ["unit"], "gls:glossary": ["unit"], "mda:metadata": ["file", "group", "unit", "xliff"],
        "res:resourceData": ["file", "unit"], "ctr:changeTrack": ["file", "group", "unit"], "slr:profiles": ["file"],
        "slr:data": ["file", "group", "unit"], "val:validation": ["file", "group", "unit"],
    ]

    /// Whether the innermost open element may hold `name` here.
    private mutating func admit(_ name: Name, at position: SourcePosition) {
        let last = open.count - 1
        open[last].hasChild = true
        let isOther = name.prefix != ""
        if let prefix = name.prefix, name.rule == nil, !XLIFFRules.openModules.contains(prefix) {
            // What is inside an extension is the extension's, apart from names that XLIFF does not have.
            guard !name.isPlain || open[last].name.rule != nil else { return }
            report(.xliff2Element, "\(described(name)) is no element of XLIFF 2", position)
            return
        }
        guard let rule = open[last].name.rule else { return }
        let element = open[last]
        for slot in element.slot..<max(element.slot, rule.content.count) {
            let content = rule.content[slot]
            let isNamed = content.names.contains(name.qualified)
            guard isNamed || (isOther && content.names.contains("other")) else { continue }
            if !isNamed, let prefix = name.prefix, !XLIFFRules.openModules.contains(prefix) {
                guard rule.section.hasPrefix("5.") || Self.moduleRoots[name.qualified]?.contains(rule.name) == true
                else {
                    break
                }
            }
            if slot == element.slot, element.filled > 0, !content.isRepeated { continue }
            for (index, skipped) in rule.content[..<slot].enumerated()
            where index >= element.slot && skipped.isRequired && (index > element.slot || element.filled == 0) {
                report(
                    .xliff2Content,
                    "\(described(skipped)) must come before \(described(name)) in \(described(element.name))", position)
            }
            open[last].filled = slot == element.slot ? element.filled + 1 : 1
            open[last].slot = slot
            return
        }
        report(
            .xliff2Content,
            "\(described(name)) may not stand here in \(described(element.name)) (XLIFF 2.1 §\(rule.section))", position
        )
    }

    // MARK: Attributes

    private mutating func check(_ attribute: Name, _ value: String, on element: Name, at position: SourcePosition) {
        guard let rule = element.rule else { return }
        let isCoreNamespace = attribute.prefix == "" && !attribute.isPlain
        if attribute.isPlain || attribute.prefix == "xml", !isCoreNamespace {
            if let known = rule.attributes[attribute.qualified] {
                if !known.type.allows(value) {
                    report(
                        .xliff2Value,
                        "\"\(value)\" is no value for \(attribute.qualified) of \(described(element)) "
                            + "(XLIFF 2.1 §\(rule.section))", position)
                }
            } else if attribute.prefix != "xml" || !rule.allowsExtensions || element.qualified == "mtc:match" {
                // XLIFF 2.1 §5.1.4.2: xml:lang must not be set on match.
                report(
                    .xliff2Attribute,
                    "\(described(element)) has no attribute \(attribute.qualified) (XLIFF 2.1 §\(rule.section))",
                    position)
            }
            return
        }
        guard let prefix = attribute.prefix, !isCoreNamespace else {
            if isCoreNamespace || !rule.allowsExtensions {
                report(
                    .xliff2Attribute,
                    "\(described(element)) may not have the attribute \(attribute.qualified) (XLIFF 2.1 §\(rule.section))",
                    position)
            }
            return
        }
        if XLIFFRules.openModules.contains(prefix) {
            guard !rule.allowsExtensions, !rule.moduleAttributes.contains(prefix) else { return }
        } else if let type = rules.moduleAttributes[attribute.qualified] {
            if rule.moduleAttributes.contains(prefix) || rule.moduleAttributes.contains(attribute.qualified) {
                if !type.allows(value) {
                    report(
                        .xliff2Value, "\"\(value)\" is no value for \(attribute.qualified) (XLIFF 2.1 §5)", position)
                }
                return
            }
        } else if !["fs", "slr"].contains(prefix), rule.allowsExtensions {
            // Other modules have no attributes for elements of the core; there they are as good as an extension's.
            return
        }
        report(
            .xliff2Attribute, "\(described(element)) may not have the attribute \(attribute.qualified)", position)
    }

    /// The attributes of one element, by their qualified names.
    struct Attributes {
        private var values: [(name: String, value: String)] = []

        mutating func append(_ name: String, _ value: String) { values.append((name, value)) }
        subscript(name: String) -> String? { values.first { $0.name == name }?.value }
        /// The names with a prefix that is none of the specification's.
        var foreignNames: [String] {
            values.map(\.name).filter {
                guard let colon = $0.firstIndex(of: ":") else { return false }
                return !["xml", "fs", "slr", "its", "itsm", "val"].contains($0[..<colon])
            }
        }
        var names: Set<String> { Set(values.map(\.name)) }
    }
}

extension Finding.Code {
    /// An element that XLIFF 2 does not have.
    public static let xliff2Element = Self(rawValue: "xliff2-element")
    /// An element in the wrong place, too often, or missing.
    public static let xliff2Content = Self(rawValue: "xliff2-content")
    /// An attribute that an element may not have, or lacks.
    public static let xliff2Attribute = Self(rawValue: "xliff2-attribute")
    /// An attribute with a value that it may not have.
    public static let xliff2Value = Self(rawValue: "xliff2-value")
    /// An id that is there already.
    public static let xliff2DuplicateID = Self(rawValue: "xliff2-duplicate-id")
    /// A reference to nothing, or to what it may not refer to.
    public static let xliff2Reference = Self(rawValue: "xliff2-reference")
    /// Inline codes that break the rules for pairs, order and deletion.
    public static let xliff2Code = Self(rawValue: "xliff2-code")
    /// A language that is not the document's.
    public static let xliff2Language = Self(rawValue: "xliff2-language")
    /// A rule of a module.
    public static let xliff2Module = Self(rawValue: "xliff2-module")
    /// A rule of the size restriction module.
    public static let xliff2Size = Self(rawValue: "xliff2-size")
    /// More breaches than are listed.
    public static let xliff2TooMany = Self(rawValue: "xliff2-too-many")
}
