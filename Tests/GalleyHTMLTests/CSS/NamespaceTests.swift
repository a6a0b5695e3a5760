import GalleyHTML
import GalleyMarkup
import Testing

/// Namespaces in selectors (CSS Namespaces 3, Selectors 4 §5.3 and §6.5).
@Suite struct NamespaceTests {
    private static let declared = """
        @namespace h "http://www.w3.org/1999/xhtml"; @namespace svg url(http://www.w3.org/2000/svg);
        @namespace m url("http://www.w3.org/1998/Math/MathML"); @namespace other 'urn:x'; @namespace none "";
        @namespace i "urn:in"; @namespace epub "http://www.idpf.org/2007/ops"; @namespace xl "http://www.w3.org/1999/xlink";
        """

    /// The elements that a selector matches, by id.
    private static func matches(_ selector: String, head: String = declared, xhtml: Bool = false) -> String {
        let html =
            (xhtml
                ? "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml' xmlns:ops='http://www.idpf.org/2007/ops'>"
                : "<!DOCTYPE html><html>")
                + """
                <body><p id=p ops:type="a b" epub:type=c class=k xmlns:in=urn:in in:x=1 nobody:y=2><b id=b type=t xml:lang=de></b></p><svg id=s class=k><a id=a xlink:href=u></a></svg>
                <math id=m></math>
                """
        let styled = StyledDocument(html, css: head + selector + " { z-index: 7 }")
        return ["p", "b", "s", "a", "m"].filter { styled[$0].box.zIndex == 7 }.joined(separator: " ")
    }

    @Test(arguments: [
        ("h|p", "p"), ("h|P", "p"), ("*|p", "p"), ("|p", ""), ("none|p", ""), ("other|p", ""), ("svg|p", ""),
        ("svg|a", "a"), ("svg|*", "s a"), ("m|*", "m"), ("h|*.k", "p"), ("*|*.k", "p s"), (".k", "p s"),
        ("svg|svg > svg|a", "a"),
        ("svg|svg h|a", ""), ("body > :not(h|*)", "s m"), (":is(svg|a, h|b)", "b a"),
        // Prefixes that nobody declares make all of a rule invalid; their case counts.
        ("x|p", ""), ("H|p", ""), ("p, x|p", ""), ("p:is(x|p, p)", "p"), ("[x|type]", ""), ("p, [x|type]", ""),
        ("h|", ""),
        // Attributes: HTML's are in no namespace, whatever their names look like.
        ("[epub|type]", ""), ("[epub\\:type]", "p"), ("[ops\\:type~=a]", "p"), ("[|type]", "b"), ("[*|type]", "b"),
        ("[type]", "b"),
        ("[|type|=t]", "b"), ("[none|type]", "b"), ("[xl|href]", "a"), ("[*|href]", "a"), ("[href]", ""),
        ("[*|href=u]", "a"), ("[i|x]", ""), ("[in\\:x]", "p"), ("[nobody\\:y]", "p"),
    ])
    func inHTML(_ selector: String, _ expected: String) {
        #expect(Self.matches(selector) == expected)
    }

    /// What is XHTML by its root's `xmlns` has the namespaces that elements declare.
    @Test(arguments: [
        ("[epub|type]", "p"), ("[epub|type~=a]", "p"), ("[epub|type~=c]", ""), ("[other|type]", ""),
        ("[*|type]", "p b"),
        ("[*|type=t]", "b"), ("[*|type~='b']", "p"), ("[type]", "b"), ("[|type]", "b"), ("p:not([epub|type])", ""),
        ("body > :not([epub|type])", "s m"),
        // A prefix that an element declares; what has one is in its namespace, and in no other.
        ("[i|x]", "p"), ("[i|x='1']", "p"), ("[*|x]", "p"), ("[in\\:x]", ""), ("[ops\\:type]", ""),
        ("[nobody\\:y]", "p"),
        ("p:not([in\\:x])", "p"), ("[xml\\:lang]", "b"),
    ])
    func inXHTML(_ selector: String, _ expected: String) {
        #expect(Self.matches(selector, xhtml: true) == expected)
    }

    /// The default namespace is that of selectors without a prefix, and of those without a type.
    @Test(arguments: [
        ("*", "p b"), (".k", "p"), ("p", "p"), ("a", ""), ("*|*.k", "p s"), ("*|a", "a"), ("svg", ""), ("[type]", "b"),
        ("body *|*:not(p)", "b s a m"), ("*|*:is(.k)", "p s"), ("*|*:is(*.k)", "p"), ("p b", "b"), (".k *|a", ""),
        ("*|*.k *|a", "a"),
    ])
    func theDefaultNamespace(_ selector: String, _ expected: String) {
        #expect(Self.matches(selector, head: "@namespace \"http://www.w3.org/1999/xhtml\";") == expected)
    }

    /// Where the rules may stand, and what is malformed.
    @Test(arguments: [
        ("@namespace h 'http://www.w3.org/1999/xhtml';", "p"), ("@NAMESPACE h url(http://www.w3.org/1999/xhtml)", ""),
        ("@charset 'utf-8';@import 'x';@namespace h 'http://www.w3.org/1999/xhtml';", "p"),
        ("@layer a;@namespace h 'http://www.w3.org/1999/xhtml';", "p"),
        ("@unknown;@namespace h 'http://www.w3.org/1999/xhtml';", "p"),
        ("i{}@namespace h 'http://www.w3.org/1999/xhtml';", ""),
        ("@media all{}@namespace h 'http://www.w3.org/1999/xhtml';", ""),
        ("@media all{@namespace h 'http://www.w3.org/1999/xhtml';}", ""),
        ("@namespace h 'http://www.w3.org/1999/xhtml'{}", ""), ("@namespace h;", ""), ("@namespace h 'a' 'b';", ""),
        ("@namespace h 'a';@namespace h 'http://www.w3.org/1999/xhtml';", "p"),
        ("@namespace h 'http://www.w3.org/1999/xhtml';@namespace h 'a';", ""),
    ])
    func rules(_ head: String, _ expected: String) {
        #expect(Self.matches("h|p", head: head) == expected)
    }

    @Test func importsComeFirst() {
        let sheet = StyleSheet(parsing: "@namespace 'a'; @import 'x'; p{}")
        #expect(sheet.imports.isEmpty && sheet.diagnostics.map(\.code) == [.malformedRule])
    }

    @Test(arguments: [
        "@namespace", "@namespace h", "@namespace {}", "@namespace h 'a'; |", "@namespace h 'a'; h|", "*|", "[*|",
        "[h|a",
    ])
    func whatIsCutOffIsNoTrouble(_ css: String) {
        _ = StyledDocument("<p id=p>", css: css)
        _ = StyledDocument("<p id=p>", css: css + "{}")
    }
}
