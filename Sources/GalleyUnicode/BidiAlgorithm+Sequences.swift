// UAX #9 X9, X10, BD13: level runs joined across isolates.

extension BidiAlgorithm {
    /// What the rules know of the ends of an isolating run sequence.
    struct Boundaries {
        var level: UInt8
        /// sos and eos: L or R.
        var start: BidiClass
        var end: BidiClass

        /// The direction of the sequence's own level.
        var embedding: BidiClass { level & 1 == 0 ? .leftToRight : .rightToLeft }
        /// I1 and I2: what becomes of the resolved classes.
        var levels: ResolvedLevels { ResolvedLevels(embedding: level) }

        init(level: UInt8, start: BidiClass, end: BidiClass) {
            self.level = level
            self.start = start
            self.end = end
        }

        /// A paragraph without controls, which is one sequence.
        init(level: UInt8) {
            let direction: BidiClass = level & 1 == 0 ? .leftToRight : .rightToLeft
            self.init(level: level, start: direction, end: direction)
        }
    }

    /// I1 and I2: the level of each class that N2 leaves.
    struct ResolvedLevels {
        private let left: UInt8
        private let right: UInt8
        private let number: UInt8

        init(embedding level: UInt8) {
            let isEven = level & 1 == 0
            left = level + (isEven ? 0 : 1)
            right = level + (isEven ? 1 : 0)
            number = level + (isEven ? 2 : 1)
        }

        @inline(__always)
        func of(_ type: BidiClass) -> UInt8 {
            type == .leftToRight ? left : type == .rightToLeft ? right : number
        }
    }

    /// The whole paragraph as the only sequence: there are no controls, but characters may be removed (soft hyphens,
    /// joiners).
    mutating func gatherParagraph(_ paragraph: Range<Int>) {
        sequence.removeAll(keepingCapacity: true)
        guard present.intersects(.removed) else { return }
        for index in paragraph where !BidiAlgorithm.isRemoved(original[index]) { sequence.append(Int32(index)) }
    }

    /// Puts each isolating run sequence in turn into `sequence`, and hands it to `body`.
    mutating func forEachIsolatingRunSequence(
        _ paragraph: Range<Int>, _ body: (inout BidiAlgorithm, Boundaries) -> Void
    ) {
        gatherRuns(paragraph)
        for first in runs.indices {
            // A run that begins with the PDI of an isolate continues another run's sequence.
            let start = Int(kept[runs[first].lowerBound])
            if original[start] == .popDirectionalIsolate, matches[start] >= 0 { continue }
            sequence.removeAll(keepingCapacity: true)
            var run = first
            while true {
                sequence.append(contentsOf: kept[runs[run]])
                let last = Int(kept[runs[run].upperBound - 1])
                guard BidiAlgorithm.isIsolateInitiator(original[last]), matches[last] >= 0 else { break }
                let next = Int(runOfFirst[Int(matches[last])])
                guard next > run else { break }
                run = next
            }
            body(&self, boundaries(first, run))
        }
    }

    /// X9, BD7: the characters that stay, and their level runs.
    private mutating func gatherRuns(_ paragraph: Range<Int>) {
        kept.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        embeddings.removeAll(keepingCapacity: true)
        for index in paragraph where !BidiAlgorithm.isRemoved(original[index]) {
            kept.append(Int32(index))
            embeddings.append(levels[index])
        }
        var start = 0
        while start < kept.count {
            let level = embeddings[start]
            var end = start + 1
            while end < kept.count, embeddings[end] == level { end += 1 }
            runOfFirst[Int(kept[start])] = Int32(runs.count)
            runs.append(start..<end)
            start = end
        }
    }

    /// X10: sos and eos of the sequence that begins with run `first` and ends with run `last`.
    private func boundaries(_ first: Int, _ last: Int) -> Boundaries {
        let start = runs[first].lowerBound
        let end = runs[last].upperBound
        let level = embeddings[start]
        let before = start > 0 ? embeddings[start - 1] : baseLevel
        let isUnmatched =
            BidiAlgorithm.isIsolateInitiator(original[Int(kept[end - 1])]) && matches[Int(kept[end - 1])] < 0
        let after = end < kept.count && !isUnmatched ? embeddings[end] : baseLevel
        return Boundaries(
            level: level, start: max(level, before) & 1 == 0 ? .leftToRight : .rightToLeft,
            end: max(level, after) & 1 == 0 ? .leftToRight : .rightToLeft)
    }

    static func isIsolateInitiator(_ bidiClass: BidiClass) -> Bool {
        switch bidiClass {
        case .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate: true
        default: false
        }
    }
}
