package report

// Join adds what another run found about error locations that r leaves open: at[j] is
// the one in r that is number j of other. Its traces count on.
func (r *Report) Join(other *Report, at []int) {
	first := len(r.Traces)
	for j := range other.Errors {
		r.Errors[at[j]] = other.Errors[j]
	}
	for _, t := range other.Traces {
		t.ID += first
		if t.Error >= 0 {
			t.Error = at[t.Error]
		}
		r.Traces = append(r.Traces, t)
	}
	for _, s := range other.Summaries {
		if s.Error >= 0 {
			s.Error = at[s.Error]
		}
		s.Traces = shifted(s.Traces, first)
		for _, list := range [][]Statement{s.Statements, s.Branches} {
			for i := range list {
				list[i].VisitedIn = shifted(list[i].VisitedIn, first)
				list[i].RelevantIn = shifted(list[i].RelevantIn, first)
				list[i].UndecidedIn = shifted(list[i].UndecidedIn, first)
			}
		}
		r.Summaries = append(r.Summaries, s)
	}
	for _, n := range other.Notes {
		r.note(n)
	}
	if failed := r.failed(); len(failed) > 0 {
		r.Violated = r.Errors[failed[0]].Property
	}
	r.Coverage = ""
	if other.Verdict == "UNKNOWN" {
		r.Reason = other.Reason
	}
}

// note adds a note once.
func (r *Report) note(n Note) {
	for i := range r.Notes {
		if r.Notes[i].Range == n.Range && r.Notes[i].Text == n.Text {
			r.Notes[i].Failure = r.Notes[i].Failure || n.Failure
			return
		}
	}
	r.Notes = append(r.Notes, n)
}

// shifted are ids of traces that count on after the first n.
func shifted(ids []int, n int) []int {
	out := make([]int, len(ids))
	for i, id := range ids {
		out[i] = id + n
	}
	return out
}
