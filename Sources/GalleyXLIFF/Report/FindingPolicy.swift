/// Which findings count, and how much: what `--only`, `--skip` and `--strict` say.
public struct FindingPolicy: Sendable, Hashable {
    /// If not empty: these codes and no others.
    public var only: Set<Finding.Code> = []
    public var skip: Set<Finding.Code> = []
    /// Codes that are looked for only when asked for (``CodeDescription/isDefault``).
    public var extra: Set<Finding.Code> = []
    /// Severities other than the usual ones.
    public var severities: [Finding.Code: Finding.Severity] = [:]
    /// Warnings are errors.
    public var isStrict = false

    public init() {}

    /// For the checker beside an exporter that writes: without what the exporter finds itself.
    public static var beforeWriting: FindingPolicy {
        var policy = FindingPolicy()
        policy.skip = [
            .emptyTarget, .duplicateID, .conflictingTarget, .lineSeparator, .missingID, .untranslated, .sameAsSource,
            .notFinal, .missingOther, .missingCategory, .extraCategory, .undefinedSubstitution,
        ]
        return policy
    }

    /// Whether findings of this code are wanted.
    public func wants(_ code: Finding.Code) -> Bool {
        if skip.contains(code) { return false }
        if !only.isEmpty { return only.contains(code) }
        return extra.contains(code) || CodeDescription.of(code)?.isDefault != false
    }

    /// The findings that are wanted, each as grave as it counts.
    public func applied(to findings: [Finding]) -> [Finding] {
        findings.compactMap { finding in
            guard wants(finding.code) else { return nil }
            var finding = finding
            finding.severity = severities[finding.code] ?? finding.severity
            if isStrict, finding.severity == .warning { finding.severity = .error }
            return finding
        }
    }
}
