/// Bytes in the syntax of PDF (ISO 32000-1 §7.2, §7.3).
package struct PDFBuffer {
    package init() {}

    package private(set) var bytes: [UInt8] = []

    package var isEmpty: Bool { bytes.isEmpty }
    package var count: Int { bytes.count }

    /// Makes room for so many more bytes, where that is much.
    package mutating func reserveCapacity(_ more: Int) {
        if more > 1 << 16 { bytes.reserveCapacity(bytes.count + more) }
    }

    /// Makes it empty and keeps the storage.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Adds syntax as it is.
    package mutating func add(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func add(byte: UInt8) { bytes.append(byte) }

    package mutating func add(bytes more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    package mutating func add(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = number.magnitude
        var divisor: UInt = 1
        while magnitude / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude / divisor % 10))
            divisor /= 10
        }
    }

    /// A number with so many decimals at most; 0 for what is none, or beyond all measures of pages.
    package mutating func add(_ number: Double, decimals: Int = 3) {
        var unit = 1
        for _ in 0..<decimals { unit *= 10 }
        let scaled = (number * Double(unit)).rounded()
        guard scaled.magnitude < 1e15 else { return add(0) }
        let whole = Int(scaled)
        if whole < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = Int(whole.magnitude)
        add(magnitude / unit)
        var rest = magnitude % unit
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        while rest > 0 {
            unit /= 10
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
        }
    }

    package mutating func add(_ numbers: [Double], decimals: Int = 3) {
        for (index, number) in numbers.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: " ")) }
            add(number, decimals: decimals)
        }
    }

    /// A reference to an object.
    package mutating func add(object: Int32) {
        add(Int(object))
        add(" 0 R")
    }

    /// A name: what is no regular character is written by its number (§7.3.5).
    package mutating func add(name: some StringProtocol) {
        bytes.append(UInt8(ascii: "/"))
        for byte in name.utf8 {
            let isRegular = byte > 0x20 && byte < 0x7F && !"()<>[]{}/%#".utf8.contains(byte)
            if isRegular {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "#"))
                add(hexadecimal: byte)
            }
        }
    }

    /// A string of bytes in parentheses (§7.3.4.2).
    package mutating func add(string: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: "("))
        for byte in string { add(stringByte: byte) }
        bytes.append(UInt8(ascii: ")"))
    }

    /// A byte inside of parentheses. A return would be read as the end of a line.
    @inline(__always)
    package mutating func add(stringByte byte: UInt8) {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0D:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(ascii: "r"))
        default: bytes.append(byte)
        }
    }

    /// A text string: UTF-16 in hexadecimal digits (§7.9.2.2). What is no character in it is U+FFFD.
    package mutating func add(text: some StringProtocol) {
        guard !text.isEmpty else { return add("()") }
        add("<FEFF")
        for scalar in text.unicodeScalars {
            let value = scalar.value
            let isNone = value == 0 || (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE
            add(utf16: isNone ? "\u{FFFD}" : scalar)
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// The digits of UTF-16.
    package mutating func add(utf16 scalar: Unicode.Scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { add(hexadecimal: unit) }
    }

    package mutating func add(hexadecimal unit: UInt16) {
        add(hexadecimal: UInt8(unit >> 8))
        add(hexadecimal: UInt8(truncatingIfNeeded: unit))
    }

    private mutating func add(hexadecimal byte: UInt8) {
        for digit in [byte >> 4, byte & 15] {
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
    }
}
