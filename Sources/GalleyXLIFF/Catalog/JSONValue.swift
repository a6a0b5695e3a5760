/// JSON that forgets nothing: the order of members, repeated members, how numbers are spelled, and where members stand.
///
/// A string catalog is edited in place: a field that Xcode adds next year must survive, in its place. Foundation's JSON
/// keeps neither order nor repeated members nor positions, and writes numbers its own way; hence this small reader.
package indirect enum JSONValue: Sendable, Hashable {
    case object(JSONObject)
    case array([JSONValue])
    case string(String)
    /// As it is spelled: `1.0` and `1` are two.
    case number(String)
    case bool(Bool)
    case null

    package var object: JSONObject? {
        if case .object(let object) = self { return object }
        return nil
    }

    package var string: String? {
        if case .string(let string) = self { return string }
        return nil
    }

    package var bool: Bool? {
        if case .bool(let bool) = self { return bool }
        return nil
    }

    /// An object without the members that are `nil`.
    static func members(_ pairs: [(String, JSONValue?)]) -> JSONValue {
        .object(JSONObject(pairs.compactMap { pair in pair.1.map { .init(name: pair.0, value: $0) } }))
    }

    static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

    /// A number that is a whole one.
    package var integer: Int? {
        if case .number(let spelling) = self { return Int(spelling) }
        return nil
    }

    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.object(let left), .object(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
        case (.number(let left), .number(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.null, .null): true
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .object(let object): hasher.combine(object)
        case .array(let array): hasher.combine(array)
        case .string(let string): hasher.combine(ExactString(string))
        case .number(let spelling): hasher.combine(spelling)
        case .bool(let bool): hasher.combine(bool)
        case .null: hasher.combine(0)
        }
    }
}

/// Members in order. Names are compared by their bytes; of repeated ones the first counts, as for `JSONDecoder`.
///
/// Looking a member up costs O(*members*): the one object that may have a great many, a catalog's `strings`, is indexed by
/// ``StringCatalog``.
package struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSONValue
        /// Where it was read; not a part of what it is.
        package var position: SourcePosition?

        package init(name: String, value: JSONValue, position: SourcePosition? = nil) {
            self.name = name
            self.value = value
            self.position = position
        }

        package static func == (left: Member, right: Member) -> Bool {
            ExactString(left.name) == ExactString(right.name) && left.value == right.value
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(ExactString(name))
            hasher.combine(value)
        }
    }

    package var members: [Member]

    package init(_ members: [Member] = []) { self.members = members }

    package func index(of name: String) -> Int? {
        members.firstIndex { $0.name.utf8.count == name.utf8.count && $0.name.utf8.elementsEqual(name.utf8) }
    }

    package subscript(name: String) -> JSONValue? { index(of: name).map { members[$0].value } }

    /// The member as an object; an empty one when it is absent or something else.
    func object(_ name: String) -> JSONObject { self[name]?.object ?? JSONObject() }

    /// Sets a member. A new one goes before the first that Xcode would write after it.
    package mutating func set(_ name: String, to value: JSONValue) {
        if let index = index(of: name) {
            members[index].value = value
        } else {
            let place = members.firstIndex { KeyOrder.precedes(name, $0.name) } ?? members.count
            members.insert(Member(name: name, value: value), at: place)
        }
    }

    package mutating func remove(_ name: String) {
        if let index = index(of: name) { members.remove(at: index) }
    }

    /// Changes the member as an object, in place. One is made when there is none, and dropped again if nothing comes of it.
    mutating func update<Result>(_ name: String, _ change: (inout JSONObject) -> Result) -> Result {
        var object = JSONObject()
        let index = index(of: name)
        if let index, case .object(let known) = members[index].value {
            object = known
            // So that `object` is the only owner and is changed without a copy.
            members[index].value = .null
        }
        let result = change(&object)
        if let index {
            members[index].value = .object(object)
        } else if !object.members.isEmpty {
            set(name, to: .object(object))
        }
        return result
    }
}
