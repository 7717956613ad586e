/* SSE to AVX2, and what came with it */
#ifndef _IMMINTRIN_H_INCLUDED
#define _IMMINTRIN_H_INCLUDED
#include <wmmintrin.h>
#include <nmmintrin.h>
#include <bits/avx.h>
#include <bits/avx2.h>
#include <bits/fma.h>
#include <bits/f16c.h>
#include <bits/bmi.h>
unsigned long long __builtin_ia32_xgetbv(unsigned);
#define _xgetbv(n) __builtin_ia32_xgetbv(n)
#endif
