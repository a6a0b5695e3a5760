extension XLIFFValidator {
    /// What the modules' elements that are open remember.
    struct ModuleState {
        /// The revisions of one thing (change tracking).
        struct Revisions {
            var appliesTo: String
            var reference: String?
            var properties: [(name: String, position: SourcePosition)] = []
            var position: SourcePosition
        }

        var matchIDs: Set<String> = []
        var glossaryIDs: Set<String> = []
        var metaIDs: Set<String> = []
        var entryHasMeaning = false
    }

    // MARK: Format style (XLIFF 2.1 §5.3)

    mutating func checkFormatStyle(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        if attributes["fs:subFs"] != nil, attributes["fs:fs"] == nil {
            report(.xliff2Module, "fs:subFs needs fs:fs (XLIFF 2.1 §5.3.5.2)", position)
        }
    }

    // MARK: Size restriction (XLIFF 2.1 §5.6; §5.7 in 2.0)

    mutating func checkSizes(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        if name.qualified == "slr:profiles" {
            file.generalProfile = attributes["generalProfile"]
            file.storageProfile = attributes["storageProfile"]
            return
        }
        // The values are the profile's; without one only the standard's can be meant.
        func isStandard(_ profile: String?) -> Bool {
            profile.map { $0.isEmpty || SizeProfile(name: $0)?.isStandard == true } ?? true
        }
        for (attribute, profile) in [
            ("slr:sizeRestriction", file.generalProfile), ("slr:storageRestriction", file.storageProfile),
        ] {
            if let value = attributes[attribute], isStandard(profile), SizeRestriction(value) == nil {
                report(
                    .xliff2Size,
                    "\"\(value)\" is no value for \(attribute): \"*\", a number, or two with a comma (XLIFF 2.1 §5.6.6)",
                    position)
            }
        }
        if let value = attributes["slr:equivStorage"], isStandard(file.storageProfile), Int(wholeNumber: value) == nil {
            report(
                .xliff2Size, "slr:equivStorage must be a whole number, not \"\(value)\" (XLIFF 2.1 §5.6.6.2.2)",
                position)
        }
        if let value = attributes["slr:sizeInfo"] {
            // Without any profile it may be words for a person, but a number is a count.
            let isNamed = file.generalProfile.map { !$0.isEmpty } ?? false
            let isCount = isNamed ? isStandard(file.generalProfile) : Double(value) != nil
            if isCount, Int(wholeNumber: value) == nil {
                report(
                    .xliff2Size, "slr:sizeInfo must be a whole number, not \"\(value)\" (XLIFF 2.1 §5.6.6.1.2)",
                    position)
            }
            if attributes["slr:sizeInfoRef"] != nil {
                report(
                    .xliff2Size, "slr:sizeInfo and slr:sizeInfoRef exclude each other (XLIFF 2.1 §5.6.5.9)", position)
            }
        }
        if let reference = attributes["slr:sizeInfoRef"], !isInSizeData(reference) {
            report(
                .xliff2Size,
                "slr:sizeInfoRef: no slr:data beside the element or one around it has \"\(reference)\" (XLIFF 2.1 §5.6.5.10)",
                position)
        }
    }

    /// Whether the id is in a `data` that stands beside the element or beside one around it. Scopes are pushed after this
    /// check, so that the innermost is the one that the element stands in.
    private func isInSizeData(_ id: String) -> Bool {
        scopes.contains { $0.sizeDataIDs.contains(id) }
    }

    // MARK: Elements of modules

    mutating func beginModule(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        switch name.qualified {
        case "mtc:matches": module.matchIDs = []
        case "mtc:match":
            match = MatchState(isReference: attributes["reference"] == "yes")
            insert(attributes["id"], into: \.module.matchIDs, "5.1.5.1", at: position)
            if attributes["subType"] != nil, attributes["type"] == nil {
                report(.xliff2Module, "subType needs type (XLIFF 2.1 §5.1.5.8)", position)
            }
            // XLIFF 2.1 §5.1.5.5: a span of text of the same unit.
            if let reference = attributes["ref"] { unit?.spanReferences.append((reference, position)) }
        case "gls:glossary": module.glossaryIDs = []
        case "gls:glossEntry":
            module.entryHasMeaning = false
            insert(attributes["id"], into: \.module.glossaryIDs, "5.2.5.1", at: position)
            addSpanReference(attributes, at: position)
        case "gls:translation":
            module.entryHasMeaning = true
            insert(attributes["id"], into: \.module.glossaryIDs, "5.2.5.1", at: position)
            addSpanReference(attributes, at: position)
        case "gls:definition": module.entryHasMeaning = true
        case "mda:metadata":
            module.metaIDs = []
            insert(attributes["id"], into: \.module.metaIDs, "5.4.5.1", at: position)
        case "mda:metaGroup": insert(attributes["id"], into: \.module.metaIDs, "5.4.5.1", at: position)
        case "res:resourceItem", "res:resourceItemRef":
            if let id = attributes["id"], !scopes.isEmpty, !scopes[scopes.count - 1].resourceIDs.insert(id).inserted {
                report(.xliff2DuplicateID, "the id \"\(id)\" is there already (XLIFF 2.1 §5.5.4)", position)
            }
        case "res:source":
            if let language = attributes["xml:lang"], let expected = sourceLanguage,
                language.lowercased() != expected.lowercased()
            {
                report(
                    .xliff2Language,
                    "the language of <res:source> is \(language), not \(expected) (XLIFF 2.1 §5.5.4.5)", position)
            }
        case "ctr:revisions":
            unit?.revisions.append(
                .init(appliesTo: attributes["appliesTo"] ?? "", reference: attributes["ref"], position: position))
        case "ctr:item":
            guard let count = unit?.revisions.count, count > 0, let property = attributes["property"] else { return }
            unit?.revisions[count - 1].properties.append((property, position))
        case "val:rule": checkRule(attributes, at: position)
        default: break
        }
    }

    private mutating func insert(
        _ id: String?, into set: WritableKeyPath<XLIFFValidator, Set<String>>, _ section: String,
        at position: SourcePosition
    ) {
        guard let id, !self[keyPath: set].insert(id).inserted else { return }
        report(.xliff2DuplicateID, "the id \"\(id)\" is there already (XLIFF 2.1 §\(section))", position)
    }

    /// XLIFF 2.1 §5.2.5.2: an IRI; one into this document is to a span of text of the same unit.
    private mutating func addSpanReference(_ attributes: Attributes, at position: SourcePosition) {
        guard let reference = attributes["ref"], reference.hasPrefix("#") else { return }
        unit?.spanReferences.append((reference, position))
    }

    mutating func closeModule(_ element: Open) {
        switch element.name.qualified {
        case "mtc:match": match = nil
        case "gls:glossEntry":
            if !module.entryHasMeaning {
                report(
                    .xliff2Module, "<gls:glossEntry> needs a translation or a definition (XLIFF 2.1 §5.2.4.2)",
                    element.position)
            }
        case "res:source", "res:target":
            // XLIFF 2.1 §5.5.4.5: href if and only if there is nothing inside.
            let isEmpty = !element.hasText && !element.hasChild
            if isEmpty == (element.href == nil) {
                report(
                    .xliff2Module,
                    isEmpty
                        ? "an empty <\(element.name.qualified)> needs href"
                        : "a <\(element.name.qualified)> with content may not have href", element.position)
            }
        default: break
        }
    }

    /// XLIFF 2.1 §5.7.4.2: exactly one condition; `existsInSource` goes with what may be present only.
    private mutating func checkRule(_ attributes: Attributes, at position: SourcePosition) {
        let conditions = ["isPresent", "isNotPresent", "startsWith", "endsWith"].filter { attributes[$0] != nil }
        if conditions.count + attributes.foreignNames.count != 1 {
            report(.xliff2Module, "<val:rule> needs exactly one condition (XLIFF 2.1 §5.7.4.2)", position)
        }
        if attributes["existsInSource"] != nil, conditions.isEmpty || conditions.contains("isNotPresent") {
            report(
                .xliff2Module, "existsInSource needs isPresent, startsWith or endsWith (XLIFF 2.1 §5.7.5.6)", position)
        }
        if attributes["occurs"] != nil, attributes["isPresent"] == nil {
            report(.xliff2Module, "occurs needs isPresent (XLIFF 2.1 §5.7.5.2)", position)
        }
    }

    // MARK: The whole unit

    mutating func checkModules(of unit: UnitState) {
        for (reference, position) in unit.spanReferences {
            guard reference.hasPrefix("#") else {
                report(.xliff2Reference, "\"\(reference)\" is no fragment identifier (XLIFF 2.1 §3)", position)
                continue
            }
            let leaf = FragmentIdentifier(reference)?.leaf
            let ids = leaf?.prefix == "t" ? unit.targetIDs : unit.sourceIDs
            guard let leaf, leaf.prefix.isEmpty || leaf.prefix == "t", ids.contains(leaf.id) else {
                report(
                    .xliff2Reference, "\"\(reference)\" is no text of the unit (XLIFF 2.1 §5.1.5.5, §5.2.5.2)", position
                )
                continue
            }
        }
        for revisions in unit.revisions where revisions.appliesTo == "note" { checkRevisions(revisions, unit) }
    }

    /// XLIFF 2.0 §5.6.4.3, §5.6.5: the reference names one of several, and the properties are what it has.
    private mutating func checkRevisions(_ revisions: ModuleState.Revisions, _ unit: UnitState) {
        var note = unit.notes.first
        if let reference = revisions.reference {
            note = unit.notes.first { $0.id == reference }
            if note == nil {
                report(
                    .xliff2Reference, "the unit has no note \"\(reference)\" (XLIFF 2.0 §5.6.5.5)", revisions.position)
                return
            }
        } else if unit.notes.filter({ $0.id != nil }).count > 1 {
            report(
                .xliff2Reference, "the unit has several notes: ref is needed (XLIFF 2.0 §5.6.4.3)", revisions.position)
            return
        }
        for (property, position) in revisions.properties
        where property != "content" && note?.attributes.contains(property) == false {
            report(.xliff2Module, "the note has no \(property) (XLIFF 2.0 §5.6.5.6)", position)
        }
    }
}
