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

    func validate() throws {
        try check(width, "--width", Surface.widths)
        try check(margin, "--margin", 0...Surface.widths.upperBound)
        if width != nil, page != nil { throw ValidationError("--width and --page exclude each other.") }
        if width != nil, margin != nil { throw ValidationError("--margin is of pages, --width of a canvas without.") }
        if let page, let margin, 2 * margin >= min(page.width, page.height) {
            throw ValidationError(
                "--margin leaves no room on a page of \(plain(page.width)) x \(plain(page.height)) px.")
        }
    }

    /// Pages when asked for, or for a format that is made of pages and no canvas asked for.
    func surface(for format: OutputFormat) -> Surface {
        if page != nil || margin != nil || (format == .pdf && width == nil) {
            return .pages(page ?? .a4, margin: margin ?? Surface.defaultMargin)
        }
        return .canvas(width: width ?? Surface.defaultWidth)
    }
}

/// Where text is laid out.
enum Surface: Hashable, Sendable {
    case canvas(width: Double)
    case pages(PaperSize, margin: Double)

    static let widths = 1.0...1_000_000
    static let defaultWidth = 800.0
    /// 54 px are 14 mm.
    static let defaultMargin = 54.0

    /// The width that lines may fill.
    var width: Double {
        switch self {
        case .canvas(let width): width
        case .pages(let paper, let margin): max(1, paper.width - 2 * margin)
        }
    }

    /// What `vh` refers to.
    var height: Double {
        switch self {
        case .canvas: 0
        case .pages(let paper, let margin): max(1, paper.height - 2 * margin)
        }
    }

    var isPaged: Bool { if case .pages = self { true } else { false } }
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
