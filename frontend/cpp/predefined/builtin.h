/* Declarations every translation unit starts with. cc needs the names that
   begin with __predefined. */
#define __extension__
#define __restrict_arr restrict
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
int __predefined_declarator;
extern int __culprit_no_association;
extern int __culprit_same;
int __culprit_list(), __culprit_member(), __culprit_index();
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
typedef __WCHAR_TYPE__ __culprit_text_L; /* of literals that cc does not know */
typedef unsigned short __culprit_text_u;
typedef unsigned __culprit_text_U;
typedef long double __float80;

/* Half floats, and what constants of that type and arithmetic on them have. */
typedef float __culprit_float16 __attribute__((mode(HF)));
typedef float __culprit_half __attribute__((mode(HV)));

/* Types that the lowering does not have. */
typedef float __culprit_bf16 __attribute__((mode(BF)));
typedef double __culprit_float128 __attribute__((mode(TF)));

/* Variable arguments; va_arg and the other operators are those of mend_operator.go. */
#if __SIZEOF_POINTER__ == 8
typedef struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; } __builtin_va_list[1];
#else
typedef char *__builtin_va_list;
#endif
#define __builtin_va_list __builtin_va_list
void __builtin_va_start(__builtin_va_list, ...);
void __builtin_va_end(__builtin_va_list);
void __culprit_va_copy(__builtin_va_list, __builtin_va_list);
void *__culprit_va_arg(__builtin_va_list);
#define __builtin_va_copy(dst, src) __culprit_va_copy(dst, src)

/* The lowering recognises (T)__culprit_convertvector(e). */
int __culprit_convertvector();
int __builtin_shuffle(), __builtin_shufflevector(), __culprit_element();

/* What the mended texts have in place of 2i and of __real__ e. */
int __culprit_imaginary();
typedef int __culprit_real, __culprit_imag;

void *__builtin_malloc(__SIZE_TYPE__), *__builtin_calloc(__SIZE_TYPE__, __SIZE_TYPE__), *__builtin_realloc(void *, __SIZE_TYPE__);
void *__builtin_alloca(__SIZE_TYPE__), *__builtin_alloca_with_align(__SIZE_TYPE__, __SIZE_TYPE__);
void __builtin_free(void *), __builtin_abort(void), __builtin_exit(int), __builtin_unreachable(void), __builtin_trap(void);
void __builtin_prefetch(const void *, ...), __builtin___clear_cache(void *, void *);
long __builtin_expect(long, long), __builtin_expect_with_probability(long, long, double);
__SIZE_TYPE__ __builtin_object_size(const void *, int), __builtin_dynamic_object_size(const void *, int);
void *__builtin_assume_aligned(const void *, __SIZE_TYPE__, ...);
void *__builtin_return_address(unsigned), *__builtin_frame_address(unsigned), *__builtin_extract_return_addr(void *);
#define __builtin_nontemporal_load(from) (*(from))
#define __builtin_nontemporal_store(value, to) ((void)(*(to) = (value)))
int __builtin_setjmp(void *);
void __builtin_longjmp(void *, int);

int __builtin_clz(unsigned), __builtin_clzl(unsigned long), __builtin_clzll(unsigned long long);
int __builtin_ctz(unsigned), __builtin_ctzl(unsigned long), __builtin_ctzll(unsigned long long);
int __builtin_ffs(int), __builtin_ffsl(long), __builtin_ffsll(long long);
int __builtin_popcount(unsigned), __builtin_popcountl(unsigned long), __builtin_popcountll(unsigned long long);
int __builtin_parity(unsigned), __builtin_parityl(unsigned long), __builtin_parityll(unsigned long long);
int __builtin_clrsb(int), __builtin_clrsbl(long), __builtin_clrsbll(long long);
__UINT8_TYPE__ __builtin_bitreverse8(__UINT8_TYPE__);
#define __BITS(n) __UINT##n##_TYPE__ __builtin_rotateleft##n(__UINT##n##_TYPE__, __UINT##n##_TYPE__), __builtin_rotateright##n(__UINT##n##_TYPE__, __UINT##n##_TYPE__);
__BITS(8) __BITS(16) __BITS(32) __BITS(64)
#undef __BITS
__UINT16_TYPE__ __builtin_bitreverse16(__UINT16_TYPE__);
__UINT32_TYPE__ __builtin_bitreverse32(__UINT32_TYPE__);
__UINT64_TYPE__ __builtin_bitreverse64(__UINT64_TYPE__);
__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__);
__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__);
__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__);
int __builtin_abs(int);
long __builtin_labs(long);
long long __builtin_llabs(long long);

_Bool __builtin_sadd_overflow(int, int, int *), __builtin_saddl_overflow(long, long, long *), __builtin_saddll_overflow(long long, long long, long long *);
_Bool __builtin_ssub_overflow(int, int, int *), __builtin_ssubl_overflow(long, long, long *), __builtin_ssubll_overflow(long long, long long, long long *);
_Bool __builtin_smul_overflow(int, int, int *), __builtin_smull_overflow(long, long, long *), __builtin_smulll_overflow(long long, long long, long long *);
_Bool __builtin_uadd_overflow(unsigned, unsigned, unsigned *), __builtin_uaddl_overflow(unsigned long, unsigned long, unsigned long *), __builtin_uaddll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_usub_overflow(unsigned, unsigned, unsigned *), __builtin_usubl_overflow(unsigned long, unsigned long, unsigned long *), __builtin_usubll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_umul_overflow(unsigned, unsigned, unsigned *), __builtin_umull_overflow(unsigned long, unsigned long, unsigned long *), __builtin_umulll_overflow(unsigned long long, unsigned long long, unsigned long long *);
/* Any integer types: the lowering looks at the argument types. */
_Bool __builtin_add_overflow(), __builtin_sub_overflow(), __builtin_mul_overflow();
_Bool __builtin_add_overflow_p(), __builtin_sub_overflow_p(), __builtin_mul_overflow_p();

void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__), *__builtin_mempcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memmove(void *, const void *, __SIZE_TYPE__), *__builtin_memset(void *, int, __SIZE_TYPE__);
void *__builtin_memchr(const void *, int, __SIZE_TYPE__);
int __builtin_memcmp(const void *, const void *, __SIZE_TYPE__);
void __builtin_bzero(void *, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strlen(const char *), __builtin_strspn(const char *, const char *), __builtin_strcspn(const char *, const char *);
char *__builtin_strcpy(char *, const char *), *__builtin_strncpy(char *, const char *, __SIZE_TYPE__), *__builtin_stpcpy(char *, const char *);
char *__builtin_strcat(char *, const char *), *__builtin_strncat(char *, const char *, __SIZE_TYPE__);
char *__builtin_strchr(const char *, int), *__builtin_strrchr(const char *, int), *__builtin_strstr(const char *, const char *);
char *__builtin_strpbrk(const char *, const char *), *__builtin_strdup(const char *), *__builtin_strndup(const char *, __SIZE_TYPE__);
int __builtin_strcmp(const char *, const char *), __builtin_strncmp(const char *, const char *, __SIZE_TYPE__);
void *__builtin___memcpy_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__), *__builtin___memmove_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memset_chk(void *, int, __SIZE_TYPE__, __SIZE_TYPE__);
char *__builtin___strcpy_chk(char *, const char *, __SIZE_TYPE__), *__builtin___strcat_chk(char *, const char *, __SIZE_TYPE__);
char *__builtin___strncpy_chk(char *, const char *, __SIZE_TYPE__, __SIZE_TYPE__), *__builtin___strncat_chk(char *, const char *, __SIZE_TYPE__, __SIZE_TYPE__);
int __builtin___sprintf_chk(char *, int, __SIZE_TYPE__, const char *, ...), __builtin___snprintf_chk(char *, __SIZE_TYPE__, int, __SIZE_TYPE__, const char *, ...);
int __builtin___vsnprintf_chk(char *, __SIZE_TYPE__, int, __SIZE_TYPE__, const char *, __builtin_va_list);
int __builtin_printf(const char *, ...), __builtin_sprintf(char *, const char *, ...), __builtin_snprintf(char *, __SIZE_TYPE__, const char *, ...);
int __builtin_fprintf(void *, const char *, ...), __builtin_vsnprintf(char *, __SIZE_TYPE__, const char *, __builtin_va_list);
int __builtin_puts(const char *), __builtin_putchar(int), __builtin_tolower(int), __builtin_toupper(int);
int __builtin_isalnum(int), __builtin_isalpha(int), __builtin_isblank(int), __builtin_iscntrl(int), __builtin_isdigit(int), __builtin_isgraph(int);
int __builtin_islower(int), __builtin_isprint(int), __builtin_ispunct(int), __builtin_isspace(int), __builtin_isupper(int), __builtin_isxdigit(int);

double __builtin_huge_val(void), __builtin_inf(void), __builtin_nan(const char *), __builtin_nans(const char *);
float __builtin_huge_valf(void), __builtin_inff(void), __builtin_nanf(const char *), __builtin_nansf(const char *);
long double __builtin_huge_vall(void), __builtin_infl(void), __builtin_nanl(const char *), __builtin_nansl(const char *);
int __builtin_isnan(double), __builtin_isinf(double), __builtin_isinf_sign(double), __builtin_isfinite(double), __builtin_finite(double);
int __builtin_isnanf(float), __builtin_isinff(float), __builtin_finitef(float), __builtin_isnanl(long double), __builtin_isinfl(long double);
int __builtin_signbit(double), __builtin_signbitf(float), __builtin_signbitl(long double);
/* The lowering looks at the type of the last argument. */
int __builtin_isnormal(), __builtin_fpclassify();
int __builtin_isgreater(double, double), __builtin_isgreaterequal(double, double), __builtin_isless(double, double);
int __builtin_islessequal(double, double), __builtin_islessgreater(double, double), __builtin_isunordered(double, double);
#define __F1(n) double __builtin_##n(double); float __builtin_##n##f(float); long double __builtin_##n##l(long double);
#define __F2(n) double __builtin_##n(double, double); float __builtin_##n##f(float, float); long double __builtin_##n##l(long double, long double);
__F1(acos) __F1(asin) __F1(atan) __F1(cos) __F1(sin) __F1(tan) __F1(cosh) __F1(sinh) __F1(tanh) __F1(exp) __F1(exp2) __F1(expm1)
__F1(log) __F1(log2) __F1(log10) __F1(log1p) __F1(logb) __F1(sqrt) __F1(cbrt) __F1(fabs) __F1(floor) __F1(ceil) __F1(trunc) __F1(round) __F1(rint) __F1(nearbyint)
__F2(atan2) __F2(pow) __F2(fmod) __F2(fmin) __F2(fmax) __F2(fdim) __F2(copysign) __F2(hypot) __F2(remainder) __F2(nextafter) __F1(roundeven) __F1(exp10) __F1(tgamma) __F1(lgamma) __F1(erf) __F1(erfc) __F1(significand)
#undef __F1
#undef __F2
#define __FT(s, t) t __builtin_fma##s(t, t, t), __builtin_ldexp##s(t, int), __builtin_scalbn##s(t, int), __builtin_scalbln##s(t, long); \
	t __builtin_frexp##s(t, int *), __builtin_modf##s(t, t *), __builtin_remquo##s(t, t, int *), __builtin_powi##s(t, int), __builtin_drem##s(t, t); \
	t __builtin_nexttoward##s(t, long double); \
	int __builtin_ilogb##s(t); long __builtin_lrint##s(t), __builtin_lround##s(t); long long __builtin_llrint##s(t), __builtin_llround##s(t); \
	int __builtin_iround##s(t), __builtin_irint##s(t), __builtin_iceil##s(t), __builtin_ifloor##s(t); \
	long __builtin_lceil##s(t), __builtin_lfloor##s(t); long long __builtin_llceil##s(t), __builtin_llfloor##s(t);
__FT(, double) __FT(f, float) __FT(l, long double)
#undef __FT
int __builtin_flt_rounds(void);

/* The bits of a floating number, and back. */
unsigned long long __culprit_bits(double);
int __culprit_digits(const char *);
unsigned long long __culprit_number(const char *, int);
unsigned __culprit_bitsf(float);
double __culprit_bits_float(unsigned long long);
float __culprit_bits_floatf(unsigned);

#ifdef __SIZEOF_INT128__
unsigned __int128 __builtin_bswap128(unsigned __int128);
#endif
unsigned __builtin_addc(unsigned, unsigned, unsigned, unsigned *), __builtin_subc(unsigned, unsigned, unsigned, unsigned *);
unsigned long __builtin_addcl(unsigned long, unsigned long, unsigned long, unsigned long *), __builtin_subcl(unsigned long, unsigned long, unsigned long, unsigned long *);
unsigned long long __builtin_addcll(unsigned long long, unsigned long long, unsigned long long, unsigned long long *);
unsigned long long __builtin_subcll(unsigned long long, unsigned long long, unsigned long long, unsigned long long *);
const char *__builtin_FILE(void), *__builtin_FUNCTION(void);
int __builtin_LINE(void), __builtin_classify_type();
void *__builtin_alloca_with_align_and_max(__SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__), *__builtin_stack_save(void), *__builtin_frob_return_addr(void *);
void *__builtin_aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
char *__builtin_index(const char *, int), *__builtin_rindex(const char *, int), *__builtin_stpncpy(char *, const char *, __SIZE_TYPE__);
char *__builtin___stpcpy_chk(char *, const char *, __SIZE_TYPE__), *__builtin___stpncpy_chk(char *, const char *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___mempcpy_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strnlen(const char *, __SIZE_TYPE__), __builtin_fwrite(const void *, __SIZE_TYPE__, __SIZE_TYPE__, void *);
_Bool __atomic_test_and_set(volatile void *, int), __atomic_always_lock_free(__SIZE_TYPE__, const volatile void *), __atomic_is_lock_free(__SIZE_TYPE__, const volatile void *);
void __atomic_clear(volatile void *, int), __atomic_thread_fence(int), __atomic_signal_fence(int), __sync_synchronize();
