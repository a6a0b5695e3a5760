import Foundation
import GalleyUnicode

/// ICU as the system has it, found at run time: a second opinion. Its functions carry its version in their names.
struct ICU: Sendable {
    /// The version of Unicode that it implements.
    let unicodeVersion: String
    private let openBreaks: BreakOpen
    private let setText: BreakSet
    private let nextBreak: BreakNext
    private let closeBreaks: Close
    private let openText: TextOpen
    private let closeText: TextClose
    private let openBidi: BidiOpen
    private let setParagraph: BidiSet
    private let bidiLevels: BidiLevels
    private let closeBidi: Close
    private let property: Property
    private let propertyName: PropertyName

    private typealias BreakOpen =
        @convention(c) @Sendable (Int32, UnsafePointer<CChar>?, OpaquePointer?, Int32, UnsafeMutablePointer<Int32>)
        -> OpaquePointer?
    private typealias BreakSet =
        @convention(c) @Sendable (OpaquePointer, OpaquePointer, UnsafeMutablePointer<Int32>) -> Void
    private typealias BreakNext = @convention(c) @Sendable (OpaquePointer) -> Int32
    private typealias Close = @convention(c) @Sendable (OpaquePointer) -> Void
    private typealias TextOpen =
        @convention(c) @Sendable (OpaquePointer?, UnsafePointer<CChar>, Int64, UnsafeMutablePointer<Int32>)
        -> OpaquePointer?
    private typealias TextClose = @convention(c) @Sendable (OpaquePointer) -> OpaquePointer?
    private typealias BidiOpen = @convention(c) @Sendable () -> OpaquePointer?
    private typealias BidiSet =
        @convention(c) @Sendable (
            OpaquePointer, UnsafePointer<UInt16>, Int32, UInt8, UnsafeMutablePointer<UInt8>?,
            UnsafeMutablePointer<Int32>
        ) -> Void
    private typealias BidiLevels =
        @convention(c) @Sendable (OpaquePointer, UnsafeMutablePointer<Int32>) -> UnsafePointer<UInt8>?
    private typealias Property = @convention(c) @Sendable (Int32, Int32) -> Int32
    private typealias PropertyName = @convention(c) @Sendable (Int32, Int32, Int32) -> UnsafePointer<CChar>?
    private typealias Version = @convention(c) @Sendable (UnsafeMutablePointer<UInt8>) -> Void

    static let shared = find()

    private static func find() -> ICU? {
        for folder in ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasPrefix("libicuuc.so.") {
                let version = name.dropFirst("libicuuc.so.".count)
                guard version.allSatisfy(\.isNumber), let handle = dlopen("\(folder)/\(name)", RTLD_NOW) else {
                    continue
                }
                if let found = ICU(handle, suffix: "_\(version)") { return found }
            }
        }
        return nil
    }

    /// The functions of a library that stays open; `nil` when it lacks one.
    private init?(_ handle: UnsafeMutableRawPointer, suffix: String) {
        func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(handle, name + suffix).map { unsafeBitCast($0, to: type) }
        }
        guard let version = function("u_getUnicodeVersion", Version.self),
            let openBreaks = function("ubrk_open", BreakOpen.self),
            let setText = function("ubrk_setUText", BreakSet.self),
            let nextBreak = function("ubrk_next", BreakNext.self),
            let closeBreaks = function("ubrk_close", Close.self),
            let openText = function("utext_openUTF8", TextOpen.self),
            let closeText = function("utext_close", TextClose.self),
            let openBidi = function("ubidi_open", BidiOpen.self),
            let setParagraph = function("ubidi_setPara", BidiSet.self),
            let bidiLevels = function("ubidi_getLevels", BidiLevels.self),
            let closeBidi = function("ubidi_close", Close.self),
            let property = function("u_getIntPropertyValue", Property.self),
            let propertyName = function("u_getPropertyValueName", PropertyName.self)
        else { return nil }
        var numbers: [UInt8] = [0, 0, 0, 0]
        version(&numbers)
        unicodeVersion = "\(numbers[0]).\(numbers[1])"
        self.openBreaks = openBreaks
        self.setText = setText
        self.nextBreak = nextBreak
        self.closeBreaks = closeBreaks
        self.openText = openText
        self.closeText = closeText
        self.openBidi = openBidi
        self.setParagraph = setParagraph
        self.bidiLevels = bidiLevels
        self.closeBidi = closeBidi
        self.property = property
        self.propertyName = propertyName
    }

    enum Breaks: Int32, CaseIterable, Sendable {
        case grapheme, word, line, sentence
    }

    /// The byte offsets of the boundaries inside each text. An empty locale is ICU's root: the Unicode rules.
    func boundaries(_ kind: Breaks, _ texts: [[UInt8]]) -> [Set<Int>] {
        var status: Int32 = 0
        guard let iterator = openBreaks(kind.rawValue, "", nil, 0, &status) else { return [] }
        defer { closeBreaks(iterator) }
        return texts.map { text in
            var found: Set<Int> = []
            text.withUnsafeBytes { bytes in
                guard let base = bytes.bindMemory(to: CChar.self).baseAddress else { return }
                var status: Int32 = 0
                guard let view = openText(nil, base, Int64(text.count), &status) else { return }
                setText(iterator, view, &status)
                while true {
                    let place = nextBreak(iterator)
                    guard place >= 0 else { break }
                    found.insert(Int(place))
                }
                _ = closeText(view)
            }
            found.remove(0)
            found.remove(text.count)
            return found
        }
    }

    /// The embedding levels of each text's UTF-16 units, the direction found from the text.
    func levels(_ texts: [[UInt16]]) -> [[UInt8]] {
        guard let bidi = openBidi() else { return [] }
        defer { closeBidi(bidi) }
        return texts.map { text in
            var status: Int32 = 0
            setParagraph(bidi, text, Int32(text.count), 0xFE, nil, &status)
            guard let found = bidiLevels(bidi, &status), status <= 0 else { return [] }
            return Array(UnsafeBufferPointer(start: found, count: text.count))
        }
    }

    /// The Line_Break class by its short name.
    func lineBreakClass(_ scalar: UInt32) -> String { value(of: 0x1008, scalar) }

    /// The Sentence_Break class by its short name.
    func sentenceBreakClass(_ scalar: UInt32) -> String { value(of: 0x1013, scalar) }

    private func value(of number: Int32, _ scalar: UInt32) -> String {
        propertyName(number, property(Int32(scalar), number), 0).map { String(cString: $0) } ?? ""
    }

    /// Whether the scalar is assigned in its version.
    func isAssigned(_ scalar: UInt32) -> Bool {
        property(Int32(scalar), 0x1005) != 0
    }
}
