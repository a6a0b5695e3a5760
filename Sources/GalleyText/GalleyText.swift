// The room GalleyText.
