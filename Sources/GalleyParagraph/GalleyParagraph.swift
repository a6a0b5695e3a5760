// From a `ShapedParagraph` and a width to lines, and answers about them.
//
// | phase | input -> output | where |
// |---|---|---|
// | resolve | constraints -> edges, tabs, indent in px | `InlineMeasures` |
// | break | segments, places where lines may end -> one line after the other, greedily | `LineBreaker` |
// | gather | a broken line -> pieces in logical order, edges shaped again, hyphen or ellipsis | `LineAssembler` |
// | align | free room -> where the line begins, what justification adds | `ParagraphLayout+Making`, `LineAssembler` |
// | order | pieces -> visual order (UAX #9 L1, L2) | `LineAssembler` |
// | stack | pieces -> line box, vertical alignment, fragments of inline boxes | `LineBoxLayout` |
//
// The result, ``ParagraphLayout``, holds flat arrays; ``Line``, ``GlyphRun``, ``InlineBoxFragment`` and
// ``DecorationSegment`` are views or are made when asked for. `ShapedParagraph.contentWidths` gives minimum and maximum
// content widths without lines.
//
// Numbers are Blink's where CSS leaves them open: line widths are sums of parts rounded up to 1/64 px, and a line may be
// 1/64 px too wide; ascents and descents are whole px; half-leading is rounded down.
