package frontend

import (
	"context"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/cpp"
	"culprit/frontend/entry"
	"culprit/frontend/parse"
)

// Config selects the data model and what counts as an error.
type Config struct {
	// PtrBits is 32 (ILP32, also for 0) or 64 (LP64).
	PtrBits int
	// UnsignedChar makes char an unsigned type.
	UnsignedChar bool
	// Wrapv says that signed numbers wrap around by definition, as with gcc's -fwrapv.
	// They always do here; without it, answers say that they assume so.
	Wrapv bool
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
	// is modelled by arbitrary values, and argv is a list of a few arbitrary
	// strings.
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

// Text is what says how the files are read.
func (c *Config) Text() cpp.Config {
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

// Error says why a source text was refused, and where.
type Error = cpp.Error

// InternalError is a defect of this package that showed on a source text.
type InternalError = parse.InternalError

// Call is the call of a function where a program begins.
type Call struct {
	Function string
	Text     cpp.Behind // that makes the arguments
	// Narrowed says that there are conditions of the user, which no arguments may
	// fulfil.
	Narrowed bool
	// Promises says that the contract of the function is checked after the call.
	Promises bool
	// Blocks are what the text allocates, by line.
	Blocks  map[int]entry.Block
	assumed []cfg.Note
}

func (c *Call) behind() *cpp.Behind {
	if c == nil {
		return nil
	}
	return &c.Text
}
