#pragma once

#include "CGalleyImage.h"

// Checks the size and gives a transparent image of it.
galley_image_status galley_image_allocate(uint64_t width, uint64_t height, uint64_t maximum_pixels, galley_image *image);

// One pixel from straight components to premultiplied, rounded to nearest.
static inline uint32_t galley_premultiplied(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
    if (alpha == 255) { return 0xFF000000u | red << 16 | green << 8 | blue; }
    if (alpha == 0) { return 0; }
    return alpha << 24 | (red * alpha + 127) / 255 << 16 | (green * alpha + 127) / 255 << 8 | (blue * alpha + 127) / 255;
}
