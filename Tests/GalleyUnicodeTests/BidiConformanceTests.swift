import Foundation
import GalleyUnicode
import Testing

/// A debug build takes one case of this many: all of them would take half a minute.
#if DEBUG
    private let sampling = 16
#else
    private let sampling = 1
#endif

@Suite("UAX #9 against Unicode's test files")
struct BidiConformanceTests {
    static let characterTest = ConformanceFiles.debian.appendingPathComponent("BidiCharacterTest.txt")
    static let classTest = ConformanceFiles.debian.appendingPathComponent("BidiTest.txt")

    @Test("BidiCharacterTest 15.0", .enabled(if: ConformanceFiles.exists(characterTest)))
    func characters() throws {
        var algorithm = BidiAlgorithm()
        var count = 0
        var differing: [String] = []
        try ConformanceFiles.forEachLine(of: Self.characterTest) { line in
            count += 1
            guard count % sampling == 0 else { return }
            let fields = line.split(separator: ";")
            let scalars = fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16) }
            let direction: BaseDirection =
                fields[1] == "0" ? .leftToRight : fields[1] == "1" ? .rightToLeft : .automatic
            let expectedLevels = fields[3].split(separator: " ").map { UInt8($0) }
            let expectedOrder = fields[4].split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            var bytes: [UInt8] = []
            var offsets: [Int] = []
            for scalar in scalars {
                offsets.append(bytes.count)
                UTF8Decoding.encode(scalar, into: &bytes)
            }
            let (base, found) = bytes.withUnsafeBufferPointer { utf8 in
                let bidi = BidiParagraph(utf8, direction: direction, algorithm: &algorithm)
                var levels = offsets.map { bidi.level(at: $0) }
                let trailing = BidiParagraph.trailingSpaceStart(utf8, line: 0..<utf8.count)
                for (index, offset) in offsets.enumerated() where offset >= trailing { levels[index] = bidi.baseLevel }
                return (bidi.baseLevel, levels)
            }
            let shown = expectedLevels.indices.filter { expectedLevels[$0] != nil }
            let order = BidiOrder.visual(shown.map { found[$0] }).map { shown[$0] }
            if UInt8(fields[2]) != base || shown.contains(where: { expectedLevels[$0] != found[$0] })
                || order != expectedOrder
            {
                differing.append("\(line)   got \(base) \(found) \(order)")
            }
        }
        #expect(count == 91707)
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(10).joined(separator: "\n"))")
    }

    @Test("BidiTest 15.0", .enabled(if: ConformanceFiles.exists(classTest)))
    func classes() throws {
        let names = [
            "L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "BN", "B", "S", "WS", "ON", "LRE", "LRO", "RLE", "RLO",
            "PDF", "LRI", "RLI", "FSI", "PDI",
        ]
        let classes = Dictionary(uniqueKeysWithValues: zip(names, BidiClass.allCases))
        var algorithm = BidiAlgorithm()
        var count = 0
        var differing: [String] = []
        var expectedLevels: [UInt8?] = []
        var expectedOrder: [Int] = []
        try ConformanceFiles.forEachLine(of: Self.classTest) { line in
            if line.hasPrefix("@Levels:") {
                expectedLevels = line.dropFirst(8).split(whereSeparator: \.isWhitespace).map { UInt8($0) }
            } else if line.hasPrefix("@Reorder:") {
                expectedOrder = line.dropFirst(9).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            } else if !line.hasPrefix("@") {
                let fields = line.split(separator: ";")
                let input = fields[0].split(separator: " ").compactMap { classes[String($0)] }
                let bits = Int(fields[1].trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
                for (bit, base) in [nil, 0, 1].enumerated() where bits & 1 << bit != 0 {
                    count += 1
                    guard count % sampling == 0 else { continue }
                    var (baseLevel, levels) = algorithm.levels(of: input, baseLevel: base.map { UInt8($0) })
                    for index in BidiAlgorithm.trailingSpaceStart(input)..<levels.count { levels[index] = baseLevel }
                    let shown = expectedLevels.indices.filter { expectedLevels[$0] != nil }
                    let order = BidiOrder.visual(shown.map { levels[$0] }).map { shown[$0] }
                    if shown.contains(where: { expectedLevels[$0] != levels[$0] }) || order != expectedOrder {
                        differing.append("\(line) base \(bit): got \(levels) \(order), not \(expectedLevels)")
                    }
                }
            }
        }
        #expect(count == 770241)
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(10).joined(separator: "\n"))")
    }
}
