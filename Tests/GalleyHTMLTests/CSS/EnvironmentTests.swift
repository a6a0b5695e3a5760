import GalleyHTML
import GalleyMarkup
import GalleyText
import Testing

/// Conditions: `@media` against the environment, `@supports`, and both on imports.
@Suite struct EnvironmentTests {
    private static func environment(_ change: (inout StyleEnvironment) -> Void) -> StyleEnvironment {
        var environment = StyleEnvironment()
        change(&environment)
        return environment
    }

    static let media: [(String, StyleEnvironment, Bool)] = [
        ("all", environment { _ in }, true), ("print", environment { _ in }, false),
        ("print", environment { $0.medium = .print }, true), ("not print", environment { _ in }, true),
        ("only screen and (min-width: 800px)", environment { _ in }, true),
        ("(width < 800px)", environment { _ in }, false),
        ("(400px <= width <= 800px)", environment { _ in }, true),
        ("(min-height: 50em)", environment { $0.height = 799 }, false),
        ("(orientation: landscape)", environment { _ in }, true), ("(aspect-ratio: 4/3)", environment { _ in }, true),
        ("(resolution: 2dppx)", environment { $0.resolution = 2 }, true),
        ("(min-resolution: 192dpi)", environment { $0.resolution = 2 }, true),
        ("(prefers-color-scheme: dark)", environment { _ in }, false),
        ("(prefers-color-scheme: dark)", environment { $0.prefersDark = true }, true),
        ("(prefers-reduced-motion)", environment { _ in }, true),
        ("(prefers-reduced-motion: reduce)", environment { $0.prefersReducedMotion = false }, false),
        ("(prefers-contrast: more)", environment { $0.contrast = .more }, true),
        ("(prefers-contrast)", environment { _ in }, false),
        ("(prefers-reduced-data: reduce)", environment { $0.prefersReducedData = true }, true),
        ("(prefers-reduced-transparency)", environment { $0.prefersReducedTransparency = true }, true),
        ("(forced-colors: active)", environment { $0.forcesColors = true }, true),
        ("(inverted-colors)", environment { $0.invertsColors = true }, true),
        ("(color)", environment { $0.colorBits = 0 }, false),
        ("(monochrome)", environment { $0.monochromeBits = 1 }, true),
        ("(color) and (not (monochrome))", environment { _ in }, true), ("print, (color)", environment { _ in }, true),
        ("(bogus)", environment { _ in }, false), ("not (bogus)", environment { _ in }, false),
        ("(bogus) or (color)", environment { _ in }, true), ("screen and", environment { _ in }, false),
        ("(hover: none) and (scripting: none)", environment { _ in }, true), ("not all", environment { _ in }, false),
    ]

    @Test(arguments: media) func mediaQueries(_ query: String, _ environment: StyleEnvironment, _ holds: Bool) {
        let document = StyledDocument("<p id=x>", css: "@media \(query){p{color:#010203}}", environment: environment)
        #expect((document["x"].inherited.color.hexadecimal == "#010203") == holds)
    }

    static let supports: [(String, Bool)] = [
        ("(color: red)", true), ("(color: bogus)", false), ("(bogus: red)", false), ("not (bogus: red)", true),
        ("(color: red) and (margin: 1px)", true), ("(color: red) and (x: y)", false), ("(x: y) or (color: red)", true),
        ("selector(a > b)", true), ("selector(::bogus)", false), ("(--x: anything at all)", true),
        ("(width: min(1px, 2%))", true), ("(color: oklch(50% 0.1 20))", true), ("((color: red))", true),
        ("color: red", false),
        ("(color: red) and (color: red) or (color: red)", false), ("bogus(x)", false), ("not (not (color: red))", true),
    ]

    @Test(arguments: supports) func supportsConditions(_ condition: String, _ holds: Bool) {
        let document = StyledDocument("<p id=x>", css: "@supports \(condition){p{color:#010203}}")
        #expect((document["x"].inherited.color.hexadecimal == "#010203") == holds)
    }

    /// What an import or link loads, in the order of loading.
    static let imports: [(String, [String])] = [
        ("<style>@import 'a';@import url(b);@import url('c')</style>", ["a", "b", "c"]),
        ("<style>@import 'a' print;@import 'b' screen and (min-width:1px)</style>", ["b"]),
        ("<style>@import 'a' supports(color: red);@import 'b' supports(x: y)</style>", ["a"]),
        (
            "<style>@import 'a' layer;@import 'b' layer(x.y) supports((color: red) or (x: y)) screen</style>",
            ["a", "b"]
        ),
        ("<style>@layer x;@import 'a';p{}@import 'b'</style>", ["a"]), ("<style>@media all{}@import 'a'</style>", []),
        ("<style># {} :bogus {} @bogus x; @import 'a'</style>", ["a"]),
        ("<style>@charset 'utf-8';@import 'a'</style>", ["a"]), ("<style media=print>@import 'a'</style>", []),
        ("<link rel=stylesheet href=a><link rel='Stylesheet x' href=b media='print, screen'>", ["a", "b"]),
        (
            "<link rel='alternate stylesheet' href=a><link rel=stylesheet href=b media=print><link rel=stylesheet href=c type=text/x>",
            []
        ),
        ("<link rel=stylesheet href=loop>", ["loop"]),
        ("<link rel=stylesheet href=chain0>", (0..<8).map { "chain\($0)" }),
    ]

    @Test(arguments: imports) func loading(_ html: String, _ expected: [String]) {
        var loaded: [String] = []
        _ = DocumentStyleSheets(of: HTMLTree(parsing: "<!doctype html>" + html)) { url in
            loaded.append(url)
            if url == "loop" { return Array("@import 'loop';".utf8) }
            if url.hasPrefix("chain"), let number = Int(url.dropFirst(5)) {
                return Array("@import 'chain\(number + 1)';".utf8)
            }
            return []
        }
        #expect(loaded == expected)
    }
}
