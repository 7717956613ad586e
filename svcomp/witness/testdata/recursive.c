// Copies of a recursive function have one loop in the source.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int depth;
void visit(int level) {
  int left = 2;
  while (left > 0 && level < 2) {
    left--;
    depth++;
    visit(level + 1);
    depth--;
  }
  if (depth > 2)
    reach_error();
}
int main(void) {
  visit(0);
  return depth;
}
