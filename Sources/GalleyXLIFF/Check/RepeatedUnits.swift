/// Units that were seen: what is reported when a key comes again.
///
/// Texts are remembered as 64-bit hashes, so that a project of any size fits. (Two different texts with one hash: one
/// chance in 10^8 for a million units, and then one finding too few or too many.)
struct RepeatedUnits: Sendable {
    private struct Seen {
        /// Of the document, in ``documents``.
        var document: Int32
        var line: Int32
        var column: Int32
        /// 0 without text.
        var text: UInt64
    }

    private let wantsTargets: Bool
    private let wantsSources: Bool
    private let wantsSpellings: Bool

    private var documents: [String] = []
    /// By locale, original and key: the translation.
    private var targets: [UInt64: Seen] = [:]
    /// By original and key: the source.
    private var sources: [UInt64: Seen] = [:]
    /// What the identities of the current file begin with.
    private var targetSeed: UInt64 = 0
    private var sourceSeed: UInt64 = 0
    /// Ids of the current file that are not ASCII. (Swift's dictionary compares by canonical equivalence.)
    private var spellings: [String: ExactString] = [:]

    init(_ policy: FindingPolicy) {
        wantsTargets = policy.wants(.duplicateID) || policy.wants(.conflictingTarget)
        wantsSources = policy.wants(.sourceMismatch)
        wantsSpellings = policy.wants(.normalizationTwin)
    }

    mutating func beginFile(_ reporter: CheckReporter) {
        let file = reporter.file
        if documents.last != file.document { documents.append(file.document) }
        sourceSeed = ByteHash.hash(file.original)
        // An id in the place of the path means something in its document only.
        if file.original == file.id { sourceSeed = ByteHash.hash(file.document, seed: sourceSeed) }
        targetSeed = ByteHash.hash(reporter.locale, seed: sourceSeed)
        spellings.removeAll(keepingCapacity: true)
    }

    mutating func check(_ units: [XLIFFUnit], _ index: Int, _ reporter: inout CheckReporter) {
        guard let key = units[index].key else {
            reporter.report(.missingID, "a unit has no id", units[index], at: units[index].position)
            return
        }
        if wantsTargets { checkTarget(units[index], key, &reporter) }
        if wantsSources { checkSource(units, index, key, &reporter) }
        if wantsSpellings, !key.isASCII {
            let exact = ExactString(key)
            if let other = spellings.updateValue(exact, forKey: key), other != exact {
                reporter.report(
                    .normalizationTwin, "\(Finding.quoted(key)) is there in another Unicode normalization too",
                    units[index], at: units[index].position)
            }
        }
    }

    private mutating func checkTarget(_ unit: XLIFFUnit, _ key: String, _ reporter: inout CheckReporter) {
        let identity = Self.hash(key, targetSeed)
        let text = unit.target.map { Self.hash($0) } ?? 0
        guard let first = targets[identity] else {
            targets[identity] = seen(unit.position, text)
            return
        }
        let name = Finding.quoted(key)
        if first.text == text || first.text == 0 || text == 0 {
            let same = first.text == text ? (text == 0 ? "" : ", with the same target,") : ""
            reporter.report(
                .duplicateID, "\(name) is there already\(same) at \(place(first))", unit, at: unit.position)
            if first.text == 0 { targets[identity]?.text = text }
        } else {
            reporter.report(
                .conflictingTarget, "\(name) has another target at \(place(first))", unit, at: unit.position)
        }
    }

    private mutating func checkSource(
        _ units: [XLIFFUnit], _ index: Int, _ key: String, _ reporter: inout CheckReporter
    ) {
        guard let source = units[index].source, source != key || PluralFormID(key) == nil else { return }
        let identity = Self.hash(key, sourceSeed)
        let text = Self.hash(source)
        guard let first = sources[identity] else {
            sources[identity] = seen(units[index].position, text)
            return
        }
        if first.text != text {
            reporter.report(
                .sourceMismatch, "\(Finding.quoted(key)) has another source at \(place(first))", units[index],
                at: units[index].position)
        }
    }

    private func seen(_ position: SourcePosition, _ text: UInt64) -> Seen {
        Seen(
            document: Int32(clamping: documents.count - 1), line: Int32(clamping: position.line),
            column: Int32(clamping: position.column), text: text)
    }

    private func place(_ seen: Seen) -> String { "\(documents[Int(seen.document)]):\(seen.line):\(seen.column)" }

    /// Never 0.
    private static func hash(_ text: String, _ seed: UInt64 = 0) -> UInt64 { max(1, ByteHash.hash(text, seed: seed)) }
}
