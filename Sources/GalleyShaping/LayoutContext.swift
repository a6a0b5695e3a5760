import GalleyFonts
import GalleyText

/// What one task needs to shape and lay out text: the fonts, scratch memory, caches, counters and switches.
///
///     let context = LayoutContext(fonts: .system())
///     let shaped = context.shape(paragraph: 0, of: text)
///
/// A context belongs to one task; contexts of several tasks share nothing but the `FontCollection`. What it returns are
/// values that outlive it.
public final class LayoutContext {
    public let fonts: FontCollection
    /// `rem` and viewport units refer to these, in px.
    public var rootFontSize: Double
    public var viewport: Size
    public var counters = Counters()

    let buffer: HarfBuzzBuffer
    var fontStyles = FontStyleTable()
    var fallbackMemo: [FallbackMemoKey: FallbackAnswer] = [:]
    var analysisTools = AnalysisTools()
    /// By instance id.
    var asciiCoverage: [Bool?] = []
    /// Instances by id, fetched once each: the collection's lock is not taken in loops.
    private var instances: [FontInstance?] = []

    /// What was done since the context was made or ``LayoutContext/counters`` was reset.
    public struct Counters: Sendable, Hashable {
        public var paragraphsShaped = 0
        /// Calls of HarfBuzz for items of paragraphs.
        public var itemsShaped = 0
        /// Calls of HarfBuzz for a line's edge.
        public var edgesShaped = 0
        /// Paragraphs whose lines were made.
        public var paragraphsBroken = 0
        public var linesMade = 0
        public init() {}
    }

    public init(fonts: FontCollection, rootFontSize: Double = 16, viewport: Size = .zero) {
        self.fonts = fonts
        self.rootFontSize = rootFontSize
        self.viewport = viewport
        buffer = HarfBuzzBuffer()
    }

    /// Empties what is remembered of texts; font tables stay.
    public func emptyTextCaches() {
        fallbackMemo.removeAll(keepingCapacity: true)
    }

    /// The measures of an instance of ``fonts``, in font units.
    package func metrics(of id: FontInstanceID) -> FontMetrics { instance(id).metrics }

    /// The instance of an id of ``fonts``.
    package func instance(_ id: FontInstanceID) -> FontInstance {
        let index = Int(id.rawValue)
        if index < instances.count, let known = instances[index] { return known }
        let instance = fonts.instance(id)
        if index >= instances.count {
            instances.append(contentsOf: repeatElement(nil, count: index + 1 - instances.count))
        }
        instances[index] = instance
        return instance
    }
}
