#include <hb.h>
#include <hb-ot.h>
#ifdef __GLIBC__
// How much malloc has given out: Glibc's module leaves it out.
#include <malloc.h>
#endif
