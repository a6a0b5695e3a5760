import CGalleyData

// UAX #9 W1 to W7, N1, N2, I1, I2 for text without explicit controls, separators, brackets and characters that X9 removes:
// one level run, of which neighbours of one class are taken together. That is nearly all text.

extension BidiAlgorithm {
    /// Characters of one class, one behind the other.
    struct ClassRun {
        var type: BidiClass
        /// Whether it is one character: a separator between numbers is single (W4).
        var isSingle: Bool
        /// Where it ends, in bytes.
        var end: Int32
    }

    /// The level of each byte, none when all are 0; `nil` where the text has something else in it.
    mutating func levelsByRuns(of utf8: UnsafeBufferPointer<UInt8>, baseLevel: UInt8) -> [UInt8]? {
        var runs = classRuns
        classRuns = []
        defer { classRuns = runs }
        guard let present = BidiAlgorithm.gather(utf8, into: &runs) else { return nil }
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

    /// The text's runs and the classes that occur; `nil` for what is not done here.
    private static func gather(_ utf8: UnsafeBufferPointer<UInt8>, into runs: inout [ClassRun]) -> ClassSet? {
        runs.removeAll(keepingCapacity: true)
        var present: UInt32 = 0
        var current: UInt8 = 0xFF
        var isSingle = true
        var offset = 0
        let count = utf8.count
        while offset < count {
            let byte = utf8[offset]
            let data: UInt8
            let start = offset
            if byte < 0x80 {
                data = galley_unicode_bidi_ascii(byte)
                offset &+= 1
            } else {
                let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                data = galley_unicode_bidi(scalar)
                offset &+= length
            }
            // The class, and the bit of brackets.
            let found = data & 0x3F
            if found == current {
                isSingle = false
                continue
            }
            guard found & 0x20 == 0, let type = BidiClass(rawValue: found) else { return nil }
            if let last = BidiClass(rawValue: current) {
                runs.append(ClassRun(type: last, isSingle: isSingle, end: Int32(truncatingIfNeeded: start)))
            }
            present |= 1 &<< UInt32(type.rawValue)
            current = found
            isSingle = true
        }
        if let last = BidiClass(rawValue: current) {
            runs.append(ClassRun(type: last, isSingle: isSingle, end: Int32(truncatingIfNeeded: count)))
        }
        let set = ClassSet(bits: present)
        let others: ClassSet = [.paragraphSeparator, .segmentSeparator]
        return set.intersects(.explicit) || set.intersects(.removed) || set.intersects(others) ? nil : set
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
