import GalleyText

/// An image before `currentcolor` is known.
public enum StyleImage: Sendable, Hashable {
    /// As written, relative to its sheet.
    case url(String)
    /// A gradient.
    case gradient(StyleGradient)
}

/// A gradient before `currentcolor` is known.
public struct StyleGradient: Sendable, Hashable {
    /// The gradient, black where its colour is that of the text.
    public var gradient: Gradient
    /// Which of its stops have the colour of the text.
    public var currentStops: [Int]

    /// A gradient, some of whose stops have the colour of the text.
    public init(_ gradient: Gradient, currentStops: [Int] = []) {
        self.gradient = gradient
        self.currentStops = currentStops
    }

    /// The gradient, given the colour of the text.
    public func resolved(_ current: Color) -> Gradient {
        guard !currentStops.isEmpty else { return gradient }
        var gradient = gradient
        for index in currentStops where gradient.stops.indices.contains(index) {
            if case .color(_, let place) = gradient.stops[index] { gradient.stops[index] = .color(current, at: place) }
        }
        return gradient
    }
}

/// The properties that lay out the layers of a background, each a list of its own: where one is shorter than the list of
/// images it starts again (CSS Backgrounds 3 §2.3).
public struct BackgroundLists: Sendable, Hashable {
    /// `background-repeat` in both directions.
    public var repetitions: [[BackgroundLayout.Repetition]] = [[.repeat, .repeat]]
    /// `background-position-x`.
    public var positionsX: [Length] = [.zero]
    /// `background-position-y`.
    public var positionsY: [Length] = [.zero]
    /// `background-size`.
    public var extents: [BackgroundLayout.Extent] = [.size(width: .auto, height: .auto)]
    /// `background-attachment`.
    public var attachments: [BackgroundLayout.Attachment] = [.scroll]
    /// `background-origin`.
    public var origins: [BackgroundLayout.Box] = [.padding]
    /// `background-clip`.
    public var clips: [BackgroundLayout.Box] = [.border]

    /// The initial values.
    public init() {}

    /// The lists that say the layouts of some layers; nil where all of them are initial.
    init?(_ layouts: [BackgroundLayout]) {
        guard layouts.contains(where: { $0 != BackgroundLayout() }) else { return nil }
        func list<Value: Equatable>(_ value: (BackgroundLayout) -> Value) -> [Value] {
            let values = layouts.map(value)
            return values.allSatisfy { $0 == values[0] } ? [values[0]] : values
        }
        repetitions = list { [$0.repetitionX, $0.repetitionY] }
        positionsX = list(\.positionX)
        positionsY = list(\.positionY)
        extents = list(\.extent)
        attachments = list(\.attachment)
        origins = list(\.origin)
        clips = list(\.clip)
    }

    /// The layout of a layer.
    public func layout(_ index: Int) -> BackgroundLayout {
        func value<Value>(_ list: [Value]) -> Value? { list.isEmpty ? nil : list[index % list.count] }
        var layout = BackgroundLayout()
        if let both = value(repetitions), both.count == 2 {
            (layout.repetitionX, layout.repetitionY) = (both[0], both[1])
        }
        if let value = value(positionsX) { layout.positionX = value }
        if let value = value(positionsY) { layout.positionY = value }
        if let value = value(extents) { layout.extent = value }
        if let value = value(attachments) { layout.attachment = value }
        if let value = value(origins) { layout.origin = value }
        if let value = value(clips) { layout.clip = value }
        return layout
    }
}

extension BoxStyle {
    /// Whether a layer of the background has an image.
    var hasBackgroundImage: Bool { backgroundImages.contains { $0 != nil } }

    /// The layers that have an image, front to back.
    func backgroundLayers(current: Color) -> [BackgroundLayer] {
        guard !backgroundImages.isEmpty else { return [] }
        let lists = backgroundLists ?? BackgroundLists()
        return backgroundImages.enumerated().compactMap { index, image in
            switch image {
            case nil: nil
            case .url(let url): BackgroundLayer(.url(url), lists.layout(index))
            case .gradient(let gradient): BackgroundLayer(.gradient(gradient.resolved(current)), lists.layout(index))
            }
        }
    }

    /// What the colour is clipped to: the box of the last layer, with or without an image (CSS Backgrounds 3 §3.7).
    var backgroundClip: BackgroundLayout.Box {
        (backgroundLists ?? BackgroundLists()).layout(max(0, backgroundImages.count - 1)).clip
    }
}

extension [BackgroundLayer] {
    /// With URLs resolved; an image that has none then goes.
    func resolved(_ resolve: (String) -> String?) -> [BackgroundLayer] {
        compactMap { layer in
            guard let url = layer.image.url else { return layer }
            return resolve(url).map { BackgroundLayer(.url($0), layer.layout) }
        }
    }
}
