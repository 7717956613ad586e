#ifndef _CULPRIT_WORDEXP_H
#define _CULPRIT_WORDEXP_H
#include <stddef.h>
enum { WRDE_DOOFFS = 1, WRDE_APPEND = 2, WRDE_NOCMD = 4, WRDE_REUSE = 8, WRDE_SHOWERR = 16, WRDE_UNDEF = 32 };
enum { WRDE_NOSYS = -1, WRDE_NOSPACE = 1, WRDE_BADCHAR, WRDE_BADVAL, WRDE_CMDSUB, WRDE_SYNTAX };
typedef struct { size_t we_wordc; char **we_wordv; size_t we_offs; } wordexp_t;
int wordexp(const char *, wordexp_t *, int);
void wordfree(wordexp_t *);
#endif
