// The room GalleyRender.
