#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H
#include FT_SFNT_NAMES_H
#include FT_MULTIPLE_MASTERS_H
#include FT_SIZES_H
#include FT_COLOR_H
#include FT_CID_H

// The load flags carry casts, which Swift does not import.
static const FT_Int32 GALLEY_FT_LOAD_NO_SCALE = FT_LOAD_NO_SCALE;
static const FT_Int32 GALLEY_FT_LOAD_NO_HINTING = FT_LOAD_NO_HINTING;
static const FT_Int32 GALLEY_FT_LOAD_NO_BITMAP = FT_LOAD_NO_BITMAP;
static const FT_Int32 GALLEY_FT_LOAD_COLOR = FT_LOAD_COLOR;

static inline int galley_ft_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) ? 1 : 0; }
static inline int galley_ft_has_color(FT_Face face) { return FT_HAS_COLOR(face) ? 1 : 0; }
static inline int galley_ft_is_variable(FT_Face face) { return FT_HAS_MULTIPLE_MASTERS(face) ? 1 : 0; }
