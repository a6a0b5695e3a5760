import Testing

import GalleyFonts
import GalleyTestSupport

/// What Fonts/generate.py made is what is committed.
@Suite struct GeneratedFilesTests {
    @Test(.enabled(if: hasFontTools)) func generatorWritesTheSameBytes() {
        let output = run("python3", [fontsFolder.appendingPathComponent("generate.py").path, "--check"])
        #expect(output == "")
    }

    @Test(.enabled(if: hasSanitizer), arguments: ["Regular", "Bold", "Variable", "SpaceKern"])
    func sanitizerPasses(style: String) {
        #expect(run("ots-sanitize", [testFontPath(style)]) != nil)
    }

    @Test func registryIsReadWhole() {
        let lines = FontRegistry.scriptLines.split(separator: "\n")
        #expect(lines.count > 150)
        for line in lines {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false)
            #expect(fields.count == 5)
            #expect(!fields[3].isEmpty)
        }
        for generic in FontQuery.genericNames {
            #expect(!FontRegistry.families(ofGeneric: generic).isEmpty, "\(generic)")
        }
    }
}
