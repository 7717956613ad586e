package link

import (
	"slices"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/cpp"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Program is what the lowering needs to know about the translation units of a
// program, linked together, before it looks at bodies.
type Program struct {
	ASTs    []*cc.AST
	Sources *parse.Sources
	// gnuInline: inline means what GNU C gave to it.
	gnuInline bool
	library   func(string) bool // says whether a name is one of the C library or the compiler
	// renamed holds, by file scope, the names of its functions and variables
	// of internal linkage that another translation unit uses, too.
	renamed map[*cc.Scope]map[string]string
	Funcs   map[string]*Function
	Globals map[string]*Global
	// Taken holds the variables whose address is used, by varKey.
	Taken map[any]bool
	// Symbols is what the linker sees of attributes.
	Symbols *symbols
	// Inits holds the initialisers of static local variables.
	Inits map[*cc.Declarator]*cc.Initializer
	// pure memoises which expressions have no side effects.
	pureMemo map[cc.Node]bool
	// Lengths says that lengths in the names of types are checked.
	Lengths bool
	// Tests are the places that look at no more of a value than its sign.
	Tests *tests
	// Watched are the parameters of main at whose use the lowering looks.
	Watched map[*cc.Declarator]bool
	// nested holds the declarations of nested functions by name, nestedKeys
	// the names that they have in the program.
	nested     map[string][]nestedDecl
	nestedKeys map[string]bool
	// Refused is the error of the first invalid definition.
	Refused *cpp.Error
}

// Function is a function with a body.
type Function struct {
	Name     string
	Def      *cc.FunctionDefinition
	Calls    []string // called by name, in order of occurrence
	refs     []string // functions whose address is used
	globs    []string
	Indirect bool // calls through pointers
	inline   bool
	strength strength
	// Outer is the function around a nested one; own are the variables that a
	// nested one declares, captured those that functions nested in it use.
	Outer    *Function
	own      map[*cc.Declarator]bool
	Captured []*cc.Declarator
	Nests    bool // functions
	Jumps    functionJumps
}

// functionJumps is what a body has of labels and of what leads to them.
type functionJumps struct {
	Labels     map[string][]*cc.LabeledStatement // by name
	AddrLabels []string                          // labels whose address is used
	gotos      []string                          // labels that a nested function jumps to
	Setjmps    []*cc.PostfixExpression
}

// Global is a file-scope variable, all its declarations together.
type Global struct {
	Name  string
	Decls []*cc.Declarator
	Order int // of the first declaration
	Init  *cc.Initializer
	// DeclInit is the declarator that init belongs to.
	DeclInit *cc.Declarator
	Defined  bool      // some declaration is not extern
	weak     bool      // and those are weak
	unit     *cc.Scope // of the last of those
	refs     []string  // functions its initializer refers to
	globs    []string
}

func (u *Program) refuse(d *cc.Declarator, format string, args ...any) {
	u.RefuseAt(u.position(d), format, args...)
}

func (u *Program) RefuseAt(pos cfg.Pos, format string, args ...any) {
	if u.Refused == nil {
		u.Refused = cpp.Errorf(pos, format, args...)
	}
}

// position is where a declarator stands.
func (u *Program) position(d *cc.Declarator) cfg.Pos { return u.Sources.Position(d) }

// label notes a label; f is nil outside of functions.
func (f *Function) label(x *cc.LabeledStatement) {
	if f == nil {
		return
	}
	if f.Jumps.Labels == nil {
		f.Jumps.Labels = map[string][]*cc.LabeledStatement{}
	}
	name := x.Token.SrcStr()
	f.Jumps.Labels[name] = append(f.Jumps.Labels[name], x)
}

// addrLabel notes a use of &&name.
func (f *Function) addrLabel(name string) {
	if !slices.Contains(f.Jumps.AddrLabels, name) {
		f.Jumps.AddrLabels = append(f.Jumps.AddrLabels, name)
	}
}

// LabelOwner finds the function around f that has a label.
func (f *Function) LabelOwner(name string) (*Function, *cc.LabeledStatement) {
	for o := f.Outer; o != nil; o = o.Outer {
		if labs := o.Jumps.Labels[name]; len(labs) == 1 {
			return o, labs[0]
		}
	}
	return nil, nil
}

// Outward calls visit for the labels of outer functions that f jumps to.
func (f *Function) Outward(visit func(*Function, *cc.LabeledStatement)) {
	for _, name := range f.Jumps.gotos {
		if f.Jumps.Labels[name] == nil {
			if o, lab := f.LabelOwner(name); o != nil {
				visit(o, lab)
			}
		}
	}
}

// PassesOn reports whether a body mentions the pack of its variable arguments.
func (f *Function) PassesOn() bool {
	return slices.Contains(f.Calls, PackName) || slices.Contains(f.Calls, PackName+"_len")
}

// nestedDecl is a declaration of a nested function.
type nestedDecl struct {
	scope *cc.Scope
	key   string
}

// strength orders the bodies that units have for one function.
type strength uint8

// symbols are the attributes of functions and variables at file scope that the
// linker acts upon.
type symbols struct {
	Attributes *syntax.Attributes
	// labels are the linker's names by unit and C name.
	labels map[*cc.Scope]map[string]string
	// weak holds what is declared weak, by unit and C name.
	weak map[*cc.Scope]map[string]bool
	// aliases maps names of the program.
	aliases map[string]string
	// Noreturn and refused hold names of the program; refused says by which
	// attribute.
	Noreturn map[string]bool
	Claims   map[string][]syntax.Attribute // what gcc may rely on
	// Optimized are the options of #pragma GCC optimize.
	Optimized []string
	Refused   map[string]string
	// Assembled holds what assembly at file scope mentions.
	Assembled map[string]bool
	// Hidden says why functions may run before or after main of which the program
	// does not say so by an attribute of theirs, "" if none do.
	Hidden string
	// Before and after are the functions that run before and after main, in
	// the order in which they run.
	Before, After []string
	starts, ends  []startup
}

// startup is a function with attribute constructor or destructor.
type startup struct {
	name     string
	priority int64
}

// tests are the places of a program that compare values with zero.
type tests struct {
	calls map[cc.ExpressionNode]test
	// vars are variables whose value is read, into those that calls are assigned
	// to in the map below.
	vars map[*cc.Declarator]*varTests
	into map[cc.ExpressionNode]*cc.Declarator
	// dropped are assignments whose own value nobody takes, or compares with zero
	// only; last the statements that are the value of a statement expression.
	dropped map[*cc.AssignmentExpression]bool
	last    map[*cc.ExpressionStatement]bool
}

// varTests counts the uses of a variable: in all, as the target of an
// assignment, and where it is compared with zero.
type varTests struct{ all, set, zero, sign int }

func isSetjmp(name string) bool { return prelude.ModelOf(name) == clib.SetJmp }

func IsLongjmp(name string) bool { return prelude.ModelOf(name) == clib.LongJmp }

const PackName = "__builtin_va_arg_pack"
