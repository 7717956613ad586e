/* Layouts that few programs have, and what __alignof__ says of them. */
#include <assert.h>
#include <stddef.h>

struct typed { _Alignas(int) char c[3]; };                         /* aligned like a type */
struct __attribute__((aligned(4))) hidden { union { signed char b : 6; }; } h; /* only anonymous members */
struct start { unsigned a : 12; char b : 1 __attribute__((aligned(4))); }; /* begins a unit */
#pragma pack(push, 2)
struct __attribute__((packed)) both { short b : 12; char c; };    /* the alignment of a named bit-field stays */
struct limited { char c; int b : 5 __attribute__((aligned(4))); };
#pragma pack(pop)
struct __attribute__((packed)) tight { char c; long long x; int y __attribute__((aligned(4))); } t;

int main(void) {
  assert(sizeof(struct typed) == 4 && _Alignof(struct typed) == 4);
  assert(sizeof h == 4 && sizeof(struct hidden) == 4);
  assert(sizeof(struct start) == 8);
  assert(_Alignof(struct both) == 2 && sizeof(struct both) == 4);
  assert(_Alignof(struct limited) == 2 && sizeof(struct limited) == 4);
  assert(__alignof__(t.x) == 1 && __alignof__(t.y) == 4 && __alignof__((&t)->x) == 1);
  assert(__alignof__(long long) == 8 && __alignof__(double) == 8);
  assert(_Alignof(double) == sizeof(void *) && __alignof__(int[3]) == 4);
  return 0;
}
