// Image decoding behind plain C types. libpng and libjpeg report errors by longjmp, which must not cross Swift frames:
// every setjmp and everything that may jump to it stays in this target.
#pragma once

#include <stddef.h>
#include <stdint.h>

// What became of a call.
typedef enum {
    GALLEY_IMAGE_OK = 0,
    // The bytes are not an image of that format, or are damaged before the first row.
    GALLEY_IMAGE_DAMAGED = 1,
    // More pixels than the caller allows.
    GALLEY_IMAGE_TOO_LARGE = 2,
    GALLEY_IMAGE_NO_MEMORY = 3,
} galley_image_status;

// A decoded image: rows from the top, `width * 4` bytes each, a pixel as a native-endian 32-bit number
// 0xAARRGGBB with premultiplied colour: Cairo's CAIRO_FORMAT_ARGB32.
typedef struct {
    uint32_t width;
    uint32_t height;
    // Owned by the caller; released with galley_image_free.
    uint32_t *pixels;
    // Rows that could be decoded; the rest are transparent.
    uint32_t complete_rows;
} galley_image;

// Each reads `count` bytes and fills `image`. Nothing is allocated before `width * height <= maximum_pixels` is known.
// Damage after the first row yields GALLEY_IMAGE_OK with fewer complete rows (WebP: what its decoder gives).
galley_image_status galley_decode_png(const uint8_t *bytes, size_t count, uint64_t maximum_pixels, galley_image *image);
galley_image_status galley_decode_jpeg(const uint8_t *bytes, size_t count, uint64_t maximum_pixels, galley_image *image);
galley_image_status galley_decode_webp(const uint8_t *bytes, size_t count, uint64_t maximum_pixels, galley_image *image);

void galley_image_free(galley_image *image);
