import Foundation
import Testing

import GalleyFonts
import GalleyTestSupport

@Suite struct FontMetricsTests {
    func instance(_ path: String, _ variations: [AxisValue] = []) throws -> FontInstance {
        FontInstance(id: .lastResort, face: try FontFace(path: path), variations: variations, synthesis: [])
    }

    @Test func testFaceHasItsDesignedMetrics() throws {
        let metrics = try instance(testFontPath("Regular")).metrics
        #expect((metrics.ascent, metrics.descent, metrics.lineGap) == (800, 200, 0))
        #expect(metrics.lineSpacing == 1000)
        #expect((metrics.xHeight, metrics.capHeight) == (400, 600))
        #expect((metrics.underlinePosition, metrics.underlineThickness) == (-100, 50))
        #expect((metrics.strikeoutPosition, metrics.strikeoutThickness) == (250, 50))
        #expect((metrics.zeroAdvance, metrics.ideographAdvance, metrics.averageAdvance) == (600, 1000, 600))
        #expect((metrics.subscriptOffset, metrics.superscriptOffset) == (150, 350))
    }

    /// Every rule of the choice, by tables patched into the test face: (hhea, typo, win, USE_TYPO) -> result.
    @Test(arguments: [
        ([900, -300, 50], [700, -100, 10], [950, 250], false, [900, 300, 50]),
        ([900, -300, 50], [700, -100, 10], [950, 250], true, [700, 100, 10]),
        ([0, 0, 0], [700, -100, 10], [950, 250], false, [700, 100, 10]),
        ([0, 0, 0], [0, 0, 0], [950, 250], false, [950, 250, 0]),
        ([0, 0, 0], [0, 0, 0], [0, 0], false, [800, 200, 0]),
        ([0, 0, 0], [0, 0, 0], [0, 0], true, [800, 200, 0]),
        ([900, 300, 0], [0, 0, 0], [0, 0], false, [900, 300, 0]),
        ([900, -300, -500], [0, 0, 0], [0, 0], false, [900, 300, 0]),
        ([32767, -32768, 32767], [0, 0, 0], [0, 0], false, [32767, 32768, 32767]),
    ])
    func verticalMetricsRule(hhea: [Int], typo: [Int], win: [Int], useTypo: Bool, expected: [Int]) throws {
        var font = try PatchedFont(path: testFontPath("Regular"))
        for (position, value) in hhea.enumerated() { font.set("hhea", 4 + 2 * position, value) }
        for (position, value) in typo.enumerated() { font.set("OS/2", 68 + 2 * position, value) }
        for (position, value) in win.enumerated() { font.set("OS/2", 74 + 2 * position, value) }
        font.set("OS/2", 62, useTypo ? 0xC0 : 0x40)
        let face = try FontFace(bytes: font.bytes)
        let metrics = FontInstance(id: .lastResort, face: face, variations: [], synthesis: []).metrics
        #expect([metrics.ascent, metrics.descent, metrics.lineGap] == expected)
    }

    @Test func missingHeightsAreMeasured() throws {
        var font = try PatchedFont(path: testFontPath("Regular"))
        font.set("OS/2", 86, 0)
        font.set("OS/2", 88, 0)
        let face = try FontFace(bytes: font.bytes)
        let instance = FontInstance(id: .lastResort, face: face, variations: [], synthesis: [])
        #expect(instance.metrics.xHeight == instance.extents(of: try #require(face.glyph(for: "x")))?.top)
        #expect(instance.metrics.capHeight == instance.extents(of: try #require(face.glyph(for: "H")))?.top)
    }

    /// The oracle: fontTools reads the same tables.
    @Test(.enabled(if: Debian.isInstalled && hasFontTools), arguments: Debian.all)
    func equalFontTools(path: String) throws {
        let script = """
            import sys
            from fontTools.ttLib import TTFont
            f = TTFont(sys.argv[1], fontNumber=0)
            o, h, p = f['OS/2'], f['hhea'], f['post']
            typo = o.fsSelection & 128
            v = (o.sTypoAscender, -o.sTypoDescender, o.sTypoLineGap) if typo else (h.ascent, -h.descent, h.lineGap)
            m = f.getBestCmap()
            zero = f['hmtx'][m[0x30]][0] if 0x30 in m else f['head'].unitsPerEm // 2
            print(*v, p.underlinePosition, p.underlineThickness, o.yStrikeoutPosition, o.yStrikeoutSize, zero,
                  f['head'].unitsPerEm, getattr(o, 'sxHeight', 0), getattr(o, 'sCapHeight', 0))
            """
        let output = try #require(run("python3", ["-c", script, path]))
        let values = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(values.count == 11)
        let metrics = try instance(path).metrics
        #expect([metrics.ascent, metrics.descent, metrics.lineGap] == Array(values[0..<3]))
        #expect([metrics.underlinePosition, metrics.underlineThickness] == Array(values[3..<5]))
        #expect([metrics.strikeoutPosition, metrics.strikeoutThickness] == Array(values[5..<7]))
        #expect([metrics.zeroAdvance, metrics.unitsPerEm] == Array(values[7..<9]))
        if values[9] > 0 { #expect(metrics.xHeight == values[9]) }
        if values[10] > 0 { #expect(metrics.capHeight == values[10]) }
    }
}

/// A font file whose tables can be overwritten (checksums are not kept: nobody checks them).
struct PatchedFont {
    var bytes: [UInt8]

    init(path: String) throws { bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    private func uint32(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// Every table: tag, offset, length.
    var tables: [(tag: String, offset: Int, length: Int)] {
        (0..<(Int(bytes[4]) << 8 | Int(bytes[5]))).map { index in
            let record = 12 + 16 * index
            return (
                String(decoding: bytes[record..<record + 4], as: UTF8.self), uint32(record + 8), uint32(record + 12)
            )
        }
    }

    /// Writes 16 bits at an offset of a table.
    mutating func set(_ tag: String, _ offset: Int, _ value: Int) {
        guard let table = tables.first(where: { $0.tag == tag }) else { return }
        bytes[table.offset + offset] = UInt8(truncatingIfNeeded: value >> 8)
        bytes[table.offset + offset + 1] = UInt8(truncatingIfNeeded: value)
    }

    /// Removes a table by renaming it.
    mutating func remove(_ tag: String) {
        for index in 0..<tables.count where tables[index].tag == tag { bytes[12 + 16 * index] = UInt8(ascii: "~") }
    }
}
