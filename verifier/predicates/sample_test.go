package predicates

import (
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// TestSample: runs come round a loop over the arguments of the program, where an input
// has to be what a later letter assumes, and record what matters at its head, not what
// a call left behind.
func TestSample(t *testing.T) {
	p := frontendtest.Parse(t, `
extern void reach_error(void);
static int length(const char *s) { int a = 0, b = 0, c = 0, d = 0; while (*s++) { a++; b += a; c += b; d += c; } return d; }
int main(int argc, char **argv) {
	int n = 0, sum = 0;
	for (int i = 1; i < argc; i++) { sum += length(argv[i]); n++; }
	if (argc > 0 && n != argc - 1) reach_error();
	return sum;
}`, frontend.Config{PtrBits: 64})
	enc := hoare.NewEncoder(logic.NewTable(), p)
	ctl, err := hoare.BuildControl(p, nil, hoare.MaxInlined)
	if err != nil {
		t.Fatal(err)
	}
	vars := LoopVariables(hoare.NewChecker(enc, smt.New(enc.TB, bitblast.New(bitblast.Config{}), smt.Config{}), ctl.Letters), ctl)
	s := Sample(enc, ctl, vars)
	most := uint64(0)
	for l, rows := range s.Rows {
		loc := ctl.At(l)
		if loc.Proc.Name != "main" || !loc.LoopHead {
			continue
		}
		for k, id := range vars[l] {
			v := p.Vars[id]
			if v.Proc != nil && v.Proc != loc.Proc {
				t.Errorf("%s is recorded at %s", v.Name, loc.Pos)
			}
			if v.Name != "n" {
				continue
			}
			for _, r := range rows {
				most = max(most, r[k])
			}
		}
	}
	if most < 3 {
		t.Errorf("no run counts to more than %d", most)
	}
}
