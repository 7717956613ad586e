#include <stdlib.h>
#include <stdio.h>
struct __attribute__((packed)) A { unsigned char a; unsigned b : 3; unsigned c : 30; int d : 20; unsigned char e; unsigned long long f : 61; };
struct __attribute__((packed)) B { unsigned short a : 12; unsigned short b : 12; };
struct __attribute__((packed)) D { unsigned char a; unsigned char b : 3, c : 7; short e; };
struct C { int a : 20; char b; int c : 5; };
int main(void) { struct A *p = malloc(sizeof *p); p->a = 1; p->b = 5; p->c = 0x2abcdef1; p->d = -77777; p->e = 9; p->f = 0x1234567890abcdefULL;
  unsigned char *q = (unsigned char *)p; for (unsigned i = 0; i < sizeof *p; i++) printf("%02x ", q[i]); printf("%d %d %x %d %d %llx\n", p->a, p->b, p->c, p->d, p->e, (unsigned long long)p->f); free(p);
  struct B *b = malloc(3); b->a = 0xabc; b->b = 0x123; printf("%x %x %d\n", b->a, b->b, (int)sizeof *b); free(b); struct C c = {1, 2, 3}; printf("%d %d %d\n", c.a, c.b, c.c);
  struct D *d = malloc(3); d->a = 1; d->c = 77; printf("%d %d\n", (int)sizeof *d, d->c); free(d); return 0; } // only the bytes of a field are accessed
