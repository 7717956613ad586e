package answer

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/fault"
)

// Kind is what evidence rests on, the strongest first.
type Kind uint8

// The kinds of evidence.
const (
	Change     Kind = iota // an execution in which something was changed and the failure was gone
	Formula                // a formula of the run, decided by a solver
	Dependence             // a dependence of the failure on the statement
	Spectrum               // a comparison with other runs
)

var kindNames = [...]string{"change", "formula", "dependence", "spectrum"}

func (k Kind) String() string { return kindNames[k] }

// Ranks are the upper ends of the classes of ranks that have a weight of their
// own; the last class has all greater ones.
var Ranks = [...]float64{1, 2, 3, 5, 10, 20}

// Classes is the number of classes of ranks.
const Classes = len(Ranks) + 1

// Class is the class of a rank.
func Class(rank float64) int {
	for i, most := range Ranks {
		if rank <= most {
			return i
		}
	}
	return len(Ranks)
}

// method is a row of the table.
type method struct {
	kind    Kind
	weights [Classes]float64
}

func (m *method) weight(rank float64) float64 { return m.weights[Class(rank)] }

// weightsText has a row for each method: its name, the kind of its evidence and
// a weight for each class of ranks. It is written by `experiments weights`.
//
//go:embed weights.txt
var weightsText string

var methods = mustRead(weightsText)

// Methods are the names of the methods that have weights, and their kinds.
func Methods() map[string]Kind {
	out := map[string]Kind{}
	for name, m := range methods {
		out[name] = m.kind
	}
	return out
}

func mustRead(text string) map[string]*method {
	out, err := readWeights(text)
	if err != nil {
		panic(err) // a test reads the table
	}
	return out
}

func readWeights(text string) (map[string]*method, error) {
	out := map[string]*method{}
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if len(words) != 2+Classes {
			return nil, fmt.Errorf("weights.txt:%d: want a method, a kind and %d weights", i+1, Classes)
		}
		m := &method{kind: Kind(len(kindNames))}
		for k, name := range kindNames {
			if name == words[1] {
				m.kind = Kind(k)
			}
		}
		if int(m.kind) == len(kindNames) {
			return nil, fmt.Errorf("weights.txt:%d: unknown kind %q", i+1, words[1])
		}
		for k := range m.weights {
			w, err := strconv.ParseFloat(words[2+k], 64)
			if err != nil || w < 0 || k > 0 && w > m.weights[k-1] {
				return nil, fmt.Errorf("weights.txt:%d: weights must not be negative, nor grow with the rank", i+1)
			}
			m.weights[k] = w
		}
		if out[words[0]] != nil {
			return nil, fmt.Errorf("weights.txt:%d: a second row for %s", i+1, words[0])
		}
		out[words[0]] = m
	}
	return out, nil
}

// base is the part of its worth that a method has whatever its weights are, so
// that none begins with hardly any time.
const base = 0.5

// Worth is how much of the time a method shall have, compared with the others:
// what its answer can weigh, and a base.
func Worth(m *fault.Method) float64 {
	w := base
	if r, ok := methods[m.Name]; ok {
		w += r.weights[0]
	}
	return w
}

// leastWorth is the weight below which an answer is not worth its time.
const leastWorth = 0.1

// WorthAsking are those of the methods whose answers weigh anything.
func WorthAsking(list []fault.Method) []fault.Method {
	return slices.DeleteFunc(slices.Clone(list), func(m fault.Method) bool { return Worth(&m) < base+leastWorth })
}
