package frontend

import (
	"slices"
	"sort"
	"strconv"

	"culprit/cfg"
	"culprit/frontend/ctypes"

	"modernc.org/cc/v4"
)

// decision is a decision of the source whose condition is being lowered:
// control that arrives at yes or no has made it.
type decision struct {
	keyword string
	pos     cfg.Pos
	yes, no *cfg.Loc
}

// decide lowers the condition n of a statement or conditional expression and
// marks the edges that decide it.
func (f *fn) decide(keyword string, tok cc.Token, n cc.ExpressionNode, yes, no *cfg.Loc) {
	saved := f.way
	defer func() { f.way = saved }()
	f.way = decision{keyword, f.l.u.Sources.Between(tok, tok).Pos, yes, no}
	f.branch(n, yes, no)
}

// mark says of the edge that was added last, if any, that it leads to to.
func (d *decision) mark(added []*cfg.Edge, to *cfg.Loc) {
	if len(added) == 0 || to != d.yes && to != d.no {
		return
	}
	added[0].Branch = &cfg.Branch{Keyword: d.keyword, Pos: d.pos, Outcome: strconv.FormatBool(to == d.yes)}
}

func loopKeyword(x *cc.IterationStatement) string {
	switch x.Case {
	case cc.IterationStatementWhile:
		return "while"
	case cc.IterationStatementDo:
		return "do"
	}
	return "for"
}

// caseText is the value of a case label.
func caseText(v val) string {
	c, ok := v.e.(*cfg.Const)
	if !ok {
		return ""
	}
	if v.t.Signed {
		return strconv.FormatInt(cfg.SignExtend(c.V, c.T.Width()), 10)
	}
	return strconv.FormatUint(c.V, 10)
}

// loop notes that the iterations of x pass a location.
func (f *fn) loop(x *cc.IterationStatement, at *cfg.Loc, test bool) {
	if at == nil {
		return
	}
	n := &cfg.Loop{Keyword: loopKeyword(x), Pos: f.l.u.Sources.Between(x.Token, x.Token).Pos, Test: test}
	if n.Pos.IsValid() {
		if f.l.conf.Scopes {
			n.Scope = f.scope(x)
		}
		at.Loops = append(at.Loops, n)
	}
}

// placeLoops moves loops to the locations that theirs were merged into.
func (l *lowerer) placeLoops() {
	for _, x := range l.prog.Locs {
		if to := l.locs.find(x); to != x {
			to.Loops = append(to.Loops, x.Loops...)
			x.Loops = nil
		}
	}
}

// dropNames forgets where names live whose variable nothing refers to.
func (l *lowerer) dropNames() {
	if !l.conf.Scopes {
		return
	}
	live := func(n cfg.Name) bool {
		return n.Var == nil && n.Obj == nil || n.Var != nil && at(l.prog.Vars, n.Var.ID) == n.Var || n.Obj != nil && at(l.prog.Objects, n.Obj.ID) == n.Obj
	}
	for _, x := range l.prog.Locs {
		for _, n := range x.Loops {
			n.Scope = slices.DeleteFunc(n.Scope, func(m cfg.Name) bool { return !live(m) })
		}
	}
}

func at[T any](s []*T, i int) *T {
	if i < 0 || i >= len(s) {
		return nil
	}
	return s[i]
}

// scope lists what the names visible in a loop's condition mean, those of
// variables only. Members of structures in variables are names of their own.
func (f *fn) scope(x *cc.IterationStatement) []cfg.Name {
	var out []cfg.Name
	seen := map[string]bool{}
	for s := x.LexicalScope(); s != nil; s = s.Parent {
		var names []string
		for name := range s.Nodes {
			if !seen[name] {
				names = append(names, name)
			}
		}
		sort.Strings(names)
		for _, name := range names {
			d, visible := declared(s.Nodes[name], x, s == x.LexicalScope())
			if !visible {
				continue
			}
			seen[name] = true
			if d == nil {
				continue
			}
			if st := f.stored(d); st != nil {
				out = append(out, f.named(name, st)...)
			}
		}
	}
	return out
}

// declared picks the variable that a name means, nil if it means something
// else; visible says whether it is declared before the loop.
func declared(nodes []cc.Node, x *cc.IterationStatement, own bool) (d *cc.Declarator, visible bool) {
	loop := x.Token.Position()
	for _, n := range nodes {
		var name cc.Token
		switch n := n.(type) {
		case *cc.Declarator:
			name = n.NameTok()
		case *cc.Parameter:
			if n.Declarator == nil {
				continue
			}
			name = n.Declarator.NameTok()
		case *cc.Enumerator:
			name = n.Token
		default:
			continue // tags and labels have name spaces of their own
		}
		p := name.Position()
		if !own && p.Filename == loop.Filename && p.Offset >= loop.Offset {
			continue
		}
		visible = true
		switch n := n.(type) {
		case *cc.Declarator:
			d = n
		case *cc.Parameter:
			d = n.Declarator
		}
		if d != nil && (d.IsTypename() || d.Type().Kind() == cc.Function) {
			d = nil
		}
		return d, true
	}
	return nil, false
}

// stored is the storage of a variable, nil if it has none (yet).
func (f *fn) stored(d *cc.Declarator) *storage {
	if s := f.locals.vars[d]; s != nil {
		return s
	}
	return f.l.static.vars[f.l.u.VarKey(d)]
}

// named lists a variable under its name, or its members.
func (f *fn) named(name string, s *storage) []cfg.Name {
	switch {
	case s.flat != nil:
		var out []cfg.Name
		f.members(name, s.flat, &out)
		return out
	case s.obj != nil:
		return []cfg.Name{{Text: name, Obj: s.obj, CType: s.obj.CType}}
	}
	return nil
}

func (f *fn) members(path string, x *flat, out *[]cfg.Name) {
	if x.v != nil {
		*out = append(*out, cfg.Name{Text: path, Var: x.v, CType: x.v.CType})
		return
	}
	for i, c := range x.fields {
		fd := x.t.Fields[i]
		switch {
		case x.t.Kind == ctypes.Vector:
			f.members(path+"["+fd.Name+"]", c, out)
		case x.t.Composite(): // the parts have no names
		case fd.Name != "" && !fd.Bit:
			f.members(path+"."+fd.Name, c, out)
		case fd.Anonymous:
			f.members(path, c, out)
		}
	}
}
