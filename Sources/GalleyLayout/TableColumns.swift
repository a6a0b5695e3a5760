import GalleyParagraph
import GalleyText

/// What a table's columns ask for, and how a width is divided among them (CSS 2 §17.5.2, CSS Tables 3 §3.8 and §4).
///
/// Where the specifications leave a choice, it is what browsers do: a declared width in one cell of a column makes the
/// whole column a fixed one, and cells that span columns are shared out by the same algorithm that divides the table.
struct TableColumns: Sendable {
    struct Column: Sendable, Hashable {
        var minimum = 0.0
        var maximum = 0.0
        /// Percent of the table's width; 0 for none.
        var percent = 0.0
        /// Whether a width in px was declared.
        var isFixed = false
        /// What is added to a percentage in fixed layout: padding and border of a cell whose width is its content box's.
        var percentEdges = 0.0
        /// How many columns of the document it is: those in which no cell begins are one with the column before them.
        var count = 1
    }
    /// What a cell, or a `col` element, asks of its columns.
    struct Request: Sendable {
        var columns: Range<Int>
        var minimum: Double
        var maximum: Double
        var percent: Double
        var isFixed: Bool
        var percentEdges = 0.0
    }

    private(set) var columns: [Column]
    /// Between columns, and at both ends.
    let spacing: Double
    /// `table-layout: fixed` with a width: contents do not count.
    let isFixedLayout: Bool

    /// - Parameters:
    ///   - counts: how many columns of the document each column is.
    ///   - declared: of columns; what they say comes before what cells do in fixed layout.
    init(counts: [Int], spacing: Double, declared: [Request], cells: [Request], isFixedLayout: Bool) {
        columns = counts.map { Column(count: $0) }
        self.spacing = spacing
        self.isFixedLayout = isFixedLayout
        for request in declared { apply(request) }
        if isFixedLayout {
            for request in cells { applyFixed(request) }
            scalePercentages()
            return
        }
        var spanning: [Request] = []
        for request in cells {
            if request.columns.count == 1 { apply(request) } else { spanning.append(request) }
        }
        // Narrow spans first: they know better (CSS Tables 3 §4.4).
        for request in spanning.sorted(by: { $0.columns.count < $1.columns.count }) { spread(request) }
        capPercentages()
    }

    /// Where a width is declared, only what declares one makes the column wider than its least width.
    private mutating func apply(_ request: Request) {
        let index = request.columns.lowerBound
        var column = columns[index]
        if request.isFixed == column.isFixed {
            column.maximum = max(column.maximum, request.maximum)
        } else if request.isFixed {
            column.maximum = request.maximum
            column.isFixed = true
        }
        column.minimum = max(column.minimum, request.minimum)
        column.maximum = max(column.maximum, column.minimum)
        column.percent = max(column.percent, request.percent)
        columns[index] = column
    }

    /// A cell that spans columns: what it needs beyond what they have goes to them as a table's width does.
    private mutating func spread(_ request: Request) {
        let range = request.columns
        if request.percent > 0 {
            let known = columns[range].reduce(0) { $0 + $1.percent }
            let open = range.filter { columns[$0].percent == 0 }
            if request.percent > known, !open.isEmpty {
                let weights = TableColumns.weights(open.map { columns[$0].maximum })
                for (index, weight) in zip(open, weights) {
                    columns[index].percent = (request.percent - known) * weight
                }
            }
        }
        let gaps = spacing * Double(range.count - 1)
        let minimal = divide(max(0, request.minimum - gaps), among: range, growsFixed: true)
        for (index, width) in zip(range, minimal) {
            columns[index].minimum = max(columns[index].minimum, width)
            columns[index].maximum = max(columns[index].maximum, columns[index].minimum)
        }
        let maximal = divide(max(0, request.maximum - gaps), among: range, growsFixed: request.isFixed)
        for (index, width) in zip(range, maximal) { columns[index].maximum = max(columns[index].maximum, width) }
    }

    /// In fixed layout a cell of the first row counts for columns that say nothing themselves; one that spans several
    /// is shared out evenly (CSS 2 §17.5.2.1).
    private mutating func applyFixed(_ request: Request) {
        guard request.isFixed || request.percent > 0 else { return }
        let count = columns[request.columns].reduce(0) { $0 + $1.count }
        let gaps = spacing * Double(count - 1)
        for index in request.columns where !columns[index].isFixed && columns[index].percent == 0 {
            let part = Double(columns[index].count)
            if request.percent > 0 {
                columns[index].percent = request.percent * part / Double(count)
                columns[index].percentEdges = request.percentEdges * part / Double(count)
            } else {
                columns[index].maximum =
                    max(0, request.maximum - gaps) * part / Double(count) + spacing * (part - 1)
                columns[index].isFixed = true
            }
        }
    }

    /// All percentages together are at most 100; later columns get what is left (CSS Tables 3 §4.4).
    private mutating func capPercentages() {
        var left = 100.0
        for index in columns.indices {
            columns[index].percent = min(columns[index].percent, left)
            left -= columns[index].percent
        }
    }

    /// In fixed layout all of them give way.
    private mutating func scalePercentages() {
        let sum = columns.reduce(0) { $0 + $1.percent }
        guard sum > 100 else { return }
        for index in columns.indices { columns[index].percent *= 100 / sum }
    }

    private static func weights(_ values: [Double]) -> [Double] {
        let sum = values.reduce(0, +)
        return sum > 0 ? values.map { $0 / sum } : values.map { _ in 1 / Double(max(1, values.count)) }
    }

    /// The spacing around and between the columns.
    var totalSpacing: Double { columns.isEmpty ? 0 : spacing * Double(columns.count + 1) }

    /// What the grid asks for (CSS Tables 3 §3.8.1). Its maximum is so wide that each column has its percentage of it,
    /// where `countsPercentages`.
    func contentWidths(countsPercentages: Bool) -> WidthRange {
        var minimum = columns.reduce(0) { $0 + (isFixedLayout && $1.isFixed ? $1.maximum : $1.minimum) }
        var maximum = columns.reduce(0) { $0 + $1.maximum }
        if isFixedLayout { minimum += spacing * Double(columns.reduce(0) { $0 + $1.count - 1 }) }
        if countsPercentages {
            var percent = 0.0
            var others = 0.0
            for column in columns {
                if column.percent > 0 {
                    maximum = max(maximum, column.maximum * 100 / column.percent)
                    percent += column.percent
                } else {
                    others += column.maximum
                }
            }
            if percent > 0, others > 0 {
                maximum = max(maximum, percent < 100 ? others * 100 / (100 - percent) : LayoutLimits.maximumWidth)
            }
        }
        maximum = max(minimum, maximum)
        return WidthRange(
            minimum: minimum + totalSpacing, maximum: min(maximum + totalSpacing, LayoutLimits.maximumWidth))
    }

    /// Divides a grid's width among its columns.
    func widths(dividing width: Double) -> [Double] {
        let room = max(0, width - totalSpacing)
        return isFixedLayout ? fixedWidths(room) : divide(room, among: columns.indices, growsFixed: true)
    }

    /// Between the two of the four guesses (all minimal; percentages; fixed widths too; all maximal) that the width
    /// falls between, and beyond the last by what columns are (CSS Tables 3 §4.5).
    private func divide(_ width: Double, among range: Range<Int>, growsFixed: Bool) -> [Double] {
        let columns = columns[range]
        func percentage(_ column: Column) -> Double { max(column.minimum, width * column.percent / 100) }
        var sums = (minimal: 0.0, percentages: 0.0, fixed: 0.0, maximal: 0.0)
        for column in columns {
            sums.minimal += column.minimum
            if column.percent > 0 {
                let share = percentage(column)
                sums.percentages += share
                sums.fixed += share
                sums.maximal += share
            } else {
                sums.percentages += column.minimum
                sums.fixed += column.isFixed ? column.maximum : column.minimum
                sums.maximal += column.maximum
            }
        }
        func between(_ lower: Double, _ upper: Double) -> Double {
            upper > lower ? (width - lower) / (upper - lower) : 0
        }
        if width <= sums.minimal { return columns.map(\.minimum) }
        if width <= sums.percentages {
            let part = between(sums.minimal, sums.percentages)
            return columns.map {
                $0.percent > 0 ? $0.minimum + (percentage($0) - $0.minimum) * part : $0.minimum
            }
        }
        if width <= sums.fixed {
            let part = between(sums.percentages, sums.fixed)
            return columns.map {
                $0.percent > 0
                    ? percentage($0) : $0.isFixed ? $0.minimum + ($0.maximum - $0.minimum) * part : $0.minimum
            }
        }
        if width <= sums.maximal {
            let part = between(sums.fixed, sums.maximal)
            return columns.map {
                $0.percent > 0
                    ? percentage($0) : $0.isFixed ? $0.maximum : $0.minimum + ($0.maximum - $0.minimum) * part
            }
        }
        let widths = columns.map { $0.percent > 0 ? percentage($0) : $0.maximum }
        return adding(width - sums.maximal, to: widths, columns, growsFixed: growsFixed)
    }

    /// Excess goes to automatic columns by their maximum; without any, to fixed ones; else to percentages.
    private func adding(
        _ excess: Double, to widths: [Double], _ columns: ArraySlice<Column>, growsFixed: Bool
    ) -> [Double] {
        func grown(by weight: (Column) -> Double, where isTaker: (Column) -> Bool) -> [Double]? {
            var sum = 0.0
            var count = 0
            for column in columns where isTaker(column) {
                sum += weight(column)
                count += 1
            }
            guard count > 0 else { return nil }
            return zip(widths, columns).map { width, column in
                isTaker(column) ? width + (sum > 0 ? excess * weight(column) / sum : excess / Double(count)) : width
            }
        }
        if let found = grown(by: \.maximum, where: { $0.percent == 0 && !$0.isFixed }) { return found }
        if growsFixed, let found = grown(by: \.maximum, where: { $0.percent == 0 }) { return found }
        return grown(by: \.percent, where: { $0.percent > 0 }) ?? widths
    }

    /// `table-layout: fixed` (CSS 2 §17.5.2.1): declared widths count, the other columns share what is left; without any,
    /// those that are declared grow.
    private func fixedWidths(_ room: Double) -> [Double] {
        var fixed = 0.0
        var percentages = 0.0
        var inner = 0.0
        var open = 0
        for column in columns {
            if column.percent > 0 {
                percentages += room * column.percent / 100 + column.percentEdges
            } else if column.isFixed {
                fixed += column.maximum
            } else {
                inner += spacing * Double(column.count - 1)
                open += column.count
            }
        }
        // Percentages take no more than is left beside fixed widths; all of it where no column is open.
        let left = max(0, room - fixed)
        let scale = percentages > 0 && (open == 0 || percentages > left) ? left / percentages : 1
        let growth = open == 0 && percentages == 0 && fixed > 0 ? max(1, room / fixed) : 1
        let share = open > 0 ? max(0, left - percentages * scale - inner) / Double(open) : 0
        return columns.map { column in
            if column.percent > 0 { return (room * column.percent / 100 + column.percentEdges) * scale }
            if column.isFixed { return column.maximum * growth }
            return share * Double(column.count) + spacing * Double(column.count - 1)
        }
    }
}
