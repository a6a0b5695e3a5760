import GalleyText

/// The quotation marks of languages, for `quotes: auto` (from CLDR's delimiters).
enum QuotationMarks {
    static func pairs(forLanguage tag: String) -> [Quotes.Pair] {
        let language = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        let marks =
            switch language {
            case "de", "cs", "sk", "sl", "hr", "is", "lt", "bg", "ka", "et": "„“‚‘"
            case "fr": "«»«»"
            case "it", "es", "pt", "ca", "eu", "gl", "el", "hy", "fa", "no", "nb", "nn": "«»“”"
            case "ru", "uk", "be": "«»„“"
            case "pl", "ro", "hu": "„”«»"
            case "sr", "bs": "„”‘’"
            case "sv", "fi": "””’’"
            case "nl": "‘’“”"
            case "he": "””’’"
            case "ja", "yue": "「」『』"
            case "zh": tag.lowercased().contains("hant") || tag.hasSuffix("TW") || tag.hasSuffix("HK") ? "「」『』" : "“”‘’"
            case "ar": "”“’‘"
            default: "“”‘’"
            }
        let list = marks.map(String.init)
        return [Quotes.Pair(open: list[0], close: list[1]), Quotes.Pair(open: list[2], close: list[3])]
    }
}
