// The room GalleyMarkup.
