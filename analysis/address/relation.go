package address

import (
	"slices"

	"culprit/cfg"
)

// relation says whether two addresses lie in one object.
type relation uint8

const (
	together  relation = iota // they do
	assumed                   // they do if C defines what the program does with them
	listed                    // they lie in some of a few objects
	unrelated                 // they do not, or nobody knows
)

func (a *analysis) relation(x, y cfg.Expr) relation {
	if cfg.Key(cfg.Base(x)) == cfg.Key(cfg.Base(y)) {
		return together
	}
	objects, others, same := a.points.Objects(x, y)
	switch {
	case !same:
		return unrelated
	case others:
		return assumed
	case len(objects) == 1:
		return together
	case len(objects) == 0:
		return assumed // of null, or of pointers that are never used
	case len(objects) <= maxListed:
		return listed
	}
	return assumed
}

// oneObject is the condition that x and y lie in one object of their class.
func (a *analysis) oneObject(x, y cfg.Expr) cfg.Expr {
	objects, _, _ := a.points.Objects(x, y)
	var any cfg.Expr
	for _, o := range objects {
		c := cfg.Conjunction(within(x, o, a.prog.PtrBits), within(y, o, a.prog.PtrBits))
		if any == nil {
			any = c
			continue
		}
		any = cfg.Disjunction(any, c)
	}
	return any
}

func within(p cfg.Expr, o *cfg.Object, bits int) cfg.Expr {
	off := &cfg.Binary{Op: cfg.Sub, T: cfg.BV(bits), X: p, Y: &cfg.AddrOf{Obj: o, Bits: bits}}
	return cfg.Compare(cfg.ULe, off, &cfg.Const{T: cfg.BV(bits), V: o.Size})
}

// mayPoint lists the objects that an address may point to.
func (a *analysis) mayPoint(x cfg.Expr) []*cfg.Object {
	if o, named := cfg.Base(x).(*cfg.AddrOf); named {
		return []*cfg.Object{o.Obj}
	}
	objects, _, _ := a.points.Objects(x, x)
	return objects
}

// findEnds notes the objects whose ends the program may compute: it moves a pointer
// to them, other than to a member. It reads the statements as they were when the
// pointers were analysed.
func (a *analysis) findEnds() {
	a.ends = map[*cfg.Object]bool{}
	for _, e := range a.prog.Edges {
		switch s := e.Stmt.(type) { // others only access what their addresses lead to
		case *cfg.Assign:
			a.moves(s.Src)
		case *cfg.Assume:
			a.moves(s.Cond)
		case *cfg.Store:
			a.moves(s.Val)
		case *cfg.Call:
			for _, x := range s.Args {
				a.moves(x)
			}
		}
	}
}

// moves notes the objects of which the ends may be values of an expression, other
// than addresses that it only reads.
func (a *analysis) moves(e cfg.Expr) {
	if l, ok := e.(*cfg.Load); ok {
		for x := range cfg.Parts(l.Addr) {
			if x, ok := x.(*cfg.Load); ok && x != l {
				a.moves(x)
			}
		}
		return
	}
	if b, ok := e.(*cfg.Binary); ok && (b.Op == cfg.PtrAdd || b.Op == cfg.Add || b.Op == cfg.Sub) {
		c, constant := b.Y.(*cfg.Const)
		for _, o := range a.mayPoint(b) {
			_, named := cfg.Base(b).(*cfg.AddrOf)
			if !constant || c.V == o.Size || !named && (o.CType == nil || len(o.CType.Members) == 0) {
				a.ends[o] = true
			}
		}
	}
	cfg.Children(e, a.moves)
}

// ended reports whether an address may be that of a local object while f runs
// and the procedure of the object does not: the object is gone, and another one
// may have its place.
func (a *analysis) ended(addr cfg.Expr, f *cfg.Proc) bool {
	if _, named := cfg.Base(addr).(*cfg.AddrOf); named {
		return false
	}
	objects, _, _ := a.points.Objects(addr, addr)
	return slices.ContainsFunc(objects, func(o *cfg.Object) bool {
		if o.Proc == nil || o.Proc == a.prog.Main {
			return false
		}
		if a.without[o.Proc] == nil {
			a.without[o.Proc] = a.prog.CallGraph().Reach(a.prog.Main, func(g *cfg.Proc) bool { return g == o.Proc })
		}
		return a.without[o.Proc][f.ID]
	})
}
