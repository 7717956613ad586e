#ifndef _CULPRIT_STDATOMIC_H
#define _CULPRIT_STDATOMIC_H
/* One thread runs at a time, so that atomic objects are plain objects. */
#include <stddef.h>
#include <stdint.h>
typedef enum { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst } memory_order;
typedef _Bool atomic_bool;
typedef char atomic_char;
typedef signed char atomic_schar;
typedef unsigned char atomic_uchar;
typedef short atomic_short;
typedef unsigned short atomic_ushort;
typedef int atomic_int;
typedef unsigned atomic_uint;
typedef long atomic_long;
typedef unsigned long atomic_ulong;
typedef _Atomic long long atomic_llong;
typedef _Atomic unsigned long long atomic_ullong;
typedef size_t atomic_size_t;
typedef intptr_t atomic_intptr_t;
typedef uintptr_t atomic_uintptr_t;
typedef struct { _Bool __set; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(v) (v)
#define atomic_init(p, v) ((void)(*(p) = (v)))
#define atomic_store(p, v) ((void)(*(p) = (v)))
#define atomic_store_explicit(p, v, o) ((void)(*(p) = (v)))
#define atomic_load(p) (*(p))
#define atomic_load_explicit(p, o) (*(p))
#define atomic_fetch_add(p, v) __atomic_fetch_add(p, v, 5)
#define atomic_fetch_sub(p, v) __atomic_fetch_sub(p, v, 5)
#define atomic_fetch_or(p, v) __atomic_fetch_or(p, v, 5)
#define atomic_fetch_xor(p, v) __atomic_fetch_xor(p, v, 5)
#define atomic_fetch_and(p, v) __atomic_fetch_and(p, v, 5)
#define atomic_fetch_add_explicit(p, v, o) __atomic_fetch_add(p, v, o)
#define atomic_fetch_sub_explicit(p, v, o) __atomic_fetch_sub(p, v, o)
#define atomic_exchange(p, v) ({ __typeof__(*(p)) *__p = (p); __typeof__(*(p)) __old = *__p; *__p = (v); __old; })
#define atomic_compare_exchange_strong(p, e, v) ({ __typeof__(*(p)) *__p = (p); __typeof__(*(p)) *__e = (e); _Bool __same = *__p == *__e; if (__same) *__p = (v); else *__e = *__p; __same; })
#define atomic_compare_exchange_weak(p, e, v) ({ __typeof__(*(p)) __v = (v); __atomic_compare_exchange((p), (e), &__v, 1, 5, 5); })
#define atomic_flag_test_and_set(p) ({ atomic_flag *__p = (p); _Bool __old = __p->__set; __p->__set = 1; __old; })
#define atomic_flag_clear(p) ((void)((p)->__set = 0))
#define atomic_thread_fence(o) ((void)0)
#define atomic_signal_fence(o) ((void)0)
#define atomic_fetch_or_explicit(p, v, o) __atomic_fetch_or(p, v, o)
#define atomic_fetch_xor_explicit(p, v, o) __atomic_fetch_xor(p, v, o)
#define atomic_fetch_and_explicit(p, v, o) __atomic_fetch_and(p, v, o)
#define atomic_exchange_explicit(p, v, o) atomic_exchange(p, v)
#define atomic_compare_exchange_strong_explicit(p, e, v, o, f) atomic_compare_exchange_strong(p, e, v)
#define atomic_compare_exchange_weak_explicit(p, e, v, o, f) atomic_compare_exchange_weak(p, e, v)
#define atomic_flag_test_and_set_explicit(p, o) atomic_flag_test_and_set(p)
#define atomic_flag_clear_explicit(p, o) atomic_flag_clear(p)
#define atomic_is_lock_free(p) ((void)(p), (_Bool)1)
#define kill_dependency(x) (x)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
typedef __CHAR16_TYPE__ atomic_char16_t;
typedef __CHAR32_TYPE__ atomic_char32_t;
typedef wchar_t atomic_wchar_t;
typedef int_least8_t atomic_int_least8_t;
typedef uint_least8_t atomic_uint_least8_t;
typedef int_least32_t atomic_int_least32_t;
typedef uint_least32_t atomic_uint_least32_t;
typedef int_fast32_t atomic_int_fast32_t;
typedef uint_fast32_t atomic_uint_fast32_t;
typedef _Atomic int_fast64_t atomic_int_fast64_t;
typedef _Atomic uint_fast64_t atomic_uint_fast64_t;
typedef ptrdiff_t atomic_ptrdiff_t;
typedef _Atomic intmax_t atomic_intmax_t;
typedef _Atomic uintmax_t atomic_uintmax_t;
#endif
