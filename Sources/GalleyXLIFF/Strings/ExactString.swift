import Foundation
import GalleyUnicode

/// Keys are compared by their bytes.
typealias ExactString = GalleyUnicode.ExactString

extension String {
    /// Whether all its characters are ASCII.
    var isASCII: Bool {
        var string = self
        return string.withUTF8 { bytes in
            var all: UInt8 = 0
            for byte in bytes { all |= byte }
            return all < 0x80
        }
    }

    /// Whether these bytes, one character or several, occur in the string. (Foundation's `contains` is many times slower.)
    func hasUTF8(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return true }
        var string = self
        return string.withUTF8 { text in
            guard var place = text.baseAddress else { return false }
            let end = place + text.count
            while end - place >= bytes.count, let found = memchr(place, Int32(first), end - place) {
                place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
                if end - place >= bytes.count, memcmp(place, bytes, bytes.count) == 0 { return true }
                place += 1
            }
            return false
        }
    }
}
