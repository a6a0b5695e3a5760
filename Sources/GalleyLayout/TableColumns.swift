import GalleyParagraph
import GalleyText

/// What a table's columns ask for, and how a width is divided among them (CSS Tables 3 §4.4, "computing column
/// measures" and "distributing width to columns").
struct TableColumns: Sendable {
    struct Column: Sendable, Hashable {
        var minimum = 0.0
        var maximum = 0.0
        /// Percent of the table's width; 0 for none.
        var percent = 0.0
        /// Whether a width in px was declared.
        var isFixed = false
    }
    /// What a cell asks of its columns.
    struct Request: Sendable {
        var columns: Range<Int>
        var minimum: Double
        var maximum: Double
        var percent: Double
        var isFixed: Bool
    }

    private(set) var columns: [Column]
    /// Between columns, and at both ends.
    let spacing: Double

    init(count: Int, spacing: Double, declared: [Request], cells: [Request]) {
        columns = Array(repeating: Column(), count: count)
        self.spacing = spacing
        for request in declared { apply(request) }
        var spanning: [Request] = []
        for request in cells {
            if request.columns.count == 1 { apply(request) } else { spanning.append(request) }
        }
        // Narrow spans first: they know better (§4.4.3).
        for request in spanning.sorted(by: { $0.columns.count < $1.columns.count }) { spread(request) }
        capPercentages()
    }

    private mutating func apply(_ request: Request) {
        let index = request.columns.lowerBound
        columns[index].minimum = max(columns[index].minimum, request.minimum)
        columns[index].maximum = max(columns[index].maximum, request.maximum, columns[index].minimum)
        columns[index].percent = max(columns[index].percent, request.percent)
        if request.isFixed { columns[index].isFixed = true }
    }

    /// What a spanning cell needs beyond what its columns have goes to them by their maximum.
    private mutating func spread(_ request: Request) {
        let range = request.columns
        let gaps = spacing * Double(range.count - 1)
        let minimum = columns[range].reduce(0) { $0 + $1.minimum }
        let maximum = columns[range].reduce(0) { $0 + $1.maximum }
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
        var takers = range.filter { !columns[$0].isFixed && columns[$0].percent == 0 }
        if takers.isEmpty { takers = range.filter { !columns[$0].isFixed } }
        if takers.isEmpty { takers = Array(range) }
        let weights = TableColumns.weights(takers.map { columns[$0].maximum })
        let missingMinimum = max(0, request.minimum - gaps - minimum)
        let missingMaximum = max(0, request.maximum - gaps - maximum)
        for (index, weight) in zip(takers, weights) {
            columns[index].minimum += missingMinimum * weight
            columns[index].maximum = max(columns[index].maximum + missingMaximum * weight, columns[index].minimum)
        }
    }

    /// All percentages together are at most 100; later columns get what is left (§4.4.2).
    private mutating func capPercentages() {
        var left = 100.0
        for index in columns.indices {
            columns[index].percent = min(columns[index].percent, left)
            left -= columns[index].percent
        }
    }

    private static func weights(_ values: [Double]) -> [Double] {
        let sum = values.reduce(0, +)
        return sum > 0 ? values.map { $0 / sum } : values.map { _ in 1 / Double(max(1, values.count)) }
    }

    /// The spacing around and between the columns.
    var totalSpacing: Double { columns.isEmpty ? 0 : spacing * Double(columns.count + 1) }

    /// What the grid asks for. Its maximum is so wide that each column has its percentage of it.
    var contentWidths: WidthRange {
        let minimum = columns.reduce(0) { $0 + $1.minimum }
        var maximum = columns.reduce(0) { $0 + $1.maximum }
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
        return WidthRange(
            minimum: minimum + totalSpacing, maximum: min(maximum + totalSpacing, LayoutLimits.maximumWidth))
    }

    /// Divides a grid's width among its columns: between the two of the four guesses (all minimal; percentages;
    /// fixed widths too; all maximal) that it falls between, and beyond the last by what columns are.
    func widths(dividing width: Double) -> [Double] {
        let room = max(0, width - totalSpacing)
        let minimal = columns.map(\.minimum)
        let percentages = columns.map { $0.percent > 0 ? max($0.minimum, room * $0.percent / 100) : $0.minimum }
        let fixed = columns.map {
            $0.percent > 0 ? max($0.minimum, room * $0.percent / 100) : $0.isFixed ? $0.maximum : $0.minimum
        }
        let maximal = columns.map { $0.percent > 0 ? max($0.minimum, room * $0.percent / 100) : $0.maximum }
        var lower = minimal
        var lowerSum = lower.reduce(0, +)
        for upper in [percentages, fixed, maximal] {
            let upperSum = upper.reduce(0, +)
            if room <= upperSum {
                guard upperSum > lowerSum else { return lower }
                let part = max(0, (room - lowerSum) / (upperSum - lowerSum))
                return zip(lower, upper).map { $0 + ($1 - $0) * part }
            }
            lower = upper
            lowerSum = upperSum
        }
        return adding(room - lowerSum, to: lower)
    }

    /// Excess goes to automatic columns by their maximum; without any, to fixed ones; else to percentages (§4.4.5).
    private func adding(_ excess: Double, to widths: [Double]) -> [Double] {
        var takers = columns.indices.filter { columns[$0].percent == 0 && !columns[$0].isFixed }
        var weights = TableColumns.weights(takers.map { columns[$0].maximum })
        if takers.isEmpty {
            takers = columns.indices.filter { columns[$0].percent == 0 }
            weights = TableColumns.weights(takers.map { columns[$0].maximum })
        }
        if takers.isEmpty {
            takers = Array(columns.indices)
            weights = TableColumns.weights(takers.map { columns[$0].percent })
        }
        var widths = widths
        for (index, weight) in zip(takers, weights) { widths[index] += excess * weight }
        return widths
    }

    /// `table-layout: fixed` (CSS 2 §17.5.2.1): declared widths count, the other columns share what is left.
    func fixedWidths(dividing width: Double) -> [Double] {
        let room = max(0, width - totalSpacing)
        var widths = columns.map { column -> Double? in
            column.percent > 0 ? room * column.percent / 100 : column.isFixed ? column.maximum : nil
        }
        let taken = widths.compactMap { $0 }.reduce(0, +)
        let open = widths.count { $0 == nil }
        let share = open > 0 ? max(0, room - taken) / Double(open) : 0
        if open == 0, taken > 0, taken < room { widths = widths.map { $0.map { $0 * room / taken } } }
        return widths.map { $0 ?? share }
    }
}
