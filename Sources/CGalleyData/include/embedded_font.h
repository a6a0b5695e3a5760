// The project's own test face (Fonts/GalleyTest-Regular.ttf), built into the library as the last resort.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The bytes of the font file; they live as long as the process.
const uint8_t *galley_embedded_font(void);
/// How many there are.
size_t galley_embedded_font_size(void);
