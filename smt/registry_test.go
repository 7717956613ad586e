package smt_test

import (
	"strings"
	"testing"

	"culprit/smt"
	_ "culprit/smt/bitblast"
)

func TestOpen(t *testing.T) {
	smt.Register("left-out", nil, "build with -tags left_out")
	for _, c := range []struct{ name, err string }{
		{"", ""},
		{smt.Default, ""},
		{"gini", ""},
		{"gni", `unknown solver "gni"; this build has gini, own`},
		{"left-out", "this build has no solver left-out; build with -tags left_out"},
	} {
		f, err := smt.Open(c.name)
		switch {
		case c.err != "":
			if err == nil || err.Error() != c.err {
				t.Errorf("%q: %v, want %s", c.name, err, c.err)
			}
		case err != nil || f == nil || f() == nil:
			t.Errorf("%q: no engine, %v", c.name, err)
		}
	}
	if names := strings.Join(smt.Names(), " "); names != "gini own" {
		t.Errorf("built in: %s", names)
	}
}
