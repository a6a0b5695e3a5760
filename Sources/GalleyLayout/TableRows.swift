import GalleyText

/// The heights of a table's rows (CSS 2 §17.5.3, CSS Tables 3 §3.10). Px from the top of the table's border box.
///
/// Each row is as high as its cells, what is declared of it and its baseline ask; cells that span rows, groups and the
/// table itself then grow the rows that they hold, by the same rule (`grow`).
struct TableRows {
    struct Bounds {
        var start: Double
        var end: Double
    }
    /// What is known of a row before any other row is.
    struct Request {
        /// What its own height and those of its cells that span no other row ask for.
        var height = 0.0
        /// In percent of its group's height; 0 for none.
        var percent = 0.0
        /// Whether a height in px was declared.
        var isFixed = false
        /// `visibility: collapse` of the row or its group.
        var isCollapsed = false
        /// Whether a cell begins in it that spans other rows.
        var startsSpan = false
        /// Where a cell is aligned on it: the row's baseline from its top.
        var baseline: Double?
    }
    /// A row group: its rows, and the height that it declares.
    struct Section {
        var rows: Range<Int>
        var height: Double?
        var percent = 0.0
        var isBody = true
    }
    /// A cell that spans rows.
    struct Span {
        var rows: Range<Int>
        var height: Double
    }

    private(set) var bounds: [Bounds] = []
    private(set) var rows: [Request]
    /// Of all rows with the spacing around them.
    private(set) var height = 0.0
    private let spacing: Double

    /// The first row's baseline.
    var firstBaseline: Double? {
        guard let first = bounds.first, let baseline = rows[0].baseline else { return nil }
        return first.start + baseline
    }

    /// - Parameters:
    ///   - sections: all rows, in order.
    ///   - top: where the rows begin.
    ///   - minimumHeight: of all rows and the spacing around them.
    init(
        _ rows: [Request], sections: [Section], spans: [Span], spacing: Double, top: Double, minimumHeight: Double
    ) {
        self.rows = rows
        self.spacing = spacing
        share(spans)
        for section in sections {
            if let height = section.height { grow(section.rows, to: height, percentageBase: height) }
        }
        distribute(minimumHeight, among: sections)
        place(from: top)
        height = max(height, minimumHeight)
    }

    /// Rows stand below each other; collapsed ones take no room.
    private mutating func place(from top: Double) {
        var y = top + (rows.isEmpty ? 0 : spacing)
        bounds.reserveCapacity(rows.count)
        for row in rows {
            if row.isCollapsed {
                // Where the row before it ends, so that cells that span it end there.
                let end = bounds.last?.end ?? y
                bounds.append(Bounds(start: end, end: end))
            } else {
                bounds.append(Bounds(start: y, end: y + row.height))
                y += row.height + spacing
            }
        }
        height = y - top
    }

    private func height(of range: Range<Int>) -> Double {
        rows[range].reduce(0) { $0 + $1.height } + spacing * Double(max(0, range.count - 1))
    }

    // MARK: Cells that span rows

    /// Short spans first. Great spans by the thousand are cut short: then the last row takes what is missing.
    private mutating func share(_ spans: [Span]) {
        guard !spans.isEmpty else { return }
        var sums = FenwickTree(rows.map(\.height))
        var budget = LayoutLimits.maximumRowSpanSteps
        let ordered = spans.enumerated().sorted {
            ($0.element.rows.count, $0.element.rows.lowerBound, $0.offset)
                < ($1.element.rows.count, $1.element.rows.lowerBound, $1.offset)
        }
        for (_, span) in ordered {
            let gaps = spacing * Double(span.rows.count - 1)
            let missing = span.height - gaps - sums.sum(span.rows)
            guard missing > 1e-9 else { continue }
            budget -= span.rows.count
            if budget < 0 {
                rows[span.rows.upperBound - 1].height += missing
                sums.add(missing, at: span.rows.upperBound - 1)
                continue
            }
            let before = rows[span.rows].map(\.height)
            grow(span.rows, to: span.height, percentageBase: nil, isSpan: true)
            for (row, old) in zip(span.rows, before) where rows[row].height != old {
                sums.add(rows[row].height - old, at: row)
            }
        }
    }

    // MARK: Growing

    /// Makes rows as high together, with the spacing between them, as is asked (CSS Tables 3 §3.10.2): rows with
    /// percentages up to these; then rows in which spanning cells begin; then those whose height is open and that have
    /// something in them; then empty ones; then all, by their heights.
    private mutating func grow(_ range: Range<Int>, to wanted: Double, percentageBase: Double?, isSpan: Bool = false) {
        var excess = wanted - height(of: range)
        guard excess > 1e-9, !range.isEmpty else { return }
        func isOpen(_ row: Request) -> Bool { !row.isFixed && (row.percent == 0 || percentageBase == nil) }
        if let percentageBase {
            let missing = range.map {
                rows[$0].percent > 0 ? max(0, rows[$0].percent * percentageBase / 100 - rows[$0].height) : 0
            }
            let sum = missing.reduce(0, +)
            if sum > 0 {
                let part = min(excess, sum) / sum
                for (row, height) in zip(range, missing) { rows[row].height += height * part }
                excess -= min(excess, sum)
                if excess <= 1e-9 { return }
            }
        }
        if isSpan {
            let starting = range.dropFirst().filter { rows[$0].startsSpan }
            if !starting.isEmpty {
                for row in starting { rows[row].height += excess / Double(starting.count) }
                return
            }
        }
        let open = range.filter { rows[$0].height > 0 && isOpen(rows[$0]) }
        if !open.isEmpty { return add(excess, toRows: open) }
        let empty = range.filter { rows[$0].height == 0 }
        let others = range.filter { rows[$0].height > 0 }
        if others.isEmpty || !isSpan && !empty.isEmpty && others.allSatisfy({ !isOpen(rows[$0]) }) {
            if isSpan {
                rows[empty[empty.count - 1]].height += excess
            } else {
                let openEmpty = empty.filter { isOpen(rows[$0]) }
                add(excess, toRows: openEmpty.isEmpty ? empty : openEmpty)
            }
            return
        }
        add(excess, toRows: others)
    }

    /// Adds to rows by their heights.
    private mutating func add(_ excess: Double, toRows chosen: [Int]) {
        let sum = chosen.reduce(0) { $0 + rows[$1].height }
        for row in chosen {
            rows[row].height += sum > 0 ? excess * rows[row].height / sum : excess / Double(chosen.count)
        }
    }

    // MARK: The table's height

    /// A height that the table has beyond its rows' goes to groups with percentages up to these, then to bodies whose
    /// height is open, then to all bodies; without any, to headers and footers.
    private mutating func distribute(_ wanted: Double, among sections: [Section]) {
        guard !sections.isEmpty else { return }
        let room = max(0, wanted - spacing * Double(sections.count + 1))
        var heights = sections.map { height(of: $0.rows) }
        let old = heights
        var excess = room - heights.reduce(0, +)
        guard excess > 1e-9 else { return }
        let missing = zip(sections, heights).map { max(0, $0.percent * room / 100 - $1) }
        let sum = missing.reduce(0, +)
        if sum > 0 {
            let part = min(excess, sum) / sum
            for index in heights.indices { heights[index] += missing[index] * part }
            excess -= min(excess, sum)
        }
        if excess > 1e-9 {
            let bodies = sections.indices.filter { sections[$0].isBody }
            let group = bodies.isEmpty ? Array(sections.indices) : bodies
            let open = group.filter { sections[$0].height == nil && sections[$0].percent == 0 }
            let takers = open.isEmpty ? group : open
            let total = takers.reduce(0) { $0 + heights[$1] }
            for index in takers {
                heights[index] += total > 0 ? excess * heights[index] / total : excess / Double(takers.count)
            }
        }
        for (index, section) in sections.enumerated() where heights[index] > old[index] {
            grow(section.rows, to: heights[index], percentageBase: heights[index])
        }
    }

    /// The grid lines between collapsed rows, one more than rows.
    func edges(top: Double) -> [Double] {
        bounds.map(\.start) + [bounds.last?.end ?? top]
    }
}
