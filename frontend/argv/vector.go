package argv

import (
	"slices"

	"culprit/analysis/alias"
	"culprit/analysis/inclusion"
	"culprit/analysis/passes"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
)

// Vector is argv of main: a block of count pointers and a null pointer. The first
// slots have their texts from the beginning. Any other gets one where the program is
// about to read it, unless it was the last that got one. So an element that is read
// again after another one has another text, where the program would find the first:
// all that it could find is there. Traces in which that happens are not reported.
// It takes that the program writes neither to the list nor to a text, and compares no
// two pointers to texts; a program that may has fewer than slotCount arguments, or the
// answer is not known.
type Vector struct {
	*emit.Program
	own   map[*cfg.Edge]bool // the statements that make the list
	list  *cfg.Var           // the block, wherever argv points later
	argc  *cfg.Var           // what it is at first
	count cfg.Expr           // the same, of the type of size_t
	end   cfg.Expr           // the offset of the null pointer
	last  element            // that got a text
	// chosen has the offset of the element that gets a text, for those who read a trace.
	chosen *cfg.Var
	slots  uint64
	// Others says that the program does more than to read the first slots.
	Others bool
}

// element is what the tool knows of an element of argv: its offset, the size of its
// text, and where that is.
type element struct{ at, size, text *cfg.Var }

func newVector(p *emit.Program, argc *cfg.Var, count cfg.Expr, slots uint64, others bool) *Vector {
	v := &Vector{Program: p, own: map[*cfg.Edge]bool{}, argc: argc, count: count, slots: slots, Others: others}
	v.end = emit.Binary(cfg.Mul, count, v.number(v.step()))
	v.list = v.temp(cfg.ArgumentList, v.Types.CharPtr)
	v.last = v.elementAt(slots - 1)
	v.chosen = v.temp("#argument chosen", v.Types.Size)
	return v
}

func (v *Vector) temp(name string, t *ctypes.Type) *cfg.Var {
	x := v.NewVar(nil, name, t, cfg.Pos{})
	x.Temp = true
	return x
}

// elementAt has the variables of the i-th element. The last of the slots shares them
// with all behind it.
func (v *Vector) elementAt(i uint64) element {
	if i+1 == v.slots && v.last.at != nil {
		return v.last
	}
	return element{v.temp("#argument", v.Types.Size), v.temp("#size of argument", v.Types.Size), v.temp(cfg.ArgumentText, v.Types.CharPtr)}
}

// step is the size of an element.
func (v *Vector) step() uint64 { return v.Types.CharPtr.Size }

// number is a constant of the type of size_t.
func (v *Vector) number(n uint64) cfg.Expr { return emit.Const(v.Types.Value(v.Types.Size), n) }

// begin makes the list. Where accesses are not checked there is room for the first
// texts, whatever the count is.
func (v *Vector) begin(put func(cfg.Stmt), room bool) {
	n := uint64(1)
	if room {
		n += slotCount
	}
	put(&cfg.Assume{Cond: emit.Binary(cfg.ULe, v.count, v.number(stackLength/v.step()))})
	put(&cfg.Alloc{Dst: v.list, Size: emit.Binary(cfg.Add, v.end, v.number(n*v.step())), Lib: true, Align: v.step()})
}

// text makes an arbitrary text in a block of its own, for the element at an offset.
func (v *Vector) text(put func(cfg.Stmt), e element, off cfg.Expr) {
	size := &cfg.VarRef{V: e.size}
	put(&cfg.Assign{Dst: e.at, Src: off})
	put(&cfg.Havoc{Dst: v.chosen, Kind: cfg.Nondet, Func: cfg.ArgumentChosen})
	put(&cfg.Assume{Cond: emit.Binary(cfg.Eq, &cfg.VarRef{V: v.chosen}, &cfg.VarRef{V: e.at})})
	put(&cfg.Havoc{Dst: e.size, Kind: cfg.Nondet, Func: cfg.ArgumentSize})
	put(&cfg.Assume{Cond: emit.Binary(cfg.LAnd, emit.Binary(cfg.ULt, v.number(0), size), emit.Binary(cfg.ULe, size, v.number(stackLength)))})
	put(&cfg.Alloc{Dst: e.text, Size: size, Lib: true, Align: 1})
	put(&cfg.MemHavoc{Dst: &cfg.VarRef{V: e.text}, Size: size, Kind: cfg.Nondet})
}

// set ends the text of an element and stores where it is.
func (v *Vector) set(put func(cfg.Stmt), e element, off, begin cfg.Expr) {
	text := &cfg.VarRef{V: e.text}
	put(&cfg.Store{Addr: emit.Binary(cfg.PtrAdd, text, emit.Binary(cfg.Sub, &cfg.VarRef{V: e.size}, v.number(1))), Val: emit.Const(cfg.BV(8), 0)})
	put(&cfg.Store{Addr: emit.Binary(cfg.PtrAdd, &cfg.VarRef{V: v.list}, off), Val: begin})
}

// slot gives the i-th element a text.
func (v *Vector) slot(put func(cfg.Stmt), i uint64, e element) {
	off := v.number(i * v.step())
	v.text(put, e, off)
	v.set(put, e, off, v.unlessEnd(i, e))
}

// unlessEnd is where the text of the i-th element begins, or null if that is the end.
func (v *Vector) unlessEnd(i uint64, e element) cfg.Expr {
	return emit.Ite(emit.Is(&cfg.VarRef{V: v.argc}, i), v.number(0), &cfg.VarRef{V: e.text})
}

// vectorRead is a location behind which the program reads an address that may be of
// an element of argv.
type vectorRead struct {
	at   *cfg.Loc
	addr cfg.Expr
}

// Elements gives the other elements of argv their texts. It returns the program with few
// arguments, if it gives u any number.
func (v *Vector) Elements(u *passes.Unit) (fewer *passes.Unit) {
	points := u.Points()
	start := v.start()
	if start == nil {
		return nil
	}
	reads, only := v.reads(points)
	slots := make([]element, slotCount)
	for i := v.slots; i < slotCount; i++ {
		slots[i] = v.elementAt(i)
	}
	if !only {
		v.few(v.CFG, start, slots, func(s cfg.Stmt) cfg.Stmt { return s })
		return nil
	}
	fewer, stmt := u.Clone()
	v.few(fewer.Prog, fewer.Prog.Locs[start.ID], slots, stmt)
	v.choose(start, reads)
	return fewer
}

// start is where the list is made, nil if the program does not come there.
func (v *Vector) start() *cfg.Loc {
	for _, e := range v.CFG.Edges {
		if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst != v.list && cfg.Mentions(a.Src, v.list) {
			return e.From
		}
	}
	return nil
}

// reads are where the program reads elements; only says that it does no more than that
// with the list, and neither writes to the texts nor compares where they are.
func (v *Vector) reads(points *alias.Result) (reads []vectorRead, only bool) {
	list := points.Region(&cfg.VarRef{V: v.list})
	only = !v.observed()
	found := map[*cfg.Loc][]string{}
	for _, e := range v.CFG.Edges {
		if v.own[e] {
			continue
		}
		if s, ok := e.Stmt.(*cfg.MemCopy); ok {
			only = only && s.SrcRegion != list
		}
		for x := range cfg.StmtParts(e.Stmt) {
			ld, ok := x.(*cfg.Load)
			if !ok || ld.Region != list || list == nil {
				continue
			}
			ps := v.step()
			only = only && uint64(ld.T.Bytes()) == ps && points.Multiple(ld.Addr)%ps == 0
			if key := cfg.Key(ld.Addr); !slices.Contains(found[e.From], key) {
				found[e.From] = append(found[e.From], key)
				reads = append(reads, vectorRead{e.From, ld.Addr})
			}
		}
	}
	return reads, only
}

// observed reports whether the program may write to the list or to a text, or compute
// with two pointers to texts, which would be equal where one element has two texts here.
func (v *Vector) observed() bool {
	edges, known := inclusion.Observes(v.CFG, inclusion.MaxWork, func(o *cfg.Object, s *cfg.Alloc) (stays, hidden bool) {
		if s == nil {
			return o.ShortArguments(), o.ShortArguments()
		}
		list, text := s.Dst.Argument()
		return list || text, text
	})
	return !known || slices.ContainsFunc(edges, func(e *cfg.Edge) bool { return !v.own[e] })
}

// choose gives elements a text where they are about to be read.
func (v *Vector) choose(start *cfg.Loc, reads []vectorRead) {
	p, e := v.CFG, v.last
	end, rest := &cfg.Store{Addr: emit.Binary(cfg.PtrAdd, &cfg.VarRef{V: v.list}, v.end), Val: v.number(0)}, split(p, start)
	p.NewEdge(start, rest, end, cfg.Pos{}, "", cfg.RoleImplicit).Valid = true
	for _, r := range reads {
		next, other := split(p, r.at), p.NewLoc(r.at.Proc, cfg.Pos{})
		off := emit.Binary(cfg.Sub, r.addr, &cfg.VarRef{V: v.list})
		fresh := emit.Binary(cfg.LAnd, emit.Binary(cfg.LAnd,
			emit.Binary(cfg.ULe, v.number(v.slots*v.step()), off),
			emit.Binary(cfg.ULt, off, v.end)), emit.Binary(cfg.Ne, off, &cfg.VarRef{V: e.at}))
		p.NewEdge(r.at, next, &cfg.Assume{Cond: cfg.Negate(fresh)}, cfg.Pos{}, "", cfg.RoleImplicit).Valid = true
		p.NewEdge(r.at, other, &cfg.Assume{Cond: fresh}, cfg.Pos{}, "", cfg.RoleImplicit).Valid = true
		at := other
		put := func(s cfg.Stmt) { at = after(p, at, s) }
		v.text(put, e, off)
		v.set(put, e, &cfg.VarRef{V: e.at}, &cfg.VarRef{V: e.text})
		p.NewEdge(at, next, &cfg.Skip{}, cfg.Pos{}, "", cfg.RoleImplicit)
	}
}

// few gives p at most slotCount-1 arguments, all of which have their texts from the
// beginning. stmt copies statements of the program for p.
func (v *Vector) few(p *cfg.Program, start *cfg.Loc, slots []element, stmt func(cfg.Stmt) cfg.Stmt) {
	next, more := split(p, start), p.NewLoc(start.Proc, start.Pos)
	more.Kind, more.Reason = cfg.Unsupported, cfg.Reason{Kind: cfg.Construct, Text: "more than 7 arguments of main"}
	many := emit.Binary(cfg.ULe, v.number(slotCount), v.count)
	p.NewEdge(start, more, stmt(&cfg.Assume{Cond: many}), start.Pos, "", cfg.RoleImplicit)
	at := p.NewLoc(start.Proc, cfg.Pos{})
	p.NewEdge(start, at, stmt(&cfg.Assume{Cond: cfg.Negate(many)}), start.Pos, "", cfg.RoleImplicit)
	for i := v.slots; i < slotCount; i++ {
		v.slot(func(s cfg.Stmt) { at = after(p, at, stmt(s)) }, i, slots[i])
	}
	p.NewEdge(at, next, &cfg.Skip{}, cfg.Pos{}, "", cfg.RoleImplicit)
}

// split gives what leaves a location to a new one.
func split(p *cfg.Program, at *cfg.Loc) *cfg.Loc {
	next := p.NewLoc(at.Proc, at.Pos)
	next.Out, at.Out = at.Out, nil
	for _, e := range next.Out {
		e.From = next
	}
	return next
}

// after puts a statement of the tool behind a location.
func after(p *cfg.Program, at *cfg.Loc, s cfg.Stmt) *cfg.Loc {
	next := p.NewLoc(at.Proc, cfg.Pos{})
	p.NewEdge(at, next, s, cfg.Pos{}, "", cfg.RoleImplicit).Valid = true
	return next
}
