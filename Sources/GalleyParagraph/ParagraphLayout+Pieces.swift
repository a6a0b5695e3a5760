import GalleyShaping

extension ParagraphLayout.Storage {
    /// The pieces of a line in visual order.
    func pieces(of line: LineRecord) -> ArraySlice<LinePiece> {
        guard line.isPlain else { return pieces[Int(line.firstPiece)..<Int(line.pieceEnd)] }
        let text = shaped.text
        let item = text.items[Int(line.pieceEnd)]
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
}

extension ParagraphLayout {
    /// How many lines have no pieces of their own.
    package var plainLineCount: Int { storage.lines.count { $0.isPlain } }
}
