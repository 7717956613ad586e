package verifier

import (
	"context"
	"strings"
	"testing"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/internal/cfgtext"
	"culprit/interp"
)

// reads is a program that writes to an object and reads it through a pointer:
// it reaches its error.
func reads(t *testing.T, value string) *cfg.Program {
	p, err := cfgtext.Parse(`program "t.c" 64
object a 4 align 4
var p i64
var x i32
proc main entry 0 exit 5
0 -> 1: p := &a
1 -> 2: i32[&a] := 1
2 -> 3: x := i32[p]
loc 4 error because assertion "x"
3 -> 4: assume x == ` + value + `
3 -> 5: assume x != ` + value + `
5 -> 5: return
end
main main
`)
	if err != nil {
		t.Fatal(err)
	}
	alias.Assign(p)
	return p
}

// TestRegionsConfirmed splits the memory of a program wrongly, so that a read
// misses what was written: that must not become a proof.
func TestRegionsConfirmed(t *testing.T) {
	conf := Config{Replay: interp.Replay}
	if res := Verify(context.Background(), reads(t, "2"), conf); res.Verdict != True || len(res.Notes) > 0 {
		t.Errorf("%v %s, notes %v", res.Verdict, res.Reason, res.Notes)
	}
	p := reads(t, "1")
	if res := Verify(context.Background(), p, conf); res.Verdict != False {
		t.Errorf("%v %s", res.Verdict, res.Reason)
	}
	p = reads(t, "1")
	split := &cfg.Region{ID: len(p.Regions), Name: "split", Cell: p.Regions[0].Cell}
	p.Regions = append(p.Regions, split)
	for _, e := range p.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			if l, ok := x.(*cfg.Load); ok {
				l.Region = split
			}
		})
	}
	if res := Verify(context.Background(), p, conf); res.Verdict != Unknown || !strings.Contains(res.Reason, "region") {
		t.Errorf("with a wrong region: %v %s", res.Verdict, res.Reason)
	}
	conf.RegionWork = 1
	if res := Verify(context.Background(), reads(t, "2"), conf); res.Verdict != True || len(res.Notes) != 1 || !res.Notes[0].Assumed {
		t.Errorf("without work: %v %s, notes %v", res.Verdict, res.Reason, res.Notes)
	}
}
