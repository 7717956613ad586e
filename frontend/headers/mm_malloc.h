#ifndef _MM_MALLOC_H
#define _MM_MALLOC_H
#pragma culprit
static __inline void *_mm_malloc(__SIZE_TYPE__ __n, __SIZE_TYPE__ __align) {
	return __align & (__align - 1) ? (void *)0 : __align <= 16 ? __builtin_malloc(__n) : __builtin_aligned_alloc(__align, __n);
}
static __inline void _mm_free(void *__p) { __builtin_free(__p); }
#endif
