package outputs

import (
	"strings"

	"culprit/bench"
)

// Table sums the comparisons up by program.
func Table(runs []Run) *bench.Table {
	t := &bench.Table{
		Title:   "outputs, interpreted and compiled",
		Columns: []string{"program", "versions", "refused", "tests"},
		Foot:    1,
	}
	for c := range numClasses {
		t.Columns = append(t.Columns, c.String())
	}
	type sum struct {
		versions, refused, tests int
		count                    [numClasses]int
	}
	var order []string
	sums := map[string]*sum{}
	total := &sum{}
	for i := range runs {
		r := &runs[i]
		name := r.group()
		s := sums[name]
		if s == nil {
			s = &sum{}
			sums[name] = s
			order = append(order, name)
		}
		for _, s := range []*sum{s, total} {
			s.versions++
			if r.Refused != "" || r.Skip != "" {
				s.refused++
			}
			s.tests += len(r.Results)
			for c, n := range r.Count {
				s.count[c] += n
			}
		}
	}
	row := func(name string, s *sum) {
		cells := []any{name, s.versions, s.refused, s.tests}
		for _, n := range s.count {
			cells = append(cells, n)
		}
		t.Add(cells...)
	}
	for _, name := range order {
		row(name, sums[name])
	}
	row("all", total)
	return t
}

// Details lists what is not equal.
func Details(runs []Run) *bench.Table {
	t := &bench.Table{Columns: []string{"program", "test", "class", "detail"}}
	for i := range runs {
		r := &runs[i]
		switch {
		case r.Skip != "":
			t.Add(r.ID, "", "skipped", r.Skip)
		case r.Refused != "":
			t.Add(r.ID, "", "refused", r.Refused)
		}
		for _, c := range r.Results {
			if c.Class != Equal {
				t.Add(r.ID, c.Case, c.Class, c.Detail)
			}
		}
	}
	return t
}

// group is the row of the table that a program counts in: its suite and, in
// suites with many versions of few programs, its name.
func (r *Run) group() string {
	parts := strings.SplitN(r.ID, "/", 3)
	if len(parts) == 3 && r.Grouped {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}
