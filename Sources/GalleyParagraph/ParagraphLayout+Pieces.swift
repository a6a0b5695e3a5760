import GalleyShaping

extension ParagraphLayout.Storage {
    /// The pieces of a line in visual order.
    func pieces(of line: LineRecord) -> ArraySlice<LinePiece> {
        guard line.isPlain else { return pieces[Int(line.firstPiece)..<Int(line.pieceEnd)] }
        let text = shaped.text
        let item = text.items[Int(line.pieceEnd)]
        guard item.end >= line.end else { return piecesOfItems(of: line)[...] }
        let contentEnd = text.cluster(at: Int(line.contentEnd), in: item)
        var content = LinePiece(
            kind: .text, level: item.level, flags: [], index: line.pieceEnd,
            firstCluster: UInt32(text.cluster(at: Int(line.start), in: item)), clusterEnd: UInt32(contentEnd),
            start: line.start, end: line.contentEnd, textStyle: shaped.pieceRuns[0].textStyle, box: -1, x: line.x,
            width: 0, shift: 0)
        if line.expansion != 0 { content.flags.insert(.lastContent) }
        content.width = line.width
        guard line.end > line.contentEnd else { return [content] }
        var spaces = content
        spaces.flags = .hanging
        spaces.level = 0
        spaces.start = line.contentEnd
        spaces.end = line.end
        spaces.firstCluster = UInt32(contentEnd)
        spaces.clusterEnd = UInt32(text.cluster(at: Int(line.end), in: item))
        spaces.x = content.x + content.width
        spaces.width =
            text.x(ofCluster: Int(spaces.clusterEnd), in: item) - text.x(ofCluster: contentEnd, in: item)
        return [content, spaces]
    }

    /// A plain line of several items has a piece for each, and for the spaces of each that hang.
    private func piecesOfItems(of line: LineRecord) -> [LinePiece] {
        var made: [LinePiece] = []
        var x = line.x
        shaped.text.forEachPart(from: line.start, to: line.end, firstItem: Int(line.pieceEnd)) { index, range in
            let item = shaped.text.items[index]
            func add(_ start: UInt32, _ end: UInt32, _ flags: LinePiece.Flags) {
                guard start < end else { return }
                let first = shaped.text.cluster(at: Int(start), in: item)
                let last = shaped.text.cluster(at: Int(end), in: item)
                let width = shaped.text.x(ofCluster: last, in: item) - shaped.text.x(ofCluster: first, in: item)
                made.append(
                    LinePiece(
                        kind: .text, level: item.level, flags: flags, index: UInt32(index), firstCluster: UInt32(first),
                        clusterEnd: UInt32(last), start: start, end: end, textStyle: shaped.pieceRuns[0].textStyle,
                        box: -1, x: x, width: width, shift: 0))
                x += width
            }
            add(range.lowerBound, min(range.upperBound, max(range.lowerBound, line.contentEnd)), [])
            add(max(range.lowerBound, min(range.upperBound, line.contentEnd)), range.upperBound, .hanging)
        }
        return made
    }
}

extension ShapedText {
    /// Calls `body` with each item that has text between two inline offsets, and with the text that it has there.
    func forEachPart(
        from start: UInt32, to end: UInt32, firstItem: Int, _ body: (_ item: Int, _ range: Range<UInt32>) -> Void
    ) {
        var index = firstItem
        while index < items.count, items[index].start < end {
            let lower = max(start, items[index].start)
            body(index, lower..<max(lower, min(end, items[index].end)))
            index += 1
        }
    }
}

extension ParagraphLayout {
    /// How many lines have no pieces of their own.
    package var plainLineCount: Int { storage.lines.count { $0.isPlain } }
}
