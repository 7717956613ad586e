/* 128-bit integers wherever C has values. */
#include <stdio.h>
#include <stdarg.h>
typedef __int128 i128; typedef unsigned __int128 u128;
#define SHOW(x) show(#x, (u128)(x))
static void show(const char *s, u128 v){ printf("%s %016llx%016llx\n", s, (unsigned long long)(v>>64), (unsigned long long)v); }
i128 g = (i128)1 << 100; u128 gs[3] = {1, ~(u128)0, (u128)7*((u128)1<<90)/3};
int arr[(int)(((u128)5<<70)>>69)];
struct S { char c; i128 v; int d; } s = {1, -5, 7};
union U { i128 v; unsigned char b[16]; unsigned long long w[2]; };
i128 ret(int x){ return x; }
int sum(int n, ...){ va_list ap; va_start(ap,n); i128 t=0; int z=va_arg(ap,int); for(int i=0;i<n;i++) t+=va_arg(ap,i128); va_end(ap); SHOW(t); return z; }
int sw(i128 x){ switch(x){ case -1: return 1; case 1LL<<40: return 2; case 5 ... 9: return 3; default: return 4; } }
i128 id(i128 x){ return x; } i128 (*fp)(i128) = id;
i128 fact(int n){ return n<2?1:n*fact(n-1); }
int main(void){
 SHOW(g); SHOW(gs[1]); SHOW(gs[2]); printf("%zu %zu %zu\n", sizeof arr, sizeof s, _Alignof(i128));
 SHOW(s.v); s.v *= s.v; SHOW(s.v); s.v++; --s.v; SHOW(s.v--); SHOW(++s.v);
 union U u; u.v = -2; printf("%d %llx\n", u.b[0], u.w[1]);
 SHOW(ret(-3)); SHOW(fp(-7)); SHOW(fact(30));
 printf("%d\n", sum(2, 42, (i128)-5, (i128)1<<80));
 printf("%d%d%d%d\n", sw(-1), sw(1LL<<40), sw(7), sw(10));
 i128 x = -12345678901234567LL; x *= 1000000007; SHOW(x); SHOW(x/1000); SHOW(x%1000); SHOW(-x); SHOW(~x); SHOW(x>>3); SHOW(x<<3); SHOW(+x); SHOW(!x);
 SHOW(x ? x : 1); SHOW((x < 0) ? 5 : x); SHOW(x && 1); SHOW(x > 5 || x < -5);
 printf("%d %d %d %d\n", x<0, x>0, x==x, x!=(i128)5);
 printf("%.17g %.9g %.17g\n", (double)x, (double)(float)x, (double)(u128)x);
 x = (i128)1e30; SHOW(x); x=(i128)-1e25f; SHOW(x); u128 y=1e38; SHOW(y);
 int i = 5; i += x; printf("%d\n", i); i = 3; i <<= (i128)2; printf("%d\n", i); double d = 1; d += (i128)5; printf("%g\n", d);
 _Bool b = (i128)1<<90; printf("%d\n", b); char c[20]; c[(i128)3]=9; printf("%d\n", c[3]); int *p = arr; printf("%d\n", (int)(p + (i128)2 - p));
 i128 lx = x; for (i128 k=0;k<3;k++) lx -= k; SHOW(lx-x);
 i128 av[2][2] = {{1,2},{3}}; SHOW(av[1][0]); SHOW(av[1][1]);
 struct S t = s, t2 = {.v = g}; SHOW(t.v + t2.v); SHOW(((struct S){.v=3}).v);
 i128 *q=&x; *q = 77; SHOW(x); *q %= 10; SHOW(x); (*q)++; SHOW(x);
 u128 m = ~(u128)0; SHOW(m*m); SHOW(m/3); SHOW(m%1000000007); SHOW(m/((u128)1<<64|5)); 
 SHOW(0x123456789abcdefULL * (u128)0xfedcba9876543210ULL); SHOW((unsigned)7 - (i128)9); SHOW(7u-(u128)9);
 enum {A=3} e=A; SHOW(e+(i128)1); SHOW((i128)(void*)0 + 1); SHOW((i128)'a'); SHOW((i128)(x==8));
 return 0; }
