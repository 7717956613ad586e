package frontier

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/fault"
)

// of are the rules for the statement of a node.
func (r *ruling) of(v int32) []rule {
	e := statement(r.a.gr.edge(v))
	switch r.a.gr.kind[v] {
	case branch:
		return r.ofBranch(e)
	case value:
		t, signed, pointer, _ := fault.Written(e)
		w := writing{t: t, signed: signed, pointer: pointer, name: "it"}
		w.arithmetic()
		if _, ok := e.Stmt.(*cfg.Lib); !ok {
			w.add(fixedTo, "stays as it was", func(o *operands) uint64 { return o.before })
			w.accumulated()
		}
		w.observed(r.a, e)
		w.solved(r, e)
		w.parts(fault.Assigned(e))
		w.variables(r.a.gr.g.Prog, e)
		w.mutants(r.a.gr.g.Prog, e, fault.Assigned(e))
		return w.out
	case args:
		var out []rule
		s := e.Stmt.(*cfg.Call)
		for k, p := range s.Proc.Params {
			w := writing{t: p.Type, signed: p.Signed, pointer: p.Pointer(), name: "argument " + fmt.Sprint(k+1), k: k}
			w.arithmetic()
			w.parts(s.Args[k])
			w.variables(r.a.gr.g.Prog, e)
			w.mutants(r.a.gr.g.Prog, e, s.Args[k])
			out = append(out, w.out...)
		}
		return out
	}
	return nil
}

// skips are the rules that leave a statement out: it alone, or with what follows it
// up to where other ways join, or to the end of the procedure.
func (r *ruling) skips(e *cfg.Edge) (out []rule) {
	proc := e.From.Proc
	if r.ends[proc] == nil {
		r.ends[proc] = flow.Postdominators(r.a.gr.g.Prog, proc)
	}
	add := func(what string, to *cfg.Loc, ret uint64) {
		out = append(out, rule{class: skipping, what: what, to: to, ret: ret})
	}
	n := 0
	for l := r.ends[proc].Immediate(e.From); l != nil && l != proc.Exit; l = r.ends[proc].Immediate(l) {
		switch {
		case n == 0:
			add("it is not executed", l, 0)
		case len(l.In) > 1 && n <= maxTogether:
			add("it and what follows it are not executed", l, 0)
		default:
			continue
		}
		n++
	}
	const text = "the function returns before it"
	if proc.Ret == nil {
		add(text, proc.Exit, 0)
	} else {
		for _, x := range []float64{0, 1, -1} {
			add(text, proc.Exit, toBits(proc.Ret.Type, x))
		}
	}
	return out
}

// elsewhere are the rules for the statement of a node that guards may make fit.
func (r *ruling) elsewhere(v int32) (out []rule) {
	e := statement(r.a.gr.edge(v))
	switch r.a.gr.kind[v] {
	case branch:
		if ways := e.From.Out; len(ways) == 2 {
			out = append(out, opposite(ways))
		}
	case value:
		out = append(out, rule{what: "it is 0", value: func(*operands) uint64 { return 0 }})
		out = append(out, restarted(e)...)
	}
	return out
}

// restarted is the rule that a statement which reads what it writes, such as a sum,
// begins again, from 0, or a product from 1: what should have been set before is not.
func restarted(e *cfg.Edge) []rule {
	src := fault.Assigned(e)
	if src == nil {
		return nil
	}
	loads, reads := map[*cfg.Load]bool{}, false // of what it writes
	cfg.Walk(src, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.VarRef:
			a, ok := e.Stmt.(*cfg.Assign)
			reads = reads || ok && a.Dst == x.V
		case *cfg.Load:
			s, ok := e.Stmt.(*cfg.Store)
			loads[x] = ok && x.T == s.Val.Type() && cfg.ExprString(x.Addr) == cfg.ExprString(s.Addr)
			reads = reads || loads[x]
		}
	})
	if !reads || src.Type().Kind == cfg.Bool {
		return nil
	}
	from := uint64(0)
	if b, ok := unconverted(src).(*cfg.Binary); ok && (b.Op == cfg.Mul || b.Op == cfg.FMul) {
		from = toBits(b.T, 1)
	}
	return []rule{{what: "it begins again", value: func(o *operands) uint64 {
		return cfg.Eval(src, func(v *cfg.Var) uint64 {
			if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst == v {
				return from
			}
			return o.get(v)
		}, func(l *cfg.Load) uint64 {
			if loads[l] {
				return from
			}
			return o.load(l)
		})
	}}}
}

// opposite is the rule that a branch goes the other way.
func opposite(ways []*cfg.Edge) rule {
	return rule{what: "it always goes the other way", take: func(o *operands) *cfg.Edge {
		if o.i.Edge == ways[0] {
			return ways[1]
		}
		return ways[0]
	}}
}

// ofBranch are the rules for a branch: always one way, always the other one,
// and other comparisons of the operands.
func (r *ruling) ofBranch(e *cfg.Edge) (out []rule) {
	ways := e.From.Out
	for _, to := range ways[:min(len(ways), maxWays)] {
		out = append(out, rule{class: fixedTo, what: "it always goes to “" + to.Text + "”", take: func(*operands) *cfg.Edge { return to }})
	}
	if len(ways) != 2 {
		return out
	}
	out = append(out, opposite(ways))
	if compared(e) != nil {
		out = append(out, r.comparisons(e)...)
	}
	if s, ok := e.Stmt.(*cfg.Assume); ok {
		for _, m := range mutants(r.a.gr.g.Prog, e, s.Cond) {
			out = append(out, rule{class: m.class, what: "it has " + m.what, take: func(o *operands) *cfg.Edge { return ways[1-o.eval(m.x)&1] }})
		}
	}
	return out
}

// comparisons are those of the operands by other operators and with other bounds.
func (r *ruling) comparisons(e *cfg.Edge) (out []rule) {
	ways := e.From.Out
	standard := []float64{0, 1, -1}
	for k, t := range slices.Concat(standard, r.seen[e]) {
		of := edited
		if k >= len(standard) {
			of = foreign
			if slices.Contains(standard, t) {
				continue
			}
		}
		for _, test := range []func(d float64) bool{
			func(d float64) bool { return d < t }, func(d float64) bool { return d <= t }, func(d float64) bool { return d == t },
			func(d float64) bool { return d != t }, func(d float64) bool { return d > t }, func(d float64) bool { return d >= t },
		} {
			what := "it compares by another operator"
			switch {
			case k >= len(standard):
				what = "it has another bound"
			case t != 0:
				what = "its bound is shifted by 1"
			}
			out = append(out, rule{class: of, what: what, take: func(o *operands) *cfg.Edge {
				if test(o.difference) {
					return ways[0]
				}
				return ways[1]
			}})
		}
	}
	return out
}

// compared is the comparison of two numbers that a condition makes, nil if it
// makes none.
func compared(e *cfg.Edge) *cfg.Binary {
	s, ok := e.Stmt.(*cfg.Assume)
	if !ok {
		return nil
	}
	x := s.Cond
	for {
		switch y := x.(type) {
		case *cfg.Unary:
			if y.Op != cfg.LNot {
				return nil
			}
			x = y.X
		case *cfg.Cast:
			if y.Op != cfg.BoolToBits && y.Op != cfg.BitsToBool {
				return nil
			}
			x = y.X
		case *cfg.Binary:
			switch y.Op {
			case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe, cfg.FEq, cfg.FNe, cfg.FLt, cfg.FLe:
				return y
			}
			return nil
		default:
			return nil
		}
	}
}

// writing collects the rules for a value that a statement writes, or an
// argument of a call.
type writing struct {
	out             []rule
	t               cfg.Type
	signed, pointer bool
	name            string
	k               int
}

func (w *writing) add(of class, what string, f func(o *operands) uint64) {
	w.out = append(w.out, rule{class: of, what: w.name + " " + what, value: f, k: w.k})
}

// numeric reports whether values are numbers to calculate with.
func (w *writing) numeric() bool { return !w.pointer && w.t.Kind != cfg.Bool }

// own is the value without a rule.
func (w *writing) own(o *operands) float64 { return fromBits(w.t, w.signed, o.wrote(w.k)) }

// more adds a number to the value.
func (w *writing) more(of class, d float64) {
	w.add(of, fmt.Sprintf("is %g more", d), func(o *operands) uint64 { return toBits(w.t, w.own(o)+d) })
}

// arithmetic: one more, one less, negated, and the simplest constants.
func (w *writing) arithmetic() {
	if w.numeric() {
		w.more(simple, 1)
		w.more(simple, -1)
		w.add(simple, "is negated", func(o *operands) uint64 { return toBits(w.t, -w.own(o)) })
		w.add(simple, "is its absolute value", func(o *operands) uint64 { return toBits(w.t, math.Abs(w.own(o))) })
	}
	w.add(fixedTo, "is 0", func(*operands) uint64 { return 0 })
	if !w.pointer {
		w.add(fixedTo, "is 1", func(*operands) uint64 { return toBits(w.t, 1) })
	}
}

// accumulated: the value joined with what was there before, += for =.
func (w *writing) accumulated() {
	if !w.numeric() {
		return
	}
	before := func(o *operands) float64 { return fromBits(w.t, w.signed, o.before) }
	w.add(simple, "is added to what was there", func(o *operands) uint64 { return toBits(w.t, before(o)+w.own(o)) })
	w.add(simple, "is subtracted from what was there", func(o *operands) uint64 { return toBits(w.t, before(o)-w.own(o)) })
	w.add(simple, "is multiplied by what was there", func(o *operands) uint64 { return toBits(w.t, before(o)*w.own(o)) })
}

// observed: what made the failure disappear at one instance, the value or its
// difference.
func (w *writing) observed(a *Analysis, e *cfg.Edge) {
	for _, p := range slices.Concat(a.found, a.heads) {
		if len(p.nodes) > 1 || a.gr.edge(p.nodes[0]) != e || !p.forces[0].SetValue {
			continue
		}
		x := p.forces[0].Value
		w.add(fixedTo, "is "+cfg.FormatValue(w.t, w.signed, x), func(*operands) uint64 { return x })
		if d := fromBits(w.t, w.signed, x) - fromBits(w.t, w.signed, a.gr.value[p.nodes[0]]); w.numeric() && math.Abs(d) != 1 {
			w.more(fixedTo, d)
		}
	}
}

// solved: the constants with which the expression has a value that made the failure
// disappear at one instance, if it is linear in them.
func (w *writing) solved(r *ruling, e *cfg.Edge) {
	src := fault.Assigned(e)
	if src == nil || src.Type() != w.t || !w.numeric() {
		return
	}
	m := mutating{bits: r.a.gr.g.Prog.PtrBits}
	m.of(src, func(x cfg.Expr) cfg.Expr { return x })
	wanted := map[int]uint64{} // values, by instance
	for _, p := range slices.Concat(r.a.found, r.a.heads) {
		if len(p.nodes) == 1 && r.a.gr.edge(p.nodes[0]) == e && p.forces[0].SetValue {
			wanted[int(r.a.gr.inst[p.nodes[0]])] = p.forces[0].Value
		}
	}
	if _, fixed := unconverted(src).(*cfg.Const); fixed || len(m.consts) == 0 || len(wanted) == 0 {
		return
	}
	type constant struct {
		k int
		d int64
	}
	var known []constant
	r.watch(&r.failing[0], e, nil, false, func(o *operands) {
		x, ok := wanted[o.i.Index]
		if !ok {
			return
		}
		for k, with := range m.consts {
			at := func(d int64) float64 { return fromBits(w.t, w.signed, o.eval(with(d))) }
			step := at(1) - at(0)
			d := (fromBits(w.t, w.signed, x) - at(0)) / step
			c := constant{k, int64(d)}
			if step != 0 && math.Abs(d) > 1 && math.Abs(d) < 1<<53 && !slices.Contains(known, c) && toBits(w.t, at(c.d)) == x {
				known = append(known, c)
			}
		}
	})
	for _, c := range known {
		y := m.consts[c.k](c.d)
		w.add(simple, "has another constant", func(o *operands) uint64 { return o.eval(y) })
	}
}

// parts: one operand alone, added or subtracted once more or less, and the
// operands joined by other operators.
func (w *writing) parts(src cfg.Expr) {
	if src == nil {
		return
	}
	n := 0
	cfg.Walk(src, func(x cfg.Expr) {
		switch x.(type) {
		case *cfg.VarRef, *cfg.Load, *cfg.Binary:
		default:
			return
		}
		if n >= maxAlternates || x == src || x.Type().Kind != w.t.Kind {
			return
		}
		n++
		part := func(o *operands) float64 { return fromBits(x.Type(), true, o.eval(x)) }
		w.add(simple, "is one of its operands", func(o *operands) uint64 { return toBits(w.t, part(o)) })
		if !w.numeric() {
			return
		}
		for _, times := range []float64{1, -1, 2, -2} {
			w.add(simple, "has an operand more or less", func(o *operands) uint64 { return toBits(w.t, w.own(o)+times*part(o)) })
		}
	})
	b, ok := unconverted(src).(*cfg.Binary)
	if !ok || !w.numeric() || b.X.Type().Kind != w.t.Kind || b.Y.Type().Kind != w.t.Kind {
		return
	}
	for _, f := range []func(x, y float64) float64{
		func(x, y float64) float64 { return x + y }, func(x, y float64) float64 { return x - y }, func(x, y float64) float64 { return y - x },
		func(x, y float64) float64 { return x * y }, func(x, y float64) float64 { return math.Trunc(x / y) }, math.Mod, math.Max, math.Min,
	} {
		w.add(edited, "has another operator", func(o *operands) uint64 {
			z := f(fromBits(b.X.Type(), true, o.eval(b.X)), fromBits(b.Y.Type(), true, o.eval(b.Y)))
			if math.IsNaN(z) || math.IsInf(z, 0) {
				return o.wrote(w.k)
			}
			return toBits(w.t, z)
		})
	}
}

// mutants: the expression computed otherwise.
func (w *writing) mutants(prog *cfg.Program, e *cfg.Edge, src cfg.Expr) {
	if src == nil || src.Type() != w.t {
		return
	}
	for _, m := range mutants(prog, e, src) {
		w.add(m.class, "has "+m.what, func(o *operands) uint64 { return o.eval(m.x) })
	}
}

// unconverted is an expression without the conversions of its value.
func unconverted(x cfg.Expr) cfg.Expr {
	for {
		c, ok := x.(*cfg.Cast)
		if !ok {
			return x
		}
		x = c.X
	}
}

// variables: another variable of the type.
func (w *writing) variables(prog *cfg.Program, e *cfg.Edge) {
	n := 0
	for _, v := range inScope(prog, e) {
		if n >= maxOtherVars || v.t != w.t || v.pointer != w.pointer {
			continue
		}
		n++
		w.add(foreign, "is "+v.name, func(o *operands) uint64 { return o.eval(v.x) })
	}
}

// variable is one of the user's, in a register or in memory.
type variable struct {
	name            string
	t               cfg.Type
	signed, pointer bool
	x               cfg.Expr // its value
}

// inScope are the variables that a statement could have read.
func inScope(prog *cfg.Program, e *cfg.Edge) (out []variable) {
	proc := e.From.Proc
	for _, v := range prog.Vars {
		if !v.Temp && v.Name != "" && (v.Proc == nil || v.Proc == proc && v != proc.Ret) {
			out = append(out, variable{v.Name, v.Type, v.Signed, v.Pointer(), &cfg.VarRef{V: v}})
		}
	}
	for _, b := range prog.Objects {
		t := b.CType.Scalar()
		if b.Name == "" || b.Const || b.Outside || t == (cfg.Type{}) || uint64(t.Bytes()) != b.Size || b.Proc != nil && b.Proc != proc {
			continue
		}
		out = append(out, variable{b.Name, t, b.CType.Signed, b.CType.Pointer(), &cfg.Load{T: t, Addr: &cfg.AddrOf{Obj: b, Bits: prog.PtrBits}}})
	}
	return out
}

// array is where elements lie that a statement could have read.
type array struct {
	name   string
	elem   cfg.Type
	signed bool
	addr   cfg.Expr
}

// arraysInScope are objects, but for literals, arrays of variable length, and what
// pointers point to.
func arraysInScope(prog *cfg.Program, e *cfg.Edge) (out []array) {
	add := func(name string, t *cfg.CType, addr cfg.Expr) {
		base, dims := t.Base()
		if elem := base.Scalar(); name != "" && elem != (cfg.Type{}) && elem.Kind == cfg.Bits && len(dims) <= 1 && len(out) < maxAlternates {
			out = append(out, array{name, elem, base.Signed, addr})
		}
	}
	for _, b := range prog.Objects {
		text := b.Const && b.CType.Array() && b.CType.Elem.Size == 1
		if b.CType.Array() && !text && !b.Outside && (b.Proc == nil || b.Proc == e.From.Proc) {
			add(b.Name, b.CType, &cfg.AddrOf{Obj: b, Bits: prog.PtrBits})
		}
	}
	for _, v := range prog.Vars {
		if t := v.CType; v.Pointer() && t != nil && t.Kind == cfg.CPointer && (v.Proc == nil || v.Proc == e.From.Proc && v != v.Proc.Ret) {
			add(strings.TrimPrefix(v.Name, "&"), t.Elem, &cfg.VarRef{V: v})
		}
	}
	return out
}
