package verifier

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
)

const foreverHead = `
extern int __VERIFIER_nondet_int(void);
struct n { struct n *left, *right; int k; };
`

func parseMemory(t *testing.T, code string) *cfg.Program {
	t.Helper()
	return frontendtest.Parse(t, foreverHead+code, frontend.Config{PtrBits: 64, Checks: safety.Memsafety})
}

func unwindMemory(t *testing.T, code string) *run {
	t.Helper()
	v := newRun(parseMemory(t, code), Config{Replay: interp.Replay, NoValues: true, NoRelevance: true}, time.Now())
	return loopByLoop(t, v, 20*work.Second)
}

// TestForever: loops that allocate and end are proved, although a block to which
// only another block leads looks lost there. What is lost before a loop without
// end is not proved, and what is lost before the program ends is found.
func TestForever(t *testing.T) {
	const insert = `
static struct n *insert(struct n *root, int k) {
	struct n *t = root;
	while (t && t->k != k) {
		struct n **at = k < t->k ? &t->left : &t->right;
		if (!*at) { *at = calloc(1, sizeof **at); (*at)->k = k; }
		t = *at;
	}
	return root;
}
int main(void) {
	struct n *root = calloc(1, sizeof *root), *p;
	root->k = __VERIFIER_nondet_int();
	for (int i = 0; i < 2; i++) root = insert(root, __VERIFIER_nondet_int());
	%s
	while (root) {
		p = root->left;
		if (p) { root->left = p->right; p->right = root; root = p; }
		else { p = root->right; free(root); root = p; }
	}
	return 0;
}`
	for _, c := range []struct {
		name, between  string
		proved, traces bool
	}{
		{"ends", "", true, false},
		{"lost at the end", "if (root->left) root->left = 0;", false, true},
		{"lost before a loop without end", "if (root->left) { root->left = 0; for (;;) p = malloc(1); }", false, false},
		{"all freed before one", "for (p = root; root->k == 7; ) ;", false, false},
	} {
		v := unwindMemory(t, fmt.Sprintf(insert, c.between))
		if got := v.proof.Unrolling != nil; got != c.proved || (len(v.res.Traces) > 0) != c.traces {
			t.Errorf("%s: proved %v, %d traces", c.name, got, len(v.res.Traces))
			continue
		}
		if !c.proved {
			continue
		}
		if !slices.ContainsFunc(v.task.prog.Locs, (*cfg.Loc).Forever) {
			t.Error("nothing looks lost where the program may run on")
		}
		if err := v.recheck(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestForeverRandom compares proofs in which lost blocks are looked for only where
// the program ends with the other sources, which look for them in loops as well:
// they must find no trace.
func TestForeverRandom(t *testing.T) {
	proved, apart := 0, 0
	for seed := range envInt("CULPRIT_FOREVER", max(30, rounds.Of(60))) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		var block func(depth int) string
		block = func(depth int) string {
			v := func() string { return string("pq"[r.IntN(2)]) }
			var b strings.Builder
			for range 1 + r.IntN(3) {
				a, c := v(), v()
				switch r.IntN(10) {
				case 0, 1:
					fmt.Fprintf(&b, "if (!%s) %s = calloc(1, sizeof *p);\n", a, a)
				case 2:
					fmt.Fprintf(&b, "if (%s && !%s->left) { %s->left = calloc(1, sizeof *p); }\n", a, a, a)
				case 3:
					fmt.Fprintf(&b, "if (%s && %s->left) { free(%s->left); %s->left = 0; }\n", a, a, a, a)
				case 4:
					fmt.Fprintf(&b, "if (%s && !%s->left && %s != %s) { free(%s); %s = 0; }\n", a, a, a, c, a, a)
				case 5:
					fmt.Fprintf(&b, "if (%s) %s->right = %s;\n", a, a, c)
				case 6:
					fmt.Fprintf(&b, "if (!%s) %s = %s;\n", a, a, c)
				default:
					if depth == 0 {
						continue
					}
					head := []string{
						fmt.Sprintf("for (int i%d = 0; i%d < 2; i%d++)", depth, depth, depth), fmt.Sprintf("while (%s && !%s->right)", a, a),
						"while (__VERIFIER_nondet_int())", fmt.Sprintf("while (%s && %s->left)", a, a)}[r.IntN(4)]
					fmt.Fprintf(&b, "%s {\n%s}\n", head, block(depth-1))
				}
			}
			return b.String()
		}
		code := "int main(void) {\nstruct n *p = 0, *q = 0;\n" + block(2) +
			"if (p) { if (p->left) free(p->left); free(p); }\nif (q && q != p) { if (q->left) free(q->left); free(q); }\nreturn 0;\n}\n"
		v := unwindMemory(t, code)
		if v.proof.Unrolling == nil {
			continue
		}
		proved++
		if v.unwind.alone {
			apart++
		}
		if err := v.recheck(t.Context()); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, code)
		}
		res := Verify(t.Context(), parseMemory(t, code), Config{Replay: interp.Replay, NoRelevance: true, Work: work.Second})
		if res.Verdict == False {
			t.Errorf("seed %d: proved, but %v\n%s", seed, res.Errors[0].Loc.Pos, code)
		}
	}
	t.Logf("%d proved, %d of them with blocks that look lost", proved, apart)
	if proved < 5 || apart < 3 {
		t.Error("too little was proved")
	}
}
