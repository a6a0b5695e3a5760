import GalleyLoading
import GalleyText
import Testing

/// What roots of SVG pictures say of their size (SVG 2 §7, §8.10).
@Suite struct SVGHeaderTests {
    static let cases: [(String, NaturalDimensions?)] = [
        ("<svg width='10' height='20px'/>", .init(width: 10, height: 20)),
        ("<?xml version='1.0'?>\n<!-- a > b --><svg viewBox='0 0 30 40'></svg>", .init(ratio: 0.75)),
        ("<svg viewBox='0,0,30,40' width='60'>", .init(width: 60, ratio: 0.75)),
        ("<svg viewBox='0 0 30-40' width='60'>", .init(width: 60)),
        ("<svg viewBox='0 0 1 2' width='60' height='60'>", .init(width: 60, height: 60)),
        ("<svg height=\"1in\" width=\"72pt\">", .init(width: 96, height: 96)),
        ("<svg height=\" 2em \" width=\"1e1\">", .init(height: 32)),
        ("<svg width='50%' height='50%'>", NaturalDimensions.none), ("<svg>", NaturalDimensions.none),
        ("<svg width='50%' height='5' viewBox='0 0 2 1'>", .init(height: 5, ratio: 2)),
        ("<svg stroke-width='4' height='3'>", .init(height: 3)), ("<svg a='>' width = '4'>", .init(width: 4)),
        ("<!DOCTYPE svg [<!ENTITY a 'b>'>]><svg width='4'>", .init(width: 4)),
        ("<svg width='0' height='3'/>", .init(width: 0, height: 3)),
        ("<svgx width='1' height='1'>", nil), ("text <svg>", nil), ("<html><svg>", nil), ("<svg width='1'", nil),
    ]

    @Test(arguments: cases)
    func dimensions(text: String, expected: NaturalDimensions?) {
        let loaded = LoadedAttachment(bytes: Array(text.utf8))
        #expect(loaded.format == (expected == nil ? .unknown : .svg))
        #expect(loaded.naturalDimensions == expected ?? .none)
    }
}
