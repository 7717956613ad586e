package entry

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/frontend/cpp"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Harness is text that calls a function.
type Harness struct {
	Pos cfg.Pos // of the function
	// Text is C, to be read behind the file that defines the function.
	Text string
	// Narrowed says that there are conditions on the arguments, of the user or of the
	// contract.
	Narrowed bool
	// Promises says that the contract of the function is checked after the call.
	Promises bool
	// Contracted says that the function has a contract that counts.
	Contracted bool
	// Preconditions are the sentences about what the call assumes.
	Preconditions []string
	// Blocks are what the text allocates, by line, but for those whose length an
	// argument or a member says.
	Blocks map[int]Block
}

// Functions lists the functions with a body in the files of a program, in the order
// of their text, whose names a pattern with * and ? matches, without main. Those that
// headers define are left out where files define some.
func Functions(units *parse.Units, pattern string) []string {
	var names, inHeaders []string
	for i, file := range units.Files {
		for f := range bodies(units, i) {
			name := f.Declarator.Name()
			to := &names
			if units.Sources.FileName(f.Declarator.NameTok()) != file.Name {
				to = &inHeaders
			}
			if ok, _ := path.Match(pattern, name); ok && name != "main" && !slices.Contains(*to, name) {
				*to = append(*to, name)
			}
		}
	}
	if len(names) == 0 {
		return inHeaders
	}
	return names
}

// Defines reports whether the i-th file, or a header of its own, has the body of a
// function.
func Defines(units *parse.Units, i int, name string) bool { return definition(units, i, name) != nil }

// New writes the text for a function of the i-th file. The error is a *cpp.Error at
// the function, if there is an argument that cannot be made.
func New(units *parse.Units, i int, c Config) (h *Harness, err error) {
	if f := definition(units, i, c.Function); f != nil {
		return call(units, i, f, c)
	}
	return nil, cpp.Errorf(cpp.Start(units.Files[i].Name), "the file defines no function %s", c.Function)
}

func call(units *parse.Units, i int, f *cc.FunctionDefinition, c Config) (h *Harness, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case impossible:
			pos := units.Sources.Position(f.Declarator)
			h, err = nil, cpp.Errorf(pos, "%s cannot be called: %s", c.Function, p.why)
		default:
			panic(p)
		}
	}()
	t, ok := f.Declarator.Type().(*cc.FunctionType)
	if !ok {
		panic(impossible{"it has no type"})
	}
	w := &writer{Config: c, units: units, at: i, declared: map[string]bool{}, made: map[int]Block{}}
	if c.Globals {
		w.globals()
	}
	if c.Contract {
		w.contracts(c.Outside)
		text, line, d := comment(units, i, f)
		if d != nil {
			w.contract = (&contract{names: renamed(d, t.Parameters()), file: units.Sources.FileName(d.NameTok())}).of(text, line)
		}
	}
	args := w.parameters(f, t)
	w.surroundings()
	for _, a := range c.Assume {
		w.line("__VERIFIER_assume(%s);", a)
		w.assume("%s", a)
	}
	w.call(t, args)
	return &Harness{Pos: units.Sources.Position(f.Declarator), Text: w.text(), Narrowed: len(c.Assume) > 0 || w.contract.has("requires"), Promises: w.contract.has("ensures") || w.contract.framed() || w.required, Contracted: w.contract != nil || w.contracted, Preconditions: w.said, Blocks: w.made}, nil
}

// renamed says what the parameters of a declaration are called in the definition, whose
// type has these.
func renamed(d *cc.Declarator, ps []*cc.Parameter) map[string]string {
	names := map[string]string{}
	for i, p := range syntax.Prototype(d) {
		if p != nil && i < len(ps) && p.Name() != ps[i].Name() {
			names[p.Name()] = ps[i].Name()
		}
	}
	return names
}

// call writes the call, between what the contract of the function requires and what it
// ensures.
func (w *writer) call(t *cc.FunctionType, args []string) {
	call := fmt.Sprintf("%s(%s);", w.Function, strings.Join(args, ", "))
	if w.contract == nil {
		if w.Results && t.Result().Kind() == cc.Ptr {
			w.line("static %s;", w.declarator(t.Result(), "__verify_result"))
			call = "__verify_result = " + call
		}
		w.line("%s", call)
		return
	}
	w.declare(mathematical)
	for _, x := range w.contract.clauses {
		if x.kind == "requires" && x.cond != "" {
			w.line("__VERIFIER_assume(%s);", x.cond)
			w.assume("its contract %s", x.text)
		}
	}
	for k, e := range w.contract.olds {
		w.line("__typeof__(%s) __verify_old%d = %s;", e, k+1, e)
	}
	if t.Result().Kind() != cc.Void {
		call = w.declarator(t.Result(), "__verify_result") + " = " + call
	}
	after := w.before()
	w.line("%s", call)
	for _, x := range w.contract.clauses {
		if x.kind == "ensures" && x.cond != "" {
			w.failing(x, w.contract.file, w.Function)
		}
	}
	after()
	if rest := w.contract.ignored(); len(rest) > 0 {
		w.assume("nothing of what its contract says in: %s", strings.Join(rest, "; "))
	}
}

// text is all of it.
func (w *writer) text() string {
	var b strings.Builder
	b.WriteString("/* Calls " + w.Function + ". What is assumed:\n")
	for _, s := range w.said {
		b.WriteString("     " + strings.ReplaceAll(s, "*/", "* /") + "\n")
	}
	if len(w.said) == 0 {
		b.WriteString("     nothing\n")
	}
	b.WriteString("*/\n")
	w.declare("void __VERIFIER_assume(int);")
	for _, d := range w.outside {
		b.WriteString(d + "\n")
	}
	if len(w.Assume) > 0 || w.contract != nil {
		b.WriteString("#undef len\n#define len(p) p##_length\n")
	}
	b.WriteString("void " + Name + "(void)\n{\n")
	above := strings.Count(b.String(), "\n")
	lines := map[int]Block{}
	for line, m := range w.made {
		lines[line+above] = m
	}
	w.made = lines
	for _, l := range w.body {
		b.WriteString(l + "\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// surroundings says what is assumed of what is there besides the arguments.
func (w *writer) surroundings() {
	if w.objects > 1 || w.objects == 1 && w.Variable != "" {
		w.assume("each pointer leads to an object of its own")
	}
	if w.Variable != "" && !w.Globals {
		w.assume("variables, as %s, have their first values (--any-globals)", w.Variable)
	}
	if w.Hidden != "" {
		w.assume("variables of functions and of the library, as %s, have their first values", w.Hidden)
	}
}

// globals gives the variables of the file any value that their types allow.
func (w *writer) globals() {
	for v := range w.variables() {
		w.assume("the variable %s has any value of its type", v.Name())
		w.value(v.Name(), v.Type(), v.Name(), nil)
	}
}
