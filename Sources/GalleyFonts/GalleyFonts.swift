// The room of fonts: from a family's name, or a character, to a face instance that text is shaped and drawn with.
//
// | file | from | to |
// |---|---|---|
// | FontData | a path, bytes | the bytes, read or mapped, shared |
// | FontFace (+Loading, +Embedded), FontNames, SFNTTable | bytes, a number | a face: names, style, axes, or a FontError |
// | CharacterMap | a face | its character map as a table |
// | FontInstance, FontMetrics, GlyphOutline, FreeTypeFace | a face, places on its axes | what shapers and renderers use |
// | SystemFonts, FontDescriptor | fontconfig | descriptions of faces not opened |
// | FontRegistry (+Data) | Fonts/fonts.json | generic families, stand-ins, fonts of scripts |
// | FontCollection (+State), Locked | faces, the system | faces by number, instances by id |
// | StyleMatching, FontCollection+Matching | a FontQuery | instances (CSS Fonts 4 §5.2) |
// | ClusterCoverage, FontCollection+Fallback | a cluster, script, language | the instance that shows it |
