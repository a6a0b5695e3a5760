import GalleyUnicode

/// Whole items of one plan as HarfBuzz shaped them, for text that cannot be put together of less: words of Indic scripts
/// that stand between spaces of another face, Arabic words with marks, single spaces. It is asked only for items whose
/// glyphs follow from their bytes alone (`LayoutContext.isByItself`). Every ``ItemCache/sampleInterval``-th answer is
/// compared with the item shaped anew; where one differs, the plan's items are shaped each time from then on.
///
/// Memory: the items as they are in a `ShapedText`, their bytes, and 8 bytes for each of two to eight times as many slots
/// (``ItemCache/byteCount``); `ShapingLimits.wordCacheBytes` bounds it.
final class ItemCache {
    /// How often an item that was found is checked against HarfBuzz.
    static let sampleInterval = 512

    /// The items, and their bytes one behind the other; their inline offsets count from 0 each.
    private var text = ShapedText()
    private var bytes: ContiguousArray<UInt8> = []
    private var starts: ContiguousArray<Int> = []
    /// Hash and index plus 1 of each item; a power of two long, at most half full.
    private var slots: ContiguousArray<(hash: UInt32, item: UInt32)> = []
    private var hits = 0
    /// False when an item has differed from HarfBuzz's.
    private(set) var isTrusted = true

    init() {}

    /// What the items take.
    var byteCount: Int {
        text.byteCount + bytes.count + starts.count * MemoryLayout<Int>.stride
            + slots.count * MemoryLayout<(UInt32, UInt32)>.stride
    }

    /// Forgets everything, and takes in nothing more.
    func giveUp() {
        isTrusted = false
        removeAll()
    }

    private func removeAll() {
        text.removeAll()
        bytes.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
    }

    /// Counts an item that was found; whether it is one to be checked.
    func isSample() -> Bool {
        hits += 1
        return hits % ItemCache.sampleInterval == 1
    }

    /// Appends the item if it is known.
    func append(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ hash: UInt32, to shaped: inout ShapedText
    ) -> Bool {
        guard let index = find(item, utf8, hash) else { return false }
        shaped.append(itemAt: index, of: text, as: item)
        return true
    }

    private func find(_ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count - 1
        let start = Int(item.start)
        let count = Int(item.end) - start
        var slot = Int(hash) & mask
        while slots[slot].item != 0 {
            let index = Int(slots[slot].item) - 1
            if slots[slot].hash == hash, Int(text.stored[index].length) == count {
                let first = starts[index]
                var offset = 0
                while offset < count, bytes[first &+ offset] == utf8[start &+ offset] { offset &+= 1 }
                if offset == count { return index }
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Keeps the last item of `shaped`.
    func keepLast(of shaped: ShapedText, _ utf8: UnsafeBufferPointer<UInt8>, _ hash: UInt32) {
        guard let last = shaped.items.last else { return }
        if byteCount > ShapingLimits.wordCacheBytes { removeAll() }
        var item = last
        item.start = 0
        item.end = last.end - last.start
        text.append(itemAt: shaped.stored.count - 1, of: shaped, as: item)
        starts.append(bytes.count)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[last.range]))
        if starts.count * 2 > slots.count { grow() }
        place(hash, UInt32(starts.count))
    }

    private func grow() {
        let old = slots
        slots = ContiguousArray(repeating: (0, 0), count: max(64, old.count * 4))
        for slot in old where slot.item != 0 { place(slot.hash, slot.item) }
    }

    private func place(_ hash: UInt32, _ item: UInt32) {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot].item != 0 { slot = (slot + 1) & mask }
        slots[slot] = (hash, item)
    }
}
