import GalleyText

extension PropertyWriting {
    mutating func addBorderImage() {
        add("border-image-source") { CSSText.image($0.box.borderImageSource) }
        add("border-image-slice") { fields in
            let layout = fields.box.borderImage
            let slices = CSSText.edges(layout.slices) { slice in
                switch slice {
                case .number(let number): CSSText.number(number)
                case .percent(let percent): CSSText.number(percent) + "%"
                }
            }
            return layout.isFilled ? slices + " fill" : slices
        }
        add("border-image-width") { CSSText.edges($0.box.borderImage.widths, CSSText.extent) }
        add("border-image-outset") { CSSText.edges($0.box.borderImage.outsets, CSSText.extent) }
        add("border-image-repeat") { fields in
            let layout = fields.box.borderImage
            return [layout.repetitionX, layout.repetitionY].map { "\($0)" }.joined(separator: " ")
        }
    }
}

extension CSSText {
    fileprivate static func edges<Value>(_ edges: Edges<Value>, _ write: (Value) -> String) -> String {
        [edges.top, edges.right, edges.bottom, edges.left].map(write).joined(separator: " ")
    }

    fileprivate static func extent(_ extent: BorderImageLayout.Extent) -> String {
        switch extent {
        case .auto: "auto"
        case .times(let factor): number(factor)
        // Without a unit 0 is a multiple.
        case .length(let length): length == .zero ? "0px" : self.length(length)
        }
    }
}
