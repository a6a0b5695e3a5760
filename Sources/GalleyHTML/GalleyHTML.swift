// The room GalleyHTML.
