import GalleyUnicode

extension HyphenationDictionary {
    /// What hyphenating a word works with: kept between words, so that it allocates nothing.
    struct Scratch {
        /// Where the last word may be broken: offsets in its UTF-8.
        var breaks: ContiguousArray<UInt8> = []
        /// The word's characters as symbols, and where each begins.
        fileprivate var symbols: ContiguousArray<UInt8> = []
        fileprivate var offsets: ContiguousArray<UInt8> = []
        /// For each character whether the word may be broken before it.
        fileprivate var allowed: ContiguousArray<Bool> = []
        /// A part of the word between edges, and the values of the places in it.
        fileprivate var part: ContiguousArray<UInt8> = []
        fileprivate var places: ContiguousArray<UInt8> = []
        /// Parts still to be hyphenated.
        fileprivate var pending: ContiguousArray<Part> = []
    }

    /// A word of a compound, in characters.
    fileprivate struct Part {
        var start: Int
        var end: Int
        /// How often it was cut out of something longer.
        var depth: Int
    }

    /// Finds where a word of at most ``ShapingLimits/maximumHyphenatedWord`` bytes may be broken; longer ones may not.
    func hyphenate(_ word: UnsafeBufferPointer<UInt8>, _ scratch: inout Scratch) {
        scratch.breaks.removeAll(keepingCapacity: true)
        guard word.count <= ShapingLimits.maximumHyphenatedWord else { return }
        scratch.symbols.removeAll(keepingCapacity: true)
        scratch.offsets.removeAll(keepingCapacity: true)
        scratch.allowed.removeAll(keepingCapacity: true)
        var offset = 0
        while offset < word.count {
            let (scalar, length) = UTF8Decoding.decode(word, at: offset)
            scratch.symbols.append(alphabet.symbol(of: scalar))
            scratch.offsets.append(UInt8(offset))
            scratch.allowed.append(false)
            offset += length
        }
        let count = scratch.symbols.count
        guard count >= minimumBefore + minimumAfter else { return }
        scratch.pending.append(Part(start: 0, end: count, depth: 0))
        while let part = scratch.pending.popLast() {
            if !cut(part, &scratch) { hyphenate(part, &scratch) }
        }
        keepUnbroken(&scratch)
        for index in minimumBefore...count - minimumAfter where scratch.allowed[index] {
            scratch.breaks.append(scratch.offsets[index])
        }
    }

    /// Cuts a part where a compound's words meet; false where it is one word. Its parts are looked at again, between
    /// edges of their own, as libhyphen does.
    private func cut(_ part: Part, _ scratch: inout Scratch) -> Bool {
        guard !compounds.isEmpty, part.depth < ShapingLimits.maximumCompoundDepth else { return false }
        match(compounds, part, &scratch)
        var start = part.start
        for index in part.start + 1..<max(part.start + 1, part.end) {
            let value = scratch.places[index - part.start + 1]
            guard value & 2 != 0 else { continue }
            if value & 1 == 0 { scratch.allowed[index] = true }
            scratch.pending.append(Part(start: start, end: index, depth: part.depth + 1))
            start = index
        }
        guard start > part.start else { return false }
        scratch.pending.append(Part(start: start, end: part.end, depth: part.depth + 1))
        return true
    }

    /// Hyphenates a word.
    private func hyphenate(_ part: Part, _ scratch: inout Scratch) {
        match(words, part, &scratch)
        let lower = part.start == 0 ? 1 : max(1, compoundBefore)
        let upper = part.end - part.start - (part.end == scratch.symbols.count ? 1 : max(1, compoundAfter))
        guard lower <= upper else { return }
        for place in lower...upper where scratch.places[place + 1] & 3 == 2 {
            scratch.allowed[part.start + place] = true
        }
    }

    private func match(_ patterns: PatternAutomaton, _ part: Part, _ scratch: inout Scratch) {
        scratch.part.removeAll(keepingCapacity: true)
        scratch.part.append(PatternAutomaton.edge)
        scratch.part.append(contentsOf: scratch.symbols[part.start..<part.end])
        scratch.part.append(PatternAutomaton.edge)
        scratch.places.removeAll(keepingCapacity: true)
        scratch.places.append(contentsOf: repeatElement(0, count: scratch.part.count + 1))
        scratch.part.withUnsafeBufferPointer { part in
            scratch.places.withUnsafeMutableBufferPointer { patterns.match(part, $0) }
        }
    }

    /// `NOHYPHEN`: takes back breaks next to certain characters.
    private func keepUnbroken(_ scratch: inout Scratch) {
        for sign in unbroken where sign.count <= scratch.symbols.count {
            for start in 0...scratch.symbols.count - sign.count
            where scratch.symbols[start..<start + sign.count].elementsEqual(sign) {
                scratch.allowed[start] = false
                if start + sign.count < scratch.allowed.count { scratch.allowed[start + sign.count] = false }
            }
        }
    }
}
