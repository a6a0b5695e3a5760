/// The natural dimensions of a picture (CSS Images 3 §4.1): what it would be as large as by itself. Pictures made of pixels
/// have all of them, an SVG may have some or none.
public struct NaturalDimensions: Hashable, Sendable {
    /// In px.
    public var width: Double?
    public var height: Double?
    /// Width divided by height.
    public var ratio: Double?

    /// Without a `ratio`, that of both sizes.
    public init(width: Double? = nil, height: Double? = nil, ratio: Double? = nil) {
        self.width = width
        self.height = height
        self.ratio = ratio
        if ratio == nil, let width, let height, width > 0, height > 0 { self.ratio = width / height }
    }

    /// Those of a picture of a size.
    public init(_ size: Size) { self.init(width: size.width, height: size.height) }

    /// What something has that is neither large nor small: an SVG without sizes.
    public static let none = NaturalDimensions()

    /// The default object size (CSS Images 3 §4.1).
    public static let defaultObjectSize = Size(width: 300, height: 150)

    /// `nil` when nothing is known.
    public var known: NaturalDimensions? { self == .none ? nil : self }

    /// Both, where both are known or follow from the ratio.
    public var size: Size? {
        switch (width, height, ratio) {
        case (let width?, let height?, _): Size(width: width, height: height)
        case (let width?, nil, let ratio?): Size(width: width, height: width / ratio)
        case (nil, let height?, let ratio?): Size(width: height * ratio, height: height)
        default: nil
        }
    }

    /// The size of the picture in a place (the default sizing algorithm, §4.3.1): with what is specified, else its own, else by
    /// its ratio, else that of the place.
    public func concreteSize(width: Double? = nil, height: Double? = nil, in place: Size) -> Size {
        switch (width, height) {
        case (let width?, let height?): return Size(width: width, height: height)
        case (let width?, nil):
            return Size(width: width, height: ratio.map { width / $0 } ?? self.height ?? place.height)
        case (nil, let height?):
            return Size(width: ratio.map { height * $0 } ?? self.width ?? place.width, height: height)
        case (nil, nil):
            if self.width != nil || self.height != nil {
                return concreteSize(width: self.width, height: self.height, in: place)
            }
            return contained(in: place)
        }
    }

    /// The largest size of the ratio that fits into a place, or all of it (§4.3.2, contain constraint).
    public func contained(in place: Size) -> Size {
        guard let ratio else { return place }
        return place.width < place.height * ratio
            ? Size(width: place.width, height: place.width / ratio)
            : Size(width: place.height * ratio, height: place.height)
    }

    /// The smallest size of the ratio that covers a place (§4.3.2, cover constraint).
    public func covering(_ place: Size) -> Size {
        guard let ratio else { return place }
        return place.width < place.height * ratio
            ? Size(width: place.height * ratio, height: place.height)
            : Size(width: place.width, height: place.width / ratio)
    }
}
