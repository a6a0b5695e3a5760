import GalleyRender
import GalleyTestSupport
import Testing

/// What is kept of a structure while pages are drawn, and what is made of it in the end.
struct PDFStructureLogTests {
    /// A document of elements that get kids soon after they are begun or, now and then, much later.
    private static func randomEvents(_ count: Int, seed: UInt64) -> (
        events: [PDFStructureLog.Event], parents: ContiguousArray<PDFStructure.Place>
    ) {
        var random = SeededGenerator(seed: seed)
        var events: [PDFStructureLog.Event] = [.element(position: nil), .page(3)]
        var parents: ContiguousArray<PDFStructure.Place> = [-1]
        func owner(_ random: inout SeededGenerator) -> PDFStructure.Place {
            let reach = Int.random(in: 0..<9, using: &random) == 0 ? parents.count : min(5, parents.count)
            return PDFStructure.Place(parents.count - 1 - Int.random(in: 0..<reach, using: &random))
        }
        for index in 0..<count {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: events.append(.page(Int32(10 + index)))
            case 1: events.append(.annotation(Int32.random(in: 1...(.max), using: &random), of: owner(&random)))
            case 2...5: events.append(.mark(of: owner(&random)))
            default:
                parents.append(owner(&random))
                let isPlaced = Bool.random(using: &random)
                let far = Int.random(in: 0..<20, using: &random) == 0
                events.append(.element(position: isPlaced ? (far ? 1 << 40 : 0) + index - 7 : nil))
            }
        }
        return (events, parents)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func eventsComeOutAsTheyWentIn(seed: UInt64) {
        var (events, _) = Self.randomEvents(400, seed: seed)
        events += [.element(position: .min + 1), .element(position: .max), .page(.max), .mark(of: 0), .page(1)]
        var log = PDFStructureLog()
        for event in events { log.append(event) }
        var reader = log.makeReader()
        var read: [PDFStructureLog.Event] = []
        while let event = reader.next() { read.append(event) }
        #expect(read == events)
    }

    /// Two bytes do for most.
    @Test func aLogIsShort() {
        var log = PDFStructureLog()
        for index in 0..<1_000 {
            log.append(.element(position: index))
            log.append(.mark(of: Int32(index)))
        }
        #expect(log.byteCount <= 2_000)
    }

    /// In banks of whatever size, the kids are those of a list for each element.
    @Test(arguments: 0..<12 as Range<UInt64>, [1, 2, 7, 100, 4_096])
    func kidsOfOneElementAfterAnother(seed: UInt64, size: Int) {
        let (events, parents) = Self.randomEvents(600, seed: 100 + seed)
        var log = PDFStructureLog()
        var expected = [[PDFStructureKids.Kid]](repeating: [], count: parents.count)
        var (place, marks, page): (Int, Int32, Int32) = (0, 0, 0)
        for event in events {
            log.append(event)
            switch event {
            case .element(let position):
                if place > 0 { expected[Int(parents[place])].append(.element(Int32(place), position: position)) }
                place += 1
            case .mark(let owner):
                expected[Int(owner)].append(.mark(marks, page: page))
                marks += 1
            case .annotation(let object, let owner): expected[Int(owner)].append(.annotation(object, page: page))
            case .page(let object): (page, marks) = (object, 0)
            }
        }
        var kids = PDFStructureKids(log, parents, size: size)
        var held: [PDFStructureKids.Kid] = []
        for place in parents.indices {
            kids.take(of: Int32(place), into: &held)
            #expect(held == expected[place])
        }
    }

    @Test func kidsAreReadInTheOrderOfTheirPositions() {
        var kids: [PDFStructureKids.Kid] = [
            .element(1, position: 5), .mark(0, page: 3), .element(2, position: nil), .element(3, position: 2),
            .annotation(9, page: 3), .element(4, position: 5),
        ]
        PDFStructureKids.sort(&kids)
        #expect(kids.map(\.value) == [3, 9, 1, 0, 2, 4])
        #expect(kids.map(\.kind) == [.element, .annotation, .element, .mark, .element, .element])
    }

    /// What comes in parts is compressed as the whole is.
    @Test func compressionInParts() throws {
        var random = SeededGenerator(seed: 1)
        let bytes = (0..<200_000).map { _ in UInt8.random(in: 0...9, using: &random) }
        let deflater = try #require(Deflater())
        let whole = try #require(deflater.deflated(bytes))
        #expect(deflater.deflated([Array(bytes[..<77]), Array(bytes[77...])]) == whole)
        #expect(deflater.deflated([bytes, []]) == whole)
        var rest = bytes[...]
        let parts = deflater.deflated { part in
            part += rest.prefix(1_000)
            rest = rest.dropFirst(1_000)
            return !rest.isEmpty
        }
        #expect(parts == whole)
    }
}
