package invariants

import (
	"slices"

	"culprit/cfg"
)

// kind says what is monitored at a point.
type kind uint8

const (
	load kind = iota
	store
	result  // of a function
	branch  // which way it goes
	symptom // the statement that uses memory wrongly
)

// point is a place in the program whose values are monitored: in the paper, an
// instruction.
type point struct {
	id   int
	kind kind
	v    *cfg.Var // the variable read or written, the result; nil for memory
	of   string   // what is loaded; "" if not known
	form form
	// local: the store of a local that a compiler keeps in a register.
	local bool
}

// site is how the instances of a statement are monitored.
type site struct {
	static []operand // what the statement reads, in order of evaluation
	points []int32   // by operand: the point, -1 for none
	loads  bool      // there is a point among them
	stored int32     // the point of what it writes, -1
	stores *cfg.Var  // the variable which that is; nil: memory
	branch int32     // the point of which way it goes, -1
}

// operand is one read of a statement.
type operand struct {
	v    *cfg.Var // nil: memory
	size uint64   // of memory
	// user is the number of the load whose address needs it, or -1: the
	// statement itself.
	user int32
	arg  int32 // of a call: the argument that it belongs to
	form form
	text string
	name string // of the variable or the object in memory, "" if not known
}

// points are all points of a program.
type points struct {
	prog    *cfg.Program
	all     []point
	sites   []site // by Edge.ID
	watched []bool // by Loc.ID: something is monitored in a statement there
	locals  bool   // stores of all locals are monitored, too
}

// newPoints finds what is to be monitored; locals: stores of all locals, too.
func newPoints(prog *cfg.Program, locals bool) *points {
	ps := &points{prog: prog, locals: locals, sites: make([]site, len(prog.Edges)), watched: make([]bool, len(prog.Locs))}
	f := finder{points: ps, returned: map[*cfg.Var]int32{}, loads: map[*cfg.Loc]map[string]int32{}}
	for _, e := range prog.Edges {
		s := &ps.sites[e.ID]
		f.site(e, s)
		if s.loads || s.stored >= 0 || s.branch >= 0 {
			ps.watched[e.From.ID] = true
		}
	}
	return ps
}

// finder finds the points of statements. Some have theirs in common.
type finder struct {
	*points
	returned map[*cfg.Var]int32            // of results
	loads    map[*cfg.Loc]map[string]int32 // by text: both outcomes of a branch load the same
}

// site finds the points of one statement.
func (f *finder) site(e *cfg.Edge, s *site) {
	s.stored, s.branch = -1, -1
	s.static = operands(e, f.prog.PtrBits)
	s.points = slices.Repeat([]int32{-1}, len(s.static))
	if !monitored(e) {
		return
	}
	known := f.loads[e.From]
	if known == nil {
		known = map[string]int32{}
		f.loads[e.From] = known
	}
	for k := range s.static {
		o := &s.static[k]
		if o.v != nil && !global(o.v) {
			continue
		}
		id, ok := known[o.text]
		if !ok {
			id = f.add(point{kind: load, v: o.v, of: o.name, form: o.form})
			known[o.text] = id
		}
		s.points[k], s.loads = id, true
	}
	if len(e.From.Out) > 1 {
		s.branch = f.branchOf(e)
	}
	if st, ok := e.Stmt.(*cfg.Store); ok {
		s.stored = f.add(point{kind: store, form: formOf(st.Val, f.prog.PtrBits)})
	} else if v := cfg.Defined(e.Stmt); v != nil {
		s.stores = v
		switch {
		case v.Proc != nil && v == v.Proc.Ret:
			s.stored = f.resultOf(v)
		case global(v):
			s.stored = f.add(point{kind: store, v: v, form: varForm(v)})
		case f.locals && !v.Temp:
			s.stored = f.add(point{kind: store, v: v, form: varForm(v), local: true})
		}
	}
}

// resultOf is the one point of a result at all statements that return.
func (f *finder) resultOf(v *cfg.Var) int32 {
	id, ok := f.returned[v]
	if !ok {
		id = f.add(point{kind: result, v: v, form: varForm(v)})
		f.returned[v] = id
	}
	return id
}

func (ps *points) add(p point) int32 {
	p.id = len(ps.all)
	ps.all = append(ps.all, p)
	return int32(p.id)
}

// branchOf is the point of the decision at the location that e leaves.
func (ps *points) branchOf(e *cfg.Edge) int32 {
	if first := e.From.Out[0]; first.ID < e.ID && ps.sites[first.ID].branch >= 0 {
		return ps.sites[first.ID].branch
	}
	return ps.add(point{kind: branch})
}

// monitored reports whether a statement is the user's and no initialiser.
func monitored(e *cfg.Edge) bool {
	return e.Role == cfg.RoleUser && e.Pos.IsValid() && e.From.Proc.Pos.IsValid()
}

// global reports whether a variable is in memory in the compiled program.
func global(v *cfg.Var) bool { return v.Proc == nil && !v.Temp }

// operands lists what a statement reads in order of evaluation.
func operands(e *cfg.Edge, ptrBits int) []operand {
	c := collector{ptrBits: ptrBits}
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		for i, a := range s.Args {
			c.arg = int32(i)
			c.expr(a, varForm(s.Proc.Params[i]))
		}
		return c.out
	case *cfg.Store:
		c.expr(s.Addr, signed)
		c.arg = 1
		c.expr(s.Val, signed)
		return c.out
	}
	var want form
	if v := cfg.Defined(e.Stmt); v != nil {
		want = varForm(v)
	}
	cfg.Exprs(e.Stmt, func(x cfg.Expr) { c.expr(x, want) })
	return c.out
}

type collector struct {
	out     []operand
	arg     int32
	ptrBits int
}

// expr collects the reads of an expression whose value is used in a form.
func (c *collector) expr(e cfg.Expr, want form) {
	from := len(c.out)
	switch x := e.(type) {
	case *cfg.Binary:
		f, g := signed, signed
		switch x.Op {
		case cfg.ULt, cfg.ULe, cfg.UDiv, cfg.URem, cfg.LShr:
			f, g = unsigned, unsigned
		case cfg.PtrAdd:
			f = pointer
		case cfg.Eq, cfg.Ne:
			if formOf(x.X, c.ptrBits).base() == pointer || formOf(x.Y, c.ptrBits).base() == pointer {
				f, g = pointer, pointer
			}
		}
		c.expr(x.X, f)
		c.expr(x.Y, g)
	case *cfg.Cast:
		f := want
		switch x.Op {
		case cfg.ZExt, cfg.UToF:
			f = unsigned
		case cfg.SExt, cfg.SToF:
			f = signed
		}
		c.expr(x.X, f)
	case *cfg.Load:
		c.expr(x.Addr, pointer)
	default:
		cfg.Children(e, func(k cfg.Expr) { c.expr(k, want) })
	}
	o := operand{user: -1, arg: c.arg}
	switch x := e.(type) {
	case *cfg.VarRef:
		o.v, o.form, o.text = x.V, varForm(x.V), cfg.ExprString(x)
		if !x.V.Temp {
			o.name = x.V.Name
		}
	case *cfg.Load:
		switch b := cfg.Base(x.Addr).(type) {
		case *cfg.AddrOf:
			if o.name = b.Obj.Name; b != x.Addr && o.name != "" {
				o.name = "a part of " + o.name
			}
		}
		o.size, o.text = uint64(x.T.Bytes()), cfg.ExprString(x)
		o.form = want
		if x.T.Kind == cfg.Float {
			o.form = floating
		} else if want.base() == floating || want.base() == pointer && x.T.Width() != c.ptrBits {
			o.form = signed
		}
		o.form = o.form.of(max(x.T.Width(), 1))
		for k := from; k < len(c.out); k++ {
			if c.out[k].user < 0 {
				c.out[k].user = int32(len(c.out))
			}
		}
	default:
		return
	}
	c.out = append(c.out, o)
}

// match finds for each read of an instance the operand that it is, -1 for what
// the statement reads besides, such as the blocks of a library function.
// Operands that the instance left out, after && and ?:, are skipped.
func (ps *points) match(in *cfg.Instance, buf []int32) []int32 {
	static := ps.sites[in.Edge.ID].static
	// One condition decides for two edges: the first one's.
	if out := in.Edge.From.Out; len(out) == 2 {
		static = ps.sites[out[0].ID].static
	}
	buf = buf[:0]
	at := 0
	for at < len(in.Reads) && at < len(static) && static[at].is(&in.Reads[at]) {
		buf = append(buf, int32(at))
		at++
	}
	for k := at; k < len(in.Reads); k++ {
		r := &in.Reads[k]
		next := slices.IndexFunc(static[at:], func(o operand) bool { return o.is(r) })
		if next < 0 {
			buf = append(buf, -1)
			continue
		}
		buf = append(buf, int32(at+next))
		at += next + 1
	}
	return buf
}

// is reports whether a read may be that of an operand.
func (o *operand) is(r *cfg.Access) bool { return o.v == r.Var && (o.v != nil || o.size == r.Size) }

// siteOf is the site whose operands match refers to.
func (ps *points) siteOf(e *cfg.Edge) *site {
	if out := e.From.Out; len(out) == 2 {
		return &ps.sites[out[0].ID]
	}
	return &ps.sites[e.ID]
}

// name says what a point is, for the user: "value of a[i]".
func (p *point) name() string {
	switch p.kind {
	case result:
		return p.v.Proc.Name + "()"
	case branch:
		return "branch"
	case symptom:
		return "statement at which memory is used wrongly"
	case store:
		if p.v != nil {
			return "value stored in " + p.v.Name
		}
		return "value stored"
	}
	if p.of != "" {
		return "value of " + p.of
	}
	return "value loaded"
}
