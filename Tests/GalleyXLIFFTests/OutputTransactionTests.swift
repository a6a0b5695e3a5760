import Foundation
import GalleyXLIFF
import Testing

@Suite struct OutputTransactionTests {
    private func put(_ text: String, at path: String, in folder: URL) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func stage(_ files: [(String, String)], in folder: URL, calls: OutputTransaction.Calls = .init()) throws
        -> OutputTransaction
    {
        var transaction = OutputTransaction(OutputFolder(path: folder.path), calls: calls)
        for (path, text) in files { try transaction.stage(Array(text.utf8), at: path) }
        return transaction
    }

    /// "aB" and "b!" have one hash (33 · a + b): bytes that are kept by a hash of the name are mixed up.
    @Test(arguments: [("aB.strings", "b!.strings"), ("aB", "b!")])
    func namesOfOneFolderDoNotMeet(_ first: String, _ second: String) throws {
        try Places.withFolder { (folder: URL) throws in
            try put("old", at: first, in: folder)
            var transaction = try stage([(first, "1"), (second, "2")], in: folder)
            try transaction.commit()
            #expect(try Places.files(below: folder) == [first: Array("1".utf8), second: Array("2".utf8)])
        }
    }

    /// What another run left, or writes at this moment, is not touched.
    @Test func namesThatAreTakenStay() throws {
        try Places.withFolder { (folder: URL) throws in
            let (temporary, backup) = (".xliffix-\(getpid())-0", ".xliffix-\(getpid())-2-old")
            for name in [temporary, backup] { try put("mine", at: name, in: folder) }
            try put("old", at: "a", in: folder)
            var transaction = try stage([("a", "new")], in: folder)
            try transaction.commit()
            let mine = Array("mine".utf8)
            #expect(try Places.files(below: folder) == ["a": Array("new".utf8), temporary: mine, backup: mine])
        }
    }

    @Test func aPlaceIsStagedOnce() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("x", at: "Real/x", in: folder)
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("Link").path, withDestinationPath: "Real")
            for second in ["Real/a", "Link/a"] {
                var transaction = try stage([("Real/a", "1")], in: folder)
                #expect(throws: OutputFolder.Obstacle.self) { try transaction.stage([], at: second) }
                transaction.rollBack()
                #expect(try Places.files(below: folder).keys.sorted() == ["Real/x"])
            }
        }
    }

    /// The second file cannot get its name: the first one gets its old bytes back, and nothing is left over. Also where
    /// there are no hard links.
    @Test(arguments: [false, true]) func aFailureInTheMiddleIsUndone(isWithoutLinks: Bool) throws {
        try Places.withFolder { (folder: URL) throws in
            try put("old", at: "a", in: folder)
            let path = folder.appendingPathComponent("a").path
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
            var calls = OutputTransaction.Calls()
            let rename = calls.rename
            calls.rename = { folder, from, to in
                guard to != "c" else {
                    errno = EIO
                    return -1
                }
                return rename(folder, from, to)
            }
            if isWithoutLinks {
                calls.link = { _, _, _ in
                    errno = EPERM
                    return -1
                }
            }
            var transaction = try stage([("a", "1"), ("New/b", "2"), ("c", "3")], in: folder, calls: calls)
            #expect(throws: OutputFolder.Obstacle.self) { try transaction.commit() }
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == ["a"])
            #expect(try Places.files(below: folder) == ["a": Array("old".utf8)])
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o666)
        }
    }

    /// A folder that appears at the place of the second file before it gets its name.
    @Test func aFolderThatAppearsIsRefused() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("old", at: "a", in: folder)
            var transaction = try stage([("a", "1"), ("b", "2")], in: folder)
            try put("x", at: "b/x", in: folder)
            #expect(throws: OutputFolder.Obstacle.self) { try transaction.commit() }
            #expect(try Places.files(below: folder) == ["a": Array("old".utf8), "b/x": Array("x".utf8)])
        }
    }

    /// A link that someone lays between the steps leads nowhere.
    @Test func aLinkThatAppearsIsNotFollowed() throws {
        try Places.withFolder { (folder: URL) throws in
            let output = folder.appendingPathComponent("out")
            try put("mine", at: "outside/a", in: folder)
            try put("x", at: "out/App/x", in: folder)
            var transaction = try stage([("App/a", "1")], in: output)
            let app = output.appendingPathComponent("App")
            try FileManager.default.moveItem(at: app, to: folder.appendingPathComponent("moved"))
            // The same temporary file lies there: only the link is in the way.
            for name in try FileManager.default.contentsOfDirectory(
                atPath: folder.appendingPathComponent("moved").path) where name != "x"
            {
                try put("evil", at: "outside/\(name)", in: folder)
            }
            try FileManager.default.createSymbolicLink(atPath: app.path, withDestinationPath: "../outside")
            #expect(throws: OutputFolder.Obstacle.self) { try transaction.commit() }
            #expect(try Places.files(below: folder)["outside/a"] == Array("mine".utf8))
        }
    }

    /// The mode of the file that is replaced, whatever the umask takes from new ones.
    @Test func theModeIsKept() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("old", at: "a", in: folder)
            let path = folder.appendingPathComponent("a").path
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
            var transaction = try stage([("a", "new")], in: folder)
            try transaction.commit()
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o666)
        }
    }

    /// An error in one locale keeps its texts out of the catalog that it shares, and takes nothing from the others.
    @Test func aSharedCatalogIsWrittenWithoutTheLocaleThatFails() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("x", at: "B/fr.lproj/L.strings/in-the-way", in: folder)
            func file(_ original: String, _ locale: String) -> String {
                "<file original=\"\(original)\" source-language=\"en\" target-language=\"\(locale)\"><body>"
                    + unit("a", "s", "t-\(locale)") + "</body></file>"
            }
            let files = ["de", "fr"].map { file("B/en.lproj/L.strings", $0) + file("C.xcstrings", $0) }
            let result = try export("<xliff version=\"1.2\">\(files.joined())</xliff>")
            #expect {
                try result.write(to: folder)
            } throws: { error in
                guard let error = error as? StringsExport.WriteError else { return false }
                return error.report.created == ["B/de.lproj/L.strings", "C.xcstrings"]
                    && error.report.refused == ["B/fr.lproj/L.strings"] && error.findings.map(\.locale) == ["fr"]
            }
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("C.xcstrings")))
            #expect(try StringCatalog(bytes: bytes, name: "C").languages(of: "a").sorted() == ["de", "en"])
        }
    }

    /// A catalog that cannot be written takes the tables of its locales along: none of a locale is written.
    @Test func aCatalogThatFailsKeepsBackTheTablesOfItsLocales() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("x", at: "C.xcstrings/in-the-way", in: folder)
            func file(_ original: String, _ locale: String) -> String {
                "<file original=\"\(original)\" source-language=\"en\" target-language=\"\(locale)\"><body>"
                    + unit("a", "s", "t-\(locale)") + "</body></file>"
            }
            let files = ["de", "fr"].map { file("B/en.lproj/L.strings", $0) + file("C.xcstrings", $0) }
            let result = try export(
                "<xliff version=\"1.2\">\(files.joined())\(file("B/en.lproj/L.strings", "it"))</xliff>")
            #expect {
                try result.write(to: folder)
            } throws: {
                ($0 as? StringsExport.WriteError)?.report.created == ["B/it.lproj/L.strings"]
            }
            #expect(
                try Places.files(below: folder).keys.sorted() == ["B/it.lproj/L.strings", "C.xcstrings/in-the-way"])
        }
    }
}
