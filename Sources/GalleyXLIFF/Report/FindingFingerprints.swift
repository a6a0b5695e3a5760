/// Names findings so that they are known again in a later run: after lines moved, or on another machine.
///
/// A fingerprint depends on the code, the text of the app (source file, locale, key) and the message without the places
/// it names; for a finding about no text, on the file's name instead. Findings that are equal in all that are numbered in
/// their order. 16 hexadecimal digits (FNV-1a, 64 bits).
public struct FindingFingerprints: Sendable {
    private var counts: [String: Int] = [:]

    public init() {}

    /// The fingerprint of the next finding.
    public mutating func next(_ finding: Finding) -> String {
        let first = Self.fingerprint(finding, number: 0)
        let number = counts[first, default: 0]
        counts[first] = number + 1
        return number == 0 ? first : Self.fingerprint(finding, number: number)
    }

    private static func fingerprint(_ finding: Finding, number: Int) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ text: some Sequence<UInt8>) {
            for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        add(finding.code.rawValue.utf8)
        if let subject = finding.subject {
            add(subject.original.utf8)
            add((finding.locale ?? "").utf8)
            add(subject.key.utf8)
        } else {
            add((finding.file.split(separator: "/").last ?? "").utf8)
        }
        add(withoutPlaces(finding.message))
        if number > 0 { add(String(number).utf8) }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// `at de.xliff:12:7` without the path and the numbers: words that end in `:12:7`.
    private static func withoutPlaces(_ message: String) -> [UInt8] {
        guard message.utf8.contains(UInt8(ascii: ":")) else { return Array(message.utf8) }
        let words = message.utf8.split(separator: 0x20, omittingEmptySubsequences: false).filter { word in
            let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            let numbers = parts.suffix(2).map { $0.prefix { (0x30...0x39).contains($0) } }
            // The last number may have a comma behind it.
            return
                !(parts.count > 2 && numbers[0].count == parts[parts.count - 2].count && !numbers[0].isEmpty
                && !numbers[1].isEmpty)
        }
        return Array(words.joined(separator: [0x20]))
    }
}
