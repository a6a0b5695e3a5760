import GalleyUnicode

/// UAX #9 once more, as plainly as its text, one rule after the other over arrays of characters: slow, and written without a
/// look at the implementation that it checks.
struct BidiReference {
    private let scalars: [UInt32]
    private let original: [BidiClass]
    private var classes: [BidiClass]
    private(set) var levels: [UInt8]
    let baseLevel: UInt8

    /// The levels of one text, in which class B ends paragraphs of one base level. A `nil` level is found by P2 and P3.
    init(_ scalars: [UInt32], baseLevel: UInt8?, elseLevel: UInt8 = 0) {
        self.scalars = scalars
        original = scalars.map(UnicodeProperties.bidiClass)
        classes = original
        levels = [UInt8](repeating: 0, count: scalars.count)
        let base = baseLevel ?? BidiReference.firstStrong(original[...]) ?? elseLevel
        self.baseLevel = base
        var start = 0
        for index in scalars.indices where original[index] == .paragraphSeparator || index == scalars.count - 1 {
            resolve(start..<index + 1, base)
            start = index + 1
        }
    }

    static func isRemoved(_ found: BidiClass) -> Bool {
        switch found {
        case .leftToRightEmbedding, .rightToLeftEmbedding, .leftToRightOverride, .rightToLeftOverride,
            .popDirectionalFormat, .boundaryNeutral:
            true
        default: false
        }
    }

    private static func isInitiator(_ found: BidiClass) -> Bool {
        found == .leftToRightIsolate || found == .rightToLeftIsolate || found == .firstStrongIsolate
    }

    /// P2, P3: outside isolates, to the end of the first paragraph.
    private static func firstStrong(_ classes: ArraySlice<BidiClass>) -> UInt8? {
        var depth = 0
        for found in classes {
            if isInitiator(found) {
                depth += 1
            } else if found == .popDirectionalIsolate {
                depth = max(0, depth - 1)
            } else if found == .paragraphSeparator {
                return nil
            } else if depth == 0 {
                if found == .leftToRight { return 0 }
                if found == .rightToLeft || found == .arabicLetter { return 1 }
            }
        }
        return nil
    }

    /// BD9: the PDI of each initiator, or nil.
    private func matches(_ paragraph: Range<Int>) -> [Int: Int] {
        var result: [Int: Int] = [:]
        for start in paragraph where BidiReference.isInitiator(original[start]) {
            var depth = 1
            for index in start + 1..<max(start + 1, paragraph.upperBound) {
                if BidiReference.isInitiator(original[index]) { depth += 1 }
                if original[index] == .popDirectionalIsolate { depth -= 1 }
                if depth == 0 {
                    result[start] = index
                    break
                }
            }
        }
        return result
    }

    private mutating func resolve(_ paragraph: Range<Int>, _ base: UInt8) {
        let matches = matches(paragraph)
        explicit(paragraph, base, matches)
        for sequence in sequences(paragraph, base, matches) { resolve(sequence, base, matches) }
        // L1, items 1 to 3.
        for index in paragraph where original[index] == .segmentSeparator || original[index] == .paragraphSeparator {
            levels[index] = base
            var before = index - 1
            while before >= paragraph.lowerBound, BidiReference.isResetByL1(original[before]) {
                levels[before] = base
                before -= 1
            }
        }
    }

    private static func isResetByL1(_ found: BidiClass) -> Bool {
        found == .whiteSpace || isInitiator(found) || found == .popDirectionalIsolate || isRemoved(found)
    }

    // MARK: X1 to X8

    private mutating func explicit(_ paragraph: Range<Int>, _ base: UInt8, _ matches: [Int: Int]) {
        struct Status {
            var level: UInt8
            var override: BidiClass?
            var isIsolate: Bool
        }
        let maximumDepth: UInt8 = 125
        var stack = [Status(level: base, override: nil, isIsolate: false)]
        var overflowIsolates = 0
        var overflowEmbeddings = 0
        var validIsolates = 0
        func next(_ level: UInt8, isOdd: Bool) -> UInt8 { isOdd ? (level + 1) | 1 : (level + 2) & ~1 }
        for index in paragraph {
            let top = stack[stack.count - 1]
            switch original[index] {
            case .rightToLeftEmbedding, .leftToRightEmbedding, .rightToLeftOverride, .leftToRightOverride:  // X2 to X5
                let isOdd = original[index] == .rightToLeftEmbedding || original[index] == .rightToLeftOverride
                let level = next(top.level, isOdd: isOdd)
                levels[index] = top.level
                if level <= maximumDepth, overflowIsolates == 0, overflowEmbeddings == 0 {
                    let override: BidiClass? =
                        original[index] == .rightToLeftOverride
                        ? .rightToLeft : original[index] == .leftToRightOverride ? .leftToRight : nil
                    stack.append(Status(level: level, override: override, isIsolate: false))
                } else if overflowIsolates == 0 {
                    overflowEmbeddings += 1
                }
            case .rightToLeftIsolate, .leftToRightIsolate, .firstStrongIsolate:  // X5a to X5c
                levels[index] = top.level
                if let override = top.override { classes[index] = override }
                var isOdd = original[index] == .rightToLeftIsolate
                if original[index] == .firstStrongIsolate {
                    let end = matches[index] ?? paragraph.upperBound
                    isOdd = BidiReference.firstStrong(original[index + 1..<end]) == 1
                }
                let level = next(top.level, isOdd: isOdd)
                if level <= maximumDepth, overflowIsolates == 0, overflowEmbeddings == 0 {
                    validIsolates += 1
                    stack.append(Status(level: level, override: nil, isIsolate: true))
                } else {
                    overflowIsolates += 1
                }
            case .popDirectionalIsolate:  // X6a
                if overflowIsolates > 0 {
                    overflowIsolates -= 1
                } else if validIsolates > 0 {
                    overflowEmbeddings = 0
                    while !stack[stack.count - 1].isIsolate { stack.removeLast() }
                    stack.removeLast()
                    validIsolates -= 1
                }
                let top = stack[stack.count - 1]
                levels[index] = top.level
                if let override = top.override { classes[index] = override }
            case .popDirectionalFormat:  // X7
                levels[index] = top.level
                if overflowIsolates > 0 { break }
                if overflowEmbeddings > 0 {
                    overflowEmbeddings -= 1
                } else if !top.isIsolate, stack.count >= 2 {
                    stack.removeLast()
                }
            case .paragraphSeparator: levels[index] = base  // X8
            case .boundaryNeutral: levels[index] = top.level
            default:  // X6
                levels[index] = top.level
                if let override = top.override { classes[index] = override }
            }
        }
    }

    // MARK: X9, X10

    private struct Sequence {
        var indices: [Int]
        var start: BidiClass
        var end: BidiClass
        var level: UInt8
    }

    private func sequences(_ paragraph: Range<Int>, _ base: UInt8, _ matches: [Int: Int]) -> [Sequence] {
        let kept = paragraph.filter { !BidiReference.isRemoved(original[$0]) }
        var runs: [[Int]] = []
        for index in kept {
            if let last = runs.last?.last, levels[last] == levels[index] {
                runs[runs.count - 1].append(index)
            } else {
                runs.append([index])
            }
        }
        let initiatorOf = Dictionary(matches.map { ($1, $0) }) { first, _ in first }
        var result: [Sequence] = []
        for run in runs where initiatorOf[run[0]] == nil || original[run[0]] != .popDirectionalIsolate {
            var indices = run
            while let last = indices.last, let pop = matches[last],
                let next = runs.first(where: { $0[0] == pop })
            {
                indices += next
            }
            let level = levels[indices[0]]
            let before = kept.last { $0 < indices[0] }.map { levels[$0] } ?? base
            let last = indices[indices.count - 1]
            var after = kept.first { $0 > last }.map { levels[$0] } ?? base
            if BidiReference.isInitiator(original[last]), matches[last] == nil { after = base }
            result.append(
                Sequence(
                    indices: indices, start: max(level, before) % 2 == 0 ? .leftToRight : .rightToLeft,
                    end: max(level, after) % 2 == 0 ? .leftToRight : .rightToLeft, level: level))
        }
        return result
    }

    // MARK: W, N, I

    private mutating func resolve(_ sequence: Sequence, _ base: UInt8, _ matches: [Int: Int]) {
        let indices = sequence.indices
        var types = indices.map { classes[$0] }
        resolveWeak(&types, sequence)
        resolveBrackets(&types, sequence)
        // N1, N2
        let embedding: BidiClass = sequence.level % 2 == 0 ? .leftToRight : .rightToLeft
        let before = types
        for place in types.indices where BidiReference.strong(before[place]) == nil {
            let left = before[..<place].last { BidiReference.strong($0) != nil }.flatMap(BidiReference.strong)
            let right = before[(place + 1)...].first { BidiReference.strong($0) != nil }.flatMap(BidiReference.strong)
            let leftType = left ?? sequence.start
            types[place] = leftType == (right ?? sequence.end) ? leftType : embedding
        }
        for (place, index) in indices.enumerated() {  // I1, I2
            switch (sequence.level % 2, types[place]) {
            case (0, .rightToLeft): levels[index] = sequence.level + 1
            case (0, .europeanNumber), (0, .arabicNumber): levels[index] = sequence.level + 2
            case (1, .leftToRight), (1, .europeanNumber), (1, .arabicNumber): levels[index] = sequence.level + 1
            default: levels[index] = sequence.level
            }
        }
    }

    private static func strong(_ type: BidiClass) -> BidiClass? {
        switch type {
        case .leftToRight: .leftToRight
        case .rightToLeft, .arabicLetter, .europeanNumber, .arabicNumber: .rightToLeft
        default: nil
        }
    }

    private func resolveWeak(_ types: inout [BidiClass], _ sequence: Sequence) {
        for place in types.indices where types[place] == .nonspacingMark {  // W1
            let before = place > 0 ? types[place - 1] : sequence.start
            let isIsolate = BidiReference.isInitiator(before) || before == .popDirectionalIsolate
            types[place] = isIsolate ? .otherNeutral : before
        }
        func strongBefore(_ place: Int) -> BidiClass {
            types[..<place].last { [.leftToRight, .rightToLeft, .arabicLetter].contains($0) } ?? sequence.start
        }
        for place in types.indices where types[place] == .europeanNumber && strongBefore(place) == .arabicLetter {
            types[place] = .arabicNumber  // W2
        }
        for place in types.indices where types[place] == .arabicLetter { types[place] = .rightToLeft }  // W3
        for place in types.indices.dropFirst().dropLast() {  // W4
            let (before, after) = (types[place - 1], types[place + 1])
            if types[place] == .europeanSeparator, before == .europeanNumber, after == .europeanNumber {
                types[place] = .europeanNumber
            }
            if types[place] == .commonSeparator, before == after, before == .europeanNumber || before == .arabicNumber {
                types[place] = before
            }
        }
        for place in types.indices where types[place] == .europeanNumber {  // W5
            var other = place - 1
            while other >= 0, types[other] == .europeanTerminator {
                types[other] = .europeanNumber
                other -= 1
            }
            other = place + 1
            while other < types.count, types[other] == .europeanTerminator {
                types[other] = .europeanNumber
                other += 1
            }
        }
        for place in types.indices
        where [.europeanSeparator, .europeanTerminator, .commonSeparator].contains(types[place]) {
            types[place] = .otherNeutral  // W6
        }
        for place in types.indices where types[place] == .europeanNumber && strongBefore(place) == .leftToRight {
            types[place] = .leftToRight  // W7
        }
    }

    /// N0.
    private func resolveBrackets(_ types: inout [BidiClass], _ sequence: Sequence) {
        func identity(_ scalar: UInt32) -> UInt32 { scalar == 0x2329 ? 0x3008 : scalar == 0x232A ? 0x3009 : scalar }
        var open: [(scalar: UInt32, place: Int)] = []
        var pairs: [(Int, Int)] = []
        for (place, index) in sequence.indices.enumerated() where types[place] == .otherNeutral {  // BD16
            guard let bracket = UnicodeProperties.pairedBracket(scalars[index]) else { continue }
            if bracket.isOpening {
                if open.count == 63 { break }
                open.append((identity(bracket.partner), place))
            } else if let match = open.lastIndex(where: { $0.scalar == identity(scalars[index]) }) {
                pairs.append((open[match].place, place))
                open.removeSubrange(match...)
            }
        }
        let embedding: BidiClass = sequence.level % 2 == 0 ? .leftToRight : .rightToLeft
        for (opening, closing) in pairs.sorted(by: { $0.0 < $1.0 }) {
            let inside = types[(opening + 1)..<closing].compactMap(BidiReference.strong)
            let found: BidiClass
            if inside.contains(embedding) {
                found = embedding  // b
            } else if let opposite = inside.first {  // c
                let before = types[..<opening].reversed().lazy.compactMap(BidiReference.strong).first ?? sequence.start
                found = before == opposite ? opposite : embedding
            } else {
                continue  // d
            }
            for place in [opening, closing] {
                types[place] = found
                // Marks that followed the bracket before W1 follow it now.
                var mark = place + 1
                while mark < types.count, original[sequence.indices[mark]] == .nonspacingMark {
                    types[mark] = found
                    mark += 1
                }
            }
        }
    }
}
