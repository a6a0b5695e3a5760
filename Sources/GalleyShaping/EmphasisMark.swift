import GalleyFonts
import GalleyText
import GalleyUnicode

/// The mark of `text-emphasis`, shaped: half as large as the text that it stands at (CSS Text Decoration 4 §3.1).
public struct EmphasisMark: Sendable {
    /// The face that has the mark: the text's own, else the collection's choice.
    public var instance: FontInstanceID
    /// In px.
    public var fontSize: Double
    /// From left to right; places in px from the mark's origin, y downwards.
    public var glyphs: [(id: UInt16, x: Double, y: Double)]
    /// In px.
    public var advance: Double
    /// The mark's own line, in whole px: above and below its baseline.
    public var ascent: Double
    public var descent: Double
    /// Whether it stands below the text.
    public var isUnder: Bool

    /// How high it is; the line makes room for it where the half-leading has not (CSS Text Decoration 4 §3.5).
    public var height: Double { ascent + descent }

    /// Whether a character gets a mark (CSS Text Decoration 4 §3.1): not separators, controls, unassigned characters, nor
    /// punctuation, but for signs that stand for a word (their compatibility forms included).
    public static func marks(_ scalar: UInt32) -> Bool {
        switch UnicodeProperties.generalCategory(scalar) {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned, .surrogate: false
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            switch scalar {
            // # % & @ and their small and wide forms
            case 0x23, 0xFE5F, 0xFF03, 0x25, 0xFE6A, 0xFF05, 0x26, 0xFE60, 0xFF06, 0x40, 0xFE6B, 0xFF20: true
            // per mille and per ten thousand, Arabic percent, per mille and per ten thousand
            case 0x2030, 0x2031, 0x066A, 0x0609, 0x060A: true
            // Tironian et, section, pilcrow and reversed pilcrow, swung dash, part alternation mark
            case 0x204A, 0xA7, 0xB6, 0x204B, 0x2053, 0x303D: true
            default: false
            }
        default: true
        }
    }
}

extension LayoutContext {
    /// Shapes the mark of a style; `nil` where there is nothing to see.
    func emphasisMark(_ emphasis: TextEmphasis, _ style: FontStyle) -> EmphasisMark? {
        let bytes = ContiguousArray(emphasis.mark.utf8)
        let scalars = Array(emphasis.mark.unicodeScalars)
        let size = style.fontSize / 2
        guard !bytes.isEmpty, bytes.count <= ShapingLimits.maximumMarkBytes, size > 0 else { return nil }
        let instance =
            style.instances.first { $0.covers(scalars) }
            ?? self.instance(
                fonts.fallback(
                    for: scalars, script: "Zyyy", language: style.style.language, near: style.instances[0].id
                ).instance)
        let scale = instance.pixelsPerUnit(fontSize: size)
        let item = TextItem(
            start: 0, end: UInt32(bytes.count), kind: .text, level: 0, isFallback: false, script: .common,
            instance: instance.id, fontStyle: 0, scale: scale)
        bytes.withUnsafeBufferPointer {
            buffer.shape($0, 0..<$0.count, item: item, style: style, instance: instance)
        }
        let metrics = FontStyle.Metrics(instance.metrics, fontSize: size)
        var mark = EmphasisMark(
            instance: instance.id, fontSize: size, glyphs: [], advance: 0, ascent: metrics.ascent,
            descent: metrics.descent, isUnder: emphasis.isUnder)
        buffer.withGlyphs { infos, positions in
            for (info, position) in zip(infos, positions) {
                mark.glyphs.append(
                    (
                        UInt16(truncatingIfNeeded: info.codepoint),
                        mark.advance + Double(position.x_offset) * scale, -Double(position.y_offset) * scale
                    ))
                mark.advance += Double(position.x_advance) * scale
            }
        }
        return mark
    }
}
