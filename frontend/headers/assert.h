/* The assertion is a call that the lowering recognises by its name. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
void __culprit_assert(int, const char *);
#define assert(e) __culprit_assert((e) ? 1 : 0, #e)
#endif
#ifndef static_assert
#define static_assert _Static_assert
#endif
