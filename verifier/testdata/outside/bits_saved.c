// want: UNKNOWN
// want reason=abstraction
// want model=ILP32
// The number of an address that was kept in memory.
extern void reach_error(void);
struct s { unsigned key; int n; };
int g;
static void set(struct s *s, int *p) { s->key = (unsigned)p; }
int main(void) {
	struct s s;
	set(&s, &g);
	if (s.key & 0x100)
		reach_error(); // open
	return 0;
}
