/// Names of locales, as XLIFF and `.lproj` folders write them: `de`, `pt-BR`, `zh-Hans`, `es_ES`, `es-419`.
enum LocaleName {
    /// Whether `name` may become a folder's name: letters, digits, `-`, `_` and `@`, and something before them.
    static func isSafe(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
        return isLetter(first)
            && name.utf8.allSatisfy {
                isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D || $0 == 0x5F || $0 == 0x40
            }
    }

    /// The locale that a document's name suggests: `zh-Hans` for `Localized Contents/zh-Hans.xliff`.
    static func guess(fromDocument name: String) -> String? {
        var stem = name.split(separator: "/").last.map(String.init) ?? name
        for suffix in [".xliff", ".xlf", ".lproj"] where stem.lowercased().hasSuffix(suffix) {
            stem.removeLast(suffix.count)
        }
        let parts = stem.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = parts.first, (2...3).contains(language.utf8.count), language.utf8.allSatisfy(isLetter),
            parts.dropFirst().allSatisfy({ (2...8).contains($0.utf8.count) }), isSafe(stem)
        else { return nil }
        return stem
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
}
