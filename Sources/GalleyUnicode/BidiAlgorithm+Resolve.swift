// UAX #9 W1 to W7, N0 to N2, I1, I2: one isolating run sequence.

extension BidiAlgorithm {
    /// W1 to W7.
    mutating func resolveWeak(_ boundaries: Boundaries) {
        let present = present
        types.withUnsafeMutableBufferPointer { types in
            if present.intersects([.nonspacingMark, .arabicLetter]) {
                BidiAlgorithm.resolveMarksAndArabicNumbers(types, boundaries)
            }
            if present.intersects([.europeanSeparator, .commonSeparator]) { BidiAlgorithm.resolveSeparators(types) }
            if present.intersects([.europeanSeparator, .commonSeparator, .europeanTerminator]) {
                BidiAlgorithm.resolveTerminators(types)
            }
            if present.contains(.europeanNumber) { BidiAlgorithm.resolveNumbersAfterLatin(types, boundaries) }
        }
    }

    /// W1 to W3, which only look back.
    private static func resolveMarksAndArabicNumbers(
        _ types: UnsafeMutableBufferPointer<BidiClass>, _ boundaries: Boundaries
    ) {
        var previous = boundaries.start
        var strong = boundaries.start
        for place in types.indices {
            var type = types[place]
            if type == .nonspacingMark {  // W1
                let isIsolate = BidiAlgorithm.isIsolateInitiator(previous) || previous == .popDirectionalIsolate
                type = isIsolate ? .otherNeutral : previous
            }
            previous = type
            switch type {
            case .leftToRight, .rightToLeft: strong = type
            case .arabicLetter:
                strong = type
                type = .rightToLeft  // W3
            case .europeanNumber where strong == .arabicLetter: type = .arabicNumber  // W2
            default: break
            }
            types[place] = type
        }
    }

    /// W4.
    private static func resolveSeparators(_ types: UnsafeMutableBufferPointer<BidiClass>) {
        guard types.count > 2 else { return }
        for place in 1..<types.count - 1 {
            let type = types[place]
            guard type == .europeanSeparator || type == .commonSeparator else { continue }
            let before = types[place - 1]
            guard before == types[place + 1] else { continue }
            if before == .europeanNumber || before == .arabicNumber && type == .commonSeparator {
                types[place] = before
            }
        }
    }

    /// W5 and W6.
    private static func resolveTerminators(_ types: UnsafeMutableBufferPointer<BidiClass>) {
        var place = 0
        while place < types.count {
            guard types[place] == .europeanTerminator else {
                if types[place] == .europeanSeparator || types[place] == .commonSeparator {
                    types[place] = .otherNeutral
                }
                place += 1
                continue
            }
            var end = place + 1
            while end < types.count, types[end] == .europeanTerminator { end += 1 }
            let touches =
                place > 0 && types[place - 1] == .europeanNumber || end < types.count && types[end] == .europeanNumber
            while place < end {
                types[place] = touches ? .europeanNumber : .otherNeutral
                place += 1
            }
        }
    }

    /// W7.
    private static func resolveNumbersAfterLatin(
        _ types: UnsafeMutableBufferPointer<BidiClass>, _ boundaries: Boundaries
    ) {
        var strong = boundaries.start
        for place in types.indices {
            switch types[place] {
            case .leftToRight, .rightToLeft: strong = types[place]
            case .europeanNumber where strong == .leftToRight: types[place] = .leftToRight
            default: break
            }
        }
    }

    /// N0: paired brackets.
    mutating func resolveBrackets(_ boundaries: Boundaries) {
        guard !brackets.isEmpty else { return }
        findPairs()
        let embedding = boundaries.embedding
        // The strong type before the next opening bracket: pairs come in the order of those, so one walk is enough.
        var before = boundaries.start
        var walked = 0
        for (opening, closing) in pairs {
            while walked < opening {
                if let strong = strongType(walked) { before = strong }
                walked += 1
            }
            var found: BidiClass?
            for place in opening + 1..<closing {
                guard let strong = strongType(place) else { continue }
                found = strong
                if strong == embedding { break }
            }
            guard let found else { continue }  // N0 d
            // N0 b; c: the opposite direction holds when it also comes before.
            setBrackets(opening, closing, found == embedding || before != found ? embedding : found)
        }
    }

    private mutating func setBrackets(_ opening: Int, _ closing: Int, _ type: BidiClass) {
        for bracket in [opening, closing] {
            types[bracket] = type
            var place = bracket + 1
            while place < types.count, original[index(place)] == .nonspacingMark {
                types[place] = type
                place += 1
            }
        }
    }

    private func strongType(_ place: Int) -> BidiClass? { BidiAlgorithm.strong(types[place]) }

    /// N0 to N2 count numbers as R.
    static func strong(_ type: BidiClass) -> BidiClass? {
        switch type {
        case .leftToRight: .leftToRight
        case .rightToLeft, .europeanNumber, .arabicNumber: .rightToLeft
        default: nil
        }
    }

    /// BD16: the pairs of the sequence, in order of their opening brackets.
    private mutating func findPairs() {
        pairs.removeAll(keepingCapacity: true)
        var open: [(identity: UInt32, place: Int)] = []
        var next = firstBracket(from: index(0))
        for place in types.indices {
            let index = index(place)
            while next < brackets.count, brackets[next].index < index { next += 1 }
            guard next < brackets.count else { break }
            let bracket = brackets[next]
            guard bracket.index == index, types[place] == .otherNeutral else { continue }
            if bracket.isOpening {
                guard open.count < UnicodeLimits.maximumOpenBrackets else { break }
                open.append((bracket.identity, place))
            } else if let match = open.lastIndex(where: { $0.identity == bracket.identity }) {
                pairs.append((open[match].place, place))
                open.removeSubrange(match...)
            }
        }
        pairs.sort { $0.opening < $1.opening }
    }

    private func firstBracket(from index: Int) -> Int {
        var low = 0
        var high = brackets.count
        while low < high {
            let middle = (low + high) / 2
            if brackets[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// N1 and N2.
    mutating func resolveNeutral(_ boundaries: Boundaries) {
        types.withUnsafeMutableBufferPointer { types in
            var before = boundaries.start
            var place = 0
            while place < types.count {
                if let strong = BidiAlgorithm.strong(types[place]) {
                    before = strong
                    place += 1
                    continue
                }
                var end = place + 1
                while end < types.count, BidiAlgorithm.strong(types[end]) == nil { end += 1 }
                let after = end < types.count ? BidiAlgorithm.strong(types[end]) ?? boundaries.end : boundaries.end
                let type = before == after ? before : boundaries.embedding
                while place < end {
                    types[place] = type
                    place += 1
                }
            }
        }
    }

    /// I1 and I2.
    mutating func assignLevels(_ boundaries: Boundaries) {
        let isEven = boundaries.level & 1 == 0
        let left = boundaries.level + (isEven ? 0 : 1)
        let right = boundaries.level + (isEven ? 1 : 0)
        let number = boundaries.level + (isEven ? 2 : 1)
        let first = paragraph.lowerBound
        let isWhole = sequence.isEmpty
        levels.withUnsafeMutableBufferPointer { levels in
            types.withUnsafeBufferPointer { types in
                sequence.withUnsafeBufferPointer { sequence in
                    for place in 0..<types.count {
                        let type = types[place]
                        let level = type == .leftToRight ? left : type == .rightToLeft ? right : number
                        levels[isWhole ? first &+ place : Int(sequence[place])] = level
                    }
                }
            }
        }
    }
}
