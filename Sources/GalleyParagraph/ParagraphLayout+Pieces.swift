import GalleyShaping

extension ParagraphLayout.Storage {
    /// The pieces of a line in visual order.
    func pieces(of line: LineRecord) -> ArraySlice<LinePiece> {
        guard line.isPlain else { return pieces[Int(line.firstPiece)..<Int(line.pieceEnd)] }
        let text = shaped.text
        let item = text.items[Int(line.pieceEnd)]
        guard shaped.isUniform, item.end >= line.end else { return assembledPieces(of: line)[...] }
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

    /// The pieces of a line of several items, styles or directions.
    private func assembledPieces(of line: LineRecord) -> ContiguousArray<LinePiece> {
        var assembler = LineAssembler(textOf: shaped)
        let segments = shaped.segments
        func position(_ offset: UInt32) -> BreakPosition {
            BreakPosition(segment: segments.partitionIndex { $0.end > offset }, offset: Int(offset))
        }
        assembler.begin(at: Int(line.start), item: Int(line.pieceEnd))
        assembler.gather(
            BrokenLine(
                start: position(line.start), end: position(line.end), contentEnd: Int(line.contentEnd),
                width: line.width, kind: .none), offset: 0, room: .infinity)
        _ = assembler.place(at: line.x, expansion: line.expansion, line.places)
        return assembler.pieces
    }
}

extension ParagraphLayout {
    /// How many lines have no pieces of their own.
    package var plainLineCount: Int { storage.lines.count { $0.isPlain } }
}
