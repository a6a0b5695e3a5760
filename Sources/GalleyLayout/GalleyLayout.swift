// GalleyLayout: from a text to a document whose every line and box has its place, and to pages.
//
// The phases, with the files in which they stand:
//
//     AttributedText      -> ShapedDocument     shapes each paragraph and marker once; the tree of blocks
//                                               (ShapedDocument, LayoutTree)
//     ShapedDocument      -> IntrinsicWidths    the least and most width of every block, innermost first; only where
//                                               something shrinks to fit (IntrinsicWidths, TableMeasure)
//     + width             -> DocumentGeometry   one loop over a stack of open boxes: margins, widths, lines, floats,
//                                               tables (FlowLayouter+..., Table..., CollapsedBorders, AttachmentBox),
//                                               then coordinates added up (Placement)
//     DocumentGeometry    -> DocumentLayout     what users see: lines, fragments, questions
//     FlowStrip           -> slices             a flow that pages or columns cut: where they may end (BreakRules), where
//                                               they do (FlowBreaker); how high columns are (ColumnBalancer, ColumnFiller,
//                                               ColumnSet)
//     DocumentLayout      -> PagedLayout        pages and what `@page` says of them (Paginator, PageSetup), what a
//                                               surface shows of each strip (FragmentEmitter), PageMarginFragment
//     + bytes, edits      -> DocumentLayout     only what changed is broken again, the rest moves by offset
//                                               (DocumentLayout+Updating, FenwickTree)
//
// At the edge stand the few things that have state: TextStorage, TextContainer, TextLayoutManager.
//
// Words: a *box* is a block's border box; a *frame* (FlowLayouter.Frame) is a box that is being laid out; a *context* is
// a block formatting context, with coordinates of its own; an *anchor* is the block whose context a box stands in; a
// *unit* is what a page or column edge never cuts; a *strip* is a flow as laid out before it is cut, a *slice* what one
// page or column shows of it.
