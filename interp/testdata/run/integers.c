#include <stdio.h>
#include <stdint.h>
#include <inttypes.h>
#include <limits.h>
int main(void) {
  int8_t a = 127; uint8_t b = 255; int16_t c = -32768; uint16_t d = 65535; int32_t e = -5; uint32_t f = 0xdeadbeef; int64_t g = INT64_MIN; uint64_t h = 0x0123456789abcdefULL;
  a++; b++; c--; d++;
  printf("%d %u %d %u\n", a, b, c, d);
  printf("%d %d %u %u\n", e / 2, e % 2, (unsigned)e / 2, (unsigned)e % 2);
  printf("%d %u %d\n", e >> 1, f >> 4, (int)(signed char)f);
  printf("%" PRId64 " %" PRIx64 " %" PRIu64 "\n", g / 10, h << 4, h % 1000007);
  printf("%d %d %d %d\n", -1 < 1u, (char)200 < 0, (unsigned char)200 > 0, sizeof(int) > -1);
  printf("%lld %llu\n", (long long)e * f, (unsigned long long)e * f);
  printf("%d %d\n", INT_MAX / -1, -7 / 2 * 2 + -7 % 2);
  printf("%x %x %x %x\n", f & 0xff00, f | 0xf, f ^ 0xffff, ~f);
  uint32_t r = f << 7 | f >> 25;
  printf("%x %d %d\n", r, 'a' + 1, '\xff');
  int n = 0; for (uint64_t v = h; v; v &= v - 1) n++;
  printf("%d\n", n);
  unsigned long long p = 1; for (int i = 0; i < 70; i++) p = p * 3 + i;
  printf("%llu %d\n", p, (int)p);
  long long big = 1LL << 40; int cut = (int)big, keep = (int)(big >> 20); short sh = (short)70000;
  printf("%d %d %d\n", cut, keep, sh);
  _Bool t = 256; printf("%d %d\n", t, !!0.5);
  printf("%d %d\n", 5 ? 6 : 7, (1, 2, 3));
  return 0;
}
