#include "CGalleyICU.h"

#if defined(__has_include)
#if __has_include(<unicode/ubrk.h>)
#define GALLEY_HAS_ICU 1
#endif
#endif

#if GALLEY_HAS_ICU

#include <unicode/ubrk.h>
#include <unicode/utext.h>

// galley_segmenter is the iterator itself, under a name that is not ICU's.

int galley_icu_is_available(void) { return 1; }

galley_segmenter *galley_segmenter_open(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    UBreakIterator *iterator = ubrk_open(UBRK_WORD, locale, NULL, 0, &status);
    if (U_SUCCESS(status)) return (galley_segmenter *)iterator;
    if (iterator) ubrk_close(iterator);
    return NULL;
}

void galley_segmenter_close(galley_segmenter *segmenter) {
    if (segmenter) ubrk_close((UBreakIterator *)segmenter);
}

size_t galley_segmenter_mark(galley_segmenter *segmenter, const char *utf8, size_t count, uint8_t *out) {
    if (!segmenter || count < 2 || count > INT32_MAX) return 0;
    UBreakIterator *iterator = (UBreakIterator *)segmenter;
    UErrorCode status = U_ZERO_ERROR;
    // A UText over the bytes themselves, so that boundaries come as byte offsets. The iterator makes a shallow copy of
    // it, which is replaced below by one of an empty text: no pointer into `utf8` outlives this call.
    UText text = UTEXT_INITIALIZER;
    utext_openUTF8(&text, utf8, (int64_t)count, &status);
    size_t marked = 0;
    ubrk_setUText(iterator, &text, &status);
    if (U_SUCCESS(status)) {
        for (int32_t at = ubrk_first(iterator); at != UBRK_DONE; at = ubrk_next(iterator)) {
            if (at > 0 && (size_t)at < count) {
                out[at] = 1;
                marked += 1;
            }
        }
    }
    utext_close(&text);
    UErrorCode ignored = U_ZERO_ERROR;
    UText empty = UTEXT_INITIALIZER;
    utext_openUTF8(&empty, "", 0, &ignored);
    ubrk_setUText(iterator, &empty, &ignored);
    utext_close(&empty);
    return marked;
}

#else

int galley_icu_is_available(void) { return 0; }

galley_segmenter *galley_segmenter_open(const char *locale) {
    (void)locale;
    return NULL;
}

void galley_segmenter_close(galley_segmenter *segmenter) { (void)segmenter; }

size_t galley_segmenter_mark(galley_segmenter *segmenter, const char *utf8, size_t count, uint8_t *out) {
    (void)segmenter;
    (void)utf8;
    (void)count;
    (void)out;
    return 0;
}

#endif

size_t galley_word_boundaries(const char *utf8, size_t count, const char *locale, uint8_t *out) {
    galley_segmenter *segmenter = galley_segmenter_open(locale);
    size_t marked = galley_segmenter_mark(segmenter, utf8, count, out);
    galley_segmenter_close(segmenter);
    return marked;
}
