// librsvg behind plain C types, opened when the first SVG picture is met and not before: programs that draw none neither
// need it nor pay for loading it. No header of librsvg, GLib or Cairo is needed for building.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The functions of a librsvg that was found. Never closed: GLib's types cannot be unloaded.
typedef struct galley_svg_library galley_svg_library;
// A parsed picture, to be used by one thread at a time.
typedef struct galley_svg_picture galley_svg_picture;

// Opens the library of that file name; NULL where it is absent or older than 2.48.
galley_svg_library *galley_svg_library_open(const char *name);

// Parses `count` bytes of UTF-8 XML with a style sheet of the user's origin; NULL when they are no SVG. The
// picture has no base URL, so nothing is loaded but what its `data:` URLs hold.
galley_svg_picture *galley_svg_open(
    const galley_svg_library *library, const uint8_t *bytes, size_t count, const char *style_sheet);

// Draws the picture into a rectangle of a `cairo_t`, as far as the library gets.
void galley_svg_draw(
    const galley_svg_library *library, galley_svg_picture *picture, void *cairo, double x, double y, double width,
    double height);

void galley_svg_close(const galley_svg_library *library, galley_svg_picture *picture);
