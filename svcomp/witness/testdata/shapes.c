// Structures, arrays, pointers and names that hide others.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point { short x; int y[3]; };
struct point origin;
int other, *cursor, hidden = 3;
char *text;
int main(void) {
  struct point p;
  unsigned int hidden = 0;
  int bit = 1;
  p.x = 12;
  origin.y[1] = 40;
  cursor = &other;
  while (__VERIFIER_nondet_int()) {
    struct point q = origin;
    hidden += 2;
    origin.y[2] = q.y[1] + bit;
    bit = 1 - bit;
    cursor = &other;
  }
  if (p.x != 12 || origin.y[1] != 40 || cursor != &other || text || (hidden & 1))
    reach_error();
  return 0;
}
