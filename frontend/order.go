package frontend

import (
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/gccorder"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// The order of evaluation. C leaves it open for the operands of most operators
// and for arguments. The lowering takes one, that of gcc. Where another order
// may have another effect, because one part calls a function that writes what
// another part reads or writes, or because both may end the program, the order
// is an assumption that the program notes; with Config.AllOrders all orders of
// the parts are alternatives, each part as a whole, and a note says where parts
// may be evaluated in turns. That parts without calls must not conflict is up to
// the program (C11 6.5p2).

// initialisers are parts that C evaluates in turn.
const initialisers = "the initialisers"

// orderMatters reports whether the order of the parts may matter. In turn says
// that C evaluates them one after the other, if in an order that it leaves open.
func (f *fn) orderMatters(parts []part, inTurn bool) bool {
	return f.anyPair(parts, f.partEffect, func(a, b *link.Effect) bool { return f.matters(a, b, inTurn) })
}

func (f *fn) partEffect(o part) *link.Effect {
	if o.place {
		return f.l.Effects.OfPlace(o.n)
	}
	return f.l.Effects.Of(o.n)
}

// matters reports whether two effects may differ in the other order.
func (f *fn) matters(a, b *link.Effect, inTurn bool) bool {
	return f.conflict(a, b) || inTurn && (affects(a, b) || affects(b, a))
}

// anyPair reports whether the effects of two of the parts, where some part has
// one, fulfil a condition.
func (f *fn) anyPair(parts []part, of func(part) *link.Effect, fulfil func(a, b *link.Effect) bool) bool {
	if f.Dead() || f.Constant || f.l.conf.Execute || f.Procedure == nil || prelude.Is(f.Procedure.Func.Name) ||
		!slices.ContainsFunc(parts, func(o part) bool { return !f.l.Linked.Pure(o.n) }) {
		return false
	}
	effects := make([]*link.Effect, len(parts))
	for i, o := range parts {
		effects[i] = of(o)
		for _, e := range effects[:i] {
			if fulfil(e, effects[i]) {
				return true
			}
		}
	}
	return false
}

// unsequencedEffects notes that effects of parts are taken to be on different
// objects where C asks for that: always where one variable is named, and with
// Config.AllOrders also where memory may be the same.
func (f *fn) unsequencedEffects(at func() parse.Span, parts []part) {
	if f.unsequencedError(at, parts) {
		return
	}
	direct := func(o part) *link.Effect {
		if gccorder.Variable(o.n) != nil && o.place {
			return link.NewEffect()
		}
		return f.l.Effects.Direct(o.n)
	}
	either := func(a, b *link.Effect) bool { return affects(a, b) || affects(b, a) }
	if f.l.conf.Checks&safety.Sequence != 0 && f.anyPair(parts, direct, either) {
		f.l.Notes.AssumeOnce(at().Pos, "%s", safety.Lookup(safety.UBSequence).Unchecked())
	}
	if f.anyPair(parts, direct, func(a, b *link.Effect) bool {
		return f.l.conf.AllOrders && either(a, b) || f.sameScalar(a, b) || f.sameScalar(b, a)
	}) || !f.l.conf.Execute && len(parts) == 2 && parts[0].place && f.assignsItself(parts[0].n, parts[1].n) {
		f.assumeUnsequenced(at())
	}
}

func (f *fn) assumeUnsequenced(at parse.Span) {
	if !at.Pos.IsValid() {
		at.Pos = f.At.Pos
	}
	f.l.Notes.AssumeEither(at.Pos, "assumes an order for the effects in %s, which C does not define without one", at.Text)
}

// sameScalar reports whether a writes a scalar variable that b reads or writes.
func (f *fn) sameScalar(a, b *link.Effect) bool {
	for k := range a.Writes {
		d, _ := k.(*cc.Declarator)
		if name, ok := k.(string); ok && f.l.Linked.Globals[name] != nil {
			d = f.l.Linked.Globals[name].Decls[0]
		}
		if (b.Reads[k] || b.Writes[k]) && d != nil && f.l.Types.OfDecl(d).Scalar() {
			return true
		}
	}
	return false
}

// conflict reports whether two effects, of which one is of a call, may differ in
// the other order.
func (f *fn) conflict(a, b *link.Effect) bool {
	if !a.Calls && !b.Calls {
		return false
	}
	checks := f.l.conf.Checks != 0
	return affects(a, b) || affects(b, a) || a.Ends && b.Ends || checks && (a.Ends && b.Calls || b.Ends && a.Calls)
}

// affects reports whether a writes what b reads or writes.
func affects(a, b *link.Effect) bool {
	for k := range a.Writes {
		if b.Reads[k] || b.Writes[k] {
			return true
		}
	}
	return a.WritesMemory && (b.ReadsMemory || b.WritesMemory) || a.Anything && (b.Calls || b.ReadsMemory || len(b.Reads) > 0)
}

// unsequenced evaluates the parts of the expression at: run does it, from the last to the first if
// reversed. usual says which of them is the order that is taken.
func (f *fn) unsequenced(at func() parse.Span, what string, usual bool, parts []part, run func(reversed bool) []emit.Value) []emit.Value {
	inTurn := what == initialisers
	if !inTurn {
		f.unsequencedEffects(at, parts)
	}
	if !f.orderMatters(parts, inTurn) {
		return run(usual)
	}
	if !f.l.conf.AllOrders || f.alternatives >= maxAlternatives || slices.ContainsFunc(parts, func(o part) bool { return syntax.HasLabel(o.n) }) {
		f.assumeOrder(at(), what, usual)
		return run(usual)
	}
	f.assumeWhole(parts)
	f.alternatives++
	defer func() { f.alternatives-- }()
	if !slices.ContainsFunc(parts, func(o part) bool { return o.place }) {
		if some := f.conflicting(parts, inTurn); len(some) <= maxParts {
			return f.anyOrder(some, func() []emit.Value { return run(usual) })
		}
		f.assumeOrder(at(), what, usual)
		return run(usual)
	}
	others := f.choose()
	first := run(usual)
	ended := f.Cur
	f.Cur = others
	second := run(!usual)
	return f.join(ended, first, second)
}

// choose goes on with one of two ways, and returns where the other one begins.
func (f *fn) choose() (others *cfg.Loc) {
	if f.Dead() {
		return nil
	}
	choice := f.Temp(f.l.Types.Bool)
	f.Emit(&cfg.Havoc{Dst: choice, Kind: cfg.Uninit}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	from := f.Cur
	cond := emit.Is(&cfg.VarRef{V: choice}, 0)
	f.Assume(cfg.Negate(cond), parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	others, f.Cur = f.Cur, from
	f.Assume(cond, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	return others
}

// keep stores v where kept says, which is a new place at first.
func (f *fn) keep(kept *emit.Value, v emit.Value) {
	if f.Dead() || v.Type.Kind == ctypes.Void || v.Expr == nil && v.Place == nil {
		return
	}
	if v.Expr != nil {
		e := f.Bits(v)
		if kept.Type == nil {
			*kept = emit.Value{Expr: &cfg.VarRef{V: f.TempOf(v.Type, e.Type())}, Type: v.Type}
		}
		f.Emit(&cfg.Assign{Dst: kept.Expr.(*cfg.VarRef).V, Src: e}, parse.Span{}, cfg.RoleImplicit)
		return
	}
	if kept.Type == nil {
		p := f.StructTemp(v.Type)
		*kept = emit.Value{Type: v.Type, Place: &p}
	}
	f.Store(*kept.Place, v, parse.Span{}, cfg.RoleImplicit)
}

// assumeWhole notes where parts may be evaluated in turns, which are taken as
// wholes here.
func (f *fn) assumeWhole(parts []part) {
	for i, o := range parts {
		others := link.NewEffect()
		for j, q := range parts {
			if i != j {
				others.Add(f.l.Effects.Of(q.n))
			}
		}
		if f.conflict(f.l.Effects.Of(o.n), others) && !f.atomic(o.n, others) {
			at := f.l.Linked.Sources.Node(o.n)
			if !at.Pos.IsValid() {
				at.Pos = f.At.Pos
			}
			f.l.Notes.AssumeEither(at.Pos, "assumes that nothing else of its expression is evaluated in the middle of %s", at.Text)
		}
	}
}

// atomic reports whether what the others do can come before or after n only: n
// reads one object, or is a call whose arguments do not depend on them.
func (f *fn) atomic(n cc.ExpressionNode, others *link.Effect) bool {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.CastExpression:
		return f.atomic(x.CastExpression, others)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionMinus, cc.UnaryExpressionPlus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
			return f.atomic(x.CastExpression, others)
		case cc.UnaryExpressionDeref:
			return f.untouched(x.CastExpression, others)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionCall:
			if !f.untouched(x.PostfixExpression, others) {
				return false
			}
			for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
				if !f.untouched(l.AssignmentExpression, others) {
					return false
				}
			}
			return true
		case cc.PostfixExpressionSelect:
			return f.atomic(x.PostfixExpression, others)
		case cc.PostfixExpressionPSelect:
			return f.untouched(x.PostfixExpression, others)
		case cc.PostfixExpressionIndex:
			return f.untouched(x.PostfixExpression, others) && f.untouched(x.ExpressionList, others)
		}
	}
	return syntax.Ident(n) != nil || gccorder.Literal(n)
}

// untouched reports whether n has no effects, and the others do not change it.
func (f *fn) untouched(n cc.ExpressionNode, others *link.Effect) bool {
	return f.l.Linked.Pure(n) && !affects(others, f.l.Effects.Of(n))
}

// join continues both at other, with the values vs, and here, with the values
// ws.
func (f *fn) join(other *cfg.Loc, vs, ws []emit.Value) []emit.Value {
	here := f.Cur
	switch {
	case here == nil:
		f.Cur = other
		return vs
	case other == nil:
		return ws
	}
	end := f.NewLoc(cfg.Pos{})
	out := slices.Clone(vs)
	places := make([]emit.Place, len(vs))
	for i, v := range vs {
		switch {
		case v.Type.Kind == ctypes.Void || v.Expr == nil && v.Place == nil:
		case v.Expr != nil:
			x := f.TempOf(v.Type, f.Bits(v).Type())
			places[i] = emit.Place{Type: v.Type, Flat: &emit.Flat{Type: v.Type, Var: x}}
			out[i] = emit.Value{Expr: &cfg.VarRef{V: x}, Type: v.Type}
		default:
			places[i] = f.StructTemp(v.Type)
			out[i] = emit.Value{Type: v.Type, Place: &places[i]}
		}
	}
	for _, way := range []struct {
		at *cfg.Loc
		vs []emit.Value
	}{{other, vs}, {here, ws}} {
		f.Cur = way.at
		for i, p := range places {
			switch {
			case p.Type == nil:
			case p.Flat != nil && p.Flat.Var != nil && p.Type.Scalar():
				f.Emit(&cfg.Assign{Dst: p.Flat.Var, Src: f.Bits(way.vs[i])}, parse.Span{}, cfg.RoleImplicit)
			default:
				f.Store(p, way.vs[i], parse.Span{}, cfg.RoleImplicit)
			}
		}
		f.Jump(end)
	}
	f.Start(end)
	return out
}

// conflicting are the parts whose order with another one matters.
func (f *fn) conflicting(parts []part, inTurn bool) (some []cc.ExpressionNode) {
	effects := make([]*link.Effect, len(parts))
	for i, o := range parts {
		effects[i] = f.l.Effects.Of(o.n)
	}
	for i, o := range parts {
		for j := range parts {
			if i != j && f.matters(effects[i], effects[j], inTurn) {
				some = append(some, syntax.Unparen(o.n))
				break
			}
		}
	}
	return some
}

// anyOrder evaluates the parts in every order and then does run, which finds
// their values. The locations stand for the sets of parts that are evaluated
// already, so that there are fewer copies than orders.
func (f *fn) anyOrder(parts []cc.ExpressionNode, run func() []emit.Value) []emit.Value {
	all := 1<<len(parts) - 1
	at := make([]*cfg.Loc, all+1)
	at[0] = f.Cur
	values := make([]emit.Value, len(parts))
	for set := range all {
		if at[set] == nil {
			continue
		}
		if set > 0 {
			f.Start(at[set])
		}
		var left []int
		for i := range parts {
			if set&(1<<i) == 0 {
				left = append(left, i)
			}
		}
		for k, i := range left {
			var others *cfg.Loc
			if k+1 < len(left) {
				others = f.choose()
			}
			f.keep(&values[i], f.rvalue(parts[i]))
			if next := set | 1<<i; f.Cur != nil {
				if at[next] == nil {
					at[next] = f.NewLoc(cfg.Pos{})
				}
				f.Jump(at[next])
			}
			f.Cur = others
		}
	}
	f.Cur = nil
	if at[all] != nil {
		f.Start(at[all])
	}
	if f.evaluated == nil {
		f.evaluated = map[cc.ExpressionNode]emit.Value{}
	}
	for i, n := range parts {
		if values[i].Type != nil {
			f.evaluated[n] = values[i]
			defer delete(f.evaluated, n)
		}
	}
	return run()
}

// calleeOrder notes where it matters that the function which a pointer points
// to is known before the arguments are. Another order is not an alternative.
func (f *fn) calleeOrder(callee cc.ExpressionNode, args []cc.ExpressionNode) {
	for _, a := range args {
		if f.orderMatters(partsOf(callee, a), false) {
			f.assumeOrder(f.l.Linked.Sources.Node(callee), "the function and the arguments", false)
			return
		}
	}
}

// assumeOrder notes that one order is taken.
func (f *fn) assumeOrder(at parse.Span, what string, reversed bool) {
	if !at.Pos.IsValid() {
		at.Pos = f.At.Pos
	}
	way := "left to right"
	if reversed {
		way = "right to left"
	}
	f.l.Notes.AssumeEither(at.Pos, "assumes that %s are evaluated %s: %s (see --order)", what, way, at.Text)
}

// pair evaluates the operands a and b of n, in the order of gcc, which is that
// of the text unless rightFirst.
func (f *fn) pair(n, a, b cc.ExpressionNode, rightFirst func() bool) []emit.Value {
	if f.l.Linked.Pure(a) && f.l.Linked.Pure(b) || f.Dead() {
		return []emit.Value{f.rvalue(a), f.rvalue(b)}
	}
	return f.unsequenced(func() parse.Span { return f.l.Linked.Sources.Node(n) }, "the operands", rightFirst(), partsOf(a, b), func(reversed bool) []emit.Value {
		if reversed {
			y := f.held(b, a)
			return []emit.Value{f.rvalue(a), y}
		}
		x := f.held(a, b)
		return []emit.Value{x, f.rvalue(b)}
	})
}

// held evaluates n, before next is, and keeps its value.
func (f *fn) held(n, next cc.ExpressionNode) emit.Value {
	v := f.rvalue(n)
	if f.l.Linked.Pure(next) || f.gcc.InRegister(n, v.Type) {
		return v
	}
	return f.Save(v)
}

// cut tells the order of evaluation that the value of n is converted to type t.
func (f *fn) cut(n cc.ExpressionNode, t *ctypes.Type, cast bool) {
	if !f.Dead() {
		f.gcc.Cut(n, t, cast)
	}
}

// cutArguments is cut for the arguments of a call of a function of type t.
func (f *fn) cutArguments(args []cc.ExpressionNode, t *ctypes.Type) {
	for i, a := range args {
		if t.Proto && i < len(t.Params) {
			f.cut(a, t.Params[i], false)
		}
	}
}

// Values evaluates arguments. C leaves the order open; gcc for x86 begins with
// the last, so that inputs which are arguments of one call are asked for in that
// order by a compiled program, too.
func (f *fn) Values(args []cc.ExpressionNode) []emit.Value {
	args, pack := f.unpacked(args)
	if len(args) < 2 {
		return append(f.valuesForward(args), pack...)
	}
	vs := f.unsequenced(func() parse.Span { return f.argumentsAt(args) }, "the arguments", true, partsOf(args...), func(reversed bool) []emit.Value {
		if reversed {
			return f.valuesReversed(args)
		}
		return f.valuesForward(args)
	})
	return append(vs, pack...)
}

// argumentsAt is the source of a list of arguments.
func (f *fn) argumentsAt(args []cc.ExpressionNode) parse.Span {
	at := f.l.Linked.Sources.Node(args[0])
	for _, a := range args[1:] {
		at.Text += ", " + f.l.Linked.Sources.Node(a).Text
	}
	return at
}

// valuesForward evaluates arguments left to right.
func (f *fn) valuesForward(args []cc.ExpressionNode) []emit.Value {
	last := -1
	for i, a := range args {
		if !f.l.Linked.Pure(a) {
			last = i
		}
	}
	var out []emit.Value
	for i, a := range args {
		v := f.rvalue(a)
		if i < last {
			v = f.Save(v)
		}
		out = append(out, v)
	}
	return out
}

// valuesReversed evaluates arguments right to left.
func (f *fn) valuesReversed(args []cc.ExpressionNode) []emit.Value {
	first := slices.IndexFunc(args, func(a cc.ExpressionNode) bool { return !f.l.Linked.Pure(a) })
	out := make([]emit.Value, len(args))
	for i, a := range slices.Backward(args) {
		out[i] = f.rvalue(a)
		switch {
		case i <= first || first < 0 || f.gcc.InRegister(a, out[i].Type):
		case out[i].Type.Record() && link.IsLvalue(syntax.Unparen(a)): // the call reads it
			p := f.Fixed(*out[i].Place)
			out[i].Place = &p
		default:
			out[i] = f.Save(out[i])
		}
	}
	return out
}

// unpacked splits the arguments of a call into those that are written and those
// that the function around it was given.
func (f *fn) unpacked(args []cc.ExpressionNode) ([]cc.ExpressionNode, []emit.Value) {
	n := len(args) - 1
	if n < 0 || f.Procedure == nil || !f.Procedure.Packed {
		return args, nil
	}
	c := syntax.CallBelow(args[n])
	if c == nil {
		return args, nil
	}
	if name, _ := f.l.Linked.CalleeOf(c); name != link.PackName {
		return args, nil
	}
	var out []emit.Value
	for _, s := range f.Procedure.Stores[len(f.Procedure.Params):] {
		p := f.Of(s)
		if s.Type.Aggregate() && s.Flat.Var != nil {
			p = emit.Place{Type: s.Type, Addr: &cfg.VarRef{V: s.Flat.Var}}
		}
		out = append(out, f.Load(p))
	}
	return args[:n], out
}
