/// What XLIFF 2 allows where, as data: the elements, their attributes and content, and the attributes that modules add.
///
/// A line of the elements' table reads: name, section of XLIFF 2.1, attributes, attributes of other namespaces, content.
/// An attribute is `name:type`, with `!` when required. Content is a sequence of slots, each `name`, `(name name)`,
/// `text` or `other` (elements of other namespaces than the core's, those of modules included), followed by `?`, `*`, `+` or
/// nothing for exactly one. The prefixes are those of the specification.
struct XLIFFRules: Sendable {
    /// The kinds of value that an attribute can have.
    enum ValueType: String, Sendable {
        case any, nmtoken, nmtokens, yesNo, yesNoFirstNo, direction, language, priority, state, userDefined, codeType
        case markType, positive, count, hex, noteTarget, space, version, matchType, metaTarget, normalization, html
        case quality, uri
    }

    struct Attribute: Sendable {
        var type: ValueType
        var isRequired = false
    }

    /// A place in the content of an element.
    struct Slot: Sendable {
        /// Qualified by the specification's prefix; "other" for any element of another namespace.
        var names: Set<String>
        var isRequired: Bool
        var isRepeated: Bool
    }

    struct Element: Sendable {
        var name: String
        var section: String
        /// By name; those of the `xml` namespace with their prefix.
        var attributes: [String: Attribute]
        /// Attributes of any namespace that is no module's.
        var allowsExtensions: Bool
        /// The attributes of modules by name, or by prefix for all of a module.
        var moduleAttributes: Set<String>
        var content: [Slot]
        var allowsText: Bool
    }

    /// The specification's prefixes of the modules' namespaces; the core's is empty.
    static let prefixes = [
        "urn:oasis:names:tc:xliff:matches:2.0": "mtc", "urn:oasis:names:tc:xliff:glossary:2.0": "gls",
        "urn:oasis:names:tc:xliff:fs:2.0": "fs", "urn:oasis:names:tc:xliff:metadata:2.0": "mda",
        "urn:oasis:names:tc:xliff:resourcedata:2.0": "res", "urn:oasis:names:tc:xliff:changetracking:2.0": "ctr",
        "urn:oasis:names:tc:xliff:changetracking:2.1": "ctr",
        "urn:oasis:names:tc:xliff:sizerestriction:2.0": "slr", "urn:oasis:names:tc:xliff:validation:2.0": "val",
        "http://www.w3.org/XML/1998/namespace": "xml", "urn:oasis:names:tc:xliff:pgs:1.0": "pgs",
        "http://www.w3.org/2005/11/its": "its", "urn:oasis:names:tc:xliff:itsm:2.0": "itsm",
        "urn:oasis:names:tc:xliff:itsm:2.1": "itsm",
    ]

    /// Modules whose elements are not in the table and whose attributes are taken as they are: ITS (XLIFF 2.1 §5.8), and
    /// plural, gender and select of XLIFF 2.2.
    static let openModules: Set<String> = ["its", "itsm", "pgs", "xml"]

    static let shared = XLIFFRules()

    private(set) var elements: [String: Element] = [:]
    let moduleAttributes: [String: ValueType]

    private init() {
        for line in Self.elementTable.split(separator: "\n") {
            let columns = line.split(separator: "|", omittingEmptySubsequences: false).map { Self.words($0) }
            guard columns.count == 5, let name = columns[0].first else { continue }
            var attributes: [String: Attribute] = [:]
            for word in columns[2] where word != "-" {
                // The prefix of xml:lang is no type.
                let isXML = word.hasPrefix("xml:")
                let parts = word.dropFirst(isXML ? 4 : 0).split(separator: ":")
                let isRequired = parts[0].hasSuffix("!")
                let type = parts.count > 1 ? ValueType(rawValue: String(parts[1])) : nil
                attributes[(isXML ? "xml:" : "") + (isRequired ? parts[0].dropLast() : parts[0])] = Attribute(
                    type: type ?? .any, isRequired: isRequired)
            }
            let content = columns[4].filter { $0 != "text" && $0 != "-" }
            elements[name] = Element(
                name: name, section: columns[1].first ?? "", attributes: attributes,
                allowsExtensions: columns[3].contains("any"),
                moduleAttributes: Set(columns[3].filter { $0 != "any" && $0 != "-" }),
                content: content.map(Self.slot), allowsText: columns[4].contains("text"))
        }
        moduleAttributes = Dictionary(
            uniqueKeysWithValues: Self.moduleAttributeTable.split(separator: "\n").map {
                let words = Self.words($0)
                return (words[0], ValueType(rawValue: words[1]) ?? .any)
            })
    }

    /// Words apart, but `(a b)+` is one.
    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var isInside = false
        for character in text {
            if character == "(" { isInside = true }
            if character == ")" { isInside = false }
            if character == " ", !isInside {
                words.append("")
            } else {
                if words.isEmpty { words.append("") }
                words[words.count - 1].append(character)
            }
        }
        return words.filter { !$0.isEmpty }
    }

    private static func slot(_ word: String) -> Slot {
        let sign = word.last ?? " "
        let names = word.filter { !"()?*+".contains($0) }
        return Slot(
            names: Set(names.split(separator: " ").map(String.init)), isRequired: sign != "?" && sign != "*",
            isRepeated: sign == "*" || sign == "+")
    }

    // XLIFF 2.1 §4.2.2 (structure), §4.2.3 (inline), §5 (modules); change tracking as of XLIFF 2.0 §5.6.
    private static let elementTable = """
        xliff | 4.2.2.1 | version!:version srcLang!:language trgLang:language xml:space:space xml:lang:language | any | file+
        xliff@2.2 | 4.2.2.1 | version!:version srcLang!:language trgLang:language xml:space:space xml:lang:language | any | notes? mda:metadata? file+
        file | 4.2.2.2 | id!:nmtoken canResegment:yesNo original translate:yesNo srcDir:direction trgDir:direction xml:space:space xml:lang:language | any fs slr | skeleton? other* notes? (unit group)+
        skeleton | 4.2.2.3 | href:uri | - | text other*
        group | 4.2.2.4 | id!:nmtoken name canResegment:yesNo translate:yesNo srcDir:direction trgDir:direction type:userDefined xml:space:space xml:lang:language | any fs slr | other* notes? (unit group)*
        unit | 4.2.2.5 | id!:nmtoken name canResegment:yesNo translate:yesNo srcDir:direction trgDir:direction type:userDefined xml:space:space xml:lang:language | any fs slr | other* notes? originalData? (segment ignorable)+
        segment | 4.2.2.6 | id:nmtoken canResegment:yesNo state:state subState:userDefined | pgs | source target?
        ignorable | 4.2.2.7 | id:nmtoken | - | source target?
        notes | 4.2.2.8 | - | - | note+
        note | 4.2.2.9 | id:nmtoken appliesTo:noteTarget category priority:priority ref:uri | any fs | text
        originalData | 4.2.2.10 | - | - | data+
        data | 4.2.2.11 | id!:nmtoken dir:direction xml:space:space | - | text cp*
        source | 4.2.2.12 | xml:lang:language xml:space:space | - | text (cp ph pc sc ec mrk sm em)*
        target | 4.2.2.13 | xml:lang:language xml:space:space order:positive | - | text (cp ph pc sc ec mrk sm em)*
        cp | 4.2.3.1 | hex!:hex | - | -
        ph | 4.2.3.2 | canCopy:yesNo canDelete:yesNo canReorder:yesNoFirstNo copyOf:nmtoken disp equiv id!:nmtoken dataRef:nmtoken subFlows:nmtokens subType:userDefined type:codeType | fs its itsm pgs slr:equivStorage slr:sizeInfo slr:sizeInfoRef | -
        pc | 4.2.3.3 | canCopy:yesNo canDelete:yesNo canOverlap:yesNo canReorder:yesNoFirstNo copyOf:nmtoken dispEnd dispStart equivEnd equivStart id!:nmtoken dataRefEnd:nmtoken dataRefStart:nmtoken subFlowsEnd:nmtokens subFlowsStart:nmtokens subType:userDefined type:codeType dir:direction | fs its itsm pgs slr | text (cp ph pc sc ec mrk sm em)*
        sc | 4.2.3.4 | canCopy:yesNo canDelete:yesNo canOverlap:yesNo canReorder:yesNoFirstNo copyOf:nmtoken dataRef:nmtoken dir:direction disp equiv id!:nmtoken isolated:yesNo subFlows:nmtokens subType:userDefined type:codeType | fs its itsm pgs slr | -
        ec | 4.2.3.5 | canCopy:yesNo canDelete:yesNo canOverlap:yesNo canReorder:yesNoFirstNo copyOf:nmtoken dataRef:nmtoken dir:direction disp equiv id:nmtoken isolated:yesNo startRef:nmtoken subFlows:nmtokens subType:userDefined type:codeType | fs its itsm pgs slr:equivStorage slr:sizeInfo slr:sizeInfoRef | -
        mrk | 4.2.3.6 | id!:nmtoken translate:yesNo type:markType ref:uri value | any fs slr:storageRestriction slr:sizeRestriction | text (cp ph pc sc ec mrk sm em)*
        sm | 4.2.3.7 | id!:nmtoken translate:yesNo type:markType ref:uri value | any fs slr:storageRestriction slr:sizeRestriction | -
        em | 4.2.3.8 | startRef!:nmtoken | - | -
        mtc:matches | 5.1.4.1 | - | - | mtc:match+
        mtc:match | 5.1.4.2 | id:nmtoken matchQuality:quality matchSuitability:quality origin ref!:uri reference:yesNo similarity:quality subType:userDefined type:matchType | any | mda:metadata? originalData? source target other*
        gls:glossary | 5.2.4.1 | - | - | gls:glossEntry+
        gls:glossEntry | 5.2.4.2 | id:nmtoken ref:uri | any | gls:term gls:translation* gls:definition? other*
        gls:term | 5.2.4.3 | source | any | text
        gls:translation | 5.2.4.4 | id:nmtoken ref:uri source | any | text
        gls:definition | 5.2.4.5 | source | any | text
        mda:metadata | 5.4.4.1 | id:nmtoken | - | mda:metaGroup+
        mda:metaGroup | 5.4.4.2 | id:nmtoken category appliesTo:metaTarget | - | (mda:metaGroup mda:meta)+
        mda:meta | 5.4.4.3 | type! | - | text
        res:resourceData | 5.5.4.1 | - | - | (res:resourceItemRef res:resourceItem)+
        res:resourceItemRef | 5.5.4.2 | id:nmtoken ref!:nmtoken | any | -
        res:resourceItem | 5.5.4.3 | id:nmtoken mimeType context:yesNo | any | res:source? res:target? res:reference*
        res:source | 5.5.4.4 | href:uri xml:lang:language | any | text other* source?
        res:target | 5.5.4.5 | href:uri xml:lang:language | any | text other* target?
        res:reference | 5.5.4.6 | href!:uri xml:lang:language | any | -
        ctr:changeTrack | 5.6.4.1 | - | - | ctr:revisions+
        ctr:revisions | 5.6.4.2 | appliesTo! ref:nmtoken currentVersion:nmtoken | any | ctr:revision+
        ctr:revision | 5.6.4.3 | author datetime version:nmtoken | any | ctr:item+
        ctr:item | 5.6.4.4 | property! | any | text
        slr:profiles | 5.6.5.1 | generalProfile storageProfile | any | slr:normalization? other*
        slr:normalization | 5.6.5.2 | general:normalization storage:normalization | - | -
        slr:data | 5.6.5.3 | profile! | any | text other*
        val:validation | 5.7.4.1 | - | any | val:rule+
        val:rule | 5.7.4.2 | isPresent occurs:positive isNotPresent startsWith endsWith existsInSource:yesNo caseSensitive:yesNo normalization:normalization disabled:yesNo | any | -
        """

    // XLIFF 2.1 §5.3.5, §5.6.6.
    private static let moduleAttributeTable = """
        fs:fs html
        fs:subFs any
        slr:storageRestriction any
        slr:sizeRestriction any
        slr:equivStorage any
        slr:sizeInfo any
        slr:sizeInfoRef nmtoken
        """
}
