package emit

import (
	"fmt"
	"strconv"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Fail aborts the current statement.
func (f *Emitter) Fail(n cc.ExpressionNode, format string, args ...any) {
	s := f.At
	if n != nil {
		if t := f.Program.Linked.Sources.Node(n); t.Pos.IsValid() {
			s = t
		}
	}
	panic(Unsupported{fmt.Sprintf(format, args...), s})
}

func (f *Emitter) NewLoc(pos cfg.Pos) *cfg.Loc { return f.Program.CFG.NewLoc(f.Proc, pos) }

// Find is the location that x was merged into, or x.
func (m *locations) Find(x *cfg.Loc) *cfg.Loc {
	for {
		y := m.into[x]
		if y == nil {
			return x
		}
		if z := m.into[y]; z != nil {
			m.into[x] = z
		}
		x = y
	}
}

// Emit adds a statement and moves on.
func (f *Emitter) Emit(s cfg.Stmt, at parse.Span, role cfg.Role) {
	if f.Cur == nil {
		return
	}
	to := f.NewLoc(cfg.Pos{})
	f.edge(f.Cur, to, s, at, role)
	f.Cur = to
}

func (f *Emitter) edge(from, to *cfg.Loc, s cfg.Stmt, at parse.Span, role cfg.Role) {
	if !at.Pos.IsValid() {
		role = cfg.RoleImplicit // of the prelude, or made up
	}
	e := f.Program.CFG.NewEdge(f.Program.Locations.Find(from), to, s, at.Pos, at.Text, role)
	e.Call, e.Negated, e.Valid = at.Call, at.Negated, at.Valid
}

// Jump continues at to.
func (f *Emitter) Jump(to *cfg.Loc) {
	if f.Cur == nil {
		return
	}
	from := f.Program.Locations.Find(f.Cur)
	f.Cur = nil
	t := f.Program.Locations.Find(to)
	f.Program.Locations.Reached[t] = true
	if from == t || len(from.Out) > 0 || from == f.Proc.Entry {
		f.edge(from, t, &cfg.Skip{}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
		return
	}
	f.Program.Locations.into[from] = t
	if !t.Pos.IsValid() {
		t.Pos = from.Pos
	}
}

// Assume restricts the current path to cond.
func (f *Emitter) Assume(cond cfg.Expr, at parse.Span, role cfg.Role) {
	switch cond {
	case cfg.Expr(cfg.True):
		return
	case cfg.Expr(cfg.False):
		f.Cur = nil
		return
	}
	f.Emit(&cfg.Assume{Cond: cond}, at, role)
}

// Fork continues at yes if cond holds and at no otherwise. A constant condition is a
// branch only where a run is explained, and the user wrote if: it may be the fault.
func (f *Emitter) Fork(cond cfg.Expr, yes, no *cfg.Loc, at parse.Span) {
	if f.Cur == nil {
		return
	}
	from := f.Cur
	n := len(f.Program.CFG.Edges)
	if _, fixed := cond.(*cfg.Const); fixed && f.Program.Options.Execute && f.Decision.Keyword == "if" {
		for k, to := range []*cfg.Loc{yes, no} {
			f.Cur, n = from, len(f.Program.CFG.Edges)
			if k == 1 {
				cond, at = cfg.Negate(cond), negated(at)
			}
			f.Emit(&cfg.Assume{Cond: cond}, at, cfg.RoleUser)
			f.Decision.mark(f.Program.CFG.Edges[n:], to)
			f.Jump(to)
		}
		f.Cur = nil
		return
	}
	f.Assume(cond, at, cfg.RoleUser)
	f.Decision.mark(f.Program.CFG.Edges[n:], yes)
	f.Jump(yes)
	f.Cur = from
	if cond != cfg.Expr(cfg.True) {
		n = len(f.Program.CFG.Edges)
		f.Assume(cfg.Negate(cond), negated(at), cfg.RoleUser)
		f.Decision.mark(f.Program.CFG.Edges[n:], no)
		f.Jump(no)
	}
	f.Cur = nil
}

// When lowers body where cond holds, and continues behind it and where cond does not
// hold. A body that leads elsewhere does not come back.
func (f *Emitter) When(cond cfg.Expr, at parse.Span, body func()) {
	yes, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(cond, yes, end, at)
	f.way(yes, end, body)
	f.Start(end)
}

// Unless lowers body where cond does not hold, and continues as When does.
func (f *Emitter) Unless(cond cfg.Expr, at parse.Span, body func()) {
	end, no := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(cond, end, no, at)
	f.way(no, end, body)
	f.Start(end)
}

// Choose lowers one of two ways by cond, and continues behind both.
func (f *Emitter) Choose(cond cfg.Expr, at parse.Span, yes, no func()) {
	a, b, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(cond, a, b, at)
	f.way(a, end, yes)
	f.way(b, end, no)
	f.Start(end)
}

// way lowers what lies between two locations.
func (f *Emitter) way(from, to *cfg.Loc, body func()) {
	f.Start(from)
	body()
	f.Jump(to)
}

func negated(at parse.Span) parse.Span {
	if at.Text != "" {
		at.Text, at.Negated = "!("+at.Text+")", !at.Negated
	}
	return at
}

// Dead reports that nothing needs to be emitted.
func (f *Emitter) Dead() bool { return f.Cur == nil }

// End ends the path at a location of kind k that one edge leads to.
func (f *Emitter) End(k cfg.LocKind, why cfg.Reason, at parse.Span) {
	if f.Dead() {
		return
	}
	to := f.NewLoc(at.Pos)
	to.Kind, to.Reason = k, why
	f.edge(f.Cur, to, &cfg.Skip{}, at, f.Role)
	f.Cur = nil
}

// Unsupported ends the path at a construct outside the language.
func (f *Emitter) Unsupported(what string, at parse.Span) {
	f.End(cfg.Unsupported, cfg.Reason{Kind: cfg.Construct, Text: what}, at)
}

// Halt ends the program normally. It returns the location where it ends.
func (f *Emitter) Halt(at parse.Span) *cfg.Loc {
	if f.Dead() {
		return nil
	}
	to := f.NewLoc(at.Pos)
	f.edge(f.Cur, to, &cfg.Skip{}, at, f.Role)
	f.Cur = nil
	return to
}

// Try runs a piece of lowering; a construct outside the language ends the
// path in an Unsupported location, and so do the other paths that the piece began and
// did not lead on.
func (f *Emitter) Try(at parse.Span, g func()) {
	saved, role, before := f.At, f.Role, len(f.Program.CFG.Locs)
	if at.Pos.IsValid() {
		f.At = at
	}
	defer func() { f.At, f.Role = saved, role }()
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		u, ok := p.(Unsupported)
		if !ok {
			panic(p)
		}
		if !u.Span.Pos.IsValid() {
			u.Span = f.At
		}
		f.Unsupported(u.What, u.Span)
		for _, l := range f.Program.CFG.Locs[before:] {
			if l.Kind == cfg.Plain && l.Proc == f.Proc && len(l.In) > 0 && len(l.Out) == 0 {
				f.Cur = l
				f.Unsupported(u.What, u.Span)
			}
		}
	}()
	g()
}

// Mine lists the objects of the procedure: what runs after main returned does not
// find those of main.
func (f *Emitter) Mine() (out []*cfg.Object) {
	for _, o := range f.Program.CFG.Objects {
		if o.Proc == f.Proc {
			out = append(out, o)
		}
	}
	return out
}

func (f *Emitter) SizeConst(n uint64) cfg.Expr { return Const(cfg.BV(f.Program.Options.PtrBits), n) }

// Start continues at x, which is dead if nothing leads there.
func (f *Emitter) Start(x *cfg.Loc) {
	y := f.Program.Locations.Find(x)
	f.Cur = nil
	if f.Program.Locations.Reached[y] {
		f.Cur = y
	}
}

// mark says of the edge that was added last, if any, that it leads to to.
func (d *Decision) mark(added []*cfg.Edge, to *cfg.Loc) {
	if len(added) == 0 || to != d.Yes && to != d.No {
		return
	}
	added[0].Branch = &cfg.Branch{Keyword: d.Keyword, Pos: d.Pos, Outcome: strconv.FormatBool(to == d.Yes)}
}

// Scope begins the names of a procedure.
func (n *names) Scope(p *cfg.Proc) { n.local[p] = map[string]int{} }

// Unique makes a name distinct within a procedure, or among the globals if p
// is nil.
func (n *names) Unique(p *cfg.Proc, name string) string {
	m := n.global
	if p != nil {
		m = n.local[p]
	}
	used := m[name]
	m[name] = used + 1
	if used == 0 {
		return name
	}
	return n.Unique(p, fmt.Sprintf("%s#%d", name, used+1))
}

// temp names a temporary.
func (n *names) temp() string {
	n.temps++
	return fmt.Sprintf("#%d", n.temps)
}

// Label is the value of &&name: a small number that is not the address of any
// object.
func (n *names) Label(name string) uint64 {
	if n.labels[name] == 0 {
		n.labels[name] = uint64(len(n.labels)+1) * 8
	}
	return n.labels[name]
}

// Add records a remark once for each position and text.
func (n *notes) Add(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...)})
}

// Assume records an assumption once for each position and text.
func (n *notes) Assume(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...), Assumed: true})
}

// AssumeEither records an assumption on which what fails rests, too, as an
// order of evaluation.
func (n *notes) AssumeEither(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...), Assumed: true, Fails: true})
}

// AssumeOnce records an assumption at the first of the positions where it is
// made.
func (n *notes) AssumeOnce(pos cfg.Pos, format string, args ...any) {
	if !n.said[format] {
		n.said[format] = true
		n.Assume(pos, format, args...)
	}
}

func (n *notes) record(note cfg.Note) {
	if key := note.Pos.String() + note.Text; !n.said[key] {
		n.said[key] = true
		n.prog.Notes = append(n.prog.Notes, note)
	}
}

// Asks reports whether a violation of the check c matters: executions stop at any.
func (f *Emitter) Asks(c safety.Checks) bool {
	return (f.Program.Options.Checks&c != 0 || f.Program.Options.Execute) && !f.Dead() && !f.Constant && !f.Typing
}

// Forbidden makes it an error of the property with the check c that a condition
// holds.
func (f *Emitter) Forbidden(c safety.Checks, cond cfg.Expr, why cfg.Reason, at parse.Span) {
	from, next := f.Cur, f.NewLoc(cfg.Pos{})
	f.Assume(cfg.Negate(cond), parse.Span{}, cfg.RoleImplicit)
	f.Jump(next)
	f.Cur = from
	f.Assume(cond, parse.Span{}, cfg.RoleImplicit)
	if !f.Dead() {
		if cond == cfg.Expr(cfg.True) {
			f.Emit(&cfg.Skip{}, parse.Span{}, cfg.RoleImplicit)
		}
		f.Cur.Kind, f.Cur.Reason, f.Cur.Property, f.Cur.Pos = cfg.Error, why, safety.PropertyOf(c), at.Pos
	}
	f.Start(next)
}

// Forbidden is the reason of a location that C does not define.
func Forbidden(text string) cfg.Reason { return cfg.Reason{Kind: cfg.Forbidden, Text: text} }
