package interp

import (
	"slices"
	"strings"

	"culprit/cfg"
)

// Hidden state of the C library: a call that reads input depends on the calls
// that consumed input of the same stream before, and rand on srand. These
// dependences are kept apart from data dependences, because each such call
// depends on all the ones before it, which says little to a user; but only
// with them a slice tells why an input was read at all.

// The state that a library call reads and changes: that of the stream whose
// handle is an argument, or one without handle.
const (
	noState   = -1
	stdinOnly = -2
	randState = -3
	rand48    = -4
)

// libState is the number of the argument with the stream handle of a library
// function, or one of the constants above.
func libState(name string) int {
	switch strings.TrimSuffix(name, "_unlocked") {
	case "getchar", "scanf", "vscanf", "gets":
		return stdinOnly
	case "getc", "fgetc", "_IO_getc", "fscanf", "vfscanf", "feof", "ferror", "clearerr", "fseek", "fseeko", "ftell", "ftello",
		"rewind", "fgetpos", "fsetpos", "fprintf", "vfprintf":
		return 0
	case "ungetc", "putc", "fputc", "_IO_putc", "fputs":
		return 1
	case "fgets", "getline":
		return 2
	case "fread", "getdelim", "__getdelim", "fwrite":
		return 3
	case "rand", "random", "srand", "srandom":
		return randState
	case "drand48", "lrand48", "mrand48", "srand48", "seed48", "lcong48":
		return rand48
	}
	return noState
}

// The handles of the standard streams, see package libc.
const (
	stdinHandle  = 0xF1E00010
	stdoutHandle = 0xF1E00020
	stderrHandle = 0xF1E00030
)

// stateKey names the state that an instance of a Lib depends on and changes.
func stateKey(s *cfg.Lib, in *cfg.Instance) (uint64, bool) {
	at := libState(s.Func)
	switch {
	case at == noState || at >= len(s.Args):
		return 0, false
	case at == stdinOnly:
		return stdinHandle, true
	case at < 0:
		return uint64(-at), true
	}
	h := handle(s, in, at)
	return h, h != stdoutHandle && h != stderrHandle // output is consumed by nobody
}

// handle is the value of an argument, or 0 if it is not known.
func handle(s *cfg.Lib, in *cfg.Instance, at int) uint64 {
	switch a := s.Args[at].(type) {
	case *cfg.Const:
		return a.V
	case *cfg.VarRef:
		if k := slices.IndexFunc(in.Reads, func(r cfg.Access) bool { return r.Var == a.V }); k >= 0 {
			return in.Reads[k].Value
		}
	case *cfg.Load:
		c := useCollector{fixed: true}
		for _, e := range s.Args[:at+1] {
			c.expr(e)
		}
		if n := len(c.uses); c.fixed && n <= len(in.Reads) && in.Reads[n-1].Var == nil {
			return in.Reads[n-1].Value
		}
	}
	return 0
}

// State is the library call whose effect on hidden state, such as the position
// of an input stream, instance i depends on, or -1.
func (g *Graph) State(i int) int {
	out := -1
	if _, ok := g.Edge(i).Stmt.(*cfg.Lib); ok {
		g.each(i, func(_ int, r *read) {
			if r.state {
				out = writer(r.writers[0])
			}
		})
	}
	return out
}
