package verifier

// unwritten is the program whose twin depends on memory that nobody has written:
// there is no trace then, and no proof either.
const unwritten = "what memory held"

// heapPrograms have pointers that lead to one of a few addresses, and accesses
// that do not respect the fields of structures.
var heapPrograms = []unwoundProgram{
	{"list", `
struct node { int value; struct node *next; };
int main(void) {
	struct node *list = 0;
	int sum = 0, again = 0;
	for (int i = 1; i <= 3; i++) {
		if (!__VERIFIER_nondet_int()) continue;
		struct node *n = malloc(sizeof *n);
		n->value = i; n->next = list; list = n; sum += i;
	}
	for (struct node *n = list; n; n = n->next) again += n->value;
	if (again != sum || again > 6) reach_error();
}`, "again > 6|again > 5"},
	{"insertion", `
struct node { int value; struct node *next; };
int main(void) {
	struct node *list = 0;
	for (int i = 0; i < 3; i++) {
		struct node *n = malloc(sizeof *n), **at = &list;
		n->value = __VERIFIER_nondet_int();
		while (*at && (*at)->value < n->value) at = &(*at)->next;
		n->next = *at; *at = n;
	}
	for (; list->next; list = list->next)
		if (list->value > list->next->value) reach_error();
}`, "value < n->value|value <= n->value - 1 + (n->value == 7) * 2"},
	{"cast between structures", `
struct a { int x; int y; }; struct b { short low; short high; int y; };
int main(void) {
	struct a *p[2];
	for (int i = 0; i < 2; i++) { p[i] = malloc(sizeof(struct a)); p[i]->x = 0x10002; p[i]->y = i; }
	struct a *q = p[__VERIFIER_nondet_int() != 0];
	((struct b *)q)->low = 7;
	if (q->x != 0x10007 || q->y > 1 || p[0]->x + p[1]->x != 0x20009) reach_error();
}`, "q->y > 1|q->y > 0"},
	{"union", `
union u { long whole; struct { int first, second; } parts; };
int main(void) {
	union u *p[2];
	for (int i = 0; i < 2; i++) { p[i] = malloc(sizeof(union u)); p[i]->whole = i; }
	union u *q = p[__VERIFIER_nondet_int() != 0];
	q->parts.second = 1;
	if (q->whole != 0x100000000L + q->parts.first || p[0]->whole > 0x100000000L) reach_error();
}`, "p[0]->whole >|p[1]->whole >"},
	{"memcpy over fields", `
struct s { char c[4]; int n; long l; };
int main(void) {
	struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q), *r = __VERIFIER_nondet_int() ? p : q;
	p->n = 1; p->l = 2; q->n = 3; q->l = 4;
	for (int i = 0; i < 4; i++) { p->c[i] = i; q->c[i] = 2 * i; }
	memcpy(&r->n, &p->c[1], 3);
	if (r->n != (r == p ? 0x30201 : 0x30201) || p->l != 2 || q->l != 4 || q->c[1] != 2) reach_error();
}`, "p->c[1], 3|p->c[1], 3 - (r == q)"},
	{"the middle of a field", `
struct s { long l, m; };
int main(void) {
	struct s *p[2];
	for (int i = 0; i < 2; i++) { p[i] = malloc(sizeof(struct s)); p[i]->l = 0; p[i]->m = i; }
	int k = __VERIFIER_nondet_int() != 0;
	*(short *)((char *)&p[k]->l + 3) = 0x0102;
	if (p[k]->l != 0x0102000000L || p[1 - k]->l || p[k]->m != k) reach_error();
}`, "+ 3) =|+ 3 + k) ="},
	{"a pointer byte by byte", `
struct s { int v; struct s *next; };
int main(void) {
	struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q), *r;
	p->v = 1; q->v = 2; p->next = q; q->next = p;
	struct s *from = __VERIFIER_nondet_int() ? p : q;
	for (int i = 0; i < (int)sizeof r; i++) ((char *)&r)[i] = ((char *)&from->next)[i];
	r->v += 10;
	if (p->v + q->v != 13 || from->v > 2 || from->next->v < 11) reach_error();
}`, "from->v > 2|from->v > 1"},
	{"a growing array", `
int main(void) {
	long *a = malloc(2 * sizeof *a);
	int size = 2, n = 0;
	for (int i = 0; i < 5; i++) {
		if (!__VERIFIER_nondet_int()) continue;
		if (n == size) {
			long *b = malloc(4 * size * sizeof *b);
			for (int j = 0; j < n; j++) b[j] = a[j];
			free(a); a = b; size *= 4;
		}
		a[n] = n + 1; n++;
	}
	for (int i = 0; i < n; i++) if (a[i] != i + 1) reach_error();
}`, "b[j] = a[j];|b[j] = a[j] + (j == 1);"},
	{unwritten, `
struct s { int *p; int set; };
int main(void) {
	int x = 0, y = 0;
	struct s *a[2];
	for (int i = 0; i < 2; i++) { a[i] = malloc(sizeof(struct s)); a[i]->set = 0; }
	struct s *s = a[__VERIFIER_nondet_int() != 0];
	s->p = &y; s->set = 1;
	for (int i = 0; i < 2; i++) if (a[i]->set) *a[i]->p = 1;
	if (x || y != 1) reach_error();
}`, "if (a[i]->set)|if (1)"},
	{"across fields", `
struct s { int a, b, c; long d; };
int main(void) {
	struct s *p[2];
	for (int i = 0; i < 2; i++) { p[i] = malloc(sizeof(struct s)); p[i]->a = p[i]->b = p[i]->c = 0; p[i]->d = 5; }
	struct s *q = p[__VERIFIER_nondet_int() != 0];
	unsigned k = __VERIFIER_nondet_int();
	((int *)q)[k % 4 % 3] = 1;
	if (q->a + q->b + q->c != 1 || p[0]->d != 5 || p[1]->d != 5) reach_error();
}`, "k % 4 % 3|k % 4 % 3 * 2"},
	{"the structure around a member", `
struct link { struct link *next; };
struct item { int v; struct link link; };
int main(void) {
	struct link *head = 0;
	int sum = 0;
	for (int i = 1; i <= 3; i++) {
		struct item *it = malloc(sizeof *it);
		it->v = i;
		if (__VERIFIER_nondet_int()) { it->link.next = head; head = &it->link; }
	}
	for (; head; head = head->next) sum += ((struct item *)((char *)head - 8))->v;
	if (sum > 6) reach_error();
}`, "sum > 6|sum > 5"},
	{"stale memory", `
struct s { int v; struct s *next; };
int main(void) {
	struct s *p = malloc(sizeof *p), *q = 0;
	p->v = 1; p->next = 0;
	for (int i = 0; i < 2; i++) {
		if (__VERIFIER_nondet_int()) { q = malloc(sizeof *q); q->v = 2; q->next = p; }
		if (q && q->next->v != 1) reach_error();
	}
	struct s *r = malloc(sizeof *r);
	r->v = 3;
	if (q && (q == r || q->v != 2)) reach_error();
}`, "q->v != 2|r->next == q"},
}
