/// How a document's structure came about, in order: elements begun, marks and annotations given to them, pages begun.
///
/// Some bytes each: most numbers are near those before, and what is kept is the difference. It is read from front to back, as
/// often as needed.
package struct PDFStructureLog {
    /// Something that happened.
    package enum Event: Equatable {
        /// The next element was begun; where it is read beside others, where that is said.
        case element(position: Int?)
        /// Content of the page was marked as an element's.
        case mark(of: PDFStructure.Place)
        /// An element was given an annotation.
        case annotation(Int32, of: PDFStructure.Place)
        case page(Int32)
    }

    private var bytes: ContiguousArray<UInt8> = []
    private var last = Last()

    /// The numbers that the next ones are differences from.
    private struct Last {
        var position = 0
        var owner = 0
        var annotation = 0
        var page = 0
    }

    package init() {}

    /// The number of bytes that hold it.
    package var byteCount: Int { bytes.count }

    package mutating func append(_ event: Event) {
        switch event {
        case .element(nil): add(0, 0)
        case .element(let position?):
            // An element with a position has one more than the difference, so that 0 is none.
            add(0, 1 &+ folded(position, &last.position))
        case .mark(let owner): add(1, folded(Int(owner), &last.owner))
        case .annotation(let object, let owner):
            add(2, folded(Int(owner), &last.owner))
            add(folded(Int(object), &last.annotation))
        case .page(let object): add(3, folded(Int(object), &last.page))
        }
    }

    /// The difference from the number before, small whether it is above or below 0.
    private func folded(_ number: Int, _ last: inout Int) -> UInt {
        let difference = number &- last
        last = number
        return UInt(bitPattern: difference << 1 ^ difference >> (Int.bitWidth - 1))
    }

    /// A number with the kind of the event in the lowest bits of its first byte.
    private mutating func add(_ kind: UInt8, _ number: UInt) {
        let rest = number >> 5
        bytes.append(kind | UInt8(truncatingIfNeeded: number & 31) << 2 | (rest > 0 ? 0x80 : 0))
        if rest > 0 { add(rest) }
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more come.
    private mutating func add(_ number: UInt) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// From the first event on.
    package func makeReader() -> Reader { Reader(bytes: bytes) }

    /// Goes through the events.
    package struct Reader {
        fileprivate let bytes: ContiguousArray<UInt8>
        private var index = 0
        private var last = Last()

        fileprivate init(bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

        /// The next event; `nil` after the last.
        package mutating func next() -> Event? {
            guard index < bytes.count else { return nil }
            let first = bytes[index]
            index += 1
            var number = UInt(first >> 2 & 31)
            if first & 0x80 != 0 { number |= readNumber() << 5 }
            switch first & 3 {
            case 0: return .element(position: number == 0 ? nil : unfolded(number &- 1, &last.position))
            case 1: return .mark(of: PDFStructure.Place(truncatingIfNeeded: unfolded(number, &last.owner)))
            case 2:
                let owner = unfolded(number, &last.owner)
                return .annotation(
                    Int32(truncatingIfNeeded: unfolded(readNumber(), &last.annotation)),
                    of: PDFStructure.Place(truncatingIfNeeded: owner))
            default: return .page(Int32(truncatingIfNeeded: unfolded(number, &last.page)))
            }
        }

        private mutating func readNumber() -> UInt {
            var number: UInt = 0
            var shift: UInt = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                number |= UInt(byte & 0x7F) << shift
                if byte & 0x80 == 0 { break }
                shift += 7
            }
            return number
        }

        private func unfolded(_ number: UInt, _ last: inout Int) -> Int {
            last = last &+ Int(bitPattern: number >> 1 ^ (0 &- (number & 1)))
            return last
        }
    }
}
