package extern

import (
	"slices"
	"sort"

	"culprit/frontend"
	"culprit/frontend/ctypes"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Symbol is a function or variable that a C file mentions. It says what a
// second file needs to know to define it.
type Symbol struct {
	Name string
	Func bool
	// Defined: the file has a body for the function. Variables that the file
	// defines are not listed.
	Defined bool
	// Library: the function belongs to the C library.
	Library bool
	// Result is the C type of a function's result in basic types, "void *"
	// for all pointers and "" for structures and what C does not have.
	Result string
	// Size is the size of a variable in bytes, Offsets the byte offsets of
	// the scalars that it consists of, in the order of declaration, as far
	// as it is a scalar or a structure of scalars.
	Size    uint64
	Offsets []uint64
}

// List lists the functions that a program mentions anywhere, also where
// main does not reach, and the variables that it does not define, by name.
// Of the configuration only what says how the text is read counts. Errors are as for
// Parse.
func List(files []frontend.Source, conf frontend.Config) (out []Symbol, err error) {
	defer parse.Recover(files[0].Name, &err)
	u, tt, err := read(&conf, files)
	if err != nil {
		return nil, err
	}
	return externs(u, tt), nil
}

// read links files without lowering them. Of the configuration only what says how the
// text is read counts.
func read(c *frontend.Config, files []frontend.Source) (*link.Program, *ctypes.Types, error) {
	only := frontend.Config{PtrBits: c.PtrBits, UnsignedChar: c.UnsignedChar, IncludeDirs: c.IncludeDirs, Macros: c.Macros, Included: c.Included, Standard: c.Standard}
	units, err := parse.Files(files, only.Text(), nil)
	if err != nil {
		return nil, nil, err
	}
	u := only.Linked(units)
	tt := ctypes.New(c.PtrBits, c.UnsignedChar)
	tt.Read(units.ASTs, u.Symbols.Attributes)
	return u, tt, nil
}

func externs(u *link.Program, tt *ctypes.Types) (out []Symbol) {
	s := externScan{u: u, tt: tt, found: map[string]*Symbol{}}
	w := syntax.Walker{Pre: func(n cc.Node) bool {
		if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
			s.ident(x)
		}
		return true
	}}
	for _, ast := range u.ASTs {
		for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
			if d := l.ExternalDeclaration; d != nil {
				w.Walk(d)
			}
		}
	}
	for name := range s.u.Funcs {
		if s.found[name] == nil {
			s.found[name] = &Symbol{Name: name, Func: true, Defined: true}
		}
	}
	for _, e := range s.found {
		out = append(out, *e)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// Names are those that a file has for others and from them.
type Names struct {
	// Functions are those with a body in the file itself, not in a header; those of
	// what it includes if it has none.
	Functions map[string]bool
	Linked    map[string]bool // functions and variables that other files may mean
	Weak      map[string]bool // those of them that give way to what another file defines
	Mentioned []Symbol        // as Externs lists them
}

// NamesOf reads one file of a program. Errors are as for Parse.
func NamesOf(file frontend.Source, conf frontend.Config) (n *Names, err error) {
	defer parse.Recover(file.Name, &err)
	u, tt, err := read(conf.OrDefault(), []frontend.Source{file})
	if err != nil {
		return nil, err
	}
	n = &Names{Functions: map[string]bool{}, Linked: map[string]bool{}, Weak: map[string]bool{}, Mentioned: externs(u, tt)}
	included := map[string]bool{}
	for name, f := range u.Funcs {
		if from, _ := u.Sources.Locate(f.Def); from != nil {
			included[name] = true
		}
		if u.Sources.FileName(f.Def.Declarator.NameTok()) == file.Name {
			n.Functions[name] = true
		}
		if !f.Def.Declarator.IsStatic() {
			n.Linked[name] = true
			if u.IsWeak(f.Def.Declarator) {
				n.Weak[name] = true
			}
		}
	}
	if len(n.Functions) == 0 {
		n.Functions = included
	}
	for name, g := range u.Globals {
		if g.Defined && !g.Decls[0].IsStatic() {
			n.Linked[name] = true
			if slices.ContainsFunc(g.Decls, u.IsWeak) {
				n.Weak[name] = true
			}
		}
	}
	return n, nil
}

// externScan collects what the identifiers of a file refer to.
type externScan struct {
	u     *link.Program
	tt    *ctypes.Types
	found map[string]*Symbol
}

func (s *externScan) ident(x *cc.PrimaryExpression) {
	name := x.Token.SrcStr()
	if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
		name = s.u.NameOf(d)
	}
	if s.found[name] != nil {
		return
	}
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		if t := library.NamedResult(s.tt, name, d); t != nil {
			s.function(name, t)
		} else if t := s.tt.OfDecl(d); t.Kind == ctypes.Func {
			s.function(name, t.Result)
		} else if g := s.u.Globals[name]; g != nil && !g.Defined && syntax.FileScope(d) && !s.u.Sources.InHeader(d) {
			e := &Symbol{Name: name, Size: s.tt.SizeOf(t)}
			s.offsets(t, 0, &e.Offsets)
			s.found[name] = e
		}
	case nil:
		if calledSomewhere(s.u, name) { // without declaration: it returns int
			s.function(name, s.tt.Int)
		}
	}
}

func calledSomewhere(u *link.Program, name string) bool {
	for _, f := range u.Funcs {
		if slices.Contains(f.Calls, name) {
			return true
		}
	}
	return false
}

func (s *externScan) function(name string, ret *ctypes.Type) {
	s.found[name] = &Symbol{
		Name: name, Func: true, Defined: s.u.Funcs[name] != nil, Library: library.Has(name), Result: spelling(ret),
	}
}

// offsets appends the offsets of the scalars of t; none if it has other parts.
func (s *externScan) offsets(t *ctypes.Type, at uint64, out *[]uint64) {
	switch {
	case t.Scalar():
		*out = append(*out, at)
	case t.Kind == ctypes.Struct:
		s.tt.SizeOf(t) // lays the fields out
		for _, f := range t.Fields {
			s.offsets(f.Type, at+f.Offset, out)
		}
	}
}

// spelling writes a scalar type or void in basic types, "" for others.
func spelling(t *ctypes.Type) string {
	switch {
	case t.Kind == ctypes.Void:
		return "void"
	case t.Kind == ctypes.Pointer:
		return "void *"
	case t.Kind == ctypes.Extended:
		return "long double"
	case t.Kind == ctypes.Float && t.Bits == 32:
		return "float"
	case t.Kind == ctypes.Float:
		return "double"
	case t.Kind != ctypes.Int:
		return ""
	case t.Bool:
		return "_Bool"
	}
	name := map[int]string{ctypes.RankChar: "char", ctypes.RankShort: "short", ctypes.RankInt: "int", ctypes.RankLong: "long", ctypes.RankLongLong: "long long"}[t.Rank]
	if !t.Signed {
		return "unsigned " + name
	}
	if t.Rank == ctypes.RankChar {
		return "signed char"
	}
	return name
}
