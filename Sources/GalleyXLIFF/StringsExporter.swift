/// Gathers the files of any number of XLIFF documents into `.strings` files.
///
/// Documents may be parts of one export, or several exports of one project: what belongs to the same path is merged,
/// and a key that is given two values is reported with both places. The first value wins, so the result does not depend
/// on anything but the order of the inputs.
public struct StringsExporter: Sendable {
    /// Where the files go.
    public enum Layout: String, Sendable, CaseIterable {
        /// Each source folder keeps its place and gets its own `.lproj` folders, as Xcode has it.
        case tree
        /// One `.lproj` folder for each locale; tables of the same name are merged if no key has two values.
        case flat
    }

    /// What a conversion may be told.
    public struct Options: Sendable {
        public var layout: Layout
        public init(layout: Layout = .tree) { self.layout = layout }
    }

    private struct Table {
        var file: StringsExport.File
        /// Where each key was first seen.
        var index: [ExactString: Int] = [:]
        /// The document and original of each entry.
        var origins: [(document: String, original: String)] = []
    }

    private let options: Options
    private var tables: [String: Table] = [:]
    private var skipped: [SkippedUnit] = []
    private var findings: [Finding] = []
    private var counts: [String: StringsExport.Count] = [:]
    /// Files that name no locale, until their document ends.
    private var waiting: [XLIFFFile] = []
    /// The first locale that a file of the document named.
    private var documentLocale: String?

    /// Where the findings of the document begin.
    private var documentStart = 0

    public init(options: Options = .init()) { self.options = options }

    /// Takes what reading a document brought up.
    public mutating func add(findings more: [Finding]) { findings += more }

    /// Takes one `file` element. Call ``endDocument(named:)`` after the last one of its document.
    public mutating func add(_ file: XLIFFFile) {
        if file.units.contains(where: { $0.kind == .version2 }) {
            leaveOut(file, locale: file.targetLanguage ?? "", .version2, "XLIFF 2 is not converted yet")
        } else if let locale = file.targetLanguage, !locale.isEmpty {
            if documentLocale == nil { documentLocale = locale }
            convert(file, locale: locale)
        } else {
            waiting.append(file)
        }
    }

    /// Ends a document: its files that named no locale get that of the others, or the one that its name suggests.
    public mutating func endDocument(named name: String) {
        for file in waiting {
            guard file.units.contains(where: { $0.target != nil || $0.kind != .text }) else {
                // An export of the development language: nothing to convert, nothing to warn of.
                for unit in file.units { skip(unit, .untranslated, file, locale: "") }
                continue
            }
            if let locale = documentLocale ?? LocaleName.guess(fromDocument: name) {
                let reason = documentLocale == nil ? "the document's name" : "another file of the document"
                report(
                    .warning, .missingTargetLanguage,
                    "\"\(file.original)\" has no target-language; taken as \(locale) after \(reason)", file,
                    file.position)
                convert(file, locale: locale)
            } else {
                report(
                    .warning, .missingTargetLanguage,
                    "\"\(file.original)\" has no target-language and is left out", file, file.position)
                for unit in file.units { skip(unit, .noLocale, file, locale: "") }
            }
        }
        waiting = []
        documentLocale = nil
        // Reading and converting found things in turns; show them in the order of the document.
        let order = findings[documentStart...].enumerated().sorted {
            let (left, right) = ($0.element.position?.byteOffset ?? 0, $1.element.position?.byteOffset ?? 0)
            return left != right ? left < right : $0.offset < $1.offset
        }
        findings.replaceSubrange(documentStart..., with: order.map(\.element))
        documentStart = findings.count
    }

    /// What came of it. Complexity: O(*files* log *files*).
    public func finish() -> StringsExport {
        let files = tables.values.map(\.file).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return StringsExport(
            files: files, skipped: skipped, findings: findings + Self.caseCollisions(of: files), counts: counts)
    }

    // MARK: One file

    private mutating func convert(_ file: XLIFFFile, locale: String) {
        guard LocaleName.isSafe(locale) else {
            report(.error, .badLocale, "\"\(locale)\" cannot be the name of a locale's folder", file, file.position)
            for unit in file.units { skip(unit, .noLocale, file, locale: "") }
            return
        }
        if file.original.isEmpty {
            report(
                .warning, .missingOriginal, "the file names no original; taken as Localizable.strings", file,
                file.position)
        }
        let path = OriginalPath(file.original)
        switch path.kind {
        case .stringsDictionary: leaveOut(file, locale: locale, .pluralRule, "plural rules are not converted yet")
        case .catalog: leaveOut(file, locale: locale, .catalog, "string catalogs are not converted yet")
        case .strings: convertStrings(file, path, locale: locale)
        }
    }

    private mutating func leaveOut(
        _ file: XLIFFFile, locale: String, _ reason: SkippedUnit.Reason, _ message: String
    ) {
        guard !file.units.isEmpty else { return }
        let count = file.units.count
        let what = file.original.isEmpty ? "" : " of \"\(file.original)\""
        report(
            .warning, .notConverted, "\(message): \(count) \(count == 1 ? "unit" : "units")\(what) left out", file,
            file.position)
        for unit in file.units { skip(unit, reason, file, locale: locale) }
    }

    private mutating func convertStrings(_ file: XLIFFFile, _ original: OriginalPath, locale: String) {
        guard !file.units.isEmpty else { return }
        let path =
            options.layout == .flat ? original.flatStringsPath(locale: locale) : original.stringsPath(locale: locale)
        if original.isExternal, options.layout == .tree {
            report(
                .note, .outsideOriginal, "\"\(file.original)\" lies outside of the project; written as \(path)", file,
                file.position)
        }
        var table =
            tables.removeValue(forKey: path)
            ?? Table(file: .init(path: path, locale: locale, originals: [], entries: []))
        if !table.file.originals.contains(file.original) { table.file.originals.append(file.original) }
        var droppedPlaceholders = 0
        var untranslated: Set<ExactString> = []
        for unit in file.units {
            if let reason = reasonToSkip(unit, file) {
                // Repeated ids are worth a word even when there is nothing to write.
                if let id = unit.id, !untranslated.insert(ExactString(id)).inserted {
                    report(.note, .duplicateID, "\(Self.quoted(id)) is there already", file, unit.position)
                }
                skip(unit, reason, file, locale: locale)
                continue
            }
            guard let key = unit.id, let value = unit.target else { continue }
            droppedPlaceholders += unit.droppedPlaceholders
            add(
                StringsEntry(key: key, value: value, comment: unit.note, position: unit.position), of: unit, to: &table,
                file, locale: locale)
        }
        if droppedPlaceholders > 0 {
            report(
                .warning, .droppedPlaceholder,
                "\(droppedPlaceholders) inline placeholders (x, bx, ex) in targets have no text; nothing is left of them",
                file, file.position)
        }
        tables[path] = table
    }

    /// Why a unit cannot be an entry.
    private mutating func reasonToSkip(_ unit: XLIFFUnit, _ file: XLIFFFile) -> SkippedUnit.Reason? {
        if unit.kind == .binary {
            report(.warning, .notConverted, "a bin-unit is not converted", file, unit.position)
            return .binary
        }
        guard let id = unit.id else {
            report(.warning, .missingID, "a unit without id is left out", file, unit.position)
            return .missingID
        }
        guard let target = unit.target else { return .untranslated }
        if target.isEmpty, unit.source?.isEmpty == false {
            report(.warning, .emptyTarget, "the target is empty; \(Self.quoted(id)) is left out", file, unit.position)
            return .emptyTarget
        }
        return nil
    }

    private mutating func add(
        _ entry: StringsEntry, of unit: XLIFFUnit, to table: inout Table, _ file: XLIFFFile, locale: String
    ) {
        let key = ExactString(entry.key)
        guard let known = table.index[key] else {
            if entry.value.hasUTF8([0xE2, 0x80, 0xA8]) || entry.value.hasUTF8([0xE2, 0x80, 0xA9]) {
                report(
                    .warning, .lineSeparator,
                    "the target of \(Self.quoted(entry.key)) has a U+2028 or U+2029 line break",
                    file, unit.targetPosition ?? unit.position)
            }
            if entry.comment?.hasUTF8([0x2A, 0x2F]) == true {
                report(.note, .commentEnd, "\"*/\" in a note is written as \"* /\"", file, unit.position)
            }
            table.index[key] = table.file.entries.count
            table.file.entries.append(entry)
            table.origins.append((file.document, file.original))
            count(locale) { $0.written += 1 }
            return
        }
        let first = table.file.entries[known]
        let origin = table.origins[known]
        let place = "\(origin.document):\(first.position.map(\.description) ?? "")"
        if ExactString(first.value) == ExactString(entry.value) {
            report(
                .note, .duplicateID, "\(Self.quoted(entry.key)) is there already, with the same target, at \(place)",
                file,
                unit.position)
            skip(unit, .duplicate, file, locale: locale)
            return
        }
        skip(unit, .conflict, file, locale: locale)
        if origin.original == file.original {
            report(
                .warning, .conflictingTarget,
                "\(Self.quoted(entry.key)) has another target at \(place), which is the one written", file,
                unit.position)
        } else {
            report(
                .error, .pathCollision,
                "\"\(origin.original)\" and \"\(file.original)\" would both be \(table.file.path), but "
                    + "\(Self.quoted(entry.key)) has another target at \(place)", file, unit.position)
        }
    }

    // MARK: Keeping the books

    private mutating func skip(
        _ unit: XLIFFUnit, _ reason: SkippedUnit.Reason, _ file: XLIFFFile, locale: String
    ) {
        skipped.append(
            SkippedUnit(
                reason: reason, id: unit.id, original: file.original, document: file.document, position: unit.position,
                locale: locale))
        count(locale) { $0.skipped[reason, default: 0] += 1 }
    }

    private mutating func count(_ locale: String, _ change: (inout StringsExport.Count) -> Void) {
        counts[locale, default: .init()].units += 1
        change(&counts[locale, default: .init()])
    }

    private mutating func report(
        _ severity: Finding.Severity, _ code: Finding.Code, _ message: String, _ file: XLIFFFile,
        _ position: SourcePosition
    ) {
        findings.append(Finding(severity, code, message, file: file.document, position: position))
    }

    /// A key for a message: quoted, on one line, cut when long.
    static func quoted(_ key: String) -> String {
        let line = key.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n")
        return line.count > 60 ? "\"\(line.prefix(57))...\"" : "\"\(line)\""
    }

    /// Paths that are one file where case or normalization does not count (macOS, Windows).
    private static func caseCollisions(of files: [StringsExport.File]) -> [Finding] {
        var seen: [String: String] = [:]
        var findings: [Finding] = []
        for file in files {
            // Swift's dictionary compares by canonical equivalence, which covers normalization.
            if let other = seen.updateValue(file.path, forKey: file.path.lowercased()) {
                findings.append(
                    Finding(
                        .warning, .caseCollision,
                        "\"\(other)\" and \"\(file.path)\" are one file on a disk that ignores case", file: ""))
            }
        }
        return findings
    }
}
