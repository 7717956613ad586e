// Package passes rewrites a program, step by step, into one that can be executed
// or verified. The steps are a table; what each of them needs of the program is
// checked before it runs, and the regions of memory are computed again when one
// that changed the program is followed by one that needs them.
package passes

import (
	"fmt"
	"strings"

	"culprit/analysis/alias"
	"culprit/cfg"
)

// State is what holds of a program.
type State uint8

// The states of a program.
const (
	Laid    State = 1 << iota // procedures and objects have addresses
	Regions                   // accesses of memory have their regions
	Heap                      // the heap begins behind the last object
	Checked                   // what the property asks for are error locations
)

var stateNames = []string{"addresses", "regions", "a heap", "checks"}

func (s State) String() string {
	var names []string
	for i, n := range stateNames {
		if s&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ", ")
}

// Pass is one rewriting.
type Pass struct {
	Name string
	// Needs is what must hold of the program, Before what must not yet, and Gives
	// what holds afterwards. Regions that are needed are computed.
	Needs, Before, Gives State
	// Run changes the program. It reports whether accesses or objects changed, after
	// which the regions do not hold.
	Run func(u *Unit) (changed bool)
}

// Unit is a program with what is known of it.
type Unit struct {
	Prog  *cfg.Program
	state State
	about *alias.Result // of Regions
}

// Of is a program of which nothing is known.
func Of(p *cfg.Program) *Unit { return &Unit{Prog: p} }

// Clone is a copy of the unit. The copy shares the regions of the original, which
// so do not hold for either. stmt copies a statement, as that of cfg.Program.Clone.
func (u *Unit) Clone() (copied *Unit, stmt func(cfg.Stmt) cfg.Stmt) {
	u.state &^= Regions
	p, stmt := u.Prog.Clone()
	return &Unit{Prog: p, state: u.state}, stmt
}

// Run rewrites the program by the passes, in their order, and computes its regions.
// It panics if a pass comes too early or too late.
func (u *Unit) Run(table []Pass) {
	for i := range table {
		p := &table[i]
		if missing := p.Needs &^ (u.state | Regions); missing != 0 {
			panic(fmt.Sprintf("passes: %s needs %v", p.Name, missing))
		}
		if early := p.Before & u.state; early != 0 {
			panic(fmt.Sprintf("passes: %s after there are %v", p.Name, early))
		}
		if p.Needs&Regions != 0 {
			u.Points()
		}
		if p.Run(u) {
			u.state &^= Regions
		}
		u.state |= p.Gives
	}
	u.Points()
}

// Points is what pointers may point to, with the regions that follow from it.
func (u *Unit) Points() *alias.Result {
	if u.state&Regions == 0 {
		u.about = alias.Assign(u.Prog)
		u.state |= Regions
	}
	return u.about
}
