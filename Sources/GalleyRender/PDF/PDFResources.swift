/// What the content of a page or pattern names (ISO 32000-1 §7.8.3): fonts, forms, patterns, opacities.
struct PDFResources {
    /// A name by which content knows an object: its kind and number.
    struct Name: Hashable {
        enum Kind: UInt8 {
            case font = 0x46
            case form = 0x58
            case pattern = 0x50
        }

        let kind: Kind
        let object: Int32
    }

    private var names: Set<Name> = []
    /// Lines of text have one font after another, as a rule the same.
    private var last: Name?

    mutating func insert(_ name: Name) {
        guard name != last else { return }
        last = name
        names.insert(name)
    }

    mutating func removeAll() {
        names.removeAll(keepingCapacity: true)
        last = nil
    }

    /// Writes the dictionary.
    func add(to buffer: inout PDFBuffer, opacities: Set<Int>) {
        buffer.add("<<")
        for (kind, key) in [(Name.Kind.font, "Font" as StaticString), (.form, "XObject"), (.pattern, "Pattern")] {
            let own = names.filter { $0.kind == kind }.sorted { $0.object < $1.object }
            guard !own.isEmpty else { continue }
            buffer.add("/")
            buffer.add(key)
            buffer.add("<<")
            for name in own {
                buffer.add(byte: UInt8(ascii: "/"))
                buffer.add(byte: kind.rawValue)
                buffer.add(Int(name.object))
                buffer.add(" ")
                buffer.add(object: name.object)
            }
            buffer.add(">>")
        }
        if !opacities.isEmpty {
            buffer.add("/ExtGState<<")
            for opacity in opacities.sorted() {
                buffer.add("/A")
                buffer.add(opacity)
                buffer.add("<</ca ")
                buffer.add(Double(opacity) / 1_000)
                buffer.add("/CA ")
                buffer.add(Double(opacity) / 1_000)
                buffer.add(">>")
            }
            buffer.add(">>")
        }
        buffer.add(">>")
    }
}
