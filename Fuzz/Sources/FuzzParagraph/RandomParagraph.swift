import FuzzSupport
import GalleyText

/// A paragraph of styled text, spans and objects that bytes choose: rare values of every style that layout reads.
struct RandomParagraph {
    private var source: ByteSource
    private var builder = AttributedTextBuilder()

    private static let words = [
        "e", "ee ", "office ", "AVAV", "To ", "e\u{AD}ee\u{AD}e", "ee-ee ", "水水水", "かなカナ", "שלום ", "12.5", "سلام ",
        "لا", "(א)", "\u{2028}", "  ", "\t", "\u{200B}", "e\u{301}", "👍🏽", "👨‍👩‍👧", "\u{2067}", "\u{2069}", "\u{1}",
        "\u{FFFC}", "\u{202E}", "ภาษาไทย", "क्षि ", "\u{10FFFD}", "\u{FE0F}", "\u{300}", "\u{200D}", "가각힣 ", "\u{85}",
        "(e.",
        "“e,”", "水。", "א,", "\u{A0}", "fi", "\u{2029}", "\u{3000}", "x \u{202C} ", "각", "\u{2060}", "ﷺ ", "́", "…",
    ]

    init(_ source: ByteSource) { self.source = source }

    mutating func make() -> AttributedText {
        var style = builder.intern(style())
        let strut = style
        let paragraph = paragraphStyle()
        var depth = 0
        while !source.isAtEnd {
            let choice = source.byte()
            switch choice {
            case 0..<20: style = builder.intern(self.style())
            case 20..<40 where depth < 8:
                builder.openSpan(box: box())
                depth += 1
            case 40..<60 where depth > 0:
                builder.closeSpan()
                depth -= 1
            case 60..<70: builder.append(Attachment(kind: .image, source: nil), style: style)
            case 70..<75: builder.appendGenerated("«\u{2028}1", style: style)
            case 75..<80: addLeaders()
            default: builder.append(Self.words[Int(choice) % Self.words.count], style: style)
            }
        }
        builder.endParagraph(style: builder.intern(paragraph), strut: strut)
        return builder.finish()
    }

    private mutating func addLeaders() {
        let pattern = source.choose([".", ". ", "水", "ا", "", "\u{300}", "e\u{AD}"])
        builder.appendGenerated(
            "\t1\u{2028}\t", style: builder.intern(style()),
            leaders: [Leader(pattern, place: 0), Leader("e", place: 5)])
    }

    private mutating func style() -> TextStyle {
        var style = TextStyle()
        style.shaping = ShapingStyle(
            fontFamilies: [source.choose(["Galley Test", "DejaVu Sans", "Liberation Serif", "Noto Sans", "none"])],
            fontSize: source.choose([10, 16, 13.37, 0, 1, 5_000]))
        if source.isOne(in: 4) { style.shaping.fontWeight = 700 }
        if source.isOne(in: 4) { style.shaping.capitals = source.choose([.smallCaps, .allSmallCaps]) }
        if source.isOne(in: 6) { style.shaping.position = source.choose([.subscript, .superscript]) }
        if source.isOne(in: 4) { style.shaping.letterSpacing = .px(source.choose([-20, 2, 0.3])) }
        if source.isOne(in: 4) { style.shaping.wordSpacing = source.choose([.em(0.5), .px(-4)]) }
        style.shaping.language = source.choose(["", "en", "ar", "ja", "tr", "el"])
        style.shaping.textTransform = TextTransform(
            letterCase: source.choose([.none, .none, .none, .uppercase, .lowercase, .capitalize]))
        style.breaking.whiteSpace = source.choose([.collapse, .preserve, .breakSpaces, .preserveBreaks])
        style.breaking.wraps = !source.isOne(in: 5)
        style.breaking.overflowWrap = source.choose([.normal, .breakWord, .anywhere])
        style.breaking.wordBreak = source.choose([.normal, .normal, .breakAll, .keepAll])
        style.breaking.lineBreak = source.choose([.auto, .strict, .loose, .anywhere])
        style.breaking.hyphens = source.choose([.manual, .none, .auto])
        style.breaking.hyphenateCharacter = source.choose([nil, nil, "=", "", "א1"])
        style.breaking.tabSize = source.choose([.spaces(8), .spaces(0), .length(.px(-3)), .length(.px(7.5))])
        style.lineHeight = source.choose([
            .normal, .multiple(1.5), .multiple(0), .length(.px(-3)), .multiple(.infinity),
        ])
        return style
    }

    private mutating func box() -> InlineBoxStyle {
        var box = InlineBoxStyle()
        box.padding = Edges(source.choose([Length.zero, .zero, .px(3), .percent(10), .em(1)]))
        box.margin = Edges(source.choose([Length.zero, .zero, .px(-8), .px(2)]))
        box.verticalAlignment = source.choose([
            .baseline, .super, .top, .bottom, .middle, .raised(.px(5)), .textTop,
        ])
        box.isolation = source.choose([.normal, .isolate, .embed, .override, .plaintext])
        box.direction = source.choose([.leftToRight, .rightToLeft, .natural])
        return box
    }

    private mutating func paragraphStyle() -> ParagraphStyle {
        var style = ParagraphStyle()
        style.alignment = source.choose([.start, .end, .left, .right, .center, .justify])
        style.baseDirection = source.choose([.leftToRight, .rightToLeft, .natural])
        style.indent = source.choose([.zero, .zero, .px(10), .px(-10), .percent(50)])
        style.lineBreakMode = source.choose([.wrap, .wrap, .wrap, .clip, .truncateTail, .truncateHead, .truncateMiddle])
        style.wrapStyle = source.choose([.auto, .auto, .pretty, .balance])
        style.hangingPunctuation = source.choose([[], [], .allowEnd, [.first, .last, .forceEnd]])
        style.justification = source.choose([.auto, .none, .interWord, .interCharacter])
        style.overflowToken = source.choose([nil, nil, nil, "…", ">>"])
        style.tabStops = source.choose([
            [], [], [TabStop(location: 30, alignment: .end), TabStop(location: 60, alignment: .center)],
            [TabStop(location: 90, alignment: .decimal), TabStop(location: .nan), TabStop(location: 10)],
        ])
        style.ignoresStrut = source.isOne(in: 4)
        style.lineHeightMultiple = source.choose([0, 0, 1.5, .infinity])
        if source.isOne(in: 6) { style.firstLine = self.style() }
        if source.isOne(in: 6) { style.firstLetter = FirstLetterStyle(text: self.style(), box: box()) }
        return style
    }
}
