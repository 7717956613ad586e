package cfg

import (
	"fmt"
	"slices"
)

// Origin says what the locations and edges of a program that UnrollRecursion
// made are copies of. A nil Origin belongs to a program that was not copied.
type Origin struct {
	// Beyond are the locations that stand for deeper recursion. They are
	// copies of nothing.
	Beyond []*Loc
	locs   []*Loc  // by id of the copy; nil for those in Beyond
	edges  []*Edge // by id of the copy; for edges into Beyond, the call
}

// Loc is the location that l is a copy of, or l itself where there is none.
func (o *Origin) Loc(l *Loc) *Loc {
	if o == nil || l.ID < 0 || l.ID >= len(o.locs) || o.locs[l.ID] == nil {
		return l
	}
	return o.locs[l.ID]
}

// Edge is the edge that e is a copy of.
func (o *Origin) Edge(e *Edge) *Edge {
	if o == nil {
		return e
	}
	return o.edges[e.ID]
}

// Trace is the trace of the original program that t is a copy of.
func (o *Origin) Trace(t *Trace) *Trace {
	if o == nil {
		return t
	}
	c := &Trace{Inputs: t.Inputs, Edges: make([]*Edge, len(t.Edges))}
	for i, e := range t.Edges {
		c.Edges[i] = o.Edge(e)
	}
	return c
}

// Stop makes executions end, without an error, where recursion would be deeper.
func (o *Origin) Stop() {
	for _, l := range o.Beyond {
		l.Kind, l.Reason = Plain, Reason{}
	}
	o.Beyond = nil
}

// UnrollRecursion returns a copy of p in which every recursive procedure
// exists depth times, each copy with locals of its own: a recursive call goes
// from one copy to the next, and from the last to an Unsupported location.
// The copy has no recursion, so that one set of locals per procedure is
// exact. If p has no recursion, p itself is returned, with a nil Origin.
//
// The first copy of each object and procedure keeps its address, so that
// inputs mean the same in both programs. Regions are those of p, which hold
// for the copy too; assigned again they may be finer.
func UnrollRecursion(p *Program, depth int) (q *Program, from *Origin) {
	calls := p.CallGraph()
	if !slices.ContainsFunc(p.Procs, calls.Recursive) {
		return p, nil
	}
	u := &unroller{p: p, calls: calls, depth: depth, procs: map[copyKey]*copied{}}
	whole := *p
	q = &whole
	q.Procs, q.Vars, q.Objects, q.Locs, q.Edges, q.Simpler, q.Fewer = nil, nil, nil, nil, nil, nil, nil
	u.q = q
	u.globals = &copied{vars: map[*Var]*Var{}, objects: map[*Object]*Object{}}
	u.first = make([]*Object, len(p.Objects))
	for i, o := range p.Objects {
		u.first[i] = u.object(o, nil)
	}
	for _, v := range p.Vars {
		if v.Proc == nil {
			u.globals.vars[v] = u.variable(v, nil)
		}
	}
	for _, o := range p.Objects {
		if o.Proc == nil {
			u.globals.objects[o] = u.first[o.ID]
		}
	}
	if p.HeapTop != nil {
		q.HeapTop = u.globals.vars[p.HeapTop]
	}
	q.Main = u.proc(p.Main, 0).proc
	for len(u.work) > 0 {
		c := u.work[0]
		u.work = u.work[1:]
		u.body(c)
	}
	u.layout()
	q.SetHeap()
	return q, &u.from
}

// layout assigns the addresses. The first copies of all objects come first,
// in the order of the original, and so lie where the original has them.
func (u *unroller) layout() {
	u.q.Layout()
	extra := len(u.p.Procs)
	for _, c := range u.made {
		i := c.from.ID
		if c.depth > 0 { // FuncAddr means the first copy
			i, extra = extra, extra+1
		}
		c.proc.Addr = procBase + uint64(i)*procStep
	}
}

// SetHeap sets the initial value of the heap top, once objects have addresses.
func (p *Program) SetHeap() {
	if p.HeapTop == nil {
		return
	}
	for _, e := range p.Edges {
		if s, ok := e.Stmt.(*Assign); ok && s.Dst == p.HeapTop {
			if _, ok := s.Src.(*Const); ok {
				s.Src = &Const{T: p.HeapTop.Type, V: p.HeapBase()}
			}
		}
	}
}

type copyKey struct {
	proc  *Proc
	depth int
}

// copied is one copy of a procedure.
type copied struct {
	from    *Proc
	depth   int
	proc    *Proc
	vars    map[*Var]*Var
	objects map[*Object]*Object
}

type unroller struct {
	p, q    *Program
	calls   *CallGraph
	depth   int
	globals *copied
	procs   map[copyKey]*copied
	made    []*copied // in the order in which they were made
	work    []*copied // whose bodies are still to be made
	first   []*Object // by id in p: the first copy
	from    Origin
}

func (u *unroller) variable(v *Var, f *Proc) *Var {
	c := *v
	c.ID, c.Proc = len(u.q.Vars), f
	u.q.Vars = append(u.q.Vars, &c)
	if f != nil {
		f.Locals = append(f.Locals, &c)
	}
	return &c
}

func (u *unroller) object(o *Object, f *Proc) *Object {
	c := *o
	c.ID, c.Proc = len(u.q.Objects), f
	u.q.Objects = append(u.q.Objects, &c)
	return &c
}

// proc returns the copy of f at a depth, whose body is made later.
func (u *unroller) proc(f *Proc, depth int) *copied {
	k := copyKey{f, depth}
	if c := u.procs[k]; c != nil {
		return c
	}
	g := u.q.NewProc(f.Name, f.Pos)
	if depth > 0 {
		g.Name = fmt.Sprintf("%s@%d", f.Name, depth)
	}
	c := &copied{from: f, depth: depth, proc: g, vars: map[*Var]*Var{}, objects: map[*Object]*Object{}}
	u.procs[k] = c
	for _, v := range u.p.Vars {
		if v.Proc == f {
			c.vars[v] = u.variable(v, g)
		}
	}
	for _, o := range u.p.Objects {
		if o.Proc == f {
			if n := u.first[o.ID]; n.Proc == nil {
				n.Proc = g
				c.objects[o] = n
			} else {
				c.objects[o] = u.object(o, g)
			}
		}
	}
	for _, v := range f.Params {
		g.Params = append(g.Params, c.vars[v])
	}
	if f.Ret != nil {
		g.Ret = c.vars[f.Ret]
	}
	u.made, u.work = append(u.made, c), append(u.work, c)
	return c
}

// body copies the locations and edges that the entry reaches. The result of a
// procedure is written in it and read right after a call, so that a read of a
// result means the copy that was called.
func (u *unroller) body(c *copied) {
	locs := map[*Loc]*Loc{}
	var work []*Loc
	loc := func(l *Loc) *Loc {
		n := locs[l]
		if n == nil {
			n = u.newLoc(c, l.Pos, l)
			n.Loops = u.loops(l.Loops, c)
			n.Checks = nil
			for _, k := range l.Checks {
				for _, x := range []*Expr{&k.When, &k.Base, &k.Addr, &k.Size} {
					if *x != nil {
						*x = u.expr(*x, c)
					}
				}
				n.Checks = append(n.Checks, k)
			}
			locs[l] = n
			work = append(work, l)
		}
		return n
	}
	c.proc.Entry, c.proc.Exit = loc(c.from.Entry), loc(c.from.Exit)
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		for _, e := range l.Out {
			if s, ok := e.Stmt.(*Call); ok && u.inner(s.Proc, c) && c.depth+1 >= u.depth {
				n := u.newLoc(c, e.Pos, nil)
				n.Kind, n.Reason = Unsupported, Reason{Kind: Recursion, Name: s.Proc.Name, Size: uint64(u.depth)}
				u.from.Beyond = append(u.from.Beyond, n)
				u.newEdge(locs[l], n, &Skip{}, e)
				continue
			}
			u.newEdge(locs[l], loc(e.To), u.stmt(e.Stmt, c), e)
		}
	}
}

// newLoc adds a location that is a copy of from, or of none.
func (u *unroller) newLoc(c *copied, pos Pos, from *Loc) *Loc {
	u.from.locs = append(u.from.locs, from)
	n := u.q.NewLoc(c.proc, pos)
	if from != nil {
		id := n.ID
		*n = *from
		n.ID, n.Proc, n.Out, n.In = id, c.proc, nil, nil
	}
	return n
}

// newEdge adds an edge that is a copy of e.
func (u *unroller) newEdge(from, to *Loc, s Stmt, e *Edge) {
	u.from.edges = append(u.from.edges, e)
	n := u.q.NewEdge(from, to, s, e.Pos, e.Text, e.Role)
	id := n.ID
	*n = *e
	n.ID, n.From, n.To, n.Stmt = id, from, to, s
}

// loops copies loop statements: their names mean the variables of the copy.
func (u *unroller) loops(ls []*Loop, c *copied) []*Loop {
	var out []*Loop
	for _, l := range ls {
		n := *l
		n.Scope = nil
		for _, m := range l.Scope {
			if m.Var != nil {
				m.Var = u.v(m.Var, c)
			}
			if m.Obj != nil {
				m.Obj = u.o(m.Obj, c)
			}
			n.Scope = append(n.Scope, m)
		}
		out = append(out, &n)
	}
	return out
}

// o is the copy of an object that is used in c.
func (u *unroller) o(o *Object, c *copied) *Object {
	if p := c.objects[o]; p != nil {
		return p
	}
	if f := o.Proc; f != nil { // of a caller, which is not recursive
		return u.proc(f, 0).objects[o]
	}
	return u.globals.objects[o]
}

// inner reports whether a call of f from c is recursive.
func (u *unroller) inner(f *Proc, c *copied) bool {
	return u.calls.Recursive(f) && u.calls.Component(f) == u.calls.Component(c.from)
}

// v is the copy of a variable that is written or read in c.
func (u *unroller) v(v *Var, c *copied) *Var {
	if v.Proc == nil {
		return u.globals.vars[v]
	}
	return c.vars[v]
}

// callee is the copy that a call from c reaches.
func (u *unroller) callee(f *Proc, c *copied) *copied {
	if u.inner(f, c) {
		return u.proc(f, c.depth+1)
	}
	return u.proc(f, 0)
}

func (u *unroller) stmt(s Stmt, c *copied) Stmt {
	dst := func(v *Var) *Var { return u.v(v, c) }
	s = RebuildStmt(s, dst, func(o *Object) *Object { return u.o(o, c) }, func(x Expr) Expr { return u.expr(x, c) })
	if call, ok := s.(*Call); ok {
		call.Proc = u.callee(call.Proc, c).proc
	}
	return s
}

func (u *unroller) expr(x Expr, c *copied) Expr {
	return RebuildExpr(x, func(x Expr) Expr {
		switch x := x.(type) {
		case *VarRef:
			if f := x.V.Proc; f != nil && x.V == f.Ret {
				return &VarRef{u.callee(f, c).vars[x.V]}
			}
			return &VarRef{u.v(x.V, c)}
		case *AddrOf:
			return &AddrOf{u.o(x.Obj, c), x.Bits}
		case *FuncAddr:
			return &FuncAddr{u.proc(x.Proc, 0).proc, x.Bits}
		}
		return x
	})
}
