import GalleyShaping
import GalleyText

/// One line of a `ParagraphLayout`: a view.
public struct Line: Sendable {
    let layout: ParagraphLayout
    /// Its number, from 0.
    public let index: Int

    var record: LineRecord { layout.storage.lines[index] }

    /// The source bytes on the line, hanging spaces and the break that ends it included. The ranges of a paragraph's lines
    /// cover its content without gap or overlap.
    public var sourceRange: Range<Int> {
        let shaped = layout.shaped
        let record = record
        let mapping = shaped.inline.mapping
        let start =
            index == 0 ? shaped.inline.sourceRange.lowerBound : mapping.sourceOffset(ofInline: Int(record.start))
        let end =
            index == layout.lineCount - 1 && !record.flags.contains(.truncated)
            ? shaped.inline.sourceRange.upperBound : mapping.sourceOffset(ofInline: Int(record.end))
        return start..<max(start, end)
    }
    /// As ``sourceRange``, in the inline text.
    public var inlineRange: Range<Int> { Int(record.start)..<Int(record.end) }
    /// The inline bytes without hanging spaces and the break that ends the line.
    public var contentRange: Range<Int> { Int(record.start)..<Int(record.contentEnd) }
    /// Where the used part begins.
    public var x: Double { record.x }
    /// The width without trailing white space; 0 for text that negative spacing has made run backwards.
    public var width: Double { max(0, record.width) }
    /// The top of the line box.
    public var y: Double { record.y }
    public var height: Double { record.height }
    /// From the top of the line box to its baseline.
    public var ascent: Double { record.ascent }
    /// From the paragraph's top.
    public var baseline: Double { record.y + record.ascent }
    /// The base direction: the paragraph's, or where that is by the text and has forced breaks, its own.
    public var isRightToLeft: Bool { layout.shaped.isRightToLeft(at: Int(record.start)) }
    /// Whether it shows a hyphen that is not in the text.
    public var endsWithHyphen: Bool { record.flags.contains(.hyphen) }
    /// Whether a character ends it.
    public var endsWithForcedBreak: Bool { record.flags.contains(.forcedBreak) }
    /// The source bytes of its text, or of all text after it, that are not shown; `nil` when nothing was cut.
    public var truncatedRange: Range<Int>? {
        guard record.flags.contains(.truncated), let hidden = layout.storage.hidden[index] else { return nil }
        let inline = layout.shaped.inline
        let start = inline.mapping.sourceOffset(ofInline: hidden.lowerBound)
        let isRest = hidden.upperBound >= inline.utf8.count
        let end = isRest ? inline.sourceRange.upperBound : inline.mapping.sourceOffset(ofInline: hidden.upperBound)
        return start..<max(start, end)
    }
    /// Whether text of it or after it was cut.
    public var isTruncated: Bool { record.flags.contains(.truncated) }
    /// The line box's part that is used.
    public var frame: Rect { Rect(x: x, y: y, width: width, height: height) }
}
