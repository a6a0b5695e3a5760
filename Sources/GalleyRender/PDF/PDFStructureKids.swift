/// What the elements of a structure hold, element by element, read from the log of how they came about.
///
/// Elements are taken in the order in which they were begun. Nearly all have their last kid soon after: those of some thousand
/// elements are put together at a time, in two banks. The few that go on for longer, as the document's own does, are
/// put together before.
package struct PDFStructureKids {
    /// An element, a mark in a page's content, an annotation.
    package struct Kid: Equatable {
        package enum Kind: UInt8 { case element, mark, annotation }
        /// Its place, its number on its page, or the complement of its object.
        private let number: Int32
        /// That of a mark or annotation; 0 of an element.
        let page: Int32
        /// Where an element is read beside others in its parent; `Int.min` where that is not said.
        let position: Int

        package static func element(_ place: PDFStructure.Place, position: Int?) -> Kid {
            Kid(number: place, page: 0, position: position ?? .min)
        }

        package static func mark(_ number: Int32, page: Int32) -> Kid {
            Kid(number: number, page: page, position: .min)
        }

        package static func annotation(_ object: Int32, page: Int32) -> Kid {
            Kid(number: ~object, page: page, position: .min)
        }

        package var kind: Kind { page == 0 ? .element : number < 0 ? .annotation : .mark }
        package var value: Int32 { number < 0 ? ~number : number }
    }

    /// The kids of so many elements, in a chain for each.
    private struct Bank {
        /// By element: its first and last kid in `kids`.
        var first: ContiguousArray<Int32>
        var last: ContiguousArray<Int32>
        var kids: ContiguousArray<(kid: Kid, next: Int32)> = []

        init(size: Int) {
            first = ContiguousArray(repeating: -1, count: size)
            last = first
        }

        mutating func add(_ kid: Kid, to index: Int) {
            let number = Int32(kids.count)
            kids.append((kid, -1))
            if first[index] < 0 { first[index] = number } else { kids[Int(last[index])].next = number }
            last[index] = number
        }

        mutating func removeAll() {
            for index in first.indices { first[index] = -1 }
            kids.removeAll(keepingCapacity: true)
        }
    }

    private let parents: ContiguousArray<PDFStructure.Place>
    /// How many elements are in a bank; one that gets a kid when more than so many have been begun after it goes on for long.
    private let size: Int
    private var long: [PDFStructure.Place: [Kid]] = [:]
    private var steps: Steps
    private var nextStep: (owner: PDFStructure.Place, kid: Kid)?
    /// The one that elements are taken from, and that of the elements after these.
    private var banks: [Bank]
    /// The first element of the bank that elements are taken from.
    private var start = 0

    package init(_ log: PDFStructureLog, _ parents: ContiguousArray<PDFStructure.Place>, size: Int = 4_096) {
        self.parents = parents
        self.size = size
        banks = [Bank(size: min(size, parents.count)), Bank(size: min(size, parents.count))]
        var search = Steps(log, parents)
        while let (owner, _) = search.next() {
            if search.elementCount - Int(owner) > size { long[owner] = [] }
        }
        steps = Steps(log, parents)
        nextStep = steps.next()
        if !long.isEmpty { gatherLong(log) }
        fill()
    }

    /// Puts the kids of elements together that go on for long: nearly all that a document has at its top may be one's.
    private mutating func gatherLong(_ log: PDFStructureLog) {
        var counts: [PDFStructure.Place: Int] = long.mapValues { _ in 0 }
        var steps = Steps(log, parents)
        while let (owner, _) = steps.next() { counts[owner]? += 1 }
        for (owner, count) in counts { long[owner]?.reserveCapacity(count) }
        steps = Steps(log, parents)
        while let (owner, kid) = steps.next() { long[owner]?.append(kid) }
    }

    /// The kids of the next element; elements are asked for one after another.
    package mutating func take(of place: PDFStructure.Place, into held: inout [Kid]) {
        held.removeAll(keepingCapacity: true)
        if Int(place) >= start + size {
            banks.swapAt(0, 1)
            banks[1].removeAll()
            start += size
            fill()
        }
        if let kids = long.isEmpty ? nil : long.removeValue(forKey: place) {
            held = kids
            return
        }
        var next = banks[0].first[Int(place) - start]
        while next >= 0 {
            held.append(banks[0].kids[Int(next)].kid)
            next = banks[0].kids[Int(next)].next
        }
    }

    /// Puts into the banks what happened before there was an element behind the second one: kids of those in the first one that
    /// come later would be too late for them.
    private mutating func fill() {
        while let (owner, kid) = nextStep, steps.elementCount <= start + 2 * size {
            let index = Int(owner) - start
            if long.isEmpty || long[owner] == nil, index >= 0 {
                banks[index / size].add(kid, to: index % size)
            }
            nextStep = steps.next()
        }
    }

    /// Puts kids in the order in which they are read, where they were not painted in it. What has no position of its own
    /// stays with the kid before.
    package static func sort(_ kids: inout [Kid]) {
        var last = Int.min
        var isSorted = true
        for kid in kids where kid.position != .min {
            if kid.position < last { isSorted = false }
            last = kid.position
        }
        guard !isSorted else { return }
        last = .min
        let positions = kids.map { kid in
            last = kid.position == .min ? last : kid.position
            return last
        }
        let order = positions.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
        kids = order.map { kids[$0] }
    }

    /// Goes through the kids in the order in which their elements got them.
    private struct Steps {
        private var reader: PDFStructureLog.Reader
        private let parents: ContiguousArray<PDFStructure.Place>
        /// How many elements have been begun.
        private(set) var elementCount = 0
        private var page: Int32 = 0
        private var marks: Int32 = 0

        init(_ log: PDFStructureLog, _ parents: ContiguousArray<PDFStructure.Place>) {
            reader = log.makeReader()
            self.parents = parents
        }

        mutating func next() -> (owner: PDFStructure.Place, kid: Kid)? {
            while let event = reader.next() {
                switch event {
                case .element(let position):
                    let place = PDFStructure.Place(elementCount)
                    elementCount += 1
                    // The document's own is in none.
                    guard parents[Int(place)] >= 0 else { continue }
                    return (parents[Int(place)], .element(place, position: position))
                case .mark(let owner):
                    marks += 1
                    return (owner, .mark(marks - 1, page: page))
                case .annotation(let object, let owner):
                    return (owner, .annotation(object, page: page))
                case .page(let object):
                    page = object
                    marks = 0
                }
            }
            return nil
        }
    }
}
