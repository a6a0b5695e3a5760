import FuzzSupport
import GalleyXLIFF

/// Any bytes are a property list, a `.strings` or a `.stringsdict` file, or refused; what is written reads back equal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStrings(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    // Binary lists are put together, as their trailers are hard to come by.
    if bytes.count > 2, bytes[0] == 0xFE, let list = binaryList(bytes.dropFirst()) { bytes = list }
    readList(bytes)
    readTable(bytes)
    readRules(bytes)
    return 0
}

/// Objects at every few bytes, with their table and a trailer.
private func binaryList(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard let step = bytes.first.map({ Int($0 % 9) + 1 }) else { return nil }
    let content = bytes.dropFirst().prefix(200)
    var list = Array("bplist00".utf8) + content
    let table = list.count
    list += stride(from: 8, to: max(9, table), by: step).map { UInt8($0) }
    let objects = list.count - table
    list += [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(objects)]
    list += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(table)]
    return list
}

private func readList(_ bytes: [UInt8]) {
    guard let value = try? PropertyListValue(bytes: bytes, name: "list") else { return }
    let written = value.xmlContents()
    guard let back = try? PropertyListValue(bytes: written, name: "written") else {
        return require(false, "what was written cannot be read")
    }
    require(back.xmlContents() == written, "written differently the second time")
    // Characters that XML cannot hold become U+FFFD.
    if !String(decoding: written, as: UTF8.self).unicodeScalars.contains("\u{FFFD}") {
        require(back == value, "read back differently")
    }
}

/// The values that count, by the bytes of their keys.
private func table(_ file: StringsFile) -> [[UInt8]: [UInt8]] {
    Dictionary(file.entries.map { (Array($0.key.utf8), Array($0.value.utf8)) }, uniquingKeysWith: { $1 })
}

private func readTable(_ bytes: [UInt8]) {
    guard let file = try? StringsFile(bytes: bytes, name: "table") else { return }
    require(file.editedContents() == bytes, "unchanged contents were changed")
    for encoding in StringsEncoding.allCases {
        for escapes in [false, true] {
            let written = file.contents(options: .init(encoding: encoding, escapesNonASCII: escapes))
            guard let back = try? StringsFile(bytes: written, name: "written") else {
                return require(false, "the table that was written cannot be read")
            }
            require(table(back) == table(file), "the table was read back differently")
        }
    }
    // Edited in place; the marks of text without a byte order mark are guessed at its first bytes, where NUL counts.
    guard !bytes.contains(0) || file.format == .binary else { return }
    var edited = file
    for (index, entry) in file.entries.enumerated() {
        switch index % 3 {
        case 0: edited[entry.key] = "changed \(index)\"\\\n"
        case 1: edited[entry.key] = nil
        default: break
        }
    }
    edited["new \u{E9}"] = "*/"
    let canHold = file.format == .oldStyle || isXMLText(edited)
    let written = edited.editedContents()
    guard let back = try? StringsFile(bytes: written, name: "edited") else {
        return require(false, "what was edited cannot be read")
    }
    if canHold { require(table(back) == table(edited), "the edit was read back differently") }
    let again = back.updated(with: edited.entries).editedContents()
    require(again == written || !canHold, "a second edit changed something")
}

/// Whether XML can hold the texts of a table.
private func isXMLText(_ file: StringsFile) -> Bool {
    file.entries.allSatisfy { entry in
        (entry.key + entry.value).unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                || scalar == "\t" || scalar == "\n" || scalar == "\r"
        }
    }
}

private func readRules(_ bytes: [UInt8]) {
    guard var rules = try? StringsDictionary(bytes: bytes, name: "rules") else { return }
    for leaf in rules.leaves where leaf.path.count >= 2 {
        guard !leaf.path.contains(where: { $0.contains(":dict/") || $0.hasSuffix(":dict") }) else { continue }
        require(StringsDictionaryUnitID(leaf.unitID.description) == leaf.unitID, "an id is read differently")
    }
    _ = rules.structureFindings(file: "rules", categories: PluralCategories.of(locale: "ar"))
    for key in rules.keys { _ = rules.variables(of: key) }
    let path = (rules.leaves.last?.path ?? []) + ["more"]
    require(!rules.setString("x", at: path) || rules[path: path] == "x", "a string was not set")
    rules.setString("x", at: ["a", "b", "c"])
    rules.sort()
    let leaves = rules.leaves
    rules.sort()
    require(rules.leaves == leaves, "sorted differently the second time")
}
