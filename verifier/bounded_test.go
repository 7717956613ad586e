package verifier

import (
	"context"
	"strings"
	"testing"

	"culprit/analysis/safety"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

// TestRecursionDepth builds and frees trees of any height, of which a bound says
// something, and of few levels, where nothing has to be assumed. Errors within
// the bound are found; those behind it are what the answer names.
func TestRecursionDepth(t *testing.T) {
	const tree = `void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);
struct node { struct node *l, *r; int height; };
static struct node *build(int height) {
	if (height <= 0 || __VERIFIER_nondet_int()) return 0;
	struct node *n = malloc(sizeof *n);
	n->height = height; n->l = build(height - 1); n->r = build(height - 1);
	return n;
}
static int level;
static void destroy(struct node *n) {
	if (!n) return;
	level++;
	destroy(n->l); destroy(n->r);
	if (level == FAULTY) free(n);
	level--;
	free(n);
}
int main(void) { int height = __VERIFIER_nondet_int(); if (height > HIGHEST) return 0; destroy(build(height)); }`
	for _, c := range []struct {
		name, highest, faulty string
		depth                 int
		want                  Verdict
		assumed               bool
	}{
		{"any height", "1000", "0", 2, True, true},
		{"one level", "1", "0", 2, True, false},
		{"error within the bound", "1000", "1", 2, False, false},
		{"error behind the bound", "1000", "3", 2, True, true},
		{"error behind it, without a bound", "1000", "3", 0, False, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := strings.NewReplacer("HIGHEST", c.highest, "FAULTY", c.faulty).Replace(tree)
			p := frontendtest.Parse(t, src, frontend.Config{PtrBits: 64, Checks: safety.Deref | safety.Free})
			res := Verify(context.Background(), p, Config{Replay: interp.Replay, RecursionDepth: c.depth, Work: 20 * work.Second, NoRelevance: true})
			if res.Verdict != c.want {
				t.Fatalf("%v %s, want %v", res.Verdict, res.Reason, c.want)
			}
			assumed := false
			for _, n := range res.Notes {
				assumed = assumed || n.Assumed && strings.Contains(n.Text, "destroy, build")
			}
			if assumed != c.assumed {
				t.Errorf("notes %v, want one on the depth: %v", res.Notes, c.assumed)
			}
			if c.want == False && c.depth > 0 && res.Complete {
				t.Error("a bounded search says that all error paths are covered")
			}
		})
	}
}
