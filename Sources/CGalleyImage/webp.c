#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

#include "allocate.h"

galley_image_status galley_decode_webp(
    const uint8_t *bytes, size_t count, uint64_t maximum_pixels, galley_image *image
) {
    memset(image, 0, sizeof *image);
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) { return GALLEY_IMAGE_NO_MEMORY; }
    if (WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK) { return GALLEY_IMAGE_DAMAGED; }
    galley_image_status status = galley_image_allocate(
        (uint64_t)config.input.width, (uint64_t)config.input.height, maximum_pixels, image);
    if (status != GALLEY_IMAGE_OK) { return status; }
    size_t stride = (size_t)image->width * 4;
    // WebP's lengths are int and size_t mixed; the pixel limit keeps the stride far below INT_MAX.
    if (stride > INT32_MAX) {
        galley_image_free(image);
        return GALLEY_IMAGE_TOO_LARGE;
    }
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = (uint8_t *)image->pixels;
    config.output.u.RGBA.stride = (int)stride;
    config.output.u.RGBA.size = stride * image->height;
    VP8StatusCode result = WebPDecode(bytes, count, &config);
    WebPFreeDecBuffer(&config.output);
    if (result != VP8_STATUS_OK && result != VP8_STATUS_NOT_ENOUGH_DATA) {
        galley_image_free(image);
        return GALLEY_IMAGE_DAMAGED;
    }
    size_t pixels = (size_t)image->width * image->height;
    for (size_t index = 0; index < pixels; index++) {
        uint8_t pixel[4];
        memcpy(pixel, image->pixels + index, 4);
        image->pixels[index] = galley_premultiplied(pixel[0], pixel[1], pixel[2], pixel[3]);
    }
    image->complete_rows = image->height;
    return GALLEY_IMAGE_OK;
}
