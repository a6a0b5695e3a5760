#include "CGalleyICU.h"
