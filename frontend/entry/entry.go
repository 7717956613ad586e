package entry

import (
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/frontend/cpp"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"
	"modernc.org/cc/v4"
)

// Name is the function of the text that calls the function in question, Prefix with
// what all of its functions begin.
const (
	Name   = Prefix + "entry"
	Prefix = "__verify_"
)

// Config says what arguments a function gets.
type Config struct {
	// Function is the name of the function in question.
	Function string
	// Length is how many elements an array, and how many characters a string has
	// at most.
	Length int
	// Depth is how many structures of one type a chain of pointers leads through at
	// most: the length of a list, the height of a tree.
	Depth int
	// Null lets every pointer be null. Otherwise only those are that end a chain.
	Null bool
	// Globals gives the variables of the file any value.
	Globals bool
	// Contract lets the contract in the comment before the function count.
	Contract bool
	// Outside are the functions without body that it may call. Those that have a
	// contract get a body from that, if Contract.
	Outside []string
	// Assume are conditions in C on the parameters, where len(p) is the number of
	// elements behind p.
	Assume []string
}

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

// Block is memory that an argument leads to.
type Block struct {
	Path string // how the reader knows what leads there
	Size int64  // of an element, in bytes
	// Free says that an argument leads there itself, and that conditions may speak
	// of its length, of which nothing is known.
	Free bool
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

// definition is that of a function; nil if there is none.
func definition(units *parse.Units, i int, name string) *cc.FunctionDefinition {
	for f := range bodies(units, i) {
		if f.Declarator.Name() == name {
			return f
		}
	}
	return nil
}

// bodies are the functions of one file and of its headers, but for ours.
func bodies(units *parse.Units, i int) iter.Seq[*cc.FunctionDefinition] {
	return func(yield func(*cc.FunctionDefinition) bool) {
		for l := units.ASTs[i].TranslationUnit; l != nil; l = l.TranslationUnit {
			d := l.ExternalDeclaration
			if d == nil || d.Case != cc.ExternalDeclarationFuncDef || d.FunctionDefinition.Declarator == nil {
				continue
			}
			if file, _ := units.Sources.Locate(d.FunctionDefinition.Declarator.NameTok()); file != nil && !yield(d.FunctionDefinition) {
				return
			}
		}
	}
}

// New writes the text for a function of the i-th file. The error is a *cpp.Error at
// the function, if there is an argument that cannot be made.
func New(units *parse.Units, i int, c Config) (h *Harness, err error) {
	if f := definition(units, i, c.Function); f != nil {
		return call(units, i, f, c)
	}
	return nil, cpp.Errorf(cpp.Start(units.Files[i].Name), "the file defines no function %s", c.Function)
}

// impossible is the panic for an argument that cannot be made.
type impossible struct{ why string }

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

// writer collects the text.
type writer struct {
	Config
	units *parse.Units
	at    int // the file

	outside  []string // declarations before the function
	declared map[string]bool
	body     []string
	said     []string
	indent   int
	blocks   int // how many there are, which numbers the next
	stubs    int
	reached  []block   // that are being made, from the outside
	contract *contract // nil if there is none
	kept     []kept    // what the contract may say does not change
	// contracted says that functions without body have contracts, required that one
	// of them requires something.
	contracted, required bool
	free                 string // the argument of which conditions may say the length
	made                 map[int]Block
}

func (w *writer) line(format string, args ...any) {
	if len(w.body) == maxLines {
		panic(impossible{fmt.Sprintf("its arguments take more than %d statements: lower --depth or --length", maxLines)})
	}
	w.body = append(w.body, strings.Repeat("    ", w.indent+1)+fmt.Sprintf(format, args...))
}

// allocate writes the statement that allocates what path leads to.
func (w *writer) allocate(path string, elem cc.Type, format string, args ...any) {
	w.line(format, args...)
	w.made[len(w.body)] = Block{path, max(elem.Size(), 1), path == w.free}
}

// block is what is done if a condition holds.
func (w *writer) block(cond string, then func()) {
	w.line("if (%s) {", cond)
	w.indent++
	then()
	w.indent--
	w.line("}")
}

// declare puts a declaration in front, once.
func (w *writer) declare(text string) {
	if !w.declared[text] {
		w.declared[text] = true
		w.outside = append(w.outside, text)
	}
}

// assume adds a sentence, once.
func (w *writer) assume(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(w.said, s) {
		w.said = append(w.said, s)
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

// globals gives the variables of the file any value that their types allow.
func (w *writer) globals() {
	for v := range w.variables() {
		w.assume("the variable %s has any value of its type", v.Name())
		w.value(v.Name(), v.Type(), v.Name(), nil)
	}
}

// function lets a pointer lead to a function that changes nothing but the buffers and
// numbers that it gets, and returns any value: of pointers null or a fresh block, which
// has the size that an allocator is asked for.
func (w *writer) function(to string, f *cc.FunctionType, path string) {
	w.stubs++
	name := fmt.Sprintf("__verify_callback%d", w.stubs)
	var params []string
	size := "" // the last number that may be one
	fills := ""
	for i, p := range f.Parameters() {
		if p.Type().Kind() == cc.Void {
			break
		}
		a := fmt.Sprintf("a%d", i+1)
		params = append(params, w.declarator(decayed(p.Type()), a))
		fills += w.giving(f.Parameters(), i, a, path)
		if cc.IsIntegerType(p.Type()) {
			size = a
			fills += w.filling(f.Parameters(), i, path)
		}
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	if f.IsVariadic() {
		params = append(params, "...")
	}
	head := w.declarator(f.Result(), name+"("+strings.Join(params, ", ")+")")
	w.declare("static " + head + "\n{\n" + fills + w.result(f.Result(), size, fills != "", path) + "}")
	w.line("%s = %s;", to, name)
}

// giving writes any value through the i-th parameter, if it leads to a number and not
// to an array: of characters or floats, or with a length beside it.
func (w *writer) giving(ps []*cc.Parameter, i int, name, path string) string {
	e := pointee(decayed(ps[i].Type()))
	number := func(i int) bool { return i >= 0 && i < len(ps) && cc.IsIntegerType(ps[i].Type()) }
	if e == nil || !cc.IsIntegerType(e) || e.Attributes().IsConst() || isChar(e) || number(i-1) || number(i+1) {
		return ""
	}
	w.assume("%s writes any number where it gets a pointer to one, and changes nothing else", path)
	return w.apart(func() { w.block(name, func() { w.number("*"+name, e, "*"+name) }) })
}

// apart is the text of what is written.
func (w *writer) apart(write func()) string {
	body, indent := w.body, w.indent
	w.body, w.indent = nil, 0
	write()
	text := strings.Join(w.body, "\n") + "\n"
	w.body, w.indent = body, indent
	return text
}

// filling writes any values into a buffer whose length is the i-th parameter.
func (w *writer) filling(ps []*cc.Parameter, i int, path string) string {
	if i == 0 {
		return ""
	}
	e := pointee(decayed(ps[i-1].Type()))
	if e == nil || e.Attributes().IsConst() || !plain(e) {
		return ""
	}
	w.declare("extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);")
	buffer, n := fmt.Sprintf("a%d", i), fmt.Sprintf("a%d", i+1)
	text := fmt.Sprintf("    if (%s && %s > 0) {\n        __VERIFIER_nondet_memory(%s, %s * sizeof *%s);\n", buffer, n, buffer, n, buffer)
	if isChar(e) {
		text += fmt.Sprintf("        %s[%s - 1] = 0;\n", buffer, n)
	}
	w.assume("%s fills the buffer that it gets, and changes nothing else", path)
	return text + "    }\n"
}

// result is what such a function returns.
func (w *writer) result(t cc.Type, size string, filled bool, path string) string {
	if t.Kind() == cc.Void {
		if !filled {
			w.assume("%s changes nothing", path)
		}
		return ""
	}
	return w.apart(func() {
		w.line("%s;", w.declarator(t, "result"))
		if e := pointee(t); e != nil && e.Kind() == cc.Void && size != "" {
			w.line("result = %s() ? __builtin_malloc(%s) : 0;", w.input("bool", "_Bool"), size)
			w.assume("%s returns a fresh block of the size it is asked for, or null", path)
		} else {
			if !filled {
				w.assume("%s returns any value and changes nothing", path)
			}
			if pointee(t) != nil {
				w.line("if (%s()) return 0;", w.input("bool", "_Bool"))
				w.assume("the result of %s may be null", path)
			}
			w.value("result", t, "what "+path+" returns", nil)
		}
		w.line("return result;")
	})
}
