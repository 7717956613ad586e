package values

import (
	"testing"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/internal/cfgtext"
)

// TestLib checks which facts survive calls of the C library: an error location
// is left out exactly if they prove that it cannot be reached.
func TestLib(t *testing.T) {
	for _, c := range []struct {
		call, cond string
		reached    bool
	}{
		{`x := lib getchar()`, "x == 6", true},
		{`lib puts(&a)`, "x == 6", false},
		{`lib puts(&a)`, "i32[&a] == 6", false},
		{`lib fgets(&a, 8:i32, 0:i64)`, "i32[&a] == 6", true},
		{`lib fgets(&a, 8:i32, 0:i64)`, "i32[&b] == 6", false},
		{`lib frobnicate(p)`, "i32[&a] == 6", true},
		{`lib fopen(&a, &a)`, "i32[&errno] == 6", true},
		{`lib fopen(&a, &a)`, "i32[&a] == 6", false},
		{`lib puts(&a)`, "i32[&errno] == 6", false},
	} {
		p, err := cfgtext.Parse(`program "t.c" 64
object a 8 align 4
object b 8 align 4
object errno 4 align 4
var x i32
var p i64
proc main entry 0 exit 9
loc 8 error
0 -> 1: x := 5
1 -> 2: i32[&a] := 5
2 -> 3: i32[&b] := 5
3 -> 4: i32[&errno] := 5
4 -> 5: p := &a
5 -> 6: ` + c.call + `
6 -> 8: assume ` + c.cond + `
6 -> 9: assume !(` + c.cond + `)
9 -> 9: return
end
main main
`)
		if err != nil {
			t.Fatal(err)
		}
		alias.Assign(p)
		if err := cfg.Check(p); err != nil {
			t.Fatal(err)
		}
		reached := false
		for _, n := range Analyze(p, Limits{}).Reaches() {
			reached = reached || n.Loc.Kind == cfg.Error
		}
		if reached != c.reached {
			t.Errorf("%s; %s: reached is %t", c.call, c.cond, reached)
		}
	}
}
