import GalleyText

extension Shorthand {
    /// The longhands of `border-image`, which `border` resets too (CSS Backgrounds 3 §3.4).
    static let borderImageLonghands = [
        "border-image-source", "border-image-slice", "border-image-width", "border-image-outset", "border-image-repeat",
    ]

    /// `border-image`: source, slices and repetition in any order; width and outset behind the slices (§6.7).
    static let borderImage: Shorthand = {
        let ids = Self.ids(borderImageLonghands)
        return Shorthand(longhands: ids) { reader, found in
            var values: [CSSValue?] = Array(repeating: nil, count: ids.count)
            guard !reader.atEnd else { return false }
            while !reader.atEnd {
                if values[0] == nil, let image = reader.image() {
                    values[0] = image
                } else if values[4] == nil, let repetition = reader.borderImageRepetitions() {
                    values[4] = repetition
                } else if values[1] == nil, let slices = reader.borderImageSlices() {
                    values[1] = slices
                    guard reader.accept(delimiter: "/") else { continue }
                    values[2] = reader.borderImageExtents(allowsAuto: true, .percent)
                    if reader.accept(delimiter: "/") {
                        values[3] = reader.borderImageExtents(allowsAuto: false, [])
                        guard values[3] != nil else { return false }
                    } else if values[2] == nil {
                        return false
                    }
                } else {
                    return false
                }
            }
            found = zip(ids, values).map { ($0, $1 ?? .wide(.initial)) }
            return true
        }
    }()
}
