/* Attributes of GNU and names for the linker in all positions. */
#include <assert.h>
int var asm("real_var") = 3; int fun(void) __asm__("real_fun"); int fun(void) { return 4; }
static int sv __asm__("sv_real") __attribute__((unused)) = 5; extern int ev asm ("other") __attribute__((weak));
int __attribute__((noinline)) af(int a __attribute__((unused)), int *__attribute__((unused)) b) { return 1; }
__attribute__((noinline)) static int __attribute__((unused)) sf(void) { return 2; }
int (__attribute__((unused)) paren)(void) { return 3; }
struct __attribute__((packed)) p1 { char c; int i; } __attribute__((aligned(4))); struct p2 { char c; int i __attribute__((packed)); }; typedef struct { char c; short s; } __attribute__((packed)) p3; struct p4 { char c; } __attribute__((aligned)); 
int *__attribute__((unused)) pa, __attribute__((unused)) pb; int pc __attribute__((unused)), pd __attribute__((aligned(8))) = 3; void (*__attribute__((unused)) fp)(void); typedef int __attribute__((aligned(16))) i16; enum { X __attribute__((unused)) = 2, Y __attribute__((deprecated)) }; int arr[2] __attribute__((unused)) = {1, 2}; __attribute__((unused)) int before; const __attribute__((unused)) int mid = 1; int f2(void) __attribute__((noinline, unused)) __attribute__((cold)); int f2(void) { return 2; }
int main(void) {
  register int r asm("ebx") = 1; int l __attribute__((unused)) = 2; __attribute__((unused)) int m; switch (l) { case 2: l++; __attribute__((fallthrough)); default: l++; } lab: __attribute__((unused)); if (l == 99) goto lab;
  assert(l == 4 && var == 3 && fun() == 4 && sv == 5 && af(1, 0) == 1 && sf() == 2 && paren() == 3 && f2() == 2); assert(sizeof(struct p1) == 8 && sizeof(struct p2) == 5 && sizeof(p3) == 3 && sizeof(struct p4) == 16 && _Alignof(i16) == 16 && Y == 3); struct { int a __attribute__((aligned(8))); } al; assert(sizeof al == 8); asm("" ::: "memory"); asm volatile ("" : : ); __asm__ __volatile__ (""); asm goto ("" : : : : lab); int z = sizeof(int __attribute__((aligned(4)))); assert(z == 4); (void)(int __attribute__((unused)))3; for (__attribute__((unused)) int i = 0; i < 1; i++) ; return r - 1;
}
