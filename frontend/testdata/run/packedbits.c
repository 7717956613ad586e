// Bit-fields that no storage unit of their own holds.
#include <assert.h>

#pragma pack(push)
#pragma pack(1)
struct narrow {
  unsigned a : 5;
  int b : 31;
  unsigned c : 28;
  signed char d;
};
struct wide {
  unsigned char a : 7;
  unsigned long long b : 62;
  unsigned c : 3;
  long long d : 41;
  unsigned e : 23;
};
#pragma pack(pop)

struct __attribute__((packed)) odd {
  unsigned short a : 3;
  unsigned b : 17;
};

struct narrow n = {17, -5, 0x9abcdef, 7};


int main(void) {
  assert(sizeof(struct narrow) == 9);
  assert(sizeof(struct wide) == 17);
  assert(sizeof(struct odd) == 3);
  assert(n.a == 17 && n.b == -5 && n.c == 0x9abcdef && n.d == 7);
  n.b = n.b * 3 - 1;
  assert(n.a == 17 && n.b == -16 && n.c == 0x9abcdef && n.d == 7);
  n.c = ~0u;
  assert(n.a == 17 && n.b == -16 && n.c == 0xfffffff && n.d == 7);

  struct wide w = {1, 2, 3, 4, 5};
  w.b = 0x2123456789abcdefULL;
  w.d = -0x123456789aLL;
  assert(w.a == 1 && w.b == 0x2123456789abcdefULL && w.c == 3 && w.d == -0x123456789aLL && w.e == 5);
  w.b += 0x1000000000000000ULL;
  w.e = w.b;
  w.a = w.d;
  assert(w.a == (-0x123456789aLL & 127) && w.b == 0x3123456789abcdefULL && w.c == 3 && w.e == (0x9abcdef & 0x7fffff));
  struct wide *p = &w;
  struct wide copy = *p;
  p->b = 0;
  p->d = 0;
  assert(copy.b == 0x3123456789abcdefULL && copy.d == -0x123456789aLL);
  assert(w.a == copy.a && w.b == 0 && w.c == 3 && w.d == 0 && w.e == copy.e);

  struct odd o[3] = {{1, 2}, {3, 4}, {5, 6}};
  o[1].b = 0x1ffff;
  assert(o[0].a == 1 && o[0].b == 2 && o[1].a == 3 && o[1].b == 0x1ffff && o[2].a == 5 && o[2].b == 6);
  o[1].b++;
  assert(o[1].a == 3 && o[1].b == 0 && o[2].a == 5);
  return 0;
}
