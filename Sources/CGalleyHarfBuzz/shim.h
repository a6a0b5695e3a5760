#include <hb.h>
#include <hb-ot.h>
#include "glyph-table.h"
