import GalleyParagraph
import GalleyText

/// What a table's columns ask for, and how a width is divided among them (CSS 2 §17.5.2, CSS Tables 3 §3.8 and §4).
///
/// Where the specifications leave a choice, it is what browsers do: a declared width in one cell of a column makes the
/// whole column a fixed one, and cells that span columns are shared out by the same algorithm that divides the table.
struct TableColumns: Sendable {
    struct Column: Sendable, Hashable {
        var widths = WidthRange(0)
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
        var widths: WidthRange
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
        var maximum = column.widths.maximum
        if request.isFixed == column.isFixed {
            maximum = max(maximum, request.widths.maximum)
        } else if request.isFixed {
            maximum = request.widths.maximum
            column.isFixed = true
        }
        column.widths.formUnion(request.widths)
        column.widths.maximum = max(maximum, column.widths.unscaled)
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
                let weights = TableColumns.weights(open.map { columns[$0].widths.maximum })
                for (index, weight) in zip(open, weights) {
                    columns[index].percent = (request.percent - known) * weight
                }
            }
        }
        let gaps = spacing * Double(range.count - 1)
        let asked = request.widths.adding(-gaps)
        let minimal = divide(asked.minimum, among: range, growsFixed: true)
        let unscaled =
            asked.unscaled > asked.minimum ? divide(asked.unscaled, among: range, growsFixed: true) : minimal
        for (index, (minimum, unscaled)) in zip(range, zip(minimal, unscaled)) {
            columns[index].widths.raise(to: minimum)
            columns[index].widths.unscaled = max(columns[index].widths.unscaled, unscaled)
            columns[index].widths.maximum = max(columns[index].widths.maximum, unscaled)
        }
        let maximal = divide(asked.maximum, among: range, growsFixed: request.isFixed)
        for (index, width) in zip(range, maximal) {
            columns[index].widths.maximum = max(columns[index].widths.maximum, width)
        }
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
                columns[index].widths.maximum =
                    max(0, request.widths.maximum - gaps) * part / Double(count) + spacing * (part - 1)
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
        var sum = WidthRange(0)
        for column in columns {
            let widths = column.widths
            sum.minimum += isFixedLayout && column.isFixed ? widths.maximum : widths.minimum
            sum.unscaled += widths.unscaled
            sum.maximum += widths.maximum
        }
        if isFixedLayout { sum.minimum += spacing * Double(columns.reduce(0) { $0 + $1.count - 1 }) }
        if countsPercentages {
            var percent = 0.0
            var others = 0.0
            for column in columns {
                if column.percent > 0 {
                    sum.maximum = max(sum.maximum, column.widths.maximum * 100 / column.percent)
                    percent += column.percent
                } else {
                    others += column.widths.maximum
                }
            }
            if percent > 0, others > 0 {
                sum.maximum = max(
                    sum.maximum, percent < 100 ? others * 100 / (100 - percent) : LayoutLimits.maximumWidth)
            }
        }
        sum.raise(to: sum.minimum)
        var widths = sum.adding(totalSpacing)
        widths.maximum = min(widths.maximum, LayoutLimits.maximumWidth)
        return widths
    }

    /// Divides a grid's width among its columns.
    func widths(dividing width: Double) -> [Double] {
        let room = max(0, width - totalSpacing)
        return isFixedLayout ? fixedWidths(room) : divide(room, among: columns.indices, growsFixed: true)
    }

    /// Between the two of the four guesses (all minimal; percentages; fixed widths too; all maximal) that the width
    /// falls between, and beyond the last by what columns are (CSS Tables 3 §4.5). The least width of a column is one
    /// that scales no attachment down, where there is room for that.
    private func divide(_ width: Double, among range: Range<Int>, growsFixed: Bool) -> [Double] {
        let columns = columns[range]
        func percentage(_ column: Column) -> Double { max(column.widths.unscaled, width * column.percent / 100) }
        var sums = (minimal: 0.0, unscaled: 0.0, percentages: 0.0, fixed: 0.0, maximal: 0.0)
        for column in columns {
            sums.minimal += column.widths.minimum
            sums.unscaled += column.widths.unscaled
            if column.percent > 0 {
                let share = percentage(column)
                sums.percentages += share
                sums.fixed += share
                sums.maximal += share
            } else {
                sums.percentages += column.widths.unscaled
                sums.fixed += column.isFixed ? column.widths.maximum : column.widths.unscaled
                sums.maximal += column.widths.maximum
            }
        }
        func between(_ lower: Double, _ upper: Double) -> Double {
            upper > lower ? (width - lower) / (upper - lower) : 0
        }
        if width <= sums.minimal { return columns.map(\.widths.minimum) }
        if width <= sums.unscaled {
            let part = between(sums.minimal, sums.unscaled)
            return columns.map { $0.widths.minimum + ($0.widths.unscaled - $0.widths.minimum) * part }
        }
        if width <= sums.percentages {
            let part = between(sums.unscaled, sums.percentages)
            return columns.map {
                let least = $0.widths.unscaled
                return $0.percent > 0 ? least + (percentage($0) - least) * part : least
            }
        }
        if width <= sums.fixed {
            let part = between(sums.percentages, sums.fixed)
            return columns.map {
                let widths = $0.widths
                return $0.percent > 0
                    ? percentage($0)
                    : $0.isFixed ? widths.unscaled + (widths.maximum - widths.unscaled) * part : widths.unscaled
            }
        }
        if width <= sums.maximal {
            let part = between(sums.fixed, sums.maximal)
            return columns.map {
                let widths = $0.widths
                return $0.percent > 0
                    ? percentage($0)
                    : $0.isFixed ? widths.maximum : widths.unscaled + (widths.maximum - widths.unscaled) * part
            }
        }
        let widths = columns.map { $0.percent > 0 ? percentage($0) : $0.widths.maximum }
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
        if let found = grown(by: \.widths.maximum, where: { $0.percent == 0 && !$0.isFixed }) { return found }
        if growsFixed, let found = grown(by: \.widths.maximum, where: { $0.percent == 0 }) { return found }
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
                fixed += column.widths.maximum
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
            if column.isFixed { return column.widths.maximum * growth }
            return share * Double(column.count) + spacing * Double(column.count - 1)
        }
    }
}
