import Foundation
import GalleyHTML
import GalleyMarkup
import GalleyText

/// Any bytes become a text whose invariants hold, and the same text when they arrive in pieces. The last bytes say how they
/// are cut, and whether the limits are strict.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTML(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let html = UnsafeBufferPointer(start: bytes, count: count)
    var options = HTMLOptions()
    if count > 0, bytes[count - 1] & 7 == 0 { options.limits = .strict }
    if count > 1, bytes[count - 2] & 7 == 1 { options.limits.markup.nodes = 100 }
    if count > 2, bytes[count - 3] & 7 == 2 { options.limits.markup.depth = 12 }
    if count > 3, bytes[count - 4] & 7 == 3 { options.limits.markup.documentBytes = count / 2 }
    if count > 4, bytes[count - 5] & 7 == 4 {
        options.fragmentContext = HTMLFragmentContext(["td", "tr", "select", "textarea", "svg"][count % 5])
    }
    let whole = result { try AttributedText(html: html, options: options) }
    let pushed = result {
        let converter = HTMLConverter(options: options)
        var seed = UInt64(truncatingIfNeeded: count)
        var rest = html[...]
        while !rest.isEmpty {
            seed = seed &* 6_364_136_223_846_793_005 &+ UInt64(rest[rest.startIndex]) &+ 1
            let piece = rest.prefix(1 + Int(seed >> 33) % (seed & 3 == 0 ? 3 : 200))
            try converter.append(piece)
            rest = rest[piece.endIndex...]
        }
        return try converter.finish()
    }
    switch (whole, pushed) {
    case (.success(let whole), .success(let pushed)):
        precondition(whole == pushed)
        precondition(whole.diagnostics == pushed.diagnostics)
        check(whole)
    case (.failure(let whole), .failure(let pushed)):
        precondition(whole == pushed)
    default:
        preconditionFailure("one way fails, the other does not")
    }
    return 0
}

private func result(_ body: () throws -> AttributedText) -> Result<AttributedText, HTMLError> {
    do { return .success(try body()) } catch let error as HTMLError { return .failure(error) } catch { fatalError() }
}

private func check(_ text: AttributedText) {
    precondition(text.runs.byteCount == text.count)
    precondition(text.paragraphs.last?.range.upperBound == text.count)
    var end = 0
    for paragraph in text.paragraphs {
        precondition(paragraph.range.lowerBound == end)
        end = paragraph.range.upperBound
    }
    for span in text.spans {
        precondition(span.range.lowerBound <= span.range.upperBound && span.range.upperBound <= text.count)
    }
    precondition(text.anchors.allSatisfy { $0.offset <= text.count })
    precondition(text.string.utf8.count == text.count, "valid UTF-8 has no repairs")
    for diagnostic in text.diagnostics where diagnostic.line != nil { precondition(diagnostic.column ?? 0 > 0) }
}
