package interp

import (
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp/code"
)

// Questions executes a program on a few simple inputs, and calls ask with each
// question to the library (cfg.Question) on the way and the values of its arguments:
// the execution goes on with the answer. What a program that computes with constants
// asks is all known then.
func Questions(prog *cfg.Program, clock *work.Clock, ask func(*cfg.Question, []uint64) (cfg.Answer, bool)) {
	c := compile(prog, code.Options{Own: code.Recursive(prog), Asks: true})
	if len(c.Asks) == 0 {
		return
	}
	for v := range uint64(2) { // an assumption may hold for one only
		m := newMachine(c, Constant{V: v}, Limits{Steps: maxQuestionSteps})
		m.ask = ask
		m.run()
		clock.Count(int(m.steps), work.Statement)
	}
}

// question asks the library for the next statement.
func (m *machine) question(s *code.AskSite) {
	args := make([]uint64, len(s.Args))
	for i, a := range s.Args {
		args[i] = cfg.Mask(m.reg[a], s.Question.Args[i].Type().Width())
	}
	m.answer = nil
	if a, ok := m.ask(s.Question, args); ok {
		m.answer = &a
	}
}

// answered writes the text that the library has answered to the size bytes at addr.
func (m *machine) answered(addr, size uint64) {
	if m.answer == nil {
		return
	}
	for i, b := range m.answer.Text[:min(size, uint64(len(m.answer.Text)))] {
		m.mem.setByte(addr+uint64(i), b)
	}
	m.answer = nil
}
