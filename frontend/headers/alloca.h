#ifndef _CULPRIT_ALLOCA_H
#define _CULPRIT_ALLOCA_H
#include <stddef.h>
void *alloca(size_t);
#define alloca(n) __builtin_alloca(n)
#endif
