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
    // Writing makes a document that keeps the rules, which then is another one: a unit without an id gets one.
    if isVersion2, document.findings.contains(where: { $0.severity == .error }) { return 0 }
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
        file.units.compactMap {
            $0.kind == .text ? [file.original, $0.key, $0.source ?? "", $0.target].map { $0.map(writable) } : nil
        }
    }
}

/// What XML has no way to write is U+FFFD, but in texts of XLIFF 2.
private func writable(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: scalar
        case 0..<0x20, 0xFFFE, 0xFFFF: "\u{FFFD}"
        default: scalar
        }
    }
    return String(String.UnicodeScalarView(scalars))
}
