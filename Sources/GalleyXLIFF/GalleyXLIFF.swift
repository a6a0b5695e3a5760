// The room GalleyXLIFF.
