package frontend

import (
	"slices"
	"sort"
	"strconv"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"

	"modernc.org/cc/v4"
)

// decide lowers the condition n of a statement or conditional expression and
// marks the edges that decide it.
func (f *fn) decide(keyword string, tok cc.Token, n cc.ExpressionNode, yes, no *cfg.Loc) {
	saved := f.Decision
	defer func() { f.Decision = saved }()
	f.Decision = emit.Decision{Keyword: keyword, Pos: f.l.Linked.Sources.Between(tok, tok).Pos, Yes: yes, No: no}
	f.Branch(n, yes, no)
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
func caseText(v emit.Value) string {
	c, ok := v.Expr.(*cfg.Const)
	if !ok {
		return ""
	}
	if v.Type.Signed {
		return strconv.FormatInt(cfg.SignExtend(c.V, c.T.Width()), 10)
	}
	return strconv.FormatUint(c.V, 10)
}

// loop notes that the iterations of x pass a location.
func (f *fn) loop(x *cc.IterationStatement, at *cfg.Loc) {
	if at == nil {
		return
	}
	n := &cfg.Loop{Keyword: loopKeyword(x), Pos: f.l.Linked.Sources.Between(x.Token, x.Token).Pos}
	if n.Pos.IsValid() {
		if f.l.conf.Scopes {
			n.Scope = f.scope(x)
		}
		at.Loops = append(at.Loops, n)
	}
}

// placeLoops moves loops to the locations that theirs were merged into.
func (l *lowerer) placeLoops() {
	for _, x := range l.CFG.Locs {
		if to := l.Locations.Find(x); to != x {
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
		return n.Var == nil && n.Obj == nil || n.Var != nil && at(l.CFG.Vars, n.Var.ID) == n.Var || n.Obj != nil && at(l.CFG.Objects, n.Obj.ID) == n.Obj
	}
	for _, x := range l.CFG.Locs {
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
func (f *fn) stored(d *cc.Declarator) *emit.Storage {
	if s := f.locals.vars[d]; s != nil {
		return s
	}
	return f.l.Statics.Vars[f.l.Linked.VarKey(d)]
}

// named lists a variable under its name, or its members.
func (f *fn) named(name string, s *emit.Storage) []cfg.Name {
	switch {
	case s.Flat != nil:
		var out []cfg.Name
		f.members(name, s.Flat, &out)
		return out
	case s.Obj != nil:
		return []cfg.Name{{Text: name, Obj: s.Obj, CType: s.Obj.CType}}
	}
	return nil
}

func (f *fn) members(path string, x *emit.Flat, out *[]cfg.Name) {
	if x.Var != nil {
		*out = append(*out, cfg.Name{Text: path, Var: x.Var, CType: x.Var.CType})
		return
	}
	for i, c := range x.Fields {
		fd := x.Type.Fields[i]
		switch {
		case x.Type.Kind == ctypes.Vector:
			f.members(path+"["+fd.Name+"]", c, out)
		case x.Type.Composite(): // the parts have no names
		case fd.Name != "" && !fd.Bit:
			f.members(path+"."+fd.Name, c, out)
		case fd.Anonymous:
			f.members(path, c, out)
		}
	}
}
