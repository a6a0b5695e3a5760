// Written by Scripts/generate-entities.py.
#ifndef GALLEY_HTML_ENTITIES_H
#define GALLEY_HTML_ENTITIES_H
#include <stdint.h>

/// How many named character references there are.
#define GALLEY_ENTITY_COUNT 2231
/// How many single-byte encodings there are.
#define GALLEY_SINGLE_BYTE_COUNT 27

/// The names without `&`, most with `;`, sorted by bytes, one after another.
const uint8_t *galley_entity_names(void);
/// Where each name ends.
const uint16_t *galley_entity_name_ends(void);
/// The UTF-8 of the characters, one reference after another.
const uint8_t *galley_entity_values(void);
/// Where the characters of each reference end.
const uint16_t *galley_entity_value_ends(void);

/// The names of the single-byte encodings, separated by spaces.
const char *galley_single_byte_names(void);
/// For each of them the 128 characters of the bytes from 0x80; U+FFFD where there is none.
const uint16_t *galley_single_byte_tables(void);

#endif
