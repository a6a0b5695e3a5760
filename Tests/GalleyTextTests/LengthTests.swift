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
        (.minimum(of: [.percent(50), .px(30)]), 30), (.maximum(of: [.percent(50), .px(30)]), 100),
        (.maximum(of: [.em(1), .minimum(of: [Length(10, .vw), .px(40)])]), 40),
        (.minimum(of: [.percent(50), .px(30)]) * -2 + .px(1), -59), (.minimum(of: []), 0),
    ]

    @Test(arguments: cases)
    func lengthsResolve(length: Length, expected: Double) {
        #expect(length.resolved(in: context) == expected)
    }

    @Test func comparisonsOfPxAreDecidedAtOnce() {
        #expect(Length.minimum(of: [.px(3), .px(2)]) == .px(2))
        #expect(Length.maximum(of: [.px(3), .percent(1), .px(5)]) == .maximum(of: [.px(5), .percent(1)]))
        #expect(Length.minimum(of: [.em(1), .minimum(of: [.percent(2), .em(1)])]).comparisons[0].arguments.count == 2)
    }

    @Test func comparisonsAreDecidedWhenTheirUnitsAreKnown() {
        let length = Length.maximum(of: [.em(2), .minimum(of: [.percent(50), .px(30)])]) * 2
        let known = length.resolving { $0 == .em ? 10 : nil }
        #expect(known == Length.maximum(of: [.px(20), .minimum(of: [.percent(50), .px(30)])]) * 2)
        #expect(known.hasPercentage && !known.isAbsolute)
        #expect(known.resolving(percentage: 100) == .px(60))
        #expect(known.resolving(percentage: 10) == .px(40))
    }

    @Test func comparisonsThatCancelAreGone() {
        let length = Length.minimum(of: [.percent(50), .px(30)])
        #expect((length + -length).isZero)
        #expect((length + length).comparisons.count == 1)
    }

    @Test func nestingEnds() {
        var length = Length.em(1)
        for step in 0..<10_000 {
            length = step % 2 == 0 ? .minimum(of: [length, .percent(1)]) : .maximum(of: [length, .px(2)])
        }
        #expect(length.resolved(in: context) == 2)
    }

    @Test func lengthsAreSmall() {
        #expect(MemoryLayout<Length>.size == 24)
    }

    @Test func termsThatCancelAreGone() {
        #expect((Length.em(2) + .em(-2)).isZero)
        #expect(Length.em(1) + .px(1) + .percent(2) == .percent(2) + .px(1) + .em(1))
    }
}
