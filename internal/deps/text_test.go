package deps

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Text for people is never read back by code: the texts below may be printed,
// joined with others and compared with the empty string, and nothing else. The
// front end, which makes them, the report, which lays them out, and the files
// of package cfg that write and read the text form are exempt.

// displayText lists fields, and methods by "()", whose strings are for people.
var displayText = []string{
	"culprit/cfg.Edge.Text", "culprit/cfg.Reason.Text", "culprit/cfg.Site.Text", "culprit/cfg.CType.Text", "culprit/cfg.Note.Text",
	"culprit/cfg.Reason.String()", "culprit/cfg.Reason.Violation()", "culprit/cfg.CType.String()", "culprit/cfg.CType.Declare()",
	"culprit/cfg.Edge.Condition()", "culprit/cfg.Edge.String()",
	"culprit/interp.Fault.Text", "culprit/interp.Fault.Error()", "culprit/interp.Fault.Message()", "culprit/cfg.Object.Declaration()", "culprit/fault.Failure.What", "culprit/fault.CountKey.String()",
	"culprit/verifier.Result.Reason", "culprit/verifier.ErrorStatus.Reason",
}

// mayRead lists packages, files and functions that may look into such texts.
var mayRead = map[string]string{
	"frontend":                   "makes the texts",
	"frontend/emit":              "makes the texts",
	"report":                     "lays the texts out",
	"cfg/ctype.go":               "the text form of types",
	"cfg/show.go":                "the renderer",
	"harness comment":            "keeps the text inside a comment of C",
	"cmd/verify/console OneLine": "lays the text out",
	"cmd/verify incomplete":      "prints a reason that it has in two places once",
}

// exempt reports whether a function in a file of a package may read texts.
func exempt(pkg, file, fn string) bool {
	for _, k := range []string{pkg, pkg + "/" + file, pkg + " " + fn} {
		if mayRead[k] != "" {
			return true
		}
	}
	return false
}

// harmless are functions of the packages on strings that only write.
var harmless = map[string]bool{"Join": true, "Repeat": true, "Quote": true, "AppendQuote": true, "RuneCountInString": true, "NewReader": true}

// textReader looks for readers of texts in one package.
type textReader struct {
	pkg     string
	fset    *token.FileSet
	info    *types.Info
	display map[string]bool
	// tainted are the variables, parameters, fields and functions of the
	// package that hold or return such a text.
	tainted map[types.Object]bool
	grown   bool
	fn      *types.Func
	found   []string
}

// named is the name of a field's or method's receiver type.
func named(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path() + "." + n.Obj().Name()
	}
	return ""
}

func (r *textReader) taint(o types.Object) {
	if o != nil && !r.tainted[o] {
		r.tainted[o], r.grown = true, true
	}
}

// isString keeps what is not text out of the taint.
func isString(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && (b.Kind() == types.Byte || b.Info()&types.IsString != 0)
	case *types.Tuple:
		return u.Len() > 0 && isString(u.At(0).Type())
	}
	return false
}

// text reports whether the value of e is, or contains, a text for people.
func (r *textReader) text(e ast.Expr) bool {
	if t := r.info.TypeOf(e); t == nil || !isString(t) {
		return false
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.text(e.X)
	case *ast.Ident:
		return r.tainted[r.info.ObjectOf(e)]
	case *ast.SelectorExpr:
		s := r.info.Selections[e]
		return s != nil && s.Kind() == types.FieldVal && (r.display[named(r.owner(s))+"."+e.Sel.Name] || r.tainted[s.Obj()])
	case *ast.BinaryExpr:
		return e.Op == token.ADD && (r.text(e.X) || r.text(e.Y))
	case *ast.CallExpr:
		if tv := r.info.Types[e.Fun]; tv.IsType() {
			return r.text(e.Args[0])
		}
		f := r.callee(e)
		if f == nil {
			return false
		}
		if sig := f.Type().(*types.Signature); sig.Recv() != nil && r.display[named(sig.Recv().Type())+"."+f.Name()+"()"] {
			return true
		}
		if f.Pkg() != nil && f.Pkg().Path() == "fmt" && strings.HasPrefix(f.Name(), "Sprint") {
			return slices.ContainsFunc(e.Args, r.text)
		}
		return r.tainted[f]
	}
	return false
}

// owner is the type that a selected field belongs to, embedding unwound.
func (r *textReader) owner(s *types.Selection) types.Type {
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	return t
}

func (r *textReader) callee(e *ast.CallExpr) *types.Func {
	switch f := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		o, _ := r.info.ObjectOf(f).(*types.Func)
		return o
	case *ast.SelectorExpr:
		o, _ := r.info.ObjectOf(f.Sel).(*types.Func)
		return o
	}
	return nil
}

// flow follows assignments, arguments and results.
func (r *textReader) flow(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, x := range n.Lhs {
			if y := n.Rhs[min(i, len(n.Rhs)-1)]; r.text(y) && (len(n.Rhs) == len(n.Lhs) || i == 0) {
				r.target(x)
			}
		}
	case *ast.ValueSpec:
		for i, v := range n.Values {
			if r.text(v) {
				r.taint(r.info.ObjectOf(n.Names[i]))
			}
		}
	case *ast.KeyValueExpr:
		if k, ok := n.Key.(*ast.Ident); ok && r.text(n.Value) {
			if v, ok := r.info.ObjectOf(k).(*types.Var); ok && v.IsField() {
				r.taint(v)
			}
		}
	case *ast.ReturnStmt:
		if len(n.Results) > 0 && r.text(n.Results[0]) && r.fn != nil {
			r.taint(r.fn)
		}
	case *ast.CallExpr:
		f := r.callee(n)
		if f == nil || f.Pkg() == nil || f.Pkg().Path() != r.pkg {
			return
		}
		ps := f.Type().(*types.Signature).Params()
		for i, a := range n.Args {
			if i < ps.Len() && r.text(a) && isString(ps.At(i).Type()) {
				r.taint(ps.At(i))
			}
		}
	}
}

func (r *textReader) target(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		r.taint(r.info.ObjectOf(x))
	case *ast.SelectorExpr:
		if s := r.info.Selections[x]; s != nil && s.Kind() == types.FieldVal && named(r.owner(s)) != "" &&
			strings.HasPrefix(named(r.owner(s)), r.pkg+".") {
			r.taint(s.Obj())
		}
	}
}

// reads reports whether n looks into a text.
func (r *textReader) reads(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		switch n.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
			return r.text(n.X) && !r.empty(n.Y) || r.text(n.Y) && !r.empty(n.X)
		}
	case *ast.IndexExpr:
		return r.text(n.X) && isString(r.info.TypeOf(n.X)) && !r.list(n.X) || r.text(n.Index)
	case *ast.SliceExpr:
		return r.text(n.X) && !r.list(n.X)
	case *ast.RangeStmt:
		return r.text(n.X) && !r.list(n.X)
	case *ast.SwitchStmt:
		return n.Tag != nil && r.text(n.Tag)
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "len" && len(n.Args) == 1 {
			return r.text(n.Args[0]) && !r.list(n.Args[0])
		}
		f := r.callee(n)
		if f == nil || f.Pkg() == nil || harmless[f.Name()] {
			return false
		}
		if recv := f.Type().(*types.Signature).Recv(); recv != nil && named(recv.Type()) == "strings.Builder" {
			return false
		}
		switch f.Pkg().Path() {
		case "strings", "bytes", "regexp", "strconv", "unicode/utf8", "slices":
			return slices.ContainsFunc(n.Args, func(a ast.Expr) bool { return r.text(a) && !r.list(a) })
		}
	}
	return false
}

func (r *textReader) empty(e ast.Expr) bool {
	v := r.info.Types[e].Value
	return v != nil && v.ExactString() == `""`
}

// list reports whether e is a list of texts, which is not a text.
func (r *textReader) list(e ast.Expr) bool {
	s, ok := r.info.TypeOf(e).Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return !ok || b.Kind() != types.Byte
}

// run looks through a package until nothing more is tainted.
func (r *textReader) run(rel string, files []*ast.File) {
	each := func(f func(file, fn string, n ast.Node)) {
		for _, x := range files {
			for _, d := range x.Decls {
				name := ""
				r.fn = nil
				if fd, ok := d.(*ast.FuncDecl); ok {
					name = fd.Name.Name
					r.fn, _ = r.info.ObjectOf(fd.Name).(*types.Func)
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if lit, ok := n.(*ast.FuncLit); ok && lit != nil {
						saved := r.fn
						r.fn = nil
						ast.Inspect(lit.Body, func(n ast.Node) bool { f(filepath.Base(r.fset.Position(x.Pos()).Filename), name, n); return true })
						r.fn = saved
						return false
					}
					f(filepath.Base(r.fset.Position(x.Pos()).Filename), name, n)
					return true
				})
			}
		}
	}
	for r.grown = true; r.grown; {
		r.grown = false
		each(func(_, _ string, n ast.Node) {
			if n != nil {
				r.flow(n)
			}
		})
	}
	each(func(file, fn string, n ast.Node) {
		if n != nil && r.reads(n) && !exempt(rel, file, fn) {
			p := r.fset.Position(n.Pos())
			r.found = append(r.found, fmt.Sprintf("%s/%s:%d (%s)", rel, file, p.Line, fn))
		}
	})
}

// exported maps the packages that the module is made of to their export data,
// which the go command keeps in its cache.
func exported(t *testing.T) map[string]string {
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}", "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	files := map[string]string{}
	for _, line := range strings.Fields(string(out)) {
		if path, file, ok := strings.Cut(line, "="); ok {
			files[path] = file
		}
	}
	return files
}

// readersOf returns the places in a package where texts for people are read.
func readersOf(t *testing.T, imp types.Importer, fset *token.FileSet, rel string, files []*ast.File) []string {
	path := module
	if rel != "." {
		path += "/" + rel
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: imp}
	if _, err := conf.Check(path, fset, files, info); err != nil {
		t.Fatal(err)
	}
	r := &textReader{pkg: path, fset: fset, info: info, display: map[string]bool{}, tainted: map[types.Object]bool{}}
	for _, d := range displayText {
		r.display[d] = true
	}
	r.run(rel, files)
	return r.found
}

func textImporter(t *testing.T) (types.Importer, *token.FileSet) {
	fset, files := token.NewFileSet(), exported(t)
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("no export data for %s", path)
		}
		return os.Open(files[path])
	}), fset
}

// TestDisplayText finds code that reads texts for people.
func TestDisplayText(t *testing.T) {
	imp, fset := textImporter(t)
	out, err := exec.Command("go", "list", "-C", root, "-f", "{{.Dir}}|{{join .GoFiles \" \"}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	base, _ := filepath.Abs(root)
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		dir, names, _ := strings.Cut(line, "|")
		rel, _ := filepath.Rel(base, dir)
		if mayRead[rel] != "" || names == "" {
			continue
		}
		var files []*ast.File
		for _, name := range strings.Fields(names) {
			f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		for _, x := range readersOf(t, imp, fset, filepath.ToSlash(rel), files) {
			t.Errorf("%s reads a text for people; use what the text is made from", x)
		}
	}
}

// TestDisplayTextFinds shows what TestDisplayText looks for.
func TestDisplayTextFinds(t *testing.T) {
	imp, fset := textImporter(t)
	const head = "package p\nimport (\"culprit/cfg\"; \"strings\"; \"fmt\")\nvar _, _ = fmt.Sprint, strings.Cut\ntype box struct { text string }\n"
	for _, tt := range []struct {
		code string
		bad  bool
	}{
		{`func f(e *cfg.Edge) bool { return strings.Contains(e.Text, "malloc") }`, true},
		{`func f(e *cfg.Edge) bool { return e.Text == "x" }`, true},
		{`func f(e *cfg.Edge) bool { return e.Text == "" }`, false},
		{`func f(e *cfg.Edge) string { return fmt.Sprintf("%s!", e.Text) }`, false},
		{`func f(l *cfg.Loc) bool { s := l.Reason.String(); return strings.HasPrefix(s, "call") }`, true},
		{`func f(l *cfg.Loc) bool { return l.Reason.Kind == cfg.ErrorCall }`, false},
		{`func f(v *cfg.Var) bool { return g(v.CType.String()) }; func g(s string) bool { return s[0] == '*' }`, true},
		{`func f(v *cfg.Var) string { return v.CType.Text }; func g(v *cfg.Var) bool { switch f(v) { case "int": return true }; return false }`, true},
		{`func f(e *cfg.Edge, b *box) { b.text = e.Text }; func g(b *box) string { a, _, _ := strings.Cut(b.text, "("); return a }`, true},
		{`func f(e *cfg.Edge, m map[string]int) int { return m[e.Text] }`, true},
		{`func f(e *cfg.Edge) (n int) { for range e.Text { n++ }; return n }`, true},
		{`func f(e *cfg.Edge, b *strings.Builder) { b.WriteString(e.Text) }`, false},
	} {
		f, err := parser.ParseFile(fset, "p.go", head+tt.code, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := readersOf(t, imp, fset, "p", []*ast.File{f}); len(got) > 0 != tt.bad {
			t.Errorf("%s: %v", tt.code, got)
		}
	}
}
