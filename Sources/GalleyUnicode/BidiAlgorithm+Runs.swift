import CGalleyData

// UAX #9 W1 to W7, N0 to N2, I1, I2 for text without explicit controls, separators and characters that X9 removes: one
// level run, of which neighbours of one class are taken together. That is nearly all text.

extension BidiAlgorithm {
    /// Characters of one class, one behind the other; a paired bracket is a run of its own.
    struct ClassRun {
        var type: BidiClass
        /// Whether it is one character: a separator between numbers is single (W4).
        var isSingle: Bool
        /// Whether it was nonspacing marks before W1.
        var isMark: Bool
        /// Where it ends, in bytes.
        var end: Int32
    }

    /// The level of each byte, none when all are 0; `nil` where the text has something else in it.
    mutating func levelsByRuns(of utf8: UnsafeBufferPointer<UInt8>, baseLevel: UInt8) -> [UInt8]? {
        var runs = classRuns
        classRuns = []
        defer { classRuns = runs }
        brackets.removeAll(keepingCapacity: true)
        guard let present = gather(utf8, into: &runs) else { return nil }
        let embedding: BidiClass = baseLevel & 1 == 0 ? .leftToRight : .rightToLeft
        runs.withUnsafeMutableBufferPointer { runs in
            if present.intersects([.nonspacingMark, .arabicLetter]) {
                BidiAlgorithm.resolveMarksAndArabicNumbers(runs, embedding)
            }
            if present.intersects([.europeanSeparator, .commonSeparator, .europeanTerminator]) {
                BidiAlgorithm.resolveSeparators(runs)
                BidiAlgorithm.resolveTerminators(runs)
            }
            if present.contains(.europeanNumber) { BidiAlgorithm.resolveNumbersAfterLatin(runs, embedding) }
            if !brackets.isEmpty { resolveBrackets(runs, embedding) }
            BidiAlgorithm.resolveNeutral(runs, embedding)
        }
        // I1, I2
        let isEven = baseLevel & 1 == 0
        let left = baseLevel + (isEven ? 0 : 1)
        let right = baseLevel + (isEven ? 1 : 0)
        let number = baseLevel + (isEven ? 2 : 1)
        guard left != 0 || runs.contains(where: { $0.type != .leftToRight }) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: utf8.count) { levels, count in
            count = utf8.count
            guard let base = levels.baseAddress else { return }
            var start = 0
            for run in runs {
                let level = run.type == .leftToRight ? left : run.type == .rightToLeft ? right : number
                (base + start).initialize(repeating: level, count: Int(run.end) - start)
                start = Int(run.end)
            }
        }
    }

    /// The text's runs and the classes that occur; `nil` for what is not done here. Fills ``brackets`` with the numbers of
    /// their runs.
    private mutating func gather(_ utf8: UnsafeBufferPointer<UInt8>, into runs: inout [ClassRun]) -> ClassSet? {
        runs.removeAll(keepingCapacity: true)
        var present: UInt32 = 0
        var current: UInt8 = 0xFF
        var isSingle = true
        var offset = 0
        let count = utf8.count
        while offset < count {
            let start = offset
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            let data = scalar < 0x80 ? galley_unicode_bidi_ascii(UInt8(scalar)) : galley_unicode_bidi(scalar)
            offset &+= length
            // The class, and the bit of brackets: two brackets are two runs.
            let found = data & 0x3F
            if found == current, found & 0x20 == 0 {
                isSingle = false
                continue
            }
            guard let type = BidiClass(rawValue: found & 0x1F) else { return nil }
            if let last = BidiClass(rawValue: current & 0x1F), current != 0xFF {
                runs.append(
                    ClassRun(
                        type: last, isSingle: isSingle, isMark: last == .nonspacingMark,
                        end: Int32(truncatingIfNeeded: start)))
            }
            if found & 0x20 != 0 { addBracket(scalar, at: runs.count) }
            present |= 1 &<< UInt32(type.rawValue)
            current = found
            isSingle = true
        }
        if let last = BidiClass(rawValue: current & 0x1F), current != 0xFF {
            runs.append(
                ClassRun(
                    type: last, isSingle: isSingle, isMark: last == .nonspacingMark,
                    end: Int32(truncatingIfNeeded: count)))
        }
        let set = ClassSet(bits: present)
        let others: ClassSet = [.paragraphSeparator, .segmentSeparator]
        return set.intersects(.explicit) || set.intersects(.removed) || set.intersects(others) ? nil : set
    }

    /// N0, with the pairs of BD16.
    private mutating func resolveBrackets(_ runs: UnsafeMutableBufferPointer<ClassRun>, _ embedding: BidiClass) {
        pairs.removeAll(keepingCapacity: true)
        var open: [(identity: UInt32, run: Int)] = []
        search: for bracket in brackets where runs[bracket.index].type == .otherNeutral {
            if bracket.isOpening {
                guard open.count < UnicodeLimits.maximumOpenBrackets else { break search }
                open.append((bracket.identity, bracket.index))
            } else if let match = open.lastIndex(where: { $0.identity == bracket.identity }) {
                pairs.append((open[match].run, bracket.index))
                open.removeSubrange(match...)
            }
        }
        pairs.sort { $0.opening < $1.opening }
        // The strong type before the next opening bracket.
        var before = embedding
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
                if bracket + 1 < runs.count, runs[bracket + 1].isMark { runs[bracket + 1].type = type }
            }
        }
    }

    /// W1 to W3.
    private static func resolveMarksAndArabicNumbers(
        _ runs: UnsafeMutableBufferPointer<ClassRun>, _ embedding: BidiClass
    ) {
        var previous = embedding
        var strong = embedding
        for index in runs.indices {
            var type = runs[index].type
            if type == .nonspacingMark { type = previous }  // W1; there are no isolates
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
        _ runs: UnsafeMutableBufferPointer<ClassRun>, _ embedding: BidiClass
    ) {
        var strong = embedding
        for index in runs.indices {
            switch runs[index].type {
            case .leftToRight, .rightToLeft: strong = runs[index].type
            case .europeanNumber where strong == .leftToRight: runs[index].type = .leftToRight
            default: break
            }
        }
    }

    /// N1 and N2.
    private static func resolveNeutral(_ runs: UnsafeMutableBufferPointer<ClassRun>, _ embedding: BidiClass) {
        var before = embedding
        var index = 0
        while index < runs.count {
            if let strong = strong(runs[index].type) {
                before = strong
                index += 1
                continue
            }
            var end = index + 1
            while end < runs.count, strong(runs[end].type) == nil { end += 1 }
            let after = end < runs.count ? strong(runs[end].type) ?? embedding : embedding
            let type = before == after ? before : embedding
            while index < end {
                runs[index].type = type
                index += 1
            }
        }
    }
}
