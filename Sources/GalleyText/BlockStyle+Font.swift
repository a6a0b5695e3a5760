extension BlockStyle {
    /// Whether a length of it is a measure of the block's font: then it matters which that is (``Block/textStyle``).
    package var dependsOnFont: Bool {
        func isOfFont(_ length: Length) -> Bool { length.uses(\.isOfFont) }
        func isOfFont(_ size: SizeValue) -> Bool { size.length.map { isOfFont($0) } ?? false }
        return margin.contains(where: isOfFont) || padding.contains(where: isOfFont) || inset.contains(where: isOfFont)
            || isOfFont(width) || isOfFont(minimumWidth) || maximumWidth.map { isOfFont($0) } ?? false
            || isOfFont(height) || isOfFont(minimumHeight) || maximumHeight.map { isOfFont($0) } ?? false
            || columnWidth.map { isOfFont($0) } ?? false || columnGap.map { isOfFont($0) } ?? false
            || borderRadius.contains(where: isOfFont) || verticalRadius?.contains(where: isOfFont) ?? false
            || backgroundLayers.contains(where: \.dependsOnFont) || borderImage?.dependsOnFont ?? false
            || transform?.dependsOnFont ?? false
            || clip?.contains { $0.map { isOfFont($0) } ?? false } ?? false || clipPath?.dependsOnFont ?? false
    }
}

extension AttributedText {
    /// The index of the first paragraph in a block; the last one of the text for a block behind it.
    package func firstParagraph(of block: BlockID) -> Int? {
        paragraphs.isEmpty ? nil : min(blocks[block.index].paragraphs.lowerBound, paragraphs.count - 1)
    }

    /// The style whose font lengths of a block are measures of: its own, or that of its first paragraph.
    package func lengthStyleID(of block: BlockID) -> TextStyleID? {
        blocks[block.index].textStyle ?? firstParagraph(of: block).map { paragraphs[$0].strut }
    }

    /// The style whose font lengths of a block are measures of.
    package func lengthStyle(of block: BlockID) -> TextStyle? { lengthStyleID(of: block).map { style($0) } }
}

extension BackgroundLayer {
    fileprivate var dependsOnFont: Bool {
        if layout.positionX.uses(\.isOfFont) || layout.positionY.uses(\.isOfFont) { return true }
        if case .size(let width, let height) = layout.extent,
            [width, height].contains(where: { $0.length?.uses(\.isOfFont) ?? false })
        {
            return true
        }
        if case .gradient(let gradient) = image { return gradient.uses(\.isOfFont) }
        return false
    }
}

extension Gradient {
    /// Whether a unit takes part in its lengths that is one of those asked for.
    package func uses(_ isAskedFor: (Length.Unit) -> Bool) -> Bool {
        var found = false
        _ = mapLengths { length in
            found = found || length.uses(isAskedFor)
            return length
        }
        return found
    }
}

extension BoxTransform {
    fileprivate var dependsOnFont: Bool {
        origin.dependsOnFont
            || functions.contains {
                if case .translate(let x, let y) = $0 { BoxPosition(x: x, y: y).dependsOnFont } else { false }
            }
    }
}

extension BoxPosition {
    var dependsOnFont: Bool { x.uses(\.isOfFont) || y.uses(\.isOfFont) }
}
