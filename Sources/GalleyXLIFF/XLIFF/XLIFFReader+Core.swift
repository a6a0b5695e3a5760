import GalleyMarkup

extension XLIFFReader {
    /// The state of a reader in one value, which is never copied: each call takes exclusive access to it once.
    struct Core: ~Copyable {
        let name: String
        let reader: XMLEventReader
        private(set) var version = ""
        private(set) var findings: [Finding] = []

        private var elements: [XLIFFElement?] = []
        private var didSeeRoot = false
        private var reportedRepairs = 0

        private var file: XLIFFFile?
        private var unit: XLIFFUnit?
        /// `translate` of the file and of the groups around.
        private var translate: [Bool] = []
        /// How deep inside an element that is passed over.
        private var skipDepth = 0
        /// The element whose text is being collected, and how deep inside its inline elements.
        private var collecting: XLIFFElement?
        private var inlineDepth = 0
        private var text: [UInt8] = []
        private var rootTargetLanguage: String?
        private var rootSourceLanguage: String?

        init(name: String, reader: XMLEventReader) {
            self.name = name
            self.reader = reader
        }

        mutating func next() throws(XLIFFError) -> XLIFFFile? {
            do {
                while let event = try reader.next() {
                    switch event.kind {
                    case .startElement: try start(event)
                    case .endElement:
                        if let file = end(event) {
                            reportRepairs()
                            return file
                        }
                    case .text: if collecting != nil, skipDepth == 0 { reader.appendText(of: event, to: &text) }
                    case .comment, .processingInstruction, .doctype: break
                    }
                }
            } catch let error as XMLError {
                reportRepairs()
                throw XLIFFError(error, file: name)
            } catch let error as XLIFFError {
                throw error
            } catch {
                throw XLIFFError(Finding(.error, .cannotRead, "\(error)", file: name))
            }
            reportRepairs()
            return nil
        }

        private mutating func note(
            _ severity: Finding.Severity, _ code: Finding.Code, _ message: String, _ position: SourcePosition
        ) {
            findings.append(Finding(severity, code, message, file: name, position: position))
        }

        private mutating func reportRepairs() {
            for repair in reader.repairs[reportedRepairs...] {
                let what = repair.scalar.map { "U+" + String(format4($0)) } ?? "a reference to a forbidden character"
                note(.warning, .illegalCharacter, "\(what) is not allowed in XML and was left out", repair.position)
            }
            reportedRepairs = reader.repairs.count
        }

        private mutating func element(of event: XMLEvent) -> XLIFFElement {
            while elements.count <= event.name { elements.append(nil) }
            if let known = elements[event.name] { return known }
            let element = XLIFFElement(reader.name(of: event))
            elements[event.name] = element
            return element
        }

        // MARK: Start tags

        private mutating func start(_ event: XMLEvent) throws(XLIFFError) {
            if skipDepth > 0 {
                skipDepth += 1
                return
            }
            let element = element(of: event)
            if collecting != nil {
                inlineDepth += 1
                if element == .placeholder, collecting == .target { unit?.droppedPlaceholders += 1 }
                return
            }
            guard didSeeRoot else { return try startRoot(event, element) }
            if unit != nil {
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
                        position: event.position))
            }
            didSeeRoot = true
            version =
                reader.attribute("version", of: event) ?? String(root.namespace.dropFirst(XLIFFElement.namespace.count))
            if !["1.0", "1.1", "1.2", ""].contains(version), !version.hasPrefix("2.") {
                note(.warning, .unknownVersion, "XLIFF \(version) is not known; read like 1.2", event.position)
            }
            if !root.prefix.isEmpty {
                note(
                    .note, .prefixedNamespace,
                    "elements have the prefix \"\(root.prefix):\"; Xcode skips such a file silently",
                    event.position)
            }
            if version.hasPrefix("2.") { rootTargetLanguage = reader.attribute("trgLang", of: event) }
            if version.hasPrefix("2.") { rootSourceLanguage = reader.attribute("srcLang", of: event) }
        }

        private mutating func startInFile(_ event: XMLEvent, _ element: XLIFFElement) {
            switch element {
            case .file:
                var file = XLIFFFile(
                    document: name, original: reader.attribute("original", of: event) ?? "", position: event.position)
                file.sourceLanguage = reader.attribute("source-language", of: event) ?? rootSourceLanguage
                file.targetLanguage = reader.attribute("target-language", of: event) ?? rootTargetLanguage
                file.datatype = reader.attribute("datatype", of: event)
                self.file = file
                translate = [reader.attribute("translate", of: event) != "no"]
            case .group:
                translate.append(isTranslatable(event))
            case .tool:
                let words = ["tool-name", "tool-version"].compactMap { reader.attribute($0, of: event) }
                if !words.isEmpty { file?.tool = words.joined(separator: " ") }
            case .transUnit:
                var unit = XLIFFUnit(id: reader.attribute("id", of: event), position: event.position)
                unit.isTranslatable = isTranslatable(event)
                if file == nil {
                    note(
                        .warning, .missingOriginal, "a trans-unit outside of any file element is passed over",
                        event.position)
                    skipDepth = 1
                } else {
                    self.unit = unit
                }
            case .binUnit:
                file?.units.append(
                    XLIFFUnit(kind: .binary, id: reader.attribute("id", of: event), position: event.position))
                skipDepth = 1
            case .unit where version.hasPrefix("2."):
                let id = reader.attribute("name", of: event) ?? reader.attribute("id", of: event)
                file?.units.append(XLIFFUnit(kind: .version2, id: id, position: event.position))
                skipDepth = 1
            default: break
            }
        }

        private mutating func isTranslatable(_ event: XMLEvent) -> Bool {
            switch reader.attribute("translate", of: event) {
            case "no": false
            case "yes": true
            default: translate.last ?? true
            }
        }

        private mutating func startInUnit(_ event: XMLEvent, _ element: XLIFFElement) {
            switch element {
            case .target where unit?.target != nil:
                note(.warning, .secondTarget, "a second target in one unit; the first is taken", event.position)
                skipDepth = 1
            case .target:
                unit?.state = reader.attribute("state", of: event)
                unit?.targetPosition = event.position
                collect(.target)
            case .source where unit?.source == nil: collect(.source)
            case .note: collect(.note)
            case .transUnit, .binUnit:
                note(.warning, .nestedUnit, "a unit inside a unit is passed over", event.position)
                skipDepth = 1
            // alt-trans, seg-source, context-group, count-group, prop-group, extensions
            default: skipDepth = 1
            }
        }

        private mutating func collect(_ element: XLIFFElement) {
            collecting = element
            inlineDepth = 0
            text.removeAll(keepingCapacity: true)
        }

        // MARK: End tags

        /// Says which file ended here.
        private mutating func end(_ event: XMLEvent) -> XLIFFFile? {
            if skipDepth > 0 {
                skipDepth -= 1
                return nil
            }
            if let element = collecting {
                if inlineDepth > 0 { inlineDepth -= 1 } else { finish(element) }
                return nil
            }
            switch element(of: event) {
            case .transUnit:
                if let unit { file?.units.append(unit) }
                unit = nil
            case .group: if translate.count > 1 { translate.removeLast() }
            case .file:
                let finished = file
                file = nil
                return finished
            default: break
            }
            return nil
        }

        private mutating func finish(_ element: XLIFFElement) {
            collecting = nil
            let string = String(decoding: text, as: UTF8.self)
            switch element {
            case .source: unit?.source = string
            case .target: unit?.target = string
            case .note:
                if let note = unit?.note, !note.isEmpty {
                    unit?.note = string.isEmpty ? note : note + "\n" + string
                } else {
                    unit?.note = string
                }
            default: break
            }
        }
    }
}

/// `0016`: at least four hexadecimal digits.
private func format4(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
