import GalleyText

/// The outline of a PDF (ISO 32000-1 §12.3.3), from the entries in its pages' display lists.
struct PDFOutline {
    private struct Entry {
        var title: String
        var page: Int32
        var x: Double
        var y: Double
        var isOpen: Bool
        /// In `entries`; -1 for none.
        var parent: Int
        var previous = -1
        var next = -1
        var first = -1
        var last = -1
        /// How many entries are shown below it when it is open.
        var shown = 0
    }

    private var entries: [Entry] = []
    /// The entries around the next one, outermost first.
    private var open: [(level: Int, index: Int)] = []
    private var roots: [Int] = []

    /// Adds a page's entries.
    mutating func add(_ list: borrowing DisplayList, page: Int32) {
        for case .outline(let level, let title, let point, let isOpen) in list.commands {
            guard entries.count < RenderLimits.maximumOutlineEntries else { return }
            // A deeper entry is part of the last one that is less deep, also where levels are left out.
            while let last = open.last, last.level >= level { open.removeLast() }
            let place = PDFWriter.points(point, of: list.size)
            append(
                Entry(title: title, page: page, x: place.x, y: place.y, isOpen: isOpen, parent: open.last?.index ?? -1))
            open.append((level, entries.count - 1))
        }
    }

    private mutating func append(_ entry: Entry) {
        var entry = entry
        let index = entries.count
        entry.previous = entry.parent < 0 ? roots.last ?? -1 : entries[entry.parent].last
        if entry.previous >= 0 { entries[entry.previous].next = index }
        if entry.parent < 0 {
            roots.append(index)
        } else {
            if entries[entry.parent].first < 0 { entries[entry.parent].first = index }
            entries[entry.parent].last = index
        }
        entries.append(entry)
    }

    /// Writes the entries: the object of the outline; `nil` where there are none.
    func write(to file: PDFFile) -> Int32? {
        guard let first = roots.first, let last = roots.last else { return nil }
        var entries = entries
        // Those inside of others come after them.
        for index in entries.indices.reversed() where entries[index].parent >= 0 {
            entries[entries[index].parent].shown += 1 + (entries[index].isOpen ? entries[index].shown : 0)
        }
        let root = file.reserve()
        let numbers = entries.map { _ in file.reserve() }
        var buffer = PDFBuffer()
        func add(_ key: StaticString, _ index: Int) {
            guard index >= 0 else { return }
            buffer.add(key)
            buffer.add(object: numbers[index])
        }
        for (index, entry) in entries.enumerated() {
            buffer.removeAll()
            buffer.add("<</Title ")
            buffer.add(text: entry.title)
            buffer.add("/Parent ")
            buffer.add(object: entry.parent < 0 ? root : numbers[entry.parent])
            add("/Prev ", entry.previous)
            add("/Next ", entry.next)
            add("/First ", entry.first)
            add("/Last ", entry.last)
            if entry.shown > 0 {
                buffer.add("/Count ")
                buffer.add(entry.isOpen ? entry.shown : -entry.shown)
            }
            buffer.add("/Dest[")
            buffer.add(object: entry.page)
            buffer.add("/XYZ ")
            buffer.add([entry.x, entry.y])
            buffer.add(" 0]>>")
            file.pack(numbers[index], buffer)
        }
        buffer.removeAll()
        buffer.add("<</Type/Outlines")
        add("/First ", first)
        add("/Last ", last)
        buffer.add("/Count ")
        buffer.add(roots.reduce(roots.count) { $0 + (entries[$1].isOpen ? entries[$1].shown : 0) })
        buffer.add(">>")
        file.pack(root, buffer)
        return root
    }
}
