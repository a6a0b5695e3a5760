// UAX #9 W1 to W7, N0 to N2: one isolating run sequence, as runs of one class.

extension BidiAlgorithm {
    /// W1 to N2 for ``classRuns``.
    mutating func resolveSequence(_ boundaries: Boundaries) {
        var runs = classRuns
        classRuns = []
        let present = present
        runs.withUnsafeMutableBufferPointer { runs in
            if present.intersects([.nonspacingMark, .arabicLetter]) {
                BidiAlgorithm.resolveMarksAndArabicNumbers(runs, boundaries)
            }
            if present.intersects([.europeanSeparator, .commonSeparator]) { BidiAlgorithm.resolveSeparators(runs) }
            if present.intersects([.europeanSeparator, .commonSeparator, .europeanTerminator]) {
                BidiAlgorithm.resolveTerminators(runs)
            }
            if present.contains(.europeanNumber) { BidiAlgorithm.resolveNumbersAfterLatin(runs, boundaries) }
            if !runBrackets.isEmpty { resolveBrackets(runs, boundaries) }
            BidiAlgorithm.resolveNeutral(runs, boundaries)
        }
        classRuns = runs
    }

    /// W1 to W3, which only look back.
    private static func resolveMarksAndArabicNumbers(
        _ runs: UnsafeMutableBufferPointer<ClassRun>, _ boundaries: Boundaries
    ) {
        var previous = boundaries.start
        var strong = boundaries.start
        for index in runs.indices {
            var type = runs[index].type
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
            runs[index].type = type
        }
    }

    /// W4.
    private static func resolveSeparators(_ runs: UnsafeMutableBufferPointer<ClassRun>) {
        guard runs.count > 2 else { return }
        for index in 1..<runs.count - 1 where runs[index].isSingle {
            let type = runs[index].type
            guard type == .europeanSeparator || type == .commonSeparator else { continue }
            let before = runs[index - 1].type
            guard before == runs[index + 1].type else { continue }
            if before == .europeanNumber || before == .arabicNumber && type == .commonSeparator {
                runs[index].type = before
            }
        }
    }

    /// W5 and W6.
    private static func resolveTerminators(_ runs: UnsafeMutableBufferPointer<ClassRun>) {
        var index = 0
        while index < runs.count {
            guard runs[index].type == .europeanTerminator else {
                if runs[index].type == .europeanSeparator || runs[index].type == .commonSeparator {
                    runs[index].type = .otherNeutral
                }
                index += 1
                continue
            }
            var end = index + 1
            while end < runs.count, runs[end].type == .europeanTerminator { end += 1 }
            let touches =
                index > 0 && runs[index - 1].type == .europeanNumber
                || end < runs.count && runs[end].type == .europeanNumber
            while index < end {
                runs[index].type = touches ? .europeanNumber : .otherNeutral
                index += 1
            }
        }
    }

    /// W7.
    private static func resolveNumbersAfterLatin(
        _ runs: UnsafeMutableBufferPointer<ClassRun>, _ boundaries: Boundaries
    ) {
        var strong = boundaries.start
        for index in runs.indices {
            switch runs[index].type {
            case .leftToRight, .rightToLeft: strong = runs[index].type
            case .europeanNumber where strong == .leftToRight: runs[index].type = .leftToRight
            default: break
            }
        }
    }

    /// N0: paired brackets.
    private mutating func resolveBrackets(_ runs: UnsafeMutableBufferPointer<ClassRun>, _ boundaries: Boundaries) {
        findPairs(runs)
        let embedding = boundaries.embedding
        // The strong type before the next opening bracket: pairs come in the order of those, so one walk is enough.
        var before = boundaries.start
        var walked = 0
        for (opening, closing) in pairs {
            while walked < opening {
                if let strong = BidiAlgorithm.strong(runs[walked].type) { before = strong }
                walked += 1
            }
            var found: BidiClass?
            for run in opening + 1..<closing {
                guard let strong = BidiAlgorithm.strong(runs[run].type) else { continue }
                found = strong
                if strong == embedding { break }
            }
            guard let found else { continue }  // N0 d
            // N0 b; c: the opposite direction holds when it also comes before.
            let type = found == embedding || before != found ? embedding : found
            for bracket in [opening, closing] {
                runs[bracket].type = type
                var next = bracket + 1
                while next < runs.count, runs[next].isMark {
                    runs[next].type = type
                    next += 1
                }
            }
        }
    }

    /// BD16: the pairs of the sequence, in order of their opening brackets.
    private mutating func findPairs(_ runs: UnsafeMutableBufferPointer<ClassRun>) {
        pairs.removeAll(keepingCapacity: true)
        var open: [(identity: UInt32, run: Int)] = []
        for bracket in runBrackets where runs[bracket.index].type == .otherNeutral {
            if bracket.isOpening {
                guard open.count < UnicodeLimits.maximumOpenBrackets else { break }
                open.append((bracket.identity, bracket.index))
            } else if let match = open.lastIndex(where: { $0.identity == bracket.identity }) {
                pairs.append((open[match].run, bracket.index))
                open.removeSubrange(match...)
            }
        }
        pairs.sort { $0.opening < $1.opening }
    }

    /// N0 to N2 count numbers as R.
    @inline(__always)
    private static func strong(_ type: BidiClass) -> BidiClass? {
        switch type {
        case .leftToRight: .leftToRight
        case .rightToLeft, .europeanNumber, .arabicNumber: .rightToLeft
        default: nil
        }
    }

    /// N1 and N2.
    private static func resolveNeutral(_ runs: UnsafeMutableBufferPointer<ClassRun>, _ boundaries: Boundaries) {
        var before = boundaries.start
        var index = 0
        while index < runs.count {
            if let strong = strong(runs[index].type) {
                before = strong
                index += 1
                continue
            }
            var end = index + 1
            while end < runs.count, strong(runs[end].type) == nil { end += 1 }
            let after = end < runs.count ? strong(runs[end].type) ?? boundaries.end : boundaries.end
            let type = before == after ? before : boundaries.embedding
            while index < end {
                runs[index].type = type
                index += 1
            }
        }
    }
}
