package link

import (
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"
	"culprit/internal/graph"

	"modernc.org/cc/v4"
)

// Effects are what evaluating an expression may read and write. They decide which values
// must be saved before something else is evaluated, and where the order of
// evaluation matters. The answer is found by syntax: a variable
// whose address is never taken is a place of its own, everything else is one
// memory.

// Effect is what an expression, or a function, may do.
type Effect struct {
	Reads, Writes             map[any]bool // variables whose address is never taken, by key
	ReadsMemory, WritesMemory bool
	Anything                  bool // inline assembly
	Calls                     bool // a function that the effect is of
	Ends                      bool // it may end the program, or violate the property
}

func NewEffect() *Effect { return &Effect{Reads: map[any]bool{}, Writes: map[any]bool{}} }

func (e *Effect) Add(o *Effect) {
	for k := range o.Reads {
		e.Reads[k] = true
	}
	for k := range o.Writes {
		e.Writes[k] = true
	}
	e.ReadsMemory, e.WritesMemory = e.ReadsMemory || o.ReadsMemory, e.WritesMemory || o.WritesMemory
	e.Anything, e.Calls, e.Ends = e.Anything || o.Anything, e.Calls || o.Calls, e.Ends || o.Ends
}

// Effects finds out what expressions and functions may do.
type Effects struct {
	u     *Program
	tt    *ctypes.Types
	reach *Reach
	errs  *ErrorFuncs
	// calls and bodies memoise what functions do, with and without what they
	// call.
	calls  map[string]*Effect
	bodies map[string]*ownEffect
}

func NewEffects(u *Program, tt *ctypes.Types, r *Reach, errs *ErrorFuncs) *Effects {
	return &Effects{u: u, tt: tt, reach: r, errs: errs, calls: map[string]*Effect{}, bodies: map[string]*ownEffect{}}
}

// effectScan collects effects. in is the function whose own effect is wanted,
// for which its local variables do not count, nil for an expression.
type effectScan struct {
	e      *Effects
	in     *Function
	out    *Effect
	callee func(name string) // of a function with a body; "" for calls through pointers
}

// Of is what evaluating n may do, with the functions that it calls.
func (e *Effects) Of(n cc.Node) *Effect {
	s := &effectScan{e: e, out: NewEffect()}
	s.callee = func(name string) {
		s.out.Calls = true
		s.out.Add(e.OfCall(name))
	}
	s.scan(n)
	return s.out
}

// Direct is what evaluating n may do itself, without the functions that it calls,
// which C runs before or after the rest of an expression.
func (e *Effects) Direct(n cc.Node) *Effect {
	s := &effectScan{e: e, out: NewEffect(), callee: func(string) {}}
	s.scan(n)
	return s.out
}

// OfPlace is what finding the place that the lvalue n denotes may do.
func (e *Effects) OfPlace(n cc.ExpressionNode) *Effect {
	for {
		n = syntax.Unparen(n)
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			return NewEffect()
		case *cc.PostfixExpression:
			switch {
			case x.Case == cc.PostfixExpressionSelect:
				n = x.PostfixExpression
				continue
			case x.Case == cc.PostfixExpressionPSelect:
				return e.Of(x.PostfixExpression)
			case x.Case == cc.PostfixExpressionIndex:
				both := e.Of(x.PostfixExpression)
				both.Add(e.Of(x.ExpressionList))
				return both
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionDeref {
				return e.Of(x.CastExpression)
			}
		}
		return e.Of(n)
	}
}

// ownEffect is the effect of one function without its callees.
type ownEffect struct {
	*Effect
	callees []string
}

// OfCall is the effect of a function with a body and of all that it may
// call; of those that may be called through a pointer for "".
func (e *Effects) OfCall(name string) *Effect {
	if known := e.calls[name]; known != nil {
		return known
	}
	out := NewEffect()
	graph.Closure(func(f string, add func(string)) {
		own := e.ofBody(f)
		out.Add(own.Effect)
		for _, g := range own.callees {
			add(g)
		}
	}, name)
	e.calls[name] = out
	return out
}

func (e *Effects) ofBody(name string) *ownEffect {
	if known := e.bodies[name]; known != nil {
		return known
	}
	own := &ownEffect{Effect: NewEffect()}
	e.bodies[name] = own
	switch f := e.u.Funcs[e.u.BodyOf(name)]; {
	case name == "":
		own.callees = e.reach.Addressed
	case f == nil || e.errs.Violates(name):
		e.ofExtern(name, true, own.Effect)
	default:
		s := &effectScan{e: e, in: f, out: own.Effect, callee: func(g string) { own.callees = append(own.callees, g) }}
		s.scan(f.Def.CompoundStatement)
	}
	return own
}

// ofExtern adds what a function without body may do.
func (e *Effects) ofExtern(name string, pointers bool, out *Effect) {
	fn := prelude.Func(name)
	if fn == nil {
		fn = &clib.Func{}
	}
	switch {
	case e.u.IsPureBuiltin(name), prelude.IsNondet(name):
	case e.errs.Violates(name), fn.NoReturn, traps[prelude.LibName(name)], strings.Contains(name, "assert"), strings.HasSuffix(name, "assume"):
		out.Calls, out.Ends = true, true
	case fn.Model == clib.Malloc, fn.Model == clib.ZAlloc, fn.Model == clib.Calloc, fn.Model == clib.Alloca:
		out.WritesMemory = true // errno, and what is new
	case pointers:
		out.Calls, out.ReadsMemory = true, true
		out.WritesMemory = out.WritesMemory || fn.Prints == clib.NoOutput && fn.Model != clib.Print && !fn.Looks()
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
			s.out.ReadsMemory = true
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return !s.e.u.Pure(x)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			s.written(x.PostfixExpression)
		case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect:
			s.out.ReadsMemory = s.out.ReadsMemory || !s.ownPart(x)
		case cc.PostfixExpressionComplit:
			s.out.WritesMemory = s.out.WritesMemory || s.in == nil && !syntax.IsText(x)
		case cc.PostfixExpressionCall:
			s.called(x)
		}
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
			s.variable(d, s.out.Reads, &s.out.ReadsMemory)
		}
	case *cc.Asm:
		s.out.Anything, s.out.Calls = true, true
	}
	return true
}

// own reports whether d is a variable of the function in question itself,
// of which each of its calls has its own.
func (s *effectScan) own(d *cc.Declarator) bool {
	return s.in != nil && !syntax.FileScope(d) && !d.IsStatic() && !d.IsExtern() && (s.in.Outer == nil || s.in.own[d])
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
	key := s.e.u.VarKey(d)
	vars[key] = true
	if d.Type().Kind() == cc.Array && memory == &s.out.ReadsMemory {
		return // its address
	}
	*memory = *memory || s.e.u.Taken[key] || !(s.e.tt.Leaves(s.e.tt.OfDecl(d)) > 0)
}

// written notes that the lvalue n is written.
func (s *effectScan) written(n cc.ExpressionNode) {
	if root := RootOf(n); root != nil {
		if d, ok := root.ResolvedTo().(*cc.Declarator); ok {
			s.variable(d, s.out.Writes, &s.out.WritesMemory)
			return
		}
	}
	s.out.WritesMemory = s.out.WritesMemory || !s.ownPart(n)
}

// called notes a call.
func (s *effectScan) called(x *cc.PostfixExpression) {
	name, id := s.e.u.CalleeOf(x)
	if id == nil {
		s.out.ReadsMemory = true
		s.callee("")
		return
	}
	if s.e.u.Funcs[s.e.u.BodyOf(name)] != nil && !s.e.errs.Violates(name) && !AlwaysBuiltin[name] {
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
