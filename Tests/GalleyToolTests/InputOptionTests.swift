import Foundation
import Testing

/// The options about HTML, as far as they show in a document's lines.
struct InputOptionTests {
    /// The lines of a document as JSON says them: text, width, height, ...
    private func lines(_ html: String, _ arguments: String...) throws -> [[String: Any]] {
        var found: [[String: Any]] = []
        try Command.withFolder { galley in
            try galley.write("<!DOCTYPE html><body style=margin:0>" + html, to: "in.html")
            let run = try galley.run(["layout", "in.html", "--width", "400"] + arguments)
            #expect(run.status == 0, "\(run.errors)")
            let object = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
            found = object?["lines"] as? [[String: Any]] ?? []
        }
        return found
    }

    private func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? -1 }

    @Test func textScaleMultipliesText() throws {
        let plain = try lines("<p style=margin:0>word").first?["width"]
        let scaled = try lines("<p style=margin:0>word", "--text-scale", "2").first?["width"]
        #expect(abs(number(scaled) - 2 * number(plain)) < 0.1)
    }

    @Test func imagesAreScaledDown() throws {
        let image = "<img src=\"data:,\" style='width:200px;height:100px'>"
        #expect(number(try lines(image).first?["width"]) == 200)
        #expect(number(try lines(image, "--max-image", "50x50").first?["width"]) == 50)
    }

    @Test func stylesMayBeIgnored() throws {
        let html = "<style>i{display:none}</style><p>a <i>b</i> <b style=display:none>c</b>"
        #expect(try lines(html).first?["text"] as? String == "a")
        #expect(try lines(html, "--ignore-styles").first?["text"] as? String == "a b c")
    }

    @Test func detailsMayBeOpened() throws {
        let html = "<details><summary>s</summary>b</details>"
        #expect(try lines(html).count == 1)
        #expect(try lines(html, "--open-details").count == 2)
    }

    @Test func linksHaveTheColourThatIsAskedFor() throws {
        try Command.withFolder { galley in
            try galley.write("<a href=x>l</a>", to: "in.html")
            let run = try galley("render", "in.html", "-o", "-", "--format", "svg", "--link-color", "#ff0000")
            #expect(run.status == 0 && run.text.contains("fill:#ff0000"), "\(run.text)")
        }
    }

    @Test(arguments: [
        ["--text-scale", "0"], ["--text-scale", "x"], ["--max-image", "5"], ["--max-image", "0x5"],
        ["--max-image", "-1x-1"], ["--link-color", "red"],
    ])
    func whatMakesNoSenseIsRefused(arguments: [String]) throws {
        try Command.withFolder { galley in
            try galley.write("a", to: "in.html")
            let run = try galley.run(["render", "in.html"] + arguments)
            #expect(run.status == 64)
            #expect(try galley.files() == ["in.html"])
        }
    }
}
