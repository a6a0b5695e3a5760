import GalleyText

/// What a paragraph is laid out in.
public struct ParagraphConstraints: Sendable {
    /// The width of the content box in px; infinite for the natural width.
    public var width: Double
    /// What percentages refer to (`text-indent`, padding of inline boxes); the width when `nil`, 0 when that is infinite.
    public var percentageBase: Double?
    /// What percentages of heights refer to (`top` and `bottom` of inline boxes that are `relative`); `nil` where it depends
    /// on the lines: then such percentages are `auto`.
    public var percentageHeight: Double?
    /// The most lines that are made; what is left is cut. 0 is no limit.
    public var maximumLines: Int
    /// What shows that text was cut; none when `nil`.
    public var truncation: Truncation?
    /// Whether what shares the lines goes on after the paragraph: then the last of ``maximumLines`` shows that text was cut
    /// though all of the paragraph is shown.
    public var isContinued = false
    /// Where the lines may stand when it is not the whole width: floats, exclusions.
    public var lineSpace: LineSpaceProvider?

    public init(
        width: Double, percentageBase: Double? = nil, maximumLines: Int = 0, truncation: Truncation? = nil,
        lineSpace: LineSpaceProvider? = nil
    ) {
        self.width = width.isNaN ? 0 : max(0, width)
        self.percentageBase = percentageBase
        self.maximumLines = max(0, maximumLines)
        self.truncation = truncation
        self.lineSpace = lineSpace
    }

    /// What percentages refer to after all.
    var usedPercentageBase: Double { percentageBase ?? (width.isFinite ? width : 0) }

    /// How cut text is marked.
    public struct Truncation: Sendable, Hashable {
        /// What stands in place of the text that was cut: stretches of text, each in a style of its own or in that of the
        /// text at the cut.
        public var token: [Run]
        /// Where the last line is cut.
        public var place: Place

        public struct Run: Sendable, Hashable {
            public var text: String
            /// `nil` takes the style of the text at the cut.
            public var style: TextStyle?

            public init(_ text: String, style: TextStyle? = nil) {
                self.text = text
                self.style = style
            }
        }

        public enum Place: UInt8, Sendable, Hashable {
            /// The end of the text is shown.
            case head
            /// As much of the line's beginning as of the text's end.
            case middle
            case tail
        }

        public init(token: String = "\u{2026}", style: TextStyle? = nil, place: Place = .tail) {
            self.token = token.isEmpty ? [] : [Run(token, style: style)]
            self.place = place
        }

        /// A token in styles of its own: the first paragraph of a text.
        public init(token: AttributedText, place: Place = .tail) {
            self.token = []
            self.place = place
            guard let content = token.paragraphs.first?.contentRange else { return }
            token.runs.forEachRun(in: content) { range, id in
                let text = token.utf8.withUnsafeBufferPointer {
                    String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
                }
                self.token.append(Run(text, style: token.style(id)))
            }
        }

        public static let ellipsis = Truncation()
    }
}

/// Where a line may stand: from the paragraph's left edge, in px.
public struct LineSpace: Sendable, Hashable {
    public var x: Double
    public var width: Double
    /// Where more room begins: the distance from the paragraph's top at which to ask again when not even the first word
    /// fits; `nil` when there is never more.
    public var nextOffset: Double?

    public init(x: Double, width: Double, nextOffset: Double? = nil) {
        self.x = x
        self.width = width
        self.nextOffset = nextOffset
    }
}

/// Answers where a line at `offset` px below the paragraph's top, at least `minimumHeight` high, may stand.
public typealias LineSpaceProvider = @Sendable (_ offset: Double, _ minimumHeight: Double) -> LineSpace

/// The box of an atomic inline object in px, margins inside.
public struct InlineBoxMetrics: Sendable, Hashable {
    public var width: Double
    public var height: Double
    /// From its top to its baseline; the whole height for images.
    public var baseline: Double
    public var alignment: VerticalAlignment
    /// Whether its middle stands half way between the ascent and the descent of the text around it, whatever `alignment`
    /// says.
    public var isCenteredOnText = false

    public static let zero = InlineBoxMetrics(width: 0, height: 0)

    /// - Parameters:
    ///   - width: in px, margins inside.
    ///   - height: in px, margins inside.
    ///   - baseline: `nil` is the bottom edge.
    ///   - alignment: where it stands in the line.
    public init(
        width: Double, height: Double, baseline: Double? = nil, alignment: VerticalAlignment = .baseline
    ) {
        self.width = width
        self.height = height
        self.baseline = baseline ?? height
        self.alignment = alignment
    }
}

extension InlineBoxMetrics {
    /// The ways in which text systems put a box beside text, where CSS has other words.
    public enum Placement: Sendable, Hashable {
        /// Its baseline, so many px below its top, on the text's.
        case baseline(Double)
        /// Its bottom on the baseline, and its top.
        case aboveBaseline, belowBaseline
        /// Its top at the text's ascent, its bottom at its descent, its middle half way between (`vertical-align:
        /// text-top`, `text-bottom`, and not `middle`).
        case top, bottom, middle
    }

    /// - Parameters:
    ///   - width: in px, margins inside.
    ///   - height: in px, margins inside.
    ///   - placement: where it stands beside the text.
    public init(width: Double, height: Double, placement: Placement) {
        switch placement {
        case .baseline(let baseline): self.init(width: width, height: height, baseline: baseline)
        case .aboveBaseline: self.init(width: width, height: height)
        case .belowBaseline: self.init(width: width, height: height, baseline: 0)
        case .top: self.init(width: width, height: height, alignment: .textTop)
        case .bottom: self.init(width: width, height: height, alignment: .textBottom)
        case .middle:
            self.init(width: width, height: height)
            isCenteredOnText = true
        }
    }
}
