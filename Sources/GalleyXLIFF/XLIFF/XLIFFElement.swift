import GalleyMarkup

/// The elements that the reader tells apart.
enum XLIFFElement: UInt8 {
    case xliff, file, group, tool, transUnit, binUnit, unit, source, target, note, placeholder, other

    /// What the names of all XLIFF versions' namespaces begin with.
    static let namespace = "urn:oasis:names:tc:xliff:document:"

    init(_ name: XMLName) {
        guard name.namespace.isEmpty || name.namespace.hasPrefix(Self.namespace) else {
            self = .other
            return
        }
        self =
            switch name.local {
            case "xliff": .xliff
            case "file": .file
            case "group": .group
            case "tool": .tool
            case "trans-unit": .transUnit
            case "bin-unit": .binUnit
            case "unit": .unit
            case "source": .source
            case "target": .target
            case "note": .note
            case "x", "bx", "ex": .placeholder
            default: .other
            }
    }
}
