// The room GalleyTesting.
