import GalleyFonts
import GalleyShaping
import GalleyUnicode

/// `hb_shape` alone on the stretches of one face, script and direction that a shaped text has: what natural text, whose
/// faces are many, is told as a ratio to.
final class RawItems {
    private struct Item {
        var range: Range<Int>
        var script: Script
        var isRightToLeft: Bool
        var font: Int
    }
    private var paragraphs: [(bytes: [UInt8], items: [Item])] = []
    private var fonts: [OpaquePointer] = []
    private var known: [String: Int] = [:]
    private let shaper = RawShaper()

    init(_ shaped: [ShapedParagraph], _ collection: FontCollection) {
        for paragraph in shaped {
            var items: [Item] = []
            for item in paragraph.text.items where item.kind == .text {
                let face = collection.instance(item.instance).face
                guard let font = font(face.path, face.index) else { continue }
                items.append(
                    Item(
                        range: item.range, script: item.script, isRightToLeft: item.isRightToLeft, font: font))
            }
            paragraphs.append((Array(paragraph.inline.utf8), items))
        }
    }

    private func font(_ path: String, _ index: Int) -> Int? {
        let key = "\(path)#\(index)"
        if let known = known[key] { return known }
        guard let font = RawShaper.font(path: path, index: index) else { return nil }
        fonts.append(font)
        known[key] = fonts.count - 1
        return fonts.count - 1
    }

    /// The time of one pass in ns.
    func shape() -> Double {
        let start = cpuTime()
        for (bytes, items) in paragraphs {
            for item in items {
                _ = shaper.shape(bytes, item.range, item.script, isRightToLeft: item.isRightToLeft, fonts[item.font])
            }
        }
        return cpuTime() - start
    }
}
