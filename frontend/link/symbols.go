package link

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"culprit/cfg/clib"
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

// lastPriority is that of constructors without one: they come last.
const lastPriority = 65535

// symbols reads the attributes of file scope in all units.
func (u *Program) symbols(asts []*cc.AST, marks [][]ccfix.SymbolMark) {
	s := &symbols{Attributes: syntax.NewAttributes(asts), labels: map[*cc.Scope]map[string]string{}, weak: map[*cc.Scope]map[string]bool{},
		aliases: map[string]string{}, Noreturn: map[string]bool{}, Claims: map[string][]syntax.Attribute{}, Refused: map[string]string{}, Assembled: map[string]bool{}}
	u.Symbols = s
	u.label(s, asts, marks)
	for i, ast := range asts {
		weak := map[string]bool{}
		s.weak[ast.Scope] = weak
		first := map[string]*cc.Declarator{} // declaration of each C name
		roles := map[string][]string{}       // constructor, destructor
		for _, m := range marksOf(marks, i) {
			switch m.Kind {
			case "weak":
				weak[m.Name] = true
			case "optimize":
				s.Optimized = append(s.Optimized, m.Target)
			}
		}
		s.Attributes.Linkage(i, func(d *cc.Declarator, _ *cc.FunctionDefinition) {
			if first[d.Name()] == nil {
				first[d.Name()] = d
			}
			for _, a := range s.Attributes.Of[d] {
				switch a.Name {
				case "weak", "weakref":
					weak[d.Name()] = true
				case "constructor", "destructor":
					roles[d.Name()] = append(roles[d.Name()], a.Name)
				case "noreturn":
					s.Noreturn[u.Linked(d)] = true
				default:
					switch cpp.Attributes[a.Name] {
					case cpp.UnsupportedAttribute:
						s.Refused[u.Linked(d)] = a.Name
					case cpp.Claim:
						s.Claims[u.Linked(d)] = append(s.Claims[u.Linked(d)], a)
					}
				}
			}
		})
		s.Attributes.Linkage(i, func(d *cc.Declarator, def *cc.FunctionDefinition) {
			if def == nil {
				return
			}
			for _, role := range roles[d.Name()] {
				s.startup(u.Linked(d), role, first[d.Name()])
			}
		})
	}
	u.alias(asts, marks)
	s.order()
	if a := s.Attributes.Section; a != nil {
		s.Hidden = "section " + a.Text()
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
func (u *Program) label(s *symbols, asts []*cc.AST, marks [][]ccfix.SymbolMark) {
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
		s.Attributes.Linkage(i, func(d *cc.Declarator, _ *cc.FunctionDefinition) {
			if l := s.Attributes.Asm[d]; l != "" && !u.Sources.InHeader(d) {
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
func (u *Program) alias(asts []*cc.AST, marks [][]ccfix.SymbolMark) {
	s := u.Symbols
	type entry struct{ name, target string }
	var found []entry
	strong := map[string]bool{} // defined, and not weakly
	for i, ast := range asts {
		s.Attributes.Linkage(i, func(d *cc.Declarator, def *cc.FunctionDefinition) {
			if a := cmpOr(s.Attributes.Find(d, "alias"), s.Attributes.Find(d, "weakref")); a != nil && a.Text() != "" {
				found = append(found, entry{u.Linked(d), u.inUnit(ast, a.Text())})
			} else if (def != nil || d.Type().Kind() != cc.Function && !d.IsExtern()) && !s.weak[ast.Scope][d.Name()] {
				strong[u.Linked(d)] = true
			}
			for _, m := range marksOf(marks, i) {
				if m.Target != "" && m.Kind == "weak" && m.Name == d.Name() {
					found = append(found, entry{u.Linked(d), u.inUnit(ast, m.Target)})
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

// startup notes that a function runs before or after main. As for gcc, only the
// first declaration can say with which priority.
func (s *symbols) startup(name, role string, first *cc.Declarator) {
	e := startup{name, lastPriority}
	if a := s.Attributes.Find(first, role); a != nil && len(a.Args) > 0 {
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
	s.Before, s.After = names(s.starts), names(s.ends)
	slices.Reverse(s.After)
}

// IsWeak reports whether d is declared weak: what another unit defines takes its place.
func (u *Program) IsWeak(d *cc.Declarator) bool { return u.Symbols.weak[unitScope(d)][d.Name()] }

// Absent reports whether d is declared weak and not defined: its address
// is null. What the C library has, it has.
func (u *Program) Absent(d *cc.Declarator) bool {
	if !u.IsWeak(d) {
		return false
	}
	name := u.NameOf(d)
	if u.Funcs[name] != nil || u.Symbols.Assembled[name] || u.library(name) || prelude.IsNondet(name) {
		return false
	}
	g := u.Globals[name]
	return g == nil || !g.Defined
}

// strengthOf says how a body competes with those in other units.
func (u *Program) strengthOf(d *cc.Declarator) strength {
	switch gnu := u.gnuInline || u.Symbols.Attributes.Find(d, "gnu_inline") != nil; {
	case d.IsInline() && !d.IsStatic() && gnu == d.IsExtern():
		return inlineOnly
	case u.IsWeak(d):
		return weakBody
	}
	return strongBody
}

// fileAsm reads assembly at file scope. What it mentions it may define: then
// the functions and variables of that name that have no definition in C are not
// known to be absent, nor what they do.
func (u *Program) fileAsm(asts []*cc.AST) {
	for _, ast := range asts {
		for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
			e := l.ExternalDeclaration
			if e == nil || e.Case != cc.ExternalDeclarationAsmStmt || e.AsmStatement == nil || e.AsmStatement.Asm == nil {
				continue
			}
			text := e.AsmStatement.Asm.Token3.SrcStr()
			for _, line := range Instructions(Unescape.Replace(strings.Trim(text, `"`))) {
				if runSectionText.MatchString(line) {
					u.Symbols.Hidden = "assembly for a section that is run"
				}
				for _, name := range strings.FieldsFunc(line, func(r rune) bool { return r >= 0x80 || !cpp.IsIdent(byte(r)) }) {
					u.Symbols.Assembled[name] = true
				}
			}
		}
	}
}

// Instructions splits a template and leaves out comments and empty lines.
func Instructions(template string) (out []string) {
	template = comment.ReplaceAllString(template, " ")
	for _, line := range strings.Split(template, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for _, s := range strings.Split(line, ";") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// Unescape resolves the escape sequences of a template that matter for its
// division into instructions.
var Unescape = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`)

// runSectionText matches directives that name such a section.
var runSectionText = regexp.MustCompile(`\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)\b`)

// CleanupOf returns the name of the function that cleans d up, or "".
func (u *Program) CleanupOf(d *cc.Declarator) string {
	a := u.Symbols.Attributes.Find(d, "cleanup")
	if a == nil || d.IsStatic() || d.IsExtern() || d.IsParam() || syntax.FileScope(d) {
		return ""
	}
	if len(a.Args) == 1 {
		if id := syntax.Ident(a.Args[0]); id != nil {
			if f, ok := id.ResolvedTo().(*cc.Declarator); ok {
				return u.FunctionName(id, f)
			}
			return id.Token.SrcStr()
		}
	}
	return ""
}

// looksAtErrno reports whether the program has the library's errno.
func (u *Program) looksAtErrno() bool {
	g := u.Globals[clib.Errno]
	return g != nil && !g.Defined
}

var comment = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
