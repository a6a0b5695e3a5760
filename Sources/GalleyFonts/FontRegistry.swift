/// What Fonts/fonts.json says: which families stand for the generic ones, which replace families that are not
/// installed, and which show a script. The table is generated from that file (Fonts/generate.py).
public enum FontRegistry {
    /// The fonts of one script.
    public struct ScriptFonts: Hashable, Sendable {
        /// The script's English name.
        public var name: String
        /// The Debian package that covers the script.
        public var package: String
        /// In order of preference.
        public var families: [String]
        /// Tried before `families` for text in a serif face.
        public var serifFamilies: [String]
    }

    /// CSS's initial font family is the user agent's choice; ours is that of every browser.
    public static let defaultFamily = "serif"

    /// The families that a generic name stands for, in order of preference.
    public static func families(ofGeneric name: String) -> [String] { generics[name] ?? [] }

    /// Families with the same metrics as one that may not be installed.
    public static func metricAliases(of family: String) -> [String] { aliases[FontCollection.fold(family)] ?? [] }

    /// The fonts of a script (ISO 15924), if fonts.json has it. For Han, the shapes depend on the language.
    public static func fonts(ofScript script: FontTag, language: String = "") -> ScriptFonts? {
        for variant in variants(ofScript: script, language: language) {
            if let found = scripts[variant] { return found }
        }
        return scripts[script.description]
    }

    /// The families to try for a script, best first.
    static func families(ofScript script: FontTag, language: String, prefersSerif: Bool) -> [String] {
        let fonts = fonts(ofScript: script, language: language) ?? fonts(ofScript: "Zyyy")
        guard let fonts else { return [] }
        return prefersSerif ? fonts.serifFamilies + fonts.families : fonts.families
    }

    /// The Debian package to install for text of a script.
    public static func package(forScript script: FontTag) -> String? { fonts(ofScript: script)?.package }

    /// The script table, read from the generated lines on first use.
    private static let scripts: [String: ScriptFonts] = {
        var scripts: [String: ScriptFonts] = [:]
        for line in scriptLines.split(separator: "\n") {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false)
            guard fields.count == 5 else { continue }
            scripts[String(fields[0])] = ScriptFonts(
                name: String(fields[1]), package: String(fields[2]),
                families: fields[3].split(separator: ",").map(String.init),
                serifFamilies: fields[4].split(separator: ",").map(String.init))
        }
        return scripts
    }()

    /// Keys of the table that are more special than the script alone: `Hani-ja`, `Hani-zh-hant`.
    private static func variants(ofScript script: FontTag, language: String) -> [String] {
        let subtags = language.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        guard let primary = subtags.first else { return [] }
        if primary == "zh" || primary == "yue" {
            let isTraditional =
                subtags.contains("hant") || primary == "yue" && !subtags.contains("hans")
                || !subtags.contains("hans") && subtags.dropFirst().contains { ["tw", "hk", "mo"].contains($0) }
            return ["\(script)-zh-\(isTraditional ? "hant" : "hans")"]
        }
        return ["\(script)-\(primary)"]
    }
}
