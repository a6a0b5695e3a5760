#include "embedded_font.h"

static const uint8_t font[] = {
#embed "Embedded/GalleyTest-Regular.ttf"
};

const uint8_t *galley_embedded_font(void) { return font; }

size_t galley_embedded_font_size(void) { return sizeof font; }
