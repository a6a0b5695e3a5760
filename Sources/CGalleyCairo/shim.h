#include <cairo.h>
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>

// The load flags carry casts, which Swift does not import: colour bitmaps where there are any, never hinting.
static const int GALLEY_CAIRO_LOAD_FLAGS = FT_LOAD_NO_HINTING | FT_LOAD_COLOR;

// tan(14 degrees): the slant of `font-style: oblique` (CSS Fonts 4, 2.4).
static const double GALLEY_OBLIQUE_SLANT = 0.24932800284318;

// A user data key is known by its address, which Swift does not give to globals.
static inline const cairo_user_data_key_t *galley_cairo_face_owner_key(void) {
    static const cairo_user_data_key_t key;
    return &key;
}
