import GalleyLoading
import GalleyText
import Testing

/// What is changed in SVG pictures before they are drawn, and which are refused.
@Suite struct SVGSourceTests {
    private static func svg(_ content: String, _ root: String = "width='9' height='9' viewBox='0 0 500 500'") -> String
    {
        "<svg \(root)>\(content)</svg>"
    }

    /// Content, and what becomes of it.
    static let changes: [(String, String)] = [
        ("<use href='#a'/>", "<use href='#a'/>"), ("<use xlink:href=\"x.svg#a\"/>", "<use xlink:hre_=\"x.svg#a\"/>"),
        ("<use href='data:,a'/>", "<use href='data:,a'/>"), ("<image href='a.png'/>", "<image hre_='a.png'/>"),
        ("<a href='#a'>t</a>", "<a hre_='#a'>t</a>"), ("<s:a x:href = ' #a'/>", "<s:a x:hre_ = ' #a'/>"),
        ("<xi:include href='#a'/>", "<xi:include hre_='#a'/>"), ("<!-- <a href='b'> -->", "<!-- <a href='b'> -->"),
        ("<![CDATA[<a href='b'>]]>", "<![CDATA[<a href='b'>]]>"),
        ("<g a='<a href=\"b\">'/>", "<g a='<a href=\"b\">'/>"),
        ("<?xml-stylesheet href='a'?>", "                           "),
    ]

    @Test(arguments: changes)
    func references(content: String, expected: String) throws {
        let source = try SVGSource(Array(Self.svg(content).utf8))
        #expect(String(decoding: source.bytes, as: UTF8.self) == Self.svg(expected))
    }

    @Test func aPictureWithSizesGetsAViewBox() throws {
        let file = Array("<!DOCTYPE svg PUBLIC 'a>' \"b\"><svg width='2in' height='10'><g/></svg>".utf8)
        let source = try SVGSource(file)
        #expect(
            String(decoding: source.bytes, as: UTF8.self).drop { $0 == " " }
                == "<svg viewBox=\"0 0 192.0 10.0\" preserveAspectRatio=\"none\" width='2in' height='10'><g/></svg>")
        #expect(source.dimensions == NaturalDimensions(width: 192, height: 10))
        let styled = String(decoding: source.bytes(styledBy: "a{}", size: .zero), as: UTF8.self)
        #expect(styled.hasSuffix("height='10'><style>a{}</style><g/></svg>"))
        let inline = try SVGSource(file, isInline: true)
        #expect(!String(decoding: inline.bytes, as: UTF8.self).contains("viewBox"))
        let placed = String(decoding: inline.bytes(styledBy: "", size: Size(width: 9, height: 8)), as: UTF8.self)
        #expect(placed.contains("<svg viewBox=\"0 0 9.0 8.0\" width='2in'"))
    }

    @Test func declaredTextsStayAndMarkupInThemIsRefused() throws {
        let declared = "<!DOCTYPE svg [<!ENTITY ns 'http://www.w3.org/2000/svg'>]>" + Self.svg("", "xmlns='&ns;'")
        #expect(try SVGSource(Array(declared.utf8)).bytes == Array(declared.utf8))
        for subset in [
            "<!ENTITY a '<a href=\"b\"/>'>", "<!ENTITY a '&#60;a/>'>", "<!ENTITY a SYSTEM 'file:///a'>",
            "<!ENTITY % a 'b'>", "<!ENTITY a 'b'><!ATTLIST a href CDATA 'b'>",
            "<!ENTITY a '\(String(repeating: "b", count: 5_000))'>",
        ] {
            let file = Array(("<!DOCTYPE svg [\(subset)]>" + Self.svg("&a;")).utf8)
            #expect(throws: SVGSource.Failure.tooComplex, "\(subset)") { try SVGSource(file) }
        }
        for encoding in ["UTF-16", "utf-7", "ISO-2022-JP", "IBM037"] {
            let file = Array(("<?xml version='1.0' encoding='\(encoding)'?>" + Self.svg("")).utf8)
            #expect(throws: SVGSource.Failure.damaged, "\(encoding)") { try SVGSource(file) }
        }
        for name in ["UTF-8", "iso-8859-1", "windows-1252"] {
            #expect(throws: Never.self) {
                try SVGSource(Array(("<?xml version='1.0' encoding=\"\(name)\"?>" + Self.svg("")).utf8))
            }
        }
    }

    /// What takes librsvg 2.54 from seconds to hours, gigabytes, or ends its process.
    static let refused: [(String, String)] = [
        (
            "uses of uses",
            (1..<10).map { "<g id='g\($0)'>" + String(repeating: "<use href='#g\($0 - 1)'/>", count: 10) + "</g>" }
                .joined()
                + "<rect id='g0' width='9' height='9'/>"
        ),
        (
            "masks of masks",
            (0..<9).map {
                "<mask id='m\($0)'>" + String(repeating: "<g mask='url(#m\($0 + 1))'/>", count: 10) + "</mask>"
            }.joined() + "<g style='mask:url(\"#m0\")'/>"
        ),
        (
            "markers",
            "<marker id='m'><g/></marker><path marker-mid='url(#m)' d='M0 0\(String(repeating: "L1 1", count: 20_000))'/>"
        ),
        (
            "inherited markers",
            "<marker id='m'><g/></marker><g style='marker:url(#m)'><path d='m0 0\(String(repeating: " 1 1", count: 50_000))'/></g>"
        ),
        ("elements", String(repeating: "<g/>", count: 100_001)), ("depth", String(repeating: "<g>", count: 300)),
        ("a path", "<path d='M0 0\(String(repeating: "L500 500 0 0", count: 10_000))'/>"),
        ("dashes", "<path stroke-dasharray='.001' d='M0 0H500'/>"),
        ("dashes in a style", "<path style='stroke-dasharray: .001' d='M0 0H500'/>"),
        ("a text", "<text>\(String(repeating: "letters ", count: 5_000))</text>"),
        ("a font", "<text font-size='1e9'>A</text>"),
        ("a font in a style", "<text style='font: bold 1e9px a'>A</text>"),
        ("a font in a sheet", "<style>text{fill:red;font-size:1e9px}</style><text>A</text>"),
        ("fonts of fonts", "<text font-size='500em'><tspan font-size='500em'>A</tspan></text>"),
        ("a matrix", "<filter><feConvolveMatrix order='50'/></filter>"),
        (
            "rules",
            "<style>\(String(repeating: "a{}", count: 20_000))</style>" + String(repeating: "<g/>", count: 10_000)
        ),
        ("selectors", "<style>\(String(repeating: ":not(", count: 100))</style>"),
        ("an unknown picture", "<image href='data:,abc'/>"),
        ("a large picture", "<image href='data:image/gif;base64,R0lGODlh/////wAAACw='/>"),
    ]

    @Test(arguments: refused)
    func costlyPicturesAreRefused(name: String, content: String) {
        #expect(throws: SVGSource.Failure.tooComplex) { try SVGSource(Array(Self.svg(content).utf8)) }
    }

    /// What documents hold: charts, maps, icons.
    static let allowed: [(String, String)] = [
        ("10,000 uses", "<path id='a' d='M0 0L1 1'/>" + String(repeating: "<use href='#a'/>", count: 10_000)),
        (
            "a coast of 50,000 points",
            "<path d='M9 9\((0..<50_000).map { "l\($0 % 3 - 1).1-.\($0 % 7)" }.joined())'/>"
        ),
        (
            "markers of a chart",
            "<marker id='m'><g/></marker><path marker-mid='url(#m)' d='M0 0\(String(repeating: "L1 1", count: 500))'/>"
        ),
        ("labels", String(repeating: "<text style='font:700 12px/1.5 a'>Label</text>", count: 2_000)),
        ("a paragraph", "<text>\(String(repeating: "letters ", count: 200))</text>"),
        (
            "rules",
            "<style>\(String(repeating: "a{b:c}", count: 500))</style>" + String(repeating: "<g/>", count: 5_000)
        ),
        ("itself", "<g id='a'><use href='#a'/></g>"),
        ("a blur", "<filter id='f'><feGaussianBlur/></filter><g filter='url(#f)'/>"),
        ("nothing", ""),
    ]

    @Test(arguments: allowed)
    func documentsPicturesAreNot(name: String, content: String) {
        #expect(throws: Never.self) { try SVGSource(Array(Self.svg(content).utf8)) }
    }

    /// Passes over all pixels are counted, by references too.
    @Test(
        arguments: [
            ("<g/>", 0, 0), ("<g opacity='.5'/>", 5, 5), ("<g opacity='1'/>", 0, 0), ("<g style='opacity: .5'/>", 5, 5),
            ("<g id='a' opacity='.5'/><use href='#a'/>", 10, 10),
            ("<filter id='f'><feGaussianBlur/><feMorphology radius='9'/></filter>", 0, 0),
            ("<filter id='f'><feGaussianBlur/></filter><g filter='url(#f)'/><g filter='url(#f)'/>", 200, 300),
            ("<rect width='100%' height='500'/>", 0.3, 0.4), ("<rect width='50' height='50'/>", 0, 0.03),
        ] as [(String, Double, Double)])
    func passes(content: String, least: Double, most: Double) throws {
        let work = try SVGSource(Array(Self.svg(content).utf8)).pixelWork
        #expect((least...most).contains(work), "\(work)")
    }

    @Test func brokenMarkupIsDamaged() {
        for file in ["", "a", "<svg", "<svg></g></svg></svg>", "<svg><g a='></svg>", "<svg><!-- </svg>", "<g/>"] {
            #expect(throws: SVGSource.Failure.damaged, "\(file)") { try SVGSource(Array(file.utf8)) }
        }
    }
}
