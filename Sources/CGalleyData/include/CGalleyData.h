#pragma once
// The generated data of Galley, a header for each kind.
#include "embedded_font.h"
#include "html_entities.h"
#include "unicode_tables.h"
