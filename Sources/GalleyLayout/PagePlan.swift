/// How high the columns of a container may be, page by page: how much there is of the page, or of the column around, on which
/// it begins, and of those after it.
struct PagePlan: Sendable {
    var first: Double
    var heights: Heights
    /// Whether nothing stands above on the first page: then something of the container does, whatever its height.
    var beginsPage = false
    /// Whether rows end where pages do. Else each is no higher than `first`, and may stand anywhere on a page.
    var isOfPages = true

    /// Rows that are not cut by pages, each as high as fits on one.
    static func wholeRows(height: Double) -> PagePlan {
        PagePlan(first: height, heights: Heights([height]), isOfPages: false)
    }

    /// The heights of pages, or of the columns around.
    struct Heights: Sendable {
        /// Some of one height.
        struct Run: Sendable {
            /// Whole; columns inside each other are more than an integer counts.
            var count: Double
            var height: Double
            /// Whether what is higher than one stands in it all the same. Not where later ones have more room.
            var mayOverflow = true

            var total: Double { count * height }
        }

        /// Those that come first, then those that come again and again.
        fileprivate var known: [Run] = []
        private var repeated: [Run]

        /// Of the next one.
        var first: Double { known.first?.height ?? repeated.first?.height ?? .infinity }

        /// Pages of heights that take turns: left and right ones may differ.
        init(_ heights: [Double]) { repeated = heights.map { Run(count: 1, height: $0) } }

        /// Those of columns in a row on each page, from one column on: as many others are in its row.
        ///
        /// - Parameters:
        ///   - rest: the page of the row.
        ///   - room: what edges leave of a height.
        init(ofColumns count: Int, after column: Int, on rest: Rest, room: (Double) -> Double) {
            func run(_ run: Run) -> Run {
                Run(count: run.count * Double(count), height: room(run.height), mayOverflow: run.mayOverflow)
            }
            let others = Run(
                count: Double(count - 1 - column), height: room(rest.height), mayOverflow: rest.mayOverflow)
            known = (others.count > 0 ? [others] : []) + rest.following.known.map(run)
            repeated = rest.following.repeated.map(run)
        }

        /// What is left of a page at a distance from the top of the first one.
        fileprivate func rest(at y: Double) -> Rest {
            let tolerance = FlowBreaker.tolerance
            var y = max(0, y)
            var runs = known
            let end = known.reduce(0) { $0 + $1.total }
            if y > end - tolerance {
                let cycle = repeated.reduce(0) { $0 + $1.total }
                y = max(0, y - end).truncatingRemainder(dividingBy: cycle)
                if cycle - y < tolerance { y = 0 }
                runs = repeated
            }
            for (index, run) in runs.enumerated() {
                guard y < run.total - tolerance || index == runs.count - 1 else {
                    y = max(0, y - run.total)
                    continue
                }
                let number = min(((y + tolerance) / run.height).rounded(.down), run.count - 1)
                let used = max(0, y - number * run.height)
                var following = self
                var others = run
                others.count -= number + 1
                following.known = (others.count > 0 ? [others] : []) + runs[(index + 1)...]
                let isWhole = used < tolerance
                return Rest(
                    height: run.height - used, mayOverflow: run.mayOverflow && isWhole, following: following,
                    distanceToOther: run.height - used + (isWhole ? others.total : 0))
            }
            return .unlimited
        }
    }

    /// What is left of a page.
    struct Rest {
        var height: Double
        /// Whether what is higher stands here all the same: nothing stands above it, and no page is left empty.
        var mayOverflow: Bool
        var following: Heights
        /// How far down what is higher than this has another chance: whole pages like it have no more room.
        var distanceToOther: Double

        /// Where no page ends.
        static let unlimited = Rest(height: .infinity, mayOverflow: true, following: Heights([.infinity]))

        init(height: Double, mayOverflow: Bool, following: Heights, distanceToOther: Double? = nil) {
            self.height = height
            self.mayOverflow = mayOverflow
            self.following = following
            self.distanceToOther = distanceToOther ?? height
        }
    }

    /// What is left of a page at a distance from the first row.
    func rest(at y: Double) -> Rest {
        let tolerance = FlowBreaker.tolerance
        if !isOfPages { return Rest(height: first, mayOverflow: true, following: heights) }
        guard y < first - tolerance else { return heights.rest(at: y - first) }
        return Rest(height: first - y, mayOverflow: beginsPage && y <= tolerance, following: heights)
    }

    /// The plan with a page that ends elsewhere, for the sake of a row that begins at a distance from the first one; what is
    /// above stays as it is. `nil` where it ends there already.
    ///
    /// - Parameters:
    ///   - beginsPage: whether that row does.
    ///   - heights: of the pages after it.
    func ended(at end: Double, from y: Double, beginsPage: Bool, then heights: Heights) -> PagePlan? {
        let tolerance = FlowBreaker.tolerance
        let old = rest(at: y)
        if abs(y + old.height - end) <= tolerance, old.mayOverflow == beginsPage { return nil }
        var pages: [Heights.Run] = []
        var start = 0.0
        while true {
            let page = rest(at: start)
            if start + page.height > y + (beginsPage ? -tolerance : tolerance) { break }
            pages.append(Heights.Run(count: 1, height: page.height, mayOverflow: page.mayOverflow))
            start += max(tolerance, page.height)
        }
        var mayOverflow = beginsPage
        if y > start + tolerance {
            mayOverflow = rest(at: start).mayOverflow
            if beginsPage {
                pages.append(Heights.Run(count: 1, height: y - start, mayOverflow: mayOverflow))
                (start, mayOverflow) = (y, true)
            }
        }
        pages.append(Heights.Run(count: 1, height: end - start, mayOverflow: mayOverflow))
        var plan = PagePlan(first: pages[0].height, heights: heights, beginsPage: pages[0].mayOverflow)
        plan.heights.known.insert(contentsOf: pages.dropFirst(), at: 0)
        return plan
    }

    /// One page without an end.
    static let endless = PagePlan(first: .infinity, heights: Heights([.infinity]))
}
