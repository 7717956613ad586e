package localization

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"culprit/bench"
	"culprit/fault"
	"culprit/fault/answer"
)

// answerRow is a list of lines that is scored: it says what it lists for a
// record, and in how many seconds.
type answerRow struct {
	name string
	of   func(i int) (*fault.Result, float64)
}

// answerGroup is a part of the records that is shown by itself.
type answerGroup struct {
	name, passing string
	records       []int
}

// The names of what is over several suites.
const (
	allVersions  = "all versions"
	meanOfSuites = "mean of suites"
)

// AnswerTable compares the answer with every single method, a fusion of
// three by reciprocal ranks, the failing statement and a random order: by program, by suite
// and as the mean of suites. Each version counts alike within a suite, and each
// suite in the mean.
func AnswerTable(records []AnswerRecord) *bench.Table {
	t := &bench.Table{
		Title:   "The answer, and the methods that it is made of",
		Columns: []string{"suite", "passing tests", "list", "versions", "top-1 %", "top-5 %", "lines read", "of", "s"},
		Notes: []string{
			"Ties at their expectation over random orders; a miss costs all executed lines. A suite, tcas by itself, counts once in the mean of suites.",
			fmt.Sprintf("%s: the sum of 1/(%d + rank) over these methods (Cormack, Clarke, Büttcher, SIGIR 2009).", rowFusion, reciprocal),
		},
	}
	rows := answerRows(records)
	type key struct{ passing, list string }
	sums := map[key][]float64{} // over suites; the last is their number, the one before of the versions
	for _, g := range answerGroups(records) {
		for _, row := range rows {
			n, values := scoreAnswers(records, g.records, row)
			addAnswers(t, g.name, g.passing, row.name, n, values)
			if suite := suiteOf(records[g.records[0]].Program); g.name == suite {
				sum := sums[key{g.passing, row.name}]
				if sum == nil {
					sum = make([]float64, len(values)+2)
				}
				for k, x := range append(values, float64(n), 1) {
					sum[k] += x
				}
				sums[key{g.passing, row.name}] = sum
			}
		}
	}
	for _, passing := range []string{"no", "yes"} {
		for _, row := range rows {
			if sum := sums[key{passing, row.name}]; sum != nil {
				n := len(sum) - 2
				for k := range n {
					sum[k] /= sum[n+1]
				}
				addAnswers(t, meanOfSuites, passing, row.name, int(sum[n]), sum[:n])
			}
		}
	}
	return t
}

func addAnswers(t *bench.Table, group, passing, list string, n int, values []float64) {
	t.Add(group, passing, list, n, fmt.Sprintf("%.1f", 100*values[0]), fmt.Sprintf("%.1f", 100*values[1]), fmt.Sprintf("%.1f", values[2]), fmt.Sprintf("%.1f", values[3]), fmt.Sprintf("%.2f", values[4]))
}

// answerGroups are the parts of the records: programs, suites and all, with and
// without passing tests.
func answerGroups(records []AnswerRecord) []answerGroup {
	type key struct{ name, passing string }
	groups := map[key][]int{}
	for i := range records {
		passing := "yes"
		if records[i].Passing == 0 {
			passing = "no"
		}
		for _, name := range []string{records[i].Program, suiteOf(records[i].Program), allVersions} {
			k := key{name, passing}
			if g := groups[k]; len(g) == 0 || g[len(g)-1] != i {
				groups[k] = append(g, i)
			}
		}
	}
	var out []answerGroup
	for k, g := range groups {
		out = append(out, answerGroup{k.name, k.passing, g})
	}
	slices.SortFunc(out, func(a, b answerGroup) int {
		return cmp.Or(cmp.Compare(position(a.name), position(b.name)), cmp.Compare(a.name, b.name), cmp.Compare(a.passing, b.passing))
	})
	return out
}

// position is 0 for programs and suites, which are shown first, and 1 for all.
func position(group string) int {
	if group == allVersions {
		return 1
	}
	return 0
}

// answerRows are the lists that are compared.
func answerRows(records []AnswerRecord) []answerRow {
	out := []answerRow{
		{"answer", func(i int) (*fault.Result, float64) { return records[i].fused(), 0 }},
	}
	names := map[string]bool{}
	for i := range records {
		for k := range records[i].Methods {
			names[records[i].Methods[k].Method] = true
		}
	}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		out = append(out, answerRow{n, func(i int) (*fault.Result, float64) {
			if m := records[i].method(n); m != nil {
				return m.result(), m.Time
			}
			return &fault.Result{}, 0
		}})
	}
	return append(out,
		answerRow{rowFusion, func(i int) (*fault.Result, float64) { return records[i].reciprocal(fusedMethods) }},
		answerRow{rowFailing, func(i int) (*fault.Result, float64) {
			return &fault.Result{Locations: []fault.Location{{Pos: posOf(records[i].Failing)}}}, 0
		}},
		answerRow{rowRandom, func(int) (*fault.Result, float64) { return nil, 0 }})
}

// scoreAnswers are the means over the versions of some records: shares of first
// and of first five, lines read, lines, and seconds.
func scoreAnswers(records []AnswerRecord, of []int, row answerRow) (versions int, values []float64) {
	var all [5]*means
	for k := range all {
		all[k] = newMeans()
	}
	for _, i := range of {
		r := &records[i]
		res, s := row.of(i)
		m := r.score(res)
		for k, x := range []float64{m.Top[0], m.Top[1], m.Read, float64(len(r.Lines)), s} {
			all[k].add(r.ID, x)
		}
	}
	for _, m := range all {
		values = append(values, m.mean())
	}
	return len(all[0].ids), values
}

// method is what a method says, nil if it was not asked.
func (r *AnswerRecord) method(name string) *AnswerRanking {
	for k := range r.Methods {
		if r.Methods[k].Method == name {
			return &r.Methods[k]
		}
	}
	return nil
}

// fusedMethods are methods of one paper each.
var fusedMethods = []string{"cascade", "frontier", "invariants"}

var rowFusion = "fusion of " + strings.Join(fusedMethods, ", ")

// reciprocal is the constant of the fusion of reciprocal ranks.
const reciprocal = 60

// reciprocal fuses the lists of methods by their ranks alone.
func (r *AnswerRecord) reciprocal(of []string) (*fault.Result, float64) {
	score := map[fault.Line]float64{}
	time := 0.0
	for _, name := range of {
		m := r.method(name)
		if m == nil {
			continue
		}
		time += m.Time
		for _, l := range answer.Lines(m.result().Locations) {
			score[l.Line] += 1 / (reciprocal + l.Rank)
		}
	}
	return ranking(score), time
}

// ranking is a list of lines with scores.
func ranking(score map[fault.Line]float64) *fault.Result {
	out := &fault.Result{}
	for _, l := range slices.SortedFunc(maps.Keys(score), fault.Line.Compare) {
		out.Locations = append(out.Locations, fault.Location{Score: score[l], Pos: posOf(l)})
	}
	slices.SortStableFunc(out.Locations, func(a, b fault.Location) int { return cmp.Compare(b.Score, a.Score) })
	return out
}
