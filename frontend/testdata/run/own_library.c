/* Functions of the library that the program declares or defines itself. */
#include <assert.h>
void *memcpy(void *, const void *, unsigned long); void abort(void); int strcmp(); extern void *malloc(); char *strcpy(); int printf(); void exit(int) __attribute__((noreturn)); 
double fabs(double); extern double sqrt(double); unsigned long strlen(const char *s);
int putchar(int); static int isdigit(int c) { return 7; } int toupper(int c) { return 9; }
void *memset(void *s, int c, unsigned long n) { char *p = s; while (n--) *p++ = c; return s; }
int puts(const char *s) { return 77; } long labs(long); int ffs(int x) { return -5; } int popcount(int x) { return 3; }
int main(void) { char b[4]; memcpy(b, "abc", 4); assert(!strcmp(b, "abc") && strlen(b) == 3 && fabs(-2.0) == 2 && isdigit('1') == 7 && toupper('a') == 9); memset(b, 'x', 3); assert(b[2] == 'x' && b[3] == 0 && puts("q") == 77 && popcount(1) == 3); strcpy(b, "zz"); assert(b[1] == 'z'); return 0; }
