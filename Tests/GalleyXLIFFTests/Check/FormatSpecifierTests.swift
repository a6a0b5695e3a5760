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
            ("%*.*f", [1: int, 2: int, 3: .floating]), ("%1$*2$d", [1: int, 2: int]),
            ("%#@apples@ %1$#@pears@", [1: .variable("apples")]), ("%arg", [1: .variable("arg")]),
            ("%1#@count@", [1: .variable("count")]), ("%1$arg", [1: .variable("arg")]),
            ("%s%S%p%n", [1: .cString, 2: .wideString, 3: .pointer, 4: .counter]),
            ("%", [:]), ("%1$", [:]), ("%1 MiniWatts", [:]), ("％@ ٪d", [:]), ("%#@", [:]), ("%#@@", [:]),
            ("%ld %qu %zd %c", [1: long, 2: long, 3: long, 4: int]),
            ("%99999999999999999999$@", [9_999: .object]), ("%%%%d", [:]), ("%%%d", [1: int]),
        ] as [(String, [Int: ArgumentType])])
    func arguments(format: String, types: [Int: ArgumentType]) {
        #expect(FormatSpecifiers(format).arguments.mapValues(\.type) == types)
    }

    /// Gotcha 23: what people type for a specifier.
    @Test(
        arguments: [
            ("％@", ["％@"]), ("﹪1$d", ["﹪1$d"]), ("٪d", ["٪d"]), ("٪ من", []), ("% @", ["% @"]),
            ("%\u{A0}d", ["%\u{A0}d"]), ("%\u{202F}lld.", ["%\u{202F}lld"]), ("100 % der", []), ("100 % d", ["% d"]),
            ("%1 W", ["%1"]), ("%1$ W", ["%1$"]), ("@%", ["@%"]), ("50%", []), ("%", []), ("%%", []),
        ] as [(String, [String])])
    func nearMisses(format: String, found: [String]) {
        #expect(FormatSpecifiers(format).nearMisses == found)
    }

    @Test(arguments: [("100%", 0, 1), ("100%%", 1, 0), ("%%% d%", 1, 2), ("% %", 0, 2)])
    func percents(format: String, escaped: Int, loose: Int) {
        let specifiers = FormatSpecifiers(format)
        #expect(specifiers.escapedPercents == escaped)
        #expect(specifiers.loosePercents == loose)
    }

    @Test func variables() {
        #expect(FormatSpecifiers("%#@a@ %2$#@b@ %1#@c@ %arg %@").variables == ["a", "b", "c"])
    }

    /// Any text is read to its end, and what is read lies inside of it.
    @Test func anyText() {
        let pieces = ["%", "1", "$", "@", "#", "*", ".", "l", "d", "n", " ", "％", "٪", "\u{A0}", "é", "arg"]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement() ?? "" }.joined()
            let specifiers = FormatSpecifiers(text)
            let bytes = Array(text.utf8)
            for use in specifiers.uses where use.specifier != "*" {
                #expect(Array(bytes[use.range]) == Array(use.specifier.utf8), "\(text)")
                #expect(use.position > 0)
            }
            let percents = bytes.count { $0 == UInt8(ascii: "%") }
            let used = Set(specifiers.uses.map(\.range)).count
            // A star that is followed by "%%" is read with it.
            #expect(percents == used + specifiers.escapedPercents * 2 + specifiers.loosePercents, "\(text)")
        }
    }
}
