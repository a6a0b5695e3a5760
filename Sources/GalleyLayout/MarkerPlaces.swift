import GalleyText

/// At which paragraphs the markers of a text's items stand.
struct MarkerPlaces: Sendable {
    /// The markers that stand outside their items, in the order of the text.
    let items: ContiguousArray<Item>
    /// The heights of paragraphs that have no lines but a marker.
    private(set) var lines: [Int: Double] = [:]
    /// The items that have an image for a marker, by attachment.
    private(set) var imageItems: [AttachmentID: BlockID] = [:]
    /// By paragraph: the items whose outside markers stand at its first line and are images.
    private(set) var images: [Int: [BlockID]] = [:]
    /// The paragraph beside which each of those images stands.
    private(set) var attachments: [AttachmentID: Int] = [:]

    /// A marker and where it stands.
    struct Item: Sendable {
        var block: BlockID
        /// The paragraph on whose first line it stands: the item's first one that has lines.
        var paragraph: Int32
        var marker: ShapedDocument.ShapedMarker
    }

    /// - Parameter markers: those that stand outside their items, in the order of the text.
    init(
        of markers: [(item: BlockID, marker: ShapedDocument.ShapedMarker)], _ shaped: ShapedParagraphs,
        _ text: AttributedText
    ) {
        guard !markers.isEmpty else {
            items = []
            placeImages(text)
            return
        }
        // For each paragraph the next one that has lines, itself included.
        var next = ContiguousArray(repeating: Int.max, count: shaped.count + 1)
        for index in shaped.indices.reversed() {
            next[index] = shaped.hasLines(index, in: text) ? index : next[index + 1]
        }
        items = ContiguousArray(
            markers.map { item, marker in
                let range = text.blocks[item.index].paragraphs
                let found = next[min(range.lowerBound, shaped.count)]
                let index = found < range.upperBound ? found : range.lowerBound
                return Item(block: item, paragraph: Int32(truncatingIfNeeded: index), marker: marker)
            })
        for item in items where !shaped.hasLines(Int(item.paragraph), in: text) {
            lines[Int(item.paragraph)] = max(lines[Int(item.paragraph)] ?? 0, item.marker.layout.size.height)
        }
        placeImages(text)
    }

    /// The marker of an item, where it stands outside. O(log items).
    func item(_ block: BlockID) -> Item? {
        let place = items.partitionIndex { $0.block >= block }
        return place < items.count && items[place].block == block ? items[place] : nil
    }

    /// The paragraph beside which an item's marker stands; the first for one that has none.
    func paragraph(of block: BlockID) -> Int { item(block).map { Int($0.paragraph) } ?? 0 }

    private mutating func placeImages(_ text: AttributedText) {
        for (index, block) in text.blocks.enumerated() {
            guard case .item(let item) = block.kind, let image = item.markerImage else { continue }
            let id = BlockID(index)
            imageItems[image] = id
            guard item.markerPosition == .outside, let paragraph = self.item(id).map({ Int($0.paragraph) }) else {
                continue
            }
            images[paragraph, default: []].append(id)
            attachments[image] = paragraph
        }
    }
}
