import Foundation
import GalleyXLIFF
import Testing

struct CatalogUnitIDTests {
    /// The shapes of reference §2.3, gotcha 31 (literal `|==|`) among them.
    @Test(arguments: [
        ("simple", CatalogUnitID.key("simple")),
        ("", .key("")),
        ("literal|==|text", .key("literal|==|text")),
        ("plain|==|unknown.x", .key("plain|==|unknown.x")),
        ("|==|", .key("|==|")),
        ("k|==|plural.one", .variation(key: "k", path: .init([.plural(.one)]))),
        ("|==|plural.other", .variation(key: "", path: .init([.plural(.other)]))),
        ("varied|==|key|==|plural.few", .variation(key: "varied|==|key", path: .init([.plural(.few)]))),
        ("k|==|device.applevision", .variation(key: "k", path: .init([.device("applevision")]))),
        ("k|==|device.ipod.plural.zero", .variation(key: "k", path: .init([.device("ipod"), .plural(.zero)]))),
        ("k|==|substitutions.N.plural.two", .variation(key: "k", path: .init(substitution: "N", [.plural(.two)]))),
        (
            "k|==|substitutions.@A..B@.plural.many",
            .variation(key: "k", path: .init(substitution: "A..B", [.plural(.many)]))
        ),
        ("k|==|substitutions.é.device.mac", .variation(key: "k", path: .init(substitution: "é", [.device("mac")]))),
        (
            "k|==|substitutions.N.device.mac.plural.one",
            .variation(key: "k", path: .init(substitution: "N", [.device("mac"), .plural(.one)]))
        ),
        ("k|==|plural.dozen", .unknown(key: "k", tail: "plural.dozen")),
        ("k|==|width.compact", .unknown(key: "k", tail: "width.compact")),
        ("k|==|device.toaster", .unknown(key: "k", tail: "device.toaster")),
        ("k|==|device.mac.plural.one.x", .unknown(key: "k", tail: "device.mac.plural.one.x")),
        ("k|==|plural.one.device.mac", .unknown(key: "k", tail: "plural.one.device.mac")),
        ("k|==|substitutions.A.B.plural.one", .unknown(key: "k", tail: "substitutions.A.B.plural.one")),
        ("k|==|substitutions.@A@plural.one", .unknown(key: "k", tail: "substitutions.@A@plural.one")),
        ("k|==|substitutions.N", .unknown(key: "k", tail: "substitutions.N")),
    ])
    func shapes(_ id: String, _ expected: CatalogUnitID) {
        #expect(CatalogUnitID(id) == expected)
        if case .variation(let key, let path) = expected {
            #expect(CatalogUnitID.text(key: key, path: path) == id)
        }
    }

    /// Gotcha 31: a literal key that looks like a variation is known by the catalog only.
    @Test func ambiguousIDs() throws {
        let catalog = try Catalogs.make(
            [
                Catalogs.entry("literal|==|plural.one", ["en": Catalogs.unit("x")]),
                Catalogs.entry("both|==|plural.one", ["en": Catalogs.unit("x")]),
                Catalogs.entry("both", ["en": Catalogs.plural(["one": "x", "other": "y"])]),
                Catalogs.entry("varied", ["en": Catalogs.plural(["one": "x", "other": "y"])]),
                Catalogs.entry("w|==|width.20", ["en": Catalogs.unit("x")]),
            ].joined(separator: ","))
        func resolved(_ id: String) -> CatalogUnitID? { CatalogUnitID(id).resolved(id: id, in: catalog) }
        #expect(resolved("literal|==|plural.one") == .key("literal|==|plural.one"))
        #expect(resolved("both|==|plural.one") == nil)
        #expect(resolved("varied|==|plural.one") == .variation(key: "varied", path: .init([.plural(.one)])))
        #expect(resolved("new|==|plural.one") == .variation(key: "new", path: .init([.plural(.one)])))
        #expect(resolved("w|==|width.20") == .key("w|==|width.20"))
        #expect(resolved("new|==|width.20") == .unknown(key: "new", tail: "width.20"))
    }

    /// All ids of the exports of Xcode 27, by shape.
    @Test(.enabled(if: Places.hasData))
    func everyIDOfTheOracleIsClassified() throws {
        var shapes: [String: Int] = [:]
        let folder = Places.data.appendingPathComponent("oracle-xcode27")
        for (path, bytes) in try Places.files(below: folder) where path.hasSuffix(".xliff") {
            let document = try XLIFFDocument(data: Data(bytes), name: path)
            for unit in document.files.flatMap(\.units) {
                let id = try #require(unit.id)
                switch CatalogUnitID(id) {
                case .key: shapes["key", default: 0] += 1
                case .variation(let key, let path):
                    #expect(CatalogUnitID.text(key: key, path: path) == id)
                    let axes = (path.substitution == nil ? [] : ["substitution"]) + path.steps.map(\.axis)
                    shapes[axes.joined(separator: " "), default: 0] += 1
                case .unknown: Issue.record("\(path): \(id)")
                }
            }
        }
        #expect(
            shapes == [
                "key": 37, "plural": 11, "device": 12, "device plural": 2, "substitution plural": 16,
            ])
    }
}
