package link

import (
	"slices"
	"strings"
)

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
