// The value of a variable that nobody set matters.
extern void reach_error(void);
int main(void) {
  int x, y;
  y = 3;
  if (x + y == 10) {
    y = x;
    reach_error();
  }
  return y;
}
