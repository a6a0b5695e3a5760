import Foundation

extension XLIFFExport {
    /// How documents are written.
    public struct WriteOptions: Sendable {
        /// Whether each locale gets an `.xcloc` bundle, with copies of the source files, instead of an `.xliff` file.
        public var isBundle = false
        /// Whether an existing document may be replaced that has translations which the new one lacks.
        public var replacesTranslations = false
        /// The name of the document, for a single locale; `nil` for `<locale>.xliff`.
        public var fileName: String?

        public init() {}
    }

    /// Writes a document for each locale into `folder`, or none: each file under a temporary name first, renamed when all
    /// are there. A file whose bytes would not change is not touched.
    ///
    /// - Throws: ``StringsExport/WriteError``; then every file is as it was before.
    @discardableResult
    public func write(
        to folder: URL, options: WriteOptions = .init(), isDryRun: Bool = false
    ) throws(StringsExport.WriteError) -> StringsExport.WriteReport {
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .init(findings: errors, report: .init()) }
        let output = OutputFolder(path: folder.path)
        let walk = OutputWalk(output)
        var prepared = PreparedFiles(output, walk)
        var obstacles: [Finding] = []
        for file in files(options) {
            do throws(OutputFolder.Obstacle) {
                let old = try walk.contents(of: file.path)
                if let old, old != file.bytes, !options.replacesTranslations { try protect(old, against: file) }
                try prepared.add(
                    file.bytes, over: old, at: file.path, isDryRun: isDryRun, isStaged: obstacles.isEmpty)
            } catch {
                obstacles.append(error.finding(at: file.path, below: folder))
            }
        }
        if obstacles.isEmpty {
            do throws(OutputFolder.Obstacle) {
                try prepared.transaction.commit()
            } catch {
                obstacles.append(error.finding(at: "", below: folder))
            }
        } else {
            prepared.transaction.rollBack()
        }
        guard obstacles.isEmpty else { throw .init(findings: obstacles, report: .init()) }
        return prepared.report
    }

    /// A file to write.
    private struct File {
        var path: String
        var bytes: [UInt8]
        /// The document in it.
        var document: XLIFFDocument?
    }

    private func files(_ options: WriteOptions) -> [File] {
        var files: [File] = []
        for document in documents {
            let name = options.fileName ?? "\(document.locale).xliff"
            let bytes = contents(of: document)
            guard options.isBundle else {
                files.append(File(path: name, bytes: bytes, document: document.document))
                continue
            }
            let bundle = "\(document.locale).xcloc"
            files.append(
                File(path: "\(bundle)/Localized Contents/\(name)", bytes: bytes, document: document.document))
            files.append(File(path: "\(bundle)/contents.json", bytes: manifest(for: document.locale)))
            for source in sources {
                guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: source)) else { continue }
                let place = source.utf8.dropFirst(project.root == "/" ? 1 : project.root.utf8.count + 1)
                files.append(
                    File(path: "\(bundle)/Source Contents/\(Substring(place))", bytes: [UInt8](bytes)))
            }
        }
        return files
    }

    /// `contents.json`, in Xcode's form.
    private func manifest(for locale: String) -> [UInt8] {
        let manifest = JSONValue.members([
            ("developmentRegion", .string(sourceLanguage)), ("project", project.name.map(JSONValue.string)),
            ("targetLocale", .string(locale)),
            (
                "toolInfo",
                .members([
                    ("toolBuildNumber", .string(tool?.build ?? "")), ("toolID", .string(tool?.id ?? "")),
                    ("toolName", .string(tool?.name ?? "")), ("toolVersion", .string(tool?.version ?? "")),
                ])
            ),
            ("version", .string("1.0")),
        ])
        return JSONWriter.contents(of: manifest)
    }

    /// A document that came back from translators may lie where the new one goes: it must not be lost.
    private func protect(_ old: [UInt8], against file: File) throws(OutputFolder.Obstacle) {
        guard let document = file.document else { return }
        guard let known = try? XLIFFDocument(data: Data(old), name: file.path) else {
            throw .init(
                code: .existingFile, message: "the file that is there cannot be read as XLIFF; --force replaces it")
        }
        let new = Self.targets(of: document)
        let lost = Self.targets(of: known).filter { new[$0.key] != $0.value }
        guard let example = lost.keys.min(by: { $0.key.string < $1.key.string }) else { return }
        throw .init(
            code: .existingKeys,
            message:
                "the file that is there has \(lost.count) \(lost.count == 1 ? "translation" : "translations") that the "
                + "project does not (\(Finding.quoted(example.key.string))); --force replaces it")
    }

    private struct Place: Hashable {
        var original: String
        var key: ExactString
    }

    private static func targets(of document: XLIFFDocument) -> [Place: ExactString] {
        var targets: [Place: ExactString] = [:]
        for file in document.files {
            for unit in file.units {
                guard let key = unit.key, let target = unit.target, !target.isEmpty else { continue }
                targets[Place(original: file.original, key: ExactString(key))] = ExactString(target)
            }
        }
        return targets
    }
}
