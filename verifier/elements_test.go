package verifier

import (
	"strings"
	"testing"

	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
)

// elementPrograms assert something of every element of a list. In the twins, the
// text before a bar is replaced by what follows it; the twins are wrong.
var elementPrograms = []struct {
	name, code string
	twins      []string
}{
	{"in front", `
struct node { struct node *next; int low, high; };
int main(void) {
	struct node *list = 0;
	while (__VERIFIER_nondet_int()) {
		int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
		if (a > b) continue;
		struct node *n = malloc(sizeof *n);
		n->low = a;
		n->high = b;
		n->next = list;
		list = n;
	}
	for (struct node *n = list; n; n = n->next)
		if (n->low > n->high) reach_error();
}`, []string{"if (a > b) continue;|", "n->next = list;|n->next = list; n->high = 5;", "n->low = a;|"}},
	{"at the end, changed later", `
struct node { int value; struct node *next; };
int main(void) {
	struct node *list = malloc(sizeof *list), *last = list;
	list->next = 0;
	list->value = 3;
	while (__VERIFIER_nondet_int()) {
		struct node *n = malloc(sizeof *n);
		n->value = 1;
		n->next = 0;
		last->next = n;
		last = n;
	}
	for (;;)
		for (struct node *n = list; n; n = n->next) {
			if (n->value < 1 || n->value > 9) reach_error();
			if (n->value < 9) n->value++; else n->value /= 2;
		}
}`, []string{"n->value /= 2|n->value++", "n->value = 1;|n->value = 0;", "n->next = 0;|"}},
	{"behind a variable", `
struct node { int value; struct node *next; };
int main(void) {
	struct node head = {5, 0}, *last = &head;
	while (__VERIFIER_nondet_int()) {
		int v = __VERIFIER_nondet_int();
		if (v < 1 || v > 9) continue;
		struct node *n = malloc(sizeof *n);
		n->value = v;
		n->next = 0;
		last->next = n;
		last = n;
	}
	for (struct node *n = &head; n; n = n->next)
		if (n->value < 1 || n->value > 9) reach_error();
}`, []string{"{5, 0}|{10, 0}", "v > 9|v > 10"}},
}

const elementHead = "#include <stdlib.h>\nextern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"

// TestElements proves the programs, and none of their twins.
func TestElements(t *testing.T) {
	for _, test := range rounds.Rows(elementPrograms) {
		for i, change := range append([]string{"|"}, test.twins...) {
			before, after, _ := strings.Cut(change, "|")
			if !strings.Contains(test.code, before) {
				t.Fatalf("%s: %q does not occur", test.name, before)
			}
			p := parseC(t, elementHead+strings.Replace(test.code, before, after, 1))
			limit := 12 * work.Second
			if i > 0 {
				limit = 4 * work.Second
			}
			r := Verify(t.Context(), p, Config{Replay: interp.Replay, Work: limit})
			switch {
			case i == 0 && r.Verdict != True:
				t.Errorf("%s: %v %s", test.name, r.Verdict, r.Reason)
			case i > 0 && r.Verdict == True:
				t.Errorf("%s, %q: proved", test.name, change)
			}
		}
	}
}
