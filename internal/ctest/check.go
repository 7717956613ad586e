package ctest

import (
	"fmt"

	"culprit/cfg"
	"culprit/relevance"
	"culprit/report"
	"culprit/verifier"
)

// Check returns one line for each expectation that the result does not meet.
func Check(x *Expectations, prog *cfg.Program, res *verifier.Result) []string {
	c := &checker{x: x, prog: prog, res: res}
	if got := res.Verdict.String(); got != x.Verdict {
		c.fail(0, "verdict %s, want %s (%s)", got, x.Verdict, res.Reason)
		return c.out
	}
	if x.Reason != "" && res.ReasonKind != x.Reason {
		c.fail(0, "reason %s, want %s (%s)", res.ReasonKind, x.Reason, res.Reason)
	}
	if x.Complete && !res.Complete {
		c.fail(0, "not complete")
	}
	if x.Exact && !res.Exact {
		c.fail(0, "not exact")
	}
	for _, b := range x.Traces {
		n := len(res.Traces)
		if b.Op == "=" && n != b.N || b.Op == ">=" && n < b.N || b.Op == "<=" && n > b.N {
			c.fail(0, "%d traces, want %s%d", n, b.Op, b.N)
		}
	}
	for i := range x.Lines {
		l := &x.Lines[i]
		switch l.Kind {
		case "error", "safe", "open":
			c.location(l)
		default:
			c.statements(l)
		}
	}
	return c.out
}

type checker struct {
	x    *Expectations
	prog *cfg.Program
	res  *verifier.Result
	out  []string
}

func (c *checker) fail(line int, format string, args ...any) {
	at := c.x.File
	if line > 0 {
		at = fmt.Sprintf("%s:%d", at, line)
	}
	c.out = append(c.out, at+": "+fmt.Sprintf(format, args...))
}

// on reports whether a position is on a line of the test program.
func (c *checker) on(p cfg.Pos, line int) bool { return p.File == c.prog.File && p.Line == line }

func (c *checker) location(l *Line) {
	found := false
	for i := range c.res.Errors {
		e := &c.res.Errors[i]
		if !c.on(e.Loc.Pos, l.Number) {
			continue
		}
		found = true
		ok := false
		switch l.Kind {
		case "error":
			ok = e.Status == verifier.Violated || e.Status == verifier.Covered
		case "safe":
			ok = e.Status == verifier.Proved
		case "open":
			ok = e.Status == verifier.Open
		}
		if !ok {
			c.fail(l.Number, "%s is %s, want %s", e.Loc.Reason, e.Status, l.Kind)
		}
	}
	if !found {
		c.fail(l.Number, "no error location")
	}
}

// visit is a statement of a line in one summary.
type visit struct {
	sum *relevance.Summary
	st  *relevance.Statement
}

func (c *checker) statements(l *Line) {
	var all []visit
	for i := range c.res.Summaries {
		s := &c.res.Summaries[i]
		for j := range s.Statements {
			if st := &s.Statements[j]; c.on(st.Edge.Pos, l.Number) && report.Visible(st.Edge) {
				all = append(all, visit{s, st})
			}
		}
	}
	if len(all) == 0 {
		c.fail(l.Number, "no trace visits an assignment here, want %s", l.Kind)
		return
	}
	var relevant []visit
	inAll := false
	for _, v := range all {
		if len(v.st.RelevantIn) > 0 {
			relevant = append(relevant, v)
			inAll = inAll || v.sum.InAll(v.st)
		}
	}
	switch l.Kind {
	case "irrelevant":
		for _, v := range relevant {
			c.fail(l.Number, "%q is relevant in traces %v, want it irrelevant", v.st.Edge.Text, v.st.RelevantIn)
		}
		for _, v := range all {
			if len(v.st.Undecided) > 0 {
				c.fail(l.Number, "%q is undecided in traces %v, want it irrelevant", v.st.Edge.Text, v.st.Undecided)
			}
		}
		return
	case "some":
		if len(relevant) == 0 || inAll {
			c.fail(l.Number, "relevant in all: %v, in some: %v, want it relevant in some, not all", inAll, len(relevant) > 0)
			return
		}
	default:
		if !inAll {
			c.fail(l.Number, "not relevant in all traces%s", undecided(all))
			return
		}
	}
	c.fix(l, relevant)
}

func undecided(all []visit) string {
	for _, v := range all {
		if len(v.st.Undecided) > 0 {
			return " (undecided in some)"
		}
	}
	return ""
}

// fix holds the fix of a line against those of its relevant statements.
func (c *checker) fix(l *Line, relevant []visit) {
	fixed, validated, blocks, has := l.Fix == nil, !l.Validated, l.Blocks == nil, false
	for _, v := range relevant {
		w := width(v.st.Edge)
		has = has || v.st.HasFix
		validated = validated || v.st.Validated
		if l.Fix != nil {
			want := cfg.Mask(uint64(*l.Fix), w)
			fixed = fixed || v.st.HasFix && cfg.Mask(v.st.Fix, w) == want || within(v.st.Blocking, w, *l.Fix, *l.Fix)
		}
		if l.Blocks != nil {
			blocks = blocks || within(v.st.Blocking, w, l.Blocks[0], l.Blocks[1])
		}
	}
	if !fixed {
		c.fail(l.Number, "%d is not known to be a fix (%s)", *l.Fix, known(relevant))
	}
	if !validated {
		c.fail(l.Number, "no validated fix (%s)", known(relevant))
	}
	if !blocks {
		c.fail(l.Number, "%d to %d are not known to block (%s)", l.Blocks[0], l.Blocks[1], known(relevant))
	}
	if l.NoFix && has {
		c.fail(l.Number, "has a fix (%s), want none", known(relevant))
	}
}

func known(vs []visit) string {
	var out string
	for _, v := range vs {
		if out != "" {
			out += "; "
		}
		w := width(v.st.Edge)
		switch {
		case v.st.HasFix && v.st.Validated:
			out += fmt.Sprintf("validated fix %d", cfg.SignExtend(v.st.Fix, w))
		case v.st.HasFix:
			out += fmt.Sprintf("fix %d", cfg.SignExtend(v.st.Fix, w))
		default:
			out += "no fix"
		}
		if v.st.FixNote != "" {
			out += ", " + v.st.FixNote
		}
		for _, r := range v.st.Blocking {
			out += fmt.Sprintf(", blocks %d to %d", cfg.SignExtend(r.Lo, w), cfg.SignExtend(r.Hi, w))
		}
	}
	return out
}

// within reports whether one of the ranges holds lo to hi.
func within(rs []relevance.Range, w int, lo, hi int64) bool {
	for _, r := range rs {
		if r.Signed {
			if cfg.SignExtend(r.Lo, w) <= lo && hi <= cfg.SignExtend(r.Hi, w) {
				return true
			}
			continue
		}
		if cfg.Mask(r.Lo, w) <= cfg.Mask(uint64(lo), w) && cfg.Mask(uint64(hi), w) <= cfg.Mask(r.Hi, w) && lo <= hi {
			return true
		}
	}
	return false
}

// width is the number of bits a statement assigns.
func width(e *cfg.Edge) int {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		return s.Dst.Type.Width()
	case *cfg.Havoc:
		return s.Dst.Type.Width()
	case *cfg.Alloc:
		return s.Dst.Type.Width()
	case *cfg.Store:
		return s.Val.Type().Width()
	}
	return 64
}
