import GalleyLoading
import GalleyText
import Testing

@Suite struct DataURLTests {
    static let good: [(String, String, String)] = [
        ("data:,hello%20there", "text/plain;charset=US-ASCII", "hello there"),
        ("DATA:text/html,<b>", "text/html", "<b>"),
        ("data:text/plain;base64,aGk=", "text/plain", "hi"),
        ("data:text/plain;BASE64,aGk", "text/plain", "hi"),
        ("data:;charset=utf-8;base64,a G\nk%3D", ";charset=utf-8", "hi"),
        ("data:a/b,100%", "a/b", "100%"), ("data:a/b,x#fragment", "a/b", "x"),
        ("data:,", "text/plain;charset=US-ASCII", ""),
    ]

    @Test(arguments: good)
    func decodes(url: String, type: String, text: String) throws {
        let data = try DataURL(url)
        #expect(data.mediaType == type)
        #expect(String(decoding: data.bytes, as: UTF8.self) == text)
    }

    static let bad: [(String, DataURL.Failure)] = [
        ("http://a/b", .notADataURL), ("data", .notADataURL), ("data:text/plain", .noComma),
        ("data:;base64,a*b=", .badBase64), ("data:;base64,aGkab", .badBase64), ("data:;base64,aG=k", .badBase64),
    ]

    @Test(arguments: bad)
    func refuses(url: String, failure: DataURL.Failure) {
        #expect(throws: failure) { try DataURL(url) }
    }

    @Test func sizesAreLimited() async {
        #expect(throws: DataURL.Failure.tooLarge) { try DataURL("data:,12345", maximumBytes: 4) }
        await #expect(throws: AttachmentLoadError.self) {
            try await DataURLLoader(maximumBytes: 4).load("data:,12345")
        }
    }
}
