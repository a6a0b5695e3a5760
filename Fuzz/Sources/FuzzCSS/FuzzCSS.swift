import Foundation
@_spi(Fuzzing) import GalleyHTML
import GalleyText

/// Any bytes are a style sheet: parsed without harm, equal to what its own text says, applied without harm.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSS(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    let sheet = StyleSheet(parsing: bytes)
    // Written out again it says the same.
    if let text = StyleSheet.serialized(bytes) {
        precondition(StyleSheet(parsing: text).fingerprint == sheet.fingerprint, "serialized differently")
        precondition(StyleSheet.serialized(text) == text, "serialized differently the second time")
    }
    applyToDocument(bytes)
    // A backslash at the end takes what follows into the value; HTML leaves control characters out.
    let isWhole = bytes.last != UInt8(ascii: "\\") && !bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }
    if isWhole, StyleSheet.isSingleValue(bytes) { dropAlone(bytes) }
    // One input in 256, whatever it begins with.
    if count > 16, bytes.reduce(0, { $0 &* 31 &+ $1 }) == 0 { stayLinear(bytes) }
    return 0
}

/// The text of a document under the sheet keeps its invariants.
private func applyToDocument(_ bytes: [UInt8]) {
    var html = Array("<!doctype html><style>".utf8)
    html += bytes
    html +=
        """
        </style><body><div class=a id=i title=t><p lang=de>One <b>two</b> <i class="b c">three</i></p><ol><li>x<li>y</ol></div>
        <table><tr><td>1<td>2</table><a href=u>link</a> <q>quote</q><pre>  a\tb</pre>
        """.utf8
    guard let text = try? AttributedText(html: html) else { return }
    precondition(text.runs.byteCount == text.count)
    precondition(text.paragraphs.last?.range.upperBound == text.count)
    let context = LengthContext(percentageBase: 500, fontSize: 16, viewport: Size(width: 800, height: 600))
    for block in text.blocks {
        if case .item(let item) = block.kind { precondition((item.markerText ?? "").utf8.count < 100_000) }
        let style = text.style(block.style)
        for size in [style.width, style.margin.left] {
            if let length = size.length { precondition(length.resolved(in: context).isFinite) }
        }
    }
}

/// A value that a property does not take goes alone: its neighbours stay.
private func dropAlone(_ value: [UInt8]) {
    let html =
        Array("<!doctype html><style>p{color:#010203;".utf8) + Array("clear:".utf8) + value
        + Array(";margin-left:7px}</style><p>x".utf8)
    guard let text = try? AttributedText(html: html), let block = text.blocks.last else { return }
    // The bytes may end the style element.
    guard text.string == "x\n" else { return }
    precondition(text.style(at: 0)?.paint.color.hexadecimal == "#010203", "the declaration before was lost")
    precondition(text.style(block.style).margin.left == .length(.px(7)), "the declaration after was lost")
}

/// A sheet of a mebibyte is parsed in a moment; what costs its square takes minutes, which the limit of one run ends
/// (`-timeout` in run.sh). No clock is asked here, so a slow machine does not matter.
private func stayLinear(_ bytes: [UInt8]) {
    let copies = (1 << 20) / bytes.count
    _ = StyleSheet(parsing: Array(repeatElement(bytes, count: copies).joined()))
}
