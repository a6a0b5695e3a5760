import Foundation
import GalleyUnicode

/// ICU as the system has it, found at run time: a second opinion. Its functions carry its version in their names.
final class ICU: @unchecked Sendable {
    // Proof: the handle and the functions never change after `init`, and ICU's functions used here keep no state of their own
    // beside the objects that each call makes and destroys.

    /// The version of Unicode that it implements.
    let unicodeVersion: String
    private let handle: UnsafeMutableRawPointer
    private let suffix: String

    private typealias BreakOpen =
        @convention(c) (Int32, UnsafePointer<CChar>?, OpaquePointer?, Int32, UnsafeMutablePointer<Int32>)
        -> OpaquePointer?
    private typealias BreakSet = @convention(c) (OpaquePointer, OpaquePointer, UnsafeMutablePointer<Int32>) -> Void
    private typealias BreakNext = @convention(c) (OpaquePointer) -> Int32
    private typealias Close = @convention(c) (OpaquePointer) -> Void
    private typealias TextOpen =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>, Int64, UnsafeMutablePointer<Int32>)
        -> OpaquePointer?
    private typealias TextClose = @convention(c) (OpaquePointer) -> OpaquePointer?
    private typealias BidiOpen = @convention(c) () -> OpaquePointer?
    private typealias BidiSet =
        @convention(c) (
            OpaquePointer, UnsafePointer<UInt16>, Int32, UInt8, UnsafeMutablePointer<UInt8>?,
            UnsafeMutablePointer<Int32>
        ) -> Void
    private typealias BidiLevels = @convention(c) (OpaquePointer, UnsafeMutablePointer<Int32>) -> UnsafePointer<UInt8>?
    private typealias Property = @convention(c) (Int32, Int32) -> Int32
    private typealias PropertyName = @convention(c) (Int32, Int32, Int32) -> UnsafePointer<CChar>?
    private typealias Version = @convention(c) (UnsafeMutablePointer<UInt8>) -> Void

    static let shared = ICU()

    private init?() {
        for folder in ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasPrefix("libicuuc.so.") {
                let version = name.dropFirst("libicuuc.so.".count)
                guard version.allSatisfy(\.isNumber), let handle = dlopen("\(folder)/\(name)", RTLD_NOW) else {
                    continue
                }
                guard let symbol = dlsym(handle, "u_getUnicodeVersion_\(version)") else { continue }
                self.handle = handle
                suffix = "_\(version)"
                var numbers: [UInt8] = [0, 0, 0, 0]
                unsafeBitCast(symbol, to: Version.self)(&numbers)
                unicodeVersion = "\(numbers[0]).\(numbers[1])"
                return
            }
        }
        return nil
    }

    private func function<Function>(_ name: String, _ type: Function.Type) -> Function {
        guard let symbol = dlsym(handle, name + suffix) else { fatalError("ICU has no \(name)") }
        return unsafeBitCast(symbol, to: type)
    }

    enum Breaks: Int32, CaseIterable, Sendable {
        case grapheme, word, line, sentence
    }

    /// The byte offsets of the boundaries inside each text. An empty locale is ICU's root: the Unicode rules.
    func boundaries(_ kind: Breaks, _ texts: [[UInt8]]) -> [Set<Int>] {
        var status: Int32 = 0
        guard let iterator = function("ubrk_open", BreakOpen.self)(kind.rawValue, "", nil, 0, &status) else {
            return []
        }
        defer { function("ubrk_close", Close.self)(iterator) }
        let (open, close) = (function("utext_openUTF8", TextOpen.self), function("utext_close", TextClose.self))
        let (set, next) = (function("ubrk_setUText", BreakSet.self), function("ubrk_next", BreakNext.self))
        return texts.map { text in
            var found: Set<Int> = []
            text.withUnsafeBytes { bytes in
                guard let base = bytes.bindMemory(to: CChar.self).baseAddress else { return }
                var status: Int32 = 0
                guard let view = open(nil, base, Int64(text.count), &status) else { return }
                set(iterator, view, &status)
                while true {
                    let place = next(iterator)
                    guard place >= 0 else { break }
                    found.insert(Int(place))
                }
                _ = close(view)
            }
            found.remove(0)
            found.remove(text.count)
            return found
        }
    }

    /// The embedding levels of each text's UTF-16 units, the direction found from the text.
    func levels(_ texts: [[UInt16]]) -> [[UInt8]] {
        guard let bidi = function("ubidi_open", BidiOpen.self)() else { return [] }
        defer { function("ubidi_close", Close.self)(bidi) }
        let (set, levels) = (function("ubidi_setPara", BidiSet.self), function("ubidi_getLevels", BidiLevels.self))
        return texts.map { text in
            var status: Int32 = 0
            set(bidi, text, Int32(text.count), 0xFE, nil, &status)
            guard let found = levels(bidi, &status), status <= 0 else { return [] }
            return Array(UnsafeBufferPointer(start: found, count: text.count))
        }
    }

    /// The Line_Break class by its short name.
    func lineBreakClass(_ scalar: UInt32) -> String { value(of: 0x1008, scalar) }

    /// The Sentence_Break class by its short name.
    func sentenceBreakClass(_ scalar: UInt32) -> String { value(of: 0x1013, scalar) }

    private func value(of property: Int32, _ scalar: UInt32) -> String {
        let value = function("u_getIntPropertyValue", Property.self)(Int32(scalar), property)
        return function("u_getPropertyValueName", PropertyName.self)(property, value, 0).map { String(cString: $0) }
            ?? ""
    }

    /// Whether the scalar is assigned in its version.
    func isAssigned(_ scalar: UInt32) -> Bool {
        function("u_getIntPropertyValue", Property.self)(Int32(scalar), 0x1005) != 0
    }
}
