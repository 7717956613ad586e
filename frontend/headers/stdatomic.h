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
typedef long long atomic_llong;
typedef unsigned long long atomic_ullong;
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
#define __CULPRIT_FETCH(p, op, v) ({ __typeof__(*(p)) *__p = (p); __typeof__(*(p)) __old = *__p; *__p = __old op (v); __old; })
#define atomic_fetch_add(p, v) __CULPRIT_FETCH(p, +, v)
#define atomic_fetch_sub(p, v) __CULPRIT_FETCH(p, -, v)
#define atomic_fetch_or(p, v) __CULPRIT_FETCH(p, |, v)
#define atomic_fetch_xor(p, v) __CULPRIT_FETCH(p, ^, v)
#define atomic_fetch_and(p, v) __CULPRIT_FETCH(p, &, v)
#define atomic_fetch_add_explicit(p, v, o) __CULPRIT_FETCH(p, +, v)
#define atomic_fetch_sub_explicit(p, v, o) __CULPRIT_FETCH(p, -, v)
#define atomic_exchange(p, v) ({ __typeof__(*(p)) *__p = (p); __typeof__(*(p)) __old = *__p; *__p = (v); __old; })
#define atomic_compare_exchange_strong(p, e, v) ({ __typeof__(*(p)) *__p = (p); __typeof__(*(p)) *__e = (e); _Bool __same = *__p == *__e; if (__same) *__p = (v); else *__e = *__p; __same; })
#define atomic_compare_exchange_weak(p, e, v) atomic_compare_exchange_strong(p, e, v)
#define atomic_flag_test_and_set(p) ({ atomic_flag *__p = (p); _Bool __old = __p->__set; __p->__set = 1; __old; })
#define atomic_flag_clear(p) ((void)((p)->__set = 0))
#define atomic_thread_fence(o) ((void)0)
#endif
