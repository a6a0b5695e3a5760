import GalleyText

// CSS Backgrounds 3 §6.

extension PropertyTable {
    mutating func addBorderImage() {
        add(
            "border-image-source", inherited: false, \.box.borderImageSource, parse: { $0.image() },
            convert: { value, computation in .some(computation.image(value)) })
        add(
            "border-image-slice", inherited: false, \.box.borderImageSlices,
            parse: { $0.borderImageSlices() },
            convert: { value, _ in
                guard case .function(let name, let members) = value else { return nil }
                let slices = members.compactMap { member -> BorderImageLayout.Slice? in
                    switch member {
                    case .number(let number): .number(number)
                    case .length(let length): .percent(length.percent)
                    default: nil
                    }
                }
                return Edges(upToFour: slices).map { BoxStyle.BorderImageSlices(edges: $0, isFilled: name == "fill") }
            })
        add(
            "border-image-width", inherited: false, \.box.borderImage.widths,
            parse: { $0.borderImageExtents(allowsAuto: true, .percent) },
            convert: { value, computation in
                Edges(upToFour: value.members.compactMap { computation.borderImageExtent($0) })
            })
        add(
            "border-image-outset", inherited: false, \.box.borderImage.outsets,
            parse: { $0.borderImageExtents(allowsAuto: false, []) },
            convert: { value, computation in
                Edges(upToFour: value.members.compactMap { computation.borderImageExtent($0) })
            })
        add(
            "border-image-repeat", inherited: false, \.box.borderImageRepetitions,
            parse: { $0.borderImageRepetitions() },
            convert: { value, _ in
                let words = value.members.compactMap { $0.keyword.flatMap { PropertyTable.borderImageRepetitions[$0] } }
                return words.count == 2 ? words : nil
            })
    }

    package static let borderImageRepetitions: [String: BorderImageLayout.Repetition] = [
        "stretch": .stretch, "repeat": .repeat, "round": .round, "space": .space,
    ]
}

extension BoxStyle {
    /// `border-image-slice`.
    struct BorderImageSlices {
        var edges: Edges<BorderImageLayout.Slice>
        var isFilled: Bool
    }

    var borderImageSlices: BorderImageSlices {
        get { BorderImageSlices(edges: borderImage.slices, isFilled: borderImage.isFilled) }
        set { (borderImage.slices, borderImage.isFilled) = (newValue.edges, newValue.isFilled) }
    }

    /// `border-image-repeat` in both directions.
    var borderImageRepetitions: [BorderImageLayout.Repetition] {
        get { [borderImage.repetitionX, borderImage.repetitionY] }
        set {
            if newValue.count == 2 { (borderImage.repetitionX, borderImage.repetitionY) = (newValue[0], newValue[1]) }
        }
    }

    /// How the image is laid out; stored where it is not initial.
    package var borderImage: BorderImageLayout {
        get { borderImageStorage?.value ?? BorderImageLayout() }
        set { borderImageStorage = newValue == BorderImageLayout() ? nil : SharedBorderImage(newValue) }
    }

    /// The image and its layout; nil without an image.
    func borderImage(current: Color) -> BorderImage? {
        switch borderImageSource {
        case nil: nil
        case .url(let url): BorderImage(.url(url), borderImage)
        case .gradient(let gradient): BorderImage(.gradient(gradient.resolved(current)), borderImage)
        }
    }
}

/// A layout that styles share: few have one.
final class SharedBorderImage: Hashable, Sendable {
    let value: BorderImageLayout

    init(_ value: BorderImageLayout) { self.value = value }

    static func == (left: SharedBorderImage, right: SharedBorderImage) -> Bool {
        left === right || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension BorderImage {
    /// With its URL resolved; `nil` where there is none then.
    func resolved(_ resolve: (String) -> String?) -> BorderImage? {
        guard let url = image.url else { return self }
        return resolve(url).map { BorderImage(.url($0), layout) }
    }
}

extension Edges {
    /// One to four values from the top clockwise; the missing ones mirror (CSS Backgrounds 3 §6.2).
    fileprivate init?(upToFour values: [Value]) {
        guard let first = values.first, values.count <= 4 else { return nil }
        let right = values.count > 1 ? values[1] : first
        self.init(
            top: first, right: right, bottom: values.count > 2 ? values[2] : first,
            left: values.count > 3 ? values[3] : right)
    }
}

extension ValueReader {
    /// Numbers or percentages, `fill` before or behind them: a function that is called `fill` with it.
    mutating func borderImageSlices() -> CSSValue? {
        var isFilled = accept("fill")
        var values: [CSSValue] = []
        while values.count < 4 {
            if let number = number(from: 0) {
                values.append(.number(number))
            } else if let percentage = percentage() {
                guard percentage >= 0 else { return nil }
                values.append(.length(.percent(percentage)))
            } else {
                break
            }
        }
        if !isFilled { isFilled = accept("fill") }
        return values.isEmpty ? nil : .function(isFilled ? "fill" : "slice", values)
    }

    /// Multiples of the border's width, lengths, `auto` where it is allowed; a list in any case.
    mutating func borderImageExtents(allowsAuto: Bool, _ options: LengthOptions) -> CSSValue? {
        var values: [CSSValue] = []
        while values.count < 4 {
            // 0 is a number here.
            if let number = number(from: 0) {
                values.append(.number(number))
            } else if allowsAuto, accept("auto") {
                values.append(.keyword("auto"))
            } else if let length = length(options.union(.nonNegative)) {
                values.append(length)
            } else {
                break
            }
        }
        return values.isEmpty ? nil : .list(values)
    }

    /// One or two words, as two.
    mutating func borderImageRepetitions() -> CSSValue? {
        let words = Set(PropertyTable.borderImageRepetitions.keys)
        guard let first = keyword(of: words) else { return nil }
        return .list([.keyword(first), .keyword(keyword(of: words) ?? first)])
    }
}

extension StyleComputation {
    fileprivate func borderImageExtent(_ value: CSSValue) -> BorderImageLayout.Extent? {
        switch value {
        case .number(let number): .times(number)
        case .keyword: .auto
        default: length(value).map { .length($0) }
        }
    }
}
