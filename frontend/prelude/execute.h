int __culprit_lib_atoi(const char *s) { return (int)__culprit_lib_strtol(s, (char **)0, 10); }

long __culprit_lib_atol(const char *s) { return __culprit_lib_strtol(s, (char **)0, 10); }

unsigned __culprit_lib_alarm(unsigned n) { return 0; }

struct __culprit_locale { char *texts[10], numbers[14]; };
void *__culprit_lib_localeconv(void) { /* of the C locale */
	static struct __culprit_locale c;
	int i;
	for (i = 0; i < 10; i++) c.texts[i] = i == 0 ? "." : "";
	for (i = 0; i < 14; i++) c.numbers[i] = 127;
	return &c;
}

char *__culprit_lib_setlocale(int category, const char *name) {
	if (name == 0 || name[0] == 0 || name[0] == 'C' && name[1] == 0) return "C";
	return 0;
}

static unsigned short __culprit_classes[384];
const unsigned short **__culprit_lib___ctype_b_loc(void) {
	static const unsigned short *p;
	int c;
	if (p != 0) return &p;
	for (c = 0; c < 128; c++) {
		unsigned short m = 0;
		int up = c >= 'A' && c <= 'Z', low = c >= 'a' && c <= 'z', dig = c >= '0' && c <= '9';
		if (up) m |= 256;
		if (low) m |= 512;
		if (up || low) m |= 1024;
		if (dig) m |= 2048;
		if (dig || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f') m |= 4096;
		if (c == ' ' || c >= 9 && c <= 13) m |= 8192;
		if (c >= 32 && c < 127) m |= 16384;
		if (c > 32 && c < 127) m |= 32768;
		if (c == ' ' || c == 9) m |= 1;
		if (c < 32 || c == 127) m |= 2;
		if (c > 32 && c < 127 && !up && !low && !dig) m |= 4;
		if (up || low || dig) m |= 8;
		__culprit_classes[c + 128] = m;
	}
	p = __culprit_classes + 128;
	return &p;
}

static int __culprit_lower[384];
const int **__culprit_lib___ctype_tolower_loc(void) {
	static const int *p;
	int c;
	if (p != 0) return &p;
	for (c = -128; c < 256; c++) __culprit_lower[c + 128] = c >= 'A' && c <= 'Z' ? c + 32 : c;
	p = __culprit_lower + 128;
	return &p;
}

static int __culprit_upper[384];
const int **__culprit_lib___ctype_toupper_loc(void) {
	static const int *p;
	int c;
	if (p != 0) return &p;
	for (c = -128; c < 256; c++) __culprit_upper[c + 128] = c >= 'a' && c <= 'z' ? c - 32 : c;
	p = __culprit_upper + 128;
	return &p;
}

extern char *optarg;
extern int optind, opterr, optopt;
int __culprit_host_fprintf(void *, const char *, ...);
static char *__culprit_next;
static int __culprit_first, __culprit_last;
static void __culprit_permute(char **argv) {
	int i, j;
	for (i = __culprit_last; i < optind; i++) {
		char *a = argv[i];
		for (j = i; j > __culprit_first; j--) argv[j] = argv[j - 1];
		argv[__culprit_first] = a;
		__culprit_first++;
	}
	__culprit_last = optind;
}
struct __culprit_option { const char *name; int has_arg; int *flag; int val; };
static int __culprit_begins(const char *name, const char *word, int n) {
	int i = 0;
	while (i < n && name[i] == word[i]) i++;
	return i == n;
}
static int __culprit_long_option(int argc, char *const *argv, const char *opts, const struct __culprit_option *longs, int *index, int quiet) {
	const char *word = argv[optind] + 2;
	int n = 0, i, found = -1, ambiguous = 0;
	while (word[n] != 0 && word[n] != '=') n++;
	for (i = 0; longs[i].name != 0 && found < 0; i++)
		if (__culprit_begins(longs[i].name, word, n) && longs[i].name[n] == 0) found = i;
	if (found < 0)
		for (i = 0; longs[i].name != 0; i++)
			if (__culprit_begins(longs[i].name, word, n)) {
				if (found < 0) found = i;
				else if (longs[i].has_arg != longs[found].has_arg || longs[i].flag != longs[found].flag || longs[i].val != longs[found].val) {
					if (!quiet && !ambiguous) __culprit_host_fprintf((void *)0xF1E00030, "%s: option '--%s' is ambiguous; possibilities: '--%s'", argv[0], word, longs[found].name);
					if (!quiet) __culprit_host_fprintf((void *)0xF1E00030, " '--%s'", longs[i].name);
					ambiguous = 1;
				}
			}
	optind++;
	if (ambiguous || found < 0) {
		optopt = 0;
		if (!quiet && ambiguous) __culprit_host_fprintf((void *)0xF1E00030, "\n");
		else if (!quiet) __culprit_host_fprintf((void *)0xF1E00030, "%s: unrecognized option '--%s'\n", argv[0], word);
		return '?';
	}
	longs = &longs[found];
	if (word[n] != 0) {
		if (longs->has_arg == 0) {
			optopt = longs->val;
			if (!quiet) __culprit_host_fprintf((void *)0xF1E00030, "%s: option '--%s' doesn't allow an argument\n", argv[0], longs->name);
			return '?';
		}
		optarg = (char *)&word[n + 1];
	} else if (longs->has_arg == 1) {
		if (optind >= argc) {
			optopt = longs->val;
			if (!quiet) __culprit_host_fprintf((void *)0xF1E00030, "%s: option '--%s' requires an argument\n", argv[0], longs->name);
			return *opts == ':' ? ':' : '?';
		}
		optarg = argv[optind];
		optind++;
	}
	if (index != 0) *index = found;
	if (longs->flag == 0) return longs->val;
	*longs->flag = longs->val;
	return 0;
}
int __culprit_lib_getopt_long(int argc, char *const *argv, const char *opts, const struct __culprit_option *longs, int *index) {
	int c, quiet = opterr == 0, i = 0, plus = *opts == '+';
	if (plus) opts++;
	if (*opts == ':') quiet = 1;
	if (optind == 0) { optind = 1; __culprit_next = 0; __culprit_first = 0; }
	if (__culprit_first == 0) __culprit_first = __culprit_last = optind;
	optarg = 0;
	if (__culprit_next == 0 || *__culprit_next == 0) {
		if (__culprit_last > optind) __culprit_last = optind;
		if (__culprit_first > optind) __culprit_first = optind;
		if (!plus) {
			if (__culprit_first != __culprit_last && __culprit_last != optind) __culprit_permute((char **)argv);
			else if (__culprit_last != optind) __culprit_first = optind;
			while (optind < argc && (argv[optind][0] != '-' || argv[optind][1] == 0)) optind++;
			__culprit_last = optind;
		}
		if (optind < argc && argv[optind][0] == '-' && argv[optind][1] == '-' && argv[optind][2] == 0) {
			optind++;
			if (__culprit_first != __culprit_last && __culprit_last != optind) __culprit_permute((char **)argv);
			else if (__culprit_first == __culprit_last) __culprit_first = optind;
			__culprit_last = argc;
			optind = argc;
		}
		if (optind >= argc) {
			if (__culprit_first != __culprit_last) optind = __culprit_first;
			return -1;
		}
		if (argv[optind][0] != '-' || argv[optind][1] == 0) return -1;
		if (longs != 0 && argv[optind][1] == '-') return __culprit_long_option(argc, argv, opts, longs, index, quiet);
		__culprit_next = argv[optind] + 1;
	}
	c = *(signed char *)__culprit_next;
	__culprit_next++;
	if (*__culprit_next == 0) optind++;
	while (opts[i] != 0 && opts[i] != (char)c) i++;
	if (opts[i] == 0 || c == ':' || c == ';') {
		if (!quiet) __culprit_host_fprintf((void *)0xF1E00030, "%s: invalid option -- '%c'\n", argv[0], c);
		optopt = c;
		return '?';
	}
	if (opts[i + 1] != ':') return c;
	if (*__culprit_next != 0) { optarg = __culprit_next; optind++; }
	else if (opts[i + 2] != ':') {
		if (optind == argc) {
			if (!quiet) __culprit_host_fprintf((void *)0xF1E00030, "%s: option requires an argument -- '%c'\n", argv[0], c);
			optopt = c;
			c = *opts == ':' ? ':' : '?';
		} else { optarg = argv[optind]; optind++; }
	}
	__culprit_next = 0;
	return c;
}

int __culprit_lib_getopt(int argc, char *const *argv, const char *opts) {
	return __culprit_lib_getopt_long(argc, argv, opts, (const struct __culprit_option *)0, (int *)0);
}

double __culprit_lib_cabs(double _Complex z) { return __builtin_hypot(__real__ z, __imag__ z); }

float __culprit_lib_cabsf(float _Complex z) { return __builtin_hypotf(__real__ z, __imag__ z); }

long double __culprit_lib_cabsl(long double _Complex z) { return __builtin_hypotl(__real__ z, __imag__ z); }

double __culprit_lib_carg(double _Complex z) { return __builtin_atan2(__imag__ z, __real__ z); }

float __culprit_lib_cargf(float _Complex z) { return __builtin_atan2f(__imag__ z, __real__ z); }

long double __culprit_lib_cargl(long double _Complex z) { return __builtin_atan2l(__imag__ z, __real__ z); }
