/// What a code means: the one table of all codes, for the documentation, for SARIF's rules and for hints.
public struct CodeDescription: Sendable, Hashable {
    public var code: Finding.Code
    /// How grave such a finding usually is.
    public var severity: Finding.Severity
    /// What is the matter, in one sentence.
    public var meaning: String
    /// What to do about it, in one line.
    public var hint: String
    /// Whether it is looked for without being asked for.
    public var isDefault = true

    private init(
        _ severity: Finding.Severity, _ code: Finding.Code, _ meaning: String, hint: String, isDefault: Bool = true
    ) {
        self.code = code
        self.severity = severity
        self.meaning = meaning
        self.hint = hint
        self.isDefault = isDefault
    }

    /// The description of a code, unless it is none of this library.
    public static func of(_ code: Finding.Code) -> CodeDescription? { index[code].map { all[$0] } }

    private static let index = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { ($0.element.code, $0.offset) })

    /// Every code, by stage.
    public static let all: [CodeDescription] =
        inputs + reading + version2 + converting + catalogs + tables + writing + placeholders + texts + units
        + exporting

    /// The codes of inputs that could not be read: nobody can accept what was not seen.
    static let unreadable = Set(inputs.map(\.code) + [.notXLIFF])

    /// The table in Markdown, as the documentation has it.
    package static var markdown: String {
        let rows = all.map { row in
            "| `\(row.code.rawValue)` | \(row.severity)\(row.isDefault ? "" : ", if asked for") | \(row.meaning) | \(row.hint) |"
        }
        return (["| code | severity | meaning | what to do |", "|---|---|---|---|"] + rows).joined(separator: "\n")
            + "\n"
    }

    private static let inputs: [CodeDescription] = [
        .init(
            .error, .cannotRead, "The file cannot be read.", hint: "Check the path and the permissions."),
        .init(
            .error, .nothingFound, "The folder holds no XLIFF.",
            hint: "Name a folder with .xliff, .xlf or .xcloc in it."),
        .init(
            .error, .xmlSyntax, "The document is not well-formed XML.",
            hint: "Export it again, or mend the place that is named."),
        .init(
            .error, .xmlIllegalCharacter, "The document has a character that XML forbids.",
            hint: "Remove it where the translation is edited; --recover leaves it out."),
        .init(
            .error, .xmlEncoding, "The bytes are not text in the document's encoding.", hint: "Save it as UTF-8."),
        .init(.error, .xmlUnknownEncoding, "The document's encoding is not known.", hint: "Save it as UTF-8."),
        .init(
            .error, .xmlEntity, "The document declares entities or default values, which are never read.",
            hint: "Write the text itself in place of the entity."),
        .init(
            .error, .xmlLimit, "The document exceeds a limit that keeps hostile input harmless.",
            hint: "Split the document."),
        .init(.error, .xmlEmpty, "There is nothing to read.", hint: "Export it again."),
        .init(.error, .xmlSource, "The file could not be read to its end.", hint: "Check the disk or the pipe."),
    ]

    private static let reading: [CodeDescription] = [
        .init(
            .error, .notXLIFF, "The document is XML, but not XLIFF.", hint: "Export for localization as XLIFF."),
        .init(
            .warning, .unknownVersion, "The XLIFF version is not known.", hint: "Export as XLIFF 1.2 or 2.1."),
        .init(
            .note, .prefixedNamespace, "Elements have a namespace prefix; Xcode skips such a file silently.",
            hint: "Export without prefix, or import with xliffix."),
        .init(
            .warning, .missingID, "A unit has no id, so there is no key.", hint: "Give the unit the key as its id."),
        .init(
            .warning, .missingOriginal, "Nothing says which file the texts belong to.",
            hint: "Give the file element its original attribute."),
        .init(
            .warning, .nestedFile, "A file element stands inside another one; the texts of both are read.",
            hint: "Move it behind the other file element."),
        .init(
            .warning, .nestedUnit, "A unit stands inside another one and is passed over.",
            hint: "Move it behind the other unit."),
        .init(
            .warning, .secondTarget, "A unit has two targets; the first is taken.", hint: "Remove one of them."),
        .init(
            .warning, .illegalCharacter, "The document has a character that XML forbids.",
            hint: "Remove it where the translation is edited; --recover leaves it out."),
        .init(
            .warning, .moreIllegalCharacters,
            "More characters that XML forbids were left out than are told one by one.",
            hint: "Look where the document was damaged, and export it again."),
        .init(
            .warning, .droppedPlaceholder, "Inline placeholders without text vanish.",
            hint: "Export with the placeholders' text, or write them as format specifiers."),
    ]

    private static let version2: [CodeDescription] = [
        .init(
            .warning, .partlyTranslated, "Only some segments of a unit have a target.",
            hint: "Translate the other segments."),
        .init(.error, .xliff2Element, "XLIFF 2 does not have the element.", hint: "Remove it, or mend its name."),
        .init(
            .error, .xliff2Content, "An element is in the wrong place, too often, or missing.",
            hint: "Order the elements as XLIFF 2.1 §4.2 has them."),
        .init(
            .error, .xliff2Attribute, "An attribute is missing, or is where it may not be.",
            hint: "Compare with the section that is named."),
        .init(
            .error, .xliff2Value, "An attribute has a value that it may not have.",
            hint: "Compare with the section that is named."),
        .init(.error, .xliff2DuplicateID, "An id is there twice.", hint: "Give each element an id of its own."),
        .init(
            .error, .xliff2Reference, "A reference leads to nothing, or to what it may not.",
            hint: "Mend the reference, or add what it refers to."),
        .init(
            .error, .xliff2Code, "Inline codes break the rules for pairs, order or deletion.",
            hint: "Put the source's codes into the target, each start before its end."),
        .init(
            .error, .xliff2Language, "A text is in a language that is not the document's.",
            hint: "Make xml:lang agree with srcLang and trgLang."),
        .init(
            .error, .xliff2Module, "A rule of a module is broken.", hint: "Compare with the section that is named."),
        .init(
            .error, .xliff2Size, "A rule of the size restriction module is broken.",
            hint: "Shorten the text, or mend the restriction."),
        .init(
            .error, .xliff2TooMany, "There are more breaches than are listed.",
            hint: "Mend those that are listed first."),
        .init(
            .warning, .totalSize, "The texts of a group or file are together longer than allowed.",
            hint: "Shorten them."),
    ]

    private static let converting: [CodeDescription] = [
        .init(
            .warning, .emptyTarget, "A translation is empty although its source is not.",
            hint: "Translate it, or leave the target out so that the app falls back."),
        .init(
            .note, .duplicateID, "A key comes twice with one translation.", hint: "Remove one of the units."),
        .init(
            .warning, .conflictingTarget, "A key has two translations; the first is taken.",
            hint: "Decide for one of them."),
        .init(
            .error, .pathCollision, "Two source files would become one file, and a key differs.",
            hint: "Keep the folders (--layout tree), or rename one of the tables."),
        .init(
            .warning, .caseCollision, "Two files are one on a disk that ignores case.", hint: "Rename one of them."),
        .init(
            .warning, .localeCollision, "Two locales of the input are one in the output.",
            hint: "Leave one of them out, or name their folders with --locale-map."),
        .init(
            .warning, .notConverted, "Units cannot be converted and are left out.",
            hint: "See the documentation for what is converted."),
        .init(
            .warning, .missingTargetLanguage, "Nothing says which language the translations are in.",
            hint: "Give the file element its target-language attribute."),
        .init(
            .note, .missingFallback, "A region is translated and its language is not.",
            hint: "Add the language itself, so that other regions have a translation."),
        .init(
            .error, .badLocale, "The language cannot be the name of a folder.",
            hint: "Use a language tag such as de, pt-BR or zh-Hans."),
        .init(
            .note, .outsideOriginal, "The source file lies outside of the project.",
            hint: "Move what is below _external to where it belongs."),
        .init(
            .note, .commentEnd, "A note holds the end of a comment.", hint: "Write the note without \"*/\"."),
    ]

    private static let catalogs: [CodeDescription] = [
        .init(
            .warning, .missingOther, "A plural rule lacks the form other, without which the app cannot use it.",
            hint: "Translate the form other."),
        .init(
            .warning, .missingCategory, "A plural rule lacks a form of the language.",
            hint: "Add the form; the app shows other until then."),
        .init(
            .note, .extraCategory, "A plural rule has a form that the language does not use.", hint: "Remove it."),
        .init(.error, .jsonSyntax, "The file is not JSON.", hint: "Mend the place that is named."),
        .init(
            .warning, .duplicateMember, "A member of a JSON object is there twice.", hint: "Remove one of them."),
        .init(.error, .notCatalog, "The JSON is not a string catalog.", hint: "Make the catalog with Xcode."),
        .init(
            .warning, .unknownVariation, "The id of a unit looks like a variation of a kind that is not known.",
            hint: "Export again, or edit the catalog itself."),
        .init(
            .warning, .ambiguousID, "The id of a unit may be a key or a variation of another key.",
            hint: "Rename the key, so that it does not end like a variation."),
        .init(
            .error, .overlappingShapes, "A text has variations by two things in one place.",
            hint: "Keep one kind of variation in Xcode's editor."),
        .init(
            .warning, .unknownKey, "The catalog does not have the key.", hint: "Export again from the project."),
        .init(
            .warning, .inferredValueType, "The type of a plural rule's number could not be found out.",
            hint: "Put a specifier such as %lld into the form other."),
        .init(
            .warning, .undefinedSubstitution, "A format refers to a variable that is not there, or the reverse.",
            hint: "Name each variable in the format (%#@name@) and give each its forms."),
    ]

    private static let tables: [CodeDescription] = [
        .init(
            .error, .stringsEncoding, "A .strings file is not text in an encoding that Foundation reads.",
            hint: "Save it as UTF-8, or as UTF-16 with a byte order mark."),
        .init(
            .error, .stringsSyntax, "A .strings file breaks the grammar of old-style property lists.",
            hint: "Mend the place that is named; Foundation would pass over the rest of the file."),
        .init(
            .warning, .stringsValue, "A value is not a string.", hint: "Remove the entry, or make it a string."),
        .init(
            .warning, .stringsEscape, "An escape in a .strings file does not mean what it seems to.",
            hint: "Write the character itself."),
        .init(
            .error, .propertyListSyntax, "The file is XML or binary, but not a property list.",
            hint: "Mend the place that is named."),
        .init(
            .warning, .unknownID, "The id of a unit is of none of the shapes that its format has.",
            hint: "Export again; ids are not to be translated."),
    ]

    private static let writing: [CodeDescription] = [
        .init(
            .error, .existingKeys, "An existing file has keys that the XLIFF lacks.",
            hint: "--merge keeps them, --force drops them."),
        .init(
            .error, .existingFile, "An existing file cannot be understood.", hint: "Mend or remove it."),
        .init(
            .error, .outsideOutput, "A file would be written outside of the output folder.",
            hint: "Remove the symbolic link."),
        .init(
            .error, .cannotWrite, "A file cannot be written.", hint: "Check the permissions and the room on the disk."),
    ]

    private static let placeholders: [CodeDescription] = [
        .init(
            .warning, .missingSpecifier, "The translation does not show an argument.",
            hint: "Put the specifier where the value belongs."),
        .init(
            .error, .extraSpecifier, "The translation reads an argument that there is none of; the app may crash.",
            hint: "Remove the specifier, or write %% for a percent sign."),
        .init(
            .error, .changedSpecifier, "The translation reads an argument as another type; the app may crash.",
            hint: "Copy the specifier from the source; to reorder arguments, number them: %2$@ %1$d."),
        .init(
            .warning, .malformedSpecifier, "Something looks like a format specifier and is none.",
            hint: "Copy the specifier from the source, character by character."),
        .init(
            .warning, .unescapedPercent, "A format has a percent sign that is not doubled.", hint: "Write %%."),
        .init(
            .warning, .writingSpecifier, "%n does not break the line: it writes to memory.", hint: "Use \\n."),
        .init(
            .warning, .missingPlaceholder, "The translation lacks a placeholder of the source.",
            hint: "Put the placeholder where the value belongs."),
        .init(
            .warning, .extraPlaceholder, "The translation has a placeholder that the source lacks.",
            hint: "Copy the placeholders from the source; do not translate their names."),
    ]

    private static let texts: [CodeDescription] = [
        .init(.warning, .tooLong, "The translation is longer than allowed.", hint: "Shorten it."),
        .init(.warning, .tooShort, "The translation is shorter than allowed.", hint: "Lengthen it."),
        .init(
            .note, .notMeasured, "A length limit could not be checked.",
            hint: "Give a font (--font, --size), or a unit that is known."),
        .init(
            .note, .untranslated, "There is no translation; the app shows the development language.",
            hint: "Translate it."),
        .init(
            .note, .sameAsSource, "The translation is the source text.",
            hint: "Translate it, or accept it in the baseline."),
        .init(
            .note, .notFinal, "The translation's state says that it is not ready.",
            hint: "Review it; Xcode ignores it until then."),
        .init(
            .warning, .edgeSpace, "White space at the start or the end differs from the source.",
            hint: "Begin and end the translation as the source does."),
        .init(
            .note, .lineCount, "The translation has another number of lines.", hint: "Break lines as the source does."),
        .init(
            .warning, .lineSeparator, "The translation breaks a line with U+2028 or U+2029.",
            hint: "Use a line feed."),
        .init(
            .warning, .controlCharacter, "The translation has a control character or a character that was damaged.",
            hint: "Remove the character that is named."),
        .init(
            .warning, .unbalancedBidi, "Direction controls are not balanced.",
            hint: "Close each embedding with U+202C and each isolate with U+2069."),
        .init(
            .warning, .markupMismatch, "The tags differ from those of the source.",
            hint: "Use the source's tags, each opened and closed."),
        .init(
            .warning, .doubleEscape, "The translation shows an escape such as &amp; as it is written.",
            hint: "Escape once: the XML of the XLIFF is the only escaping there is."),
        .init(
            .note, .literalEscape, "The translation has a backslash escape that the source lacks.",
            hint: "In XLIFF a line feed is a line feed, and a quote a quote."),
        .init(
            .note, .finalPunctuation, "The translation ends with other punctuation.",
            hint: "End the translation as the source does.", isDefault: false),
    ]

    private static let units: [CodeDescription] = [
        .init(
            .warning, .sourceMismatch, "One key has different source texts; an export is out of date.",
            hint: "Export again before translating on."),
        .init(
            .warning, .normalizationTwin, "Two keys differ in Unicode normalization only.",
            hint: "Write the key in the code in one form (NFC)."),
        .init(
            .note, .staleBaseline, "The baseline accepts a finding that is no more.",
            hint: "Write the baseline again."),
    ]

    private static let exporting: [CodeDescription] = [
        .init(
            .error, .missingSourceLanguage, "Nothing says which language a project's texts are written in.",
            hint: "Name it by --source-language."),
        .init(
            .note, .missingSource, "A translation has texts that the development language lacks.",
            hint: "Add them there, or remove them from the translation."),
    ]
}

extension Finding {
    /// What to do about it, in one line; `nil` for a code that is not this library's.
    public var hint: String? { CodeDescription.of(code)?.hint }
}
