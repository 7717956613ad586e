// Structs by value and in arrays, calls with several arguments.
struct vec { double x, y, z; };
struct body { struct vec at, speed; double mass; };
static struct vec add(struct vec a, struct vec b) { a.x += b.x; a.y += b.y; a.z += b.z; return a; }
static struct vec scale(struct vec a, double f) { a.x *= f; a.y *= f; a.z *= f; return a; }
static double dot(const struct vec *a, const struct vec *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }
int main(void) {
  struct body b[8];
  double energy = 0;
  for (int i = 0; i < 8; i++) {
    struct vec v = { i, 8 - i, i * i };
    b[i].at = v;
    b[i].speed = scale(v, 0.125);
    b[i].mass = 1 + i;
  }
  for (int r = 0; r < 1000 * REPEAT; r++)
    for (int i = 0; i < 8; i++) {
      b[i].at = add(b[i].at, scale(b[i].speed, 0.01));
      energy += b[i].mass * dot(&b[i].speed, &b[i].speed);
    }
  return (int)energy & 127;
}
