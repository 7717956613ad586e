package verifier

import (
	"fmt"
	"slices"

	"culprit/cfg"
)

// The answer of the C library for arguments of a trace (cfg.Question) becomes
// part of the program: a fact says that with these arguments the value is this
// one, for every statement that asks the same. A trace that contradicts a fact
// is not one of the program with the fact, which is then verified from the
// beginning; a proof of it is one of the program, since the fact holds. So does
// the choice of how blocks are shown to be held (cfg.NewerVar): any is right.

// fact is one answer.
type fact struct {
	name  string // of the function
	types string // of the arguments
	args  []uint64
	cfg.Answer
}

// library is what the C library has said.
type library struct {
	facts   []fact // that the program states
	round   int    // how often the run began again
	learned bool   // there are further ones: begin again
}

func newFact(q *cfg.Question, args []uint64, a cfg.Answer) fact {
	return fact{q.Func, typesOf(q), slices.Clone(args), a}
}

// typesOf tells questions with arguments of different types apart.
func typesOf(q *cfg.Question) string {
	s := ""
	for _, x := range q.Args {
		s += x.Type().String() + " "
	}
	return s
}

// beforehand are the answers to what an execution of the program asks. A trace would
// rest on them, too, but a solver that finds one has chosen other values first, such as
// a text with a given checksum.
func (c *Config) beforehand(prog *cfg.Program) (facts []fact) {
	if c.Questions == nil || c.Library == nil {
		return nil
	}
	known := map[string]bool{}
	c.Questions(prog, c.clock, func(q *cfg.Question, args []uint64) (a cfg.Answer, ok bool) {
		if a, ok = c.Library(q, args, prog.PtrBits); !ok {
			return a, false
		}
		if f := newFact(q, args, a); !known[f.key()] && len(facts) < maxBeforehand && f.statable() {
			known[f.key()] = true
			facts = append(facts, f)
		}
		return a, true
	})
	return facts
}

// statable reports whether a fact is short enough to be stated.
func (f fact) statable() bool { return len(f.Text) <= 2*maxText }

// textFact says that byte i of a text is not one of those that it cannot have.
func textFact(t *cfg.Text, i uint64) fact { return fact{name: "text", args: []uint64{uint64(t.ID), i}} }

func (f fact) key() string { return fmt.Sprint(f.name, " ", f.types, f.args) }

// withFacts is a program in which the facts hold.
func withFacts(prog *cfg.Program, facts []fact) *cfg.Program {
	chosen := slices.ContainsFunc(prog.Vars, isNewer)
	if len(facts) == 0 && !chosen {
		return prog
	}
	p, _ := prog.Clone()
	if chosen {
		choose(p, slices.ContainsFunc(facts, func(f fact) bool { return f.name == cfg.NewerVar }))
	}
	for _, e := range slices.Clone(p.Edges) {
		if h, ok := e.Stmt.(*cfg.MemHavoc); ok && h.Text != nil && h.Region != nil && h.Region.Cell == 8 {
			for _, f := range facts {
				if f.name == "text" && f.args[0] == uint64(h.Text.ID) {
					insertAfter(p, e, &cfg.Assume{Cond: readable(p, h, f.args[1])})
				}
			}
		}
		q := cfg.Asks(e.Stmt)
		if q == nil {
			continue
		}
		types := typesOf(q)
		for _, f := range facts {
			if f.name == q.Func && f.types == types {
				f.state(p, e, q)
			}
		}
	}
	return p
}

func isNewer(v *cfg.Var) bool { return v.Proc == nil && v.Temp && v.Name == cfg.NewerVar }

// choose makes a constant of cfg.NewerVar, so that no invariant has to say which
// value it has.
func choose(p *cfg.Program, newer bool) {
	value := cfg.False
	if newer {
		value = cfg.True
	}
	expr := func(x cfg.Expr) cfg.Expr {
		return cfg.ReplaceVars(x, func(v *cfg.Var) cfg.Expr {
			if isNewer(v) {
				return value
			}
			return nil
		})
	}
	for _, e := range p.Edges {
		s, ok := e.Stmt.(*cfg.Assign)
		switch {
		case !ok || !s.Dst.Ghost() && !isNewer(s.Dst):
		case isNewer(s.Dst):
			e.Stmt = &cfg.Assign{Dst: s.Dst, Src: value}
		default:
			e.Stmt = cfg.RebuildStmt(s, nil, nil, expr)
		}
	}
}

// readable is the condition that byte i of a text may occur in it.
func readable(p *cfg.Program, h *cfg.MemHavoc, i uint64) cfg.Expr {
	ptr, byteT := cfg.BV(p.PtrBits), cfg.BV(8)
	at := &cfg.Binary{Op: cfg.PtrAdd, T: ptr, X: h.Dst, Y: &cfg.Const{T: ptr, V: i}}
	var none cfg.Expr = cfg.True
	for _, b := range []byte(h.Text.Never) {
		x := &cfg.Load{T: byteT, Addr: at, Region: h.Region}
		none = cfg.Conjunction(none, cfg.Compare(cfg.Ne, x, &cfg.Const{T: byteT, V: uint64(b)}))
	}
	if h.Text.Last {
		i++
	}
	behind := cfg.Compare(cfg.ULe, h.Size, &cfg.Const{T: ptr, V: i})
	return cfg.Disjunction(behind, none)
}

// state puts the fact after the statement of e.
func (f fact) state(p *cfg.Program, e *cfg.Edge, q *cfg.Question) {
	var when cfg.Expr = cfg.True
	for i, x := range q.Args {
		t := x.Type()
		if t.Kind == cfg.Float { // compare the bits: of zeros, too
			t = cfg.BV(t.Width())
			x = &cfg.Cast{Op: cfg.FToBits, T: t, X: x}
		}
		when = cfg.Conjunction(when, cfg.Compare(cfg.Eq, x, &cfg.Const{T: t, V: f.args[i]}))
	}
	switch s := e.Stmt.(type) {
	case *cfg.Havoc:
		value := &cfg.Const{T: s.Dst.Type, V: cfg.Mask(f.Value, s.Dst.Type.Width())}
		insertAfter(p, e, &cfg.Assign{Dst: s.Dst, Src: &cfg.Ite{Cond: when, Then: value, Else: &cfg.VarRef{V: s.Dst}}})
	case *cfg.MemHavoc:
		if s.Region == nil || s.Region.Cell != 8 {
			return
		}
		ptr := cfg.BV(p.PtrBits)
		number := func(n int) cfg.Expr { return &cfg.Const{T: ptr, V: uint64(n)} }
		for i, b := range slices.Backward(f.Text) {
			in := cfg.Conjunction(when, cfg.Compare(cfg.ULt, number(i), s.Size))
			insertAfter(p, e, &cfg.MemSet{
				Dst:    &cfg.Binary{Op: cfg.PtrAdd, T: ptr, X: s.Dst, Y: number(i)},
				Val:    &cfg.Const{T: cfg.BV(8), V: uint64(b)},
				Size:   &cfg.Ite{Cond: in, Then: number(1), Else: number(0)},
				Region: s.Region,
			})
		}
	}
}

// insertAfter puts s after e.
func insertAfter(p *cfg.Program, e *cfg.Edge, s cfg.Stmt) {
	to, mid := e.To, p.NewLoc(e.From.Proc, e.Pos)
	to.In = slices.DeleteFunc(to.In, func(x *cfg.Edge) bool { return x == e })
	e.To, mid.In = mid, append(mid.In, e)
	p.NewEdge(mid, to, s, e.Pos, "", cfg.RoleImplicit)
}
