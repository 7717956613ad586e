package verifier

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/concolic"
	"culprit/frontend"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
)

// TestLibrary: what library functions return and store is within what they can
// return and store. FALSE is for inputs, in their range; what the program
// determines is modelled, or the answer is UNKNOWN with the function's name.
func TestLibrary(t *testing.T) {
	const head = `#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <fenv.h>
#include <inttypes.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <arpa/inet.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <wchar.h>
#include <wctype.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern double __VERIFIER_nondet_double(void); int input(void);
static void check(int ok) { if (!ok) reach_error(); }
static int calls;
static int digits(const void *a, const void *b) { return *(const char *)a / 10 - *(const char *)b / 10; }
static int counted(const void *a, const void *b) { calls++; return digits(a, b); }
static void once(void) { calls++; }
static int few(const void *a, const void *b) { check(a != b); return digits(a, b); }
`
	for i, c := range rounds.Rows([]struct{ body, want string }{
		{`check(input() != 7);`, "FALSE"},
		{`int c = getchar(); check(c >= -1 && c < 256);`, "TRUE"},
		{`check(getchar() != 'x');`, "FALSE"},
		{`check(rand() >= 0 && random() <= RAND_MAX);`, "TRUE"},
		{`check(rand() % 6 != 5);`, "FALSE"},
		{`char *(*r)(char *, int, FILE *) = fgets; char b[8]; if (r(b, 8, stdin)) check(strlen(b) < 8);`, "TRUE"},
		{`char *(*r)(char *, int, FILE *) = fgets; char b[8]; if (r(b, 8, stdin)) check(strlen(b) < 7);`, "FALSE"},
		{`int (*f)(int) = getchar() > 3 ? toupper : tolower; check(f(65) == 65);`, "FALSE"},
		{`int (*f)(int) = getchar() > 3 ? toupper : tolower; check(f(65) == 65 || f(65) == 97);`, "TRUE"},
		{`double (*f)(double) = sqrt; errno = 0; f(-1); check(errno == 0);`, "FALSE"},
		{`div_t (*d)(int, int) = div; div_t x = d(7, 2); check(x.quot == 3 && x.rem == 1);`, "TRUE"},
		{`ldiv_t (*d)(long, long) = ldiv; check(d(9, 4).rem != 1);`, "FALSE"},
		{`void (*die)(int) = exit; if (getchar() > 5) die(1); check(1); die(0); check(0);`, "TRUE"},
		{`int (*f)(const char *, ...) = printf; int n = 0; f("abc%n", &n); check(n == 0);`, "UNKNOWN"},
		{`srand(7); check(rand() != 5);`, "FALSE"},
		{`srand(7); int a = rand(); srand(7); check(a == rand());`, "UNKNOWN rand"},
		{`unsigned s = 7, u = 7; check(rand_r(&s) == rand_r(&u));`, "UNKNOWN rand_r"},
		{`int n; FILE *f = fopen("x", "r"); if (f && fscanf(f, "%d", &n) == 1) check(n != 42);`, "FALSE"},
		{`int n = 42; FILE *f = fopen("x", "w"); if (!f) return 0; fprintf(f, "42"); fclose(f); f = fopen("x", "r"); if (f && fscanf(f, "%d", &n) == 1) check(n == 42);`, "UNKNOWN"},
		{`int n = 42; char m[2] = "w"; FILE *f = fopen("readme", m); if (!f) return 0; fprintf(f, "42"); fclose(f); f = fopen("readme", "r"); if (f && fscanf(f, "%d", &n) == 1) check(n == 42);`, "UNKNOWN"},
		{`time_t t, u = time(&t); check(t == u);`, "TRUE"},
		{`check(time(0) != 1000);`, "FALSE"},
		{`int n = isatty(0); check(n == 0 || n == 1);`, "TRUE"},
		{`check(isatty(0) == isatty(0));`, "UNKNOWN isatty"},
		{`int a = open("x", 0), b = open("x", 0); check(a < 0 || a != b);`, "UNKNOWN open"},
		{`int a = open("x", 0), b = open("x", 0); check(a < 0 || b >= 0);`, "FALSE"},
		{`int a = open("x", 0), b = open("x", 0); check(a < 0 || b < 0);`, "FALSE"},
		{`check(open("x", 0) != 5);`, "FALSE"},
		{`int a = dup2(1, 7); check(a == 7 || a == -1);`, "TRUE"},
		{`check(dup2(1, 7) == 7);`, "FALSE"},
		{`FILE *f = fopen("x", "r"); if (f) check(fileno(f) == fileno(f));`, "UNKNOWN fileno"},
		{`FILE *f = fopen("x", "r"); if (f) fclose(f); check(fileno(stderr) == 2);`, "UNKNOWN fileno"},
		{`check(sysconf(_SC_PAGESIZE) > 0);`, "UNKNOWN sysconf"},
		{`clock_t a = clock(), b = clock(); check(b == -1 || b >= a);`, "UNKNOWN clock"},
		{`check(lseek(0, 7, SEEK_SET) <= 7);`, "UNKNOWN lseek"},
		{`check(lseek(0, 0, SEEK_END) != 1000);`, "FALSE"},
		{`FILE *f = fopen("x", "r"); if (f && fseek(f, 5, SEEK_SET) == 0) check(ftell(f) <= 5);`, "UNKNOWN ftell"},
		{`FILE *f = fopen("x", "r"); if (f && fseek(f, 5, SEEK_SET) == 0) check(ftell(f) >= 0);`, "FALSE"},
		{`FILE *f = fopen("x", "r"); if (f && fseek(f, 0, SEEK_END) == 0) check(ftell(f) != 1000);`, "FALSE"},
		{`FILE *f = fopen("x", "r"); check(f != 0);`, "FALSE"},
		{`FILE *f = fopen("x", "r"); if (f) { int r = fclose(f); check(r == 0 || r == EOF); }`, "TRUE"},
		{`char *s = getenv("HOME"); check(s == 0 || s[0] != 'x');`, "FALSE"},
		{`int x = 1, y = 2; int r = scanf("%d %d", &x, &y); check(r >= -1 && r <= 2); check(r == 2 || y == 2); check(r >= 1 || x == 1);`, "TRUE"},
		{`int x = 1; if (scanf("%d", &x) == 1) check(x != 77);`, "FALSE"},
		{`int x; if (scanf("%2d", &x) == 1) check(x >= -9 && x <= 99);`, "TRUE"},
		{`int x; if (scanf("%2d", &x) == 1) check(x != 99);`, "FALSE"},
		{`int x; char c; if (scanf("%d%c", &x, &c) == 2) check(c != '7');`, "UNKNOWN"},
		{`int x; char c; if (scanf("%d%c", &x, &c) == 2) check(c != 'x');`, "FALSE"},
		{`int x; char c; if (scanf("%d %c", &x, &c) == 2) check(c != '7');`, "FALSE"},
		{`int x; if (scanf("%d", &x) == 1) check(getchar() != '7');`, "UNKNOWN"},
		{`int x; if (scanf("%d\n", &x) == 1) check(getchar() != '7');`, "FALSE"},
		{`int x; char b[8]; if (scanf("%d", &x) == 1 && fgets(b, 8, stdin)) check(b[0] != '7');`, "UNKNOWN"},
		{`int x; char b[8]; if (scanf("%d", &x) == 1 && fgets(b, 8, stdin)) check(b[0] != 'x');`, "FALSE"},
		{`char c; if (scanf("%*d%c", &c) == 1) check(c != '7');`, "UNKNOWN"},
		{`unsigned x; if (scanf("%3x", &x) == 1) check(x < 0x1000 || x > 0xfffff000);`, "TRUE"},
		{`char b[8]; if (scanf("%7s", b) == 1) check(strlen(b) < 8 && b[0] != ' ');`, "TRUE"},
		{`char c = 0; if (scanf("%*d %c", &c) != 1) check(c == 0);`, "TRUE"},
		{`int a, b; int n = sscanf("12 34", "%d %d", &a, &b); check(n == 2 && a == 12 && b == 34);`, "TRUE"},
		{`int a; if (sscanf("12", "%d", &a) == 1) check(a == 12);`, "TRUE"},
		{`int a = 1; unsigned x = 1; char w[8], s[8], c; int at; int n = sscanf(" -7x 0xfF abc,;de", "%dx %x %2s%c%[,;]%n", &a, &x, w, &c, s, &at); check(n == 5 && a == -7 && x == 255 && !strcmp(w, "ab") && c == 'c' && !strcmp(s, ",;") && at == 15);`, "TRUE"},
		{`int a = 1; check(sscanf("", "%d", &a) == -1 && sscanf("x", "%d", &a) == 0 && a == 1);`, "TRUE"},
		{`int a = 1, b = 2; check(sscanf("7 x", "%d %d", &a, &b) == 1 && a == 7 && b == 2 && sscanf("8", "%d %d", &a, &b) == 1);`, "TRUE"},
		{`int a; sscanf("12", "%d", &a); check(a != 12);`, "FALSE"},
		{`int a, b; char t[4] = "1 2"; t[2] += input() & 1; check(sscanf(t, "%d%d", &a, &b) == 2 && a == 1); check(b != 3);`, "FALSE"},
		{`char b[8]; if (!fgets(b, 8, stdin)) return 0; check(b[0] != '\n' || b[1] == 0);`, "TRUE"},
		{`char b[8]; if (!fgets(b, 8, stdin)) return 0; check(b[3] != '\n');`, "FALSE"},
		{`char b[8]; if (scanf("%7s", b) != 1) return 0; check(b[0] == 0 || b[1] != ' ');`, "TRUE"},
		{`char b[8]; if (scanf("%7s", b) != 1) return 0; check(b[0] != 'a' || b[1] != 'b');`, "FALSE"},
		{`check(getenv("A=b") == 0);`, "TRUE"},
		{`char n[4] = "A=b"; check(getenv(n) == 0);`, "TRUE"},
		{`check(getenv("A") == 0);`, "FALSE"},
		{`setenv("A", "x", 1); check(getenv("A") != 0);`, "UNKNOWN getenv"},
		{`char n[] = "A"; char *p = getenv(n), *q = getenv(n); check(p == 0 || p != q);`, "UNKNOWN getenv"},
		{`char *p = environ[0], **e = environ; unsetenv("A"); check(e[0] == p);`, "UNKNOWN"},
		{`check(getppid() != 0);`, "FALSE"},
		{`check(getpid() != 1234 && getppid() >= 0);`, "FALSE"},
		{`check(getpid() != getppid());`, "UNKNOWN getppid"},
		{`int a = getpgrp(); check(a == getpgrp());`, "UNKNOWN getpgrp"},
		{`close(0); int a = open("x", 0); check(a <= 0);`, "UNKNOWN open"},
		{`char b[20]; struct in_addr x = {1}, y = {2}; char *p = inet_ntoa(x); char c = *p; inet_ntoa(y); check(*p == c);`, "UNKNOWN inet_ntoa"},
		{`struct passwd *p = getpwnam("root"); if (!p) return 0; int u = p->pw_uid; getpwuid(1); check(p->pw_uid == u);`, "UNKNOWN getpwnam"},
		{`struct stat s[2] = {0}; int r = stat("x", s); check((r == 0 || r == -1) && s[1].st_size == 0);`, "TRUE"},
		{`fpos_t at; int r = fgetpos(stdin, &at); check(r == 0 || r == -1);`, "UNKNOWN fgetpos"},
		{`double d; int n = sscanf("2.5", "%lf", &d); check(n == 1 && d == 2.5);`, "TRUE"},
		{`char b[6]; if (fgets(b, sizeof b, stdin)) check(strlen(b) <= 5);`, "TRUE"},
		{`char b[6] = "abc"; if (!fgets(b, sizeof b, stdin)) check(b[0] == 'a');`, "TRUE"},
		{`char b[6]; if (fgets(b, sizeof b, stdin)) check(b[0] != 'q');`, "FALSE"},
		{`char b[6] = "abcde"; if (fgets(b, 3, stdin)) check(b[3] == 'd');`, "TRUE"},
		{`char b[6]; ssize_t n = read(0, b, 4); check(n >= -1 && n <= 4);`, "TRUE"},
		{`char b[6] = "abcde"; ssize_t n = read(0, b, 4); check(b[4] == 'e'); if (n <= 0) check(b[0] == 'a');`, "TRUE"},
		{`int a[3] = {1, 2, 3}; size_t n = fread(a, sizeof *a, 2, stdin); check(n <= 2 && a[2] == 3);`, "TRUE"},
		{`int a[2] = {1, 2}; size_t n = fread(a, sizeof *a, 2, stdin); if (n == 1) check(a[1] == 2);`, "UNKNOWN fread"},
		{`int a[3] = {1, 2, 3}; if (fread(a, sizeof *a, 2, stdin) == 2) check(a[1] != 9);`, "FALSE"},
		{`char b[8]; snprintf(b, sizeof b, "%s", "x"); check(strlen(b) < 8);`, "TRUE"},
		{`char b[8]; snprintf(b, sizeof b, "%s", "x"); check(b[0] == 'x');`, "TRUE"},
		{`char b[20]; double x = 1.5; for (int i = 0; i < 2; i++) x = x * 2; int n = snprintf(b, 20, "%.2f|%d|%x", x, 42, 255); check(n == 10 && strcmp(b, "6.00|42|ff") == 0);`, "TRUE"},
		{`char b[20]; snprintf(b, 20, "%d", 77); check(strcmp(b, "78") == 0);`, "FALSE"},
		{`char b[20]; unsigned k = input(); if (k > 3) return 0; sprintf(b, "%u", k * 7); check(atoi(b) == 7 * (int)k);`, "TRUE"},
		{`char b[20]; unsigned k = input(); if (k > 3) return 0; sprintf(b, "%u", k * 7); check(b[0] != '2');`, "FALSE"},
		{`char b[30]; int m; int n = sprintf(b, "%5s|%-5s|%.2s%n|%c%%", "ab", "cd", "efg", &m, 'x'); check(n == 17 && m == 14 && strcmp(b, "   ab|cd   |ef|x%") == 0);`, "TRUE"},
		{`char b[30]; int n = sprintf(b, "%+d %o %#o %#x %.3d %5.3d %*d", 5, 8, 8, 255, 7, -7, -4, 9); check(n == 29 && strcmp(b, "+5 10 010 0xff 007  -007 9   ") == 0);`, "TRUE"},
		{`char b[3]; int n = snprintf(b, 3, "%s%d", "a", 12345); check(n == 6 && strcmp(b, "a1") == 0);`, "TRUE"},
		{`int x = input(); check(snprintf(NULL, 0, "%d", x) <= 11);`, "TRUE"},
		{`int x = input(); check(snprintf(NULL, 0, "%d", x) <= 10);`, "FALSE"},
		{`double d = 2; check(pow(d, 0.5) > 1.414 && pow(d, 0.5) < 1.415);`, "TRUE"},
		{`double d = 1; check(sin(d) > 0.9);`, "FALSE"},
		{`volatile double d = 1e300; check(finitef(d) == 0 && isinff(d) && !isnanf(d));`, "TRUE"},
		{`errno = 0; double d = 0; check(significand(d) == 0); check(errno == 0);`, "UNKNOWN significand"},
		{`errno = 0; double d = 0; check(pow(d, -3) > 1 && errno == ERANGE);`, "TRUE"},
		{`errno = 0; double d = 0; check(pow(d, -1) < 1 || errno != 0);`, "UNKNOWN pow"},
		{`errno = 0; double d = 1e300; check(pow(d, 2) < 1e308 || errno != 0);`, "UNKNOWN pow"},
		{`int r = printf("%x", 0xabu); check(r == 2); r = printf("%s %d\n", "abc", input() & 1); check(r == 6);`, "TRUE"},
		{`check(printf("%.1f", 2.55) == 3 && printf("%5d", 1) == 5);`, "TRUE"},
		{`char b[8] = "abcdefg"; snprintf(b, 4, "%d", 12345); check(b[4] == 'e');`, "TRUE"},
		{`char b[64]; struct tm m = {5, 4, 13, 2, 0, -1, 3, 7}; strftime(b, 64, "%y|%e|%k|%j|%w|%D|%T|%F%n%t%%", &m); check(strcmp(b, "99| 2|13|008|3|01/02/99|13:04:05|1899-01-02\n\t%") == 0);`, "TRUE"},
		{`char b[16]; struct tm m = {0}; m.tm_year = input(); check(strftime(b, 16, "%y%%", &m) == 3 && strftime(b, 16, "%Y", &m) - 4 <= 7 && strftime(b, 4, "%Y", &m) == 0);`, "TRUE"},
		{`char b[16]; struct tm m = {0}; m.tm_mday = input(); check(strftime(b, 16, "%d", &m) == 2);`, "FALSE"},
		{`char b[6]; struct tm m = {0}; m.tm_hour = 700; check(strftime(b, 6, "%H:%M", &m) == 0); check(b[0] == 0);`, "UNKNOWN strftime"},
		{`char b[64]; struct tm m = {0}; check(strftime(b, 64, "%A", &m) <= 9); check(b[0] == 'M');`, "UNKNOWN strftime"},
		{`char b[64]; struct tm m = {0}; check(strftime(b, 64, "%V", &m) == 2);`, "UNKNOWN strftime"},
		{`setlocale(LC_ALL, ""); char b[64]; struct tm m = {0}; check(strftime(b, 64, "%x", &m) == 8);`, "UNKNOWN setlocale"},
		{`check(printf("%x", 10) == 1);`, "TRUE"},
		{`check(puts("x") >= 0 && putchar(-1) == 255 && fputc(65, stderr) == 65);`, "TRUE"},
		{`check(puts("x") < 1);`, "UNKNOWN puts"},
		{`check(fputs("x", stdin) >= 0);`, "UNKNOWN fputs"},
		{`check(fprintf(stdin, "x") == 1);`, "UNKNOWN fprintf"},
		{`FILE *f = fopen("x", "w"); if (f) check(fputs("x", f) >= 0);`, "UNKNOWN fputs"},
		{`check(putchar(input()) != 7);`, "FALSE"},
		{`tzset(); check(daylight == 0 || daylight == 1);`, "UNKNOWN tzset"},
		{`check(timezone != 7);`, "UNKNOWN timezone"},
		{`check(strtod("2.5", 0) == 2.5);`, "TRUE"},
		{`char t[4] = "2.5"; check(strtod(t, 0) == 2.5);`, "TRUE"},
		{`errno = 0; long v = strtol("99999999999999999999", 0, 10); check(v == LONG_MAX && errno == ERANGE);`, "TRUE"},
		{`check(errno == 0); errno = 5; check(errno == 5);`, "TRUE"},
		{`errno = 0; double d = sqrt(-1); FILE *f = fopen("x", "r"); check(errno >= 0);`, "TRUE"},
		{`errno = 0; FILE *f = fopen("x", "r"); check(errno == 0);`, "UNKNOWN fopen"},
		{`unsigned x = input(); if (x) check(x >> (31 - __builtin_clz(x)) == 1 && (x >> __builtin_ctz(x) & 1));`, "TRUE"},
		{`check(__builtin_clrsb(input()) != 12);`, "FALSE"},
		{`unsigned x = input(); check(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);`, "TRUE"},
		{`long long a = input(); unsigned b = input(), r; int o = __builtin_add_overflow(a, b, &r); check(o == (a + b < 0 || a + b > UINT_MAX));`, "TRUE"},
		{`unsigned long a = input(); long r; if (!__builtin_mul_overflow(a, 3, &r)) check(r != 33);`, "FALSE"},
		{`int x = input(); __sync_lock_test_and_set(&x, 5); check(__sync_add_and_fetch(&x, 2) == 7);`, "TRUE"},
		{`check(pow(2, 10) == 1024 && fmod(-7, 3) == -1 && nextafter(1, 2) > 1);`, "TRUE"},
		{`double d = __VERIFIER_nondet_double(); if (isfinite(d)) check(sin(d) <= 1);`, "TRUE"},
		{`double d = __VERIFIER_nondet_double(); if (isfinite(d)) check(sin(d) <= 0.5);`, "UNKNOWN sin"},
		{`check(__builtin_object_size((void *)(long)input(), 0) != 3);`, "UNKNOWN object_size"},
		{`check(wcslen(L"abc") == 3 && wcscmp(L"a", L"b") < 0);`, "TRUE"},
		{`char *p = strerror(2); check(p[0] == 'N');`, "UNKNOWN strerror"},
		{`check(isdigit('5') && isalpha('x') != 0 && !isspace('x'));`, "TRUE"},
		{`check(isupper('X') == 256);`, "UNKNOWN isupper"},
		{`int r = isxdigit('f'); if (!r) return 0; check(r > 0);`, "UNKNOWN isxdigit"},
		{`int r = strcmp("b", "a"); check(r > 0 && r != 0);`, "TRUE"},
		{`int r; check((r = memcmp("ab", "ac", 2)) < 0 && r <= 0);`, "TRUE"},
		{`int r = strncmp("b", "a", 1); check(r == 1);`, "UNKNOWN strncmp"},
		{`int (*order)(const char *, const char *) = strcmp; check(order("a", "c") < 0);`, "TRUE"},
		{`int (*order)(const char *, const char *) = strcmp; check(order("a", "c") == -2);`, "UNKNOWN strcmp"},
		{`double d = -2; check(signbit(d) && signbit(d) != 0); check(fmax(0.0, -0.0) == 0 && fmin(1, d) == -2);`, "TRUE"},
		{`double d = -0.0; check(!signbit(fmax(0.0, d)));`, "UNKNOWN fmax"},
		{`check(!signbit(fmin(0.0, -0.0)));`, "UNKNOWN fmin"},
		{`double d = -2; check(signbit(d) == 1);`, "UNKNOWN signbit"},
		{`double d = -4; errno = 0; check(isnan(sqrt(d)) && errno == EDOM); errno = 0; check(sqrt(-d) == 2 && errno == 0);`, "TRUE"},
		{`double d = 0; errno = 0; check(isinf(log(d)) && errno == ERANGE); errno = 0; check(isnan(fmod(3, d)) && errno == EDOM);`, "TRUE"},
		{`double d = 3; errno = 0; check(isinf(ldexp(d, 2000)) && errno == ERANGE); errno = 0; check(ldexp(d, 2) == 12 && errno == 0);`, "TRUE"},
		{`double d = 0; errno = 0; ilogb(d); check(errno == EDOM); errno = 0; ilogb(d + 8); check(errno == 0);`, "TRUE"},
		{`double d = 1.7e308; errno = 0; fdim(d, -d); check(errno == ERANGE); errno = 0; check(fdim(d, d) == 0 && errno == 0);`, "TRUE"},
		{`double d = 2; errno = 0; acos(d); check(errno == 0);`, "FALSE"},
		{`double d = 1; errno = 0; ldexp(d, -2000); check(errno == 0);`, "UNKNOWN ldexp"},
		{`errno = 0; char *p = malloc(8); check(errno == 0);`, "UNKNOWN malloc"},
		{`errno = 0; char *p = malloc(SIZE_MAX); check(p == 0 && errno == ENOMEM);`, "TRUE"},
		{`signgam = 0; lgamma(-1.5); check(signgam == 0);`, "UNKNOWN lgamma"},
		{`int s = 0; double d = -1.5; lgamma_r(d, &s); check(s == 1); lgamma_r(3, &s); check(s == 1);`, "TRUE"},
		{`char b[32] = "x"; strerror_r(2, b, sizeof b); check(b[0] == 'x');`, "UNKNOWN strerror_r"},
		{`check(strlen(setlocale(LC_ALL, 0)) == 1 && MB_CUR_MAX == 1 && !iswalpha(0xe4) && towupper(0xe4) == 0xe4);`, "TRUE"},
		{`setlocale(LC_ALL, ""); check(iswalpha('a') && toupper('b') == 'B' && MB_CUR_MAX <= 16);`, "TRUE"},
		{`setlocale(LC_ALL, "de_DE.UTF-8"); check(!iswalpha(0xe4));`, "UNKNOWN setlocale"},
		{`setlocale(LC_CTYPE, ""); check(MB_CUR_MAX == 1);`, "UNKNOWN setlocale"},
		{`setlocale(LC_CTYPE, ""); wchar_t w[4]; check(mbstowcs(w, "a\xc3", 4) == (size_t)-1);`, "UNKNOWN mbstowcs"},
		{`setlocale(LC_ALL, "en_US.UTF-8"); check(strcoll("a", "B") > 0);`, "UNKNOWN setlocale"},
		{`setlocale(LC_ALL, ""); char b[20]; double x = 2.5; snprintf(b, 20, "%.1f", x); check(b[1] == '.');`, "UNKNOWN setlocale"},
		{`volatile double x = 1, y = 3; double a = x / y; fenv_t e; fegetenv(&e); fesetround(FE_UPWARD); check(x / y > a); fesetenv(&e); check(x / y == a);`, "TRUE"},
		{`volatile double x = 1, y = 3; double a = x / y; fesetround(FE_UPWARD); fesetenv(FE_DFL_ENV); check(x / y == a);`, "TRUE"},
		{`volatile double x = 1, y = 3; double a = x / y; fenv_t e; fesetround(FE_UPWARD); feholdexcept(&e); fesetround(FE_TONEAREST); feupdateenv(&e); check(x / y == a);`, "FALSE"},
		{`double d = 2.5; char b[9]; fesetround(FE_UPWARD); snprintf(b, 9, "%.0f", d); check(b[0] == '2');`, "UNKNOWN snprintf"},
		{`char b; check(clock() >= -1 && getpid() == getpid() && close(-1) == -1 && read(-1, &b, 1) == -1 && fileno(stdin) == 0 && fileno(stderr) == 2);`, "TRUE"},
		{`check(getpid() != 77);`, "FALSE"},
		{`unsigned u = getuid(); check(u == getuid() && getgid() == getgid()); check(u != 0);`, "FALSE"},
		{`check(getuid() == getuid());`, "TRUE"},
		{`unsigned u = getuid(); setuid(input()); check(u == getuid());`, "FALSE"},
		{`int r = close(3), s = close(3); check(r != 0 || s != 0);`, "UNKNOWN close"},
		{`check(close(3) == 0);`, "FALSE"},
		{`char b[2]; close(3); check(read(3, b, 1) == -1);`, "UNKNOWN read"},
		{`char *a = getenv("A"), *b = getenv("A"), *c = getenv("B"); check(a == b); check(a == 0 || a != c);`, "TRUE"},
		{`char *a = getenv("A"); check(getenv("A") == 0);`, "FALSE"},
		{`FILE *f = tmpfile(); if (f) check(ftell(f) == 0);`, "UNKNOWN ftell"},
		{`check(!feof(stdin)); if (getchar() == EOF) check(feof(stdin) || ferror(stdin)); else check(!feof(stdin));`, "TRUE"},
		{`int c = getchar(); assert(c < 256); __VERIFIER_assume(c < 9); if (__builtin_expect(c == EOF, 0)) check(feof(stdin) || ferror(stdin));`, "TRUE"},
		{`int c = getchar(); sync(); if (c == EOF) check(feof(stdin) || ferror(stdin));`, "UNKNOWN feof"},
		{`char b[4]; if (!fgets(b, 4, stdin)) check(ferror(stdin) || feof(stdin)); if (feof(stdin)) check(getchar() == EOF);`, "TRUE"},
		{`char b[4]; if (fgets(b, 4, stdin)) check(!feof(stdin));`, "FALSE"},
		{`if (getchar() == EOF) check(feof(stdin));`, "FALSE"},
		{`int n; if (scanf("%d", &n) == EOF && !feof(stdin)) { check(ferror(stdin)); clearerr(stdin); check(!ferror(stdin)); }`, "TRUE"},
		{`int n, m; if (scanf("%d%d", &n, &m) == 1) check(!feof(stdin));`, "FALSE"},
		{`char b[8]; FILE *f = fopen("x", "r"); if (!f) return 0; if (fread(b, 2, 4, f) < 4) check(feof(f) || ferror(f)); else check(!feof(f)); if (fseek(f, 0, SEEK_SET) == 0) check(!feof(f));`, "TRUE"},
		{`FILE *f = fopen("x", "w"); if (!f) return 0; fputc('x', f); check(!ferror(f));`, "FALSE"},
		{`FILE *f = fopen("x", "r"), *g = fopen("y", "r"); if (f && g && getc(f) == EOF && getc(g) != EOF) check(feof(f) || ferror(f));`, "UNKNOWN"},
		{`FILE *f = stdin, *g = fopen("x", "r"); check(fileno(f) == 0); if (g) check(fileno(g) != 3);`, "UNKNOWN fileno"},
		{`FILE *g = fopen("x", "r"); if (g) check(fileno(g) != 3);`, "FALSE"},
		{`FILE *f = input() ? stdin : stderr; int n = fileno(f); check(n == 0 || n == 2);`, "TRUE"},
		{`getchar(); check(!feof(stdin));`, "FALSE"},
		{`FILE *f = fopen("x", "r"); if (f && fseek(f, 0, SEEK_END) == 0) check(ftell(f) < 100);`, "FALSE"},
		{`ungetc('7', stdin); check(getchar() == '7');`, "UNKNOWN getchar"},
		{`if (getchar() != EOF || !feof(stdin)) return 0; ungetc('7', stdin); check(!feof(stdin));`, "UNKNOWN feof"},
		{`check(getw(stdin) != 1000);`, "FALSE"},
		{`char a[5] = "abcd", b[5] = "...."; swab(a, b, 3); check(strcmp(b, "ba..") == 0);`, "TRUE"},
		{`check(printf("x") == 1); wprintf(L"y");`, "UNKNOWN printf"},
		{`int n = 0; wprintf(L"%d%n\n", 12, &n); check(n == 2);`, "TRUE"},
		{`int n = 0; wprintf(L"ab%n", &n); check(n == 0);`, "FALSE"},
		{`double d = -2, e = -__VERIFIER_nondet_double(); if (e < 0) check(signbit(d) == signbit(e)); check(signbit(d) != signbit(-d));`, "TRUE"},
		{`check(atoi("-2147483648x") == INT_MIN && atol(" +12") == 12 && atoll("0x1") == 0);`, "TRUE"},
		{`check(atoi("9999999999999999999") > 0);`, "UNKNOWN atoi"},
		{`errno = 0; atol("9223372036854775808"); check(errno == 0);`, "UNKNOWN"},
		{`char a[3] = {31, 12, 20}; qsort(a, 3, 1, digits); check(a[0] == 12 && a[1] == 20 && a[2] == 31);`, "TRUE"},
		{`char a[3] = {31, 12, 13}; qsort(a, 3, 1, digits); check(a[2] == 31); check(a[0] == 12);`, "UNKNOWN qsort"},
		{`char a[3] = {31, 12, 20}; qsort(a, 3, 1, counted); check(calls < 4);`, "UNKNOWN qsort"},
		{`char a[3] = {31, 12, 20}; qsort(a, 3, 1, few);`, "UNKNOWN qsort"},
		{`char a[3] = {12, 20, 31}, k = 25, *p = bsearch(&k, a, 3, 1, digits); check(p == a + 1);`, "TRUE"},
		{`char a[3] = {12, 20, 21}, k = 25, *p = bsearch(&k, a, 3, 1, digits); check(*p / 10 == 2); check(p == a + 1);`, "UNKNOWN bsearch"},
		{`char a[3] = {31, 12, 20}, k = 14; size_t n = 2; char *p = lfind(&k, a, &n, 1, digits); check(p == a + 1); k = 50; lsearch(&k, a, &n, 1, digits); check(n == 3 && a[2] == 50);`, "TRUE"},
		{`static pthread_once_t o = PTHREAD_ONCE_INIT; pthread_once(&o, once); pthread_once(&o, once); check(calls == 1);`, "TRUE"},
		{`struct pollfd p[2] = {{0}}; check(poll(p, 2, 1) >= -1 && p[0].fd == 0 && p[0].events == 0);`, "TRUE"},
		{`struct pollfd p[2] = {{0}}; poll(p, 2, 1); check(p[1].revents == 0);`, "UNKNOWN"},
		{`int c = input(); if (c >= 0 && c < 256) check(!((*__ctype_b_loc())[c] & 2048) || c >= '0' && c <= '9');`, "TRUE"},
		{`check(optind == 1 && opterr == 1);`, "TRUE"},
		{`char b[8]; size_t n = fread(b, input() ? 0 : 2, 4, stdin); check(n < 5); n = fread(b, 0, 4, stdin); check(n == 0);`, "TRUE"},
		{`imaxdiv_t d = imaxdiv(-7, 2); check(d.quot == -3 && d.rem == -1);`, "TRUE"},
		{`char b[] = " 1.5 -2e1 z", *p = b, *e; double s = 0; for (;;) { double d = strtod(p, &e); if (e == p) break; s += d; p = e; } check(s == -18.5 && e == b + 9);`, "TRUE"},
		{`errno = 5; strtof("3.5", 0); check(errno == 5); strtof("1e39", 0); check(errno == ERANGE);`, "TRUE"},
		{`errno = 0; double d = strtod("nan", 0); check(d != d && errno == 0);`, "TRUE"},
		{`char b[] = "2.5"; b[0] = '3'; check(atof(b) == 2.5);`, "FALSE"},
		{`long double d = strtold("0.1", 0); check(d != 0.1 && (double)d == 0.1);`, "TRUE"},
		{`char b[80]; memset(b, '0', 70); b[69] = '5'; b[70] = 0; check(strtod(b, 0) == 5);`, "UNKNOWN strtod"},
		{`char b[80]; memset(b, 'x', 70); b[0] = '5'; b[70] = 0; check(strtod(b, 0) == 5);`, "TRUE"},
		{`char b[8] = "1.5"; fesetround(FE_UPWARD); check(strtod(b, 0) == 1.5);`, "UNKNOWN strtod"},
		{`char b[8] = "1.5"; setlocale(LC_ALL, "C"); check(strtod(b, 0) == 1.5);`, "UNKNOWN strtod"},
		{`union { char b[16]; char *e; } u; strcpy(u.b, "7.5"); check(strtod(u.b, &u.e) == 7.5);`, "UNKNOWN strtod"},
		{`struct { char b[8]; char *e; } u; strcpy(u.b, "7.5"); check(strtod(u.b, &u.e) == 7.5 && u.e == u.b + 3);`, "TRUE"},
		{`double x = 7, y = 8; int n = sscanf("1.5z", "%lf%lf", &x, &y); check(n == 1 && x == 1.5 && y == 8);`, "TRUE"},
		{`double x = 7, y = 8; sscanf("1.5z", "%lf%lf", &x, &y); check(y != 8);`, "FALSE"},
		{`char s[8]; float x; int k = 0; check(sscanf("ab=2.5;", "%[a-z]=%f%n", s, &x, &k) == 2 && x == 2.5 && k == 6 && s[1] == 'b' && s[2] == 0);`, "TRUE"},
		{`union { char t[16]; double d; } u; double y = 0; strcpy(u.t, "2.5 7"); sscanf(u.t, "%lf%lf", &u.d, &y); check(y == 7);`, "UNKNOWN sscanf"},
		{`volatile double x = 0.5; errno = 0; double r = atanh(x); check(errno == 0 && r > 0.54); x = 2; r = atanh(x); check(errno == EDOM && r != r);`, "TRUE"},
		{`volatile double x = 1e200; errno = 0; check(pow(x, 2) > 1 && errno == 0);`, "UNKNOWN pow"},
		{`volatile long double x = 100; errno = 0; check(erfcl(x) > 0 && errno == 0);`, "UNKNOWN erfcl"},
		{`div_t d = div(7, -2); check(d.quot == -3 && d.rem == 1);`, "TRUE"},
	}) {
		p, err := frontend.Parse("p.c", []byte(head+"int main(void) {\n"+c.body+"\nreturn 0; }\n"), frontend.Config{})
		if err != nil {
			t.Fatal(c.body, err)
		}
		want, function, _ := strings.Cut(c.want, " ")
		for _, multi := range []bool{false, true} {
			if multi != (i%2 == 1) && testing.Short() {
				continue
			}
			start := time.Now()
			r := Verify(context.Background(), p, Config{
				Replay: interp.Replay, Library: interp.Ask, Search: concolic.Search, NoRelevance: true, MultiTrace: multi, Work: 20 * work.Second,
			})
			t.Logf("%8v %s", time.Since(start).Round(time.Millisecond), c.body)
			if r.Verdict.String() != want || !strings.Contains(r.Reason, function) {
				t.Errorf("%s\n\t%v %q, want %s", c.body, r.Verdict, r.Reason, c.want)
			}
		}
	}
}

// TestLibraryVariables checks that an answer which rests on a variable of the library
// says that the library is assumed to leave it alone: tzset does not.
func TestLibraryVariables(t *testing.T) {
	p := parseC(t, "#include <time.h>\nint main(void) { long a = timezone; tzset(); return a == timezone; }\n")
	if !slices.ContainsFunc(p.Notes, func(n cfg.Note) bool { return n.Assumed && strings.Contains(n.Text, "timezone") }) {
		t.Errorf("no assumption about timezone: %v", p.Notes)
	}
}
