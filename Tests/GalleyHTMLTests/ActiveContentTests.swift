import GalleyHTML
import GalleyText
import Testing

/// Documents that would run code: none of it comes into the model, so none is written out again.
@Suite("Active content")
struct ActiveContentTests {
    private func model(_ html: String, kept: KeptAttributes = [.semantic, .data]) throws -> AttributedText {
        var options = HTMLOptions()
        options.keptAttributes = kept
        return try AttributedText(html: html, options: options)
    }

    /// URLs that run code, as `X` in the documents below.
    private static let active = [
        "javascript:alert(1)", "&#1;\n JaVa\tScRiPt\n:alert(1)", "vbscript:x", "data:text/html,&lt;script>",
        "data: Text/HTML ;base64,PHNjcmlwdD4=", "data:application/xhtml+xml,x",
    ]

    @Test(
        "No link, source or kept attribute is an active URL",
        arguments: [
            "<a href='X'>t</a>", "<a href='X' style=display:block>t</a>",
            "<span style=\"-galley-link:'X' none none\">t</span>",
            "<style>b{-galley-link:'X' '_top' none}</style><b>t</b>", "<img src='X'>", "<iframe src='X'></iframe>",
            "<video src='X' poster='X'></video>", "<video><source src='X'></video>", "<embed src='X' pluginspage=p>",
            "<object data='X' codebase='X'></object>", "<img src=i.png longdesc='X' lowsrc='X' usemap='X'>",
            "<input type=image src='X' formaction='X'>", "<svg><a xlink:href='X'><text>t</text></a></svg>",
            "<svg><a href='X'><animate attributeName=href values='#;X' to='X' from='X'/></a></svg>",
            "<svg><foreignObject><form action='X'><button formaction='X'>t</button></form></foreignObject></svg>",
            "<math href='X'><mi href='X'>t</mi></math>", "<blockquote cite='X'>t</blockquote>", "<q cite='X'>t</q>",
            "<p background='X' poster='X' xlink:href='X'>t</p>",
        ])
    func activeURLs(document: String) throws {
        for url in Self.active {
            let escaped =
                document.contains("-galley-link") ? url.replacing("\n", with: "").replacing("&#1;", with: "") : url
            let text = try model(
                document.replacing("X", with: escaped), kept: [.semantic, .data, .unknown, .classes])
            let html = text.html(.fragment).lowercased()
            for word in ["javascript", "vbscript", "text/html", "xhtml+xml", "-galley-link"] {
                #expect(!html.contains(word), "\(document) with \(url): \(html)")
            }
        }
    }

    @Test(
        "Handlers, pages in attributes and active candidates are dropped",
        arguments: [
            ("<img src=x onerror=alert(1) data-a=1>", ["data-a": "1"]),
            ("<img src=x ONLOAD=alert(1) title=t>", ["title": "t"]),
            ("<iframe srcdoc='<script>alert(1)</script>' loading=lazy></iframe>", ["loading": "lazy"]),
            ("<img src=x srcset='a.png 1x, javascript:alert(1) 2x' sizes=1px>", ["sizes": "1px"]),
            ("<img src=x srcset='a.png 1x, b.png 2x'>", ["srcset": "a.png 1x, b.png 2x"]),
            ("<img src=x title='javascript: the good parts'>", ["title": "javascript: the good parts"]),
        ] as [(String, [String: String])])
    func attributes(html: String, want: [String: String]) throws {
        let text = try model(html)
        #expect(text.attachments.map(\.attributes) == [want])
    }

    @Test("A drawing keeps neither scripts nor handlers nor what speaks for the document")
    func drawings() throws {
        let text = try model(
            """
            <svg onload=a><script>b</script><a xlink:href="u"><text onclick=c>t</text></a><set attributeName=onfocus to=d />
            <foreignObject><iframe srcdoc=e></iframe><base href=f><link rel=stylesheet href=g></foreignObject></svg>
            """)
        let markup = try #require(text.attachments.first?.markup)
        #expect(markup.contains("xlink:href=\"u\"") && markup.contains("foreignObject") && markup.contains("<iframe"))
        for word in ["script", "onload", "onclick", "onfocus", "srcdoc", "<base", "<link"] {
            #expect(!markup.contains(word), "\(word)")
        }
    }

    @Test("Images in URLs, other schemes and plain text stay")
    func inertURLs() throws {
        for url in ["data:image/png;base64,AA==", "data:image/svg+xml,x", "data:,x", "mailto:a@b.c", "x:javascript:y"] {
            #expect(try model("<a href='\(url)'>t</a>").html(.fragment).contains("href=\"\(url)\""), "\(url)")
            #expect(try model("<img src='\(url)'>").attachments.map(\.source) == [url])
        }
    }

    @Test("A link that a style says is resolved like any other")
    func linksOfStyles() throws {
        let html = "<base href='http://a/b/'><span style=\"-galley-link:'c d' none none\">t</span>"
        #expect(try model(html).html(.fragment).contains("href=\"http://a/b/c%20d\""))
    }
}
