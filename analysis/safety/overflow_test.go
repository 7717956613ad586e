package safety_test

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"culprit/concolic"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/svcomp"
	"culprit/verifier"
)

func TestOverflow(t *testing.T) {
	column := regexp.MustCompile(`(?m)^// column: (\d+)$`)
	for _, x := range examples(t, "testdata/overflow.txt") {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			x.property = svcomp.NoOverflow
			prog := x.parse(t)
			c := verifier.Config{Replay: interp.Replay, Search: concolic.Search, NoRelevance: true, Work: work.Minute}
			res := verifier.Verify(context.Background(), prog, c)
			got := res.Verdict.String()
			if res.Verdict == verifier.False {
				tr := res.Traces[0]
				got += " " + tr.Error.Property
				if line := tr.Error.Pos.Line; line != x.line {
					t.Errorf("error in line %d (%s), want %d", line, tr.Error.Reason, x.line)
				}
				if m := column.FindStringSubmatch(x.src); m != nil && strconv.Itoa(tr.Error.Pos.Col) != m[1] {
					t.Errorf("error in column %d (%s), want %s", tr.Error.Pos.Col, tr.Error.Reason, m[1])
				}
			}
			if got != x.want {
				t.Errorf("%s %s, want %s", got, res.Reason, x.want)
			}
		})
	}
}

// TestSeveral finds all overflows of a program, each at its own operation.
func TestSeveral(t *testing.T) {
	x := example{name: "several", ptrBits: 64, property: svcomp.NoOverflow, src: `
int input(void);
int main(void) {
	int x = input(), y = input();
	if (y == 1)
		return x + 1 > 0 && -y < 9 && -x < x;
	if (y == 2)
		x = (x - 2) *
			3;
	if (y == 3 && x < 1000 && x > -1000)
		return x * x + 5;
	return 0;
}
`}
	res := verifier.Verify(context.Background(), x.parse(t), verifier.Config{Replay: interp.Replay, MultiTrace: true, Work: work.Minute})
	var got []string
	for _, e := range res.Errors {
		got = append(got, strconv.Itoa(e.Loc.Pos.Line)+" "+e.Status.String()+" "+e.Loc.Reason.String())
	}
	slices.Sort(got)
	want := []string{
		"11 proved signed overflow: x * x + 5 does not fit in int",
		"11 proved signed overflow: x * x does not fit in int",
		"6 covered signed overflow: x + 1 does not fit in int",
		"6 proved signed overflow: -x does not fit in int",
		"6 proved signed overflow: -y does not fit in int",
		"8 covered signed overflow: (x - 2) * 3 does not fit in int",
		"8 covered signed overflow: x - 2 does not fit in int",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
