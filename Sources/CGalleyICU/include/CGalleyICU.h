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

/// Marks the word boundaries of `utf8`, which is `count` bytes of UTF-8: `out[i]` becomes 1 where a word starts at byte
/// `i`, and is left alone elsewhere; `out` has `count` bytes. Offset 0 is never marked.
///
/// `locale` is a BCP 47 or ICU name ("th", "km", ...) or NULL; the dictionary is chosen by the script of the text.
/// Returns how many were marked, and 0 when ICU is absent, has no dictionary, or fails. Safe in any thread.
size_t galley_word_boundaries(const char *_Nonnull utf8, size_t count, const char *_Nullable locale,
                              uint8_t *_Nonnull out);

#ifdef __cplusplus
}
#endif
