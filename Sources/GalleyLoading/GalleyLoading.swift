// The room GalleyLoading.
