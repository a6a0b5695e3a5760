#include "CGalleySVG.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// As in GLib's and librsvg's headers, which are part of their stable ABI.
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} g_error;

typedef struct {
    double x;
    double y;
    double width;
    double height;
} rsvg_rectangle;

struct galley_svg_library {
    void *(*handle_new_from_data)(const uint8_t *, size_t, g_error **);
    void (*handle_set_dpi)(void *, double);
    int (*handle_set_stylesheet)(void *, const uint8_t *, size_t, g_error **);
    int (*handle_render_document)(void *, void *, const rsvg_rectangle *, g_error **);
    void (*object_unref)(void *);
    void (*error_free)(g_error *);
};

galley_svg_library *galley_svg_library_open(const char *name) {
    void *file = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (file == NULL) return NULL;
    // Those of GLib are found in the libraries that librsvg needs.
    galley_svg_library found = {
        .handle_new_from_data = dlsym(file, "rsvg_handle_new_from_data"),
        .handle_set_dpi = dlsym(file, "rsvg_handle_set_dpi"),
        .handle_set_stylesheet = dlsym(file, "rsvg_handle_set_stylesheet"),
        .handle_render_document = dlsym(file, "rsvg_handle_render_document"),
        .object_unref = dlsym(file, "g_object_unref"),
        .error_free = dlsym(file, "g_error_free"),
    };
    if (found.handle_new_from_data == NULL || found.handle_set_dpi == NULL || found.handle_set_stylesheet == NULL
        || found.handle_render_document == NULL || found.object_unref == NULL || found.error_free == NULL) {
        return NULL;
    }
    galley_svg_library *library = malloc(sizeof *library);
    if (library != NULL) *library = found;
    return library;
}

galley_svg_picture *galley_svg_open(
    const galley_svg_library *library, const uint8_t *bytes, size_t count, const char *style_sheet) {
    g_error *error = NULL;
    void *handle = library->handle_new_from_data(bytes, count, &error);
    if (handle != NULL) {
        // CSS has 96 px in an inch.
        library->handle_set_dpi(handle, 96);
        if (!library->handle_set_stylesheet(handle, (const uint8_t *)style_sheet, strlen(style_sheet), &error)) {
            library->object_unref(handle);
            handle = NULL;
        }
    }
    if (error != NULL) library->error_free(error);
    return handle;
}

void galley_svg_draw(
    const galley_svg_library *library, galley_svg_picture *picture, void *cairo, double x, double y, double width,
    double height) {
    const rsvg_rectangle viewport = {x, y, width, height};
    g_error *error = NULL;
    library->handle_render_document(picture, cairo, &viewport, &error);
    if (error != NULL) library->error_free(error);
}

void galley_svg_close(const galley_svg_library *library, galley_svg_picture *picture) {
    library->object_unref(picture);
}
