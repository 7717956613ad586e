package frontend

import (
	"cmp"
	"context"
	_ "embed"
	"runtime/debug"
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// Config selects the data model and what counts as an error.
type Config struct {
	// PtrBits is 32 (ILP32, also for 0) or 64 (LP64).
	PtrBits int
	// UnsignedChar makes char an unsigned type.
	UnsignedChar bool
	// ErrorFuncs are the functions whose call violates the property; nil
	// means reach_error and __VERIFIER_error.
	ErrorFuncs []string
	// ErrorLabels makes the label ERROR an error location in programs that
	// call no error function.
	ErrorLabels bool
	// Main names the entry procedure; empty means main.
	Main string
	// Execute is for whoever executes the program. Calls of the C library that
	// the prelude does not describe become a cfg.Lib, the parameters of main
	// are one Havoc named "main" each, in order, and exit and abort leave their
	// status in the result of main. Otherwise, for the verifier, the library
	// is modelled by arbitrary values, and argv is a list of few, short,
	// arbitrary strings.
	Execute bool
	// Checks are made assertions: their violations become error locations,
	// each with its Loc.Property. With any, calls of ErrorFuncs and failed
	// assertions are not errors but end the program, unless safety.Asserted asks
	// for them.
	Checks safety.Checks
	// Scopes asks for the names in scope at loops (cfg.Loop.Scope).
	Scopes bool
	// IncludeDirs are folders where #include finds header files, before the
	// built-in ones.
	IncludeDirs []string
	// Macros are defined or dropped before a file is read, in their order, and
	// the files of Included are read before it.
	Macros   []cpp.Macro
	Included []string
	Standard cpp.Standard
	// AllOrders makes both orders of evaluation alternatives, for the verifier,
	// where C leaves the order open and it may matter. Otherwise one is taken,
	// and a note says so.
	AllOrders bool
	// MallocMayFail lets every allocation return null. Otherwise only those
	// do that cannot fit into memory.
	MallocMayFail bool
	// Stack is how many bytes the stack may take, for safety.Stack; 0 stands for
	// safety.UsualStack.
	Stack uint64
	// ExternAny lets functions that the program declares without a body do anything
	// with what they get, as functions of the C library that are not modelled
	// may. Otherwise they are assumed to do nothing but return any value.
	ExternAny bool
	// Call, if not nil, is where the program begins (Enter).
	Call *Call
	// Ctx, if not nil, ends the work when done: the error is then its cause.
	Ctx context.Context
}

// text is what says how the files are read.
func (c *Config) text() cpp.Config {
	return cpp.Config{PtrBits: c.PtrBits, UnsignedChar: c.UnsignedChar, IncludeDirs: c.IncludeDirs, Macros: c.Macros, Included: c.Included, Standard: c.Standard, Behind: c.Call.behind(), Tick: c.poll}
}

// stopped is the panic that ends the work with Config.Ctx.
type stopped struct{ cause error }

// poll ends the work if the context is done.
func (c *Config) poll() {
	if c.Ctx != nil && c.Ctx.Err() != nil {
		panic(stopped{context.Cause(c.Ctx)})
	}
}

// Source is a C file, one translation unit of a program.
type Source = parse.Source

// Parse lowers the C file name with the text src. Every error is an
// *Error, or an *InternalError for what should not happen, or the cause of
// conf.Ctx.
func Parse(name string, src []byte, conf Config) (*cfg.Program, error) {
	return ParseFiles([]Source{{Name: name, Text: src}}, conf)
}

// ParseFiles lowers a program of one or more translation units, linked
// together. Its errors are those of Parse.
func ParseFiles(files []Source, conf Config) (prog *cfg.Program, err error) {
	name := files[0].Name
	defer func() {
		if p := recover(); p != nil {
			prog = nil
			if s, ok := p.(stopped); ok {
				err = s.cause
				return
			}
			err = &InternalError{Pos: cpp.Start(name), Value: p, Stack: debug.Stack()}
		}
	}()
	conf.PtrBits = cmp.Or(conf.PtrBits, 32)
	if conf.PtrBits != 32 && conf.PtrBits != 64 {
		return nil, cpp.Errorf(cpp.Start(name), "unknown data model: pointers of %d bits", conf.PtrBits)
	}
	if conf.ErrorFuncs == nil {
		conf.ErrorFuncs = []string{"reach_error", "__VERIFIER_error"}
	}
	conf.Main = cmp.Or(conf.Main, "main")
	units, err := parse.Files(files, conf.text(), prelude.New(conf.Execute))
	if err != nil {
		conf.poll() // it may have failed because of that
		return nil, err
	}
	conf.poll()
	u := conf.linked(units)
	if u.Refused != nil {
		return nil, u.Refused
	}
	if u.Funcs[conf.Main] == nil {
		what := "the file defines no function"
		if len(files) > 1 {
			what = "none of the files defines a function"
		}
		return nil, cpp.Errorf(cpp.Start(name), "%s %s", what, conf.Main)
	}
	l := newLowerer(conf, u)
	if err := u.Agree(l.Types, l.Reach); err != nil {
		return nil, err
	}
	if err := l.asserts(); err != nil {
		return nil, err
	}
	l.run()
	l.CFG.Sources = l.Linked.Sources.Texts
	if conf.Call != nil {
		l.CFG.Drive(conf.Call.Text.Name)
		l.CFG.Notes = slices.Concat(conf.Call.assumed, l.CFG.Notes)
	}
	return l.CFG, nil
}

// linked links the units of a program.
func (c *Config) linked(units *parse.Units) *link.Program {
	var marks [][]ccfix.SymbolMark
	for _, text := range units.Texts {
		marks = append(marks, text.SymbolMarks())
	}
	return link.New(units.ASTs, marks, units.Sources, c.Standard.GnuInline(), func(name string) bool {
		return link.AlwaysBuiltin[name] || slices.Contains(c.ErrorFuncs, name)
	}, library.Has)
}

// Error says why a source text was refused, and where.
type Error = cpp.Error

// InternalError is a defect of this package that showed on a source text.
type InternalError = parse.InternalError
