#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "allocate.h"

// How many warnings of damage a stream may give before it is left: each costs time, and a hostile one has millions.
enum { MAXIMUM_WARNINGS = 1000 };
// How many scans a progressive stream may have: each walks the whole image again.
enum { MAXIMUM_SCANS = 100 };

typedef struct {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf jump;
    JSAMPLE *row;
    galley_image_status status;
} jpeg_state;

static void jump(j_common_ptr common) {
    jpeg_state *state = common->client_data;
    longjmp(state->jump, 1);
}

static void count_message(j_common_ptr common, int level) {
    if (level < 0 && ++common->err->num_warnings > MAXIMUM_WARNINGS) { jump(common); }
}

static void ignore(j_common_ptr common) { (void)common; }

static void limit_scans(j_common_ptr common) {
    if (common->is_decompressor && ((j_decompress_ptr)common)->input_scan_number > MAXIMUM_SCANS) { jump(common); }
}

static void store_row(const JSAMPLE *row, J_COLOR_SPACE space, uint32_t *target, uint32_t width) {
    for (uint32_t x = 0; x < width; x++) {
        if (space == JCS_CMYK) {
            // Adobe writes CMYK inverted, and other programs follow: components are how much light is left.
            const JSAMPLE *pixel = row + (size_t)x * 4;
            target[x] = galley_premultiplied(
                pixel[0] * pixel[3] / 255, pixel[1] * pixel[3] / 255, pixel[2] * pixel[3] / 255, 255);
        } else {
            const JSAMPLE *pixel = row + (size_t)x * 3;
            target[x] = galley_premultiplied(pixel[0], pixel[1], pixel[2], 255);
        }
    }
}

static void decode(jpeg_state *state, const uint8_t *bytes, size_t count, uint64_t maximum_pixels, galley_image *image) {
    jpeg_create_decompress(&state->decoder);
    state->decoder.client_data = state;
    state->decoder.progress = &state->progress;
    state->progress.progress_monitor = limit_scans;
    // A progressive image keeps its coefficients; beyond this the library gives up.
    state->decoder.mem->max_memory_to_use = 1L << 30;
    jpeg_mem_src(&state->decoder, bytes, (unsigned long)count);
    jpeg_read_header(&state->decoder, TRUE);
    int is_cmyk = state->decoder.jpeg_color_space == JCS_CMYK || state->decoder.jpeg_color_space == JCS_YCCK;
    state->decoder.out_color_space = is_cmyk ? JCS_CMYK : JCS_RGB;
    state->status = galley_image_allocate(
        state->decoder.image_width, state->decoder.image_height, maximum_pixels, image);
    if (state->status != GALLEY_IMAGE_OK) { return; }
    jpeg_start_decompress(&state->decoder);
    if (state->decoder.output_width != image->width || state->decoder.output_height != image->height) {
        state->status = GALLEY_IMAGE_DAMAGED;
        return;
    }
    state->row = malloc((size_t)image->width * (size_t)state->decoder.output_components);
    if (state->row == NULL) {
        state->status = GALLEY_IMAGE_NO_MEMORY;
        return;
    }
    while (state->decoder.output_scanline < state->decoder.output_height) {
        uint32_t y = state->decoder.output_scanline;
        JSAMPROW rows[1] = {state->row};
        if (jpeg_read_scanlines(&state->decoder, rows, 1) != 1) { break; }
        store_row(state->row, state->decoder.out_color_space, image->pixels + (size_t)y * image->width, image->width);
        image->complete_rows = y + 1;
    }
}

galley_image_status galley_decode_jpeg(
    const uint8_t *bytes, size_t count, uint64_t maximum_pixels, galley_image *image
) {
    memset(image, 0, sizeof *image);
    // On the heap: its fields keep their values over a longjmp.
    jpeg_state *state = calloc(1, sizeof *state);
    if (state == NULL) { return GALLEY_IMAGE_NO_MEMORY; }
    state->status = GALLEY_IMAGE_DAMAGED;
    state->decoder.err = jpeg_std_error(&state->errors);
    state->errors.error_exit = jump;
    state->errors.emit_message = count_message;
    state->errors.output_message = ignore;
    // jpeg_create_decompress clears the structure but for `err` and `client_data`.
    state->decoder.client_data = state;
    if (setjmp(state->jump) == 0) { decode(state, bytes, count, maximum_pixels, image); }
    galley_image_status status = state->status;
    free(state->row);
    jpeg_destroy_decompress(&state->decoder);
    free(state);
    if (status == GALLEY_IMAGE_OK && image->complete_rows == 0) { status = GALLEY_IMAGE_DAMAGED; }
    if (status != GALLEY_IMAGE_OK) { galley_image_free(image); }
    return status;
}
