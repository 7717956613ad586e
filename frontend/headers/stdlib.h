#ifndef _CULPRIT_STDLIB_H
#define _CULPRIT_STDLIB_H
#include <stddef.h>
#include <sys/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
size_t __ctype_get_mb_cur_max(void);
#define MB_CUR_MAX (__ctype_get_mb_cur_max())
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void *aligned_alloc(size_t, size_t);
void *memalign(size_t, size_t);
void *valloc(size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);
void *alloca(size_t);
#define alloca(n) __builtin_alloca(n)
void abort(void) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
void _Exit(int) __attribute__((noreturn));
void quick_exit(int) __attribute__((noreturn));
int atexit(void (*)(void));
int on_exit(void (*)(int, void *), void *);
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **);
float strtof(const char *, char **);
long double strtold(const char *, char **);
int rand(void);
void srand(unsigned);
int rand_r(unsigned *);
long random(void);
void srandom(unsigned);
double drand48(void);
long lrand48(void);
long mrand48(void);
void srand48(long);
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int system(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int mkstemp(char *);
char *mktemp(char *);
char *mkdtemp(char *);
char *realpath(const char *, char *);
char *canonicalize_file_name(const char *);
int mblen(const char *, size_t);
int mbtowc(wchar_t *, const char *, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *, const char *, size_t);
size_t wcstombs(char *, const wchar_t *, size_t);
int at_quick_exit(void (*)(void));
int clearenv(void);
int getloadavg(double *, int);
int getsubopt(char **, char *const *, char **);
int mkostemp(char *, int);
double erand48(unsigned short *);
long nrand48(unsigned short *);
long jrand48(unsigned short *);
long a64l(const char *);
char *l64a(long);
char *initstate(unsigned, char *, size_t);
char *setstate(char *);
int posix_openpt(int);
int grantpt(int);
int unlockpt(int);
char *ptsname(int);
#define WCONTINUED 8
#define WEXITED 4
#define WNOHANG 1
#define WNOWAIT 16777216
#define WSTOPPED 2
#define WUNTRACED 2
#endif
