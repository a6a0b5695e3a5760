#include "CGalleyData.h"
