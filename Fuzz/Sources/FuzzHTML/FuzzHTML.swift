import Foundation
import GalleyHTML
import GalleyText

/// Any bytes become a text whose invariants hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTML(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let text = try? AttributedText(html: Data(UnsafeBufferPointer(start: bytes, count: count))) else { return 0 }
    precondition(text.runs.byteCount == text.count)
    precondition(text.paragraphs.last?.range.upperBound == text.count)
    return 0
}
