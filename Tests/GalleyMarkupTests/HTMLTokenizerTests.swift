import Foundation
import GalleyMarkup
import Testing

/// Writes tokens down, characters joined.
private final class TokenRecorder: HTMLTokenSink {
    var tokens: [String] = []
    private var text = ""
    let isFull = false

    private func flush() {
        if !text.isEmpty { tokens.append("text " + text.debugDescription) }
        text = ""
    }

    static func describe(_ name: String, _ attributes: [String: String]) -> String {
        let list = attributes.sorted { $0.key < $1.key }.map { "\($0)=\($1.debugDescription)" }
        return "start \(name) " + list.joined(separator: " ")
    }

    func xmlDeclaration() {}

    func doctype(_ doctype: HTMLDoctype) {}

    func startTag(_ tag: HTMLStartTag) {
        flush()
        var attributes: [String: String] = [:]
        for (name, value) in tag.attributes {
            attributes[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
        }
        tokens.append(Self.describe(String(decoding: tag.name, as: UTF8.self), attributes))
    }

    func endTag(_ name: UnsafeBufferPointer<UInt8>, offset: Int) {
        flush()
        tokens.append("end " + String(decoding: name, as: UTF8.self))
    }

    func characters(_ characters: UnsafeBufferPointer<UInt8>, offset: Int) {
        text += String(decoding: characters, as: UTF8.self)
    }

    func diagnostic(_ message: String, offset: Int, limit: MarkupError.Limit?) {}

    func endOfFile() { flush() }
}

/// A case of html5lib's tokenizer tests, in one of its states.
private struct TokenCase {
    var place: String
    var state: String
    var input: String
    var lastStartTag: String?
    var output: [[Any]]

    static func load() throws -> [TokenCase] {
        let folder = SharedData.url("html5lib/tokenizer")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "test" && $0.lastPathComponent != "xmlViolation.test" }
            .sorted { $0.path < $1.path }
        var cases: [TokenCase] = []
        for file in files {
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            for (index, test) in (json?["tests"] as? [[String: Any]] ?? []).enumerated() {
                // Escapes in escapes are lone surrogates and the like, which valid UTF-8 cannot hold.
                guard test["doubleEscaped"] == nil, let input = test["input"] as? String,
                    let output = test["output"] as? [Any]
                else { continue }
                for state in test["initialStates"] as? [String] ?? ["Data state"] where state != "CDATA section state" {
                    cases.append(
                        TokenCase(
                            place: "\(file.lastPathComponent):\(index):\(state.dropLast(6).replacing(" ", with: "-"))",
                            state: state, input: input, lastStartTag: test["lastStartTag"] as? String,
                            output: output.compactMap { $0 as? [Any] }))
                }
            }
        }
        return cases
    }

    /// The raw text element whose content the state reads.
    private var element: String? {
        switch state {
        case "RCDATA state": "title"
        case "RAWTEXT state": "xmp"
        case "Script data state": "script"
        case "PLAINTEXT state": "plaintext"
        default: nil
        }
    }

    /// What libxml2 does not pass on is left out by intent: NUL, most controls, noncharacters; scripts have no text.
    private func kept(_ text: String, inTag: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0C: result += inTag ? "\u{C}" : " "
            case 0x0D: result += inTag ? "\n" : " "
            case 0x00: if inTag { result += "\u{FFFD}" }
            case 0x01..<0x20 where scalar != "\t" && scalar != "\n": break
            case 0xFFFE, 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The name that stands for the last start tag's in this state.
    private func renamed(_ text: String) -> String {
        guard let element, let last = lastStartTag, last != element else { return text }
        return text.replacingOccurrences(of: last, with: element, options: .caseInsensitive)
    }

    var want: [String] {
        var tokens: [String] = []
        var text = ""
        func flush() {
            // A script's own text is not kept.
            let isScript = state == "Script data state" && tokens.isEmpty
            if !text.isEmpty, !isScript { tokens.append("text " + text.debugDescription) }
            text = ""
        }
        for token in output {
            switch token[0] as? String {
            case "Character": text += kept(renamed(token[1] as? String ?? ""), inTag: state != "Data state")
            case "StartTag":
                flush()
                let attributes = token[2] as? [String: String] ?? [:]
                tokens.append(
                    TokenRecorder.describe(
                        renamed(token[1] as? String ?? ""),
                        Dictionary(uniqueKeysWithValues: attributes.map { ($0, kept($1, inTag: true)) })))
            case "EndTag":
                flush()
                tokens.append("end " + renamed(token[1] as? String ?? ""))
            default: break
            }
        }
        flush()
        return tokens
    }

    var got: [String] {
        let sink = TokenRecorder()
        let tokenizer = HTMLTokenizer(sink: sink)
        if let element { tokenizer.enterContent(of: element) }
        let input = renamed(input).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        Array(input.utf8).withUnsafeBufferPointer { _ = tokenizer.read($0, at: 0, isLast: true) }
        tokenizer.finish()
        return sink.tokens
    }
}

@Suite("HTML tokens", .enabled(if: SharedData.has("html5lib")))
struct HTMLTokenizerTests {
    @Test("html5lib tokenizer: tags, attributes and text")
    func tokenizer() throws {
        let cases = try TokenCase.load()
        #expect(cases.count > 6_500)
        var found: [String: String] = [:]
        for test in cases where test.want != test.got {
            found[test.place] = "tokens"
            if ProcessInfo.processInfo.environment["GALLEY_SHOW"] != nil {
                print("\(test.place)\n   \(test.input.debugDescription)\n  want \(test.want)\n  got  \(test.got)")
            }
        }
        print("html5lib tokenizer: \(cases.count) cases, \(found.count) otherwise")
        let reviewed = ReviewedMisses.tokens
        let changed = Set(found.keys).symmetricDifference(reviewed.keys).sorted()
        #expect(changed.isEmpty, "not as reviewed: \(changed.prefix(50))")
    }
}
