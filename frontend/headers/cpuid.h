/* What a processor says about itself: anything; in an execution nothing. */
#ifndef _CPUID_H_INCLUDED
#define _CPUID_H_INCLUDED
#define bit_SSE3 (1 << 0)
#define bit_PCLMUL (1 << 1)
#define bit_SSSE3 (1 << 9)
#define bit_FMA (1 << 12)
#define bit_SSE4_1 (1 << 19)
#define bit_SSE4_2 (1 << 20)
#define bit_MOVBE (1 << 22)
#define bit_POPCNT (1 << 23)
#define bit_AES (1 << 25)
#define bit_XSAVE (1 << 26)
#define bit_OSXSAVE (1 << 27)
#define bit_AVX (1 << 28)
#define bit_F16C (1 << 29)
#define bit_RDRND (1 << 30)
#define bit_CMOV (1 << 15)
#define bit_MMX (1 << 23)
#define bit_SSE (1 << 25)
#define bit_SSE2 (1 << 26)
#define bit_BMI (1 << 3)
#define bit_AVX2 (1 << 5)
#define bit_BMI2 (1 << 8)
#define bit_AVX512F (1 << 16)
#define bit_AVX512DQ (1 << 17)
#define bit_RDSEED (1 << 18)
#define bit_ADX (1 << 19)
#define bit_SHA (1 << 29)
#define bit_AVX512BW (1 << 30)
#define bit_AVX512VL (1u << 31)
#define bit_LZCNT (1 << 5)
#pragma culprit
#define __cpuid(n, a, b, c, d) __cpuid_count(n, 0, a, b, c, d)
#define __cpuid_count(n, m, a, b, c, d) ((void)(n), (void)(m), (a) = __cpuid_any(), (b) = __cpuid_any(), (c) = __cpuid_any(), (d) = __cpuid_any())
static __inline unsigned __cpuid_any(void) { return __culprit_any(); }
static __inline unsigned __get_cpuid_max(unsigned __n, unsigned *__p) {
	if (__p) *__p = __cpuid_any();
	return __cpuid_any();
}
static __inline int __get_cpuid_count(unsigned __n, unsigned __m, unsigned *__a, unsigned *__b, unsigned *__c, unsigned *__d) {
	if (!__cpuid_any()) return 0;
	*__a = __cpuid_any(), *__b = __cpuid_any(), *__c = __cpuid_any(), *__d = __cpuid_any();
	return 1;
}
static __inline int __get_cpuid(unsigned __n, unsigned *__a, unsigned *__b, unsigned *__c, unsigned *__d) { return __get_cpuid_count(__n, 0, __a, __b, __c, __d); }
#endif
