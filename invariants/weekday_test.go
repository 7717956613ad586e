package invariants

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// stdin makes tests of standard inputs.
func stdin(texts ...string) []*fault.Test {
	var out []*fault.Test
	for _, s := range texts {
		out = append(out, &fault.Test{Name: s, Stdin: []byte(s)})
	}
	return out
}

// diagnosis explains the run of in.Failing.
func diagnosis(t *testing.T, in *fault.Input, o Options) *Diagnosis {
	t.Helper()
	if in.Oracle == nil {
		in.Oracle = &fault.Oracle{}
	}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.Close)
	d, err := Diagnose(context.Background(), in, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// describe lists candidates that break an invariant with what is said about them.
func describe(d *Diagnosis) string {
	var out []string
	for i := range d.Candidates {
		c := &d.Candidates[i]
		if c.Step == Unbroken {
			continue
		}
		s := fmt.Sprintf("%d %s: %s not %s, step %d, lines %s", c.Edge.Pos.Line, c.Name, c.Observed, c.Expected, c.Step, strings.Join(linesOf(c.Expression), " "))
		out = append(out, s)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// The program of listing 1: the year is decremented below 0. The result of
// calc_daynr is the candidate, with the lines of the listing's 6, 8, 9, 10 and 13
// as its expression (14 only adds what these compute); that of calc_weekday follows from it, as does the
// statement that fails.
func TestWeekday(t *testing.T) {
	src, err := os.ReadFile("../examples/explain/weekday.c")
	if err != nil {
		t.Fatal(err)
	}
	in := &fault.Input{
		Prog: frontendtest.Execute(t, string(src)), Failing: stdin("0000-01-01")[0],
		Passing: stdin("2001-02-03", "1990-01-01", "0001-01-01", "0400-03-05", "0000-03-01"), Others: stdin("0000-02-02", "0000-01-03"),
	}
	d := diagnosis(t, in, Options{Good: 8, Bad: 8})
	want := `31 calc_daynr(): -32212253 not 60 to 730884, step 4, lines 23 25 26 27 30
36 calc_weekday(): -5 not 0 to 6, step 2, lines 36 46
47 this statement: uses memory wrongly or is undefined otherwise not , step 2, lines 46 47`
	if got := describe(d); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if d.Good != 5 || d.Bad != 2 || d.Count(Failed) != 3 || d.Count(Sliced) != 3 || d.Count(Unmarked) != 1 || d.Count(Agreed) != 1 {
		t.Errorf("%+v", d)
	}
	res := d.Result()
	if l := res.Locations[0]; l.Pos.Line != 31 || l.Observed != "-32212253" || l.Expected != "60 to 730884" || len(l.Expression) != 5 || l.Role != fault.Value {
		t.Errorf("%+v", l)
	}
	if n := len(res.Locations); n != 13 || d.Final() != 1 {
		t.Errorf("%d locations, %d in the final set", n, d.Final())
	}
}
