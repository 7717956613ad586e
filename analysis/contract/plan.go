package contract

import (
	"fmt"
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
)

// Plan says what contracts of a program are about.
type Plan struct {
	Prog   *cfg.Program
	Frames []*Frame // of the recursive procedures, in the order of the program
	by     map[*cfg.Proc]*Frame
}

// Frame names the values that a contract of Proc may speak of: Proc.Params are
// the arguments, Proc.Ret is the result. A global means its value at the call
// in a precondition and its value at the return in a postcondition.
type Frame struct {
	Proc *cfg.Proc
	// Globals are the variables that calls may read or change, without the heap
	// top.
	Globals []*cfg.Var
	// Old are the values at the call of the globals that calls may change. The
	// variables occur in contracts only.
	Old map[*cfg.Var]*cfg.Var

	changed []*cfg.Var    // by calls, those of non-recursive callees included
	regions []*cfg.Region // that calls may change
}

// Of plans contracts for all recursive procedures of p. The error says why
// recursion is not proved in this way.
func Of(p *cfg.Program) (*Plan, error) {
	calls := p.CallGraph()
	pl := &Plan{Prog: p, by: map[*cfg.Proc]*Frame{}}
	if calls.Recursive(p.Main) {
		return nil, fmt.Errorf("%s is recursive", p.Main.Name)
	}
	for _, o := range p.Objects {
		if o.Proc != nil && calls.Recursive(o.Proc) {
			return nil, fmt.Errorf("%s of %s, which is recursive, is in memory", o.Name, o.Proc.Name)
		}
	}
	for _, l := range p.Locs {
		for _, k := range l.Checks {
			if k.Kind == cfg.LostCheck || k.Kind == cfg.LostHereCheck || k.Kind == cfg.LostForeverCheck {
				return nil, fmt.Errorf("blocks may be lost in recursion that does not end")
			}
		}
	}
	if len(p.Regions) == 0 && memory(p) {
		return nil, fmt.Errorf("memory has no regions")
	}
	effects := flow.NewModRef(p)
	for _, f := range p.Procs {
		if calls.Recursive(f) {
			fr := frameOf(p, f, calls, effects)
			pl.Frames = append(pl.Frames, fr)
			pl.by[f] = fr
		}
	}
	if len(pl.Frames) == 0 {
		return nil, fmt.Errorf("nothing is recursive")
	}
	return pl, nil
}

// frameOf is the frame of a recursive procedure.
func frameOf(p *cfg.Program, f *cfg.Proc, calls *cfg.CallGraph, effects *flow.ModRef) *Frame {
	fr := &Frame{Proc: f, Old: map[*cfg.Var]*cfg.Var{}}
	for _, v := range p.Vars {
		mod, ref := effects.Mod[f.ID].Has(v.ID), effects.Ref[f.ID].Has(v.ID)
		switch {
		case v.Proc == nil:
			if mod {
				fr.changed = append(fr.changed, v)
			}
			if v == p.HeapTop || !mod && !ref {
				continue
			}
			fr.Globals = append(fr.Globals, v)
			if mod {
				fr.Old[v] = &cfg.Var{ID: -1, Name: "old " + v.Name, Type: v.Type, Signed: v.Signed, Temp: true}
			}
		case mod && !calls.Recursive(v.Proc) && !slices.Contains(v.Proc.Params, v):
			// It has a value from an earlier call where nothing sets it.
			if cfg.ReadFrom(v.Proc.Entry, v) {
				fr.changed = append(fr.changed, v)
			}
		}
	}
	for _, r := range p.Regions {
		if effects.Mod[f.ID].Has(int(flow.RegionSlot(p, r))) {
			fr.regions = append(fr.regions, r)
		}
	}
	return fr
}

// memory reports whether p accesses memory.
func memory(p *cfg.Program) bool {
	for _, e := range p.Edges {
		switch e.Stmt.(type) {
		case *cfg.Store, *cfg.MemCopy, *cfg.MemSet, *cfg.MemHavoc, *cfg.Alloc:
			return true
		}
		found := false
		cfg.Exprs(e.Stmt, func(x cfg.Expr) { found = found || cfg.Loads(x) })
		if found {
			return true
		}
	}
	return false
}
