/* Attributes of C23 in all positions. */
#include <assert.h>
#include <stddef.h>
[[noreturn]] void stop(void);
[[nodiscard]] int f(void) { return 1; }
[[maybe_unused]] static int unused_var;
[[deprecated("old")]] int g(int a [[maybe_unused]], [[maybe_unused]] int b) { return 2; }
struct [[gnu::packed]] p { char c; int i; };
struct q { char c; [[gnu::aligned(16)]] int i; int j [[gnu::packed]]; };
enum [[deprecated]] e { A [[deprecated]], B [[deprecated("x")]] = 5 };
typedef int T [[gnu::aligned(8)]];
int x [[gnu::unused]] = 3, *y [[gnu::unused]], arr[2] [[gnu::unused]];
[[]] int z;
[[gnu::const, gnu::noinline]] int h(int a) { return a; }
[[__gnu__::__unused__]] static int w;
int (*fp)(void) [[]];
void stop(void) { for (;;); }
int main(void) {
  [[maybe_unused]] int i = 1;
  switch (i) { case 1: i = 2; [[fallthrough]]; case 2: i++; }
  assert(i == 3);
  [[]] i = 4; [[unknown::attr(1, 2)]] i++;
  [[maybe_unused]] l: i++;
  [[maybe_unused]] { i++; }
  if (i == 0) goto l;
  for ([[maybe_unused]] int k = 0; k < 1; k++) [[]] i++;
  assert(sizeof(struct p) == 5); assert(offsetof(struct q, i) == 16); assert(B == 5 && A == 0);
  struct r { int a; } [[gnu::packed]] rr; (void)rr;
  int a[3] = {1,2,3}; int n[2] = {0, 1}; assert(a[n[1]] == 2);
  return f() + g(1, 2) + h(1) - 4;
}
