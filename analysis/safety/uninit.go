package safety

import (
	"slices"
	"strings"

	"culprit/cfg"
)

// Uses of what was not initialised. A flag of its own says of each variable that
// may be without value whether it is, and each region with memory that may be
// without has a shadow (cfg.ShadowRegion) of which a bit is set while the program's
// is not. Copies by assignments, stores, block copies and arguments copy the flag
// or the shadow, since C allows to copy a structure that is initialised in part;
// every other use is an error. The end of a function that returns nothing leaves
// its result missing, of which C does not even allow copies (C11 6.9.1p12), and
// what main returns is used by the system.
//
// Memory outside of the program has values.

// uninit is the state of the pass.
type uninit struct {
	editor
	locs    []*cfg.Loc // of the program before any check
	edges   []*cfg.Edge
	unknown map[*cfg.Var]bool // of addresses, unknown
	flags   map[*cfg.Var]*cfg.Var
	missing map[*cfg.Var]*cfg.Var
	// passed has the flags of arguments while a call is made.
	passed  map[*cfg.Var]*cfg.Var
	shadows map[*cfg.Region]*cfg.Region
	reads   map[*cfg.Var]readings
	origin  map[*cfg.Var]*cfg.Var // of a temporary that is a copy, nil if of several
}

// readings says how a variable is read.
type readings struct{ copied, used bool }

// newUninit puts an error location before each use of a variable that may have no
// value. memory does so for memory, where control arrives only if the access is
// valid, if that is asked.
func newUninit(p *cfg.Program) *uninit {
	u := &uninit{
		editor: editor{p}, locs: p.Locs[:len(p.Locs):len(p.Locs)], edges: append([]*cfg.Edge(nil), p.Edges...),
		flags: map[*cfg.Var]*cfg.Var{}, missing: map[*cfg.Var]*cfg.Var{}, passed: map[*cfg.Var]*cfg.Var{},
		shadows: map[*cfg.Region]*cfg.Region{}, reads: map[*cfg.Var]readings{}, origin: map[*cfg.Var]*cfg.Var{}, unknown: map[*cfg.Var]bool{},
	}
	for _, e := range u.edges {
		if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Func == cfg.AddressBits {
			u.unknown[h.Dst] = true
		}
	}
	u.find()
	for _, loc := range u.locs {
		u.uses(loc)
	}
	for _, e := range u.edges {
		u.defines(e)
	}
	u.enters()
	return u
}

// find makes flags and shadows for what a declaration, an allocation or the end
// of a function leaves without value, or that gets such a value by copies.
func (u *uninit) find() {
	f := &opened{u: u, next: map[any][]any{}, seen: map[any]bool{}}
	for _, e := range u.edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			r, ok := x.(*cfg.VarRef)
			if ok && u.copied(e.Stmt, x) {
				u.reads[r.V] = readings{true, u.reads[r.V].used}
				return
			}
			cfg.Walk(x, func(x cfg.Expr) {
				if r, ok := x.(*cfg.VarRef); ok {
					u.reads[r.V] = readings{u.reads[r.V].copied, true}
				}
			})
		})
	}
	for _, e := range u.edges {
		if v := cfg.Defined(e.Stmt); v != nil && v.Temp {
			var from *cfg.Var
			if s, ok := e.Stmt.(*cfg.Assign); ok {
				if r, ok := s.Src.(*cfg.VarRef); ok {
					from = r.V
				}
			}
			if first, again := u.origin[v]; again && first != from {
				from = nil
			}
			u.origin[v] = from
		}
	}
	outside := false
	for _, o := range u.p.Objects {
		outside = outside || o.Outside
	}
	if outside {
		u.p.Assume(u.p.Main.Pos, "not checked: values in memory that were not initialised, in a program that uses memory from outside")
	}
	for _, e := range u.edges {
		f.edge(e, !outside)
	}
	for len(f.work) > 0 {
		n := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		f.open(f.next[n]...)
	}
}

// opened follows what may be without value, variables and regions.
type opened struct {
	u    *uninit
	next map[any][]any // copies
	seen map[any]bool
	work []any
}

func (f *opened) open(list ...any) {
	for _, n := range list {
		if f.seen[n] {
			continue
		}
		f.seen[n] = true
		f.work = append(f.work, n)
		switch n := n.(type) {
		case *cfg.Var:
			f.u.flags[n] = f.u.flagFor(n, "#uninit ")
		case *cfg.Region:
			f.u.shadows[n] = &cfg.Region{ID: len(f.u.p.Regions), Name: cfg.ShadowRegion, Cell: n.Cell}
			f.u.p.Regions = append(f.u.p.Regions, f.u.shadows[n])
		}
	}
}

func (u *uninit) flagFor(v *cfg.Var, prefix string) *cfg.Var {
	owner := v.Proc
	if isResult(v) {
		owner = nil // the caller reads it
	}
	return u.temp(owner, prefix+v.Name, cfg.BoolType)
}

// edge follows a statement; memory says whether there are shadows.
func (f *opened) edge(e *cfg.Edge, memory bool) {
	u := f.u
	copies := func(x cfg.Expr, to any) {
		switch x := x.(type) {
		case *cfg.VarRef:
			f.next[x.V] = append(f.next[x.V], to)
		case *cfg.Load:
			if !x.Region.Ghost() {
				f.next[x.Region] = append(f.next[x.Region], to)
			}
		}
	}
	switch s := e.Stmt.(type) {
	case *cfg.Havoc:
		switch {
		case s.Kind != cfg.Uninit:
		case isResult(s.Dst):
			if u.missing[s.Dst] == nil {
				u.missing[s.Dst] = u.flagFor(s.Dst, "#missing ")
			}
		case leftOpen(s.Dst):
			f.open(s.Dst)
		}
	case *cfg.MemHavoc:
		if s.Kind == cfg.Uninit && memory {
			f.open(s.Region)
		}
	case *cfg.Alloc:
		if !s.Zero && !s.Lib && memory {
			f.open(s.Region)
		}
	case *cfg.Assign:
		if !u.once(s) {
			copies(s.Src, s.Dst)
		}
	case *cfg.Store:
		if !s.Region.Ghost() {
			copies(s.Val, s.Region)
		}
	case *cfg.MemCopy:
		f.next[s.SrcRegion] = append(f.next[s.SrcRegion], s.DstRegion)
	case *cfg.Call:
		for i, x := range s.Args {
			if i < len(s.Proc.Params) {
				copies(x, s.Proc.Params[i])
			}
		}
	}
}

// leftOpen reports whether a statement that gives v no value is one of the program: v is
// a variable of it, or a part of the result of a function, and no choice.
func leftOpen(v *cfg.Var) bool { return !v.Temp || v.Proc == nil }

func isResult(v *cfg.Var) bool { return v.Proc != nil && v.Proc.Ret == v }

// once reports whether an assignment only keeps what it loads for uses that
// follow: then the load is the use, and the temporary needs no flag.
func (u *uninit) once(s *cfg.Assign) bool {
	_, load := s.Src.(*cfg.Load)
	return load && s.Dst.Temp && !isResult(s.Dst) && !u.reads[s.Dst].copied
}

// flag is whether e is the value of a variable, or of memory, that has none.
func (u *uninit) flag(e cfg.Expr) cfg.Expr {
	switch e := e.(type) {
	case *cfg.VarRef:
		if w := u.flags[e.V]; w != nil {
			return &cfg.VarRef{V: w}
		}
	case *cfg.Load:
		if x := u.shadow(e); x != nil {
			return cfg.Compare(cfg.Ne, x, konst(width(x), 0))
		}
	}
	return cfg.False
}

// shadow is what belongs to a load, nil if it has a value anyway.
func (u *uninit) shadow(e *cfg.Load) cfg.Expr {
	r := u.shadows[e.Region]
	if r == nil {
		return nil
	}
	return &cfg.Load{T: cfg.BV(8 * e.T.Bytes()), Addr: u.p.Shadow(e.Addr), Region: r}
}

// copied reports whether a statement only copies the value of its expression x.
func (u *uninit) copied(s cfg.Stmt, x cfg.Expr) bool {
	switch x.(type) {
	case *cfg.VarRef, *cfg.Load:
	default:
		return false
	}
	switch s := s.(type) {
	case *cfg.Assign:
		return s.Dst != u.p.Main.Ret
	case *cfg.Store:
		return x == s.Val
	case *cfg.Call:
		return true
	}
	return false
}

// uses puts checks of variables before the statements that leave loc.
func (u *uninit) uses(loc *cfg.Loc) {
	if loc.Kind != cfg.Plain || len(loc.Out) == 0 {
		return
	}
	plain := map[cfg.Expr]bool{}
	for _, e := range loc.Out {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) { plain[x] = plain[x] || u.copied(e.Stmt, x) })
	}
	var checks []check
	seen := map[*cfg.Var]bool{}
	evaluated(loc, func(e, when cfg.Expr) {
		r, ok := e.(*cfg.VarRef)
		if !ok || seen[r.V] {
			return
		}
		bad := cfg.Expr(cfg.False)
		if w := u.missing[r.V]; w != nil {
			bad = &cfg.VarRef{V: w}
		}
		if !plain[e] {
			bad = cfg.Disjunction(bad, u.flag(e))
		}
		if cfg.IsFalse(bad) {
			return
		}
		seen[r.V] = cfg.IsTrue(when) && !plain[e]
		checks = append(checks, u.check(cfg.Conjunction(when, bad), u.withoutValue(r.V), loc))
	})
	guard(u.p, u.beforeAlignment(loc, checks), checks)
}

// beforeAlignment is the location before the checks of the alignment of what the
// statements that leave loc follow, or loc. A pointer that has no value is a use of
// it first: what is known of its bits is nothing.
func (u *uninit) beforeAlignment(loc *cfg.Loc, checks []check) *cfg.Loc {
	for _, c := range checks {
		if u.ofBits(c.bad, false) {
			return loc
		}
	}
	at := loc
	for len(at.In) == 1 && at.In[0].Role == cfg.RoleImplicit {
		e := at.In[0]
		switch s := e.Stmt.(type) {
		case *cfg.Assume:
			if !slices.ContainsFunc(e.From.Out, misaligned) && (len(e.From.Out) > 1 || !u.ofBits(s.Cond, true)) {
				return at
			}
		case *cfg.Havoc:
			if !u.unknown[s.Dst] {
				return at
			}
		default:
			return at
		}
		at = e.From
	}
	return at
}

// ofBits reports whether an expression reads bits of addresses, or nothing else.
func (u *uninit) ofBits(e cfg.Expr, only bool) bool {
	some, others := false, false
	cfg.Walk(e, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.VarRef:
			some, others = some || u.unknown[x.V], others || !u.unknown[x.V]
		case *cfg.Load:
			others = true
		}
	})
	return some && !(only && others)
}

// misaligned reports whether an edge is an access that is not aligned.
func misaligned(e *cfg.Edge) bool { return e.To.Kind == cfg.Error && e.To.Property == UBAlign }

func (u *uninit) check(bad cfg.Expr, text string, loc *cfg.Loc) check {
	return check{bad, UBUninit, cfg.Reason{Kind: cfg.Forbidden, Text: text}, loc.Out[0].Pos}
}

// withoutValue says what is used.
func (u *uninit) withoutValue(v *cfg.Var) string {
	if from := u.origin[v]; from != nil {
		v = from
	}
	switch {
	case isResult(v):
		return "use of the result of " + v.Proc.Name + ", which has no value"
	case v.Temp || strings.HasPrefix(v.Name, "#"):
		return "use of a value that was not initialised"
	}
	return "use of " + v.Name + ", which was not initialised"
}

// defines sets the flags of what a statement defines.
func (u *uninit) defines(e *cfg.Edge) {
	if s, ok := e.Stmt.(*cfg.Call); ok {
		for i, v := range s.Proc.Params {
			if u.flags[v] == nil || i >= len(s.Args) {
				continue
			}
			if u.passed[v] == nil {
				u.passed[v] = u.temp(nil, "#passed "+v.Name, cfg.BoolType)
			}
			u.before(e, &cfg.Assign{Dst: u.passed[v], Src: u.flag(s.Args[i])})
		}
		return
	}
	v := cfg.Defined(e.Stmt)
	if v == nil {
		return
	}
	h, open := e.Stmt.(*cfg.Havoc)
	open = open && h.Kind == cfg.Uninit
	set := func(w *cfg.Var, src cfg.Expr) {
		if r, ok := src.(*cfg.VarRef); w != nil && (!ok || r.V != w) {
			u.before(e, &cfg.Assign{Dst: w, Src: src})
		}
	}
	truth := func(b bool) cfg.Expr {
		if b {
			return cfg.True
		}
		return cfg.False
	}
	set(u.missing[v], truth(open))
	if s, ok := e.Stmt.(*cfg.Assign); ok {
		set(u.flags[v], u.flag(s.Src))
		return
	}
	set(u.flags[v], truth(open && leftOpen(v)))
}

// enters gives the flags their values where procedures and the program begin.
func (u *uninit) enters() {
	var start []cfg.Stmt
	clear := func(w *cfg.Var) { start = append(start, &cfg.Assign{Dst: w, Src: cfg.False}) }
	for _, f := range u.p.Procs {
		var begin []cfg.Stmt
		for _, v := range f.Params {
			if w := u.passed[v]; w != nil {
				begin = append(begin, &cfg.Assign{Dst: u.flags[v], Src: &cfg.VarRef{V: w}})
			}
		}
		if f != u.p.Main {
			u.prefix(f, begin)
		}
	}
	for _, v := range u.p.Vars {
		if w := u.flags[v]; w != nil && (w.Proc == nil || v.Proc == u.p.Main) {
			clear(w)
		}
		if w := u.missing[v]; w != nil {
			clear(w)
		}
		if w := u.passed[v]; w != nil {
			clear(w)
		}
	}
	u.prefix(u.p.Main, start)
}

// memory puts checks before uses of memory, and lets the shadows follow.
func (u *uninit) memory() {
	if len(u.shadows) == 0 {
		return
	}
	seen := map[*cfg.Loc]bool{}
	for _, e := range u.edges {
		if !seen[e.From] {
			seen[e.From] = true
			u.loads(e.From)
		}
	}
	for _, e := range u.edges {
		u.follow(e)
	}
}

// loads puts checks before the statements that leave loc.
func (u *uninit) loads(loc *cfg.Loc) {
	plain := map[cfg.Expr]bool{}
	for _, e := range loc.Out {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			if s, ok := e.Stmt.(*cfg.Assign); ok && u.once(s) {
				plain[x] = plain[x] || !u.reads[s.Dst].used
				return
			}
			plain[x] = plain[x] || u.copied(e.Stmt, x)
		})
		if s, ok := e.Stmt.(*cfg.Store); ok {
			if l, _, ok := merged(s); ok {
				plain[l] = true
			}
		}
	}
	var checks []check
	seen := map[string]bool{}
	parts := partsUsed(loc)
	evaluated(loc, func(e, when cfg.Expr) {
		l, ok := e.(*cfg.Load)
		if !ok || plain[e] || u.shadows[l.Region] == nil {
			return
		}
		unset := u.flag(l)
		if mask, part := parts[l]; part && u.shadow(l) != nil {
			unset = cfg.Compare(cfg.Ne, arithmetic(cfg.And, u.shadow(l), mask), konst(mask.T.Width(), 0))
		}
		key := cfg.Key(unset)
		if seen[key] {
			return
		}
		seen[key] = cfg.IsTrue(when)
		checks = append(checks, u.check(cfg.Conjunction(when, unset), notSet(l), loc))
	})
	guard(u.p, loc, checks)
}

// partsUsed are the bits of words that are used, where these are not all, as of a
// bit-field.
func partsUsed(loc *cfg.Loc) map[*cfg.Load]*cfg.Const {
	out := map[*cfg.Load]*cfg.Const{}
	for _, e := range loc.Out {
		for x := range cfg.StmtParts(e.Stmt) {
			c, ok := x.(*cfg.Cast)
			if !ok || c.Op != cfg.Trunc {
				continue
			}
			of, shift := c.X, uint64(0)
			if b, ok := of.(*cfg.Binary); ok && b.Op == cfg.LShr {
				if k, ok := b.Y.(*cfg.Const); ok {
					of, shift = b.X, k.V
				}
			}
			if l, ok := of.(*cfg.Load); ok {
				out[l] = &cfg.Const{T: l.T, V: (1<<c.T.Width() - 1) << shift}
			}
		}
	}
	return out
}

// merged is the word that a store changes a part of, as that of a bit-field does, and
// the bits that it leaves.
func merged(s *cfg.Store) (l *cfg.Load, mask *cfg.Const, ok bool) {
	b, ok := s.Val.(*cfg.Binary)
	if ok && b.Op == cfg.Or {
		b, ok = b.X.(*cfg.Binary)
	}
	if !ok || b.Op != cfg.And {
		return nil, nil, false
	}
	l, load := b.X.(*cfg.Load)
	mask, constant := b.Y.(*cfg.Const)
	return l, mask, load && constant && cfg.Key(l.Addr) == cfg.Key(s.Addr)
}

// notSet says what memory is used.
func notSet(l *cfg.Load) string {
	if o, ok := cfg.Base(l.Addr).(*cfg.AddrOf); ok && o.Obj.Pos.IsValid() {
		return "use of a part of " + o.Obj.Name + " that was not initialised"
	}
	return "use of memory that was not initialised"
}

// follow lets the shadows follow what a statement does to memory.
func (u *uninit) follow(e *cfg.Edge) {
	fill := func(r *cfg.Region, dst, size cfg.Expr, open bool) cfg.Stmt {
		v := konst(8, 0)
		if open {
			v = konst(8, -1)
		}
		return &cfg.MemSet{Dst: u.p.Shadow(dst), Val: v, Size: size, Region: u.shadows[r]}
	}
	switch s := e.Stmt.(type) {
	case *cfg.Store:
		if r := u.shadows[s.Region]; r != nil {
			val := u.bits(s.Val)
			if l, mask, part := merged(s); part && u.shadow(l) != nil {
				val = arithmetic(cfg.And, u.shadow(l), mask)
			}
			u.before(e, &cfg.Store{Addr: u.p.Shadow(s.Addr), Val: val, Region: r})
		}
	case *cfg.MemCopy:
		switch {
		case u.shadows[s.SrcRegion] != nil:
			u.before(e, &cfg.MemCopy{Dst: u.p.Shadow(s.Dst), Src: u.p.Shadow(s.Src), Size: s.Size, DstRegion: u.shadows[s.DstRegion], SrcRegion: u.shadows[s.SrcRegion]})
		case u.shadows[s.DstRegion] != nil:
			u.before(e, fill(s.DstRegion, s.Dst, s.Size, false))
		}
	case *cfg.MemSet:
		if u.shadows[s.Region] != nil {
			u.before(e, fill(s.Region, s.Dst, s.Size, false))
		}
	case *cfg.MemHavoc:
		if u.shadows[s.Region] != nil {
			u.before(e, fill(s.Region, s.Dst, s.Size, s.Kind == cfg.Uninit))
		}
	case *cfg.Alloc:
		if u.shadows[s.Region] != nil && !s.Zero && !s.Lib {
			if _, constant := s.Size.(*cfg.Const); !constant { // it may be of the variable that is set
				v := u.temp(e.From.Proc, "#size", s.Size.Type())
				u.before(e, &cfg.Assign{Dst: v, Src: s.Size})
				s.Size = &cfg.VarRef{V: v}
			}
			u.after(e, fill(s.Region, &cfg.VarRef{V: s.Dst}, s.Size, true))
		}
	}
}

// bits is the shadow of a value that is stored.
func (u *uninit) bits(val cfg.Expr) cfg.Expr {
	w := 8 * val.Type().Bytes()
	if l, ok := val.(*cfg.Load); ok {
		if x := u.shadow(l); x != nil {
			return x
		}
	}
	flag := u.flag(val)
	if cfg.IsFalse(flag) {
		return konst(w, 0)
	}
	return &cfg.Ite{Cond: flag, Then: konst(w, -1), Else: konst(w, 0)}
}
