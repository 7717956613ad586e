package localization

import (
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"culprit/fault"
	"culprit/fault/answer"
)

// Weights are the weights of a method by class of ranks.
type Weights map[string][answer.Classes]float64

// AtLeast raises the weights of a method to a weight at the first rank, and a
// little less at each class after it.
func (w Weights) AtLeast(method string, least float64) {
	x := w[method]
	for c := range x {
		x[c] = max(x[c], least*(1-float64(c)/float64(2*len(x))))
	}
	w[method] = x
}

// The weights are those of a conditional logit: the probability that a line of
// a failing run is the fault grows with the exponential of its score. They
// maximize the likelihood of the faults of the records, in which each version
// counts alike, less a penalty for large weights. A weight is the sum of
// increments that are not negative, so that it never grows with the rank: that
// a method lists a line never speaks against the line.

const (
	fitRounds  = 3000
	fitRate    = 0.5
	fitPenalty = 0.02 // of the square of each increment, against the mean log likelihood
)

// example is a record as features: for each line the increments that it has.
type example struct {
	weight float64
	lines  [][]int
	faulty []bool
}

// FitWeights fits weights to records.
func FitWeights(records []*AnswerRecord) Weights {
	index := map[string]int{}
	var names []string
	perVersion := map[string]float64{}
	for _, r := range records {
		perVersion[r.ID]++
		for _, part := range r.lists() {
			if n := part.Name; len(part.Lines) > 0 {
				if _, ok := index[n]; !ok {
					index[n] = len(names)
					names = append(names, n)
				}
			}
		}
	}
	var examples []example
	total := 0.0
	for _, r := range records {
		if x, ok := r.example(index); ok {
			x.weight = 1 / perVersion[r.ID]
			total += x.weight
			examples = append(examples, x)
		}
	}
	d := make([]float64, len(names)*answer.Classes)
	sum := make([]float64, len(d)) // of squared gradients, for the rate of each
	for range fitRounds {
		grad := gradient(examples, d)
		for k := range d {
			g := grad[k]/total - 2*fitPenalty*d[k]
			sum[k] += g * g
			if sum[k] > 0 {
				d[k] = max(0, d[k]+fitRate*g/math.Sqrt(sum[k]))
			}
		}
	}
	out := Weights{}
	for i, n := range names {
		var w [answer.Classes]float64
		acc := 0.0
		for c := answer.Classes - 1; c >= 0; c-- {
			acc += d[i*answer.Classes+c]
			w[c] = acc
		}
		out[n] = w
	}
	return out
}

// example turns a record into features. Without an executed fault, or with
// only faults, there is nothing to learn.
func (r *AnswerRecord) example(index map[string]int) (example, bool) {
	at := map[fault.Line]int{}
	x := example{lines: make([][]int, len(r.Lines)), faulty: make([]bool, len(r.Lines))}
	for i, l := range r.Lines {
		at[l] = i
	}
	n := 0
	for _, f := range r.Faults {
		for _, l := range f {
			if i, ok := at[l]; ok && !x.faulty[i] {
				x.faulty[i] = true
				n++
			}
		}
	}
	for _, part := range r.lists() {
		for _, l := range part.Lines {
			if k, ok := at[l.Line]; ok && !slices.Contains(r.Blameless, l.Line) {
				for c := answer.Class(l.Rank); c < answer.Classes; c++ {
					x.lines[k] = append(x.lines[k], index[part.Name]*answer.Classes+c)
				}
			}
		}
	}
	return x, n > 0 && n < len(r.Lines)
}

// lists are the lists that have weights of their own.
func (r *AnswerRecord) lists() []answer.List {
	var results []*fault.Result
	for i := range r.Methods {
		results = append(results, r.Methods[i].result())
	}
	return answer.Lists(results)
}

// gradient is that of the log likelihood.
func gradient(examples []example, d []float64) []float64 {
	grad := make([]float64, len(d))
	for i := range examples {
		x := &examples[i]
		p := make([]float64, len(x.lines))
		all, right := 0.0, 0.0
		for k, fs := range x.lines {
			s := 0.0
			for _, f := range fs {
				s += d[f]
			}
			p[k] = math.Exp(s)
			all += p[k]
			if x.faulty[k] {
				right += p[k]
			}
		}
		for k, fs := range x.lines {
			g := -p[k] / all
			if x.faulty[k] {
				g += p[k] / right
			}
			for _, f := range fs {
				grad[f] += x.weight * g
			}
		}
	}
	return grad
}

// CrossValidate scores each record with weights fitted to the records of other
// programs.
func CrossValidate(records []AnswerRecord) []Weights {
	held := map[string]bool{}
	for i := range records {
		held[records[i].fold()] = true
	}
	byFold := make(map[string]Weights, len(held))
	var all sync.WaitGroup
	var mu sync.Mutex // of byFold
	for own := range held {
		all.Go(func() {
			var rest []*AnswerRecord
			for k := range records {
				if records[k].fold() != own {
					rest = append(rest, &records[k])
				}
			}
			w := FitWeights(rest)
			mu.Lock()
			defer mu.Unlock()
			byFold[own] = w
		})
	}
	all.Wait()
	out := make([]Weights, len(records))
	for i := range records {
		out[i] = byFold[records[i].fold()]
	}
	return out
}

// folds is how many parts the programs of Codeflaws are divided into.
const folds = 6

// fold names the records that are held out together: those of a program, or, of
// Codeflaws, where each problem has a few versions, those of a part of the
// problems.
func (r *AnswerRecord) fold() string {
	rest, ok := strings.CutPrefix(r.ID, codeflaws)
	if !ok {
		return r.Program
	}
	problem, _, _ := strings.Cut(rest, "-bug-")
	h := fnv.New32a()
	io.WriteString(h, problem)
	return fmt.Sprint(codeflaws, h.Sum32()%folds)
}

const codeflaws = "codeflaws/"

// fusedBy is the answer with other weights.
func (r *AnswerRecord) fusedBy(w Weights) *fault.Result {
	score := map[fault.Line]float64{}
	for _, part := range r.lists() {
		weights := w[part.Name]
		for _, l := range part.Lines {
			if x := weights[answer.Class(l.Rank)]; x > 0 && !slices.Contains(r.Blameless, l.Line) {
				score[l.Line] += x
			}
		}
	}
	return ranking(score)
}

// WriteWeights writes the table that package answer reads.
func WriteWeights(w io.Writer, weights Weights) error {
	kinds := answer.Methods()
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s%-11s", "# method", "kind")
	for _, r := range answer.Ranks {
		fmt.Fprintf(&b, "%6g", r)
	}
	fmt.Fprintf(&b, "%6s\n", "more")
	for _, n := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&b, "%-20s%-11s", n, kinds[n])
		for _, x := range weights[n] {
			fmt.Fprintf(&b, "%6.2f", x)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
