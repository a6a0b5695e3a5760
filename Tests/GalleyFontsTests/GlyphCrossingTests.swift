import Foundation
import Testing

import GalleyFonts
import GalleyTestSupport

/// Where glyphs cross bands, beside the same found by walking along their outlines in small steps.
@Suite struct GlyphCrossingTests {
    private let bands = [
        GlyphBand(bottom: -120, top: -40), GlyphBand(bottom: -300.5, top: -299.25), GlyphBand(bottom: 0, top: 60),
        GlyphBand(bottom: 400, top: 402), GlyphBand(bottom: -5_000, top: 5_000),
    ]

    @Test func testFaceEqualsSampling() throws {
        try expectEqualToSampling(try FontFace(path: testFontPath("Regular")), [])
        try expectEqualToSampling(try FontFace(path: testFontPath("Regular")), [.oblique])
        try expectEqualToSampling(try FontFace(path: testFontPath("Variable")), [], [AxisValue("wght", 700)])
    }

    @Test(.enabled(if: Debian.isInstalled), arguments: [Debian.serif, Debian.naskh, Debian.cjk])
    func installedFacesEqualSampling(path: String) throws {
        try expectEqualToSampling(try #require(try FontFace.all(path: path).first), [])
    }

    private func expectEqualToSampling(
        _ face: FontFace, _ synthesis: FaceSynthesis, _ variations: [AxisValue] = []
    ) throws {
        let instance = FontInstance(id: .lastResort, face: face, variations: variations, synthesis: synthesis)
        let slant = synthesis.contains(.oblique) ? tan(14 * Double.pi / 180) : 0
        // Glyphs from all over the face.
        let step = max(1, face.glyphCount / 60)
        var crossed = 0
        // No step of an outline is longer than an em or two.
        let reach = Double(face.unitsPerEm) / 100
        for glyph in stride(from: 0, to: min(face.glyphCount, 65_536), by: step) {
            let glyph = UInt16(glyph)
            let points = sampled(instance.outline(of: glyph), slant)
            for band in bands {
                let found = instance.crossing(of: glyph, band)
                #expect(found == instance.crossing(of: glyph, band), "remembered otherwise")
                #expect(found == instance.computedCrossing(of: glyph, band))
                let inside = points.filter { $0.y >= band.bottom && $0.y <= band.top }.map(\.x)
                guard let left = inside.min(), let right = inside.max() else { continue }
                crossed += 1
                guard let found else {
                    Issue.record("\(face) glyph \(glyph): nothing in \(band)")
                    continue
                }
                // Samples lie inside what is exact, and its ends are on the outline: near samples about as high.
                #expect(found.left <= left + 1e-3 && found.right >= right - 1e-3, "\(face) glyph \(glyph) \(band)")
                let near = points.filter { $0.y >= band.bottom - reach && $0.y <= band.top + reach }.map(\.x)
                #expect(near.contains { abs($0 - found.left) < reach }, "\(face) glyph \(glyph) \(band)")
                #expect(near.contains { abs($0 - found.right) < reach }, "\(face) glyph \(glyph) \(band)")
            }
        }
        #expect(crossed > 30)
    }

    /// Points along an outline.
    private var steps: Int { 200 }

    private func sampled(_ outline: GlyphOutline, _ slant: Double) -> [SIMD2<Double>] {
        var points: [SIMD2<Double>] = []
        var (pen, start) = (SIMD2<Double>(), SIMD2<Double>())
        var next = 0
        func curve(_ points: [SIMD2<Double>], into all: inout [SIMD2<Double>]) {
            let (p, degree) = (points, points.count - 1)
            for step in 0...steps {
                let t = Double(step) / Double(steps)
                let s = 1 - t
                let point: SIMD2<Double> =
                    switch degree {
                    case 1: p[0] * s + p[1] * t
                    case 2: p[0] * (s * s) + p[1] * (2 * s * t) + p[2] * (t * t)
                    default: p[0] * (s * s * s) + p[1] * (3 * s * s * t) + p[2] * (3 * s * t * t) + p[3] * (t * t * t)
                    }
                all.append([point.x + slant * point.y, point.y])
            }
        }
        for step in outline.steps {
            let count = [.move: 1, .line: 1, .quadratic: 2, .cubic: 3, .close: 0][step]!
            let controls = outline.points[next..<next + count].map { SIMD2<Double>($0) }
            next += count
            switch step {
            case .move: start = controls[0]
            case .close: curve([pen, start], into: &points)
            default: curve([pen] + controls, into: &points)
            }
            pen = controls.last ?? start
        }
        return points
    }

    @Test func boldInkIsWider() throws {
        let face = try FontFace(path: testFontPath("Regular"))
        let plain = FontInstance(id: .lastResort, face: face, variations: [], synthesis: [])
        let bold = FontInstance(id: .lastResort, face: face, variations: [], synthesis: [.bold])
        let glyph = try #require(face.glyph(for: "p"))
        let band = GlyphBand(bottom: -150, top: -50)
        let (thin, thick) = (
            try #require(plain.crossing(of: glyph, band)), try #require(bold.crossing(of: glyph, band))
        )
        #expect(thick.right == thin.right + Double(face.unitsPerEm) / 24)
        #expect(thick.left == thin.left)
    }

    @Test func nothingCrossesWhatIsElsewhere() throws {
        let face = try FontFace(path: testFontPath("Regular"))
        let instance = FontInstance(id: .lastResort, face: face, variations: [], synthesis: [])
        let space = try #require(face.glyph(for: " "))
        #expect(instance.crossing(of: space, GlyphBand(bottom: -5_000, top: 5_000)) == nil)
        #expect(instance.crossing(of: 0, GlyphBand(bottom: 3_000, top: 4_000)) == nil)
        #expect(instance.crossing(of: 0, GlyphBand(bottom: 10, top: -10)) == nil)
        #expect(instance.crossing(of: UInt16.max, GlyphBand(bottom: -10, top: 10)) == nil)
        #expect(instance.crossing(of: 0, GlyphBand(bottom: .nan, top: 1)) == nil)
    }
}
