import Foundation
import GalleyFonts
import GalleyText
import Testing

import GalleyShaping

/// Faces of Debian packages that the tests use where they are installed.
enum Faces {
    static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let liberationSerif = "/usr/share/fonts/truetype/liberation2/LiberationSerif-Regular.ttf"
    static let naskh = "/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf"
    static let devanagari = "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf"
    static let thai = "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf"

    static func exist(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

/// A context and a style to shape with; the embedded test face alone unless faces are given.
struct Bench {
    let context: LayoutContext
    var style = TextStyle()
    var paragraphStyle = ParagraphStyle()

    init(paths: [String] = [], family: String = "Galley Test", size: Double = 10) throws {
        let fonts =
            paths.isEmpty
            ? FontCollection.strict() : FontCollection(faces: try paths.flatMap { try FontFace.all(path: $0) })
        context = LayoutContext(fonts: fonts)
        style.shaping = ShapingStyle(fontFamilies: [family], fontSize: size)
    }

    func shape(_ string: String) -> ShapedParagraph {
        context.shape(paragraph: 0, of: AttributedText(string, style: style, paragraphStyle: paragraphStyle))
    }

    /// A paragraph put together by `build`, with its one style given.
    func shape(_ build: (inout AttributedTextBuilder, TextStyleID) -> Void) -> (ShapedParagraph, AttributedText) {
        var builder = AttributedTextBuilder()
        let id = builder.intern(style)
        build(&builder, id)
        builder.endParagraph(style: builder.intern(paragraphStyle), strut: id)
        let text = builder.finish()
        return (context.shape(paragraph: 0, of: text), text)
    }
}

/// A bench, and one of the same faces and style that remembers nothing of words, items and faces.
struct Comparison {
    let with: Bench
    let without: Bench

    init(paths: [String] = [], family: String, _ set: (inout Bench) -> Void = { _ in }) throws {
        var benches = try [Bench(paths: paths, family: family), Bench(paths: paths, family: family)]
        for index in benches.indices { set(&benches[index]) }
        (with, without) = (benches[0], benches[1])
        without.context.switches.wordCache = false
        without.context.switches.fallbackTables = false
    }

    /// Both shape a text to the same items, clusters and glyphs.
    func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let (one, other) = (with.shape(text), without.shape(text))
        let (left, right) = (one.text, other.text)
        func records(_ text: ShapedText) -> [[GlyphRecord]] { text.items.map(text.glyphRecords) }
        let isSame =
            left.items.map(\.clusters) == right.items.map(\.clusters) && left.flags == right.flags
            && left.starts == right.starts && left.units == right.units
            && one.items == other.items && with.faces(of: left) == without.faces(of: right)
            && records(left) == records(right) && one.uncovered == other.uncovered
        #expect(isSame, "\(text)", sourceLocation: sourceLocation)
    }

    /// Items were remembered, each as HarfBuzz had it, and not where nothing is to be.
    func checkCounters(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(with.context.counters.wordCacheMismatches == 0, sourceLocation: sourceLocation)
        let fresh = without.context.counters
        #expect(fresh.wordsShaped + fresh.wordCacheHits == 0, sourceLocation: sourceLocation)
    }
}

extension Bench {
    fileprivate func faces(of text: ShapedText) -> [String?] {
        text.items.map { context.fonts.instance($0.instance).face.names.full }
    }
}

extension ShapedText {
    /// Where the clusters of each item start, and its end: inline offsets.
    var starts: [[Int]] {
        items.map { item in (item.clusters.lowerBound...item.clusters.upperBound).map { start(ofCluster: $0, in: item) }
        }
    }
    /// The same in font units, from the item's start.
    var units: [[Int32]] {
        items.map { item in (item.clusters.lowerBound...item.clusters.upperBound).map { units(ofCluster: $0, in: item) }
        }
    }
    /// What is known of the clusters of each item.
    var flags: [[ClusterFlags]] { items.map { item in item.clusters.map { flags(ofCluster: $0) } } }
    /// The glyphs of all items.
    var glyphs: [UInt16] {
        items.flatMap { item in (0..<glyphCount(of: item)).map { glyph($0, in: item) } }
    }
}

extension ShapedParagraph {
    /// The inline text.
    var string: String { String(decoding: inline.utf8, as: UTF8.self) }

    /// Each item as its text, level and script.
    var items: [String] {
        text.items.map { item in
            "\(String(decoding: inline.utf8[item.range], as: UTF8.self))|\(item.level)|\(item.script)"
        }
    }
}
