package spectrum

import (
	"context"
	"fmt"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// middle is the example of the paper on Tarantula; the fault is in line 10,
// where x should be.
const middle = `#include <stdio.h>
int main(void) {
	int x, y, z, m;
	scanf("%d %d %d", &x, &y, &z);
	m = z;
	if (y < z) {
		if (x < y)
			m = y;
		else if (x < z)
			m = y;
	} else if (x > y)
		m = y;
	else if (x > z)
		m = x;
	printf("%d\n", m);
	return 0;
}
`

// The scores of the paper's table, and those of the other formulas by hand.
func TestMiddle(t *testing.T) {
	prog := frontendtest.Execute(t, middle)
	test := func(stdin, want string) *fault.Test {
		return &fault.Test{Stdin: []byte(stdin), Expect: &fault.Expectation{Output: []byte(want), HasOutput: true}}
	}
	in := &fault.Input{Prog: prog, Failing: test("2 1 3", "2\n"), Passing: []*fault.Test{
		test("3 3 5", "3\n"), test("1 2 3", "2\n"), test("3 2 1", "2\n"), test("5 5 5", "5\n"), test("5 3 4", "4\n"),
	}}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for _, tt := range []struct {
		method fault.Method
		want   string
	}{
		{Tarantula(), "[10:0.83 9:0.71 7:0.62 4:0.50 5:0.50 6:0.50 15:0.50 16:0.50]"},
		{Ochiai(), "[10:0.71 9:0.58 7:0.50 4:0.41 5:0.41 6:0.41 15:0.41 16:0.41]"},
		{DStar(), "[10:1.00 9:0.50 7:0.33 4:0.20 5:0.20 6:0.20 15:0.20 16:0.20]"},
	} {
		a := fault.Ask(context.Background(), &tt.method, in)
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		var got []string
		for _, l := range a.Result.Locations {
			got = append(got, fmt.Sprintf("%d:%.2f", l.Pos.Line, l.Score))
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v", tt.method.Name, got)
		}
		if r := a.Result.Locations[0].Reason; r != "1 of 1 failing and 1 of 5 passing runs execute it; expected rank 1" {
			t.Error(r)
		}
	}
}

// Formulas at the borders, where divisors are 0.
func TestFormulas(t *testing.T) {
	for _, tt := range []struct {
		f, F, p, P float64
		want       string
	}{
		{3, 3, 0, 0, "1.00 1.00 10.00"},
		{3, 3, 0, 4, "1.00 1.00 10.00"},
		{2, 3, 0, 4, "1.00 0.82 4.00"},
		{3, 3, 4, 4, "0.50 0.65 2.25"},
		{1, 3, 4, 4, "0.25 0.26 0.17"},
	} {
		if got := fmt.Sprintf("%.2f %.2f %.2f", tarantula(tt.f, tt.F, tt.p, tt.P), ochiai(tt.f, tt.F, tt.p, tt.P), dstar(tt.f, tt.F, tt.p, tt.P)); got != tt.want {
			t.Errorf("%v: %s", tt, got)
		}
	}
}
