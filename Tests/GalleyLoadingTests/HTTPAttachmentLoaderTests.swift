import GalleyLoading
import GalleyText
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPAttachmentLoaderTests {
    @Test func loadsAndReadsTheHeader() async throws {
        let bytes = try TestImage.png.bytes()
        let server = try LoopbackServer(["/a.png": .ok(bytes)])
        defer { server.stop() }
        let loaded = try await HTTPAttachmentLoader().load(server.url("/a.png"))
        #expect(loaded.bytes == bytes)
        #expect(loaded.format == .png)
        #expect(loaded.naturalSize == Size(width: 3, height: 2))
    }

    @Test func followsRedirectionsToTheWebOnly() async throws {
        let server = try LoopbackServer([
            "/from": .status("302 Found", headers: "Location: /to\r\n"), "/to": .ok([1, 2, 3]),
            "/file": .status("302 Found", headers: "Location: file:///etc/passwd\r\n"),
            "/loop": .status("302 Found", headers: "Location: /loop\r\n"),
        ])
        defer { server.stop() }
        let loader = HTTPAttachmentLoader()
        #expect(try await loader.load(server.url("/from")).bytes == [1, 2, 3])
        await #expect(throws: (any Error).self) { try await loader.load(server.url("/file")) }
        await #expect(throws: (any Error).self) { try await loader.load(server.url("/loop")) }
    }

    @Test func tellsWhatIsMissing() async throws {
        let server = try LoopbackServer(["/broken": .status("500 Internal Server Error")])
        defer { server.stop() }
        let loader = HTTPAttachmentLoader()
        let missing = server.url("/missing")
        await #expect(throws: AttachmentLoadError.notFound(url: missing)) { try await loader.load(missing) }
        await #expect(throws: AttachmentLoadError.self) { try await loader.load(server.url("/broken")) }
        for url in ["file:///etc/passwd", "data:,x", "a.png", "ftp://x/y"] {
            await #expect(throws: AttachmentLoadError.notAllowed(url: url)) { try await loader.load(url) }
        }
    }

    @Test func sizesAreLimitedWhetherToldOrNot() async throws {
        let body = [UInt8](repeating: 7, count: 5_000)
        let server = try LoopbackServer([
            "/told": .ok(body),
            "/untold": LoopbackServer.Answer(head: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", body: body),
        ])
        defer { server.stop() }
        let loader = HTTPAttachmentLoader(maximumBytes: 4_999)
        for path in ["/told", "/untold"] {
            let url = server.url(path)
            await #expect(throws: AttachmentLoadError.tooLarge(url: url, limit: 4_999)) { try await loader.load(url) }
        }
        #expect(try await HTTPAttachmentLoader(maximumBytes: 5_000).load(server.url("/untold")).bytes == body)
    }

    @Test func givesUpAfterTheTimeout() async throws {
        let server = try LoopbackServer([
            "/slow": LoopbackServer.Answer(
                head: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", body: [1], hangs: true)
        ])
        defer { server.stop() }
        let url = server.url("/slow")
        // The timer rings at once.
        let loader = HTTPAttachmentLoader(timeout: 60) { seconds in #expect(seconds == 60) }
        await #expect(throws: AttachmentLoadError.timedOut(url: url)) { try await loader.load(url) }
    }

    @Test func cancellationEndsTheRequest() async throws {
        let server = try LoopbackServer([
            "/slow": LoopbackServer.Answer(
                head: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", body: [1], hangs: true)
        ])
        defer { server.stop() }
        let url = server.url("/slow")
        let load = Task { try await HTTPAttachmentLoader(timeout: 60).load(url) }
        load.cancel()
        await #expect(throws: (any Error).self) { try await load.value }
    }
}
