import Testing

import GalleyText

@Suite struct LengthTests {
    private let context = LengthContext(
        percentageBase: 200, fontSize: 20, rootFontSize: 10, exSize: 9, viewport: Size(width: 1_000, height: 500))

    static let cases: [(Length, Double)] = [
        (.px(3), 3), (.percent(50), 100), (.em(2), 40), (Length(1, .rem), 10), (Length(2, .ex), 18),
        (Length(10, .vw), 100), (Length(10, .vmin), 50), (.px(.nan), 0), (.px(.infinity), TextLimits.maximumLength),
        (Length(px: 4, terms: [.init(unit: .em, coefficient: 2), .init(unit: .em, coefficient: -1)]), 24),
        (-Length.percent(10), -20), (Length.em(1) * 3, 60),
    ]

    @Test(arguments: cases)
    func lengthsResolve(length: Length, expected: Double) {
        #expect(length.resolved(in: context) == expected)
    }

    @Test func termsThatCancelAreGone() {
        #expect((Length.em(2) + .em(-2)).isZero)
        #expect(Length.em(1) + .px(1) + .percent(2) == .percent(2) + .px(1) + .em(1))
    }
}
