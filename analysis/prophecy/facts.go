package prophecy

import (
	"slices"

	"culprit/cfg"
)

// Facts proposes invariants of a program as it is, about its numbers: variables
// and cells, which are scalars at addresses that never change, such as the
// members of a struct that functions get a pointer to. Groups rest on what the
// ones before them give.
//
//	asserted      what the program asserts, bounds of numbers by the constants
//	              they meet, their order, congruences modulo what they are
//	              divided by
//	implications  what is asserted, and what a number that is set to constants
//	              says of others when it has one of them: the states of a
//	              machine
func Facts(p *cfg.Program) [][]cfg.Expr {
	f := factsOf(p, nil)
	f.collect()
	return f.groups()
}

// groups are those of Facts, about what was collected.
func (f *facts) groups() [][]cfg.Expr {
	f.numbers = slices.DeleteFunc(f.numbers, func(n number) bool { return !n.lasting })
	f.numbers = f.numbers[:min(len(f.numbers), 2*maxEach)]
	first := append(f.asserted(), f.bounded()...)
	first = append(first, f.related()...)
	f.seen = map[string]bool{} // what did not hold by itself may do with these
	return slices.DeleteFunc([][]cfg.Expr{first, append(f.asserted(), f.implied()...)},
		func(g []cfg.Expr) bool { return len(g) == 0 })
}

func factsOf(p *cfg.Program, others map[*cfg.Loc]bool) *facts {
	f := &facts{proposals: proposals{prog: p, loops: loopsOf(p), seen: map[string]bool{}}, others: others, place: map[*cfg.Var]cfg.Expr{}, index: map[string]int{}, looping: map[*cfg.Proc]bool{}}
	for _, l := range p.Locs {
		if f.loops.cyclic[l.ID] {
			f.looping[l.Proc] = true
		}
	}
	return f
}

// facts are the builder of Facts.
type facts struct {
	proposals
	others  map[*cfg.Loc]bool     // those that Instrument made plain; true: they were error locations
	place   map[*cfg.Var]cfg.Expr // pointers with one value; nil: others
	numbers []number
	index   map[string]int // of numbers, by text
	divisor []*cfg.Const
	looping map[*cfg.Proc]bool // those with loops
	noSums  bool               // nothing is said of remainders of sums
}

// number is a variable or a cell, with the constants that it meets.
type number struct {
	x       cfg.Expr
	lasting bool         // it may have a value at the head of a loop that matters later
	own     []*cfg.Const // compared with it, or set
	set     bool         // to a constant
}

// collect finds numbers, constants and divisors.
func (f *facts) collect() {
	type flow struct{ from, to cfg.Expr }
	var flows []flow
	for _, e := range f.prog.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			for x := range cfg.Parts(f.at(x)) {
				f.meet(x)
			}
		})
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			flows = append(flows, flow{f.at(s.Src), ref(s.Dst)})
		case *cfg.Store:
			flows = append(flows, flow{f.at(s.Val), f.at(&cfg.Load{T: s.Val.Type(), Addr: s.Addr, Region: s.Region})})
		case *cfg.Call:
			for i, v := range s.Proc.Params {
				if i < len(s.Args) {
					flows = append(flows, flow{f.at(s.Args[i]), ref(v)})
				}
			}
		}
	}
	for range maxSites {
		for _, w := range flows {
			to := f.number(w.to)
			if to == nil {
				continue
			}
			if c, ok := w.from.(*cfg.Const); ok {
				to.set = true
				to.meets(c)
			} else if from := f.number(w.from); from != nil {
				to = f.number(w.to) // numbers may have moved
				for _, c := range from.own {
					to.meets(c)
				}
				to.set = to.set || from.set
			}
		}
	}
}

// meet looks at one node of an expression.
func (f *facts) meet(x cfg.Expr) {
	f.number(x)
	c, ok := x.(*cfg.Binary)
	if !ok {
		return
	}
	switch c.Op {
	case cfg.URem, cfg.SRem:
		if k, ok := c.Y.(*cfg.Const); ok && len(f.divisor) < maxPerLoop && k.V > 1 && !hasText(asExprs(f.divisor), k) {
			f.divisor = append(f.divisor, k)
		}
	case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
		for _, s := range [2][2]cfg.Expr{{c.X, c.Y}, {c.Y, c.X}} {
			if k, ok := s[0].(*cfg.Const); ok {
				if n := f.number(s[1]); n != nil {
					n.meets(k)
				}
			}
		}
	}
}

func (n *number) meets(c *cfg.Const) {
	if len(n.own) < maxEach && c.T == n.x.Type() && !hasText(asExprs(n.own), c) {
		n.own = append(n.own, c)
	}
}

// number is x as a number, nil if it is something else or one too many. The
// pointer is good until the next call.
func (f *facts) number(x cfg.Expr) *number {
	t := x.Type()
	if t.Kind != cfg.Bits || t.Bits < 8 {
		return nil
	}
	lasting := true
	switch x := x.(type) {
	case *cfg.VarRef:
		if x.V.Pointer() || x.V == f.prog.HeapTop || f.ghost(x.V) {
			return nil
		}
		lasting = !x.V.Temp && slices.ContainsFunc(f.loops.defs[x.V], f.loops.repeats) && (x.V.Proc == nil || f.looping[x.V.Proc])
	case *cfg.Load:
		if !constant(x.Addr) {
			return nil
		}
	default:
		return nil
	}
	s := cfg.Key(x)
	i, ok := f.index[s]
	if !ok {
		if len(f.numbers) == maxSize {
			return nil
		}
		i = len(f.numbers)
		f.index[s] = i
		f.numbers = append(f.numbers, number{x: x, lasting: lasting})
	}
	return &f.numbers[i]
}

// constant reports whether an address is that of an object, or a constant
// distance from it.
func constant(x cfg.Expr) bool {
	object := false
	ok := true
	for x := range cfg.Parts(x) {
		switch x := x.(type) {
		case *cfg.AddrOf:
			object = true
		case *cfg.Const:
		case *cfg.Binary:
			ok = ok && (x.Op == cfg.Add || x.Op == cfg.PtrAdd)
		default:
			ok = false
		}
	}
	return ok && object
}

// at is x with pointers that have one value replaced by it.
func (f *facts) at(x cfg.Expr) cfg.Expr {
	if r, ok := x.(*cfg.VarRef); ok {
		if p := f.placeOf(r.V); p != nil {
			return p
		}
		return x
	}
	if l, ok := x.(*cfg.Load); ok {
		return &cfg.Load{T: l.T, Addr: f.at(l.Addr), Region: l.Region}
	}
	return descend(x, f.at)
}

// placeOf is the address that v always has where it is used, nil if there are
// several or they change.
func (f *facts) placeOf(v *cfg.Var) cfg.Expr {
	if !v.Pointer() {
		return nil
	}
	if p, ok := f.place[v]; ok {
		return p
	}
	f.place[v] = nil // while it is looked for
	var p cfg.Expr
	for _, d := range f.loops.defs[v] {
		var from cfg.Expr
		switch s := d.Stmt.(type) {
		case *cfg.Assign:
			from = s.Src
		case *cfg.Call:
			if i := slices.Index(s.Proc.Params, v); i >= 0 && i < len(s.Args) {
				from = s.Args[i]
			}
		}
		if from == nil {
			return nil
		}
		if from = f.at(from); !constant(from) || p != nil && cfg.Key(p) != cfg.Key(from) {
			return nil
		}
		p = from
	}
	f.place[v] = p
	return p
}

// asserted are the conditions that keep executions from error locations.
func (f *facts) asserted() []cfg.Expr {
	var out []cfg.Expr
	for _, l := range f.prog.Locs {
		if l.Kind != cfg.Error && !f.others[l] {
			continue
		}
		for _, e := range conditions(l) {
			x := f.at(e.Stmt.(*cfg.Assume).Cond)
			if size(x) <= maxSize && f.numeric(x) {
				out = f.add(out, cfg.Negate(x))
			}
		}
	}
	return out
}

func size(x cfg.Expr) int {
	n := 0
	cfg.Walk(x, func(cfg.Expr) { n++ })
	return n
}

// numeric reports whether x reads nothing but numbers.
func (f *facts) numeric(x cfg.Expr) bool {
	ok := true
	for x := range cfg.Parts(x) {
		if l, load := x.(*cfg.Load); load {
			ok = ok && constant(l.Addr)
		}
	}
	return ok
}

// bounded compares numbers with the constants that they meet.
func (f *facts) bounded() []cfg.Expr {
	var out []cfg.Expr
	for _, n := range f.numbers {
		t := n.x.Type()
		ks := append([]cfg.Expr{&cfg.Const{T: t}}, asExprs(n.own)...)
		for _, d := range f.divisor {
			if d.T == t {
				ks = append(ks, &cfg.Const{T: t, V: d.V - 1})
			}
		}
		for _, k := range ks {
			for _, le := range []cfg.Op{cfg.SLe, cfg.ULe} {
				out = f.add(out, cfg.Compare(le, n.x, k))
				out = f.add(out, cfg.Compare(le, k, n.x))
			}
		}
	}
	return out
}

// related compares numbers with each other.
func (f *facts) related() []cfg.Expr {
	var out []cfg.Expr
	for i, n := range f.numbers {
		for j, m := range f.numbers {
			if i == j || n.x.Type() != m.x.Type() {
				continue
			}
			if i < j {
				out = f.add(out, cfg.Compare(cfg.Eq, n.x, m.x))
			}
			out = f.add(out, cfg.Compare(cfg.SLe, n.x, m.x))
		}
	}
	sums := 0
	for _, d := range f.divisor {
		for i, n := range f.numbers {
			for j, m := range f.numbers[:i] {
				for k, s := range f.numbers {
					if f.noSums || k == i || k == j || n.x.Type() != d.T || m.x.Type() != d.T || s.x.Type() != d.T || sums == maxSize {
						continue
					}
					sums++
					sum := &cfg.Binary{Op: cfg.Add, T: d.T, X: n.x, Y: m.x}
					out = f.add(out, cfg.Compare(cfg.Eq, &cfg.Binary{Op: cfg.URem, T: d.T, X: sum, Y: d}, s.x))
				}
			}
		}
	}
	return out
}

// implied says what the constants that a number is set to go along with.
func (f *facts) implied() []cfg.Expr {
	var out []cfg.Expr
	for i, n := range f.numbers {
		if !n.set {
			continue
		}
		for _, c := range n.own {
			if len(out) >= 3*maxClauses {
				return out
			}
			when := cfg.Compare(cfg.Eq, n.x, c)
			for j, m := range f.numbers {
				if i == j {
					continue
				}
				for _, d := range m.own {
					if m.set {
						out = f.add(out, cfg.Implies(when, cfg.Compare(cfg.Eq, m.x, d)))
						out = f.add(out, cfg.Implies(when, cfg.Compare(cfg.Ne, m.x, d)))
					}
					out = f.add(out, cfg.Implies(when, cfg.Compare(cfg.SLe, m.x, d)))
				}
			}
		}
	}
	return out
}
