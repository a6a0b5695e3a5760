import GalleyText

/// At which paragraphs the markers of a text's items stand.
struct MarkerPlaces: Sendable {
    /// The paragraph on whose first line each item's marker stands: the item's first one that has lines.
    private(set) var paragraphs = BlockTable<Int32>()
    /// The heights of paragraphs that have no lines but a marker.
    private(set) var lines: [Int: Double] = [:]
    /// The items that have an image for a marker, by attachment.
    private(set) var imageItems: [AttachmentID: BlockID] = [:]
    /// By paragraph: the items whose outside markers stand at its first line and are images.
    private(set) var images: [Int: [BlockID]] = [:]
    /// The paragraph beside which each of those images stands.
    private(set) var attachments: [AttachmentID: Int] = [:]

    /// - Parameter markers: those that stand outside their items.
    init(
        of markers: BlockTable<ShapedDocument.ShapedMarker>, _ shaped: ShapedParagraphs, _ text: AttributedText
    ) {
        placeMarkers(markers, shaped, text)
        placeImages(text)
    }

    private mutating func placeMarkers(
        _ markers: BlockTable<ShapedDocument.ShapedMarker>, _ shaped: ShapedParagraphs, _ text: AttributedText
    ) {
        guard !markers.isEmpty else { return }
        // For each paragraph the next one that has lines, itself included.
        var next = ContiguousArray(repeating: Int.max, count: shaped.count + 1)
        for index in shaped.indices.reversed() {
            next[index] = shaped.hasLines(index, in: text) ? index : next[index + 1]
        }
        for item in markers.blocks {
            let range = text.blocks[item.index].paragraphs
            let found = next[min(range.lowerBound, shaped.count)]
            paragraphs.append(Int32(clamping: found < range.upperBound ? found : range.lowerBound), of: item)
            if found >= range.upperBound, let marker = markers[item] {
                lines[range.lowerBound] = max(lines[range.lowerBound] ?? 0, marker.layout.size.height)
            }
        }
    }

    private mutating func placeImages(_ text: AttributedText) {
        for (index, block) in text.blocks.enumerated() {
            guard case .item(let item) = block.kind, let image = item.markerImage else { continue }
            let id = BlockID(index)
            imageItems[image] = id
            guard item.markerPosition == .outside, let paragraph = paragraphs[id].map({ Int($0) })
            else { continue }
            images[paragraph, default: []].append(id)
            attachments[image] = paragraph
        }
    }
}
