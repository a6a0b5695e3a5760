// GalleyUnicode: what Unicode 17.0 says about a text, over UTF-8 bytes.
//
// Input is an `UnsafeBufferPointer<UInt8>`, output is written in bulk: a byte of flags or a level for each byte, or a
// short list of runs. Nothing here knows fonts, styles or widths, and nothing allocates for each character.
//
// | file | in -> out | standard |
// |---|---|---|
// | UTF8Decoding | bytes -> scalars, forwards and backwards | |
// | UnicodeProperties | scalar -> class, category, script, width, ... | UAX #44 |
// | Script, Script+Names | a script, its ISO 15924 tag | UAX #24 |
// | LineBreaks (Options, +Tailoring, Rules, Table, LineClass) | bytes -> .lineAllowed, .lineMandatory | UAX #14, CSS Text 3 §5 |
// | GraphemeBreaks, WordBreaks, SentenceBreaks (SegmentScanner) | bytes -> .grapheme, .word, .sentence | UAX #29 |
// | BidiParagraph (BidiAlgorithm, +Explicit, +Sequences, +Resolve) | bytes -> a level for each byte | UAX #9 P2 to L1 |
// | BidiOrder | levels of a line's items -> their visual order | UAX #9 L2 |
// | ScriptRuns | bytes -> runs of one script | UAX #24 §5 |
// | EmojiCluster | a grapheme cluster -> emoji or text | UTS #51 §4 |
//
// The tables are C arrays in CGalleyData (`unicode_tables.c`), written by Scripts/generate-unicode.py.
