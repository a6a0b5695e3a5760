@_spi(Fuzzing) import GalleyHTML
import Testing

/// A sheet's tokens as text say the same sheet: what the fuzz target holds of any bytes.
@Suite struct SerializationTests {
    static let sheets: [String] = [
        "p{color:red;margin:1px 2px}", "a\\62 c{x:1e3}", "#\\31 23,#abc,.\\-{width:1\\65 3;height:1px}",
        "p{--x: a/**/b {c}}",
        "@media print{p{content:\"a\\\"b\\\n\"}}", "p{background:url( a\\)b ) red",
        "@page :first{size:a4;@top-left{content:'x'}}",
        "@counter-style x{symbols:a 'b'}", "p{width:calc(1px + (2px", "@import url(x) layer(a.b) screen;", "<!--p{}-->",
        "-{}--\\0{}",
        "p{a:1/**/2/**/px;b:a/**/(c)}", ":is(a,b>c):nth-child(2n+1 of .x)::before{content:'\\a'}", "\u{FEFF}p{}",
        "p{x:\\", "p{x:-\\31}",
        ".\\e9 é{font-family:\"\u{1}\"}", "p{&:hover{x:y}color:red}", "@layer a,b;@supports (a:b) or (c:d){p{}}",
        "@layer a\u{0}, \\62 /**/ {p{}}", "e{@layer a\u{0}", "p\\\u{C}3a x{color:red}", "p\\\n{color:red}",
        "@layer \\31.a/**/.b,c\\.d", "@font-face{src:url('a 'b\n}\n\n",
    ]

    @Test(arguments: sheets) func textSaysTheSame(_ text: String) throws {
        let bytes = Array(text.utf8)
        let serialized = try #require(StyleSheet.serialized(bytes))
        #expect(StyleSheet(parsing: serialized).fingerprint == StyleSheet(parsing: bytes).fingerprint)
        #expect(StyleSheet.serialized(serialized) == serialized)
    }

    @Test func differentSheetsDiffer() {
        let fingerprints = SerializationTests.sheets.map { StyleSheet(parsing: $0).fingerprint }
        // Some have nothing that the cascade sees.
        #expect(Set(fingerprints).count > 15)
    }
}
