REAL __culprit_lib___complex_unit_S(REAL x) { return __builtin_copysignS(__builtin_isinfS(x) ? 1 : 0, x); }

REAL __culprit_lib___complex_number_S(REAL x) { return x != x ? __builtin_copysignS(0, x) : x; }

REAL _Complex __culprit_lib___mulKc3(REAL a, REAL b, REAL c, REAL d) {
	REAL x = a * c - b * d, y = a * d + b * c;
	REAL _Complex z;
	if (x != x && y != y) {
		int inf = 0;
		if (__builtin_isinfS(a) || __builtin_isinfS(b)) {
			a = __culprit_lib___complex_unit_S(a);
			b = __culprit_lib___complex_unit_S(b);
			c = __culprit_lib___complex_number_S(c);
			d = __culprit_lib___complex_number_S(d);
			inf = 1;
		}
		if (__builtin_isinfS(c) || __builtin_isinfS(d)) {
			c = __culprit_lib___complex_unit_S(c);
			d = __culprit_lib___complex_unit_S(d);
			a = __culprit_lib___complex_number_S(a);
			b = __culprit_lib___complex_number_S(b);
			inf = 1;
		}
		if (!inf && (__builtin_isinfS(a * c) || __builtin_isinfS(b * d) || __builtin_isinfS(a * d) || __builtin_isinfS(b * c))) {
			a = __culprit_lib___complex_number_S(a);
			b = __culprit_lib___complex_number_S(b);
			c = __culprit_lib___complex_number_S(c);
			d = __culprit_lib___complex_number_S(d);
			inf = 1;
		}
		if (inf) {
			x = __builtin_infS() * (a * c - b * d);
			y = __builtin_infS() * (a * d + b * c);
		}
	}
	__real__ z = x;
	__imag__ z = y;
	return z;
}

REAL _Complex __culprit_lib___complex_quotient_S(REAL a, REAL b, REAL c, REAL d, REAL x, REAL y) {
	REAL _Complex z;
	if (x != x && y != y) {
		int nan = a != a || b != b, inf = __builtin_isinfS(a) || __builtin_isinfS(b);
		if (c == 0 && d == 0 && (a == a || b == b)) {
			x = __builtin_copysignS(__builtin_infS(), c) * a;
			y = __builtin_copysignS(__builtin_infS(), c) * b;
		} else if (inf && c - c == 0 && d - d == 0) {
			a = __culprit_lib___complex_unit_S(a);
			b = __culprit_lib___complex_unit_S(b);
			x = __builtin_infS() * (a * c + b * d);
			y = __builtin_infS() * (b * c - a * d);
		} else if ((__builtin_isinfS(c) || __builtin_isinfS(d)) && !nan && !inf) {
			c = __culprit_lib___complex_unit_S(c);
			d = __culprit_lib___complex_unit_S(d);
			x = 0 * (a * c + b * d);
			y = 0 * (b * c - a * d);
		}
	}
	__real__ z = x;
	__imag__ z = y;
	return z;
}

REAL _Complex __culprit_lib___divKc3(REAL a, REAL b, REAL c, REAL d) {
	REAL x, y, r, n;
	if (__builtin_fabsS(c) < __builtin_fabsS(d)) {
		r = a; a = b; b = -r;
		r = c; c = d; d = -r;
	}
	if (__builtin_fabsS(c) >= __LIM_MAX__ / 2) {
		a /= 2; b /= 2; c /= 2; d /= 2;
	}
	n = __LIM_MAX__ / 2 * __LIM_EPSILON__;
	if (__builtin_fabsS(c) < __LIM_EPSILON__ || __builtin_fabsS(c) < n &&
		(__builtin_fabsS(a) < __LIM_MIN__ && __builtin_fabsS(b) < n || __builtin_fabsS(b) < __LIM_MIN__ && __builtin_fabsS(a) < n)) {
		n = 1 / __LIM_EPSILON__;
		a *= n; b *= n; c *= n; d *= n;
	}
	r = d / c;
	n = d * r + c;
	if (__builtin_fabsS(r) > __LIM_MIN__) {
		x = (b * r + a) / n;
		y = (b - a * r) / n;
	} else {
		x = (a + d * (b / c)) / n;
		y = (b - d * (a / c)) / n;
	}
	return __culprit_lib___complex_quotient_S(a, b, c, d, x, y);
}

REAL __culprit_lib_crealS(REAL _Complex z) { return __real__ z; }

REAL __culprit_lib_cimagS(REAL _Complex z) { return __imag__ z; }

REAL _Complex __culprit_lib_conjS(REAL _Complex z) { return ~z; }

REAL _Complex __culprit_lib_cprojS(REAL _Complex z) {
	if (__builtin_isinfS(__real__ z) || __builtin_isinfS(__imag__ z)) {
		__real__ z = __builtin_infS();
		__imag__ z = __builtin_copysignS(0, __imag__ z);
	}
	return z;
}

