package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// What evaluating an expression may read and write. It decides which values
// must be saved before something else is evaluated, and where the order of
// evaluation matters (order.go). The answer is found by syntax: a variable
// whose address is never taken is a place of its own, everything else is one
// memory.

// effect is what an expression, or a function, may do.
type effect struct {
	reads, writes             map[any]bool // variables whose address is never taken, by key
	readsMemory, writesMemory bool
	anything                  bool // inline assembly
	calls                     bool // a function that the effect is of
	ends                      bool // it may end the program, or violate the property
}

func newEffect() *effect { return &effect{reads: map[any]bool{}, writes: map[any]bool{}} }

func (e *effect) add(o *effect) {
	for k := range o.reads {
		e.reads[k] = true
	}
	for k := range o.writes {
		e.writes[k] = true
	}
	e.readsMemory, e.writesMemory = e.readsMemory || o.readsMemory, e.writesMemory || o.writesMemory
	e.anything, e.calls, e.ends = e.anything || o.anything, e.calls || o.calls, e.ends || o.ends
}

// effects finds out what expressions and functions may do.
type effects struct {
	u     *unit
	tt    *ctypes.Types
	reach *reach
	errs  *errorFuncs
	// calls and bodies memoise what functions do, with and without what they
	// call.
	calls  map[string]*effect
	bodies map[string]*ownEffect
}

func newEffects(u *unit, tt *ctypes.Types, r *reach, errs *errorFuncs) *effects {
	return &effects{u: u, tt: tt, reach: r, errs: errs, calls: map[string]*effect{}, bodies: map[string]*ownEffect{}}
}

// effectScan collects effects. in is the function whose own effect is wanted,
// for which its local variables do not count, nil for an expression.
type effectScan struct {
	e      *effects
	in     *function
	out    *effect
	callee func(name string) // of a function with a body; "" for calls through pointers
}

// of is what evaluating n may do, with the functions that it calls.
func (e *effects) of(n cc.Node) *effect {
	s := &effectScan{e: e, out: newEffect()}
	s.callee = func(name string) {
		s.out.calls = true
		s.out.add(e.ofCall(name))
	}
	s.scan(n)
	return s.out
}

// direct is what evaluating n may do itself, without the functions that it calls,
// which C runs before or after the rest of an expression.
func (e *effects) direct(n cc.Node) *effect {
	s := &effectScan{e: e, out: newEffect(), callee: func(string) {}}
	s.scan(n)
	return s.out
}

// ofPlace is what finding the place that the lvalue n denotes may do.
func (e *effects) ofPlace(n cc.ExpressionNode) *effect {
	for {
		n = syntax.Unparen(n)
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			return newEffect()
		case *cc.PostfixExpression:
			switch {
			case x.Case == cc.PostfixExpressionSelect:
				n = x.PostfixExpression
				continue
			case x.Case == cc.PostfixExpressionPSelect:
				return e.of(x.PostfixExpression)
			case x.Case == cc.PostfixExpressionIndex:
				both := e.of(x.PostfixExpression)
				both.add(e.of(x.ExpressionList))
				return both
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionDeref {
				return e.of(x.CastExpression)
			}
		}
		return e.of(n)
	}
}

// ownEffect is the effect of one function without its callees.
type ownEffect struct {
	*effect
	callees []string
}

// ofCall is the effect of a function with a body and of all that it may
// call; of those that may be called through a pointer for "".
func (e *effects) ofCall(name string) *effect {
	if known := e.calls[name]; known != nil {
		return known
	}
	out := newEffect()
	seen := map[string]bool{name: true}
	for work := []string{name}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		own := e.ofBody(f)
		out.add(own.effect)
		for _, g := range own.callees {
			if !seen[g] {
				seen[g] = true
				work = append(work, g)
			}
		}
	}
	e.calls[name] = out
	return out
}

func (e *effects) ofBody(name string) *ownEffect {
	if known := e.bodies[name]; known != nil {
		return known
	}
	own := &ownEffect{effect: newEffect()}
	e.bodies[name] = own
	switch f := e.u.funcs[e.u.bodyOf(name)]; {
	case name == "":
		own.callees = e.reach.addr
	case f == nil || e.errs.violates(name):
		e.ofExtern(name, true, own.effect)
	default:
		s := &effectScan{e: e, in: f, out: own.effect, callee: func(g string) { own.callees = append(own.callees, g) }}
		s.scan(f.def.CompoundStatement)
	}
	return own
}

// ofExtern adds what a function without body may do.
func (e *effects) ofExtern(name string, pointers bool, out *effect) {
	fn := clib.Lookup(prelude.LibName(name))
	if fn == nil {
		fn = &clib.Func{}
	}
	switch {
	case e.u.isPureBuiltin(name), prelude.IsNondet(name):
	case e.errs.violates(name), fn.NoReturn, traps[prelude.LibName(name)], strings.Contains(name, "assert"), strings.HasSuffix(name, "assume"):
		out.calls, out.ends = true, true
	case fn.Model == clib.Malloc, fn.Model == clib.ZAlloc, fn.Model == clib.Calloc, fn.Model == clib.Alloca:
		out.writesMemory = true // errno, and what is new
	case pointers:
		out.calls, out.readsMemory = true, true
		out.writesMemory = out.writesMemory || fn.Prints == clib.NoOutput && fn.Model != clib.Print && !fn.Looks()
	}
}

// traps are the builtins that end the program.
var traps = map[string]bool{"trap": true, "unreachable": true}

func (s *effectScan) scan(n cc.Node) {
	w := syntax.Walker{Pre: s.visit}
	w.Walk(n)
}

func (s *effectScan) visit(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		s.written(x.UnaryExpression)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			s.written(x.UnaryExpression)
		case cc.UnaryExpressionDeref:
			s.out.readsMemory = true
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return !s.e.u.pure(x)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			s.written(x.PostfixExpression)
		case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect:
			s.out.readsMemory = s.out.readsMemory || !s.ownPart(x)
		case cc.PostfixExpressionComplit:
			s.out.writesMemory = s.out.writesMemory || s.in == nil
		case cc.PostfixExpressionCall:
			s.called(x)
		}
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
			s.variable(d, s.out.reads, &s.out.readsMemory)
		}
	case *cc.Asm:
		s.out.anything, s.out.calls = true, true
	}
	return true
}

// own reports whether d is a variable of the function in question itself,
// of which each of its calls has its own.
func (s *effectScan) own(d *cc.Declarator) bool {
	return s.in != nil && !syntax.FileScope(d) && !d.IsStatic() && !d.IsExtern() && (s.in.outer == nil || s.in.own[d])
}

// ownPart reports whether n is an element of an array of the function itself.
func (s *effectScan) ownPart(n cc.ExpressionNode) bool {
	for {
		n = syntax.Unparen(n)
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionIndex && x.Case != cc.PostfixExpressionSelect {
				return false
			}
			n = x.PostfixExpression
			if t := n.Type(); x.Case == cc.PostfixExpressionIndex && (t == nil || t.Undecay().Kind() != cc.Array) {
				return false
			}
		case *cc.PrimaryExpression:
			d, ok := x.ResolvedTo().(*cc.Declarator)
			return ok && s.own(d) && d.Type().Kind() == cc.Array && !d.IsParam()
		default:
			return false
		}
	}
}

// variable notes a use of a variable.
func (s *effectScan) variable(d *cc.Declarator, vars map[any]bool, memory *bool) {
	if d.IsTypename() || d.Type().Kind() == cc.Function || s.own(d) {
		return
	}
	key := s.e.u.varKey(d)
	vars[key] = true
	if d.Type().Kind() == cc.Array && memory == &s.out.readsMemory {
		return // its address
	}
	*memory = *memory || s.e.u.taken[key] || !(s.e.tt.Leaves(s.e.tt.OfDecl(d)) > 0)
}

// written notes that the lvalue n is written.
func (s *effectScan) written(n cc.ExpressionNode) {
	if root := rootOf(n); root != nil {
		if d, ok := root.ResolvedTo().(*cc.Declarator); ok {
			s.variable(d, s.out.writes, &s.out.writesMemory)
			return
		}
	}
	s.out.writesMemory = s.out.writesMemory || !s.ownPart(n)
}

// called notes a call.
func (s *effectScan) called(x *cc.PostfixExpression) {
	name, id := s.e.u.calleeOf(x)
	if id == nil {
		s.out.readsMemory = true
		s.callee("")
		return
	}
	if s.e.u.funcs[s.e.u.bodyOf(name)] != nil && !s.e.errs.violates(name) && !alwaysBuiltin[name] {
		s.callee(name)
		return
	}
	pointers := false
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		if t := l.AssignmentExpression.Type(); t != nil {
			pointers = pointers || t.Kind() == cc.Ptr || t.Undecay().Kind() == cc.Array
		}
	}
	s.e.ofExtern(name, pointers, s.out)
}

// changed reports that what e does may give x another value.
func (f *fn) changed(x cfg.Expr, e *effect) bool {
	if stable(x) {
		return false
	}
	vars := map[*cfg.Var]bool{}
	for key := range e.writes {
		s := f.l.static.vars[key]
		if d, ok := key.(*cc.Declarator); ok && f.locals.vars[d] != nil {
			s = f.locals.vars[d]
		}
		if s != nil && s.flat != nil {
			s.flat.each(func(x *flat) { vars[x.v] = true })
		}
	}
	out := e.anything
	cfg.Walk(x, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.Load:
			out = out || e.writesMemory
		case *cfg.VarRef: // the result of a call is a variable that the next one sets
			out = out || vars[x.V] || x.V.Proc == nil && x.V.Temp && e.calls
		}
	})
	return out
}
