import CGalleyHarfBuzz
import Foundation

import GalleyFonts
import GalleyTestSupport

let fontsFolder = packageRoot.appendingPathComponent("Fonts")

/// Faces of Debian's packages that many tests go through: static TrueType, CFF, a collection, bitmaps in colour.
enum Debian {
    static let serif = "/usr/share/fonts/truetype/liberation2/LiberationSerif-Regular.ttf"
    static let sans = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let sansBold = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
    static let mono = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
    static let notoSans = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
    static let naskh = "/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf"
    static let devanagari = "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf"
    static let cjk = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
    static let emoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"

    static let all = [serif, sans, sansBold, mono, notoSans, naskh, devanagari, cjk, emoji]
    static var isInstalled: Bool { all.allSatisfy { FileManager.default.fileExists(atPath: $0) } }
}

/// Runs a program; `nil` if it is not installed or fails.
func run(_ program: String, _ arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
}

let hasFontTools = run("python3", ["-c", "import fontTools"]) != nil
let hasHBShape = run("hb-shape", ["--version"]) != nil
let hasSanitizer = run("ots-sanitize", ["--version"]) != nil

/// One glyph as HarfBuzz places it.
struct PlacedGlyph: Equatable {
    var glyph: UInt32
    var cluster: UInt32
    var advance: Int32
    var x: Int32
    var y: Int32
}

/// Shapes a text with everything guessed.
func shape(_ text: String, _ font: OpaquePointer) -> [PlacedGlyph] {
    let buffer = hb_buffer_create()!
    defer { hb_buffer_destroy(buffer) }
    hb_buffer_add_utf8(buffer, text, -1, 0, -1)
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(buffer, &count)
    let positions = hb_buffer_get_glyph_positions(buffer, &count)
    return (0..<Int(count)).compactMap { index in
        guard let info = infos?[index], let position = positions?[index] else { return nil }
        return PlacedGlyph(
            glyph: info.codepoint, cluster: info.cluster, advance: position.x_advance, x: position.x_offset,
            y: position.y_offset)
    }
}

/// Texts in many scripts, with spaces, marks, ligatures, an unknown character.
let sampleTexts = [
    "Hamburgefonstiv AVATAR office To. Ware 0123", "na\u{308}ive e\u{301}\u{323} \u{F1}", "a\u{2009}b\u{2011}c\u{A0}d",
    "Ελληνικά Привет мир", "مرحبا بالعالم لا", "שָׁלוֹם", "नमस्ते क्षत्रिय हिन्दी", "日本語かなカナ、中文。", "한국어",
    "😀👩‍👩‍👧 1️⃣", "\u{10FFFD}\u{E000}",
]
