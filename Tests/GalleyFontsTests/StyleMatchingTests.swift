import Testing

import GalleyFonts

/// CSS Fonts 4 §5.2, as a table: what there is, what is wanted, what is taken.
@Suite struct StyleMatchingTests {
    func face(
        _ weight: Double, _ stretch: Double = 100, _ slant: FaceSlant = .normal,
        weights: ClosedRange<Double>? = nil, canSlant: Bool = false
    ) -> FontDescriptor {
        FontDescriptor(
            families: ["F"], fullName: "F", path: "", index: 0,
            style: FaceStyle(weight: weight, stretch: stretch, slant: slant), weights: weights ?? weight...weight,
            stretches: stretch...stretch, canSlant: canSlant, isVariable: weights != nil, hasColor: false,
            isFixedPitch: false, isSerif: false)
    }

    @Test(
        arguments: [
            // 400 to 500: up to 500 first, then lighter, then bolder.
            (400, [300, 500, 700], 500), (400, [300, 700], 300), (450, [400, 500], 500), (450, [400, 600], 400),
            (500, [400, 600], 400), (400, [600, 900], 600), (400, [100, 300], 300),
            // Lighter: lighter first; bolder: bolder first.
            (300, [200, 400], 200), (300, [400, 700], 400), (300, [100, 200], 200),
            (700, [600, 900], 900), (600, [400, 500], 500), (600, [500, 900], 900), (900, [400, 700], 700),
            (1, [100, 900], 100), (1000, [100, 900], 900),
        ] as [(Double, [Double], Double)])
    func weight(wanted: Double, available: [Double], expected: Double) throws {
        for order in [available, available.reversed()] {
            let faces = order.map { face($0) }
            let best = try #require(StyleMatching.best(faces, for: FaceStyle(weight: wanted)))
            #expect(faces[best].style.weight == expected)
        }
    }

    @Test(
        arguments: [
            (100, [75, 125], 75), (100, [125, 150], 125), (90, [75, 100], 75), (110, [100, 150], 150),
            (125, [75, 100], 100), (50, [75, 200], 75),
        ] as [(Double, [Double], Double)])
    func stretch(wanted: Double, available: [Double], expected: Double) throws {
        for order in [available, available.reversed()] {
            let faces = order.map { face(400, $0) }
            let best = try #require(StyleMatching.best(faces, for: FaceStyle(stretch: wanted)))
            #expect(faces[best].style.stretch == expected)
        }
    }

    @Test(
        arguments: [
            (.normal, [.italic, .oblique], .oblique), (.normal, [.italic, .normal], .normal),
            (.italic, [.normal, .oblique], .oblique), (.italic, [.italic, .oblique], .italic),
            (.oblique, [.italic, .normal], .italic), (.oblique, [.oblique, .italic], .oblique),
            (.oblique(degrees: 20), [.oblique(degrees: 10), .oblique(degrees: 18)], .oblique(degrees: 18)),
        ] as [(FaceSlant, [FaceSlant], FaceSlant)])
    func slant(wanted: FaceSlant, available: [FaceSlant], expected: FaceSlant) throws {
        for order in [available, available.reversed()] {
            let faces = order.map { face(400, 100, $0) }
            let best = try #require(StyleMatching.best(faces, for: FaceStyle(slant: wanted)))
            #expect(faces[best].style.slant == expected)
        }
    }

    @Test func widthBeforeSlantBeforeWeight() {
        let faces = [face(700, 75, .italic), face(400, 100, .normal), face(300, 100, .italic)]
        #expect(StyleMatching.best(faces, for: FaceStyle(weight: 700, slant: .italic)) == 2)
        #expect(StyleMatching.best(faces, for: FaceStyle(weight: 700, stretch: 80)) == 0)
        #expect(StyleMatching.best([], for: .regular) == nil)
    }

    @Test func variableFaceFitsItsWholeRange() {
        let faces = [face(400), face(400, weights: 100...900)]
        #expect(StyleMatching.best(faces, for: FaceStyle(weight: 650)) == 1)
        #expect(StyleMatching.best(faces, for: .regular) == 0, "the first of equals")
    }

    @Test(
        arguments: [
            (700, 400, true), (600, 400, false), (650, 400, true), (700, 500, false), (700, 600, false),
            (900, 700, false),
            (900, 600, true), (500, 100, false),
        ] as [(Double, Double, Bool)])
    func syntheticBold(wanted: Double, has: Double, expected: Bool) {
        let query = FontQuery(families: [], style: FaceStyle(weight: wanted))
        #expect(StyleMatching.synthesis(on: face(has), for: query).contains(.bold) == expected)
        var forbidden = query
        forbidden.allowedSynthesis = []
        #expect(StyleMatching.synthesis(on: face(has), for: forbidden).isEmpty)
    }

    @Test func syntheticOblique() {
        let query = FontQuery(families: [], style: FaceStyle(slant: .italic))
        #expect(StyleMatching.synthesis(on: face(400), for: query) == .oblique)
        #expect(StyleMatching.synthesis(on: face(400, 100, .oblique), for: query).isEmpty)
        #expect(StyleMatching.synthesis(on: face(400, canSlant: true), for: query).isEmpty)
    }

    @Test func placesOnAxes() {
        func axis(_ tag: FontTag, _ low: Float, _ middle: Float, _ high: Float) -> FontAxis {
            FontAxis(tag: tag, minimum: low, defaultValue: middle, maximum: high, isHidden: false)
        }
        let axes = [
            axis("wght", 100, 400, 800), axis("wdth", 75, 100, 100), axis("slnt", -12, 0, 0), axis("opsz", 8, 14, 144),
            axis("GRAD", -50, 0, 100),
        ]
        func values(_ query: FontQuery) -> [AxisValue] { StyleMatching.axisValues(of: axes, for: query) }
        #expect(values(FontQuery(families: [])).isEmpty)
        #expect(values(FontQuery(families: [], style: FaceStyle(weight: 900))) == [AxisValue("wght", 800)])
        #expect(
            values(FontQuery(families: [], style: FaceStyle(weight: 300, stretch: 60)))
                == [AxisValue("wdth", 75), AxisValue("wght", 300)])
        #expect(
            values(FontQuery(families: [], style: FaceStyle(slant: .oblique(degrees: 9)))) == [AxisValue("slnt", -9)])
        #expect(values(FontQuery(families: [], style: FaceStyle(slant: .italic))) == [AxisValue("slnt", -12)])
        #expect(values(FontQuery(families: [], opticalSize: 200)) == [AxisValue("opsz", 144)])
        #expect(
            values(FontQuery(families: [], style: .bold, axisValues: [AxisValue("wght", 250), AxisValue("GRAD", 40)]))
                == [AxisValue("GRAD", 40), AxisValue("wght", 250)], "set by hand wins")
        #expect(values(FontQuery(families: [], axisValues: [AxisValue("wght", .nan)])).isEmpty)
    }
}
