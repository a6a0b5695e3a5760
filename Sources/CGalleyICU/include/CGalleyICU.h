#pragma once
#include <stddef.h>
#include <stdint.h>

// Word boundaries of Thai, Lao, Khmer and Burmese, which need a dictionary. No ICU type appears here: ICU's headers
// name their functions by version, and clash with the copy that Foundation carries.

#ifdef __cplusplus
extern "C" {
#endif

/// Whether ICU was there when this was compiled.
int galley_icu_is_available(void);

/// A segmenter, which is worth keeping: opening one costs some 20 us. Not to be used from two threads at once.
typedef struct galley_segmenter galley_segmenter;

/// Opens a segmenter. `locale` is a BCP 47 or ICU name ("th", "km", ...) or NULL; the dictionary is chosen by the script of
/// the text, not by the locale. NULL when ICU is absent or fails.
galley_segmenter *_Nullable galley_segmenter_open(const char *_Nullable locale);

/// Closes it; NULL is allowed.
void galley_segmenter_close(galley_segmenter *_Nullable segmenter);

/// Marks the word boundaries of `utf8`, which is `count` bytes of UTF-8: `out[i]` becomes 1 where a word starts at byte
/// `i`, and is left alone elsewhere; `out` has `count` bytes. Offset 0 is never marked.
///
/// Returns how many were marked, and 0 when `segmenter` is NULL or ICU fails. The text is not kept.
size_t galley_segmenter_mark(galley_segmenter *_Nullable segmenter, const char *_Nonnull utf8, size_t count,
                             uint8_t *_Nonnull out);

/// The three in one, for a single text. Safe in any thread.
size_t galley_word_boundaries(const char *_Nonnull utf8, size_t count, const char *_Nullable locale,
                              uint8_t *_Nonnull out);

#ifdef __cplusplus
}
#endif
