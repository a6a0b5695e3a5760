// Font functions over a glyph table: what HarfBuzz asks most often (nominal glyphs, horizontal advances) answered from
// two arrays that were filled once. Everything else, and every miss, goes to the parent font (hb-ot).
#pragma once
#include <hb.h>
#include <stdint.h>

#define GALLEY_BMP_PAGES 256

/// The tables of one font instance, in font units. All pointers outlive the hb_font_t that refers to them.
typedef struct {
    /// One advance per glyph id.
    const int32_t *advances;
    uint32_t advance_count;
    /// Glyph ids by code point: 256 pages of 256, for the BMP. A zero sends the question to the parent.
    const uint16_t *const *pages;
} galley_glyph_table;

static inline hb_codepoint_t galley_table_glyph(const galley_glyph_table *table, hb_codepoint_t unicode) {
    return unicode < 0x10000 ? table->pages[unicode >> 8][unicode & 0xFF] : 0;
}

static inline hb_bool_t galley_nominal_glyph(
    hb_font_t *font, void *data, hb_codepoint_t unicode, hb_codepoint_t *glyph, void *user_data) {
    (void)user_data;
    hb_codepoint_t found = galley_table_glyph((const galley_glyph_table *)data, unicode);
    if (found) {
        *glyph = found;
        return 1;
    }
    return hb_font_get_nominal_glyph(hb_font_get_parent(font), unicode, glyph);
}

static inline unsigned galley_nominal_glyphs(
    hb_font_t *font, void *data, unsigned count, const hb_codepoint_t *unicodes, unsigned unicode_stride,
    hb_codepoint_t *glyphs, unsigned glyph_stride, void *user_data) {
    for (unsigned done = 0; done < count; done++) {
        if (!galley_nominal_glyph(font, data, *unicodes, glyphs, user_data)) return done;
        unicodes = (const hb_codepoint_t *)((const char *)unicodes + unicode_stride);
        glyphs = (hb_codepoint_t *)((char *)glyphs + glyph_stride);
    }
    return count;
}

static inline hb_position_t galley_h_advance(hb_font_t *font, void *data, hb_codepoint_t glyph, void *user_data) {
    (void)user_data;
    const galley_glyph_table *table = (const galley_glyph_table *)data;
    if (glyph < table->advance_count) return table->advances[glyph];
    return hb_font_get_glyph_h_advance(hb_font_get_parent(font), glyph);
}

static inline void galley_h_advances(
    hb_font_t *font, void *data, unsigned count, const hb_codepoint_t *glyphs, unsigned glyph_stride,
    hb_position_t *advances, unsigned advance_stride, void *user_data) {
    for (unsigned i = 0; i < count; i++) {
        *advances = galley_h_advance(font, data, *glyphs, user_data);
        glyphs = (const hb_codepoint_t *)((const char *)glyphs + glyph_stride);
        advances = (hb_position_t *)((char *)advances + advance_stride);
    }
}

/// A font below `parent` that answers from `table`, which must outlive it. Immutable.
static inline hb_font_t *galley_font_create(hb_font_t *parent, const galley_glyph_table *table) {
    hb_font_funcs_t *functions = hb_font_funcs_create();
    hb_font_funcs_set_nominal_glyph_func(functions, galley_nominal_glyph, 0, 0);
    hb_font_funcs_set_nominal_glyphs_func(functions, galley_nominal_glyphs, 0, 0);
    hb_font_funcs_set_glyph_h_advance_func(functions, galley_h_advance, 0, 0);
    hb_font_funcs_set_glyph_h_advances_func(functions, galley_h_advances, 0, 0);
    hb_font_funcs_make_immutable(functions);
    hb_font_t *font = hb_font_create_sub_font(parent);
    hb_font_set_funcs(font, functions, (void *)table, 0);
    hb_font_funcs_destroy(functions);
    hb_font_make_immutable(font);
    return font;
}
