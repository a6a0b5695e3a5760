import Foundation
import GalleyFonts
import GalleyHTML
import GalleyLayout
import GalleyText

private let fonts = FontCollection.strict()

/// Any bytes, laid out at a width that they choose: lines cover the text in order, and every frame is finite.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLayout(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 2 else { return 0 }
    let width = Double(UInt16(bytes[0]) << 8 | UInt16(bytes[1])) / 16
    let html = Data(UnsafeBufferPointer(start: bytes + 2, count: count - 2))
    guard let text = try? AttributedText(html: html) else { return 0 }
    let layout = DocumentLayout(text, fonts: fonts, width: width)
    var end: [Int: Int] = [:]
    for line in layout.lines {
        precondition(line.frame.x.isFinite && line.frame.y.isFinite && line.frame.width >= 0 && line.frame.height >= 0)
        precondition(end[line.paragraph].map { $0 == line.range.lowerBound } ?? true)
        end[line.paragraph] = line.range.upperBound
    }
    return 0
}
