package interp

import (
	"strings"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp/code"
)

// Worlds prepares executions that differ in values which are merely not known. The
// result executes the program on the values of inputs, in their order, and from there
// on zero for what is not known; where it asks the world for a further value it ends. It
// returns the trace if that reaches an Error location, else nil.
func Worlds(prog *cfg.Program, clock *work.Clock) func(inputs []cfg.Input) *cfg.Trace {
	c := compile(prog, code.Options{Announce: true, Own: code.Recursive(prog), Asks: true})
	return func(inputs []cfg.Input) *cfg.Trace {
		m := newMachine(c, &given{inputs}, Limits{Steps: maxAskSteps, Record: true})
		m.record, m.checks = true, true
		m.ask = func(q *cfg.Question, args []uint64) (cfg.Answer, bool) { return Ask(q, args, prog.PtrBits) }
		m.run()
		clock.Count(int(m.steps), work.Statement)
		if m.status != ReachedError || m.nans {
			return nil
		}
		return m.trace
	}
}

// given is an InputSource that gives inputs one after the other, and zero for what is
// not known behind them.
type given struct{ inputs []cfg.Input }

func (g *given) next(asks bool) (in cfg.Input, ok bool) {
	if len(g.inputs) == 0 {
		return in, !asks
	}
	in = g.inputs[0]
	g.inputs = g.inputs[1:]
	return in, true
}

// Value implements InputSource.
func (g *given) Value(_ *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	in, ok := g.next(h.Kind == cfg.Nondet)
	return in.Value, ok
}

// Memory implements InputSource.
func (g *given) Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	h, ok := e.Stmt.(*cfg.MemHavoc)
	if len(g.inputs) == 0 && ok && h.Kind == cfg.Unknown && h.Text != nil {
		return readable(h.Text, addr, size), true
	}
	in, ok := g.next(ok && h.Kind == cfg.Nondet)
	return in.Mem, ok
}

// readable is a text without bytes that do not occur in it, as far as somebody may look.
func readable(t *cfg.Text, addr, size uint64) map[uint64]byte {
	mem := map[uint64]byte{}
	for b := byte('0'); b <= '9'; b++ {
		if strings.IndexByte(t.Never, b) < 0 {
			for i := range min(size, uint64(maxTextSteps)) {
				mem[addr+i] = b
			}
			break
		}
	}
	return mem
}
