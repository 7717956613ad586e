package main

// libraryHead begins every program.
const libraryHead = `#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <poll.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
extern void reach_error(void);
static int sign(int x) { return x < 0 ? -1 : x > 0; }
`

// libraryPrints is what a program needs that shows what it observes.
const libraryPrints = `void reach_error(void) {}
static FILE *shown(void) { static FILE *f; if (!f) { fesetround(FE_TONEAREST); for (int i = 3; i < 9; i++) close(i); f = fopen(getenv("SHOWN"), "w"); if (!f) _exit(1); setbuf(f, 0); } return f; }
static void show_i(int n, long long v) { FILE *f = shown(); fprintf(f, "%d %lld\n", n, v); }
static void show_s(int n, const char *s) { FILE *f = shown(); fprintf(f, "%d ", n); if (!s) fprintf(f, "(null)"); for (; s && *s; s++) fprintf(f, "%02x", (unsigned char)*s); fprintf(f, "\n"); }
`

// libraryCalls are the calls that programs are made of: statements, and behind
// each # an expression that is observed at the end, s: in front of a string. $n is
// the number of the step, the other letters stand for values.
var libraryCalls = []string{
	// Strings.
	`size_t a$n = strlen($s); # a$n`,
	`int a$n = strcmp($s, $t); # a$n # sign(a$n)`,
	`int a$n = strncmp($s, $t, $k); # sign(a$n)`,
	`int a$n = strcasecmp($s, $t); # sign(a$n)`,
	`int a$n = strcoll($s, $t); # sign(a$n)`,
	`int a$n = memcmp("abcde", "abdde", $k); # a$n # sign(a$n) # !a$n`,
	`char a$n[40]; char *b$n = strcpy(a$n, $s); # s:a$n # b$n == a$n`,
	`char a$n[60] = "pre"; strcat(a$n, $s); strncat(a$n, $t, $k); # s:a$n # strlen(a$n)`,
	`char a$n[40] = "zzzzzzzzzz"; strncpy(a$n, $s, $k); # a$n[0] # a$n[3] # a$n[4]`,
	`char a$n[40]; char *b$n = stpcpy(a$n, $s); # b$n - a$n`,
	`const char *a$n = $s; char *b$n = strchr(a$n, $c); # b$n == 0 # b$n ? b$n - a$n : -1`,
	`const char *a$n = $s; char *b$n = strrchr(a$n, $c); # b$n ? b$n - a$n : -1`,
	`const char *a$n = $s; char *b$n = strstr(a$n, $t); # b$n ? b$n - a$n : -1`,
	`size_t a$n = strspn($s, "ab,"), b$n = strcspn($s, ",;="); # a$n # b$n`,
	`char a$n[40]; strcpy(a$n, $s); char *b$n = strtok(a$n, ",;="), *c$n = strtok(0, ",;="); # s:b$n # s:c$n`,
	`char a$n[40]; strcpy(a$n, $s); char *p$n = a$n, *b$n = strsep(&p$n, ",;="); # s:b$n # s:p$n`,
	`char *a$n = strdup($s); # a$n != 0 # s:a$n`,
	`char *a$n = strndup($s, $k); # s:a$n`,
	`char a$n[8]; memset(a$n, $c, 8); memmove(a$n + 1, a$n, $k); # a$n[4]`,
	`char a$n[8] = "abcdefg"; void *b$n = memchr(a$n, $c, 8); # b$n == 0`,
	`char a$n[16]; char *b$n = strerror_r($k, a$n, 16); # b$n != 0`,
	`char a$n[20] = ""; int b$n = strxfrm(a$n, $s, 20); # b$n`,
	`char *a$n = strerror($k); # a$n != 0 # a$n[0] != 0`,
	`char a$n[9] = "abcdefgh", b$n[9] = "zzzzzzzz"; swab(a$n, b$n, 2 * $k); # s:b$n`,
	`int a$n = ffs($i); # a$n`,
	// Characters.
	`int a$n = isalpha($c), b$n = isdigit($c); # a$n # !a$n # b$n # b$n == 0`,
	`int a$n = isspace($c), b$n = ispunct($c); # a$n != 0 # b$n != 0`,
	`int a$n = toupper($c), b$n = tolower($c); # a$n # b$n`,
	`int a$n = isprint($c), b$n = iscntrl($c); # a$n != 0 # b$n != 0`,
	`int a$n = isalpha(0xe4); # a$n != 0`,
	// Numbers from text.
	`char *e$n; errno = 0; long a$n = strtol($s, &e$n, $k == 1 ? 10 : $k * 4); int b$n = errno; # a$n # b$n # s:e$n`,
	`char *e$n; errno = 0; unsigned long a$n = strtoul($s, &e$n, 0); int b$n = errno; # a$n # b$n`,
	`int a$n = atoi($k ? "42x" : "-17"); # a$n`,
	`errno = 0; double a$n = strtod($s, 0); int b$n = errno; # a$n == 0 # a$n == 25 # a$n == 12 # b$n`,
	`double a$n = atof($s); # a$n > 0`,
	`int a$n = 5; int b$n = sscanf($s, "%d", &a$n); # a$n # b$n`,
	`char a$n[20] = "q"; int b$n = sscanf($s, "%3[a-c]", a$n); # s:a$n # b$n`,
	`div_t a$n = div($i, 3); ldiv_t b$n = ldiv($j, -7); # a$n.quot # a$n.rem # b$n.rem`,
	`long a$n = labs($i); intmax_t b$n = imaxabs($j); # a$n # b$n`,
	// Text from numbers.
	`char a$n[40]; int b$n = snprintf(a$n, 40, "%d|%5d|%-4x|", $i, $j, 255); # s:a$n # b$n`,
	`char a$n[6]; int b$n = snprintf(a$n, 6, "%s/%s", $s, $t); # s:a$n # b$n`,
	`char a$n[400]; double b$n = $d; int c$n = snprintf(a$n, 400, "%.2f", b$n); # s:a$n # c$n`,
	`char a$n[40]; double b$n = $d; sprintf(a$n, "%g %e", b$n, b$n); # s:a$n`,
	`char a$n[40]; double b$n = $d > 1e9 ? 3.5 : 2.5; sprintf(a$n, "%.0f", b$n); # s:a$n`,
	`wchar_t a$n[20]; int b$n = swprintf(a$n, 20, L"%d %ls", $i, $w); # b$n # a$n[0]`,
	// Mathematics and errno.
	`volatile double a$n = $d; errno = 0; double b$n = sqrt(a$n); int c$n = errno; # c$n # b$n == 1 # isnan(b$n) != 0`,
	`volatile double a$n = $d; errno = 0; double b$n = log(a$n); int c$n = errno; # c$n # b$n < 0 # isinf(b$n) != 0`,
	`volatile double a$n = $d; errno = 0; double b$n = exp(a$n); int c$n = errno; # c$n # b$n >= 1 # b$n == 0`,
	`volatile double a$n = $d, b$n = $f; errno = 0; double c$n = fmod(a$n, b$n); int d$n = errno; # d$n # c$n == 0 # isnan(c$n) != 0`,
	`volatile double a$n = $d, b$n = $f; errno = 0; double c$n = pow(a$n, b$n); int d$n = errno; # d$n # c$n == 1 # isnan(c$n) != 0`,
	`volatile double a$n = $d, b$n = $f; double c$n = fmax(a$n, b$n), d$n = fmin(a$n, b$n); # c$n > d$n # signbit(c$n) # signbit(c$n) != 0 # signbit(d$n) != 0`,
	`volatile double a$n = $d, b$n = $f; errno = 0; double c$n = fdim(a$n, b$n); int d$n = errno; # d$n # c$n > 0`,
	`volatile double a$n = $d; errno = 0; int b$n = ilogb(a$n), c$n = errno; # b$n # c$n`,
	`volatile double a$n = $d; errno = 0; double b$n = logb(a$n); int c$n = errno; # c$n # b$n > 0`,
	`volatile double a$n = $d; int e$n = 9; double b$n = frexp(a$n, &e$n); # e$n # b$n == 0.5 # b$n == 0`,
	`volatile double a$n = $d; errno = 0; double b$n = ldexp(a$n, $i * 20); int c$n = errno; # c$n # b$n == 0`,
	`volatile double a$n = $d; double i$n, b$n = modf(a$n, &i$n); # b$n == 0.5 # i$n == 2`,
	`volatile double a$n = $d; errno = 0; double b$n = sin(a$n), c$n = asin(a$n); int d$n = errno; # d$n # isnan(b$n) != 0 # c$n > 0`,
	`volatile double a$n = $d; int b$n = signbit(a$n), c$n = isnan(a$n), d$n = isinf(a$n), e$n = isfinite(a$n); # b$n != 0 # c$n # d$n # d$n != 0 # e$n`,
	`volatile double a$n = $d; int b$n = fpclassify(a$n); # b$n == FP_NAN # b$n == FP_NORMAL # b$n == FP_ZERO`,
	`volatile double a$n = $d; double b$n = rint(a$n), c$n = round(a$n), d$n = trunc(a$n); # b$n == 2 # c$n == 3 # d$n == -2`,
	`volatile double a$n = $d > 1e17 || $d < -1e17 || $d != $d ? 0.5 : $d; long b$n = lrint(a$n), c$n = lround(a$n); # b$n # c$n`,
	`volatile double a$n = $d, b$n = $f; errno = 0; double c$n = nextafter(a$n, b$n); int d$n = errno; # d$n # c$n > a$n`,
	`volatile double a$n = $d; errno = 0; signgam = 0; double b$n = lgamma(a$n); int c$n = errno; # c$n # signgam`,
	`volatile double a$n = $d; int s$n = 5; double b$n = lgamma_r(a$n, &s$n); # s$n`,
	`volatile double a$n = $d, b$n = $f; errno = 0; double c$n = hypot(a$n, b$n); int d$n = errno; # d$n # c$n >= 1`,
	`volatile double a$n = $d, b$n = $f; errno = 0; double c$n = remainder(a$n, b$n); int d$n = errno; # d$n # isnan(c$n) != 0`,
	`volatile double a$n = $d; errno = 0; double b$n = log1p(a$n), c$n = atanh(a$n); int d$n = errno; # d$n`,
	`volatile double a$n = $d; errno = 0; double b$n = tgamma(a$n); int c$n = errno; # c$n`,
	`volatile double a$n = 1, b$n = 3; double c$n = a$n / b$n; fenv_t e$n; fegetenv(&e$n); fesetround(FE_UPWARD); double d$n = a$n / b$n; fesetenv(&e$n); double f$n = a$n / b$n; # d$n > c$n # f$n == c$n`,
	`int a$n = fesetround(FE_TONEAREST), b$n = fegetround(); # a$n # b$n`,
	// Wide characters and the locale.
	`size_t a$n = wcslen($w); int b$n = wcscmp($w, $v); # a$n # b$n # sign(b$n)`,
	`wchar_t a$n[20]; wcscpy(a$n, $w); wcsncat(a$n, $v, 3); # wcslen(a$n) # a$n[0]`,
	`wchar_t *a$n = wcschr($w, L'a'); # a$n != 0`,
	`wchar_t *e$n; long a$n = wcstol($w, &e$n, 10); # a$n`,
	`wchar_t a$n[20]; size_t b$n = mbstowcs(a$n, $s, 20); # b$n`,
	`char a$n[20]; size_t b$n = wcstombs(a$n, $w, 20); # b$n # s:a$n`,
	`wchar_t a$n = 7; int b$n = mbtowc(&a$n, $s, 4); # b$n # a$n`,
	`int a$n = mblen($s, 4); # a$n # MB_CUR_MAX`,
	`char *a$n = setlocale(LC_ALL, 0); # s:a$n`,
	`char *a$n = setlocale(LC_ALL, ""); # a$n != 0`,
	`char *a$n = setlocale(LC_CTYPE, "C"); # a$n != 0`,
	`int a$n = iswalpha(0xe4), b$n = iswdigit(L'5'); # a$n # a$n != 0 # b$n != 0`,
	`wint_t a$n = towupper(0xe4), b$n = towupper(L'b'); # a$n # b$n`,
	`int a$n = iswctype(L'x', wctype("alpha")); # a$n != 0`,
	`wint_t a$n = btowc($c); int b$n = wctob(L'q'); # a$n # b$n`,
	// Streams.
	`int a$n = printf("%d\n", $i); # a$n`,
	`int a$n = puts($s); # a$n >= 0`,
	`int a$n = fflush(stdout); # a$n`,
	`int a$n = fflush(stderr), b$n = fflush(0); # a$n # b$n`,
	`int a$n = putchar($c); # a$n`,
	`int a$n = getchar(); # a$n # a$n >= -1 # a$n <= 255`,
	`int a$n = 3; int b$n = scanf("%d", &a$n); # a$n # b$n # b$n <= 1`,
	`char a$n[8] = "qqq"; char *b$n = fgets(a$n, 8, stdin); # b$n == 0 # b$n == 0 || b$n == a$n # strlen(a$n) < 8`,
	`int a$n = feof(stdin), b$n = ferror(stdin); # a$n != 0 # b$n != 0`,
	`ungetc('7', stdin); int a$n = getchar(); # a$n`,
	`int a$n = ungetc($c, stdin), b$n = getchar(), c$n = getchar(); # a$n # b$n # c$n`,
	`int a$n = ungetc(EOF, stdin), b$n = getc(stdin); # a$n # b$n >= -1 # b$n`,
	`char b$n[4] = "q"; int a$n = ungetc('x', stdin); fgets(b$n, 3, stdin); # a$n # b$n[0] # b$n[1]`,
	`int a$n = 3, b$n = wscanf(L"%d", &a$n); # b$n <= 1 # b$n # a$n`,
	`int a$n = 3, b$n = swscanf($w, L"%d", &a$n); # b$n <= 1 # b$n # a$n`,
	`int a$n = fileno(stdin), b$n = fileno(stderr); # a$n # b$n`,
	`FILE *f$n = fopen("x", "$o"); int a$n = f$n ? fputs($s, f$n) : 7, b$n = f$n ? fclose(f$n) : 0; # a$n >= 0`,
	`FILE *f$n = fopen("nowhere/x", "r"); int a$n = errno; # f$n == 0`,
	`FILE *f$n = tmpfile(); long a$n = f$n ? ftell(f$n) : 0; int b$n = f$n ? getc(f$n) : -1; # a$n # b$n`,
	`FILE *f$n = tmpfile(); int c$n = 1; if (f$n) { fputs("12 x", f$n); rewind(f$n); fscanf(f$n, "%d", &c$n); } # f$n == 0 || c$n == 12`,
	`char a$n[16] = "abc 5"; FILE *f$n = fmemopen(a$n, 5, "r"); int b$n = f$n ? fgetc(f$n) : 0; # b$n`,
	`char *a$n = 0; size_t b$n = 9; FILE *f$n = open_memstream(&a$n, &b$n); if (f$n) { fprintf(f$n, "%d", $i); fclose(f$n); } # b$n # s:a$n`,
	`int a$n = remove("nowhere"); # a$n`,
	`setbuf(stdout, 0); int a$n = setvbuf(stderr, 0, _IONBF, 0); # a$n`,
	`perror("x"); int a$n = fputc('x', stderr); # a$n`,
	`wint_t a$n = fputwc(L'x', stderr); # a$n`,
	`int a$n = wprintf(L"%d\n", $i); # a$n`,
	// Descriptors and the process.
	`int a$n = close(-1), b$n = errno; # a$n # b$n`,
	`int a$n = close(77); # a$n <= 0`,
	`int a$n = dup(0); # a$n >= -1`,
	`int a$n = isatty(0); # a$n == 0 || a$n == 1`,
	`char a$n[4] = "qq"; ssize_t b$n = read(0, a$n, 2); # b$n # b$n <= 2`,
	`ssize_t a$n = write(1, "ab", 2); # a$n # a$n <= 2`,
	`int a$n[2] = {5, 5}; int b$n = pipe(a$n); # b$n # a$n[0] != 5 # a$n[0]`,
	`int a$n = open("x", O_RDWR | O_CREAT, 0600); # a$n >= -1 # a$n`,
	`int a$n = access("nowhere", F_OK); # a$n`,
	`int a$n = open("x", O_RDONLY), b$n = open("x", O_RDONLY); # a$n < 0 || a$n != b$n`,
	`int a$n = dup2(1, 7); # a$n == 7 || a$n == -1`,
	`FILE *f$n = tmpfile(); int a$n = f$n ? fileno(f$n) : 3, b$n = f$n ? fileno(f$n) : 3; # a$n == b$n`,
	`off_t a$n = lseek(0, 7, SEEK_SET); # a$n == 7 || a$n == -1`,
	`long a$n = sysconf(_SC_PAGESIZE), b$n = sysconf(_SC_PAGESIZE); # a$n == b$n # a$n > 0`,
	`pid_t a$n = getpid(), b$n = getpid(); # a$n == b$n`,
	`char *a$n = getenv("HOME"), *b$n = getenv("HOME"); # a$n == b$n # a$n == 0`,
	`char *a$n = getenv("NO_SUCH"); # a$n == 0`,
	`int a$n = setenv("V", $s, 1); char *b$n = getenv("V"); # a$n # s:b$n`,
	`int a$n = unsetenv("V"); char *b$n = getenv("V"); # a$n # b$n == 0`,
	`char a$n[4096]; char *b$n = getcwd(a$n, 4096); # b$n == a$n # b$n == 0`,
	// Time.
	`time_t b$n, a$n = time(&b$n); # a$n == b$n`,
	`clock_t a$n = clock(); # a$n >= -1`,
	`clock_t a$n = clock(), b$n = clock(); # b$n == -1 || a$n <= b$n`,
	`time_t a$n = 86400 * $k; struct tm *b$n = gmtime(&a$n); # b$n->tm_mday # b$n->tm_hour`,
	`time_t a$n = 0; struct tm *b$n = localtime(&a$n); # b$n->tm_hour # b$n->tm_isdst`,
	`struct tm a$n = {.tm_year = 100, .tm_mday = 32}; time_t b$n = mktime(&a$n); # a$n.tm_mon # a$n.tm_mday # b$n`,
	`double a$n = difftime($i, $j); # a$n == 1`,
	`struct timeval a$n; int b$n = gettimeofday(&a$n, 0); # b$n # a$n.tv_usec < 1000000 # a$n.tv_sec > 0`,
	`struct pollfd a$n = {0, POLLIN, 0}; int b$n = poll(&a$n, 1, 0); # a$n.fd # a$n.events == POLLIN # b$n <= 1 # b$n`,
	`struct stat a$n; memset(&a$n, 0, sizeof a$n); int b$n = stat("nowhere", &a$n); # b$n # a$n.st_size >= 0`,
	`struct tm a$n = {.tm_mday = 1, .tm_year = 70}; char b$n[40]; size_t c$n = strftime(b$n, 40, "%d %Y", &a$n); # c$n # s:b$n`,
	// Memory.
	`errno = 0; void *a$n = malloc($k + 1); int b$n = errno; # a$n != 0`,
	`char *a$n = calloc($k + 1, 2); # a$n[1]`,
	`char *a$n = realloc(strdup("abc"), 20); # s:a$n`,
	`errno = 0; void *a$n = malloc(-1ul); int b$n = errno; # a$n == 0 # b$n`,
	`int a$n = rand(), b$n = random() >= 0; # a$n >= 0 # b$n`,
	`srand(3); int a$n = rand(); srand(3); int b$n = rand(); # a$n == b$n`,
}
