package scoring

import (
	"cmp"
	"slices"

	"culprit/cfg"
	"culprit/fault"
)

// Metrics measures an answer against the truth. The unit of inspection is the
// source line: a user reads the lines of the locations in the order in which
// the method lists them, each line once, and then all other executed lines.
type Metrics struct {
	// Executed says whether any line that counts as a fault was executed in
	// the failing run; if not, no method that looks at this run can find it,
	// and the ranks are those of a user who reads everything.
	Executed bool
	Found    bool // a reported location is a fault
	// FoundAll: every fault of which a line was executed is among the
	// reported locations.
	FoundAll bool
	// Rank is the number of lines read when the first fault is seen, itself
	// included, in the order of the list. In Best and Worst the user is lucky
	// or unlucky among lines of equal score; unreported lines are equal, and
	// the Rank of a fault among them lies in the middle.
	Rank, Best, Worst int
	Top1, Top5        bool // Rank is at most 1, 5, and the fault was found
	// Lines and Statements are what the failing run executed: source lines at
	// which executed statements begin, and statements (of one source range).
	Lines, Statements                 int
	ReportedLines, ReportedStatements int // of the executed ones
}

// Exam is the share of the executed lines that a user reads up to the fault,
// in the middle between luck and bad luck.
func (m *Metrics) Exam() float64 {
	if m.Lines == 0 {
		return 1
	}
	return min(1, float64(m.Best+m.Worst)/2/float64(m.Lines))
}

// Score measures a result. executed says by edge id which edges of prog the
// failing run executed.
func Score(res *fault.Result, truth *Truth, prog *cfg.Program, executed []bool) Metrics {
	s := scorer{lines: map[fault.Line]bool{}, faulty: map[fault.Line][]int{}, stmts: map[cfg.Pos]bool{}}
	faults := truth.faults(prog, executed)
	for _, e := range prog.Edges {
		if !executed[e.ID] || !fault.Shown(e) {
			continue
		}
		s.stmts[e.Pos] = true
		l := fault.LineOf(e.Pos)
		s.lines[l] = true
		for i, ls := range faults {
			if slices.ContainsFunc(ls, func(at fault.Line) bool { return covers(e.Pos, at) }) && !slices.Contains(s.faulty[l], i) {
				s.faulty[l] = append(s.faulty[l], i)
			}
		}
	}
	m := Metrics{Executed: len(s.faulty) > 0, Lines: len(s.lines), Statements: len(s.stmts)}
	s.read(res, &m)
	return m
}

type scorer struct {
	lines  map[fault.Line]bool  // executed
	faulty map[fault.Line][]int // executed ones that count, with the faults they show
	stmts  map[cfg.Pos]bool
}

// read follows the user through the list.
func (s *scorer) read(res *fault.Result, m *Metrics) {
	seen, found := map[fault.Line]bool{}, map[int]bool{}
	stmts := map[cfg.Pos]bool{}
	for i := 0; i < len(res.Locations); {
		score := res.Locations[i].Score
		before, faultsHere, first := len(seen), 0, 0
		for ; i < len(res.Locations) && res.Locations[i].Score == score; i++ {
			p := res.Locations[i].Pos
			l := fault.Line{File: p.File, N: p.Line}
			if s.stmts[p] {
				stmts[p] = true
			}
			if seen[l] {
				continue
			}
			seen[l] = true
			if s.lines[l] {
				m.ReportedLines++
			}
			if fs := s.faulty[l]; len(fs) > 0 {
				faultsHere++
				if first == 0 {
					first = len(seen)
				}
				for _, f := range fs {
					found[f] = true
				}
			}
		}
		if faultsHere > 0 && !m.Found {
			m.Found = true
			m.Rank, m.Best, m.Worst = first, before+1, len(seen)-faultsHere+1
		}
	}
	m.ReportedStatements = len(stmts)
	m.Top1, m.Top5 = m.Found && m.Rank <= 1, m.Found && m.Rank <= 5
	m.FoundAll = m.Executed
	for _, fs := range s.faulty {
		for _, f := range fs {
			m.FoundAll = m.FoundAll && found[f]
		}
	}
	if !m.Found {
		s.unread(seen, m)
	}
}

// unread ranks a fault that the method does not report: the lines that it leaves
// out are read after all others, in any order.
func (s *scorer) unread(seen map[fault.Line]bool, m *Metrics) {
	rest, faults := 0, 0
	for l := range s.lines {
		if !seen[l] {
			rest++
			if len(s.faulty[l]) > 0 {
				faults++
			}
		}
	}
	m.Worst = len(seen) + rest
	m.Best = m.Worst
	if faults > 0 {
		m.Best, m.Worst = len(seen)+1, len(seen)+rest-faults+1
	}
	m.Rank = (m.Best + m.Worst + 1) / 2
}

// faults resolves missing code that the correct program did not place: the
// statement that is executed next after it in its function counts, or, at
// the end of the function, the last one before it.
func (t *Truth) faults(prog *cfg.Program, executed []bool) [][]fault.Line {
	out := slices.Clone(t.Faults)
	for _, m := range t.next {
		var next, last int
		for _, e := range prog.Edges {
			if m.proc == nil || e.From.Proc != m.proc || !executed[e.ID] || !fault.Shown(e) || e.Pos.File != m.line.File {
				continue
			}
			switch n := e.Pos.Line; {
			case n > m.line.N && (next == 0 || n < next):
				next = n
			case n <= m.line.N && n > last:
				last = n
			}
		}
		if n := cmp.Or(next, last); n > 0 {
			out[m.fault] = []fault.Line{{File: m.line.File, N: n}}
		}
	}
	return out
}
