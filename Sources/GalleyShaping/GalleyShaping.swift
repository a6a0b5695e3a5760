// The room GalleyShaping.
