/// Findings that were looked at and accepted: a file in the project that keeps them out of the next reports.
///
/// JSON, sorted, one entry a finding, so that a change reads well in a diff:
///
///     {
///       "version": 1,
///       "accepted": [
///         { "fingerprint": "...", "code": "same-as-source", "original": "App/en.lproj/Localizable.strings",
///           "locale": "de", "key": "Ready", "message": "..." }
///       ]
///     }
///
/// What counts is the fingerprint; the rest is for a person.
public struct FindingBaseline: Sendable, Hashable {
    /// One finding that was accepted.
    public struct Entry: Sendable, Hashable {
        public var fingerprint: String
        public var code: String
        public var original: String?
        public var locale: String?
        public var key: String?
        public var message: String?
    }

    /// The version of the format.
    public static let version = 1

    public var entries: [Entry]

    /// Accepts all these findings but those of inputs that could not be read.
    public init(accepting findings: [Finding]) {
        var fingerprints = FindingFingerprints()
        entries = findings.filter { !CodeDescription.unreadable.contains($0.code) }.map { finding in
            Entry(
                fingerprint: fingerprints.next(finding), code: finding.code.rawValue,
                original: finding.subject?.original,
                locale: finding.locale, key: finding.subject?.key, message: finding.message)
        }
    }

    /// Reads what ``contents()`` wrote.
    ///
    /// - Throws: ``XLIFFError`` when it is no baseline, or one of a later version.
    public init(bytes: [UInt8], name: String) throws(XLIFFError) {
        func fail(_ reason: String) -> XLIFFError {
            XLIFFError(Finding(.error, .cannotRead, "this is no baseline that can be read: \(reason)", file: name))
        }
        var parser = JSONParser(bytes: bytes, name: name)
        guard let contents = try parser.parse().object else { throw fail("it is no object") }
        guard contents["version"]?.integer == Self.version else { throw fail("its version is not \(Self.version)") }
        guard case .array(let accepted)? = contents["accepted"] else { throw fail("\"accepted\" is no array") }
        entries = []
        for item in accepted {
            guard let entry = item.object, let fingerprint = entry["fingerprint"]?.string else {
                throw fail("an entry has no fingerprint")
            }
            entries.append(
                Entry(
                    fingerprint: fingerprint, code: entry["code"]?.string ?? "", original: entry["original"]?.string,
                    locale: entry["locale"]?.string, key: entry["key"]?.string, message: entry["message"]?.string))
        }
    }

    /// The file's bytes: entries sorted by locale, original, key, code and fingerprint, each once.
    public func contents() -> [UInt8] {
        func order(_ entry: Entry) -> [String] {
            [entry.locale ?? "", entry.original ?? "", entry.key ?? "", entry.code, entry.fingerprint]
        }
        let sorted = Dictionary(entries.map { ($0.fingerprint, $0) }) { first, _ in first }.values
            .map { (order($0), $0) }
            .sorted { left, right in
                for (a, b) in zip(left.0, right.0) where !a.utf8.elementsEqual(b.utf8) {
                    return a.utf8.lexicographicallyPrecedes(b.utf8)
                }
                return false
            }
            .map { entry in
                JSONValue.members([
                    ("fingerprint", .string(entry.1.fingerprint)), ("code", .string(entry.1.code)),
                    ("original", entry.1.original.map { .string($0) }), ("locale", entry.1.locale.map { .string($0) }),
                    ("key", entry.1.key.map { .string($0) }), ("message", entry.1.message.map { .string($0) }),
                ])
            }
        return JSONWriter.contents(
            of: .members([("version", .integer(Self.version)), ("accepted", .array(sorted))]), style: .report)
    }

    /// The findings that are not accepted, and a note for each entry that accepts nothing any more.
    ///
    /// - Parameters:
    ///   - findings: in the order in which they were when the baseline was written.
    ///   - name: the baseline's file, for the notes.
    ///   - isComplete: whether everything was looked at; otherwise missing findings mean nothing.
    public func filter(_ findings: [Finding], name: String, isComplete: Bool = true) -> [Finding] {
        var fingerprints = FindingFingerprints()
        let accepted = Set(entries.map(\.fingerprint))
        var seen: Set<String> = []
        var result = findings.filter { finding in
            let fingerprint = fingerprints.next(finding)
            seen.insert(fingerprint)
            return !accepted.contains(fingerprint)
        }
        guard isComplete else { return result }
        for entry in entries where !seen.contains(entry.fingerprint) {
            let key = entry.key.map { " on \(Finding.quoted($0))" } ?? ""
            result.append(
                Finding(
                    .note, .staleBaseline, "\(entry.code)\(key) (\(entry.fingerprint)) is accepted, and is no more",
                    file: name, locale: entry.locale,
                    subject: entry.key.map { .init(original: entry.original ?? "", key: $0) }))
        }
        return result
    }
}
