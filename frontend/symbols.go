package frontend

import (
	"slices"
	"sort"
	"strings"

	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Symbols: what a linker sees of the functions and variables at file scope.
//
//	int f(void) asm("g")                  the symbol g
//	#pragma redefine_extname f g          the symbol g
//	int f(void) __attribute__((alias("g")))   the symbol that g is
//	__attribute__((weak)) int f(void) {}  unless another unit defines f
//	__attribute__((weak)) int f(void);    at address 0 if nobody defines it
//	__attribute__((constructor(101)))     called before main, in order of priority
//
// A name that a declaration gives to the linker counts only where the program
// has a use for it: headers of the C library rename their functions, too, and
// the library is known here by the names of C.

// symbols are the attributes of functions and variables at file scope that the
// linker acts upon.
type symbols struct {
	attrs *syntax.Attributes
	// labels are the linker's names by unit and C name.
	labels map[*cc.Scope]map[string]string
	// weak holds what is declared weak, by unit and C name.
	weak map[*cc.Scope]map[string]bool
	// aliases maps names of the program.
	aliases map[string]string
	// noreturn and refused hold names of the program; refused says by which
	// attribute.
	noreturn map[string]bool
	claims   map[string][]syntax.Attribute // what gcc may rely on; see claims.go
	refused  map[string]string
	// assembled holds what assembly at file scope mentions.
	assembled map[string]bool
	// hidden says why functions may run before or after main of which the program
	// does not say so by an attribute of theirs, "" if none do.
	hidden string
	// before and after are the functions that run before and after main, in
	// the order in which they run.
	before, after []string
	starts, ends  []startup
}

// startup is a function with attribute constructor or destructor.
type startup struct {
	name     string
	priority int64
}

// lastPriority is that of constructors without one: they come last.
const lastPriority = 65535

// symbols reads the attributes of file scope in all units.
func (u *unit) symbols(asts []*cc.AST, marks [][]ccfix.SymbolMark) {
	s := &symbols{attrs: syntax.NewAttributes(asts), labels: map[*cc.Scope]map[string]string{}, weak: map[*cc.Scope]map[string]bool{},
		aliases: map[string]string{}, noreturn: map[string]bool{}, claims: map[string][]syntax.Attribute{}, refused: map[string]string{}, assembled: map[string]bool{}}
	u.sym = s
	u.label(s, asts, marks)
	for i, ast := range asts {
		weak := map[string]bool{}
		s.weak[ast.Scope] = weak
		first := map[string]*cc.Declarator{} // declaration of each C name
		roles := map[string][]string{}       // constructor, destructor
		for _, m := range marksOf(marks, i) {
			if m.Kind == "weak" {
				weak[m.Name] = true
			}
		}
		s.attrs.Linkage(i, func(d *cc.Declarator, _ *cc.FunctionDefinition) {
			if first[d.Name()] == nil {
				first[d.Name()] = d
			}
			for _, a := range s.attrs.Of[d] {
				switch a.Name {
				case "weak", "weakref":
					weak[d.Name()] = true
				case "constructor", "destructor":
					roles[d.Name()] = append(roles[d.Name()], a.Name)
				case "noreturn":
					s.noreturn[u.linked(d)] = true
				default:
					switch cpp.Attributes[a.Name] {
					case cpp.UnsupportedAttribute:
						s.refused[u.linked(d)] = a.Name
					case cpp.Claim:
						s.claims[u.linked(d)] = append(s.claims[u.linked(d)], a)
					}
				}
			}
		})
		s.attrs.Linkage(i, func(d *cc.Declarator, def *cc.FunctionDefinition) {
			if def == nil {
				return
			}
			for _, role := range roles[d.Name()] {
				s.startup(u.linked(d), role, first[d.Name()])
			}
		})
	}
	u.alias(asts, marks)
	s.order()
	if a := s.attrs.Section; a != nil {
		s.hidden = "section " + a.Text()
	}
	u.fileAsm(asts)
}

func marksOf(p [][]ccfix.SymbolMark, unit int) []ccfix.SymbolMark {
	if unit < len(p) {
		return p[unit]
	}
	return nil
}

// label collects the names that declarations have for the linker.
func (u *unit) label(s *symbols, asts []*cc.AST, marks [][]ccfix.SymbolMark) {
	users := map[string]int{} // what is called so, by C or for the linker
	given := make([]map[string]string, len(asts))
	for i, ast := range asts {
		given[i] = map[string]string{}
		for name := range ast.Scope.Nodes {
			users[name]++
		}
		for _, m := range marksOf(marks, i) {
			if m.Kind == "redefine_extname" {
				given[i][m.Name] = m.Target
			}
		}
		s.attrs.Linkage(i, func(d *cc.Declarator, _ *cc.FunctionDefinition) {
			if l := s.attrs.Asm[d]; l != "" && !u.src.InHeader(d) {
				given[i][d.Name()] = strings.TrimPrefix(l, "*")
			}
		})
		for _, l := range given[i] {
			users[l]++
		}
	}
	for i, ast := range asts {
		for name, l := range given[i] {
			_, ours := prelude.Arity(name)
			_, known := prelude.Arity(l)
			if l != name && (users[l] > 1 || known && !ours) {
				if s.labels[ast.Scope] == nil {
					s.labels[ast.Scope] = map[string]string{}
				}
				s.labels[ast.Scope][name] = l
			}
		}
	}
}

// alias maps aliases to what they name.
func (u *unit) alias(asts []*cc.AST, marks [][]ccfix.SymbolMark) {
	s := u.sym
	type entry struct{ name, target string }
	var found []entry
	strong := map[string]bool{} // defined, and not weakly
	for i, ast := range asts {
		s.attrs.Linkage(i, func(d *cc.Declarator, def *cc.FunctionDefinition) {
			if a := cmpOr(s.attrs.Find(d, "alias"), s.attrs.Find(d, "weakref")); a != nil && a.Text() != "" {
				found = append(found, entry{u.linked(d), u.inUnit(ast, a.Text())})
			} else if (def != nil || d.Type().Kind() != cc.Function && !d.IsExtern()) && !s.weak[ast.Scope][d.Name()] {
				strong[u.linked(d)] = true
			}
			for _, m := range marksOf(marks, i) {
				if m.Target != "" && m.Kind == "weak" && m.Name == d.Name() {
					found = append(found, entry{u.linked(d), u.inUnit(ast, m.Target)})
				}
			}
		})
	}
	for _, e := range found {
		if e.name != e.target && !strong[e.name] {
			s.aliases[e.name] = e.target
		}
	}
}

func cmpOr(a, b *syntax.Attribute) *syntax.Attribute {
	if a != nil {
		return a
	}
	return b
}

// inUnit is the name in the program of a symbol that a unit mentions.
func (u *unit) inUnit(ast *cc.AST, symbol string) string {
	for name, l := range u.sym.labels[ast.Scope] {
		if l == symbol {
			symbol = name
			break
		}
	}
	if n, ok := u.renamed[ast.Scope][symbol]; ok {
		return n
	}
	return symbol
}

// resolve follows aliases.
func (u *unit) resolve(name string) string {
	for range len(u.sym.aliases) {
		to, ok := u.sym.aliases[name]
		if !ok {
			break
		}
		name = to
	}
	return name
}

// startup notes that a function runs before or after main. As for gcc, only the
// first declaration can say with which priority.
func (s *symbols) startup(name, role string, first *cc.Declarator) {
	e := startup{name, lastPriority}
	if a := s.attrs.Find(first, role); a != nil && len(a.Args) > 0 {
		if v, ok := a.Args[0].Value().(cc.Int64Value); ok {
			e.priority = int64(v)
		}
	}
	list := &s.starts
	if role == "destructor" {
		list = &s.ends
	}
	if !slices.ContainsFunc(*list, func(o startup) bool { return o.name == name }) {
		*list = append(*list, e)
	}
}

// order sorts constructors by ascending priority and, as linkers do, those of
// one priority by unit and place of definition; destructors run the other way.
func (s *symbols) order() {
	names := func(l []startup) (out []string) {
		sort.SliceStable(l, func(i, j int) bool { return l[i].priority < l[j].priority })
		for _, e := range l {
			out = append(out, e.name)
		}
		return out
	}
	s.before, s.after = names(s.starts), names(s.ends)
	slices.Reverse(s.after)
}

// isWeak reports whether a unit declares a function or variable weak.
func (u *unit) isWeak(d *cc.Declarator) bool { return u.sym.weak[unitScope(d)][d.Name()] }

// absent reports whether d is declared weak and not defined: its address
// is null. What the C library has, it has.
func (u *unit) absent(d *cc.Declarator) bool {
	if !u.isWeak(d) {
		return false
	}
	name := u.nameOf(d)
	if u.funcs[name] != nil || u.sym.assembled[name] || isLibrary(name) || prelude.IsNondet(name) {
		return false
	}
	g := u.globals[name]
	return g == nil || !g.def
}

// unitScope is the file scope that a declarator lies in.
func unitScope(d *cc.Declarator) *cc.Scope {
	s := d.LexicalScope()
	for s != nil && s.Parent != nil {
		s = s.Parent
	}
	return s
}

// strength orders the bodies that units have for one function.
type strength uint8

const (
	inlineOnly strength = iota // for calls that the compiler chooses to expand
	weakBody
	strongBody
)

// strengthOf says how a body competes with those in other units.
func (u *unit) strengthOf(d *cc.Declarator) strength {
	switch gnu := u.gnuInline || u.sym.attrs.Find(d, "gnu_inline") != nil; {
	case d.IsInline() && !d.IsStatic() && gnu == d.IsExtern():
		return inlineOnly
	case u.isWeak(d):
		return weakBody
	}
	return strongBody
}
