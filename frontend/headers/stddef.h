#ifndef _CULPRIT_STDDEF_H
#define _CULPRIT_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  long long __ll;
  long double __ld;
#ifdef __i386__
  char __f128[16] __attribute__((__aligned__(16)));
#endif
} max_align_t;
#ifndef NULL
#define NULL ((void *)0)
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
