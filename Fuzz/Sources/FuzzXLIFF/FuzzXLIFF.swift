import Foundation
import GalleyXLIFF

/// Any bytes are read or refused, and every unit read is written or skipped with a reason.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXLIFF(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let data = Data(UnsafeBufferPointer(start: bytes, count: count))
    guard let export = try? XLIFFDocument(data: data) else { return 0 }
    _ = export.stringsFiles()
    return 0
}
