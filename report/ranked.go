package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/relevance"
)

// shown is the statement or branch that stands for a place.
func (s *Summary) shown(p *RelevantLine) *Statement {
	if len(p.Statements) > 0 {
		if st := &s.Statements[p.Statements[0]]; st.Range == p.Range {
			return st
		}
	}
	return &s.Branches[p.Branches[0]]
}

// branch describes one outcome of a condition.
func (b *builder) branch(s *relevance.Summary, br *relevance.Branch) Statement {
	e := br.Edge
	out := Statement{
		Edge: e.ID, Range: RangeOf(e.Pos), Text: e.Text,
		VisitedIn: ids(br.VisitedIn), RelevantIn: ids(br.RelevantIn), UndecidedIn: ids(br.Undecided),
		Relevant: relevantIn(len(br.RelevantIn), len(s.Traces), len(br.Undecided)),
	}
	if e.From != nil && e.From.Proc != nil {
		out.Proc = e.From.Proc.Name
	}
	if len(br.RelevantIn) > 0 {
		out.With = BranchText(br, len(s.Traces))
	}
	return out
}

// BranchText says of a relevant branch with which condition the traces end, or
// what the other way does.
func BranchText(br *relevance.Branch, traces int) string {
	changed := ""
	if len(br.Ends) > 0 {
		changed = withConstant(br, br.Ends[0])
	}
	switch {
	case changed != "" && traces == 1:
		return changed + " avoids this path"
	case changed != "":
		return changed + " avoids " + these(traces)
	case br.Leaves:
		return "the other way does not lead to the failure"
	}
	return "this path needs this outcome"
}

func relevantIn(relevant, traces, undecided int) string {
	switch {
	case relevant > 0 && relevant == traces:
		return InAll
	case relevant > 0:
		return InSome
	case undecided > 0:
		return IsUndecided
	}
	return InNone
}

// withConstant writes the condition of a branch with v in place of its
// constant: as in the source, if the constant is there. It is "" for the 0
// with which C compares something that is not a comparison.
func withConstant(br *relevance.Branch, v uint64) string {
	signed := false
	if a, ok := br.Edge.Stmt.(*cfg.Assume); ok {
		if x, ok := a.Cond.(*cfg.Binary); ok {
			signed = x.Op != cfg.ULt && x.Op != cfg.ULe
		}
	}
	old, now := cfg.FormatValue(br.Const.T, signed, br.Const.V), cfg.FormatValue(br.Const.T, signed, v)
	text := br.Edge.Text
	if br.Edge.Negated {
		text = strings.TrimSuffix(strings.TrimPrefix(text, "!("), ")")
	}
	if i := tokenAt(text, old); i >= 0 {
		return "`" + text[:i] + now + text[i+len(old):] + "`"
	}
	if br.Const.V == 0 {
		return ""
	}
	return now + " in place of " + old
}

// tokenAt finds the one place of a number in a text, or -1.
func tokenAt(text, number string) int {
	at := -1
	for i := 0; ; {
		k := strings.Index(text[i:], number)
		if k < 0 {
			return at
		}
		k += i
		if !wordAt(text, k-1) && !wordAt(text, k+len(number)) {
			if at >= 0 {
				return -1
			}
			at = k
		}
		i = k + 1
	}
}

func wordAt(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	c := text[i]
	return c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// ranked lists the lines of a summary. last says by edge when the first trace
// gets there last.
func (b *builder) ranked(s *relevance.Summary, out *Summary, last map[int]int) []RelevantLine {
	type entry struct {
		p        RelevantLine
		rank     relevance.Precision
		last     int
		relevant bool
	}
	var all []entry
	add := func(st *Statement, rank relevance.Precision, input bool) *RelevantLine {
		all = append(all, entry{
			RelevantLine{Range: st.Range, Proc: st.Proc, Text: st.Text, Relevant: st.Relevant, Precision: rank.String(), Input: input},
			rank, last[st.Edge], st.Relevant == InAll,
		})
		return &all[len(all)-1].p
	}
	k := 0
	for i := range s.Statements {
		st := &s.Statements[i]
		if hidden(st.Edge) {
			continue
		}
		if len(st.RelevantIn) > 0 {
			add(&out.Statements[k], st.Precision(), st.Input).Statements = []int{k}
		}
		k++
	}
	k = 0
	for i := range s.Branches {
		br := &s.Branches[i]
		if hidden(br.Edge) {
			continue
		}
		if len(br.RelevantIn) > 0 {
			add(&out.Branches[k], br.Precision(), false).Branches = []int{k}
		}
		k++
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		return cmp.Or(truth(b.relevant)-truth(a.relevant), truth(a.p.Input)-truth(b.p.Input), cmp.Compare(a.rank, b.rank), b.last-a.last)
	})
	list := []RelevantLine{}
	at := map[string]int{}
	for i := range all {
		p := &all[i].p
		key := p.File + "\x00" + strconv.Itoa(p.Line)
		n, ok := at[key]
		if !ok {
			at[key] = len(list)
			list = append(list, *p)
			continue
		}
		q := &list[n]
		q.Statements, q.Branches = append(q.Statements, p.Statements...), append(q.Branches, p.Branches...)
	}
	return list
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
