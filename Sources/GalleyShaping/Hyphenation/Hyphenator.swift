/// Hyphenates the words of one language and remembers them: most words of a text were there before.
///
/// Exact: a word is found again by all of its bytes. It forgets all when it has ``ShapingLimits/hyphenatorBytes``.
final class Hyphenator {
    private let dictionary: HyphenationDictionary
    /// Whether words with a capital are hyphenated: in English browsers do not.
    let breaksCapitalized: Bool
    private var scratch = HyphenationDictionary.Scratch()
    /// Open addressing: entries by hash, counted from 1.
    private var slots = ContiguousArray<UInt32>(repeating: 0, count: 1_024)
    private var entries: ContiguousArray<Entry> = []
    /// Each entry's word, and after it the offsets of its breaks.
    private var bytes: ContiguousArray<UInt8> = []

    private struct Entry {
        var hash: UInt32
        var start: UInt32
        var length: UInt8
        var breaks: UInt8
    }

    init(_ dictionary: HyphenationDictionary, language: String) {
        self.dictionary = dictionary
        breaksCapitalized = language.prefix { $0 != "-" && $0 != "_" }.lowercased() != "en"
    }

    var byteCount: Int {
        slots.count * MemoryLayout<UInt32>.stride + entries.count * MemoryLayout<Entry>.stride + bytes.count
    }

    /// Calls `body` with the offsets at which a word may be broken, growing.
    ///
    /// - Returns: whether the word was remembered.
    func withBreaks(
        of word: UnsafeBufferPointer<UInt8>, remembers: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard word.count <= ShapingLimits.maximumHyphenatedWord else { return false }
        let hash = remembers ? WordCache.hash(word) : 0
        if remembers, let entry = find(word, hash) {
            let start = Int(entry.start) + Int(entry.length)
            bytes.withUnsafeBufferPointer { body(.init(rebasing: $0[start..<start + Int(entry.breaks)])) }
            return true
        }
        dictionary.hyphenate(word, &scratch)
        if remembers { insert(word, hash) }
        scratch.breaks.withUnsafeBufferPointer(body)
        return false
    }

    private func find(_ word: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Entry? {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.hash == hash, Int(entry.length) == word.count, isWord(entry, word) { return entry }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func isWord(_ entry: Entry, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < word.count, bytes[Int(entry.start) &+ index] == word[index] { index &+= 1 }
            return index == word.count
        }
    }

    private func insert(_ word: UnsafeBufferPointer<UInt8>, _ hash: UInt32) {
        if byteCount > ShapingLimits.hyphenatorBytes { removeAll() }
        entries.append(
            Entry(
                hash: hash, start: UInt32(bytes.count), length: UInt8(word.count), breaks: UInt8(scratch.breaks.count)))
        bytes.append(contentsOf: word)
        bytes.append(contentsOf: scratch.breaks)
        if entries.count * 2 > slots.count {
            slots = ContiguousArray(repeating: 0, count: slots.count * 2)
            for index in entries.indices { place(index) }
        } else {
            place(entries.count - 1)
        }
    }

    private func place(_ index: Int) {
        let mask = slots.count - 1
        var slot = Int(entries[index].hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(index + 1)
    }

    private func removeAll() {
        slots = ContiguousArray(repeating: 0, count: 1_024)
        entries.removeAll()
        bytes.removeAll()
    }
}
