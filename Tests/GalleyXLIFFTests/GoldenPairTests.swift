import Foundation
import GalleyXLIFF
import Testing

/// Real projects: the XLIFF that went in and the `.strings` that Xcode wrote.
@Suite(.enabled(if: Places.hasData)) struct GoldenPairTests {
    struct Score { var files = 0, identical = 0, keys = 0, right = 0 }

    private static func score(_ pair: String) throws -> Score {
        let folder = Places.data.appendingPathComponent("pairs/\(pair)")
        let result = try XLIFFDocument(contentsOf: folder.appendingPathComponent("input.xliff")).stringsFiles()
        let made = Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0) })
        var score = Score()
        for (path, expected) in try Places.files(below: folder.appendingPathComponent("expected"))
        where path.hasSuffix(".strings") {
            score.files += 1
            let golden = try StringsFile(bytes: expected, name: path)
            let file = try #require(made[path], "\(path) was not made")
            let contents = file.contents()
            if contents == expected { score.identical += 1 } else { print("differs: \(pair) \(path)") }
            let table = try StringsFile(bytes: contents, name: path).table
            score.keys += golden.table.count
            for (key, value) in golden.table {
                if table[key] == value {
                    score.right += 1
                } else {
                    print("\(pair): \(key) is \(table[key] ?? "absent"), not \(value)")
                }
            }
        }
        return score
    }

    @Test(arguments: [
        ("princessguide-ja", 3, 671), ("focus-de", 6, 237), ("focus-he", 6, 234), ("focus-zh-CN", 6, 237),
    ])
    func everyKeyIsRightAndEveryFileIdentical(pair: String, files: Int, keys: Int) throws {
        let score = try Self.score(pair)
        #expect(score.files == files)
        #expect(score.keys == keys)
        #expect(score.right == keys)
        #expect(score.identical == files)
    }

    @Test func keepingYouAwake() throws {
        let score = try Self.score("keepingyouawake-ja")
        #expect(score.right == score.keys && score.keys == 48)
        #expect(score.identical >= score.files - 1)
    }

    /// The golden Localizable.strings is older than the XLIFF.
    @Test func damus() throws {
        let score = try Self.score("damus-de")
        #expect(score.right >= score.keys - 8)
    }

    /// All pairs: every file is as Xcode wrote it but two, which Xcode did not write from this XLIFF.
    @Test func allFilesButTwoAreIdentical() throws {
        // damus: older than the XLIFF; KeepingYouAwake: edited by hand, its comments are not Xcode's.
        let others: Set = [
            "damus-de/damus/de.lproj/Localizable.strings",
            "keepingyouawake-ja/KeepingYouAwake/ja.lproj/Localizable.strings",
        ]
        var identical = 0
        var different: Set<String> = []
        for pair in try FileManager.default.contentsOfDirectory(atPath: Places.data.path + "/pairs").sorted() {
            let folder = Places.data.appendingPathComponent("pairs/\(pair)")
            guard let document = try? XLIFFDocument(contentsOf: folder.appendingPathComponent("input.xliff")) else {
                continue
            }
            let made = Dictionary(uniqueKeysWithValues: document.stringsFiles().files.map { ($0.path, $0) })
            for (path, expected) in try Places.files(below: folder.appendingPathComponent("expected"))
            where path.hasSuffix(".strings") {
                if made[path]?.contents() == expected { identical += 1 } else { different.insert("\(pair)/\(path)") }
            }
        }
        #expect(different == others)
        #expect(identical >= 30)
    }

    /// Over all real files: nothing traps, and every unit is accounted for.
    @Test func everyUnitIsWrittenOrSkipped() throws {
        var documents = 0
        var units = 0
        for path in try XLIFFInputFile.documents(at: Places.data.path) {
            guard let document = try? XLIFFDocument(contentsOf: URL(fileURLWithPath: path)) else { continue }
            documents += 1
            let result = document.stringsFiles()
            let read = document.files.reduce(0) { $0 + $1.units.count }
            let written = result.files.reduce(0) { $0 + $1.unitCount }
            #expect(read == written + result.skipped.count, "\(path)")
            #expect(result.counts.values.reduce(0) { $0 + $1.units } == read)
            #expect(result.counts.values.allSatisfy { $0.units == $0.written + $0.skippedTotal })
            for file in result.files where file.path.hasSuffix(".xcstrings") {
                let catalog = try StringCatalog(bytes: file.contents(), name: file.path)
                #expect(file.unitCount == file.locales.reduce(0) { $0 + catalog.texts(in: $1).count })
            }
            for file in result.files where file.path.hasSuffix(".strings") {
                let table = try StringsFile(bytes: file.contents(), name: file.path)
                #expect(table.entries.count == file.entries.count)
                #expect(table.table == Dictionary(uniqueKeysWithValues: file.entries.map { ($0.key, $0.value) }))
            }
            units += read
        }
        #expect(documents > 150)
        #expect(units > 15_000)
    }
}
