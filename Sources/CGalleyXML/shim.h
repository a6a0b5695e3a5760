// Debian builds libxml2 with ICU, whose headers clash with Foundation's own ICU; nothing here needs them.
// (xmlCharEncodingHandler's layout is wrong without them: never touch its fields by value.)
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// `xmlFree` is a mutable global function pointer, which Swift 6 refuses.
static inline void galley_xml_free(void *pointer) { xmlFree(pointer); }
