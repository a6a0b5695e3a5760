import GalleyHTML
import GalleyText
import Testing

/// Every value of every property is written so that it reads back.
@Suite struct PropertyWritingTests {
    /// Values by property: what `parse(write(x)) == x` is tried with, beside the initial value.
    static let values: [(property: String, values: [String])] = [
        ("font-family", ["serif", "Arial, 'Times New Roman', monospace", "'it\\'s', \"a\\\\b\", \\31 x, 'serif x'"]),
        ("font-size", ["13.333333333333334px", "0", "1e-7px", "9999.5px"]),
        ("font-weight", ["1", "433.25", "bold", "1000"]),
        ("font-style", ["italic", "oblique", "oblique -12.5deg"]),
        ("font-stretch", ["condensed", "87.654%"]),
        (
            "font-variant-caps",
            ["small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps"]
        ),
        ("font-variant-position", ["sub", "super"]),
        ("font-kerning", ["none"]),
        ("font-variant-ligatures", ["none", "no-common-ligatures discretionary-ligatures", "no-contextual"]),
        ("font-variant-numeric", ["oldstyle-nums tabular-nums slashed-zero"]),
        ("font-variant-east-asian", ["jis78 proportional-width ruby"]),
        ("font-feature-settings", ["'smcp', 'ss01' 3, 'kern' off", "'a\"\\'b' 2"]),
        ("font-size-adjust", ["0.545"]),
        ("font-synthesis-weight", ["none"]), ("font-synthesis-style", ["none"]),
        ("font-synthesis-small-caps", ["none"]),
        ("font-variation-settings", ["'wght' 433.125, 'opsz' -8"]),
        (
            "color",
            ["red", "#12345678", "rgb(10 20 30 / 0.1234)", "color(srgb 0.1 0.2 0.3)", "transparent", "lab(50% 40 20)"]
        ),
        ("direction", ["rtl"]),
        ("unicode-bidi", ["embed", "isolate", "bidi-override", "isolate-override", "plaintext"]),
        ("writing-mode", ["vertical-rl", "vertical-lr", "sideways-rl", "sideways-lr"]),
        ("visibility", ["hidden"]),
        (
            "vertical-align",
            ["sub", "super", "text-top", "text-bottom", "middle", "top", "bottom", "12.5%", "calc(1px + 2%)"]
        ),
        ("line-height", ["1.3", "0", "0px", "12.5px", "calc(1px + 2ch)"]),
        ("-webkit-locale", ["'de-CH'"]),
        ("ruby-position", ["under"]),
        (
            "text-align",
            ["end", "left", "right", "center", "justify", "-webkit-left", "-webkit-center", "-webkit-right"]
        ),
        ("text-align-last", ["start", "end", "left", "right", "center", "justify"]),
        ("text-indent", ["3px", "-5%", "calc(1px + 2%) hanging", "0 each-line", "1ch hanging each-line"]),
        ("text-wrap-style", ["balance", "pretty", "stable"]),
        ("hanging-punctuation", ["first", "first last allow-end", "force-end"]),
        ("white-space-collapse", ["preserve", "preserve-breaks", "preserve-spaces", "break-spaces"]),
        ("text-wrap-mode", ["nowrap"]),
        ("word-break", ["break-all", "keep-all", "break-word"]),
        ("overflow-wrap", ["break-word", "anywhere"]),
        ("line-break", ["loose", "normal", "strict", "anywhere"]),
        ("hyphens", ["none", "auto"]),
        ("hyphenate-character", ["\"=\"", "\"\""]), ("text-justify", ["none", "inter-word", "inter-character"]),
        ("-galley-line-height-multiple", ["1.5"]),
        ("-galley-text-box", ["start", "start end cap alphabetic", "end ex"]),
        ("-galley-text-overflow", ["\"...\""]),
        ("hyphenate-limit-chars", ["7", "auto 3", "6 auto 4", "0 1 255", "8 2 auto"]),
        ("tab-size", ["4", "2.5", "0", "0px", "12px"]),
        ("letter-spacing", ["1px", "-0.5px", "1ex", "5%"]), ("word-spacing", ["1px", "calc(1px + 1ic)"]),
        (
            "text-transform",
            ["uppercase", "lowercase full-width", "capitalize full-size-kana", "full-width full-size-kana"]
        ),
        ("text-decoration-line", ["underline", "overline line-through", "underline overline line-through"]),
        ("text-decoration-style", ["double", "dotted", "dashed", "wavy"]),
        ("text-decoration-color", ["red", "#01020304"]),
        ("text-decoration-thickness", ["2px", "1ch", "from-font"]),
        ("text-underline-offset", ["-2px", "3ex"]),
        ("text-decoration-skip-ink", ["none", "all"]),
        ("box-shadow", ["1px 2px", "inset 1px 2px 3px -4px red, 0 0 #0008", "1px 2px 3px blue inset"]),
        ("text-shadow", ["1px 2px 3px red", "-1px 0 #0008, 0 0 4.5px blue"]),
        ("text-emphasis-style", ["'x'", "open circle"]), ("text-emphasis-color", ["red"]),
        ("text-emphasis-position", ["under", "over left"]),
        ("initial-letter", ["3", "2.5 2", "raise 3"]),
        ("background-repeat", ["no-repeat", "space round", "repeat-x", "repeat-y, no-repeat"]),
        ("background-position-x", ["3px", "right 1em"]),
        ("background-position-y", ["center", "bottom"]),
        ("background-size", ["cover", "contain", "1px", "auto 50%", "cover, 2px"]),
        ("background-attachment", ["fixed", "local"]), ("background-origin", ["border-box", "content-box"]),
        ("background-clip", ["text", "content-box", "padding-box"]),
        ("margin-top", ["auto", "1px", "-5%", "calc(1px + 2% + 3vw + -1lh)"]), ("margin-right", ["auto"]),
        ("margin-bottom", ["3vmin"]), ("margin-left", ["1vmax"]),
        ("padding-top", ["1px"]), ("padding-right", ["5%"]), ("padding-bottom", ["1ch"]), ("padding-left", ["1rlh"]),
        ("width", ["1px", "min-content", "max-content", "fit-content", "50%"]), ("height", ["calc(50% + 3px)"]),
        ("min-width", ["1px", "min-content"]), ("min-height", ["1vh"]), ("max-width", ["50%", "max-content"]),
        ("max-height", ["3px"]), ("box-sizing", ["border-box"]),
        ("background-color", ["red", "currentcolor"]),
        (
            "background-image",
            [
                "url(a\\'b\\)c.png)", "none, url(b), none", "linear-gradient(to top left, red 1em, 20%, currentcolor)",
                "repeating-radial-gradient(5px 10% at right 2px top, red, blue 3ch)",
                "conic-gradient(from 1rad, red, blue)",
            ]
        ),
        ("opacity", ["0", "0.123456789"]),
        ("border-top-width", ["0", "1px", "7px"]), ("border-right-width", ["2px"]), ("border-bottom-width", ["2px"]),
        ("border-left-width", ["2px"]),
        ("border-top-style", ["hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset"]),
        ("border-right-style", ["solid"]), ("border-bottom-style", ["solid"]), ("border-left-style", ["solid"]),
        ("border-top-color", ["red"]), ("border-right-color", ["red"]), ("border-bottom-color", ["red"]),
        ("border-left-color", ["red"]),
        ("border-top-left-radius", ["3px", "3px 1em"]), ("border-top-right-radius", ["5%"]),
        ("footnote-display", ["inline", "compact"]), ("footnote-policy", ["line", "block"]),
        ("border-image-source", ["url(x.png)", "linear-gradient(red, currentcolor)"]),
        ("border-image-slice", ["3", "1 2% fill", "0 1 2 3%", "100% fill"]),
        ("border-image-width", ["0", "0px", "auto 2 3px 4%", "1em"]), ("border-image-outset", ["2 3px", "1ch"]),
        ("border-image-repeat", ["repeat", "round space"]),
        ("border-bottom-right-radius", ["1ch"]), ("border-bottom-left-radius", ["calc(1px + 1%)"]),
        (
            "display",
            [
                "none", "contents", "block", "inline-block", "list-item", "flow-root", "flex", "inline-flex", "grid",
                "inline-grid", "table", "inline-table", "table-row-group", "table-header-group", "table-footer-group",
                "table-row", "table-cell", "table-column-group", "table-column", "table-caption", "ruby", "ruby-base",
                "ruby-text", "ruby-base-container", "ruby-text-container", "inline list-item",
            ]
        ),
        ("position", ["relative", "absolute", "fixed", "sticky"]),
        ("float", ["left", "right"]), ("clear", ["left", "right", "both"]),
        ("top", ["1px"]), ("right", ["-5%"]), ("bottom", ["1ch"]), ("left", ["calc(1px + 1%)"]),
        ("overflow-x", ["hidden", "clip", "scroll", "auto"]), ("overflow-y", ["hidden", "clip", "scroll", "auto"]),
        ("text-overflow", ["ellipsis", "\">>\"", "clip ellipsis"]),
        ("object-fit", ["contain", "cover", "none", "scale-down"]),
        ("object-position", ["right 10px bottom 20%", "top", "1ch"]),
        (
            "transform",
            [
                "rotate(-45deg)", "translate(-50%, 1ch) scale(2, 0.5)", "skew(10deg, 2deg)",
                "matrix(1, 0.5, -0.5, 1, 3, 4)",
            ]
        ), ("transform-origin", ["left", "10% 1ch"]),
        ("translate", ["1px", "-5% 1ch"]), ("scale", ["2", "0.5 -1"]),
        ("rotate", ["-12.5deg", "x 180deg", "y 180deg", "x 360deg"]),
        ("outline-style", ["solid", "auto", "groove"]), ("outline-width", ["0", "7px"]),
        ("outline-color", ["red", "#01020304"]), ("outline-offset", ["2px", "-3.5px"]),
        ("bookmark-level", ["none", "1", "12"]), ("bookmark-state", ["closed"]),
        ("bookmark-label", ["'a'", "''", "counter(c) '. ' content() counters(d, '-')"]),
        ("fill", ["red", "currentcolor", "none"]), ("clip", ["rect(1px, 2em, 3px, auto)", "rect(0 0 0 0)"]),
        (
            "clip-path",
            [
                "inset(1px)", "inset(1px 2% 3em 4px round 5px 6%)", "inset(50% round 1px / 2px 3px)", "circle()",
                "circle(40% at left 10px top 20%)", "circle(farthest-side at 1px 2px) content-box", "ellipse()",
                "padding-box ellipse(10px closest-side at right)", "polygon(0 0, 100% 0, 50% 3em)",
                "polygon(evenodd, 0 0, 10px 0, calc(100% - 2px) 5px) margin-box", "border-box", "content-box",
            ]
        ),
        ("line-clamp", ["3"]), ("-webkit-line-clamp", ["2"]), ("-webkit-box-orient", ["vertical"]),
        ("aspect-ratio", ["1.5", "16 / 9", "auto 1.5", "3 / 2 auto"]),
        ("break-before", ["avoid", "avoid-page", "avoid-column", "page", "left", "right", "column", "recto", "verso"]),
        ("box-decoration-break", ["clone"]),
        ("break-after", ["page"]), ("break-inside", ["avoid", "avoid-page", "avoid-column"]),
        ("orphans", ["5"]), ("widows", ["1"]), ("column-count", ["3"]), ("column-width", ["10ch"]),
        ("column-fill", ["auto"]), ("column-span", ["all"]), ("column-rule-width", ["4px"]),
        ("column-rule-style", ["dotted"]), ("column-rule-color", ["#ff0000"]), ("page", ["chapter"]),
        ("string-set", ["title 'a'"]),
        ("column-gap", ["1px", "5%"]),
        (
            "content",
            [
                "none", "'a\\A b\\\\\\'</style>' open-quote no-close-quote url(x.png)",
                "counter(c) ' ' counters(d, '.', lower-roman) close-quote no-open-quote",
                "target-counter(url(#a), page) target-counter('#b', pages, lower-roman)",
                "leader('. ') target-text(url(#a)) leader(solid) target-text('#b', first-letter)",
            ]
        ),
        ("counter-reset", ["a 3 b", "reversed(c)"]), ("counter-set", ["a -1"]), ("counter-increment", ["a b 5"]),
        ("quotes", ["none", "'a' 'b' '<' '>'"]),
        ("list-style-type", ["none", "'→ '", "lower-roman", "my-style"]), ("list-style-position", ["inside"]),
        ("list-style-image", ["url(x)"]),
        ("border-collapse", ["collapse"]), ("border-spacing", ["1px 2.5px"]), ("empty-cells", ["hide"]),
        ("table-layout", ["fixed"]), ("caption-side", ["bottom"]), ("z-index", ["3", "-2"]),
        ("-galley-tab-stops", ["10px", "10px end, 20.5px center, 30px decimal"]),
        ("-galley-minimum-line-height", ["20px"]), ("-galley-maximum-line-height", ["20.5px"]),
        ("-galley-spacing-before", ["3px"]), ("-galley-spacing-after", ["3px"]),
        ("-galley-empty-paragraph", ["line-box"]), ("-galley-strut", ["auto"]),
        (
            "-galley-text-decorations",
            ["none", "underline wavy red 2px 1ch 16px, line-through solid #01020304 auto auto 9.5px"]
        ),
        ("-galley-text-opacity", ["0.25"]),
        ("-galley-white-space-collapse", ["collapse", "preserve", "break-spaces"]),
        ("-galley-line-break-mode", ["wrap", "clip", "truncate-head", "truncate-middle", "truncate-tail"]),
        ("-galley-text", ["generated", "separator"]),
        ("-galley-strut-background", ["red"]),
        ("-galley-display", ["paragraph"]),
        ("-galley-role", ["heading 3", "paragraph", "none", "preformatted", "table-header-cell"]),
        ("-galley-list", ["none", "ordered", "unordered"]), ("-galley-span", ["box", "styled", "text"]),
        ("-galley-edges", ["start", "end", "none"]),
        ("-galley-flow", ["float", "inline-block", "inline-table", "footnote"]),
        ("-galley-formatting-context", ["new", "shared"]), ("-galley-links", ["none"]),
        ("-galley-ordinal", ["5", "-7"]), ("-galley-link", ["'u' none 't'", "'a\\'b' 'x' none"]),
        ("-galley-marker-style", ["'color: red; content: \\'x\\''"]),
        ("-galley-first-line-style", ["'color: red'"]), ("-galley-first-letter-style", ["'color: red'"]),
        ("-galley-counter-style", ["'@counter-style x { symbols: \\'*\\' }'"]),
    ]

    private static func style(_ property: String, _ value: String) -> ComputedStyle {
        let document = StyledDocument("<span id=x style=\"\(property): \(value.replacing("\"", with: "&quot;"))\">a")
        return document["x"]
    }

    @Test func everyPropertyIsWritten() {
        let tested = Set(Self.values.map(\.property))
        for (index, definition) in PropertyTable.shared.definitions.enumerated() {
            guard PropertyWriting.shared.writers[index] != nil else {
                #expect(
                    definition.name.contains("-inline-") || definition.name.contains("-start-")
                        || definition.name.contains("-end-"), "\(definition.name) has no entry in PropertyWriting")
                continue
            }
            #expect(tested.contains(definition.name), "no values of \(definition.name) are tried")
        }
    }

    @Test(arguments: values)
    func whatIsWrittenReadsBack(property: String, values: [String]) throws {
        let index = try #require(PropertyTable.shared.id(property)?.index)
        let write = try #require(PropertyWriting.shared.writers[index])
        let initial = Self.style("x-none", "0")
        for value in values {
            let style = Self.style(property, value)
            let fields = StyleFields(inherited: style.inherited, box: style.box)
            let text = write(fields)
            #expect(text != write(StyleFields(inherited: initial.inherited, box: initial.box)), "\(value) is not set")
            let read = Self.style(property, text)
            #expect(
                read.inherited == style.inherited && read.box == style.box, "\(property): \(value) is written \(text)")
        }
    }
}
