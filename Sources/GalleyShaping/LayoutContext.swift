import GalleyFonts
import GalleyText
import GalleyUnicode

/// What one task needs to shape and lay out text: the fonts, scratch memory, caches, counters and switches.
///
///     let context = LayoutContext(fonts: .system())
///     let shaped = context.shape(paragraph: 0, of: text)
///
/// A context belongs to one task; contexts of several tasks share nothing but the `FontCollection`. What it returns are
/// values that outlive it.
public final class LayoutContext {
    public let fonts: FontCollection
    /// What words are hyphenated with where their style says `hyphens: auto`.
    public let hyphenation: HyphenationDictionaries
    let buffer: HarfBuzzBuffer
    /// Items that are being put together.
    let run = RunAssembly()

    /// What changes while text is shaped, in memory of its own, since the properties of a class are checked for exclusive
    /// access each time they are looked at. It belongs to this context alone: made in `init`, freed in `deinit`.
    let state: UnsafeMutablePointer<State>

    struct State {
        fileprivate var rootFontSize: Double
        fileprivate var viewport: Size
        fileprivate var switches = Switches()
        fileprivate var counters = Counters()
        var fontStyles = FontStyleTable()
        var styleMemo = StyleMemo()
        /// The style of the paragraph that was shaped last.
        var lastParagraphStyle: SharedParagraphStyle?
        /// The faces that it had besides its styles' first.
        var lastFallback: [FontInstance] = []
        /// Which face shows a character: known of fonts, not of texts.
        var fallbackTables = FallbackTables()
        var wordPlans: [WordPlanKey: WordPlan] = [:]
        var recentPlans: [(key: WordPlanKey, plan: WordPlan)] = []
        /// Lookups of features that stand for small capitals and sub- and superscripts.
        var featureLookups: [FeatureLookupsKey: [UInt32]] = [:]
        /// What is known of lookups: of faces, not of texts.
        var knownPlanGlyphs: [PlanGlyphsKey: PlanGlyphs?] = [:]
        var knownPairGlyphs: [PlanGlyphsKey: PairGlyphs?] = [:]
        var analysisTools = AnalysisTools()
        /// The items of the paragraph that was cut last; only its memory is of use.
        var itemScratch: ContiguousArray<TextItem> = []
        /// What the paragraph before was put together in, likewise.
        var textScratch = ShapedText()
        /// Boundaries of a string that is only measured.
        var plainFlags: ContiguousArray<BoundaryFlags> = []
        /// By language; `nil` for one without a dictionary.
        var hyphenators: [String: Hyphenator?] = [:]
        /// By instance id.
        var asciiCoverage: [Bool?] = []
        /// Scratch of what breaks all lines of a paragraph together (GalleyParagraph): only its memory is of use.
        var breakingMemory: AnyObject?
        /// Instances by id, fetched once each: the collection's lock is not taken in loops.
        fileprivate var instances: [FontInstance?] = []

        fileprivate init(rootFontSize: Double, viewport: Size) {
            self.rootFontSize = rootFontSize
            self.viewport = viewport
        }
    }

    /// `rem` and viewport units refer to these, in px.
    public var rootFontSize: Double {
        get { state.pointee.rootFontSize }
        set { state.pointee.rootFontSize = newValue }
    }
    public var viewport: Size {
        get { state.pointee.viewport }
        set { state.pointee.viewport = newValue }
    }
    public var switches: Switches {
        get { state.pointee.switches }
        _modify { yield &state.pointee.switches }
    }
    public var counters: Counters {
        get { state.pointee.counters }
        _modify { yield &state.pointee.counters }
    }
    /// Scratch of what breaks all lines of a paragraph together (GalleyParagraph): only its memory is of use.
    package var breakingMemory: AnyObject? {
        get { state.pointee.breakingMemory }
        set { state.pointee.breakingMemory = newValue }
    }

    /// What can be turned off to compare results; no result depends on it.
    public struct Switches: Sendable, Hashable {
        /// Words are kept shaped, and characters that no lookup touches are not handed to HarfBuzz, where putting them
        /// together is exact.
        public var wordCache = true
        /// Text is put together of what pairs of neighbours do to each other, where that is all that happens; only together
        /// with ``wordCache``.
        public var pairTables = true
        /// Which face shows a character that the style's first lacks is remembered.
        public var fallbackTables = true
        /// Words are remembered with the places where they may be hyphenated.
        public var hyphenationMemo = true
        /// Strings are remembered with their widths (`StringRuler`), and measured without a paragraph where that is exact.
        public var stringMemo = true
        /// Lines of nothing but text, cut where that is safe, are kept without their pieces, which are made when they are
        /// asked for (`ParagraphLayout`).
        public var plainLines = true
        public init() {}
    }

    /// What was done since the context was made or ``LayoutContext/counters`` was reset.
    public struct Counters: Sendable, Hashable {
        public var paragraphsShaped = 0
        /// Items of text, whether shaped whole or put together of words.
        public var itemsShaped = 0
        /// Words that HarfBuzz shaped for the word cache, and those that were found in it.
        public var wordsShaped = 0
        public var wordCacheHits = 0
        /// Items of cached words, and remembered ones, that differed from HarfBuzz's: always 0, or a bug.
        public var wordCacheMismatches = 0
        /// Words of text with `hyphens: auto` that were looked up, and those that were remembered.
        public var wordsHyphenated = 0
        public var hyphenationHits = 0
        /// Calls of HarfBuzz for a line's edge.
        public var edgesShaped = 0
        /// Paragraphs whose lines were made.
        public var paragraphsBroken = 0
        public var linesMade = 0
        public init() {}
    }

    /// - Parameters:
    ///   - fonts: the faces that it may use.
    ///   - hyphenation: the dictionaries that it may use; by default nothing is hyphenated.
    ///   - rootFontSize: what `rem` is, in px.
    ///   - viewport: what viewport units refer to, in px.
    public init(
        fonts: FontCollection, hyphenation: HyphenationDictionaries = .none, rootFontSize: Double = 16,
        viewport: Size = .zero
    ) {
        self.fonts = fonts
        self.hyphenation = hyphenation
        buffer = HarfBuzzBuffer()
        state = .allocate(capacity: 1)
        state.initialize(to: State(rootFontSize: rootFontSize, viewport: viewport))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Empties what is remembered of texts; font tables stay.
    public func emptyTextCaches() {
        state.pointee.styleMemo = StyleMemo()
        state.pointee.wordPlans.removeAll(keepingCapacity: true)
        state.pointee.hyphenators.removeAll(keepingCapacity: true)
        state.pointee.recentPlans.removeAll()
    }

    /// The measures of an instance of ``fonts``, in font units.
    package func metrics(of id: FontInstanceID) -> FontMetrics { instance(id).metrics }

    /// The instance of an id of ``fonts``.
    package func instance(_ id: FontInstanceID) -> FontInstance {
        let index = Int(id.rawValue)
        if index < state.pointee.instances.count, let known = state.pointee.instances[index] { return known }
        let instance = fonts.instance(id)
        if index >= state.pointee.instances.count {
            state.pointee.instances.append(
                contentsOf: repeatElement(nil, count: index + 1 - state.pointee.instances.count))
        }
        state.pointee.instances[index] = instance
        return instance
    }
}
