import GalleyText
import Testing

/// The default sizing algorithm (CSS Images 3 §4.3.1), in a place of 100 x 40.
@Suite struct NaturalDimensionsTests {
    static let all = NaturalDimensions(width: 20, height: 10)
    static let ratio = NaturalDimensions(ratio: 2)
    static let width = NaturalDimensions(width: 20)

    static let cases: [(NaturalDimensions, Double?, Double?, Size)] = [
        (all, nil, nil, Size(width: 20, height: 10)), (all, 50, nil, Size(width: 50, height: 25)),
        (all, nil, 50, Size(width: 100, height: 50)), (all, 5, 6, Size(width: 5, height: 6)),
        (ratio, nil, nil, Size(width: 80, height: 40)), (ratio, 50, nil, Size(width: 50, height: 25)),
        (NaturalDimensions(ratio: 4), nil, nil, Size(width: 100, height: 25)),
        (width, nil, nil, Size(width: 20, height: 40)), (width, 50, nil, Size(width: 50, height: 40)),
        (width, nil, 50, Size(width: 20, height: 50)),
        (NaturalDimensions(height: 9), nil, nil, Size(width: 100, height: 9)),
        (NaturalDimensions(width: 9, ratio: 3), nil, nil, Size(width: 9, height: 3)),
        (.none, nil, nil, Size(width: 100, height: 40)), (.none, nil, 5, Size(width: 100, height: 5)),
    ]

    @Test(arguments: cases)
    func concreteSizes(natural: NaturalDimensions, width: Double?, height: Double?, expected: Size) {
        #expect(natural.concreteSize(width: width, height: height, in: Size(width: 100, height: 40)) == expected)
    }

    @Test func constraints() {
        let place = Size(width: 100, height: 40)
        #expect(Self.all.contained(in: place) == Size(width: 80, height: 40))
        #expect(Self.all.covering(place) == Size(width: 100, height: 50))
        #expect(NaturalDimensions.none.covering(place) == place)
        #expect(Self.ratio.size == nil && Self.all.size == Size(width: 20, height: 10))
        #expect(NaturalDimensions(height: 4, ratio: 2).size == Size(width: 8, height: 4))
    }
}
