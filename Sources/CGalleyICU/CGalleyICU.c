#include "CGalleyICU.h"

#if defined(__has_include)
#if __has_include(<unicode/ubrk.h>)
#define GALLEY_HAS_ICU 1
#endif
#endif

#if GALLEY_HAS_ICU

#include <unicode/ubrk.h>
#include <unicode/utext.h>

int galley_icu_is_available(void) { return 1; }

size_t galley_word_boundaries(const char *utf8, size_t count, const char *locale, uint8_t *out) {
    if (count < 2 || count > INT32_MAX) return 0;
    UErrorCode status = U_ZERO_ERROR;
    // A UText is opened over the bytes themselves, so boundaries come as byte offsets. It lives on the stack and is
    // closed after the iterator that reads it.
    UText text = UTEXT_INITIALIZER;
    utext_openUTF8(&text, utf8, (int64_t)count, &status);
    UBreakIterator *iterator = ubrk_open(UBRK_WORD, locale, NULL, 0, &status);
    size_t marked = 0;
    if (U_SUCCESS(status)) {
        ubrk_setUText(iterator, &text, &status);
        if (U_SUCCESS(status)) {
            for (int32_t at = ubrk_first(iterator); at != UBRK_DONE; at = ubrk_next(iterator)) {
                if (at > 0 && (size_t)at < count) {
                    out[at] = 1;
                    marked += 1;
                }
            }
        }
    }
    if (iterator) ubrk_close(iterator);
    utext_close(&text);
    return marked;
}

#else

int galley_icu_is_available(void) { return 0; }

size_t galley_word_boundaries(const char *utf8, size_t count, const char *locale, uint8_t *out) {
    (void)utf8;
    (void)count;
    (void)locale;
    (void)out;
    return 0;
}

#endif
