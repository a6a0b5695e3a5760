extension XLIFFValidator {
    /// What a `file` remembers.
    struct FileState {
        var id = ""
        var unitIDs: Set<String> = []
        var groupIDs: Set<String> = []
        /// Units that codes refer to as their sub-flows; they may come later.
        var subFlows: [(id: String, position: SourcePosition)] = []
        var generalProfile: String?
        var storageProfile: String?
    }

    /// What a file, group or unit remembers of what stands directly in it.
    struct ScopeState {
        var noteIDs: Set<String> = []
        /// Ids of the elements of extensions (XLIFF 2.1 §4.3.1.21: unique within the enclosing file, group or unit).
        var extensionIDs: Set<String> = []
        var resourceIDs: Set<String> = []
        /// Ids in the size restriction module's `data`.
        var sizeDataIDs: Set<String> = []
    }

    /// Inside of a `match`, whose source and target follow their own rules.
    struct MatchState {
        var isReference = false
        var dataIDs: Set<String> = []
    }

    private var isInMatch: Bool { match != nil }

    // MARK: Start

    mutating func begin(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        checkFormatStyle(name, attributes, at: position)
        if name.rule == nil, name.prefix.map({ !$0.isEmpty }) ?? true {
            beginExtension(name, attributes, at: position)
            return
        }
        checkSizes(name, attributes, at: position)
        switch name.qualified {
        case "xliff":
            sourceLanguage = attributes["srcLang"]
            targetLanguage = attributes["trgLang"]
        case "file":
            file = FileState()
            file.id = attributes["id"] ?? ""
            insert(attributes["id"], into: \.fileIDs, "file", at: position)
            scopes = [ScopeState()]
        case "group":
            insert(attributes["id"], into: \.file.groupIDs, "group", at: position)
            scopes.append(ScopeState())
        case "unit":
            insert(attributes["id"], into: \.file.unitIDs, "unit", at: position)
            scopes.append(ScopeState())
            unit = UnitState(id: attributes["id"] ?? "", position: position)
        case "segment", "ignorable": beginPart(name, attributes, at: position)
        case "note":
            if !scopes.isEmpty, let id = attributes["id"], !scopes[scopes.count - 1].noteIDs.insert(id).inserted {
                report(.xliff2DuplicateID, "the note id \"\(id)\" is there already (XLIFF 2.1 §4.2.2.9)", position)
            }
            unit?.notes.append((attributes["id"], attributes.names))
        case "data": beginData(attributes, at: position)
        case "source", "target": beginText(name, attributes, at: position)
        case "cp", "ph", "pc", "sc", "ec", "mrk", "sm", "em": beginInline(name, attributes, at: position)
        default: beginModule(name, attributes, at: position)
        }
    }

    private mutating func insert(
        _ id: String?, into set: WritableKeyPath<XLIFFValidator, Set<String>>, _ what: String,
        at position: SourcePosition
    ) {
        guard let id, !self[keyPath: set].insert(id).inserted else { return }
        report(.xliff2DuplicateID, "the \(what) id \"\(id)\" is there already (XLIFF 2.1 §4.3.1.21)", position)
    }

    private mutating func beginExtension(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        guard !scopes.isEmpty else { return }
        let ids = [attributes["id"], attributes["xml:id"]].compactMap(\.self)
        let isInSizeData = open.contains { $0.name.qualified == "slr:data" }
        for id in ids {
            if isInSizeData { scopes[scopes.count - 1].sizeDataIDs.insert(id) }
            if !scopes[scopes.count - 1].extensionIDs.insert(id).inserted {
                report(.xliff2DuplicateID, "the id \"\(id)\" is there already (XLIFF 2.1 §4.3.1.21)", position)
            }
        }
    }

    private mutating func beginPart(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        if attributes["subState"] != nil, attributes["state"] == nil {
            report(.xliff2Attribute, "subState needs state (XLIFF 2.1 §4.3.1.35)", position)
        }
        guard unit != nil, !isInMatch else { return }
        unit?.beginPart(isSegment: name.qualified == "segment", at: position)
        if let id = attributes["id"], unit?.sourceIDs.insert(id).inserted == false {
            report(.xliff2DuplicateID, "the id \"\(id)\" is there already in the unit (XLIFF 2.1 §4.3.1.21)", position)
        }
    }

    private mutating func beginData(_ attributes: Attributes, at position: SourcePosition) {
        guard let id = attributes["id"] else { return }
        let isNew = isInMatch ? match?.dataIDs.insert(id).inserted : unit?.dataIDs.insert(id).inserted
        if isNew == false {
            report(.xliff2DuplicateID, "the data id \"\(id)\" is there already (XLIFF 2.1 §4.2.2.11)", position)
        }
        if attributes["xml:space"] == "default" {
            report(.xliff2Value, "xml:space of <data> must be preserve (XLIFF 2.1 §4.2.2.11)", position)
        }
    }

    /// A source or target of a segment, an ignorable or a match.
    private mutating func beginText(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        guard let parent = open.dropLast().last?.name.qualified,
            ["segment", "ignorable", "mtc:match"].contains(parent)
        else { return }
        let isTarget = name.qualified == "target"
        if isTarget, parent != "mtc:match", targetLanguage == nil, !isTargetLanguageReported {
            isTargetLanguageReported = true
            report(.xliff2Language, "there is a target, but <xliff> has no trgLang (XLIFF 2.1 §4.2.2.1)", position)
        }
        let expected = isTarget ? targetLanguage : sourceLanguage
        let language = open.last?.language
        if let language, let expected, language.lowercased() != expected.lowercased(),
            !(isTarget && match?.isReference == true)
        {
            report(
                .xliff2Language,
                "the language of <\(name.qualified)> is \(language), not \(expected) (XLIFF 2.1 §4.2.2.1\(isTarget ? 3 : 2))",
                position)
        }
        guard !isInMatch, unit != nil else { return }
        if isTarget {
            let preserves = open.last?.preservesSpace ?? false
            if unit?.part.preservesSpace != preserves {
                report(
                    .xliff2Value, "xml:space of <target> must be that of <source> (XLIFF 2.1 §4.2.2.13)", position)
            }
            unit?.beginTarget(order: attributes["order"].flatMap { Int(wholeNumber: $0) }, at: position)
        } else {
            unit?.part.preservesSpace = open.last?.preservesSpace ?? false
        }
    }

    // MARK: End

    mutating func close(_ element: Open) {
        switch element.name.qualified {
        case _ where element.name.prefix == nil: break
        case "skeleton":
            // XLIFF 2.1 §4.2.2.3: href if and only if there is nothing inside.
            let isEmpty = !element.hasText && !element.hasChild
            if isEmpty == (element.href == nil) {
                report(
                    .xliff2Content,
                    isEmpty ? "an empty <skeleton> needs href" : "a <skeleton> with content may not have href",
                    element.position)
            }
        case "pc", "mrk": if !isInMatch { unit?.closeSpan(element.name.qualified) }
        case "segment", "ignorable": if !isInMatch { unit?.endPart() }
        case "unit":
            finishUnit()
            unit = nil
            if !scopes.isEmpty { scopes.removeLast() }
        case "group": if !scopes.isEmpty { scopes.removeLast() }
        case "file":
            // XLIFF 2.1 §4.3.1.32: sub-flows are units of the same file.
            for flow in file.subFlows where !file.unitIDs.contains(flow.id) {
                report(.xliff2Reference, "the file has no unit \"\(flow.id)\" (XLIFF 2.1 §4.3.1.32)", flow.position)
            }
            scopes = []
        default: closeModule(element)
        }
    }
}
