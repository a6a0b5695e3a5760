// The room GalleyUnicode.
