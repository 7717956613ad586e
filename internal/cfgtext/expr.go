package cfgtext

import (
	"strconv"
	"strings"

	"culprit/cfg"
)

// untyped marks the type of a constant whose type is still to be found.
var untyped = cfg.Type{}

func ptr(p *textParser) cfg.Type { return cfg.BV(p.prog.PtrBits) }

// typed reads an expression whose surroundings say that it has type t.
func (p *textParser) typed(t cfg.Type) cfg.Expr {
	e := p.expr()
	p.resolve(e, t)
	return e
}

// resolve gives the untyped constants of e the type that makes e a t, and
// checks the type of e.
func (p *textParser) resolve(e cfg.Expr, t cfg.Type) {
	p.push(e, t)
	if e.Type() != t {
		p.fail("%s has type %v where %v was expected", cfg.ExprString(e), e.Type(), t)
	}
}

// push gives type t to the untyped part of e.
func (p *textParser) push(e cfg.Expr, t cfg.Type) {
	if e.Type() != untyped {
		return
	}
	switch e := e.(type) {
	case *cfg.Const:
		if t.Kind != cfg.Bits || t.Bits == 0 {
			p.fail("the constant %d cannot have type %v", int64(e.V), t)
		}
		low := cfg.Mask(e.V, t.Width())
		if low != e.V && uint64(cfg.SignExtend(low, t.Width())) != e.V {
			p.fail("the constant %d does not fit in %v", int64(e.V), t)
		}
		e.T, e.V = t, low
	case *cfg.Unary:
		p.push(e.X, t)
		e.T = t
	case *cfg.Binary:
		p.push(e.X, t)
		p.push(e.Y, t)
		e.T = t
	case *cfg.Ite:
		p.push(e.Then, t)
		p.push(e.Else, t)
	}
}

// self reads an expression that shows its type.
func (p *textParser) self() cfg.Expr {
	e := p.expr()
	if e.Type() == untyped {
		p.fail("the type of %s is not known", cfg.ExprString(e))
	}
	return e
}

// agree gives untyped constants on one side the type of the other.
func (p *textParser) agree(x, y cfg.Expr) {
	if xt, yt := x.Type(), y.Type(); xt == untyped && yt != untyped {
		p.push(x, yt)
	} else if yt == untyped && xt != untyped {
		p.push(y, xt)
	}
}

// binaryOps, functions and casts are the operators by their names.
var binaryOps, functions, casts = cfg.Ops()

// expr reads one operation, or a primary. Its type is untyped if nothing in
// it shows one.
func (p *textParser) expr() cfg.Expr {
	x := p.primary()
	op, ok := binaryOps[p.tok]
	if !ok {
		return x
	}
	signed := false
	if cfg.CanOverflow(op) && strings.HasPrefix(p.rest, "s ") {
		p.rest = p.rest[1:]
		signed = true
	}
	p.next()
	y := p.primary()
	if _, more := binaryOps[p.tok]; more {
		p.fail("nested operations need parentheses")
	}
	b := p.binary(op, x, y)
	b.Signed = signed
	return b
}

func (p *textParser) binary(op cfg.Op, x, y cfg.Expr) *cfg.Binary {
	switch op {
	case cfg.LAnd, cfg.LOr:
		p.resolve(x, cfg.BoolType)
		p.resolve(y, cfg.BoolType)
		return &cfg.Binary{Op: op, T: cfg.BoolType, X: x, Y: y}
	case cfg.PtrAdd:
		p.resolve(x, ptr(p))
		p.resolve(y, ptr(p))
		return &cfg.Binary{Op: op, T: ptr(p), X: x, Y: y}
	}
	p.agree(x, y)
	if x.Type() != y.Type() {
		p.fail("%v and %v on the two sides of %v", x.Type(), y.Type(), op)
	}
	t := x.Type()
	switch op {
	case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe, cfg.FEq, cfg.FNe, cfg.FLt, cfg.FLe:
		if t == untyped {
			p.fail("the type of %s is not known", cfg.ExprString(x))
		}
		t = cfg.BoolType
	}
	return &cfg.Binary{Op: op, T: t, X: x, Y: y}
}

func (p *textParser) primary() cfg.Expr {
	t := p.tok
	switch {
	case t == "":
		p.fail("an expression is missing")
	case t == "(":
		p.next()
		e := p.expr()
		if p.accept("?") {
			e = p.conditional(e)
		}
		p.expect(")")
		return e
	case t == "!":
		p.next()
		x := p.primary()
		p.resolve(x, cfg.BoolType)
		return &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: x}
	case t == "~":
		p.next()
		x := p.primary()
		return &cfg.Unary{Op: cfg.Not, T: x.Type(), X: x}
	case t == "-":
		p.next()
		if p.tok != "" && p.tok[0] >= '0' && p.tok[0] <= '9' {
			return p.literal(true)
		}
		x := p.primary()
		return &cfg.Unary{Op: cfg.Neg, T: x.Type(), X: x}
	case t == "&":
		p.next()
		return &cfg.AddrOf{Obj: lookup(p, p.objects, "object"), Bits: p.prog.PtrBits}
	case t == "&&":
		p.next()
		return &cfg.FuncAddr{Proc: lookup(p, p.procs, "procedure"), Bits: p.prog.PtrBits}
	case t == "true" || t == "false":
		p.next()
		if t == "true" {
			return cfg.True
		}
		return cfg.False
	case t[0] >= '0' && t[0] <= '9':
		return p.literal(false)
	}
	if v := p.vars[t]; v != nil && !strings.HasPrefix(strings.TrimLeft(p.rest, " "), "(") && !strings.HasPrefix(p.rest, "[") {
		p.next()
		return &cfg.VarRef{V: v}
	}
	if typ, ok := parseType(t); ok {
		p.next()
		addr, r := p.address()
		return &cfg.Load{T: typ, Addr: addr, Region: r}
	}
	return p.application()
}

func (p *textParser) application() cfg.Expr {
	name := p.take()
	if !p.accept("(") {
		p.fail("%q is neither a variable nor a function", name)
	}
	if name == "sneg" {
		x := p.expr()
		p.expect(")")
		return &cfg.Unary{Op: cfg.Neg, T: x.Type(), X: x, Signed: true}
	}
	if op, ok := functions[name]; ok {
		x := p.self()
		p.expect(")")
		t := x.Type()
		if op == cfg.FIsNaN || op == cfg.FIsInf {
			t = cfg.BoolType
		}
		return &cfg.Unary{Op: op, T: t, X: x}
	}
	base := strings.TrimRight(name, "0123456789")
	op, ok := casts[base]
	if !ok {
		p.fail("%q is neither a variable nor a function", name)
	}
	t := cfg.BoolType
	if op != cfg.BitsToBool {
		w, err := strconv.Atoi(name[len(base):])
		if err != nil || w < 1 || w > 64 {
			p.fail("%q lacks its width", name)
		}
		t = cfg.BV(w)
		switch op, _ := op.Base(); op {
		case cfg.SToF, cfg.UToF, cfg.FToF, cfg.BitsToF:
			t = cfg.FP(w)
		}
	}
	x := p.self()
	p.expect(")")
	return &cfg.Cast{Op: op, T: t, X: x}
}

func (p *textParser) conditional(cond cfg.Expr) cfg.Expr {
	p.resolve(cond, cfg.BoolType)
	x := p.expr()
	p.expect(":")
	y := p.expr()
	p.agree(x, y)
	if x.Type() != y.Type() {
		p.fail("%v and %v on the two sides of ?:", x.Type(), y.Type())
	}
	return &cfg.Ite{Cond: cond, Then: x, Else: y}
}

// literal reads a number and its optional type.
func (p *textParser) literal(negative bool) cfg.Expr {
	v, err := strconv.ParseUint(p.tok, 0, 64)
	if err != nil {
		p.fail("%q is not a number", p.tok)
	}
	if negative {
		v = -v
	}
	p.next()
	c := &cfg.Const{T: untyped, V: v}
	if p.tok != ":" || p.space { // or the colon of a conditional
		return c
	}
	p.next()
	t := p.typ()
	if t.Kind == cfg.Float {
		c.T = t
	} else {
		p.push(c, t)
	}
	return c
}

func (p *textParser) address() (cfg.Expr, *cfg.Region) {
	p.expect("[")
	e := p.typed(ptr(p))
	p.expect("]")
	return e, p.region()
}

func (p *textParser) region() *cfg.Region {
	if !p.accept("@") {
		return nil
	}
	n := p.number()
	if n >= len(p.prog.Regions) {
		p.fail("no region %d", n)
	}
	return p.prog.Regions[n]
}

var havocKinds = map[string]cfg.HavocKind{"nondet": cfg.Nondet, "uninit": cfg.Uninit, "unknown": cfg.Unknown}

func (p *textParser) stmt() cfg.Stmt {
	t := p.tok
	if v := p.vars[t]; v != nil && strings.HasPrefix(strings.TrimLeft(p.rest, " "), ":=") {
		p.next()
		p.expect(":=")
		if p.tok == "alloc" && strings.HasPrefix(p.rest, "(") {
			return p.alloc(v)
		}
		if p.atLib() {
			return p.lib(v)
		}
		return &cfg.Assign{Dst: v, Src: p.typed(v.Type)}
	}
	if typ, ok := parseType(t); ok {
		p.next()
		addr, r := p.address()
		p.expect(":=")
		return &cfg.Store{Addr: addr, Val: p.typed(typ), Region: r}
	}
	if p.atLib() {
		return p.lib(nil)
	}
	p.next()
	if kind, ok := havocKinds[t]; ok {
		s := &cfg.Havoc{Dst: p.variable(), Kind: kind}
		if p.isString() {
			s.Func = p.str()
		}
		s.Asks = p.question()
		return s
	}
	switch t {
	case "assume":
		return &cfg.Assume{Cond: p.typed(cfg.BoolType)}
	case "memcpy", "memset", "memhavoc":
		return p.memory(t)
	case "free":
		p.expect("(")
		s := &cfg.Free{Ptr: p.typed(ptr(p))}
		p.expect(")")
		s.Stack = p.accept("stack")
		return s
	case "call":
		return p.call()
	case "return":
		return &cfg.Return{}
	case "skip":
		return &cfg.Skip{}
	}
	p.fail("unknown statement %q", t)
	return nil
}

// atLib reports whether a library call follows: "lib" and a name. Where "lib"
// is a variable, an operator or the end of the expression follows it.
func (p *textParser) atLib() bool {
	r := strings.TrimLeft(p.rest, " ")
	return p.tok == "lib" && r != "" && strings.IndexByte("_$'", r[0]) >= 0 ||
		p.tok == "lib" && r != "" && (r[0] >= 'a' && r[0] <= 'z' || r[0] >= 'A' && r[0] <= 'Z')
}

func (p *textParser) lib(dst *cfg.Var) cfg.Stmt {
	p.next()
	_, name := p.splitName()
	s := &cfg.Lib{Dst: dst, Func: name}
	p.expect("(")
	s.Args = p.args(nil)
	for r := p.region(); r != nil; r = p.region() {
		s.Regions = append(s.Regions, r)
	}
	return s
}

func (p *textParser) alloc(dst *cfg.Var) cfg.Stmt {
	p.next()
	p.expect("(")
	s := &cfg.Alloc{Dst: dst, Size: p.typed(ptr(p))}
	p.expect(")")
	s.Region = p.region()
	if p.accept("align") {
		s.Align = uint64(p.number())
	}
	s.Zero = p.accept("zero")
	s.Lib = p.accept("lib")
	s.Stack = p.accept("stack")
	return s
}

func (p *textParser) memory(name string) cfg.Stmt {
	p.expect("(")
	dst := p.typed(ptr(p))
	r := p.region()
	p.expect(",")
	var s cfg.Stmt
	switch name {
	case "memcpy":
		src := p.typed(ptr(p))
		sr := p.region()
		p.expect(",")
		s = &cfg.MemCopy{Dst: dst, Src: src, Size: p.typed(ptr(p)), DstRegion: r, SrcRegion: sr}
	case "memset":
		val := p.typed(cfg.BV(8))
		p.expect(",")
		s = &cfg.MemSet{Dst: dst, Val: val, Size: p.typed(ptr(p)), Region: r}
	default:
		size := p.typed(ptr(p))
		p.expect(",")
		kind, ok := havocKinds[p.tok]
		if !ok {
			p.fail("%q where a kind of havoc was expected", p.tok)
		}
		p.next()
		s = &cfg.MemHavoc{Dst: dst, Size: size, Kind: kind, Region: r}
	}
	p.expect(")")
	if h, ok := s.(*cfg.MemHavoc); ok {
		h.Asks = p.question()
		h.Text = p.readText()
	}
	return s
}

// readText reads what does not occur in a text, if that is said.
func (p *textParser) readText() *cfg.Text {
	if !p.accept("text") {
		return nil
	}
	p.expect("(")
	t := &cfg.Text{ID: p.number()}
	p.expect(",")
	t.Never = p.str()
	t.Last = p.accept("last")
	p.expect(")")
	return t
}

// question reads what an unknown value is determined by, if anything is said.
func (p *textParser) question() *cfg.Question {
	if !p.accept("asks") {
		return nil
	}
	p.expect("(")
	id := p.number()
	p.expect(",")
	q := &cfg.Question{ID: id, Func: p.str()}
	p.expect(",")
	q.Args = p.args(nil)
	return q
}

func (p *textParser) call() cfg.Stmt {
	f := lookup(p, p.procs, "procedure")
	s := &cfg.Call{Proc: f}
	p.expect("(")
	s.Args = p.args(f.Params)
	return s
}

// args reads arguments up to the closing parenthesis. Those that have a
// parameter have its type, which their text need not repeat.
func (p *textParser) args(params []*cfg.Var) (args []cfg.Expr) {
	for p.tok != ")" {
		if n := len(args); n < len(params) {
			args = append(args, p.typed(params[n].Type))
		} else {
			args = append(args, p.self())
		}
		if !p.accept(",") && p.tok != ")" {
			p.fail("%q in a list of arguments", p.tok)
		}
	}
	p.expect(")")
	return args
}
