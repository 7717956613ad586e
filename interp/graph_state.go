package interp

import (
	"slices"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/cfg/flow"
)

// Hidden state of the C library: a call that reads input depends on the calls
// that consumed input of the same stream before, and rand on srand. These
// dependences are kept apart from data dependences, because each such call
// depends on all the ones before it, which says little to a user; but only
// with them a slice tells why an input was read at all.
//
// How much was printed is such a state, too. What prints depends on what
// printed before, and has summary control dependences on the branches between
// that may have kept something from being printed: why a byte stands where
// another one was expected. So has the end of Main.

// streamArg is the index of the argument whose stream a library call reads from
// or prints to, or -1.
func streamArg(s *cfg.Lib) int {
	f := clib.Lookup(s.Func)
	if f == nil || f.State != clib.StreamState && f.Prints == clib.NoOutput {
		return -1
	}
	if at := f.Stream(); at < len(s.Args) {
		return at
	}
	return -1
}

// stateKey names the state that an instance of a Lib depends on and changes: the
// handle of a stream, or a small number.
func stateKey(s *cfg.Lib, info *edgeInfo, in *cfg.Instance) (uint64, bool) {
	if at := streamArg(s); at >= 0 {
		h := handle(s, info, in, at)
		return h, h != clib.Stdout && h != clib.Stderr
	}
	switch f := clib.Lookup(s.Func); {
	case f == nil || f.State == clib.NoState || f.State == clib.StreamState:
		return 0, false
	case f.State == clib.StdinState:
		return clib.Stdin, true
	default:
		return uint64(f.State), true
	}
}

// handle is the value of an argument that is a stream handle, or 0 if it is
// not known.
func handle(s *cfg.Lib, info *edgeInfo, in *cfg.Instance, at int) uint64 {
	if c, ok := s.Args[at].(*cfg.Const); ok {
		return c.V
	}
	if k := info.handle; k >= 0 && k < len(in.Reads) {
		return in.Reads[k].Value
	}
	return 0
}

// prints reports whether an instance of a Lib prints to standard output.
func prints(s *cfg.Lib, info *edgeInfo, in *cfg.Instance) bool {
	if !flow.Prints(s) {
		return false
	}
	if at := streamArg(s); at >= 0 {
		h := handle(s, info, in, at)
		return h == clib.Stdout || h == 0
	}
	return true
}

// readsOutput reports whether it matters for a statement how much has been
// printed: where its own output stands, or that there is no more of it.
func readsOutput(prog *cfg.Program, e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Lib:
		return flow.Prints(s)
	case *cfg.Return:
		return e.From.Proc == prog.Main
	}
	return false
}

// handleRead is the number of the read whose value is the stream handle that a
// library function gets, or -1: that of a variable or of memory which is read
// as it is, behind arguments that always make the same reads.
func handleRead(prog *cfg.Program, s *cfg.Lib) int {
	at := streamArg(s)
	if at < 0 {
		return -1
	}
	switch s.Args[at].(type) {
	case *cfg.VarRef, *cfg.Load:
		c := useCollector{prog: prog, fixed: true}
		for _, a := range s.Args[:at+1] {
			c.expr(a)
		}
		if c.fixed {
			return len(c.uses) - 1
		}
	}
	return -1
}

// State is the library call whose effect on hidden state, such as the position
// of an input stream, library call i depends on, or -1. Output is left out.
func (g *Graph) State(i int) int {
	out := -1
	if _, ok := g.Edge(i).Stmt.(*cfg.Lib); ok {
		g.each(i, func(_ int, r *read) {
			if r.state && !r.output {
				out = writer(r.writers[0])
			}
		})
	}
	return out
}

// PrintedBefore is the instance that last printed before printing instance i,
// or before the end of Main, or -1. If what i printed is wrong where it stands,
// what was printed before it may lack something, or be too much.
func (g *Graph) PrintedBefore(i int) int {
	out := -1
	g.each(i, func(_ int, r *read) {
		if r.output {
			out = writer(r.writers[0])
		}
	})
	return out
}

// WrongOutput lists the instances to ask why byte number k of standard output
// is not what was expected: the one that printed it, or the end of the run if
// there is no such byte, and the one that printed before it.
func (g *Graph) WrongOutput(k int64) []int {
	i := g.Printed(k)
	if i < 0 {
		if g.N() == 0 {
			return nil
		}
		i = g.N() - 1
	}
	out := []int{i}
	if i > 0 && g.Printed(k) < 0 && len(g.outputs) > 0 {
		out = append(out, int(g.outputs[len(g.outputs)-1].instance))
	} else if p := g.PrintedBefore(i); p >= 0 {
		out = append(out, p)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
