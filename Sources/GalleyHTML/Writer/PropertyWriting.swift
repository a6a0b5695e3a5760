import GalleyText

/// How each longhand is written: from the fields that it sets to the text of its value.
///
/// For every property and every value that the reader can compute, reading what this writes gives the value back; the
/// tests go through the whole property table. Logical names have no entry: the physical ones say the same.
package struct PropertyWriting: Sendable {
    package typealias Write = @Sendable (StyleFields) -> String

    /// By `PropertyID`; nil for logical names.
    package private(set) var writers: [Write?]

    package static let shared = PropertyWriting()

    private init() {
        writers = Array(repeating: nil, count: PropertyTable.shared.definitions.count)
        addFonts()
        addText()
        addDecorations()
        addBoxes()
        addLayout()
        addListsAndTables()
        addOwn()
    }

    mutating func add(_ name: String, _ write: @escaping Write) {
        guard let id = PropertyTable.shared.id(name) else { return }
        writers[id.index] = write
    }

    /// A keyword by its value; every case of the value's type has one.
    mutating func keyword<Value: Hashable & Sendable>(
        _ name: String, _ field: any KeyPath<StyleFields, Value> & Sendable, _ words: [Value: String]
    ) {
        add(name) { words[$0[keyPath: field]] ?? "initial" }
    }

    mutating func length(_ name: String, _ field: any KeyPath<StyleFields, Length> & Sendable) {
        add(name) { CSSText.length($0[keyPath: field]) }
    }

    mutating func size(_ name: String, _ field: any KeyPath<StyleFields, SizeValue> & Sendable) {
        add(name) { CSSText.size($0[keyPath: field]) }
    }

    mutating func maximum(_ name: String, _ field: any KeyPath<StyleFields, SizeValue?> & Sendable) {
        add(name) { $0[keyPath: field].map { CSSText.size($0) } ?? "none" }
    }

    mutating func color(_ name: String, _ field: any KeyPath<StyleFields, StyleColor> & Sendable) {
        add(name) { CSSText.color($0[keyPath: field]) }
    }
}
