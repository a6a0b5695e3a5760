import CGalleyData

// The characters of an isolating run sequence as runs of one class, which is what W1 to I2 work on.

extension BidiAlgorithm {
    /// Characters of one class, one behind the other; a paired bracket is a run of its own.
    struct ClassRun {
        var type: BidiClass
        /// Whether it is one character: a separator between numbers is single (W4).
        var isSingle: Bool
        /// Whether it was nonspacing marks before W1.
        var isMark: Bool
        /// Where it ends: in bytes where the text is one sequence, else a place in ``sequence``.
        var end: Int32
    }

    /// The level of each byte, none when all are 0, of a text without explicit controls, separators and characters that X9
    /// removes: one level run. That is nearly all text; `nil` where it is not.
    mutating func levelsByRuns(
        of utf8: UnsafeBufferPointer<UInt8>, _ characters: borrowing CharacterRuns, baseLevel: UInt8
    ) -> [UInt8]? {
        present = characters.bidiClasses
        guard !present.intersects(.explicit), !present.intersects(.removed), !present.intersects(.separators) else {
            return nil
        }
        gatherClassRuns(utf8, characters)
        let boundaries = Boundaries(level: baseLevel)
        resolveSequence(boundaries)
        let numbers = boundaries.levels
        guard baseLevel != 0 || classRuns.contains(where: { $0.type != .leftToRight }) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: utf8.count) { levels, count in
            count = utf8.count
            guard let base = levels.baseAddress else { return }
            var start = 0
            var index = 0
            classRuns.withUnsafeBufferPointer { runs in
                while index < runs.count {
                    let level = numbers.of(runs[index].type)
                    // Most words have the level of the space between them.
                    while index &+ 1 < runs.count, numbers.of(runs[index &+ 1].type) == level { index &+= 1 }
                    let end = Int(runs[index].end)
                    (base + start).initialize(repeating: level, count: end &- start)
                    start = end
                    index &+= 1
                }
            }
        }
    }

    /// A whole text as one sequence: its ``classRuns`` and the ``runBrackets``.
    private mutating func gatherClassRuns(
        _ utf8: UnsafeBufferPointer<UInt8>, _ characters: borrowing CharacterRuns
    ) {
        runBrackets.removeAll(keepingCapacity: true)
        var places: [(index: Int, start: Int)] = []
        classRuns = characters.withRuns { characters in
            [ClassRun](unsafeUninitializedCapacity: characters.count) { runs, count in
                bidiClasses.withUnsafeBufferPointer { types in
                    var current: UInt8 = 0xFF
                    var start = 0
                    for run in characters {
                        let found = run.bidi
                        let end = Int32(truncatingIfNeeded: run.end)
                        if found == current, !run.isBracket {
                            runs[count &- 1].end = end
                            runs[count &- 1].isSingle = false
                        } else {
                            if run.isBracket { places.append((count, start)) }
                            let type = types[Int(found & 0x1F)]
                            (runs.baseAddress.unsafelyUnwrapped + count).initialize(
                                to: ClassRun(
                                    type: type, isSingle: run.isSingle, isMark: type == .nonspacingMark, end: end))
                            count &+= 1
                            current = found
                        }
                        start = run.end
                    }
                }
            }
        }
        for (index, start) in places {
            let scalar = UTF8Decoding.decode(utf8, at: start).scalar
            if let bracket = Bracket(scalar, at: index) { runBrackets.append(bracket) }
        }
    }

    /// The characters of ``sequence``, or of the paragraph where that is empty: ``classRuns`` and ``runBrackets``.
    mutating func gatherClassRuns() {
        runBrackets.removeAll(keepingCapacity: true)
        classRuns.removeAll(keepingCapacity: true)
        let isWhole = sequence.isEmpty
        let count = isWhole ? paragraph.count : sequence.count
        // Overrides have changed classes where there are controls.
        let isChanged = present.intersects(.explicit)
        var next = firstBracket(from: isWhole ? paragraph.lowerBound : Int(sequence[0]))
        var isAfterBracket = true
        for place in 0..<count {
            let index = isWhole ? paragraph.lowerBound + place : Int(sequence[place])
            let type = isChanged ? classes[index] : original[index]
            let isMark = original[index] == .nonspacingMark
            while next < brackets.count, brackets[next].index < index { next += 1 }
            let isBracket = next < brackets.count && brackets[next].index == index
            let end = Int32(truncatingIfNeeded: place + 1)
            if let last = classRuns.last, !isBracket, !isAfterBracket, last.type == type, last.isMark == isMark {
                classRuns[classRuns.count - 1].end = end
                classRuns[classRuns.count - 1].isSingle = false
                continue
            }
            if isBracket {
                var bracket = brackets[next]
                bracket.index = classRuns.count
                runBrackets.append(bracket)
            }
            isAfterBracket = isBracket
            classRuns.append(ClassRun(type: type, isSingle: true, isMark: isMark, end: end))
        }
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

    /// I1 and I2 for the sequence that was gathered.
    mutating func assignLevels(_ boundaries: Boundaries) {
        let numbers = boundaries.levels
        let first = paragraph.lowerBound
        let isWhole = sequence.isEmpty
        var place = 0
        for run in classRuns {
            let level = numbers.of(run.type)
            while place < Int(run.end) {
                levels[isWhole ? first + place : Int(sequence[place])] = level
                place += 1
            }
        }
    }
}
