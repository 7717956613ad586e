package link

import (
	"maps"
	"slices"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/cpp"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"
	"culprit/internal/graph"

	"modernc.org/cc/v4"
)

// The part that main can reach: the functions that are called or whose address is
// taken, and the globals that these mention.

// Reach is the part of a unit that main can reach.
type Reach struct {
	Funcs     []string // in order of discovery
	in        map[string]bool
	Globals   []string
	Addressed []string // functions whose address is used
	Cyclic    map[string]bool
}

// Reachable follows calls and references from main.
func (u *Program) Reachable(main string, skip func(string) bool) *Reach {
	r := &Reach{in: map[string]bool{}}
	var globs, addrs nameSet
	var work []string
	var visit func(name string)
	visit = func(name string) {
		name = u.BodyOf(name)
		if u.Funcs[name] != nil && !r.in[name] && !skip(name) {
			r.in[name] = true
			r.Funcs = append(r.Funcs, name)
			work = append(work, name)
			switch name {
			case prelude.Prefix + prelude.SetAtexit:
				visit(prelude.RunAtexit)
			case prelude.Prefix + prelude.SetSignal:
				visit(prelude.RunAbort)
			}
		}
	}
	var glob func(string)
	glob = func(name string) {
		if globs.seen[name] {
			return
		}
		globs.add(name)
		if g := u.Globals[name]; g != nil {
			for _, f := range g.refs {
				addrs.add(u.RefBody(f))
				visit(u.RefBody(f))
			}
			for _, h := range g.globs {
				glob(h)
			}
		}
	}
	visit(main)
	for _, name := range u.Symbols.Before {
		visit(name)
	}
	for _, name := range u.Symbols.After {
		visit(name)
	}
	for len(work) > 0 {
		f := u.Funcs[work[0]]
		work = work[1:]
		for _, g := range f.globs {
			glob(g)
		}
		for _, c := range f.Calls {
			visit(c)
		}
		for _, c := range f.refs {
			addrs.add(u.RefBody(c))
			visit(u.RefBody(c))
			for _, n := range prelude.StringHelpers(c) { // of a call through a pointer
				visit(prelude.Prefix + n)
			}
		}
	}
	r.Globals, r.Addressed = globs.list, addrs.list
	r.Cyclic = u.cycles(r)
	return r
}

// BodyOf returns the name of the function whose body a call of name runs.
func (u *Program) BodyOf(name string) string {
	if u.Funcs[name] == nil {
		if lib := prelude.Prefix + prelude.LibName(name); u.Funcs[lib] != nil {
			return lib
		}
	}
	return name
}

// RefBody returns the name of the function that the address of name is of.
func (u *Program) RefBody(name string) string {
	b := u.BodyOf(name)
	if w := prelude.RefPrefix + prelude.LibName(name); u.Funcs[b] == nil && u.Funcs[w] != nil {
		return w
	}
	return b
}

// cycles finds the functions that may call themselves.
func (u *Program) cycles(r *Reach) map[string]bool {
	node := map[string]int{}
	for i, f := range r.Funcs {
		node[f] = i
	}
	succ := make([][]int, len(r.Funcs))
	for i, name := range r.Funcs {
		f := u.Funcs[name]
		calls := f.Calls
		if f.Indirect {
			calls = append(slices.Clone(calls), r.Addressed...)
		}
		if slices.ContainsFunc(calls, func(c string) bool { return prelude.ModelOf(c) == clib.Exit }) {
			calls = append(slices.Clone(calls), u.Symbols.After...)
		}
		for _, g := range calls {
			if j, ok := node[u.BodyOf(g)]; ok {
				succ[i] = append(succ[i], j)
			}
		}
	}
	comp, _ := graph.Components(len(succ), graph.Lists(succ))
	out := map[string]bool{}
	for i, cyclic := range graph.Cyclic(comp, graph.Lists(succ)) {
		if cyclic {
			out[r.Funcs[i]] = true
		}
	}
	return out
}

// Agree makes sure that the units mean the same by the variables they share.
func (u *Program) Agree(tt *ctypes.Types, r *Reach) *cpp.Error {
	if len(u.ASTs) < 2 {
		return nil
	}
	names := slices.Clone(r.Globals)
	slices.SortFunc(names, func(a, b string) int { return u.orderOf(a) - u.orderOf(b) })
	for _, name := range names {
		g := u.Globals[name]
		if g == nil {
			continue
		}
		first := tt.OfDecl(g.Decls[0])
		for _, d := range g.Decls[1:] {
			if t := tt.OfDecl(d); !tt.Agree(first, t, 0) {
				return cpp.Errorf(u.position(d), "%s is of type %s here and of type %s at %v", d.Name(), t.Name, first.Name, u.position(g.Decls[0]))
			}
		}
	}
	return nil
}

// orderOf is the place of a variable in the order of declarations.
func (u *Program) orderOf(name string) int {
	if g := u.Globals[name]; g != nil {
		return g.Order
	}
	return -1
}

// AlwaysBuiltin names the functions whose body, if any, is not looked at.
var AlwaysBuiltin = map[string]bool{"__VERIFIER_assume": true}

// ErrorFuncs says what violates the property.
type ErrorFuncs struct {
	Funcs map[string]bool
	// Called says that a reachable function calls an error function, so that
	// other failed assertions merely end the program.
	Called bool
	Labels bool // the label ERROR does
}

// Violates reports whether a call of name violates the property. A library
// function has a second name, which cc also gives to calls of one that the
// program does not declare: __builtin_abort is abort.
func (e *ErrorFuncs) Violates(name string) bool {
	return e.Funcs[name] || e.Funcs[strings.TrimPrefix(name, "__builtin_")]
}

// NewErrorFuncs are the error functions of these names. Where something else is
// asked for, they are what their bodies say.
func NewErrorFuncs(names []string, checks bool, u *Program) ErrorFuncs {
	e := ErrorFuncs{Funcs: map[string]bool{}}
	for _, f := range names {
		e.Funcs[f] = !checks || u.Funcs[f] == nil
	}
	return e
}

// Reached sets called, and labels, if they count at all, by what main reaches.
func (e *ErrorFuncs) Reached(checks, labels bool, u *Program, r *Reach) {
	e.Called = checks || slices.ContainsFunc(r.Addressed, e.Violates) // called through a pointer
	for _, name := range r.Funcs {
		e.Called = e.Called || slices.ContainsFunc(u.Funcs[name].Calls, e.Violates)
	}
	e.Labels = labels && !e.Called
}

// Revealed are the functions and variables that other programs find by what the program
// defines for them: by pointers in its external variables, and by aliases.
func (u *Program) Revealed() (functions, variables []string) {
	var funcs, vars nameSet
	var visit func(name string)
	visit = func(name string) {
		g := u.Globals[name]
		switch {
		case u.Funcs[name] != nil:
			funcs.add(name)
		case g != nil && !vars.seen[name]:
			vars.add(name)
			for _, f := range g.refs {
				visit(u.RefBody(f))
			}
			for _, v := range g.globs {
				visit(v)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u.Globals)) {
		if g := u.Globals[name]; g.Defined && !g.Decls[0].IsStatic() && !strings.HasPrefix(name, prelude.Prefix) {
			visit(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u.Symbols.aliases)) {
		visit(u.Symbols.aliases[name])
	}
	return funcs.list, vars.list
}

// Lasting names a variable of the files, and one of a function or of the library, that a
// reachable function may see as an earlier call left it; "" if there is none.
func (u *Program) Lasting(r *Reach) (variable, hidden string) {
	changes := func(d *cc.Declarator) bool { return !syntax.ReadOnly(d.Type()) && d.Type().Kind() != cc.Function }
	for _, name := range r.Globals {
		g := u.Globals[name]
		_, library := clib.Variables[name]
		switch {
		case g == nil || !changes(g.Decls[0]) || clib.IsStandard(name):
		case library:
			hidden = name
		default:
			variable = name
		}
	}
	for _, name := range r.Funcs {
		if strings.HasPrefix(name, prelude.Prefix) {
			continue
		}
		for _, callee := range u.Funcs[name].Calls {
			if f := prelude.Func(callee); f != nil && f.Stateful() && !f.Pure {
				hidden = "those of " + callee
			}
		}
		syntax.Each(u.Funcs[name].Def, func(n cc.Node) {
			x, ok := n.(*cc.InitDeclarator)
			if ok && x.Declarator != nil && x.Declarator.IsStatic() && !syntax.FileScope(x.Declarator) && changes(x.Declarator) {
				hidden = x.Declarator.Name()
			}
		})
	}
	return variable, hidden
}
