package localization

import (
	"cmp"
	"maps"
	"slices"

	"culprit/bench"
	"culprit/repair"
)

// KindTally counts changes of a kind that were executed.
type KindTally struct {
	Tried, Passes, All int // all; that make the failing run pass; and keep all others
}

func (t KindTally) with(o repair.Outcome) KindTally {
	t.Tried++
	if o.Passes {
		t.Passes++
	}
	if o.All {
		t.All++
	}
	return t
}

// ShownFix is a fix that is shown: Right says that it does what the correct program does on all
// tests and on generated inputs.
type ShownFix struct {
	Kind  string
	Right bool
}

// KindTable shows what the changes of each kind pay, over all failing tests: those that were
// executed, the fixes that are shown, and what is shown first.
func KindTable(runs []RepairRun) *bench.Table {
	t := &bench.Table{
		Title:   "What each kind of change pays",
		Columns: []string{"kind", "tried", "mend the run", "pass all", "shown", "shown right", "shown wrong", "first", "first right", "first wrong"},
		Notes:   []string{"right: as the correct program on all tests and on the generated inputs. shown, first: failing tests explained, counted once for each fix."},
	}
	type row struct {
		KindTally
		shown, shownRight, first, firstRight int
	}
	rows := map[string]*row{}
	get := func(kind string) *row {
		if rows[kind] == nil {
			rows[kind] = &row{}
		}
		return rows[kind]
	}
	count := func(n *int, ok bool) {
		if ok {
			*n++
		}
	}
	for i := range runs {
		for kind, k := range runs[i].Kinds {
			r := get(kind)
			r.Tried, r.Passes, r.All = r.Tried+k.Tried, r.Passes+k.Passes, r.All+k.All
		}
		for j, f := range runs[i].Shown {
			r := get(f.Kind)
			r.shown++
			count(&r.shownRight, f.Right)
			count(&r.first, j == 0)
			count(&r.firstRight, j == 0 && f.Right)
		}
	}
	kinds := slices.Sorted(maps.Keys(rows))
	slices.SortStableFunc(kinds, func(a, b string) int {
		x, y := rows[a], rows[b]
		return cmp.Or(cmp.Compare(y.firstRight, x.firstRight), cmp.Compare(y.shownRight, x.shownRight), cmp.Compare(y.All, x.All))
	})
	for _, k := range kinds {
		r := rows[k]
		t.Add(k, r.Tried, r.Passes, r.All, r.shown, r.shownRight, r.shown-r.shownRight, r.first, r.firstRight, r.first-r.firstRight)
	}
	return t
}
