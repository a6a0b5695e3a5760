import Foundation
import GalleyLoading
import GalleyText
import Testing

@Suite struct FileAttachmentLoaderTests {
    /// A folder `inner` with files, links and a pipe, beside a secret.
    private final class Place {
        let root: URL
        var inner: URL { root.appendingPathComponent("inner", isDirectory: true) }

        init() throws {
            root = FileManager.default.temporaryDirectory.appendingPathComponent("galley-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: inner.appendingPathComponent("sub"), withIntermediateDirectories: true)
            try Data("a".utf8).write(to: inner.appendingPathComponent("a b.txt"))
            try Data("s".utf8).write(to: inner.appendingPathComponent("sub/s.txt"))
            try Data("secret".utf8).write(to: root.appendingPathComponent("secret.txt"))
            try Data("secret".utf8).write(to: root.appendingPathComponent("inner-secret.txt"))
            try FileManager.default.createSymbolicLink(
                atPath: inner.appendingPathComponent("out").path, withDestinationPath: "../secret.txt")
            try FileManager.default.createSymbolicLink(
                atPath: inner.appendingPathComponent("in").path, withDestinationPath: "sub/s.txt")
            mkfifo(inner.appendingPathComponent("pipe").path, 0o600)
        }

        deinit { try? FileManager.default.removeItem(at: root) }
    }

    @Test func servesWhatIsBelowTheFolder() async throws {
        let place = try Place()
        let loader = FileAttachmentLoader(folder: place.inner)
        let urls = [
            ("a%20b.txt", "a"), ("./sub/s.txt", "s"), ("sub/../sub/s.txt?v=1#x", "s"), ("in", "s"), ("/sub/s.txt", "s"),
            ("file://" + place.inner.path + "/a%20b.txt", "a"),
            ("file://localhost" + place.inner.path + "/sub/s.txt", "s"), ("data:,d", "d"),
        ]
        for (url, expected) in urls {
            let loaded = try await loader.load(url)
            #expect(String(decoding: loaded.bytes, as: UTF8.self) == expected, "\(url)")
        }
    }

    @Test func refusesTheRest() async throws {
        let place = try Place()
        let loader = FileAttachmentLoader(folder: place.inner)
        for url in [
            "../secret.txt", "%2e%2e/secret.txt", "out", "file://" + place.root.path + "/secret.txt",
            "file:///etc/passwd",
            "file://host/etc/passwd", "//host/x", "http://example.com/", "ftp://x/y", "sub", "pipe", "", "missing",
            "a%00b", "../inner-secret.txt",
        ] {
            await #expect(throws: AttachmentLoadError.self, "\(url)") { try await loader.load(url) }
        }
        await #expect(throws: AttachmentLoadError.notFound(url: "missing")) { try await loader.load("missing") }
        for url in ["out", "../secret.txt", "file:///etc/passwd"] {
            await #expect(throws: AttachmentLoadError.outsideFolder(url: url)) { try await loader.load(url) }
        }
        for url in ["http://example.com/", "sub", "pipe"] {
            await #expect(throws: AttachmentLoadError.notAllowed(url: url)) { try await loader.load(url) }
        }
    }

    @Test func sizesAreLimited() async throws {
        let place = try Place()
        try Data(count: 11).write(to: place.inner.appendingPathComponent("big"))
        let loader = FileAttachmentLoader(folder: place.inner, maximumBytes: 10)
        await #expect(throws: AttachmentLoadError.tooLarge(url: "big", limit: 10)) { try await loader.load("big") }
    }

    @Test func composedLoadersAnswerInOrder() async throws {
        let place = try Place()
        let loader = CompositeLoader([DataURLLoader(), FileAttachmentLoader(folder: place.inner)])
        #expect(try await loader.load("data:,d").bytes == Array("d".utf8))
        #expect(try await loader.load("sub/s.txt").bytes == Array("s".utf8))
        await #expect(throws: AttachmentLoadError.notAllowed(url: "http://x/")) { try await loader.load("http://x/") }
    }
}
