#include <hb.h>
#include <hb-ot.h>
#include <hb-subset.h>
#include "glyph-table.h"
