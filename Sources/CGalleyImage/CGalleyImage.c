#include <stdlib.h>

#include "allocate.h"

galley_image_status galley_image_allocate(
    uint64_t width, uint64_t height, uint64_t maximum_pixels, galley_image *image
) {
    if (width == 0 || height == 0 || width > UINT32_MAX || height > UINT32_MAX) { return GALLEY_IMAGE_DAMAGED; }
    if (width > maximum_pixels / height) { return GALLEY_IMAGE_TOO_LARGE; }
    image->pixels = calloc((size_t)(width * height), sizeof(uint32_t));
    if (image->pixels == NULL) { return GALLEY_IMAGE_NO_MEMORY; }
    image->width = (uint32_t)width;
    image->height = (uint32_t)height;
    image->complete_rows = 0;
    return GALLEY_IMAGE_OK;
}

void galley_image_free(galley_image *image) {
    free(image->pixels);
    image->pixels = NULL;
}
