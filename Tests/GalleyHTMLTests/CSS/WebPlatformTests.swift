import Foundation
import GalleyHTML
import GalleyText
import Testing

/// Where web-platform-tests stand, beside the checkout.
private enum WebPlatformFiles {
    static let folder = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appendingPathComponent("shared/data/wpt")
    static let arePresent = FileManager.default.fileExists(atPath: folder.appendingPathComponent("INDEX.tsv").path)
}

/// The reftests of web-platform-tests about selectors, cascade, syntax, colours and counter styles: the model of the test
/// must look like the model of its reference.
///
/// Compared is what these subjects decide, character by character in reading order, generated text and markers spelled
/// out, white space left out: the character, its colour, the nearest background around it, size, weight, slant,
/// transform, decorations, and of its block the border and the declared width. Of boxes with a declared height, which the
/// colour tests paint, the set of background colours, equal within 1/255 as the tests' own tolerance. Margins are not compared (`p` and `div`
/// stand for one another in these tests). XHTML references lose their CDATA marks, since the parser reads HTML.
@Suite(.enabled(if: WebPlatformFiles.arePresent)) struct WebPlatformTests {
    private static let subjects = [
        "css/selectors", "css/CSS2/selectors", "css/css-cascade", "css/CSS2/cascade", "css/CSS2/syntax",
        "css/css-color",
        "css/css-counter-styles",
    ]

    /// Reviewed misses, with the reason; the test fails when one passes.
    private static let misses: [String: String] = [:]

    struct Row: Sendable, CustomTestStringConvertible {
        var test: String
        var references: [(isMatch: Bool, file: String)]
        var testDescription: String { test }
    }

    static let rows: [Row] = {
        guard
            let index = try? String(
                contentsOf: WebPlatformFiles.folder.appendingPathComponent("INDEX.tsv"), encoding: .utf8)
        else {
            return []
        }
        return index.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 2, subjects.contains(String(fields[2])) else { return nil }
            return Row(
                test: String(fields[0]),
                references: fields[1].split(separator: " ").map { entry in
                    (entry.hasPrefix("match:"), String(entry.drop { $0 != ":" }.dropFirst()))
                })
        }
    }()

    /// One character as these tests see it.
    private struct Look: Hashable, CustomStringConvertible {
        var text: String
        var color: String
        var background: String
        var size: Double
        var weight: Double
        var slant: FontSlant
        var transform: TextTransform
        var decorations: [TextDecoration.Line]
        var border: Edges<BorderEdge>
        var width: SizeValue

        var description: String { "\(text) \(color) on \(background) \(size)px \(weight)" }
    }

    private static func model(_ path: String) throws -> AttributedText {
        let file = WebPlatformFiles.folder.appendingPathComponent(path)
        var html = try String(contentsOf: file, encoding: .utf8)
        if path.hasSuffix(".xht") {
            html = html.replacingOccurrences(of: "<![CDATA[", with: "").replacingOccurrences(of: "]]>", with: "")
        }
        var options = HTMLOptions()
        options.styleSheetLoader = { url in
            guard url.hasPrefix("file:///wpt/") else { return nil }
            return (try? Data(contentsOf: WebPlatformFiles.folder.appendingPathComponent(String(url.dropFirst(12)))))
                .map { Array($0) }
        }
        return try AttributedText(html: html, baseURL: URL(string: "file:///wpt/" + path), options: options)
    }

    private static func looks(_ text: AttributedText) -> [Look] {
        var result: [Look] = []
        for (index, paragraph) in text.paragraphs.enumerated() {
            var background = "none"
            for id in text.ancestors(of: paragraph.block) {
                if let color = text.style(of: id).background {
                    background = color.hexadecimal
                    break
                }
            }
            if background == "none", let canvas = text.metadata.canvasBackground { background = canvas.hexadecimal }
            let block = text.style(of: paragraph.block)
            func add(_ string: String, _ style: TextStyle) {
                for character in string where !character.isWhitespace {
                    result.append(
                        Look(
                            text: String(character), color: style.paint.color.hexadecimal,
                            background: style.paint.background?.hexadecimal ?? background,
                            size: style.shaping.fontSize, weight: style.shaping.fontWeight,
                            slant: style.shaping.fontSlant,
                            transform: style.shaping.textTransform, decorations: style.paint.decorations.map(\.line),
                            border: block.border, width: block.width))
                }
            }
            for item in text.markers(ofParagraph: index) {
                if case .item(let item) = text.blocks[item.index].kind {
                    add(item.markerText ?? "", text.style(item.markerStyle))
                }
            }
            var offset = paragraph.range.lowerBound
            var generated = text.generatedText.filter { paragraph.range.contains($0.offset) }[...]
            for character in text[paragraph.contentRange] {
                while let next = generated.first, next.offset <= offset {
                    add(next.text, text.style(next.style))
                    generated.removeFirst()
                }
                if let style = text.style(at: offset) { add(String(character), style) }
                offset += character.utf8.count
            }
            for rest in generated { add(rest.text, text.style(rest.style)) }
        }
        return result
    }

    /// The colours that boxes of a declared height paint.
    private static func squares(_ text: AttributedText) -> [Color] {
        text.blocks.compactMap { block in
            let style = text.style(block.style)
            return style.height == .auto ? nil : style.background
        }
    }

    private static func areAlike(_ left: [Color], _ right: [Color]) -> Bool {
        func near(_ a: Float, _ b: Float) -> Bool { abs((a * 255).rounded() - (b * 255).rounded()) <= 1 }
        func holds(_ color: Color, _ colors: [Color]) -> Bool {
            colors.contains {
                near($0.red, color.red) && near($0.green, color.green) && near($0.blue, color.blue)
                    && near($0.alpha, color.alpha)
            }
        }
        return left.allSatisfy { holds($0, right) } && right.allSatisfy { holds($0, left) }
    }

    @Test(arguments: rows) func looksLikeItsReference(_ row: Row) throws {
        let model = try WebPlatformTests.model(row.test)
        let test = WebPlatformTests.looks(model)
        let squares = WebPlatformTests.squares(model)
        #expect(!test.isEmpty)
        // Several references with rel=match are alternatives; each mismatch must differ.
        var isAlike = !row.references.contains { $0.isMatch }
        var isDifferent = true
        var detail = ""
        for reference in row.references {
            let otherModel = try WebPlatformTests.model(reference.file)
            let other = WebPlatformTests.looks(otherModel)
            let isSame = test == other && WebPlatformTests.areAlike(squares, WebPlatformTests.squares(otherModel))
            if !reference.isMatch {
                isDifferent = isDifferent && !isSame
            } else if isSame {
                isAlike = true
            } else if detail.isEmpty {
                let place = zip(test, other).enumerated().first { $0.element.0 != $0.element.1 }
                detail =
                    place.map { "at \($0.offset): \($0.element.0) / \($0.element.1)" }
                    ?? "\(test.count) / \(other.count) characters, \(squares.map(\.hexadecimal))"
            }
        }
        let passes = isAlike && isDifferent
        if passes { detail = "" }
        print("wpt \(passes ? "same" : "differs") \(row.test) \(detail)")
        #expect(passes == (WebPlatformTests.misses[row.test] == nil), "\(row.test) \(detail)")
    }

    @Test func filesAreThere() {
        #expect(WebPlatformTests.rows.count >= 15)
    }
}
