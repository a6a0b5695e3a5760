// From a paragraph of an `AttributedText` to glyphs whose widths are prefix sums: everything about a paragraph that no
// width, colour or attachment's size changes.
//
// | phase | input -> output | where |
// |---|---|---|
// | put together | paragraph -> ``InlineText`` | `InlineText+Building`, `TextTransformer`, ``OffsetMapping`` |
// | resolve styles | text styles -> ``FontStyle``, ``ParagraphTextStyle`` | `StyleResolution`, `FontStyleTable` |
// | analyse | bytes -> ``TextAnalysis`` | `TextAnalysis`, `WordSegmenter` |
// | hyphenate | words x language -> marks in ``TextAnalysis`` | `HyphenationPass`, ``HyphenationDictionary`` |
// | itemize | analysis x styles x faces -> ``TextItem`` | `Itemizer` |
// | shape | item -> clusters and glyphs in font units, ``ShapedText`` | `HarfBuzzBuffer`, `ShapedText+Appending`; `PairGlyphs`, `WordCache`, `ItemCache`, `RunAssembly` |
// | measure | items -> ``InlineSegment`` on one axis in px | `SegmentTable` |
// | find breaks | a segment and a width -> ``BreakOpportunity``, when a line asks | `BreakPlaces` |
//
// `LayoutContext.shape(paragraph:of:)` is these phases in order. The result, ``ShapedParagraph``, is what
// GalleyParagraph makes lines of, at any width, as often as wanted.
//
// An item is put together without HarfBuzz where that is exact: of *pairs*, what each two neighbours do to each other
// (`PairGlyphs`, `PairRules`: Latin, Greek, Cyrillic, Hebrew, Ethiopic and the like, spaces that kern included; kana and Han,
// of which those that no lookup touches, `PlanGlyphs`, count as one character); of *words* between spaces (`WordCache`:
// Arabic, and what pairs do not say) or *plain characters* and what stands between them; or it is an item known *whole*
// (`ItemCache`: words of Indic scripts that stand alone, words with marks). What is made of pairs, words and characters is
// also shaped whole now and then, and compared.
//
// - *cluster*: the least stretch of text with glyphs of its own, never less than a grapheme as HarfBuzz sees it.
// - *item*: text of one font style, level, script and face: one call of HarfBuzz.
// - *axis*: the paragraph's advances added up in logical order, in px; tabs, objects and edges of boxes take nothing.
// - *segment*: text of one style and level, or one tab, object, box edge or forced break: what lines are filled with.
// - *edge*: the end of a line inside an item; shaped again when HarfBuzz says that it is not safe to break there.
