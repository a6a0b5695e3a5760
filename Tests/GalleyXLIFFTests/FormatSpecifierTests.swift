import Foundation
import GalleyXLIFF
import Testing

@Suite struct FormatSpecifierTests {
    typealias ArgumentType = FormatSpecifiers.ArgumentType
    static let int = ArgumentType.integer(is64Bit: false)
    static let long = ArgumentType.integer(is64Bit: true)

    @Test(
        arguments: [
            ("%@ and %d", [1: .object, 2: int]), ("%2$@ %1$lld", [1: long, 2: .object]), ("100%", [:]),
            ("100%% %@", [1: .object]),
            ("100 % der", [:]), ("% d", [:]), ("%-08.3f|%+x|%hhu", [1: .floating, 2: int, 3: int]),
            ("%*.*f", [1: int, 2: int, 3: .floating]),
            ("%#@apples@ %1$#@pears@", [1: .variable("apples")]), ("%arg", [1: .variable("arg")]),
            ("%s%S%p%n", [1: .cString, 2: .wideString, 3: .pointer, 4: .counter]),
            ("%", [:]), ("%1$", [:]), ("%1 MiniWatts", [:]), ("％@ ٪d", [:]),
            ("%ld %qu %zd %c", [1: long, 2: long, 3: long, 4: int]),
            ("%99999999999999999999$@", [9_999: .object]),
        ] as [(String, [Int: ArgumentType])])
    func arguments(format: String, types: [Int: ArgumentType]) {
        #expect(FormatSpecifiers(format).arguments.mapValues(\.type) == types)
    }

    @Test(arguments: [
        ("%@ of %@", "%2$@ von %1$@", []), ("%@", "x", [Finding.Code.missingSpecifier]), ("x", "%@", [.extraSpecifier]),
        ("%d", "%@", [.changedSpecifier]), ("%d", "%lld", [.changedSpecifier]), ("%d", "%u", []),
        ("50% off", "50 % derzeit", []),
        ("%@ %d", "%d %@", [.changedSpecifier, .changedSpecifier]), ("%1$@ %2$@", "%1$@ %1$@", [.missingSpecifier]),
        ("%@", "", []),
    ])
    func findings(source: String, target: String, codes: [Finding.Code]) throws {
        let file = try XLIFFDocument(data: Data(xliff(unit("k", source, target)).utf8)).files[0]
        #expect(file.specifierFindings().map(\.code) == codes)
    }

    @Test func severities() throws {
        let text = xliff(unit("a", "%@", "x") + unit("b", "x", "%@") + unit("c", "%d", "%@") + unit("d", "%d", "%ld"))
        let file = try XLIFFDocument(data: Data(text.utf8)).files[0]
        #expect(file.specifierFindings().map(\.severity) == [.warning, .error, .error, .warning])
    }

    /// "One day" for "%d days".
    @Test func pluralFormsMayOmitTheirNumber() throws {
        let text = xliff(original: "a.stringsdict", unit("/k:dict/v:dict/one:dict/:string", "%d days", "one day"))
        #expect(try XLIFFDocument(data: Data(text.utf8)).files[0].specifierFindings().isEmpty)
        let catalog = xliff(original: "a.xcstrings", unit("k|==|plural.one", "%lld days", "%@"))
        #expect(
            try XLIFFDocument(data: Data(catalog.utf8)).files[0].specifierFindings().map(\.code) == [.changedSpecifier])
    }

    /// The mistakes that are known in shipped apps.
    @Test(
        .enabled(if: Places.hasData),
        arguments: [
            ("LoopKit__LoopTranslations__it.xcloc__Localized_Contents__it.xliff", [9742, 11521, 11969]),
            ("damus-io__damus__translations__ar.xliff", [53, 59, 1324]),
            ("openfoodfacts__openfoodfacts-ios__xliff__ar.xliff", [597]),
            ("keepassium__KeePassium-L10n__ar__KeePassiumLib.xliff", []),
        ])
    func realFiles(name: String, lines: [Int]) throws {
        let document = try XLIFFDocument(contentsOf: Places.data.appendingPathComponent(name))
        #expect(document.files.flatMap { $0.specifierFindings() }.compactMap { $0.position?.line } == lines)
    }
}
