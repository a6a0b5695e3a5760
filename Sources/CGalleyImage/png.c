#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

typedef struct {
    const uint8_t *bytes;
    size_t count;
    size_t offset;
} png_source;

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    png_source *source = png_get_io_ptr(png);
    if (count > source->count - source->offset) { png_error(png, "truncated"); }
    memcpy(target, source->bytes + source->offset, count);
    source->offset += count;
}

static void jump(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

// What must survive a longjmp lives here, outside the frame that calls setjmp.
typedef struct {
    png_structp png;
    png_infop info;
    png_source source;
    png_bytep row;
    galley_image_status status;
} png_state;

static void decode_rows(png_state *state, int passes, galley_image *image) {
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < image->height; y++) {
            uint32_t *target = image->pixels + (size_t)y * image->width;
            if (passes > 1) {
                // Interlaced: a pass fills some pixels of a row, so the row so far goes in and comes out, straight.
                png_read_row(state->png, (png_bytep)target, NULL);
                continue;
            }
            png_read_row(state->png, state->row, NULL);
            for (uint32_t x = 0; x < image->width; x++) {
                const png_byte *pixel = state->row + (size_t)x * 4;
                target[x] = galley_premultiplied(pixel[0], pixel[1], pixel[2], pixel[3]);
            }
            image->complete_rows = y + 1;
        }
    }
}

// Interlaced rows hold RGBA bytes until all passes are in; turns them into premultiplied pixels.
static void premultiply(galley_image *image) {
    size_t count = (size_t)image->width * image->height;
    for (size_t index = 0; index < count; index++) {
        uint8_t pixel[4];
        memcpy(pixel, image->pixels + index, 4);
        image->pixels[index] = galley_premultiplied(pixel[0], pixel[1], pixel[2], pixel[3]);
    }
    image->complete_rows = image->height;
}

galley_image_status galley_decode_png(
    const uint8_t *bytes, size_t count, uint64_t maximum_pixels, galley_image *image
) {
    memset(image, 0, sizeof *image);
    png_state state = {.source = {bytes, count, 0}, .status = GALLEY_IMAGE_DAMAGED};
    png_state *volatile kept = &state;
    volatile int passes = 1;
    state.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, jump, ignore);
    if (state.png == NULL) { return GALLEY_IMAGE_NO_MEMORY; }
    state.info = png_create_info_struct(state.png);
    if (state.info == NULL) {
        png_destroy_read_struct(&state.png, NULL, NULL);
        return GALLEY_IMAGE_NO_MEMORY;
    }
    if (setjmp(png_jmpbuf(state.png)) == 0) {
        png_set_read_fn(state.png, &state.source, read_bytes);
        // Sizes are checked below; ancillary chunks (text, profiles) must not eat memory.
        png_set_user_limits(state.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        png_set_chunk_cache_max(state.png, 64);
        png_set_chunk_malloc_max(state.png, 8u << 20);
        png_read_info(state.png, state.info);
        png_set_expand(state.png);
        png_set_scale_16(state.png);
        png_set_gray_to_rgb(state.png);
        png_set_add_alpha(state.png, 0xFF, PNG_FILLER_AFTER);
        passes = png_set_interlace_handling(state.png);
        state.status = galley_image_allocate(
            png_get_image_width(state.png, state.info), png_get_image_height(state.png, state.info), maximum_pixels,
            image);
        if (state.status == GALLEY_IMAGE_OK) {
            png_read_update_info(state.png, state.info);
            size_t row_bytes = png_get_rowbytes(state.png, state.info);
            if (row_bytes != (size_t)image->width * 4) { png_error(state.png, "unexpected row size"); }
            state.row = malloc(row_bytes);
            if (state.row == NULL) {
                state.status = GALLEY_IMAGE_NO_MEMORY;
            } else {
                decode_rows(&state, passes, image);
            }
        }
    }
    // Also the way of a jump: what was decoded before it is kept.
    free(kept->row);
    png_destroy_read_struct(&kept->png, &kept->info, NULL);
    if (kept->status == GALLEY_IMAGE_OK && passes > 1) { premultiply(image); }
    if (kept->status == GALLEY_IMAGE_OK && image->complete_rows == 0) { kept->status = GALLEY_IMAGE_DAMAGED; }
    if (kept->status != GALLEY_IMAGE_OK) { galley_image_free(image); }
    return kept->status;
}
