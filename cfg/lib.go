package cfg

import "culprit/cfg/clib"

// LibEffect says what a library call may do to the program's memory.
type LibEffect struct {
	Writes    bool // through its arguments
	Errno     bool // sets errno
	Returns   bool // a pointer to where an argument points
	Stores    bool // such a pointer through an argument
	Allocates bool // stores a pointer to a new heap object through its first argument
	Own       bool // returns a pointer to an object of the library
	Known     bool // all this is known from the function's name
}

// Effect is what the call may do. Of functions that the table of package clib
// does not have everything is assumed.
func (s *Lib) Effect() LibEffect {
	f := clib.Lookup(s.Func)
	if f == nil {
		return LibEffect{Writes: true, Errno: true, Returns: true, Stores: true, Own: true}
	}
	return LibEffect{Writes: f.Writes(), Errno: f.Errno, Returns: f.Returns, Stores: f.Stores, Allocates: f.Allocates, Own: f.Owns, Known: true}
}
