package relevance

import (
	"context"
	"errors"
	"maps"
	"slices"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/logic"
)

// operands appends assignments that keep the values which the goal names.
func (l *line) operands(opt RunOptions) ([]*cfg.Var, error) {
	var xs []cfg.Expr
	switch opt.Goal {
	case SameResult:
		if opt.Result == nil {
			return nil, errors.New("no result to compare")
		}
		xs = append(xs, &cfg.VarRef{V: l.variable(opt.Result)})
	case SameOperands:
		xs = l.undefined(l.last.Edge.Stmt)
	}
	var out []*cfg.Var
	at := &cfg.Instance{Index: -1, Edge: l.last.Edge}
	l.max += 2 * len(xs)
	for _, x := range xs {
		v := l.temp(x.Type())
		out = append(out, v)
		if err := l.hidden(at, &cfg.Assign{Dst: v, Src: x}, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// goals makes sure that the trace repeats the run, and appends the conditions that the variables have the values of the run.
// A value that floating arithmetic is in is left out: it is not known.
func (l *line) goals(ctx context.Context, vars []*cfg.Var) error {
	r := newRun(ctx, unfold(l.prog, l.trace), nil, Config{}.withDefaults())
	if r.stopped != nil {
		return r.stopped
	}
	r.m0 = logic.NewModel()
	for _, in := range l.trace.Inputs {
		r.setInput(r.m0, r.input[in.Step], in)
	}
	if r.dead || !r.floats && !r.holds(r.m0, r.formula()) {
		return errors.New("executing its statements one after the other does not repeat it")
	}
	if len(vars) == 0 {
		return nil
	}
	r.advance(len(l.trace.Edges))
	r.ev.Reset(r.m0)
	at := &cfg.Instance{Index: -1, Edge: l.last.Edge}
	l.at.Kind = cfg.Plain
	for _, v := range vars {
		t := r.cur.Var(v)
		if applies(r.tb, t) {
			continue
		}
		value := &cfg.Const{T: v.Type, V: r.ev.Value(t)}
		if err := l.hidden(at, &cfg.Assume{Cond: equal(&cfg.VarRef{V: v}, value)}, nil); err != nil {
			return err
		}
	}
	l.at.Kind = cfg.Error
	return nil
}

func equal(x, y cfg.Expr) cfg.Expr {
	if t := x.Type(); t.Kind == cfg.Float {
		b := cfg.BV(t.Width())
		x, y = &cfg.Cast{Op: cfg.FToBits, T: b, X: x}, &cfg.Cast{Op: cfg.FToBits, T: b, X: y}
	}
	return cfg.Compare(cfg.Eq, x, y)
}

// undefined lists the arguments of a library call, or what can be undefined in
// another statement.
func (l *line) undefined(s cfg.Stmt) []cfg.Expr {
	var out []cfg.Expr
	add := func(x cfg.Expr) {
		if _, ok := x.(*cfg.Const); !ok {
			out = append(out, l.expr(x))
		}
	}
	if s, ok := s.(*cfg.Lib); ok {
		for _, a := range s.Args {
			add(a)
		}
		return out
	}
	cfg.Exprs(s, func(x cfg.Expr) {
		cfg.Walk(x, func(x cfg.Expr) {
			switch x := x.(type) {
			case *cfg.Load:
				add(x.Addr)
			case *cfg.Binary:
				switch x.Op {
				case cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem, cfg.Shl, cfg.LShr, cfg.AShr:
					add(x.Y)
				}
			}
		})
	})
	switch s := s.(type) {
	case *cfg.Store:
		add(s.Addr)
	case *cfg.MemCopy:
		add(s.Dst)
		add(s.Src)
		add(s.Size)
	case *cfg.MemSet:
		add(s.Dst)
		add(s.Size)
	case *cfg.MemHavoc:
		add(s.Dst)
		add(s.Size)
	case *cfg.Free:
		add(s.Ptr)
	}
	return out
}

// applies reports whether a term depends on an uninterpreted function.
func applies(tb *logic.Table, t logic.T) bool {
	for _, x := range tb.Cone(t) {
		if tb.Op(x) == logic.OpApply {
			return true
		}
	}
	return false
}

// finish puts the initial memory before everything and assigns regions.
// Pointers are stored as a whole, so that the alias analysis sees them.
func (l *line) finish() {
	word := uint64(l.prog.PtrBits / 8)
	words := map[uint64]uint64{}
	for a, b := range l.initial {
		words[a/word*word] |= uint64(b) << (8 * (a % word))
	}
	var prefix []*cfg.Edge
	at := l.prog.Main.Entry
	l.prog.Main.Entry = l.prog.NewLoc(l.prog.Main, cfg.Pos{})
	from := l.prog.Main.Entry
	add := func(to *cfg.Loc, s cfg.Stmt) {
		prefix = append(prefix, l.prog.NewEdge(from, to, s, cfg.Pos{}, "", cfg.RoleImplicit))
		from = to
	}
	for _, a := range slices.Sorted(maps.Keys(words)) {
		s := &cfg.Store{Addr: l.number(a), Val: &cfg.Const{T: cfg.BV(l.prog.PtrBits), V: words[a]}}
		add(l.prog.NewLoc(l.prog.Main, cfg.Pos{}), s)
	}
	add(at, &cfg.Skip{})
	n := len(prefix)
	l.trace.Edges = append(prefix, l.trace.Edges...)
	for k := range l.trace.Inputs {
		l.trace.Inputs[k].Step += n
	}
	l.instances = append(slices.Repeat([]int{-1}, n), l.instances...)
	l.from = append(make([]*cfg.Edge, n), l.from...)
	l.at.Kind = cfg.Error
	alias.Assign(l.prog)
}
