#include "CGalleyImage.h"
