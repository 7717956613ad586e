/* Macros as programs use them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define UNIQ XCAT(v, __COUNTER__)
#define LOG(fmt, ...) printf("%s:%d: " fmt "\n", "f", 0, ##__VA_ARGS__)
#define FOREACH(X) X(one, 1) X(two, 2) X(three, 3)
#define DEF(n, v) n = v,
enum { FOREACH(DEF) };
#define STR(n, v) #n,
const char *names[] = { FOREACH(STR) };
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __typeof__(a) t = a; a = b; b = t; } while (0)
#define container_of(ptr, type, member) ({ const __typeof__(((type *)0)->member) *__m = (ptr); (type *)((char *)__m - __builtin_offsetof(type, member)); })
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]) + sizeof(struct { int : -!!__builtin_types_compatible_p(__typeof__(a), __typeof__(&(a)[0])); }) * 0)
#define likely(x) __builtin_expect(!!(x), 1)
#define EMPTY
#define DEFER(x) x EMPTY
#define assert_eq(a, b) if (!likely((a) == (b))) { puts(#a " != " #b); abort(); }
struct in { int z; }; struct out { char c; struct in i; };
int UNIQ = 1, UNIQ = 2;
int main(void) { LOG("a"); LOG("b %d", 1); int x = 1, y = 2; SWAP(x, y); assert_eq(x, 2); assert_eq(MAX(x++, y), 2); struct out o; assert_eq(container_of(&o.i, struct out, i), &o); assert_eq(ARRAY_SIZE(names), 3); assert_eq(strcmp(names[two - 1], "two"), 0); assert_eq(v0 + v1, 3); DEFER(puts)("x"); printf("%s %d %s\n", "f", __LINE__, __func__); printf("%d\n", INT_MAX); return 0; }
