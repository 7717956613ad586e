package safety

import "culprit/cfg"

// Counted is how many things in the text of a program checks look at. Those that
// cannot go wrong have no error location.
type Counted struct {
	Accesses   int // to memory, for Deref and Align
	Operations int // of numbers, for Overflow and its kin
	Blocks     int // that are allocated or freed, for Free, Memtrack and Memclean
}

// Count counts what the checks c look at in p, instrumented or not.
func Count(p *cfg.Program, c Checks) (n Counted) {
	for _, l := range p.Locs {
		if len(l.Out) == 0 || l.Out[0].Role != cfg.RoleUser {
			continue
		}
		if c&(Deref|Align) != 0 {
			n.Accesses += accessesOf(l)
		}
		evaluated(l, func(e, _ cfg.Expr) {
			if c&^(Memsafety|Memclean|Align) != 0 && cfg.SiteOf(e) != nil {
				n.Operations++
			}
		})
		for _, e := range l.Out {
			a, allocates := e.Stmt.(*cfg.Alloc)
			f, frees := e.Stmt.(*cfg.Free)
			if c&(Free|Memtrack|Memclean) != 0 && (allocates && !a.Stack || frees && !f.Stack) {
				n.Blocks++
			}
		}
	}
	return n
}

// accessesOf counts the accesses of the statements that leave a location.
func accessesOf(l *cfg.Loc) (n int) {
	evaluated(l, func(e, _ cfg.Expr) {
		if x, ok := e.(*cfg.Load); ok && !x.Region.Ghost() {
			n++
		}
	})
	for _, e := range l.Out {
		switch e.Stmt.(type) { // those of a ghost are not the user's
		case *cfg.Store, *cfg.MemSet, *cfg.MemHavoc:
			n++
		case *cfg.MemCopy:
			n += 2
		}
	}
	return n
}
