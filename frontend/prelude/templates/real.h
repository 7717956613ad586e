REAL __culprit_lib_frexp@(REAL x, int *p) {
	BITS b = __culprit_bits@(x); int e = (int)(b >> MANT & EXPS);
	*p = 0;
	if (x == 0 || e == EXPS) return x;
	if (e == 0) { b = __culprit_bits@(x * LIFT); e = (int)(b >> MANT & EXPS) - (MANT + 2); }
	*p = e - (BIAS - 1);
	return __culprit_bits_float@(b & ~((BITS)EXPS << MANT) | (BITS)(BIAS - 1) << MANT);
}

REAL __culprit_lib_ldexp@(REAL x, int n) {
	BITS b = __culprit_bits@(x); int e = (int)(b >> MANT & EXPS);
	if (x == 0 || e == EXPS) return x;
	if (e == 0) { b = __culprit_bits@(x * LIFT); e = (int)(b >> MANT & EXPS) - (MANT + 2); }
	e += n > 5000 ? 5000 : n < -5000 ? -5000 : n;
	b &= ~((BITS)EXPS << MANT);
	if (e >= EXPS) { __culprit_set_errno(34); return __builtin_copysign@(__builtin_inf@(), x); }
	if (e > 0) return __culprit_bits_float@(b | (BITS)e << MANT);
	__culprit_may_set_errno(34);
	if (e < -MANT - 1) e = -MANT - 1;
	return __culprit_bits_float@(b | (BITS)(e + MANT + 2) << MANT) / LIFT;
}

REAL __culprit_lib_scalbn@(REAL x, int n) { return __culprit_lib_ldexp@(x, n); }

REAL __culprit_lib_scalbln@(REAL x, long n) { return __culprit_lib_ldexp@(x, n > 5000 ? 5000 : n < -5000 ? -5000 : n); }

int __culprit_lib_ilogb@(REAL x) {
	BITS b = __culprit_bits@(x); int e = (int)(b >> MANT & EXPS);
	if (x == 0 || e == EXPS) { __culprit_set_errno(33); return x == 0 || x != x ? -2147483647 - 1 : 2147483647; }
	if (e == 0) { b = __culprit_bits@(x * LIFT); e = (int)(b >> MANT & EXPS) - (MANT + 2); }
	return e - BIAS;
}

REAL __culprit_lib_logb@(REAL x) {
	if (x != x) return x;
	if (x == 0) { __culprit_may_set_errno(34); return -__builtin_inf@(); }
	if (__builtin_isinf(x)) return __builtin_inf@();
	return __culprit_lib_ilogb@(x);
}

REAL __culprit_lib_nextafter@(REAL x, REAL y) {
	BITS b = __culprit_bits@(x);
	if (x != x || y != y) return x + y;
	REAL r;
	if (x == y) return y;
	r = x == 0 ? __builtin_copysign@(__culprit_bits_float@(1), y) : __culprit_bits_float@((x < y) == (x > 0) ? b + 1 : b - 1);
	/* glibc forgets it where x is 0. */
	if (x == 0) __culprit_may_set_errno(34);
	else if (!__builtin_isinf(x) && !__builtin_isnormal(r)) __culprit_set_errno(34);
	return r;
}

REAL __culprit_lib_powi@(REAL x, int m) {
	unsigned n = m < 0 ? -(unsigned)m : m;
	REAL y = n % 2 ? x : 1;
	while (n >>= 1) { x = x * x; if (n % 2) y *= x; }
	return m < 0 ? 1 / y : y;
}

REAL __culprit_lib_roundeven@(REAL x) {
	REAL t = __builtin_trunc@(x), d = __builtin_fabs@(x - t);
	if (d > 0.5f || d == 0.5f && __builtin_trunc@(t / 2) * 2 != t) t += __builtin_copysign@(1, x);
	return __builtin_copysign@(__builtin_isinf@(x) ? x : t, x);
}

REAL __culprit_lib_significand@(REAL x) {
	if (x == 0 || !__builtin_isfinite(x)) { __culprit_may_set_errno(33); return x; } /* glibc asks ilogb */
	return __culprit_lib_ldexp@(x, -__culprit_lib_ilogb@(x));
}

REAL __culprit_lib___outside@(REAL x) { __culprit_set_errno(33); return (x - x) / (x - x); }

REAL __culprit_lib___pole@(REAL x) { __culprit_set_errno(34); return x; }

REAL __culprit_lib___ranged@(REAL r) {
	if (__builtin_isinf(r)) __culprit_set_errno(34);
	else if (!__builtin_isnormal(r)) __culprit_may_set_errno(34);
	return r;
}

REAL __culprit_lib_fdim@(REAL x, REAL y) {
	REAL r;
	if (x != x || y != y) return x + y;
	if (!(x > y)) return 0;
	r = x - y;
	if (__builtin_isinf(r) && !__builtin_isinf(x) && !__builtin_isinf(y)) __culprit_set_errno(34);
	return r;
}

REAL __culprit_opaque_fmod@(REAL, REAL);
REAL __culprit_lib_fmod@(REAL x, REAL y) {
	REAL a = __builtin_fabs@(x), b = __builtin_fabs@(y), r;
	if (!(a < __builtin_inf@()) || !(b > 0)) {
		if (x == x && y == y) __culprit_set_errno(33);
		return (x * y) / (x * y);
	}
	if (a < b) return x;
	if (a == b) return 0 * x;
	if (a <= LONGEST && b <= LONGEST && a == (long long)a && b == (long long)b)
		return __builtin_copysign@((REAL)((long long)a % (long long)b), x);
	r = __culprit_opaque_fmod@(a, b);
	__VERIFIER_assume(r >= 0 && r < b);
	return __builtin_copysign@(r, x);
}

REAL __culprit_opaque_remainder@(REAL, REAL);
REAL __culprit_lib_remainder@(REAL x, REAL y) {
	REAL a = __builtin_fabs@(x), b = __builtin_fabs@(y), r;
	if (!(a < __builtin_inf@()) || !(b > 0)) {
		if (x == x && y == y) __culprit_set_errno(33);
		return (x * y) / (x * y);
	}
	if (a <= LONGEST && b <= LONGEST && a == (long long)a && b == (long long)b) {
		long long m = (long long)a, n = (long long)b, q = m / n, k = m % n;
		if (2 * k > n || 2 * k == n && q % 2 == 1) k -= n;
		return x < 0 || x == 0 && __builtin_signbit(x) ? -(REAL)k : (REAL)k;
	}
	r = __culprit_opaque_remainder@(x, y);
	__VERIFIER_assume(__builtin_fabs@(r) <= b);
	return r;
}

REAL __culprit_opaque_sin@(REAL);
REAL __culprit_lib_sin@(REAL x) {
	REAL r;
	if (x == 0 || x != x) return x;
	if (__builtin_isinf(x)) return __culprit_lib___outside@(x);
	r = __culprit_opaque_sin@(x);
	__VERIFIER_assume(-1 <= r && r <= 1);
	return r;
}

REAL __culprit_opaque_cos@(REAL);
REAL __culprit_lib_cos@(REAL x) {
	REAL r;
	if (x == 0 || x != x) return x == 0 ? 1 : x;
	if (__builtin_isinf(x)) return __culprit_lib___outside@(x);
	r = __culprit_opaque_cos@(x);
	__VERIFIER_assume(-1 <= r && r <= 1);
	return r;
}

REAL __culprit_opaque_tan@(REAL);
REAL __culprit_lib_tan@(REAL x) {
	REAL r;
	if (x == 0 || x != x) return x;
	if (__builtin_isinf(x)) return __culprit_lib___outside@(x);
	r = __culprit_opaque_tan@(x);
	__VERIFIER_assume(__builtin_isfinite(r));
	return r;
}

REAL __culprit_opaque_asin@(REAL);
REAL __culprit_lib_asin@(REAL x) {
	REAL r;
	if (x == 0 || x != x) return x;
	if (__builtin_fabs@(x) > 1) return __culprit_lib___outside@(x);
	r = __culprit_opaque_asin@(x);
	__VERIFIER_assume(-1.6 < r && r < 1.6 && (r > 0) == (x > 0));
	return r;
}

REAL __culprit_opaque_acos@(REAL);
REAL __culprit_lib_acos@(REAL x) {
	REAL r;
	if (x == 1 || x != x) return x == 1 ? 0 : x;
	if (__builtin_fabs@(x) > 1) return __culprit_lib___outside@(x);
	r = __culprit_opaque_acos@(x);
	__VERIFIER_assume(0 < r && r < 3.2);
	return r;
}

REAL __culprit_opaque_atan@(REAL);
REAL __culprit_lib_atan@(REAL x) {
	REAL r;
	if (x == 0 || x != x) return x;
	r = __culprit_opaque_atan@(x);
	__VERIFIER_assume(-1.6 < r && r < 1.6 && (r > 0) == (x > 0));
	return r;
}

REAL __culprit_opaque_exp@(REAL);
REAL __culprit_lib_exp@(REAL x) {
	REAL r;
	if (x != x) return x;
	if (x == 0) return 1;
	if (__builtin_isinf(x)) return x > 0 ? x : 0;
	r = __culprit_opaque_exp@(x);
	__VERIFIER_assume(x > 0 ? r >= 1 : 0 <= r && r <= 1);
	return __culprit_lib___ranged@(r);
}

REAL __culprit_opaque_exp2@(REAL);
REAL __culprit_lib_exp2@(REAL x) {
	REAL r;
	if (x == __builtin_trunc@(x) && x > -5000 && x < 5000) return __culprit_lib_ldexp@(1, (int)x);
	if (x != x) return x;
	if (__builtin_isinf(x)) return x > 0 ? x : 0;
	r = __culprit_opaque_exp2@(x);
	__VERIFIER_assume(x > 0 ? r >= 1 : 0 <= r && r <= 1);
	return __culprit_lib___ranged@(r);
}

REAL __culprit_opaque_log@(REAL);
REAL __culprit_lib_log@(REAL x) {
	REAL r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___pole@(-__builtin_inf@()) : __culprit_lib___outside@(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_opaque_log@(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

REAL __culprit_opaque_log2@(REAL);
REAL __culprit_lib_log2@(REAL x) {
	REAL r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___pole@(-__builtin_inf@()) : __culprit_lib___outside@(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_lib_ilogb@(x);
	if (__culprit_lib_ldexp@(1, (int)r) == x) return r;
	r = __culprit_opaque_log2@(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

REAL __culprit_opaque_log10@(REAL);
REAL __culprit_lib_log10@(REAL x) {
	REAL r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___pole@(-__builtin_inf@()) : __culprit_lib___outside@(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_opaque_log10@(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

REAL __culprit_opaque_pow@(REAL, REAL);
REAL __culprit_lib_pow@(REAL x, REAL y) {
	REAL r;
	if (y == 0 || x == 1) return 1;
	if (x != x || y != y) return x + y;
	if (y == 1) return x;
	if (x == 2 && y == __builtin_trunc@(y) && y > -5000 && y < 5000) return __culprit_lib_ldexp@(1, (int)y);
	if (y > 0 && y <= 64 && y == (int)y && x == __builtin_trunc@(x)) {
		int n = (int)y; REAL p = 1;
		while (n > 0 && __builtin_fabs@(p) <= LONGEST) { p *= x; n--; }
		if (__builtin_fabs@(p) <= LONGEST) return p;
	}
	r = __culprit_opaque_pow@(x, y);
	if (x > 0) __VERIFIER_assume(r >= 0);
	if (x == 0 && y < 0) { /* a pole, which at -inf is nobody's error; gcc divides where y is -1 */
		__VERIFIER_assume(__builtin_isinf(r));
		if (y == -1 || __builtin_isinf(y)) __culprit_may_set_errno(34);
		else __culprit_set_errno(34);
	} else if (__builtin_isfinite(x) && __builtin_isfinite(y)) {
		if (r != r) __culprit_set_errno(33);
		else if (y == -1 || y == 2) __culprit_may_set_errno(34); /* gcc divides or multiplies */
		else if (x != 0) __culprit_lib___ranged@(r);
	}
	return r;
}

REAL __culprit_opaque_hypot@(REAL, REAL);
REAL __culprit_lib_hypot@(REAL x, REAL y) {
	REAL a = __builtin_fabs@(x), b = __builtin_fabs@(y), r;
	if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inf@();
	if (x != x || y != y) return x + y;
	if (a == 0 || b == 0) return a + b;
	r = __culprit_opaque_hypot@(x, y);
	__VERIFIER_assume(r >= 0);
	return __culprit_lib___ranged@(r);
}

REAL __culprit_opaque_cbrt@(REAL);
REAL __culprit_lib_cbrt@(REAL x) {
	REAL r;
	if (x == 0 || !__builtin_isfinite(x)) return x;
	r = __culprit_opaque_cbrt@(x);
	__VERIFIER_assume((r > 0) == (x > 0) && r != 0 && __builtin_fabs@(r) < LARGEST);
	return r;
}

int __culprit_lib_iround@(REAL x) { return (int)__builtin_round@(x); }

int __culprit_lib_irint@(REAL x) { return (int)__culprit_lib_rint@(x); }

int __culprit_lib_iceil@(REAL x) { return (int)__builtin_ceil@(x); }

int __culprit_lib_ifloor@(REAL x) { return (int)__builtin_floor@(x); }

long __culprit_lib_lceil@(REAL x) { return (long)__builtin_ceil@(x); }

long __culprit_lib_lfloor@(REAL x) { return (long)__builtin_floor@(x); }

long long __culprit_lib_llceil@(REAL x) { return (long long)__builtin_ceil@(x); }

long long __culprit_lib_llfloor@(REAL x) { return (long long)__builtin_floor@(x); }

REAL __culprit_lib_lgamma@_r(REAL x, int *sign) {
	REAL n = __builtin_floor@(x);
	*sign = (x == n ? x == 0 && __builtin_signbit(x) : x < 0 && n / 2 != __builtin_floor@(n / 2)) ? -1 : 1; /* 1 at poles but for -0 */
	return __builtin_lgamma@(x);
}
