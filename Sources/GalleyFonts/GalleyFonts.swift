// The room GalleyFonts.
