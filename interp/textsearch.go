package interp

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/internal/work"
	"culprit/interp/code"
	"culprit/interp/texts"
)

// textRuns looks for a failing run among executions on texts (package texts): new ones, and
// ones near those that brought a run to a location where none was, or had it pass one
// more often, as fuzzers that are led by coverage do.
type textRuns struct {
	prog    *cfg.Program
	words   texts.Vocabulary
	near    texts.Number
	r       *rand.Rand
	fast    *Code
	last    *machine // of fast, whose room the next one takes
	in      *reader
	reached []uint8      // by chain, how often at most, as bits of the number
	kept    []texts.Text // that reached something
}

// textSteps is what making a text and a machine costs, in statements.
const textSteps = 500

// newTextRuns is nil if the program reads no text.
func newTextRuns(prog *cfg.Program) *textRuns {
	s := &textRuns{prog: prog, r: rand.New(rand.NewPCG(17, 29)), in: newReader()}
	numbers := s.vocabulary()
	if !s.words.Varies() {
		return nil
	}
	s.near = texts.Near(numbers)
	s.fast = compile(prog, code.Options{Own: code.Recursive(prog), Asks: true, Cover: true})
	s.reached = make([]uint8, len(s.fast.Chains))
	s.literals()
	return s
}

// vocabulary is what the program asks for, and the numbers of its text.
func (s *textRuns) vocabulary() (numbers []uint64) {
	seen := map[uint64]bool{}
	add := func(y cfg.Expr) {
		c, ok := y.(*cfg.Const)
		if !ok || seen[c.V] || len(seen) >= maxTextNumbers {
			return
		}
		seen[c.V] = true
		numbers = append(numbers, uint64(cfg.SignExtend(c.V, c.T.Width())))
		if ' ' < c.V && c.V < 127 {
			s.words.Letters = append(s.words.Letters, byte(c.V))
		}
	}
	compare := func(x cfg.Expr) {
		if b, ok := x.(*cfg.Binary); ok && (b.Op == cfg.Eq || b.Op == cfg.Ne || b.Op == cfg.ULt || b.Op == cfg.ULe || b.Op == cfg.SLt || b.Op == cfg.SLe) {
			add(b.X)
			add(b.Y)
		}
	}
	named := map[string]bool{}
	for _, e := range s.prog.Edges {
		if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Func == cfg.ArgumentSize {
			s.words.Args = true
		}
		if e.Call != nil {
			f := clib.Lookup(e.Call.Func)
			s.words.Stdin = s.words.Stdin || f != nil && f.Input
			if f != nil && f.Model == clib.Environment && e.Call.Variable != "" && !named[e.Call.Variable] {
				named[e.Call.Variable] = true
				s.words.Env = append(s.words.Env, e.Call.Variable)
			}
			s.format(e.Call.Format)
		}
		if e.Pos.IsValid() {
			cfg.Exprs(e.Stmt, func(x cfg.Expr) { cfg.Walk(x, compare) })
			if c, ok := e.Stmt.(*cfg.Call); ok {
				for _, x := range c.Args {
					add(x)
				}
			}
		}
	}
	return numbers
}

// format adds a format of scanf.
func (s *textRuns) format(text string) {
	if _, ok := clib.ScanParts(text); ok && strings.Contains(text, "%") && !slices.Contains(s.words.Formats, text) {
		s.words.Formats = append(s.words.Formats, text)
	}
}

// literals adds the strings of the program, which are in memory once it has begun.
func (s *textRuns) literals() {
	m := s.machine(nil, s.fast, texts.Text{})
	m.run()
	s.last = m
	for _, o := range s.prog.Objects {
		if !o.Literal() || o.Size < 2 || o.Size > maxBytes {
			continue
		}
		text := make([]byte, o.Size-1)
		for i := range text {
			text[i] = m.mem.byteAt(o.Addr + uint64(i))
		}
		t, _, _ := strings.Cut(string(text), "\x00")
		if !strings.Contains(t, "%") && len(s.words.Words) < maxTextNumbers {
			s.words.Words = append(s.words.Words, strings.Fields(t)...)
		}
	}
}

// machine is one that executes the program on a text, in the place of an old one or, for nil,
// a new one.
func (s *textRuns) machine(old *machine, c *Code, t texts.Text) *machine {
	m := renewed(old, c, s.in, Limits{Steps: maxTextSteps, Record: c.Opt.Announce})
	s.in.begin(t, m)
	m.record = c.Opt.Announce
	m.ask = func(q *cfg.Question, args []uint64) (cfg.Answer, bool) { return Ask(q, args, s.prog.PtrBits) }
	switch {
	case c.Opt.Cover && m.hits == nil:
		m.hits = make([]uint64, len(c.Chains))
	case c.Opt.Cover:
		clear(m.hits)
	}
	return m
}

// search executes the program on further texts until the work on the clock reaches the
// budget, and returns the trace of the first run that reaches an Error location, or nil.
func (s *textRuns) search(ctx context.Context, clock *work.Clock, budget work.Amount) *cfg.Trace {
	for end := clock.Now() + budget; clock.Now() < end && ctx.Err() == nil; {
		t := s.text()
		m := s.run(clock, t)
		if m.status == ReachedError {
			loc := m.loc
			same := func(o *machine) bool { return o.status == ReachedError && o.loc == loc }
			if t := s.trace(s.shortened(clock, t, same)); t != nil {
				return t
			}
		}
		if same := s.news(m); same != nil && len(s.kept) < maxTexts {
			s.kept = append(s.kept, s.shortened(clock, t, same))
		}
	}
	return nil
}

// text is the next one.
func (s *textRuns) text() texts.Text {
	k := s.r.IntN(4)
	if len(s.kept) == 0 || k < 2 {
		return s.words.New(s.r, s.near)
	}
	t := s.kept[s.r.IntN(len(s.kept))]
	if k == 2 {
		return s.words.Vary(s.r, t, s.near)
	}
	return s.words.Change(s.r, t, s.near)
}

// shortened is a text as short as it can easily be whose run is as one of t is.
func (s *textRuns) shortened(clock *work.Clock, t texts.Text, same func(*machine) bool) texts.Text {
	for left := maxShortened; left > 0; {
		found := false
		for _, n := range texts.Shorter(t) {
			left--
			found = same(s.run(clock, n))
			if found {
				t = n
			}
			if found || left <= 0 {
				break
			}
		}
		if !found {
			break
		}
	}
	return t
}

// trace is that of a text with which the program comes to an error location.
func (s *textRuns) trace(t texts.Text) *cfg.Trace {
	m := s.machine(nil, compile(s.prog, code.Options{Announce: true, Own: code.Recursive(s.prog), Asks: true}), t)
	m.run()
	if m.status != ReachedError {
		return nil
	}
	return m.trace
}

// run executes the program on a text. What it returns holds until the next run.
func (s *textRuns) run(clock *work.Clock, t texts.Text) *machine {
	m := s.machine(s.last, s.fast, t)
	m.run()
	s.last = m
	clock.Count(int(m.steps)+textSteps+m.mem.count*pageSize/16, work.Statement)
	return m
}

// news notes how often a run came to locations, and tells runs that come as often to where
// it came more often than all before; nil if there is no such location.
func (s *textRuns) news(m *machine) func(*machine) bool {
	often := func(m *machine, i int) uint8 { return uint8(bits.Len64(min(m.hits[i], maxHits))) }
	type visits struct {
		chain int
		often uint8
	}
	var more []visits
	for i := range m.hits {
		if b := often(m, i); b > s.reached[i] {
			s.reached[i], more = b, append(more, visits{i, b})
		}
	}
	if more == nil {
		return nil
	}
	return func(o *machine) bool {
		return !slices.ContainsFunc(more, func(v visits) bool { return often(o, v.chain) < v.often })
	}
}
