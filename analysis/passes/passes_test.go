package passes

import (
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
)

func program(t *testing.T) *cfg.Program {
	t.Helper()
	p := &cfg.Program{PtrBits: 32}
	p.Main = p.NewProc("main", cfg.Pos{})
	p.Main.Entry, p.Main.Exit = p.NewLoc(p.Main, cfg.Pos{}), p.NewLoc(p.Main, cfg.Pos{})
	o := p.NewObject(nil, "g", 4, 4)
	p.NewEdge(p.Main.Entry, p.Main.Exit, &cfg.Store{Addr: &cfg.AddrOf{Obj: o, Bits: 32}, Val: &cfg.Const{T: cfg.BV(32), V: 1}}, cfg.Pos{}, "", cfg.RoleUser)
	return p
}

// TestRun: passes run in their order, regions are computed for those that need
// them and again after a change, and a pass in the wrong place is found.
func TestRun(t *testing.T) {
	var ran []string
	pass := func(name string, needs, before, gives State, changed bool) Pass {
		return Pass{Name: name, Needs: needs, Before: before, Gives: gives, Run: func(u *Unit) bool {
			ran = append(ran, name)
			if needs&Regions != 0 && u.Prog.Edges[0].Stmt.(*cfg.Store).Region == nil {
				t.Errorf("%s: no regions", name)
			}
			u.Prog.Edges[0].Stmt.(*cfg.Store).Region = nil
			return changed
		}}
	}
	u := Of(program(t))
	u.Run([]Pass{
		pass("layout", 0, Laid, Laid, true),
		pass("first", Laid|Regions, 0, 0, true),
		pass("second", Regions, Checked, Heap, true),
		pass("third", Heap, 0, Checked, true),
	})
	if want := []string{"layout", "first", "second", "third"}; !slices.Equal(ran, want) {
		t.Errorf("ran %q, want %q", ran, want)
	}
	if u.Prog.Edges[0].Stmt.(*cfg.Store).Region == nil {
		t.Error("no regions at the end")
	}
	for _, c := range []struct {
		table []Pass
		want  string
	}{
		{[]Pass{pass("early", Heap, 0, 0, false)}, "early needs a heap"},
		{[]Pass{pass("layout", 0, 0, Laid, true), pass("late", 0, Laid|Heap, 0, false)}, "late after there are addresses"},
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			}()
			Of(program(t)).Run(c.table)
		}()
	}
}
