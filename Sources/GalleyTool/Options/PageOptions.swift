import ArgumentParser
import Galley

/// The surface that text is laid out on.
struct PageOptions: ParsableArguments {
    @Option(help: .init("Lay out on one canvas of this width in px (800).", valueName: "px"))
    var width: Double?

    @Option(
        help: .init("Lay out on pages: A3, A4, A5, B5, Letter, Legal, or WxH in px. A4 for PDF.", valueName: "size"))
    var page: PaperSize?

    @Option(help: .init("The margins of pages in px (54).", valueName: "px"))
    var margin: Double?

    @Option(help: .init("Only these pages, by number: 3, 2-5, 2-5,8 or 7- .", valueName: "numbers"))
    var pages: PageNumbers?

    @Option(help: .init("The number of the first page (1); odd ones are right pages.", valueName: "n"))
    var firstPage: Int?

    @Option(
        help: .init(
            "Make what is wider than its pages smaller, at most so many times (2); 1 cuts it off.", valueName: "factor")
    )
    var shrink: Double?

    func validate() throws {
        try check(width, "--width", Surface.widths)
        try check(margin, "--margin", 0...Surface.widths.upperBound)
        if width != nil, page != nil { throw ValidationError("--width and --page exclude each other.") }
        if width != nil, pages != nil || firstPage != nil {
            throw ValidationError("--pages and --first-page are of pages, --width of a canvas without.")
        }
        if let firstPage, !(0...1_000_000).contains(firstPage) {
            throw ValidationError("--first-page must be a number from 0 to 1000000.")
        }
        try check(shrink, "--shrink", 1...10)
        if width != nil, shrink != nil { throw ValidationError("--shrink is of pages, --width of a canvas without.") }
        if width != nil, margin != nil { throw ValidationError("--margin is of pages, --width of a canvas without.") }
        if let page, let margin, 2 * margin >= min(page.width, page.height) {
            throw ValidationError(
                "--margin leaves no room on a page of \(plain(page.width)) x \(plain(page.height)) px.")
        }
    }

    /// Pages when asked for, or for a format that is made of pages and no canvas asked for.
    func surface(for format: OutputFormat) -> Surface {
        let isPaged = page != nil || margin != nil || pages != nil || firstPage != nil
        if isPaged || (format == .pdf && width == nil) {
            var setup = PageSetup(paper: page ?? .a4, margins: EdgeInsets(margin ?? Surface.defaultMargin))
            setup.firstNumber = firstPage ?? 1
            setup.maximumShrinkFactor = shrink ?? setup.maximumShrinkFactor
            // What is said here wins over what the document says.
            if page != nil { setup.documentRules.remove(.size) }
            if margin != nil { setup.documentRules.remove(.margins) }
            return .pages(setup, pages)
        }
        return .canvas(width: width ?? Surface.defaultWidth)
    }
}

/// Where text is laid out.
enum Surface: Hashable, Sendable {
    case canvas(width: Double)
    case pages(PageSetup, PageNumbers?)

    static let widths = 1.0...1_000_000
    static let defaultWidth = 800.0
    /// 54 px are 14 mm.
    static let defaultMargin = 54.0

    /// The width that lines may fill.
    var width: Double {
        switch self {
        case .canvas(let width): width
        case .pages(let setup, _): max(1, setup.paper.width - setup.margins.left - setup.margins.right)
        }
    }

    /// What media queries are told; pages may have others of their own.
    var height: Double {
        switch self {
        case .canvas: 0
        case .pages(let setup, _): max(1, setup.paper.height - setup.margins.top - setup.margins.bottom)
        }
    }

    var isPaged: Bool { if case .pages = self { true } else { false } }
}

/// Some pages of a document: numbers and ranges, separated by commas.
struct PageNumbers: ExpressibleByArgument, Hashable, Sendable {
    var ranges: [ClosedRange<Int>] = []

    init?(argument: String) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = Int(ends[0]), first >= 0 else { return nil }
            if ends.count == 1 {
                ranges.append(first...first)
            } else if ends[1].isEmpty {
                ranges.append(first...Int.max)
            } else {
                guard let last = Int(ends[1]), last >= first else { return nil }
                ranges.append(first...last)
            }
        }
    }
}

extension PagedLayout {
    /// The pages that were asked for. Ranges are cut to what there is; one that holds no page is a mistake of the caller's.
    func showing(_ numbers: PageNumbers?, of file: String) throws(InputError) -> PagedLayout {
        guard let numbers else { return self }
        let first = setup.firstNumber
        let last = first + pageCount - 1
        if let none = numbers.ranges.first(where: { !$0.overlaps(first...last) }) {
            let there = pageCount == 1 ? "is 1 page, number \(first)" : "are \(pageCount) pages, \(first) to \(last)"
            throw InputError(
                code: "no-such-page", message: "there is no page \(none.lowerBound); there \(there)", file: file,
                isUsage: true)
        }
        return showing(numbers.ranges)
    }
}

extension PaperSize: ExpressibleByArgument {
    public init?(argument: String) {
        guard let size = PaperSize(name: argument), size.width >= 16, size.height >= 16 else { return nil }
        self = size
    }
}

extension OutputFormat: ExpressibleByArgument {
    public init?(argument: String) { self.init(fileExtension: argument) }
}
