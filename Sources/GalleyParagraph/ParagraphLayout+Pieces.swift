import GalleyShaping

extension ParagraphLayout.Storage {
    /// The pieces of a line in visual order.
    func pieces(of line: LineRecord) -> ArraySlice<LinePiece> {
        guard line.isPlain else { return pieces[Int(line.firstPiece)..<Int(line.pieceEnd)] }
        let text = shaped.text
        let item = text.items[Int(line.pieceEnd)]
        guard shaped.isUniform, item.kind == .text, item.end >= line.end, line.firstEdge < 0 else {
            return assembledPieces(of: line)[...]
        }
        let contentEnd = text.cluster(at: Int(line.contentEnd), in: item)
        var content = LinePiece(
            kind: .text, level: item.level, flags: [], index: line.pieceEnd,
            firstCluster: UInt32(text.cluster(at: Int(line.start), in: item)), clusterEnd: UInt32(contentEnd),
            start: line.start, end: line.contentEnd, textStyle: shaped.pieceRuns[0].textStyle, box: -1, x: line.x,
            width: 0, shift: 0)
        if line.expansion != 0 { content.flags.insert(.lastContent) }
        content.width = line.width
        guard line.end > line.contentEnd else { return [content] }
        let spaces = Int(line.contentEnd)..<Int(line.end)
        let collapsed = shaped.collapsedStart(in: spaces, content.textStyle)
        var made = [content]
        func add(_ range: Range<Int>, _ flags: LinePiece.Flags) {
            guard !range.isEmpty else { return }
            var piece = made[made.count - 1]
            piece.x += piece.width
            piece.kind = flags.contains(.collapsed) && shaped.isVisible(range) ? .control : .text
            piece.flags = flags
            piece.level = 0
            piece.start = UInt32(range.lowerBound)
            piece.end = UInt32(range.upperBound)
            piece.firstCluster = piece.clusterEnd
            piece.clusterEnd = UInt32(text.cluster(at: range.upperBound, in: item))
            piece.width =
                text.x(ofCluster: Int(piece.clusterEnd), in: item)
                - text.x(ofCluster: Int(piece.firstCluster), in: item)
            made.append(piece)
        }
        add(spaces.lowerBound..<collapsed, .hanging)
        add(collapsed..<spaces.upperBound, [.hanging, .collapsed])
        return made[...]
    }

    /// The pieces of a line of several items, styles or directions, or with edges that were shaped again.
    private func assembledPieces(of line: LineRecord) -> ContiguousArray<LinePiece> {
        shaped.text.withReader { assembledPieces(of: line, $0) }
    }

    private func assembledPieces(of line: LineRecord, _ text: ClusterReader) -> ContiguousArray<LinePiece> {
        var assembler = LineAssembler(textOf: shaped, text, edges: edges)
        let segments = shaped.segments
        func position(_ offset: UInt32) -> BreakPosition {
            BreakPosition(segment: segments.partitionIndex { $0.end > offset }, offset: Int(offset))
        }
        assembler.begin(line)
        assembler.gather(
            BrokenLine(
                start: position(line.start), end: position(line.end), contentEnd: Int(line.contentEnd),
                width: line.width, kind: .none), offset: 0, room: .infinity)
        let range = assembler.place(at: line.x, expansion: line.expansion, line.places)
        if shaped.traits.hasPlainBoxes, assembler.pieces.contains(where: { $0.box >= 0 }) {
            var boxes = plainBoxes
            _ = boxes.layOut(&assembler.pieces, range, of: line, after: nil)
        }
        return assembler.pieces
    }

    /// What raises the text in boxes of plain lines.
    private var plainBoxes: LineBoxLayout {
        LineBoxLayout(shaped, InlineMeasures(shaped, percentageBase: 0, objects: []), nil)
    }

    /// What the inline boxes cover on a line.
    func boxes(of line: LineRecord) -> ContiguousArray<BoxRecord> {
        guard line.isPlain, shaped.traits.hasPlainBoxes else {
            return ContiguousArray(boxes[Int(line.firstBox)..<Int(line.boxEnd)])
        }
        let pieces = ContiguousArray(pieces(of: line))
        guard pieces.contains(where: { $0.box >= 0 }) else { return [] }
        var boxes = plainBoxes
        var records: ContiguousArray<BoxRecord> = []
        boxes.addBoxes(pieces, pieces.indices, baseline: line.y + line.ascent, to: &records)
        return records
    }
}

extension ShapedParagraph {
    /// Where what is removed at a line's end begins in a range of spaces there: collapsible ones, and U+1680 among them (CSS
    /// Text 3 §4.1.3); the range's end where its style preserves them.
    func collapsedStart(in range: Range<Int>, _ textStyle: UInt32) -> Int {
        guard textStyles[Int(textStyle)].breaking.collapsesSpaces else { return range.upperBound }
        let utf8 = inline.utf8
        var start = range.upperBound
        while start > range.lowerBound {
            if utf8[start - 1] == 0x20 {
                start -= 1
            } else if start - 3 >= range.lowerBound, utf8[start - 3] == 0xE1, utf8[start - 2] == 0x9A,
                utf8[start - 1] == 0x80
            {
                start -= 3
            } else {
                break
            }
        }
        return start
    }

    /// Whether a range of spaces has one that has a glyph to show: U+1680.
    func isVisible(_ spaces: Range<Int>) -> Bool { inline.utf8[spaces].contains { $0 != 0x20 } }
}

extension ParagraphLayout {
    /// How many lines have no pieces of their own.
    package var plainLineCount: Int { storage.lines.count { $0.isPlain } }
}
