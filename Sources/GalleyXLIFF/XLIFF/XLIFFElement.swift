import GalleyMarkup

/// The elements that the reader tells apart.
enum XLIFFElement: UInt8 {
    case xliff, file, group, tool, transUnit, binUnit, unit, source, target, note
    // XLIFF 2.x
    case notes, segment, ignorable, originalData, data
    // Inline: 1.2's codes without content, 1.2's codes with content, spans without text of their own, 2.x's codes
    case emptyCode, nativeCode, span, ph, cp, pc, sc, ec, mrk, sm, em
    // The size restriction module of 2.x
    case sizeProfiles, sizeNormalization
    case other

    /// What the names of all XLIFF versions' namespaces begin with.
    static let namespace = "urn:oasis:names:tc:xliff:document:"
    static let sizeNamespace = "urn:oasis:names:tc:xliff:sizerestriction:2.0"

    init(_ name: XMLName) {
        if name.namespace == Self.sizeNamespace {
            switch name.local {
            case "profiles": self = .sizeProfiles
            case "normalization": self = .sizeNormalization
            default: self = .other
            }
            return
        }
        guard name.namespace.isEmpty || name.namespace.hasPrefix(Self.namespace) else {
            self = .other
            return
        }
        self =
            switch name.local {
            case "xliff": .xliff
            case "file": .file
            case "group": .group
            case "tool": .tool
            case "trans-unit": .transUnit
            case "bin-unit": .binUnit
            case "unit": .unit
            case "source": .source
            case "target": .target
            case "note": .note
            case "notes": .notes
            case "segment": .segment
            case "ignorable": .ignorable
            case "originalData": .originalData
            case "data": .data
            case "x", "bx", "ex": .emptyCode
            case "bpt", "ept", "it": .nativeCode
            case "g", "sub": .span
            case "ph": .ph
            case "cp": .cp
            case "pc": .pc
            case "sc": .sc
            case "ec": .ec
            case "mrk": .mrk
            case "sm": .sm
            case "em": .em
            default: .other
            }
    }
}

/// The attributes that the reader tells apart.
enum XLIFFAttribute: UInt8 {
    case id, name, original, version, translate, space, category, priority
    // XLIFF 1.x
    case sourceLanguage, targetLanguage, datatype, toolID, toolName, toolVersion, buildNumber, resname, approved, state
    case stateQualifier, from
    case annotates, equivText, ctype
    case maxWidth, minWidth, maxHeight, minHeight, sizeUnit, maxBytes, minBytes, characterClass, font, cssStyle
    // XLIFF 2.x
    case srcLang, trgLang, subState, order, appliesTo, hex, dataRef, dataRefStart, dataRefEnd, copyOf, equiv, equivStart
    case equivEnd, disp, dispStart, dispEnd, subType, startRef
    // The size restriction module of 2.x
    case generalProfile, storageProfile, general, storage, sizeRestriction, storageRestriction, sizeInfo, equivStorage
    case other

    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    /// Whether it says how long a text may be in XLIFF 1.2, or what goes with that.
    var isSize: Bool { rawValue >= Self.maxWidth.rawValue && rawValue <= Self.cssStyle.rawValue }

    init(_ name: XMLName) {
        switch name.namespace {
        case "": self = Self.plain[name.local] ?? .other
        case Self.xmlNamespace: self = name.local == "space" ? .space : .other
        case XLIFFElement.sizeNamespace: self = Self.size[name.local] ?? .other
        // An attribute with the prefix of the document's own namespace is a mistake, but a plain one.
        case let other where other.hasPrefix(XLIFFElement.namespace): self = Self.plain[name.local] ?? .other
        default: self = .other
        }
    }

    private static let plain: [String: XLIFFAttribute] = [
        "id": .id, "name": .name, "original": .original, "version": .version, "translate": .translate,
        "category": .category, "priority": .priority, "source-language": .sourceLanguage,
        "target-language": .targetLanguage, "datatype": .datatype, "tool-id": .toolID, "tool-name": .toolName,
        "build-num": .buildNumber,
        "tool-version": .toolVersion, "resname": .resname, "approved": .approved, "state": .state,
        "state-qualifier": .stateQualifier, "from": .from, "annotates": .annotates, "equiv-text": .equivText,
        "ctype": .ctype, "maxwidth": .maxWidth, "minwidth": .minWidth, "maxheight": .maxHeight,
        "minheight": .minHeight, "size-unit": .sizeUnit, "maxbytes": .maxBytes, "minbytes": .minBytes,
        "charclass": .characterClass, "font": .font, "css-style": .cssStyle, "srcLang": .srcLang,
        "trgLang": .trgLang, "subState": .subState, "order": .order, "appliesTo": .appliesTo, "hex": .hex,
        "dataRef": .dataRef, "dataRefStart": .dataRefStart, "dataRefEnd": .dataRefEnd, "copyOf": .copyOf,
        "equiv": .equiv, "equivStart": .equivStart, "equivEnd": .equivEnd, "disp": .disp, "dispStart": .dispStart,
        "dispEnd": .dispEnd, "subType": .subType, "startRef": .startRef,
        // The profiles' own attributes have no prefix; their names are nobody else's.
        "generalProfile": .generalProfile, "storageProfile": .storageProfile, "general": .general,
        "storage": .storage,
    ]

    private static let size: [String: XLIFFAttribute] = [
        "sizeRestriction": .sizeRestriction, "storageRestriction": .storageRestriction, "sizeInfo": .sizeInfo,
        "equivStorage": .equivStorage,
    ]
}
