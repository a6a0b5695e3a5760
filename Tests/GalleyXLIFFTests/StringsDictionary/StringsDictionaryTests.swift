import Foundation
import GalleyXLIFF
import Testing

@Suite struct StringsDictionaryTests {
    typealias Key = StringsDictionary.Key

    static let sample = StringsDictionary([
        "files": [
            Key.format: "%#@COUNT@ in %2$#@FOLDERS@",
            "COUNT": [
                Key.specificationType: "NSStringPluralRuleType", Key.valueType: "d", "one": "%d file",
                "other": "%d files",
            ],
            "FOLDERS": [
                Key.specificationType: "NSStringPluralRuleType", Key.valueType: "lld", "zero": "",
                "other": "%lld folders",
            ],
        ],
        "wide": [Key.widthRule: ["1": "Go", "20": "Go there"]],
        "device": [
            Key.deviceRule: [
                "iphone": "Tap", "mac": [Key.format: "%#@N@", "N": ["one": "Click", "other": "Click %d times"]],
            ]
        ],
    ])

    // MARK: Ids

    @Test(arguments: [
        ("/count:dict/ITEMS:dict/one:dict/:string", ["count", "ITEMS", "one"]),
        ("/count:dict/NSStringLocalizedFormatKey:dict/:string", ["count", "NSStringLocalizedFormatKey"]),
        ("/[Generic/Count/Items]:dict/V:dict/one:dict/:string", ["[Generic/Count/Items]", "V", "one"]),
        ("/a:b:dict:dict/V:dict/one:dict/:string", ["a:b:dict", "V", "one"]),
        ("//:dict/:dict/other:dict/:string", ["/", "", "other"]), ("/:dict/V:dict/one:dict/:string", ["", "V", "one"]),
        (
            "/k:dict/NSStringDeviceSpecificRuleType:dict/mac:dict/N:dict/one:dict/:string",
            ["k", "NSStringDeviceSpecificRuleType", "mac", "N", "one"]
        ),
        ("/Dogs %lld:dict/dog:dict/few:dict/:string", ["Dogs %lld", "dog", "few"]),
    ])
    func ids(id: String, path: [String]) {
        #expect(StringsDictionaryUnitID(id)?.path == path)
        #expect(StringsDictionaryUnitID(path: path).description == id)
    }

    @Test(arguments: [
        "", "/", "k", "/k:dict/:string", "/k:string", "k:dict/V:dict/one:dict/:string", "/k:dict/V:dict/one",
    ])
    func otherIDs(id: String) { #expect(StringsDictionaryUnitID(id) == nil) }

    @Test func anIDThatNestsTooDeep() {
        #expect(StringsDictionaryUnitID("/k" + String(repeating: ":dict/a", count: 100_000) + ":dict/:string") == nil)
    }

    /// A key that looks like a path itself.
    @Test func anIDWithTheDictionaryAtHand() {
        let rules = StringsDictionary(["a:dict/b": ["V": ["one": "x"]]])
        #expect(
            StringsDictionaryUnitID("/a:dict/b:dict/V:dict/one:dict/:string", in: rules)?.path == [
                "a:dict/b", "V", "one",
            ])
        #expect(
            StringsDictionaryUnitID("/c:dict/b:dict/V:dict/one:dict/:string", in: rules)?.path == [
                "c", "b", "V", "one",
            ])
        #expect(rules.leaves.first?.unitID.description == "/a:dict/b:dict/V:dict/one:dict/:string")
    }

    // MARK: Reading, editing, writing

    @Test func allFormats() throws {
        let binary = try StringsDictionary(bytes: PropertyListSamples.plural, name: "a")
        let oldStyle = """
            files = { NSStringLocalizedFormatKey = "%#@n@"; n = { NSStringFormatSpecTypeKey = NSStringPluralRuleType;
            NSStringFormatValueTypeKey = d; other = "%d"; }; };
            """
        #expect(try StringsDictionary(bytes: Array(oldStyle.utf8), name: "a").root == binary.root)
        #expect(try StringsDictionary(bytes: binary.contents(), name: "a").root == binary.root)
        #expect(binary[path: ["files", "n", "other"]] == "%d" && binary.format(of: "files") == "%#@n@")
        #expect(throws: XLIFFError.self) { try StringsDictionary(bytes: Array("(a)".utf8), name: "a") }
    }

    @Test func editing() {
        var rules = Self.sample
        #expect(rules[path: ["files", "COUNT", "one"]] == "%d file")
        #expect(
            rules[path: ["files", "COUNT"]] == nil && rules[path: ["files", "x", "y"]] == nil && rules[path: []] == nil)
        var isSet = rules.setString("%d Datei", at: ["files", "COUNT", "one"])
        isSet = rules.setString("neu", at: ["new", "a", "b", "c"]) && isSet
        #expect(isSet)
        #expect(rules[path: ["files", "COUNT", "one"]] == "%d Datei" && rules[path: ["new", "a", "b", "c"]] == "neu")
        // Through a string, onto a dictionary, to nowhere, too deep.
        let before = rules
        for path in [["files", Key.format, "deeper"], ["files", "COUNT"], [], [String](repeating: "a", count: 1_000)] {
            isSet = rules.setString("x", at: path)
            #expect(!isSet)
        }
        #expect(rules == before)
        rules.remove(["new", "a", "b", "c"])
        #expect(rules.keys == ["files", "wide", "device"])
        rules.remove(["files"])
        #expect(rules.keys == ["wide", "device"])
    }

    @Test func leavesInOrder() {
        let leaves = Self.sample.leaves.filter(\.isTranslatable)
        #expect(
            leaves.map(\.string) == [
                "%#@COUNT@ in %2$#@FOLDERS@", "%d file", "%d files", "", "%lld folders", "Go", "Go there", "Tap",
                "%#@N@", "Click",
                "Click %d times",
            ])
        for leaf in leaves { #expect(StringsDictionaryUnitID(leaf.unitID.description)?.path == leaf.path) }
        #expect(Self.sample.leaves.count == leaves.count + 4)
    }

    @Test func variables() {
        let files = Self.sample.variables(of: "files")
        #expect(files.map(\.name) == ["COUNT", "FOLDERS"] && files.map(\.valueType) == ["d", "lld"])
        #expect(
            files[1].categories == ["zero", "other"] && files[0].forms[0] == .init(category: "one", text: "%d file"))
        #expect(Self.sample.variables(of: "wide").map(\.rule) == [.width])
        let device = Self.sample.variables(of: "device")
        #expect(device.map(\.rule) == [.device, .plural] && device[1].path == ["device", Key.deviceRule, "mac", "N"])
        #expect(device[0].forms.map(\.text) == ["Tap", nil])
        #expect(Self.sample.variables(of: "nothing").isEmpty)
    }

    /// As `plutil` and Xcode sort: by UTF-16, at every depth.
    @Test func sorting() {
        var rules = StringsDictionary(["b": ["z": "1", "NS": "2", "Z": "3"], "a": "4", "\u{FF21}": "5", "😀": "6"])
        rules.sort()
        #expect(rules.leaves.map(\.string) == ["4", "2", "3", "1", "6", "5"])
    }

    @Test func updatingKeepsTheOrder() {
        let new = StringsDictionary(["new": ["V": ["other": "n"]], "files": ["COUNT": ["few": "f", "one": "1"]]])
        let updated = Self.sample.updated(with: new)
        #expect(updated.keys == ["files", "wide", "device", "new"])
        #expect(updated.variables(of: "files")[0].categories == ["one", "other", "few"])
        #expect(updated[path: ["files", "COUNT", "one"]] == "1")
        #expect(updated.updated(with: new) == updated)
    }

    @Test func faultsAreReported() throws {
        let text = "a = { b = c; b = d; e = (1); };\nf = g;\na = {};\n"
        let rules = try StringsDictionary(bytes: Array(text.utf8), name: "x")
        #expect(
            rules.findings.map(\.description) == [
                "x:3:1: warning: \"a\" is there already, in line 1; the last one counts [duplicate-id]",
                "x:1:14: warning: \"b\" is there already, in line 1; the last one counts [duplicate-id]",
                "x:1:21: warning: the value of \"e\" is an array, not a string or a dictionary [strings-value]",
                "x:2:1: warning: the value of \"f\" is a string, not a dictionary [strings-value]",
            ])
    }

    // MARK: Structure

    private func structure(_ rules: StringsDictionary, _ locale: String? = nil) -> [String] {
        rules.structureFindings(file: "x", categories: locale.flatMap(PluralCategories.of)).map {
            "\($0.severity): \($0.message)"
        }
    }

    /// Gotchas 29 and 30.
    @Test func structure() {
        var rules = Self.sample
        rules.remove(["device"])
        #expect(structure(rules).isEmpty)
        #expect(
            structure(rules, "hr") == [
                "warning: the variable \"COUNT\" of \"files\" lacks the plural form \"few\", which the locale has; \"other\" is used",
                "warning: the variable \"FOLDERS\" of \"files\" lacks the plural form \"one\", \"few\", which the locale has; \"other\" is used",
            ])
        #expect(
            structure(rules, "ja") == [
                "note: the variable \"COUNT\" of \"files\" has the plural form \"one\", which the locale does not use"
            ])
        rules.remove(["files", "COUNT", "other"])
        rules.remove(["files", "FOLDERS"])
        #expect(
            structure(rules) == [
                "warning: the format of \"files\" names \"FOLDERS\", and there is no such variable",
                "warning: the variable \"COUNT\" of \"files\" has no form \"other\", which every language needs",
            ])
        #expect(
            structure(StringsDictionary(["k": [Key.format: "%d"]])) == ["warning: \"k\" has a format and no variable"])
        #expect(
            structure(StringsDictionary(["k": ["N": ["other": "%d", Key.valueType: "d"]]])) == [
                "warning: \"k\" has variables and no NSStringLocalizedFormatKey"
            ])
        #expect(
            structure(
                StringsDictionary([
                    "k": [Key.format: "%1#@N@", "N": ["other": "x"], "M": [Key.valueType: "d", "other": "x"]]
                ])) == [
                    "warning: the variable \"N\" of \"k\" has no NSStringFormatValueTypeKey",
                    "note: the variable \"M\" of \"k\" is in no format",
                ])
    }
}
