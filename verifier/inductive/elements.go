package inductive

import (
	"context"
	"fmt"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// Facts about all elements of a linked structure. The invariant is about one
// arbitrary address, a symbol that no statement reads or writes: what is inductive
// for it is so for every address, and where an execution goes on from a state, it
// holds of as many addresses as are looked at: those in pointers, and in the
// members of what they lead to. So "every element has data of this range, and a
// next one or none" takes no quantifier.
//
// An address is one of an element if a block begins there. That is told by
// arithmetic: the heap only grows (hoare.Sym), so that blocks of one size, which
// with its padding is a power of two, begin at equal distances from its start to
// its top.

// elements are the addresses that an invariant is about.
type elements struct {
	any logic.T                      // the arbitrary address
	at  map[automata.State][]logic.T // those that it is said of, over the state at a head
}

// given is what is known at a state: the invariant, and what it says of the addresses
// that are looked at.
func (h *Houdini) given(q automata.State) []logic.T {
	conj, _ := h.instances(q)
	return conj
}

// instances are the conjuncts with what they say of the addresses; of are those that
// say so.
func (h *Houdini) instances(q automata.State) (out, of []logic.T) {
	return h.elements.instances(q, h.inv[q], func(t, a logic.T) logic.T {
		k := [2]logic.T{t, a}
		if h.instance[k] == 0 {
			h.instance[k] = h.elements.of(h.TB, t, a)
		}
		return h.instance[k]
	})
}

// of is what a conjunct says of an address.
func (e *elements) of(tb *logic.Table, t, addr logic.T) logic.T {
	return tb.Subst(t, map[logic.T]logic.T{e.any: addr})
}

// instances adds to conjuncts what they say of the addresses; of are those that say
// so. Without elements there is nothing to add.
func (e *elements) instances(q automata.State, conj []logic.T, say func(t, addr logic.T) logic.T) (out, of []logic.T) {
	if e == nil {
		return conj, conj
	}
	out, of = slices.Clone(conj), slices.Clone(conj)
	seen := map[logic.T]bool{}
	for _, a := range e.at[q] {
		for _, t := range conj {
			if x := say(t, a); x != t && !seen[x] {
				seen[x] = true
				out, of = append(out, x), append(of, t)
			}
		}
	}
	return out, of
}

// arbitrary requires that the address is one: no segment knows it.
func (e *elements) arbitrary(enc *hoare.Encoder, segs []Segment) error {
	tb := enc.TB
	knows := func(t logic.T) bool { return slices.Contains(tb.Vars(t), e.any) }
	if enc.Symbol(e.any) >= 0 || tb.Op(e.any) != logic.OpVar {
		return fmt.Errorf("the address is one of the program")
	}
	for _, s := range segs {
		if slices.ContainsFunc(s.Path, knows) {
			return fmt.Errorf("a path depends on the address")
		}
		for sym, t := range s.After {
			if sym == e.any || knows(t) {
				return fmt.Errorf("a segment changes the address")
			}
		}
	}
	return nil
}

// Without are the conjuncts that do not speak of the address.
func (e *elements) Without(tb *logic.Table, conj []logic.T) []logic.T {
	return slices.DeleteFunc(slices.Clone(conj), func(t logic.T) bool { return slices.Contains(tb.Vars(t), e.any) })
}

// ForElements begins a search for such an invariant, for the error locations that one
// without elements leaves open; nil if the program has no such structure.
func (left *Open) ForElements(ctx context.Context, enc *hoare.Encoder, engine smt.Engine) *Open {
	s := structureOf(enc)
	if s == nil {
		return nil
	}
	h := NewHoudini(ctx, left.TB, engine, left.Segs, left.heads, left.Budget)
	terms, single := s.propose(h.heads, h.wanted(s.enc, finalsOf(left.ctl, left.Targets)))
	for q, conj := range left.inv {
		single[q] = append(single[q], conj...)
	}
	h.elements, h.instance = s.elements, map[[2]logic.T]logic.T{}
	h.add(terms, single)
	return &Open{h, left.ctl, left.Targets}
}

// structure makes proposals about the elements of a program.
type structure struct {
	*elements
	enc      *hoare.Encoder
	stride   uint64
	first    uint64      // address of the first block
	size     uint64      // of a block
	pointers []*cfg.Var  // that an element may be reached by
	links    []*cfg.Load // members that hold addresses, of the first pointer
}

// structureOf is that of a program; nil if its blocks are not told apart.
func structureOf(enc *hoare.Encoder) *structure {
	p := enc.Prog
	s := &structure{enc: enc, elements: &elements{any: enc.TB.Var("any!element", logic.BVSort(p.PtrBits)), at: map[automata.State][]logic.T{}}}
	for _, e := range p.Edges {
		a, ok := e.Stmt.(*cfg.Alloc)
		if !ok {
			continue
		}
		n, ok := a.Size.(*cfg.Const)
		if !ok || n.V == 0 || s.size != 0 && s.size != n.V {
			return nil
		}
		s.size = n.V
	}
	s.stride = (s.size + cfg.HeapAlign - 1) &^ (cfg.HeapAlign - 1)
	if s.size == 0 || s.stride&(s.stride-1) != 0 {
		return nil
	}
	s.first = (p.HeapBase() + cfg.HeapAlign - 1) &^ (cfg.HeapAlign - 1)
	for _, v := range p.Vars {
		if v.Pointer() && v != p.HeapTop && !v.Temp && v.Type.Width() == p.PtrBits && len(s.pointers) < maxElements {
			s.pointers = append(s.pointers, v)
		}
	}
	if len(s.pointers) == 0 {
		return nil
	}
	s.findLinks()
	return s
}

// findLinks collects the members that hold addresses, from what is read or written
// at a constant distance from a pointer.
func (s *structure) findLinks() {
	seen := map[string]bool{}
	meet := func(l *cfg.Load) {
		off, fixed := cfg.Distance(l.Addr)
		_, ok := cfg.Base(l.Addr).(*cfg.VarRef)
		if !fixed || !ok || l.Region == nil || l.T.Width() != s.enc.Prog.PtrBits || off >= s.size {
			return
		}
		key := fmt.Sprint(l.Region.ID, off)
		if seen[key] || len(s.links) == maxElements {
			return
		}
		seen[key] = true
		p := s.pointers[0]
		at := cfg.Expr(&cfg.VarRef{V: p})
		if off > 0 {
			at = &cfg.Binary{Op: cfg.PtrAdd, T: p.Type, X: at, Y: &cfg.Const{T: p.Type, V: off}}
		}
		s.links = append(s.links, &cfg.Load{T: l.T, Addr: at, Region: l.Region})
	}
	for _, e := range s.enc.Prog.Edges {
		if st, ok := e.Stmt.(*cfg.Store); ok {
			meet(&cfg.Load{T: st.Val.Type(), Addr: st.Addr, Region: st.Region})
		}
		for x := range cfg.StmtParts(e.Stmt) {
			if l, ok := x.(*cfg.Load); ok {
				meet(l)
			}
		}
	}
}

// link is the member of an element.
func (s *structure) link(l *cfg.Load, addr logic.T) logic.T {
	return s.enc.TB.Subst(s.enc.Expr(l, hoare.NewSym(s.enc)), map[logic.T]logic.T{s.enc.VarTerm[s.pointers[0].ID]: addr})
}

// propose chooses the addresses to look at, and gives proposals: that pointers lead to
// elements, that their members do, and of every element what is wanted of those
// that pointers lead to.
func (s *structure) propose(heads []automata.State, wanted Invariant) (terms []logic.T, single Invariant) {
	tb, w := s.enc.TB, s.enc.Prog.PtrBits
	word := func(n uint64) logic.T { return tb.BV(w, n) }
	low := func(t logic.T) logic.T { return tb.BvAnd(t, word(s.stride-1)) }
	top, null := s.enc.VarTerm[s.enc.Prog.HeapTop.ID], word(0)
	element := tb.And(tb.ULe(word(s.first), s.any), tb.ULt(s.any, top), tb.Eq(low(s.any), word(s.first&(s.stride-1))))
	for _, o := range s.enc.Prog.Objects { // a first element that is a variable
		if o.Size == s.size {
			element = tb.Or(element, tb.Eq(s.any, word(o.Addr)))
		}
	}
	optional := func(t logic.T) logic.T { return tb.Or(tb.Eq(t, null), s.of(tb, element, t)) }

	start := word(s.enc.Prog.HeapBase())
	terms = append(terms, tb.ULe(start, top),
		tb.Or(tb.Eq(top, start), tb.Eq(low(top), word((s.first+s.size)&(s.stride-1)))))
	var at []logic.T
	for _, v := range s.pointers {
		p := s.enc.VarTerm[v.ID]
		terms = append(terms, optional(p), tb.Not(tb.Eq(p, null)))
		at = append(at, p)
	}
	for _, l := range s.links {
		terms = append(terms, tb.Implies(element, optional(s.link(l, s.any))))
		for _, v := range s.pointers {
			at = append(at, s.link(l, s.enc.VarTerm[v.ID]))
		}
	}
	single = Invariant{}
	for _, q := range heads {
		s.at[q] = at
		single[q] = slices.Clone(wanted[q])
	}
	for _, q := range heads { // what one loop wants another has to keep
		for _, t := range wanted[q] {
			for _, v := range s.pointers {
				if x := tb.Subst(t, map[logic.T]logic.T{s.enc.VarTerm[v.ID]: s.any}); x != t {
					if every := tb.Implies(element, x); !slices.Contains(terms, every) {
						terms = append(terms, every)
					}
				}
			}
		}
	}
	return terms, single
}
