// The room GalleyParagraph.
