extension CheckedText {
    /// Whether it was translated, and is ready.
    func checkTranslation(_ wanted: WantedChecks, _ reporter: inout CheckReporter) {
        guard !reporter.isSourceLanguage else { return }
        if wanted.notFinal, let state = unit.state, Self.isUnfinished(state) {
            reporter.report(.notFinal, "the target of \(key) is in state \"\(state)\"", unit)
        }
        guard let source else { return }
        if ExactString(source) == ExactString(target) {
            if wanted.sameAsSource, Self.looksTranslatable(source) {
                reporter.report(.sameAsSource, "the target of \(key) is its source text", unit)
            }
        } else if wanted.finalPunctuation {
            checkEnd(source, &reporter)
        }
    }

    /// States in which Xcode ignores a target on import (XLIFF 1.2 §3.2.1 `state`; XLIFF 2.1 §4.3.1.31).
    private static func isUnfinished(_ state: String) -> Bool {
        ["new", "initial"].contains(state) || state.hasPrefix("needs-")
    }

    /// Whether a text would be translated: two words or more, one of them in lower case, placeholders and addresses
    /// apart. A single word, a name ("Wallet of Satoshi"), an abbreviation may well stay as it is.
    static func looksTranslatable(_ text: String) -> Bool {
        var words = 0
        var hasLowerCase = false
        let specifiers = FormatSpecifiers(text).uses.map(\.range)
        var next = 0
        for word in text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }) {
            let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
            while next < specifiers.count, specifiers[next].upperBound <= start { next += 1 }
            if next < specifiers.count, specifiers[next].lowerBound < start + word.utf8.count { continue }
            if word.contains("://") || word.contains("@") || word.contains("$") { continue }
            let letters = word.filter(\.isLetter)
            guard letters.count > 1 else { continue }
            words += 1
            // No case: a script where every word counts.
            if letters.allSatisfy({ !$0.isUppercase }), !wordsInNames.contains(letters) { hasLowerCase = true }
        }
        return words > 1 && hasLowerCase
    }

    /// Words in lower case that names have in them, too.
    private static let wordsInNames: Set<String> = [
        "and", "at", "by", "de", "for", "from", "in", "la", "of", "on", "or", "over", "the", "to", "van", "von", "with",
    ]

    private func checkEnd(_ source: String, _ reporter: inout CheckReporter) {
        let (expected, found) = (FinalPunctuation(source), FinalPunctuation(target))
        if expected != found {
            reporter.report(
                .finalPunctuation, "the target of \(key) ends with \(found.words), its source with \(expected.words)",
                unit)
        }
    }
}

/// How a text ends, whichever script's signs it uses.
private enum FinalPunctuation {
    case none, stop, question, exclamation, colon, comma, semicolon, ellipsis

    init(_ text: String) {
        let text = text.reversed().drop { $0.isWhitespace }
        switch text.first {
        case "." where text.starts(with: ["." as Character, ".", "."]): self = .ellipsis
        case ".", "。", "۔", "।", "｡", "．", "။", "։": self = .stop
        case "?", "？", "؟", "՞": self = .question
        case "!", "！": self = .exclamation
        case ":", "：": self = .colon
        case ",", "，", "、", "،": self = .comma
        case ";", "；", "؛": self = .semicolon
        case "…": self = .ellipsis
        default: self = .none
        }
    }

    var words: String {
        switch self {
        case .none: "no sign"
        case .stop: "a full stop"
        case .question: "a question mark"
        case .exclamation: "an exclamation mark"
        case .colon: "a colon"
        case .comma: "a comma"
        case .semicolon: "a semicolon"
        case .ellipsis: "an ellipsis"
        }
    }
}
