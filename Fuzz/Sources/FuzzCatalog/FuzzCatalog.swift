import Foundation
import FuzzSupport
import GalleyXLIFF

/// Any bytes are a catalog or refused. What is written reads back equal and is written the same again; editing changes
/// nothing but what is edited; every language compiles.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let catalog = try? StringCatalog(bytes: input, name: "fuzz.xcstrings") else { return 0 }
    let written = catalog.contents()
    guard let again = try? StringCatalog(bytes: written, name: "fuzz.xcstrings") else {
        fatalError("what was written cannot be read")
    }
    require(again == catalog, "reading back")
    require(again.contents() == written, "writing again")
    for locale in catalog.locales.prefix(8) { _ = catalog.compiled(for: locale) }
    edit(catalog)
    return 0
}

/// Sets each text to itself, then a new one in a language that is not there.
private func edit(_ catalog: StringCatalog) {
    var same = catalog
    var more = catalog
    let language = "xx-Fuzz"
    for key in catalog.keys.prefix(16) {
        for locale in catalog.languages(of: key).prefix(8) {
            for (path, text) in catalog.texts(of: key, in: locale) {
                if (try? same.setText(text, of: key, in: locale, at: path)) != nil {
                    require(same.text(of: key, in: locale, at: path) == text, "setting a text")
                }
                _ = try? more.setText(.init(text.value + "!"), of: key, in: language, at: path)
            }
        }
    }
    require(same.keys == catalog.keys, "keys")
    for key in catalog.keys {
        for locale in catalog.languages(of: key) {
            let (left, right) = (catalog.texts(of: key, in: locale), same.texts(of: key, in: locale))
            require(left.count == right.count, "texts")
            for (left, right) in zip(left, right) {
                require(left.path == right.path && left.text == right.text, "a text that was not changed")
            }
        }
        more.removeLocalization(of: key, in: language)
    }
}
