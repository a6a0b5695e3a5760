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
    }

    /// The whole paragraph as the only sequence: there are no controls, but characters may be removed (soft hyphens,
    /// joiners).
    mutating func gatherParagraph(_ paragraph: Range<Int>) {
        sequence.removeAll(keepingCapacity: true)
        types.removeAll(keepingCapacity: true)
        guard present.intersects(.removed) else {
            types.append(contentsOf: original[paragraph])
            return
        }
        for index in paragraph where !BidiAlgorithm.isRemoved(original[index]) {
            sequence.append(Int32(index))
            types.append(original[index])
        }
    }

    /// Puts each isolating run sequence in turn into `sequence` and `types`, and hands it to `body`.
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
            types.removeAll(keepingCapacity: true)
            for index in sequence { types.append(classes[Int(index)]) }
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
