// GalleyRender: from a layout to files. In the order of the pipeline:
//
//   Building/     a layout's or a page's fragments become a `DisplayList`: boxes, then text inside structure tags
//   DisplayList/  the value: flat commands, glyphs, the text of their clusters; its dump is the golden format
//   Cairo/        `CairoPainter` draws a display list on any Cairo surface; what Cairo 1.16 gets wrong is mended here
//   PDF/          PDF of the same list: text, boxes, structure; what Cairo draws of it are forms
//   SVG/          SVG of the same list with real text; its outlines are Cairo's
//   Writers/      PNG; JSON and text from the layout itself
//   Files/        formats by extension, images at hand, files written whole or not at all
//
// Everything up to the display list is a value; a writer belongs to one task.
