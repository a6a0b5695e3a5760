// XLIFF in, Apple's string tables out, and every unit accounted for. The stages, each a file named for its noun:
//
//     XLIFFInputFile        paths, folders, .xcloc bundles     ->  open documents
//     XLIFFReader           a document                         ->  XLIFFFile, one `file` element at a time
//       InlineText            text with inline elements          ->  text, as Xcode flattens it
//       UnitParts             segments of XLIFF 2.x              ->  one source, one target, length limits
//       XLIFFValidator        the events of XLIFF 2.x            ->  findings, by the tables of XLIFFRules
//     StringsExporter       XLIFFFile of any number            ->  StringsExport: files, skipped units, findings
//       OriginalPath          `original` and locale            ->  a path below the output folder
//       StringsWriter         entries                          ->  bytes, as Xcode writes them (KeyOrder sorts)
//       DictionaryTable       units of plural rules            ->  StringsDictionary, completed by DictionaryCompletion
//       CatalogTable          units of a string catalog        ->  CatalogUpdate: a StringCatalog with their texts
//       CatalogCompiler       a catalog and a language         ->  entries and plural rules, as xcstringstool makes them
//     StringsExport+Write   StringsExport                      ->  files on disk, all or none
//       StringsFile           an existing .strings file        ->  its entries, with places, edited in place
//       StringsDictionary     an existing .stringsdict file    ->  a tree of texts, by path and by variable
//       PropertyListValue     old-style, XML or binary bytes   ->  values, which both of these are made of
//       OutputFolder          paths and bytes                  ->  atomic writes that never leave the folder
//     XLIFFChecker          XLIFFFile of any number            ->  findings on its texts, one CheckedText at a time
//     LocalizedProject      folders and files                  ->  tables, with their files in each language
//     XLIFFExporter         LocalizedProject                   ->  XLIFFExport: a document for each locale
//       TableReader           the files of a table               ->  TableContents, which makes units of them
//       CatalogShape          a key of a catalog, a locale       ->  the texts that it has or should have there
//       XLIFFWriter           XLIFFDocument                      ->  bytes of XLIFF 1.2, as Xcode writes them, or 2.1
//     XLIFFExport+Write     XLIFFExport                        ->  documents or bundles on disk, all or none
//
// XLIFFDocument is the convenience over them for one document in memory. Findings carry severity, code and place.
