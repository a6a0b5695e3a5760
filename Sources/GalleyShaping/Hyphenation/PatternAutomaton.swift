/// The patterns of one level as an automaton (Aho and Corasick's) in flat arrays: what a word's letters are matched with.
///
/// Letters are *symbols*, bytes that a dictionary gives to the letters of its patterns. A state is the beginning of a
/// pattern: the longest one that ends at the letter read last. That state alone speaks, as in libhyphen: its dictionaries
/// are made so that a longer pattern repeats what the shorter ones in it say, and may take back more than they could.
///
/// The states stand breadth first, so that the children of one end where those of the next begin: three words a state.
/// Matching is linear in the word.
struct PatternAutomaton: Sendable {
    /// For each state where its children begin; one entry more than states.
    private var children: ContiguousArray<UInt32> = [1, 1]
    /// For each state its symbol, above ``symbolShift``, and where its values begin in `values`; 0 for none.
    private var states: ContiguousArray<UInt32> = [0]
    /// For each state the longest other one that is an end of it.
    private var fallbacks: ContiguousArray<UInt32> = [0]
    /// Lists of values: how far before the pattern's end the first one is, how many there are, the values.
    private var values: ContiguousArray<UInt8> = [0]
    /// The root's child of each symbol, 0 for none.
    private var first = ContiguousArray<UInt32>(repeating: 0, count: 256)

    private static let symbolShift: UInt32 = 24
    private static let valueMask: UInt32 = 0xFF_FFFF

    /// The symbol of a word's start and end, `.` in patterns.
    static let edge: UInt8 = 0
    /// A letter that is in no pattern.
    static let unknown: UInt8 = 255

    var isEmpty: Bool { states.count == 1 }

    /// Raises the values of the places of a word to those of the patterns that match; `places[i]` is before symbol `i`.
    /// A place's value is Liang's number twice, and one more where the break would need other letters.
    func match(_ word: UnsafeBufferPointer<UInt8>, _ places: UnsafeMutableBufferPointer<UInt8>) {
        children.withUnsafeBufferPointer { children in
            states.withUnsafeBufferPointer { states in
                values.withUnsafeBufferPointer { values in
                    var state = 0
                    for index in 0..<word.count {
                        state = next(state, word[index], children, states)
                        let list = Int(states[state] & PatternAutomaton.valueMask)
                        guard list != 0 else { continue }
                        let place = index &+ 1 &- Int(values[list])
                        for offset in 0..<Int(values[list &+ 1]) {
                            let value = values[list &+ 2 &+ offset]
                            if places[place &+ offset] < value { places[place &+ offset] = value }
                        }
                    }
                }
            }
        }
    }

    /// The state after one more symbol.
    @inline(__always)
    private func next(
        _ state: Int, _ symbol: UInt8, _ children: UnsafeBufferPointer<UInt32>, _ states: UnsafeBufferPointer<UInt32>
    ) -> Int {
        var state = state
        while state != 0 {
            var child = Int(children[state])
            let end = Int(children[state &+ 1])
            while child < end, states[child] >> PatternAutomaton.symbolShift != UInt32(symbol) { child &+= 1 }
            if child < end { return child }
            state = Int(fallbacks[state])
        }
        return Int(first[Int(symbol)])
    }
}

extension PatternAutomaton {
    /// Takes patterns one after another.
    struct Builder {
        private var symbols: ContiguousArray<UInt8> = [0]
        private var firstChild: ContiguousArray<UInt32> = [0]
        private var sibling: ContiguousArray<UInt32> = [0]
        private var lists: ContiguousArray<UInt32> = [0]
        private var values: ContiguousArray<UInt8> = [0]
        private var known: [ContiguousArray<UInt8>: UInt32] = [:]

        /// Adds a pattern; of two with the same letters the later one counts. False when there are too many.
        ///
        /// - Parameter points: for each place, from before the first letter to behind the last, Liang's number twice, and
        ///   one more for a break that changes letters.
        mutating func add(_ pattern: ContiguousArray<UInt8>, points: ContiguousArray<UInt8>) -> Bool {
            guard symbols.count + pattern.count < ShapingLimits.maximumPatternStates else { return false }
            var node = 0
            for symbol in pattern {
                var child = Int(firstChild[node])
                while child != 0, symbols[child] != symbol { child = Int(sibling[child]) }
                if child == 0 {
                    child = symbols.count
                    symbols.append(symbol)
                    firstChild.append(0)
                    sibling.append(firstChild[node])
                    lists.append(0)
                    firstChild[node] = UInt32(child)
                }
                node = child
            }
            guard node != 0 else { return true }
            lists[node] = list(of: points, length: pattern.count)
            return true
        }

        private mutating func list(of points: ContiguousArray<UInt8>, length: Int) -> UInt32 {
            guard let lower = points.firstIndex(where: { $0 != 0 }), let upper = points.lastIndex(where: { $0 != 0 })
            else { return 0 }
            var list: ContiguousArray<UInt8> = [UInt8(length - lower), UInt8(upper - lower + 1)]
            list.append(contentsOf: points[lower...upper])
            if let found = known[list] { return found }
            let index = UInt32(values.count)
            values.append(contentsOf: list)
            known[list] = index
            return index
        }

        /// The automaton, its states breadth first.
        func finish() -> PatternAutomaton {
            var automaton = PatternAutomaton()
            automaton.values = values
            automaton.states.reserveCapacity(symbols.count)
            automaton.fallbacks.reserveCapacity(symbols.count)
            automaton.children.removeAll()
            automaton.children.reserveCapacity(symbols.count + 1)
            var parents: ContiguousArray<UInt32> = [0]
            var order: ContiguousArray<UInt32> = [0]
            parents.reserveCapacity(symbols.count)
            order.reserveCapacity(symbols.count)
            var next = 0
            while next < order.count {
                automaton.children.append(UInt32(order.count))
                var child = Int(firstChild[Int(order[next])])
                while child != 0 {
                    if next == 0 { automaton.first[Int(symbols[child])] = UInt32(order.count) }
                    order.append(UInt32(child))
                    parents.append(UInt32(next))
                    automaton.states.append(UInt32(symbols[child]) << PatternAutomaton.symbolShift | lists[child])
                    child = Int(sibling[child])
                }
                next += 1
            }
            automaton.children.append(UInt32(order.count))
            automaton.addFallbacks(parents)
            return automaton
        }
    }

    /// A state falls back to where its parent's fallback goes with its symbol: shorter ones come first.
    private mutating func addFallbacks(_ parents: ContiguousArray<UInt32>) {
        fallbacks.append(contentsOf: repeatElement(0, count: states.count - 1))
        for state in 1..<max(1, states.count) where parents[state] != 0 {
            let symbol = UInt8(truncatingIfNeeded: states[state] >> PatternAutomaton.symbolShift)
            let parent = Int(fallbacks[Int(parents[state])])
            let found = children.withUnsafeBufferPointer { children in
                states.withUnsafeBufferPointer { next(parent, symbol, children, $0) }
            }
            fallbacks[state] = UInt32(found)
        }
    }
}
