#pragma once
// The generated data of Galley, a header for each kind.
#include "unicode_tables.h"
#include "embedded_font.h"
