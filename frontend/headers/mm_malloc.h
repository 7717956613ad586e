#ifndef _MM_MALLOC_H
#define _MM_MALLOC_H
#pragma culprit
#define _mm_malloc(n, align) __builtin_aligned_alloc((align), (n))
static __inline void _mm_free(void *__p) { __builtin_free(__p); }
#endif
