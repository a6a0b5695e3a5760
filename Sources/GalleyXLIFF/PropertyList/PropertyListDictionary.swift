/// A dictionary of a property list, its pairs in the order of the file.
///
/// A key may be there twice in what was read; the last one counts. Keys are equal if their bytes are. Looking up and
/// setting take constant time, removing is linear.
public struct PropertyListDictionary: Sendable {
    /// A key and its value.
    public struct Pair: Sendable, Hashable {
        public var key: String
        public var value: PropertyListValue
        /// Where the key was read; not a part of equality.
        public var position: SourcePosition?

        public init(key: String, value: PropertyListValue, position: SourcePosition? = nil) {
            self.key = key
            self.value = value
            self.position = position
        }

        public static func == (left: Pair, right: Pair) -> Bool {
            ExactString(left.key) == ExactString(right.key) && left.value == right.value
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(ExactString(key))
            hasher.combine(value)
        }
    }

    public private(set) var pairs: [Pair] = []
    /// The last place of each key; only kept when there are too many to look through.
    private var places: [ExactString: Int] = [:]
    private static let looksThrough = 8

    public init(_ pairs: [Pair] = []) {
        self.pairs = pairs
        indexAll()
    }

    public var isEmpty: Bool { pairs.isEmpty }
    public var count: Int { pairs.count }
    public var keys: [String] { pairs.map(\.key) }

    /// The value of a key; setting one that is not there appends it, setting `nil` removes it.
    public subscript(key: String) -> PropertyListValue? {
        get { place(of: key).map { pairs[$0].value } }
        set {
            guard let newValue else { return remove(key) }
            if let place = place(of: key) {
                pairs[place].value = newValue
            } else {
                append(Pair(key: key, value: newValue))
            }
        }
    }

    /// Adds a pair at the end, also when the key is there already.
    public mutating func append(_ pair: Pair) {
        pairs.append(pair)
        if !places.isEmpty {
            places[ExactString(pair.key)] = pairs.count - 1
        } else if pairs.count > Self.looksThrough {
            indexAll()
        }
    }

    /// Removes every pair of a key.
    public mutating func remove(_ key: String) {
        let exact = ExactString(key)
        pairs.removeAll { ExactString($0.key) == exact }
        indexAll()
    }

    /// Changes a value in its place; one that is not there is made of `initial` first.
    mutating func update<Failure: Error>(
        _ key: String, initial: PropertyListValue, _ change: (inout PropertyListValue) throws(Failure) -> Void
    ) throws(Failure) {
        if place(of: key) == nil { append(Pair(key: key, value: initial)) }
        guard let place = place(of: key) else { return }
        try change(&pairs[place].value)
    }

    /// The pair of a key that counts.
    func pair(_ key: String) -> Pair? { place(of: key).map { pairs[$0] } }

    /// The pairs whose key came before, each with the one before it.
    var repeated: [(pair: Pair, earlier: Pair)] {
        var seen: [ExactString: Int] = [:]
        var found: [(Pair, Pair)] = []
        for (index, pair) in pairs.enumerated() {
            if let earlier = seen.updateValue(index, forKey: ExactString(pair.key)) {
                found.append((pair, pairs[earlier]))
            }
        }
        return found
    }

    /// Sorts by the UTF-16 of the keys, as Apple's own writer does at every depth.
    mutating func sort() {
        pairs = pairs.enumerated().sorted {
            let (left, right) = ($0.element.key.utf16, $1.element.key.utf16)
            if left.lexicographicallyPrecedes(right) { return true }
            return left.elementsEqual(right) && $0.offset < $1.offset
        }.map(\.element)
        for index in pairs.indices {
            if case .dictionary(var dictionary) = pairs[index].value {
                dictionary.sort()
                pairs[index].value = .dictionary(dictionary)
            }
        }
        indexAll()
    }

    private func place(of key: String) -> Int? {
        let exact = ExactString(key)
        if !places.isEmpty { return places[exact] }
        return pairs.lastIndex { ExactString($0.key) == exact }
    }

    private mutating func indexAll() {
        places = [:]
        guard pairs.count > Self.looksThrough else { return }
        places.reserveCapacity(pairs.count)
        for (index, pair) in pairs.enumerated() { places[ExactString(pair.key)] = index }
    }
}

extension PropertyListDictionary: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.pairs == right.pairs }
    public func hash(into hasher: inout Hasher) { hasher.combine(pairs) }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral pairs: (String, PropertyListValue)...) {
        self.init(pairs.map { Pair(key: $0.0, value: $0.1) })
    }
}
