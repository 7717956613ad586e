package repair

import (
	"context"
	"testing"

	"culprit/fault"
)

// TestTakesBack: what a function is given is not overwritten by a fix before anything reads it.
func TestTakesBack(t *testing.T) {
	ctx := context.Background()
	s := asserting(t, `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned now, due, armed, fired, last;
static void reset(unsigned start) {
	now = start;
	armed = 0;
	last = 7;
	last = 0;
}
static void wait(unsigned n) {
	due = now + n;
	armed = 1;
}
static void pass(unsigned n) {
	now += n;
	if (armed && now >= due)
		fired = 1;
	last = now;
}
int main(void) {
	unsigned start = __VERIFIER_nondet_uint();
	reset(start);
	wait(10);
	pass(5);
	if (fired)
		reach_error();
	return (int)last;
}
`, 4294967286)
	s.execute(ctx, 0, s.ready, 1)
	found := map[string]bool{}
	for _, c := range s.tried {
		if !c.passes || c.Alone {
			continue
		}
		own, err := s.alone(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		text := c.Edits[0].Text
		back := s.takesBack(ctx, c, own)
		if text == "now" && 6 <= c.Line && c.Line <= 8 && !back {
			t.Errorf("%q at line %d takes nothing back", text, c.Line)
		}
		if back {
			found[text] = true
		}
		if back && fault.Empty(text) {
			t.Errorf("line %d is only left out", c.Line)
		}
	}
	if len(found) == 0 {
		t.Error("nothing is taken back")
	}
	if len(s.overwrites(ctx, &program{prog: s.in.Prog, text: true}, nil, func(fault.Line) bool { return true })) != 0 {
		t.Error("the program itself overwrites what it computes")
	}
}
