import Foundation
import GalleyText
import GalleyUnicode

/// What line breaking reads of a paragraph.
struct SegmentTable: Sendable {
    var segments: ContiguousArray<InlineSegment> = []
    /// Whether a line may end with a hyphen that is not in the text.
    var hasHyphens = false
}

/// Puts items on the paragraph's axis and gathers them into segments. Linear.
struct SegmentTableBuilder {
    private(set) var table = SegmentTable()
    private let inline: InlineText
    private let analysis: TextAnalysis
    private let styles: StyleResolution
    /// The text segment that may still grow.
    private var current: InlineSegment?
    /// Its run in `inline.styleRuns`.
    private var run = 0

    init(_ inline: InlineText, _ analysis: TextAnalysis, _ styles: StyleResolution) {
        self.inline = inline
        self.analysis = analysis
        self.styles = styles
    }

    mutating func build(_ text: borrowing ShapedText) { text.withReader { gather($0) } }

    private mutating func gather(_ text: ClusterReader) {
        var event = 0
        let leaders = inline.leaders
        for index in text.items.indices {
            let item = text.items[index]
            addEdges(&event, upTo: Int(item.start), text)
            switch item.kind {
            case .text, .control: addText(index, text)
            case .tab:
                let leader = leaders.partitionIndex { $0.place >= Int(item.start) }
                let isLeader = leader < leaders.count && leaders[leader].place == Int(item.start)
                addSingle(.tab, index, isLeader ? leader : -1, text)
            case .lineBreak: addSingle(.lineBreak, index, -1, text)
            case .object:
                var object = 0
                if event < inline.events.count, case .object(let number) = inline.events[event].kind { object = number }
                event += 1
                addSingle(.object, index, object, text)
            }
        }
        addEdges(&event, upTo: inline.utf8.count, text)
        flush(text)
        attachBreaks(text)
        // They are kept: no room for more.
        if table.segments.count > 2, table.segments.capacity > table.segments.count {
            var exact: ContiguousArray<InlineSegment> = []
            exact.reserveCapacity(table.segments.count)
            exact.append(contentsOf: table.segments)
            table.segments = exact
        }
        table.hasHyphens = analysis.flags.count(of: .hyphen) > 0 || hasSoftHyphens
    }

    private var hasSoftHyphens: Bool {
        inline.utf8.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            var offset = 0
            while let found = memchr(start + offset, 0xC2, bytes.count - offset) {
                offset = UnsafeRawPointer(found) - start + 1
                if offset < bytes.count, bytes[offset] == 0xAD { return true }
            }
            return false
        }
    }

    // MARK: Segments

    /// The edges of boxes that stand before the byte at `offset`. Stops at the object there.
    private mutating func addEdges(_ event: inout Int, upTo offset: Int, _ text: ClusterReader) {
        while event < inline.events.count, inline.events[event].offset <= offset {
            let at = inline.events[event].offset
            switch inline.events[event].kind {
            case .object:
                if at == offset { return }
            case .open(let box):
                if inline.boxes[box].hasEdges { addEdge(.open, box, at, text) }
            case .close(let box):
                if inline.boxes[box].hasEdges { addEdge(.close, box, at, text) }
            }
            event += 1
        }
    }

    private mutating func addEdge(_ kind: InlineSegment.Kind, _ box: Int, _ offset: Int, _ text: ClusterReader) {
        flush(text)
        // An edge runs with the text inside its box.
        let inside = kind == .open ? offset : max(0, offset - 1)
        var segment = InlineSegment(kind, level: analysis.level(at: inside), start: offset, end: offset)
        segment.index = Int32(clamping: box)
        segment.textStyle = UInt32(styles.runStyles.isEmpty ? styles.strut : style(at: inside))
        segment.firstItem = UInt32(nextItem)
        segment.itemEnd = segment.firstItem
        table.segments.append(segment)
    }

    private mutating func addSingle(_ kind: InlineSegment.Kind, _ index: Int, _ object: Int, _ text: ClusterReader) {
        flush(text)
        let item = text.items[index]
        let style = style(at: Int(item.start))
        var segment = InlineSegment(kind, level: item.level, start: Int(item.start), end: Int(item.end))
        segment.index = Int32(clamping: object)
        segment.textStyle = UInt32(style)
        segment.apply(styles.textStyles[style].breaking)
        if segment.isLeader { segment.hangs = false }
        segment.firstItem = UInt32(index)
        segment.itemEnd = UInt32(index + 1)
        segment.x = item.x
        segment.endX = item.x
        segment.contentX = item.x
        table.segments.append(segment)
        nextItem = index + 1
    }

    private var nextItem = 0

    /// Adds an item of text, in parts where its text style changes.
    private mutating func addText(_ index: Int, _ text: ClusterReader) {
        let item = text.items[index]
        var start = Int(item.start)
        while start < Int(item.end) {
            let style = style(at: start)
            var end = min(Int(item.end), inline.styleRuns[run].end)
            // A cluster across the seam belongs to the first style.
            if end < Int(item.end) {
                let cluster = text.cluster(at: end, in: item)
                if text.start(ofCluster: cluster, in: item) != end {
                    end = text.start(ofCluster: cluster + 1, in: item)
                }
            }
            if let open = current, Int(open.textStyle) == style, open.level == item.level, Int(open.end) == start {
                current?.end = UInt32(end)
                current?.itemEnd = UInt32(index + 1)
            } else {
                flush(text)
                var segment = InlineSegment(.text, level: item.level, start: start, end: end)
                segment.textStyle = UInt32(style)
                segment.apply(styles.textStyles[style].breaking)
                segment.firstItem = UInt32(index)
                segment.itemEnd = UInt32(index + 1)
                current = segment
            }
            start = end
        }
        nextItem = index + 1
    }

    /// The text style at an inline offset; asked with growing offsets.
    private mutating func style(at offset: Int) -> Int {
        while run > 0, inline.styleRuns[run - 1].end > offset { run -= 1 }
        while run + 1 < inline.styleRuns.count, inline.styleRuns[run].end <= offset { run += 1 }
        return styles.runStyles[run]
    }

    /// Ends the text segment that is open: its measures and what is inside it.
    private mutating func flush(_ text: ClusterReader) {
        guard var segment = current else { return }
        current = nil
        let first = text.items[Int(segment.firstItem)]
        let last = text.items[Int(segment.itemEnd) - 1]
        segment.x = text.x(ofCluster: text.cluster(at: Int(segment.start), in: first), in: first)
        segment.endX = text.x(ofCluster: text.cluster(at: Int(segment.end), in: last), in: last)
        segment.contentEnd = segment.end
        if segment.hangs {
            segment.contentEnd = inline.utf8.withUnsafeBufferPointer {
                UInt32(BreakPlaces.spaceStart(before: Int(segment.end), Int(segment.start), $0))
            }
        }
        segment.contentX = x(at: Int(segment.contentEnd), segment, text).x
        table.segments.append(segment)
    }

    private func x(at offset: Int, _ segment: InlineSegment, _ text: ClusterReader) -> (x: Double, isSafe: Bool) {
        var index = Int(segment.itemEnd) - 1
        while index > Int(segment.firstItem), Int(text.items[index].start) > offset { index -= 1 }
        let item = text.items[index]
        return edge(text.cluster(at: offset, in: item), item, text)
    }

    private func edge(_ cluster: Int, _ item: TextItem, _ text: ClusterReader) -> (x: Double, isSafe: Bool) {
        (text.x(ofCluster: cluster, in: item), text.flags[cluster].contains(.safeToBreakBefore))
    }

    // MARK: Between segments

    /// Puts each opportunity between two segments after the edges of boxes that close there.
    private mutating func attachBreaks(_ text: ClusterReader) {
        for index in table.segments.indices {
            let segment = table.segments[index]
            guard segment.kind != .open, segment.kind != .close, !segment.isLeader else { continue }
            if segment.kind == .lineBreak {
                table.segments[index].breakAfter = .mandatory
                continue
            }
            let offset = Int(segment.end)
            guard offset < inline.utf8.count, !analysis.flags[offset].isDisjoint(with: BreakPlaces.places)
            else { continue }
            var place = index
            while place + 1 < table.segments.count, table.segments[place + 1].kind == .close { place += 1 }
            var next = index + 1
            while next < table.segments.count,
                table.segments[next].kind == .open || table.segments[next].kind == .close
            {
                next += 1
            }
            guard next < table.segments.count, table.segments[next].kind != .lineBreak else { continue }
            let following = table.segments[next]
            // After a space, which disappears, its own `text-wrap` counts; between two characters that of their common
            // ancestor (CSS Text 3 §5.1): a style that does not wrap ends where one that does begins.
            let before = styles.textStyles[Int(segment.textStyle)].breaking.wraps
            let after = styles.textStyles[Int(following.textStyle)].breaking.wraps
            guard before || after && segment.textStyle != following.textStyle && inline.utf8[offset - 1] != 0x20
            else { continue }
            let kind = inline.utf8.withUnsafeBufferPointer {
                BreakPlaces.kind(
                    at: offset, $0, analysis.flags[offset],
                    styles.textStyles[Int(segment.textStyle)].breaking.hyphens != .none)
            }
            guard kind != .none else { continue }
            table.segments[place].breakAfter = kind
            if segment.kind == .text, segment.contentEnd == segment.end,
                !x(at: Int(segment.contentEnd), segment, text).isSafe
            {
                table.segments[place].breakFlags.insert(.unsafeEnd)
            }
            if following.kind == .text {
                let item = text.items[Int(following.firstItem)]
                if !edge(text.cluster(at: offset, in: item), item, text).isSafe {
                    table.segments[place].breakFlags.insert(.unsafeStart)
                }
            }
        }
    }

    /// Stretches of one text style inside one box.
    static func pieceRuns(_ inline: InlineText, _ styles: StyleResolution) -> RunList<PieceRun> {
        var runs = RunList<PieceRun>()
        runs.reserveCapacity(inline.styleRuns.count)
        var box: Int32 = -1
        var event = 0
        for (index, run) in inline.styleRuns.enumerated() {
            func add(_ end: Int) {
                guard end > runs.last?.end ?? 0 else { return }
                runs.append(PieceRun(end: end, textStyle: UInt32(styles.runStyles[index]), box: box))
            }
            while event < inline.events.count, inline.events[event].offset < run.end {
                switch inline.events[event].kind {
                case .open(let opened):
                    add(inline.events[event].offset)
                    box = Int32(opened)
                case .close(let closed):
                    add(inline.events[event].offset)
                    box = Int32(inline.boxes[closed].parent ?? -1)
                case .object: break
                }
                event += 1
            }
            add(run.end)
        }
        return runs
    }
}

extension InlineSegment {
    fileprivate init(_ kind: Kind, level: UInt8, start: Int, end: Int) {
        self.init(
            kind: kind, breakAfter: .none, breakFlags: [], hangs: false, wraps: false, softHyphens: false,
            overflowWrap: .normal,
            level: level, textStyle: 0, index: -1, start: UInt32(start), end: UInt32(end), firstItem: 0, itemEnd: 0,
            contentEnd: UInt32(end), x: 0, endX: 0,
            contentX: 0)
    }

    fileprivate mutating func apply(_ breaking: BreakingStyle) {
        overflowWrap = breaking.overflowWrap
        wraps = breaking.wraps
        softHyphens = breaking.hyphens != .none
        hangs = breaking.collapsesSpaces || breaking.hangsPreservedSpaces
    }
}

extension BreakingStyle {
    /// Whether spaces at a line's end are removed.
    package var collapsesSpaces: Bool { whiteSpace == .collapse || whiteSpace == .preserveBreaks }

    /// Whether preserved spaces at a line's end hang, before a forced break only those that do not fit: where lines wrap;
    /// else they are text (CSS Text 3 §4.1.3).
    package var hangsPreservedSpaces: Bool { wraps && (whiteSpace == .preserve || whiteSpace == .preserveSpaces) }
}

extension ShapedText {
    /// Puts items one after the other on the paragraph's axis, their spacing included.
    mutating func placeItems(_ styles: [FontStyle]) {
        var x = 0.0
        guard styles.contains(where: { $0.letterSpacing != 0 || $0.wordSpacing != 0 }) else {
            rows.withUnsafeBytes { rows in
                stored.withUnsafeMutableBufferPointer { stored in
                    for index in stored.indices {
                        stored[index].x = x
                        guard stored[index].kind == .text else { continue }
                        let item = TextItem(stored[index], self.styles[stored[index].styleIndex])
                        let end = Int(item.clusterStart &+ item.clusterCount)
                        x += Double(ItemRows(rows.baseAddress, item).units(ofCluster: end, in: item)) * item.scale
                    }
                }
            }
            return
        }
        for index in stored.indices {
            stored[index].x = x
            guard stored[index].kind == .text else { continue }
            let item = items[index]
            addSpacing(to: index, styles[Int(item.fontStyle)])
            x = self.x(ofCluster: item.clusters.upperBound, in: item)
        }
    }

    /// Sums up letter and word spacing for an item whose style has any (CSS Text 3 §8.1, §8.2): letter spacing after each
    /// cluster that shows something, word spacing at each word separator. Letters of cursive scripts stay joined; the
    /// spaces between them are spaced (CSS Text 4 §8.2.1).
    mutating func addSpacing(to index: Int, _ style: FontStyle) {
        guard style.letterSpacing != 0 || style.wordSpacing != 0 else { return }
        let item = item(index)
        let letter = item.script.isCursive ? 0 : style.letterSpacing
        let space = style.letterSpacing - letter + style.wordSpacing
        guard letter != 0 || space != 0 else { return }
        spacing.append(contentsOf: repeatElement(0, count: max(0, item.clusters.lowerBound - spacing.count)))
        var sum = 0.0
        for cluster in item.clusters {
            spacing.append(sum)
            if !clusterFlags[cluster].contains(.ignorable) { sum += letter }
            if clusterFlags[cluster].contains(.space) { sum += space }
        }
        spacing.append(sum)
    }
}
