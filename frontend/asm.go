package frontend

import (
	"regexp"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/frontend/cpp"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Inline assembly. The text of a template is not understood, except for an empty
// one, comments, and a few instructions without effect on what a program in C
// can see, such as fences. What others do follows from their operands:
//
//	template   outputs                        memory and control
//	empty      keep their values ("+r"), get  unchanged
//	           that of an input ("0"), or
//	           have none ("=r" alone)
//	other      unknown                        unknown without any operands, or with
//	                                          a "memory" clobber, a pointer as input,
//	                                          labels, system calls and jumps, or
//	                                          control words of floats
//
// Where memory or control is unknown the path ends in a location of kind
// Unsupported, and in an execution also where an output is.

// asmOperand is an operand of inline assembly: an lvalue for outputs.
type asmOperand struct {
	name       string // [name]
	constraint string
	x          cc.ExpressionNode
}

// assembly is a statement of inline assembly.
type assembly struct {
	at       parse.Span
	text     []string // instructions
	outs     []asmOperand
	ins      []asmOperand
	clobbers bool // memory
	labels   bool
}

// quietCode matches instructions that change nothing that C sees: they order
// accesses, or do nothing for a while.
var quietCode = regexp.MustCompile(`^(nop[wl]?|pause|rep\s+nop|rep|cpu_relax|[mls]fence|endbr64|endbr32|(lock\s+)?(add|or)[lq]?\s+\$(0|0x0)\s*,\s*(-?\d+)?\(%?%?[er]sp\)|lock)$`)

// leavingCode matches instructions by which control may leave, or the system
// changes memory.
var leavingCode = regexp.MustCompile(`^(syscall|sysenter|int|int3|ud2|hlt|call|jmp|ret|iret|j[a-z]+|loop[a-z]*)[lqw]?\b`)

// roundingCode matches instructions that may change how floats are rounded, in
// the control words of the processor.
var roundingCode = regexp.MustCompile(`^v?(fn?ldcw|fn?init|fn?ldenv|fn?stenv|frstor|fn?save|f?xrstor\w*|ldmxcsr)\b`)

// readAsm takes a statement of inline assembly apart.
func (l *lowerer) readAsm(x *cc.AsmStatement) *assembly {
	a := &assembly{at: l.Linked.Sources.Between(x.Asm.Token, x.Token)}
	if t := x.Asm.Token3.SrcStr(); len(t) >= 2 {
		a.text = link.Instructions(link.Unescape.Replace(t[1 : len(t)-1]))
	}
	a.clobbers = x.Asm.AsmArgList == nil // basic assembly names no operands
	group := 0
	for g := x.Asm.AsmArgList; g != nil; g = g.AsmArgList {
		for e := g.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			switch group {
			case 0:
				a.outs = append(a.outs, readOperand(e)...)
			case 1:
				a.ins = append(a.ins, readOperand(e)...)
			case 2:
				s, ok := syntax.Unparen(e.AssignmentExpression).(*cc.PrimaryExpression)
				a.clobbers = a.clobbers || ok && syntax.StringText(s.Token) == "memory"
			default:
				a.labels = true
			}
		}
		group++
	}
	return a
}

// readOperand reads [name] "constraint" (expression): to cc, a call.
func readOperand(e *cc.AsmExpressionList) []asmOperand {
	c, ok := e.AssignmentExpression.(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil {
		return nil
	}
	s, ok := c.PostfixExpression.(*cc.PrimaryExpression)
	if !ok || s.Case != cc.PrimaryExpressionString {
		return nil
	}
	o := asmOperand{constraint: syntax.StringText(s.Token), x: c.ArgumentExpressionList.AssignmentExpression}
	if e.AsmIndex != nil {
		if id := syntax.Ident(e.AsmIndex.ExpressionList); id != nil {
			o.name = id.Token.SrcStr()
		}
	}
	return []asmOperand{o}
}

// quiet reports whether no instruction does anything.
func (a *assembly) quiet() bool {
	return !slices.ContainsFunc(a.text, func(s string) bool { return !quietCode.MatchString(s) })
}

// asm lowers inline assembly.
func (f *fn) asm(x *cc.AsmStatement) {
	if x == nil || x.Asm == nil || f.Dead() {
		return
	}
	a := f.l.readAsm(x)
	f.Try(a.at, func() {
		ins := make([]emit.Value, len(a.ins))
		places := make([]emit.Place, len(a.outs))
		for i, o := range a.outs {
			places[i] = f.steady(f.place(o.x))
		}
		for i, o := range a.ins {
			switch {
			case strings.Trim(o.constraint, "moV<> ,") == "":
				f.place(o.x)
			case o.shared():
				if ins[i] = f.rvalue(o.x); ins[i].Type.Scalar() {
					ins[i] = f.Save(ins[i])
				}
			default:
				if v := f.rvalue(o.x); f.l.Types.PointsIn(v.Type) || f.l.Types.IsFunction(v.Type) {
					a.clobbers = true // it may store there, though gcc asks for the clobber then
				}
			}
		}
		if !a.quiet() {
			f.opaque(a, places)
			return
		}
		for i, o := range a.outs {
			if strings.Contains(o.constraint, "+") {
				continue
			}
			if v := a.tied(i, ins); v != nil && movable(v.Type, places[i].Type) {
				f.Store(places[i], *v, a.at, cfg.RoleUser)
			} else if !a.both(o) {
				// Nobody writes it: it is what the register held, which is not known.
				f.HavocPlace(places[i], cfg.Unknown, "asm", a.at, cfg.RoleUser)
			}
		}
	})
}

// steady keeps the address of a place.
func (f *fn) steady(p emit.Place) emit.Place {
	if p.Addr != nil {
		p.Addr = f.Save(emit.Value{Expr: p.Addr, Type: f.l.Types.VoidPtr}).Expr
	}
	return p
}

// movable reports whether a register that holds a from has, read as a to, the
// converted value.
func movable(from, to *ctypes.Type) bool {
	if !from.Scalar() || !to.Scalar() {
		return from == to
	}
	return (from.Kind == ctypes.Float) == (to.Kind == ctypes.Float) && (from.Kind != ctypes.Float || from.Bits == to.Bits)
}

// location is the constraint without its modifiers.
func (o *asmOperand) location() string { return strings.TrimLeft(o.constraint, "%=+& \t") }

// shared reports whether an input lies where an output goes.
func (o *asmOperand) shared() bool {
	c := o.location()
	return c != "" && (cpp.IsDigit(c[0]) || c[0] == '[')
}

// tied returns the value of the input that shares the location of an output.
func (a *assembly) tied(out int, ins []emit.Value) *emit.Value {
	for i, o := range a.ins {
		c := o.location()
		if c == string(rune('0'+out)) || a.outs[out].name != "" && c == "["+a.outs[out].name+"]" {
			return &ins[i]
		}
	}
	return nil
}

// both reports whether an output in memory is an input, too: it stays.
func (a *assembly) both(out asmOperand) bool {
	d := syntax.Ident(out.x)
	if d == nil || !strings.Contains(out.constraint, "m") {
		return false
	}
	for _, in := range a.ins {
		if e := syntax.Ident(in.x); e != nil && e.ResolvedTo() == d.ResolvedTo() && strings.Contains(in.constraint, "m") {
			return true
		}
	}
	return false
}

// opaque is assembly of which only the operands are known.
func (f *fn) opaque(a *assembly, places []emit.Place) {
	leaves, rounds := false, false
	for _, s := range a.text {
		leaves = leaves || leavingCode.MatchString(s)
		rounds = rounds || roundingCode.MatchString(s)
	}
	switch {
	case a.labels:
		f.Fail(nil, "inline assembly that may jump")
	case leaves:
		f.Fail(nil, "inline assembly that may leave the program")
	case a.clobbers:
		f.Fail(nil, "inline assembly that may change memory")
	case rounds:
		f.Fail(nil, "inline assembly that may change how floats are rounded")
	}
	for _, p := range places {
		f.unknownOutput(a, p)
	}
}

// unknownOutput gives an output an unknown value.
func (f *fn) unknownOutput(a *assembly, p emit.Place) {
	if f.l.conf.Execute {
		f.Fail(nil, "value of an output of inline assembly")
	}
	f.l.Notes.Add(a.at.Pos, "inline assembly: outputs are unknown")
	f.HavocPlace(p, cfg.Unknown, "asm", a.at, cfg.RoleUser)
}
