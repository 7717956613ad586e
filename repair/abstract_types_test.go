package repair

import (
	"fmt"
	"regexp"
	"testing"

	"culprit/frontend"
	"culprit/frontend/ctree"
)

// changed matches a change in the text of a test, {original|changed}.
var changed = regexp.MustCompile(`\{([^{}|]*)\|([^{}|]*)\}`)

// Of each change in the function, whether it relates what is not of a kind.
func TestMixed(t *testing.T) {
	const program = `
		enum state { LOCKED, OPEN, ALARM };
		struct account { enum state state; int balance, limit; };
		struct node { int key; struct node *next; };
		int a[10];
		int twice(int amount) { return 2 * amount; }
		int f(struct account *acc, struct node *list, int amount, int c) {
			int tries = 0, wrong = 0, found = 0, i = 0;
			enum state s = LOCKED;
			struct node *before = list;
			while (tries < 6) {
				tries++;
				acc->state = s;
				if (acc->state != OPEN) s = ALARM;
				if (s == OPEN) acc->balance = acc->balance - amount;
				if (acc->balance < acc->limit) wrong = wrong + 1;
				if (wrong == 3) acc->balance -= twice(amount);
				for (i = 0; i < 10; i++) if (a[i] == c) found++;
				if (list->key == c) before = list->next;
			}
			%s
			return found;
		}`
	for _, test := range []struct {
		text string
		want bool
	}{
		{"if ({wrong|found} == 3) s = ALARM;", false},  // a count for a count
		{"if ({wrong|tries} == 3) s = ALARM;", false},  //
		{"if ({wrong|s} == 3) s = ALARM;", true},       // a state for a count
		{"s = {ALARM|OPEN};", false},                   // a state for a state
		{"s = {ALARM|tries};", true},                   // the state is a count
		{"{s = ALARM|s -= ALARM};", true},              // states are not subtracted
		{"if ({s == OPEN|s != OPEN}) i = 0;", false},   //
		{"if ({s == OPEN|s >= OPEN}) i = 0;", true},    // nor ordered
		{"amount = {amount|amount + c};", true},        // an amount and a key
		{"amount = {amount|amount + 1};", false},       //
		{"acc->balance = {acc->limit|amount};", false}, // the limit bounds the balance
		{"acc->balance = {acc->limit|tries};", true},   //
		{"amount = twice({amount|acc->limit});", false},
		{"amount = twice({amount|found});", true},
		{"if ({a[i] == c|a[i] == i}) found++;", true}, // an element is not an index
		{"if ({a[i] == c|a[i] == list->key}) found++;", false},
		{"{before = list|before = list->next};", false},
		{"if ({i < 10|i < 10 && found > tries}) i = 0;", true},
		{"if ({i < 10|i < 10 && found > 0}) i = 0;", false},
		{"i = {c|c * found};", false}, // a product is of a kind of its own
	} {
		original := fmt.Sprintf(program, changed.ReplaceAllString(test.text, "$1"))
		all := "static int __repair_0;\n" + fmt.Sprintf(program, changed.ReplaceAllString(test.text, "(__repair_0?($2):($1))"))
		k := newAbstractTypes()
		tree := parseTree(t, original)
		k.declare(tree)
		k.add(tree)
		k.frozen = true
		calls := 0
		k.judge(parseTree(t, all), func(selector string, mixed []bool) {
			calls++
			if selector != "__repair_0" || len(mixed) != 1 || mixed[0] != test.want {
				t.Errorf("%s: %s %v, want %v", test.text, selector, mixed, test.want)
			}
		})
		if calls != 1 {
			t.Errorf("%s: judged %d times", test.text, calls)
		}
	}
}

func parseTree(t *testing.T, text string) *ctree.Tree {
	t.Helper()
	tree, err := frontend.NewTree([]frontend.Source{{Name: "p.c", Text: []byte(text)}}, "p.c", frontend.Config{Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
