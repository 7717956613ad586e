package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/argv"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/gccorder"
	"culprit/frontend/library"

	"modernc.org/cc/v4"
)

// lowerer lowers a linked program. What a procedure body needs besides is in fn.
type lowerer struct {
	library.Models
	conf  Config
	enums enumerations

	static    staticInits
	vector    *argv.Vector // nil if the program does not look at it
	unwinding unwinding
	indexed   map[cfg.Expr]safety.Indexed   // elements of inner arrays, by address
	led       map[cc.ExpressionNode]cfg.Pos // inner arrays that become pointers
}

// fn lowers the body of one procedure: its declarations, statements, expressions
// and calls.
type fn struct {
	library.Caller
	l            *lowerer
	locals       locals
	jumps        jumps
	gcc          gccorder.Order
	alternatives int // open calls of unsequenced that lower both orders
	// evaluated holds the values of expressions that are evaluated before what
	// they are part of.
	evaluated map[cc.ExpressionNode]emit.Value
}

// locals says where what the procedure declares lives.
type locals struct {
	vars     map[*cc.Declarator]*emit.Storage
	like     map[*cc.Declarator]cc.ExpressionNode // those declared by typeof(expression)
	literals map[cc.Node]*emit.Storage            // compound literals
	lists    map[*cc.Declarator]*cfg.Var          // whether a va_list has been begun and not ended
	begun    []*cc.Declarator                     // those, in order
}

func (l *lowerer) newFn(pr *emit.Proc) *fn {
	f := &fn{l: l,
		locals: locals{vars: map[*cc.Declarator]*emit.Storage{}, like: map[*cc.Declarator]cc.ExpressionNode{}, literals: map[cc.Node]*emit.Storage{}},
		jumps:  jumps{labels: map[*cc.LabeledStatement]*label{}, cases: map[*cc.LabeledStatement]*cfg.Loc{}, landings: map[*emit.Site]*landing{}}}
	f.Caller = library.NewCaller(&l.Models, f, emit.Emitter{Program: &l.Program, Procedure: pr, Lower: f.rvalue})
	f.gcc = gccorder.Order{Linked: l.Linked, Types: l.Types, TypeOf: f.TypeOf, Named: f.namedType, Int: l.constInt}
	if pr != nil {
		f.Proc = pr.CFG
	}
	return f
}

// jumps says where the jumps within a function go.
type jumps struct {
	labels            map[*cc.LabeledStatement]*label
	cases             map[*cc.LabeledStatement]*cfg.Loc
	breaks, continues []target // of the open loops and switches, outermost first
	landings          map[*emit.Site]*landing
	leave             *cfg.Loc // where a return goes
}

// label is a label of the function.
type label struct {
	loc     *cfg.Loc
	lowered bool
	begun   []scopes // what had begun in each open block, where that matters
}

// target is where break or continue goes, and how many blocks are open there.
type target struct {
	loc   *cfg.Loc
	depth int
}

// target is the place x in the blocks that are open now.
func (f *fn) target(x *cfg.Loc) target { return target{x, len(f.Blocks)} }

// label returns what is known of a label.
func (f *fn) label(x *cc.LabeledStatement) *label {
	lab := f.jumps.labels[x]
	if lab == nil {
		lab = &label{loc: f.NewLoc(cfg.Pos{})}
		f.jumps.labels[x] = lab
	}
	return lab
}

// unwinding is what the lowering knows of these jumps.
type unwinding struct {
	sites   map[cc.Node]*emit.Site
	setjmps []*emit.Site
	// site is the number of the one that a jump is on its way to, to the
	// activation, value the result of setjmp; count numbers the activations.
	site, to, value, count *cfg.Var
}

// landing is where jumps to a call of setjmp arrive.
type landing struct {
	loc     *cfg.Loc
	lowered bool // the call
}

// scopes says how many variables with cleanup and how many stack blocks have
// begun in a block.
type scopes struct{ cleanups, stack int }

// staticInits are the initialisers of the objects of static storage duration.
type staticInits struct {
	// init lowers the initialisers, before main; pending are those that
	// are not lowered yet.
	init    *fn
	pending []func(init *fn)
}

// later queues an initialiser: bodies of functions add more of them.
func (s *staticInits) later(g func(init *fn)) { s.pending = append(s.pending, g) }

// initialise lowers the initialisers, also those that others add.
func (s *staticInits) initialise() {
	for i := 0; i < len(s.pending); i++ {
		s.pending[i](s.init)
	}
}

// enumerations are the constants and types known so far.
type enumerations struct {
	values map[*cc.Enumerator]emit.Value
	types  map[*cc.Enumerator]*ctypes.Type // by the first constant
	wide   bool                            // some have constants that do not fit in int
	noted  bool
}
