import Foundation
import GalleyFonts
import GalleyLoading
import GalleyRender
import GalleyText
import Testing

/// What a gradient is in a box (CSS Images 3 §3), and how it is drawn.
@Suite struct GradientGeometryTests {
    private static let red = Color(rgb: 0xFF0000)
    private static let blue = Color(rgb: 0x0000FF)
    private static let clear = Color.transparent
    private static let size = Size(width: 200, height: 100)

    private static func geometry(
        _ shape: Gradient.Shape, _ stops: [Gradient.Stop] = [.color(red), .color(blue)], repeats: Bool = false
    ) -> GradientGeometry? {
        var gradient = Gradient(shape, stops)
        gradient.repeats = repeats
        return GradientGeometry(gradient, size: size)
    }

    /// `x,y>x,y` or `x,y rx ry`, rounded.
    private static func describe(_ shape: GradientGeometry.Shape?) -> String {
        func number(_ value: Double) -> String { "\(Int((value * 10).rounded()))" }
        switch shape {
        case .linear(let from, let to): return [from.x, from.y, to.x, to.y].map(number).joined(separator: " ")
        case .radial(let center, let x, let y): return [center.x, center.y, x, y].map(number).joined(separator: " ")
        case .conic(let center, let from): return [center.x, center.y, from].map(number).joined(separator: " ")
        case .solid: return "solid"
        case nil: return "nothing"
        }
    }

    /// In tenths of px.
    private static let lines: [(Gradient.Line, String)] = [
        (.angle(0), "1000 1000 1000 0"), (.angle(90), "0 500 2000 500"), (.angle(180), "1000 0 1000 1000"),
        (.angle(-90), "2000 500 0 500"), (.angle(45), "250 1250 1750 -250"), (.angle(405), "250 1250 1750 -250"),
        // The middle colour runs through the other two corners: the line is at right angles to their diagonal.
        (.corner(isRight: true, isBottom: true), "600 -300 1400 1300"),
        (.corner(isRight: false, isBottom: false), "1400 1300 600 -300"),
        (.between(.init(x: .percent(0), y: .percent(0)), .init(x: .percent(100), y: .percent(100))), "0 0 2000 1000"),
    ]

    @Test(arguments: lines)
    func linesEndWhereCornersHaveTheirColours(line: Gradient.Line, wanted: String) {
        #expect(Self.describe(Self.geometry(.linear(line))?.shape) == wanted)
    }

    private static let endings: [(Gradient.Ending, Double, Double)] = [
        (.circle(.closestSide), 40, 40), (.circle(.farthestSide), 150, 150),
        // √(50² + 40²), √(150² + 60²)
        (.circle(.closestCorner), 64.0312, 64.0312), (.circle(.farthestCorner), 161.5549, 161.5549),
        (.ellipse(.closestSide), 50, 40), (.ellipse(.farthestSide), 150, 60),
        // √2 times the sides.
        (.ellipse(.closestCorner), 70.7107, 56.5685), (.ellipse(.farthestCorner), 212.1320, 84.8528),
        (.circleRadius(.px(30)), 30, 30), (.ellipseRadii(x: .percent(10), y: .px(30)), 20, 30),
    ]

    /// A repeating gradient ends with its ending shape.
    @Test(arguments: endings)
    func endingShapes(ending: Gradient.Ending, x: Double, y: Double) throws {
        let geometry = try #require(
            Self.geometry(.radial(ending, at: BoxPosition(x: .px(50), y: .px(40))), repeats: true))
        guard case .radial(let center, let radiusX, let radiusY) = geometry.shape else {
            Issue.record("\(geometry.shape)")
            return
        }
        #expect(center == Point(x: 50, y: 40))
        #expect(abs(radiusX - x) < 1e-3)
        #expect(abs(radiusY - y) < 1e-3)
    }

    /// Stops of a gradient from left to right over 200 px, as `position:colour`.
    private static func stops(_ stops: [Gradient.Stop], repeats: Bool = false) -> [String] {
        (geometry(.linear(.angle(90)), stops, repeats: repeats)?.stops ?? []).map {
            "\(Int(($0.offset * 200).rounded())):\($0.color.hexadecimal)"
        }
    }

    @Test func positionsAreFilledIn() {
        let stops = Self.stops([.color(Self.red), .color(.white), .color(.black), .color(Self.blue, at: .px(150))])
        #expect(stops == ["0:#ff0000", "50:#ffffff", "100:#000000", "150:#0000ff", "200:#0000ff"])
    }

    @Test func positionsOutOfOrderAreRaised() {
        let stops = Self.stops([
            .color(Self.red, at: .percent(40)), .color(.white, at: .percent(10)), .color(Self.blue),
        ])
        #expect(stops == ["0:#ff0000", "80:#ff0000", "80:#ffffff", "200:#0000ff"])
    }

    @Test func whatIsNotSeenIsCutOff() {
        let stops = Self.stops([.color(.black, at: .px(-200)), .color(.white, at: .px(600))])
        #expect(stops == ["0:#404040", "200:#808080"])
    }

    @Test func aHintIsHalfway() throws {
        let stops = try #require(
            Self.geometry(.linear(.angle(90)), [.color(.black), .hint(.percent(25)), .color(.white)])?.stops)
        let place = try #require(stops.firstIndex { $0.offset >= 0.25 })
        #expect(abs(stops[place].color.red - 0.5) < 0.01)
        #expect(stops.count > 8)
        // At an end it is an edge.
        #expect(
            Self.stops([.color(.black), .hint(.percent(0)), .color(.white)]) == ["0:#ffffff", "200:#ffffff"])
    }

    /// Premultiplied, a transparent stop has no colour of its own, and halfway the more opaque colour counts more.
    @Test func transparentStopsTakeTheirNeighboursColour() throws {
        #expect(
            Self.stops([.color(Self.red), .color(Self.clear), .color(Self.blue)]) == [
                "0:#ff0000", "100:#ff000000", "100:#0000ff00", "200:#0000ff",
            ])
        var weak = Self.red
        weak.alpha = 0.25
        let stops = try #require(Self.geometry(.linear(.angle(90)), [.color(weak), .color(Self.blue)])?.stops)
        let middle = try #require(stops.first { $0.offset == 0.5 })
        #expect(abs(middle.color.alpha - 0.625) < 1e-6)
        #expect(abs(middle.color.red - 0.2) < 1e-6)
    }

    @Test func aRepeatingGradientIsOnePeriodFromTheEdge() {
        let geometry = Self.geometry(
            .linear(.angle(90)), [.color(Self.red, at: .px(30)), .color(Self.blue, at: .px(50))], repeats: true)
        #expect(geometry?.repeats == true)
        #expect(Self.describe(geometry?.shape) == "0 500 200 500")
        // At the edge it is halfway through a period.
        #expect(geometry?.stops.map(\.color.hexadecimal) == ["#800080", "#0000ff", "#ff0000", "#800080"])
        #expect(geometry?.stops.map(\.offset) == [0, 0.5, 0.5, 1])
    }

    @Test func degenerateOnesAreOneColour() {
        let edge: [Gradient.Stop] = [.color(Self.red, at: .px(10)), .color(Self.blue, at: .px(10))]
        // §3.4.1: the average.
        #expect(Self.geometry(.linear(.angle(0)), edge, repeats: true)?.stops.map(\.color.hexadecimal) == ["#800080"])
        // §3.2.3: an ellipse without height.
        let flat = Gradient.Shape.radial(.ellipseRadii(x: .px(5), y: .zero), at: .center)
        #expect(Self.geometry(flat)?.shape == .solid)
        #expect(Self.geometry(flat)?.stops.map(\.color) == [Self.blue])
        #expect(Self.geometry(.linear(.between(.center, .center)))?.stops.map(\.color) == [Self.blue])
        #expect(GradientGeometry(Gradient(.linear(.angle(0)), []), size: Self.size) == nil)
        #expect(GradientGeometry(Gradient(.linear(.angle(0)), [.color(.black)]), size: .zero) == nil)
    }

    @Test func numbersWithoutBoundsAreDrawn() throws {
        let far = Length.px(.infinity)
        let nowhere = BoxPosition(x: .px(.nan), y: .px(1e300))
        for shape: Gradient.Shape in [
            .linear(.angle(.nan)), .linear(.between(nowhere, .center)), .radial(.circleRadius(far), at: nowhere),
            .conic(from: .infinity, at: nowhere),
        ] {
            for repeats in [false, true] {
                let geometry = Self.geometry(
                    shape, [.color(Self.red, at: .px(-1e300)), .hint(far), .color(Self.blue, at: far)], repeats: repeats
                )
                #expect(geometry?.stops.allSatisfy { $0.offset >= 0 && $0.offset <= 1 } == true)
            }
        }
    }

    /// Cairo fails for the whole picture where a matrix is too large for it.
    @Test func farAndFlatOnesLeaveThePictureWhole() throws {
        let far = BoxPosition(x: .px(1e9), y: .px(-1e9))
        for shape: Gradient.Shape in [
            .radial(.ellipseRadii(x: .px(8), y: .px(1e-9)), at: .center), .radial(.circleRadius(.px(30)), at: far),
            .radial(.ellipseRadii(x: .px(1e-9), y: .px(8)), at: .center), .conic(from: 0, at: far),
            .radial(.ellipseRadii(x: .px(1e6), y: .px(0.02)), at: .center),
            .radial(.ellipseRadii(x: .px(0.02), y: .px(1e6)), at: .center),
            .radial(.circle(.farthestCorner), at: BoxPosition(x: .px(90_000), y: .zero)),
        ] {
            for repeats in [false, true] {
                var gradient = Gradient(shape, [.color(Self.red), .color(Self.blue)])
                gradient.repeats = repeats
                let pixel = try Self.pixels(Self.list(gradient))
                #expect(pixel(20, 5) != [255, 255, 255])
            }
        }
    }

    // MARK: - Drawn

    private static func list(_ gradient: Gradient, _ change: (inout BoxBackground) -> Void = { _ in }) -> DisplayList {
        var list = DisplayList(size: Size(width: 40, height: 20), background: .white)
        let box = Rect(x: 0, y: 0, width: 40, height: 20)
        var background = BoxBackground(.gradient(gradient), area: box, clip: box)
        change(&background)
        list.append(.background(background))
        return list
    }

    private static func pixels(_ list: DisplayList) throws -> (Int, Int) -> [Int] {
        let image = try ImageDecoder().decode(PNGWriter(fonts: .strict()).png(list))
        return { x, y in
            let pixel = image.pixels[y * image.width + x]
            return [Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255)]
        }
    }

    private static let stripes: Gradient = {
        var stripes = Gradient(
            .linear(.angle(90)),
            [.color(red), .color(red, at: .px(5)), .color(blue, at: .px(5)), .color(blue, at: .px(10))])
        stripes.repeats = true
        return stripes
    }()

    @Test func pixels() throws {
        let linear = try Self.pixels(Self.list(Gradient(.linear(.angle(90)), [.color(.black), .color(.white)])))
        #expect(linear(0, 10)[0] < 8)
        #expect(abs(linear(20, 3)[0] - 131) < 4)
        #expect(linear(39, 10)[0] > 248)
        let stripes = try Self.pixels(Self.list(Self.stripes))
        for x in [2, 12, 22, 32] {
            #expect(stripes(x, 1) == [255, 0, 0])
            #expect(stripes(x + 5, 19) == [0, 0, 255])
        }
        let faded = try Self.pixels(
            Self.list(Gradient(.linear(.angle(90)), [.color(Self.red), .color(Self.clear)])))
        // On white nothing but red: no grey of a transparent black.
        #expect(faded(20, 10)[0] == 255)
        let conic = try Self.pixels(
            Self.list(
                Gradient(
                    .conic(from: 0, at: .center),
                    [.color(Self.red), .color(Self.red, at: .percent(50)), .color(Self.blue, at: .percent(50))])))
        #expect(conic(30, 10) == [255, 0, 0])
        #expect(conic(10, 10) == [0, 0, 255])
    }

    @Test func tilesOfPartsOfPixelsTouch() throws {
        let gradient = Gradient(.linear(.angle(45)), [.color(.black), .color(Color(rgb: 0x202020))])
        let pixel = try Self.pixels(Self.list(gradient) { $0.extent = .size(width: 7.3, height: 3.7) })
        for y in 0..<20 {
            for x in 0..<40 where pixel(x, y)[0] > 0x40 { Issue.record("light at \(x), \(y)") }
        }
    }

    @Test func theSVGHasItsOwnGradients() throws {
        let radial = Gradient(.radial(.circle(.closestSide), at: .center), [.color(Self.red), .color(Self.clear)])
        for (gradient, wanted) in [
            (Self.stripes, "<linearGradient"), (Self.stripes, "spreadMethod=\"repeat\""), (radial, "<radialGradient"),
            (radial, "stop-opacity=\"0\""),
        ] {
            let svg = String(decoding: try SVGWriter(fonts: .strict()).svg(Self.list(gradient)), as: UTF8.self)
            #expect(svg.contains(wanted))
        }
    }

    /// A gradient over the whole page, and each kind with its tiles: patterns, no pictures.
    @Test func thePDFHasNoPictures() throws {
        for shape: Gradient.Shape in [
            .linear(.angle(30)), .radial(.ellipse(.farthestCorner), at: .center), .conic(from: 0, at: .center),
        ] {
            for repeats in [false, true] {
                var gradient = Gradient(
                    shape,
                    [.color(Self.red), .color(Self.clear, at: .percent(20)), .color(Self.blue, at: .percent(30))])
                gradient.repeats = repeats
                for width in [40.0, 9] {
                    let list = Self.list(gradient) { $0.extent = .size(width: width, height: nil) }
                    var writer = try PDFWriter(fonts: .strict())
                    try writer.append(list)
                    let pdf = String(decoding: try writer.finish(), as: UTF8.self)
                    #expect(!pdf.contains("/Subtype /Image"))
                    #expect(pdf.contains("/ShadingType"))
                }
            }
        }
    }
}
