import GalleyMarkup

extension XLIFFReader {
    /// The state of a reader in one value, which is never copied: each call takes exclusive access to it once.
    struct Core: ~Copyable {
        let name: String
        private var reader: XMLEventReader.Core
        private let isRecovering: Bool
        private let isValidating: Bool
        private(set) var version = ""
        private(set) var findings: [Finding] = []

        /// What the names of the document mean, by their index.
        private var elements: [XLIFFElement] = []
        private var attributes: [XLIFFAttribute] = []
        private var validator: XLIFFValidator?
        private var hasValidator = false
        private var didSeeRoot = false
        private var isVersion2 = false
        private var reportedRepairs = 0
        private var didCountRepairs = false
        private var rootTargetLanguage: String?
        private var rootSourceLanguage: String?

        private var file: XLIFFFile?
        private var isInFile: Bool { file != nil }
        /// The files around the one being read, which XLIFF does not allow; each is given when it ends itself.
        private var outerFiles: [(file: XLIFFFile, units: [XLIFFUnit], levels: [Level], profiles: SizeProfiles)] = []
        /// The file and the groups around the current place, outermost first; the first stands for the root.
        private var levels: [Level] = [Level()]
        private var profiles = SizeProfiles()

        private var isInUnit = false
        /// The units of the file; while ``isInUnit`` the last is the one being read.
        private var units: [XLIFFUnit] = []
        private var last: Int { units.count - 1 }
        private var parts = UnitParts()
        private var note = XLIFFNote(text: "")

        /// How deep inside an element that is passed over.
        private var skipDepth = 0
        /// The element whose text is being collected.
        private var collecting: XLIFFElement?
        private var text = InlineText()

        init(name: String, source: any XMLByteSource, isRecovering: Bool, isValidating: Bool) {
            self.name = name
            reader = XMLEventReader.Core(source: source, isRecovering: isRecovering)
            self.isRecovering = isRecovering
            self.isValidating = isValidating
        }

        mutating func next() throws(XLIFFError) -> XLIFFFile? {
            do {
                while let event = try reader.next() {
                    switch event.kind {
                    case .startElement:
                        if hasValidator {
                            let position = reader.position(of: event)
                            validator?.start(event, at: position, of: reader)
                        }
                        try start(event)
                    case .endElement:
                        if hasValidator { validator?.end() }
                        if let file = end(event) {
                            reportRepairs()
                            takeValidation()
                            return file
                        }
                    case .text:
                        if collecting != nil, skipDepth == 0 { text.append(event, of: reader) }
                        if hasValidator {
                            let position = reader.position(of: event)
                            validator?.text(event, at: position, of: reader)
                        }
                    case .comment, .processingInstruction, .doctype: break
                    }
                }
            } catch let error as XMLError {
                reportRepairs()
                reportMoreRepairs()
                takeValidation()
                throw XLIFFError(error, file: name)
            } catch let error as XLIFFError {
                throw error
            } catch {
                throw XLIFFError(Finding(.error, .cannotRead, "\(error)", file: name))
            }
            reportRepairs()
            reportMoreRepairs()
            takeValidation()
            return nil
        }

        private mutating func report(
            _ severity: Finding.Severity, _ code: Finding.Code, _ message: String, _ position: SourcePosition
        ) {
            findings.append(Finding(severity, code, message, file: name, position: position))
        }

        private mutating func reportRepairs() {
            for repair in reader.repairs[reportedRepairs...] {
                let what = repair.scalar.map { "U+" + String(format4($0)) } ?? "a reference to a forbidden character"
                report(.warning, .illegalCharacter, "\(what) is not allowed in XML and was left out", repair.position)
            }
            reportedRepairs = reader.repairs.count
        }

        /// How many characters were left out beyond those that are told one by one; once, when the document has ended.
        private mutating func reportMoreRepairs() {
            let more = reader.repairCount - reader.repairs.count
            guard more > 0, let last = reader.repairs.last, !didCountRepairs else { return }
            didCountRepairs = true
            report(
                .warning, .moreIllegalCharacters,
                "\(more) more characters that are not allowed in XML were left out after this place", last.position)
        }

        /// What the rules of XLIFF 2 forbid is an error, as is a fault of the XML; recovering it is a warning.
        private mutating func takeValidation() {
            guard hasValidator, let faults = validator?.takeFaults() else { return }
            for fault in faults {
                report(isRecovering ? .warning : .error, fault.code, fault.message, fault.position)
            }
        }

        // MARK: Names

        private mutating func element(of event: XMLEvent) -> XLIFFElement {
            if event.name >= elements.count { learnNames() }
            return elements[event.name]
        }

        private mutating func attribute(at index: Int, of event: XMLEvent) -> XLIFFAttribute {
            let name = reader.attributeName(at: index, of: event)
            if name >= attributes.count { learnNames() }
            return attributes[name]
        }

        private mutating func learnNames() {
            for name in reader.names[elements.count...] {
                elements.append(XLIFFElement(name))
                attributes.append(XLIFFAttribute(name))
            }
        }

        // MARK: Start tags

        private mutating func start(_ event: XMLEvent) throws(XLIFFError) {
            if skipDepth > 0 {
                skipDepth += 1
                return
            }
            let element = element(of: event)
            if collecting != nil { return startInText(event, element) }
            guard didSeeRoot else { return try startRoot(event, element) }
            if isInUnit {
                startInUnit(event, element)
            } else {
                startInFile(event, element)
            }
        }

        private mutating func startRoot(_ event: XMLEvent, _ element: XLIFFElement) throws(XLIFFError) {
            let root = reader.name(of: event)
            guard element == .xliff else {
                throw XLIFFError(
                    Finding(
                        .error, .notXLIFF, "this is not XLIFF: its root element is \"\(root.local)\"", file: name,
                        position: reader.position(of: event)))
            }
            didSeeRoot = true
            version = String(root.namespace.dropFirst(XLIFFElement.namespace.count))
            for index in 0..<reader.attributeCount(of: event) {
                switch attribute(at: index, of: event) {
                case .version: version = reader.attributeValue(at: index, of: event)
                case .srcLang: rootSourceLanguage = reader.attributeValue(at: index, of: event)
                case .trgLang: rootTargetLanguage = reader.attributeValue(at: index, of: event)
                case .space: levels[0].preservesSpace = reader.attributeValue(at: index, of: event) == "preserve"
                default: break
                }
            }
            isVersion2 = version.hasPrefix("2.")
            if isVersion2 {
                if isValidating {
                    validator = XLIFFValidator()
                    hasValidator = true
                    validator?.start(event, at: reader.position(of: event), of: reader)
                }
            } else {
                rootSourceLanguage = nil
                rootTargetLanguage = nil
            }
            if !["1.0", "1.1", "1.2", "2.0", "2.1", "2.2", ""].contains(version) {
                let like = isVersion2 ? "2.2" : "1.2"
                report(
                    .warning, .unknownVersion, "XLIFF \(version) is not known; read like \(like)",
                    reader.position(of: event))
            }
            if !root.prefix.isEmpty {
                report(
                    .note, .prefixedNamespace,
                    "elements have the prefix \"\(root.prefix):\"; Xcode skips such a file silently",
                    reader.position(of: event))
            }
        }

        private mutating func startInFile(_ event: XMLEvent, _ element: XLIFFElement) {
            switch element {
            case .file: startFile(event)
            case .group: startGroup(event)
            case .tool: startTool(event)
            case .transUnit: startUnit(event, element)
            case .unit where isVersion2: startUnit(event, element)
            case .binUnit:
                var unit = XLIFFUnit(kind: .binary, id: nil, position: reader.position(of: event))
                for index in 0..<reader.attributeCount(of: event) where attribute(at: index, of: event) == .id {
                    unit.id = reader.attributeValue(at: index, of: event)
                }
                if isInFile { units.append(unit) }
                skipDepth = 1
            case .sizeProfiles:
                for index in 0..<reader.attributeCount(of: event) {
                    let value = reader.attributeValue(at: index, of: event)
                    switch attribute(at: index, of: event) {
                    case .generalProfile: profiles.general = SizeProfile(name: value)
                    case .storageProfile: profiles.storage = SizeProfile(name: value)
                    default: break
                    }
                }
            case .sizeNormalization:
                for index in 0..<reader.attributeCount(of: event) {
                    let form = LengthLimit.Normalization(rawValue: reader.attributeValue(at: index, of: event))
                    switch attribute(at: index, of: event) {
                    case .general: profiles.general?.normalization = form ?? .none
                    case .storage: profiles.storage?.normalization = form ?? .none
                    default: break
                    }
                }
            // body and header hold what is looked for; everything else that is not known is passed over.
            case .other where !isContainer(event), .notes: skipDepth = 1
            default: break
            }
        }

        /// Whether units or the tool may stand inside this element that is no group.
        private func isContainer(_ event: XMLEvent) -> Bool {
            let name = reader.name(of: event)
            return name.namespace.isEmpty || name.namespace.hasPrefix(XLIFFElement.namespace)
                ? name.local == "body" || name.local == "header" : false
        }

        private mutating func startFile(_ event: XMLEvent) {
            var file = XLIFFFile(document: name, original: "", position: reader.position(of: event))
            var original: String?
            file.sourceLanguage = rootSourceLanguage
            file.targetLanguage = rootTargetLanguage
            var level = levels[0]
            for index in 0..<reader.attributeCount(of: event) {
                let value = reader.attributeValue(at: index, of: event)
                switch attribute(at: index, of: event) {
                case .original: original = value
                case .sourceLanguage: file.sourceLanguage = value
                case .targetLanguage: file.targetLanguage = value
                case .datatype: file.datatype = value
                case .id where isVersion2: file.id = value
                case let attribute: level.take(attribute, value)
                }
            }
            file.original = original ?? file.id ?? ""
            level.begin("the file", at: reader.position(of: event))
            if let outer = self.file {
                report(
                    .warning, .nestedFile, "a file element inside a file element is read as if it stood before it",
                    file.position)
                outerFiles.append((outer, units, levels, profiles))
            }
            self.file = file
            units = []
            profiles = SizeProfiles()
            levels = [levels[0], level]
        }

        private mutating func startGroup(_ event: XMLEvent) {
            var level = levels[levels.count - 1]
            level.beginInside()
            for index in 0..<reader.attributeCount(of: event) {
                level.take(attribute(at: index, of: event), reader.attributeValue(at: index, of: event))
            }
            level.begin("the group", at: reader.position(of: event))
            levels.append(level)
        }

        private mutating func startTool(_ event: XMLEvent) {
            var tool = XLIFFTool()
            for index in 0..<reader.attributeCount(of: event) {
                switch attribute(at: index, of: event) {
                case .toolID: tool.id = reader.attributeValue(at: index, of: event)
                case .toolName: tool.name = reader.attributeValue(at: index, of: event)
                case .toolVersion: tool.version = reader.attributeValue(at: index, of: event)
                case .buildNumber: tool.build = reader.attributeValue(at: index, of: event)
                default: break
                }
            }
            file?.tool = tool
        }

        private mutating func startUnit(_ event: XMLEvent, _ element: XLIFFElement) {
            guard isInFile else {
                report(
                    .warning, .missingOriginal,
                    "a \(reader.name(of: event).local) outside of any file element is passed over",
                    reader.position(of: event))
                skipDepth = 1
                return
            }
            units.append(XLIFFUnit(id: nil, position: reader.position(of: event)))
            units[last].isVersion2 = isVersion2
            let level = levels.count - 1
            units[last].isTranslatable = levels[level].isTranslatable
            units[last].preservesSpace = levels[level].preservesSpace
            var sizes = levels[level].sizes
            parts.begin()
            for index in 0..<reader.attributeCount(of: event) {
                switch attribute(at: index, of: event) {
                case .id: units[last].id = reader.attributeValue(at: index, of: event)
                case .name where isVersion2, .resname: units[last].name = reader.attributeValue(at: index, of: event)
                case .translate: units[last].isTranslatable = reader.attributeValue(at: index, of: event) != "no"
                case .space: units[last].preservesSpace = reader.attributeValue(at: index, of: event) == "preserve"
                case .approved: units[last].isApproved = reader.attributeValue(at: index, of: event) == "yes"
                case .sizeRestriction: parts.general = SizeRestriction(reader.attributeValue(at: index, of: event))
                case .storageRestriction: parts.storage = SizeRestriction(reader.attributeValue(at: index, of: event))
                case let attribute where attribute.isSize:
                    sizes[attribute] = reader.attributeValue(at: index, of: event)
                default: break
                }
            }
            if !sizes.isEmpty {
                units[last].lengthLimits = LengthLimit.limits(sizes: sizes)
                units[last].font = sizes[.font]
                units[last].style = sizes[.cssStyle]
                units[last].characterClass = sizes[.characterClass]
            }
            isInUnit = true
        }

        private mutating func startInUnit(_ event: XMLEvent, _ element: XLIFFElement) {
            switch element {
            case .target: startTarget(event)
            case .source where parts.hasPart ? parts.source == nil : units[last].source == nil:
                if units[last].sourcePosition == nil { units[last].sourcePosition = reader.position(of: event) }
                collect(.source)
            case .note: startNote(event)
            case .segment where isVersion2, .ignorable where isVersion2:
                var part = UnitParts.Part(isSegment: element == .segment)
                for index in 0..<reader.attributeCount(of: event) {
                    switch attribute(at: index, of: event) {
                    case .state: part.state = reader.attributeValue(at: index, of: event)
                    case .subState: part.subState = reader.attributeValue(at: index, of: event)
                    default: break
                    }
                }
                parts.beginPart(part)
            case .notes where isVersion2, .originalData where isVersion2: break
            case .data where isVersion2:
                for index in 0..<reader.attributeCount(of: event) where attribute(at: index, of: event) == .id {
                    parts.dataID = reader.attributeValue(at: index, of: event)
                }
                collect(.data)
            case .transUnit, .binUnit, .unit:
                report(.warning, .nestedUnit, "a unit inside a unit is passed over", reader.position(of: event))
                skipDepth = 1
            // alt-trans, seg-source, context-group, count-group, prop-group, modules, extensions
            default: skipDepth = 1
            }
        }

        private mutating func startTarget(_ event: XMLEvent) {
            guard parts.hasPart ? parts.target == nil : units[last].target == nil else {
                report(
                    .warning, .secondTarget, "a second target in one unit; the first is taken",
                    reader.position(of: event))
                skipDepth = 1
                return
            }
            for index in 0..<reader.attributeCount(of: event) {
                switch attribute(at: index, of: event) {
                case .state: units[last].state = reader.attributeValue(at: index, of: event)
                case .stateQualifier: units[last].stateQualifier = reader.attributeValue(at: index, of: event)
                case .order: parts.order = Int(wholeNumber: reader.attributeValue(at: index, of: event))
                default: break
                }
            }
            if units[last].targetPosition == nil { units[last].targetPosition = reader.position(of: event) }
            collect(.target)
        }

        private mutating func startNote(_ event: XMLEvent) {
            note = XLIFFNote(text: "")
            for index in 0..<reader.attributeCount(of: event) {
                switch attribute(at: index, of: event) {
                case .category: note.category = reader.attributeValue(at: index, of: event)
                case .from: note.author = reader.attributeValue(at: index, of: event)
                case .priority: note.priority = Int(wholeNumber: reader.attributeValue(at: index, of: event))
                case .annotates, .appliesTo: note.appliesTo = reader.attributeValue(at: index, of: event)
                default: break
                }
            }
            collect(.note)
        }

        private mutating func startInText(_ event: XMLEvent, _ element: XLIFFElement) {
            switch element {
            case .emptyCode, .nativeCode, .ph, .cp, .pc, .sc, .ec, .mrk, .sm, .em:
                var code = InlineCode(element: element)
                for index in 0..<reader.attributeCount(of: event) {
                    code.take(attribute(at: index, of: event), reader.attributeValue(at: index, of: event))
                }
                text.begin(code, isVersion2: isVersion2, data: parts.data)
                if !parts.data.isEmpty { parts.remember(code) }
            default: text.beginSpan()
            }
        }

        private mutating func collect(_ element: XLIFFElement) {
            collecting = element
            text.clear()
        }

        // MARK: End tags

        /// Says which file ended here.
        private mutating func end(_ event: XMLEvent) -> XLIFFFile? {
            if skipDepth > 0 {
                skipDepth -= 1
                return nil
            }
            if let element = collecting {
                if text.isInside { text.end() } else { finish(element) }
                return nil
            }
            switch element(of: event) {
            case .transUnit, .unit: if isInUnit { endUnit() }
            case .segment, .ignorable: if isInUnit { parts.endPart() }
            case .group: if levels.count > 2 { endLevel() }
            case .file:
                if levels.count > 1 { endLevel() }
                file?.units = units
                let ended = file
                file = nil
                units = []
                if let outer = outerFiles.popLast() {
                    file = outer.file
                    units = outer.units
                    levels = outer.levels
                    profiles = outer.profiles
                }
                return ended
            default: break
            }
            return nil
        }

        private mutating func finish(_ element: XLIFFElement) {
            collecting = nil
            switch element {
            case .source:
                if parts.hasPart { parts.source = text.string } else { units[last].source = text.string }
            case .target:
                units[last].droppedPlaceholders += text.dropped
                if parts.hasPart { parts.take(target: text) } else { units[last].target = text.string }
            case .data: parts.data[parts.dataID] = text.string
            case .note: finishNote()
            default: break
            }
        }

        private mutating func finishNote() {
            note.text = text.string
            if let known = units[last].note, !known.isEmpty {
                units[last].note = note.text.isEmpty ? known : known + "\n" + note.text
            } else {
                units[last].note = note.text
            }
            if note.saysMore || !units[last].notes.isEmpty { units[last].notes.append(note) }
        }

        private mutating func endUnit() {
            isInUnit = false
            if isVersion2 {
                if parts.join(into: &units[last], profiles: profiles) {
                    report(
                        .warning, .partlyTranslated,
                        "\(Finding.quoted(units[last].key ?? "")) is translated in part only; it counts as untranslated",
                        units[last].position)
                }
                for index in levels.indices { levels[index].add(parts.sizes) }
            }
        }

        private mutating func endLevel() {
            let level = levels.removeLast()
            for (code, message) in level.excesses(profiles) { report(.warning, code, message, level.position) }
        }
    }
}

/// `0016`: at least four hexadecimal digits.
private func format4(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
