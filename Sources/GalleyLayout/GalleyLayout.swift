// The room GalleyLayout.
