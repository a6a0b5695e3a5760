import Foundation
import FuzzSupport
import GalleyXLIFF

/// Any bytes are read or refused, and every unit read is written or skipped with a reason. What is written as XLIFF again
/// reads as the same texts, and is written the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXLIFF(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let data = Data(UnsafeBufferPointer(start: bytes, count: count))
    guard let document = try? XLIFFDocument(data: data) else { return 0 }
    _ = document.stringsFiles()
    let isVersion2 = document.version.hasPrefix("2.")
    let writer = XLIFFWriter(version: isVersion2 ? .xliff21 : .xliff12)
    let written = writer.contents(of: document)
    guard let back = try? XLIFFDocument(data: Data(written)) else { fatalError("what was written cannot be read") }
    require(texts(document) == texts(back), "other texts")
    require(writer.contents(of: back) == written, "other bytes")
    return 0
}

/// Key, source and target of each unit that both versions have.
private func texts(_ document: XLIFFDocument) -> [[String?]] {
    document.files.flatMap { file in
        file.units.compactMap { $0.kind == .text ? [file.original, $0.key, $0.source ?? "", $0.target] : nil }
    }
}
