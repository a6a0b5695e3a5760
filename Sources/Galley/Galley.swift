// The room Galley.
