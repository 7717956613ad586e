package automata

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestPrintParse(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 9, letters: 3, labels: r.IntN(3)})
		m, err := Parse(n.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, describe(n))
		}
		if !equalNFA(n, m) {
			t.Fatalf("changed\n%s", describe(n, m))
		}
	})
}

// equalNFA tells whether two automata are the same state by state.
func equalNFA(n, m *NFA) bool {
	return slices.Equal(n.Initial, m.Initial) && slices.Equal(n.Final, m.Final) &&
		slices.EqualFunc(n.Out, m.Out, slices.Equal[[]Edge]) &&
		slices.Equal(n.Label, m.Label) && (n.Label == nil) == (m.Label == nil)
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "automaton:1:1: missing line: states"},
		{"# nothing\n\n", "automaton:3:1: missing line: states"},
		{"initial 0\n", `automaton:1:1: "initial" before the number of states`},
		{"states\n", "automaton:1:1: want one number of states"},
		{"states -1\n", "automaton:1:8: number of states -1 is not in 0 to 4194304"},
		{"states 99999999\n", "automaton:1:8: number of states 99999999 is not in 0 to 4194304"},
		{"states 1\n states 1\n", "automaton:2:2: second line: states"},
		{"states 0\ninitial 0\n", "automaton:2:9: there are no states"},
		{"states 2\nfinal 0 2\n", "automaton:2:9: state 2 is not in 0 to 1"},
		{"states 2\nfinal x\n", `automaton:2:7: "x" is not a state`},
		{"states 2\nlabel 1\n", "automaton:2:1: 1 labels for 2 states"},
		{"states 1\nlabel 1\nlabel 1\n", "automaton:3:1: second line: label"},
		{"states 1\nlabel 2147483648\n", "automaton:2:7: label 2147483648 is not in -2147483648 to 2147483647"},
		{"states 1\n0 0\n", "automaton:2:1: want an edge: source, letter, target"},
		{"states 1\n0 -1 0\n", "automaton:2:3: letter -1 is not in 0 to 2147483647"},
		{"states 1\n0 0 1\n", "automaton:2:5: state 1 is not in 0 to 0"},
		{"states 1\nfoo\n", "automaton:2:1: want an edge: source, letter, target"},
	}
	for _, test := range tests {
		_, err := Parse(test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: error %v, want %s", test.text, err, test.want)
		}
	}
}

func TestParseLenient(t *testing.T) {
	n, err := Parse("  # a comment\nstates 3 # three\r\n2 7 0\n\n0 5 1\n0 5 1\n0 4 1\nfinal 2\nfinal 1\ninitial 1 0 1")
	if err != nil {
		t.Fatal(err)
	}
	want := "states 3\ninitial 0 1\nfinal 1 2\n0 4 1\n0 5 1\n2 7 0\n"
	if got := n.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("states 3\ninitial 0\nfinal 1 2\nlabel 7 7 -9\n0 4 1\n1 4 2\n1 5 1\n")
	f.Add("states 0\ninitial\nfinal\nlabel\n")
	f.Add("# x\nstates 2\n0 0 0\n0 0 1\ninitial 0 1\n")
	for i := range 5 {
		f.Add(randomNFA(newRand("FuzzParse", i), shape{states: 5, letters: 3, labels: i % 3}).String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse(text)
		if err != nil {
			if _, ok := err.(*ParseError); !ok {
				t.Fatalf("error of type %T", err)
			}
			return
		}
		mustCheck(t, n, false)
		printed := n.String()
		m, err := Parse(printed)
		if err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		if !equalNFA(n, m) || m.String() != printed {
			t.Fatalf("printed\n%sthen\n%s", printed, m)
		}
	})
}

func TestDot(t *testing.T) {
	n, err := Parse("states 2\ninitial 0\nfinal 1\nlabel 8 9\n0 1 1\n0 2 0\n0 3 1\n")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	name := func(a Letter) string { return strings.Repeat("\"", int(a)) }
	if err := Dot(&b, n, nil, name); err != nil {
		t.Fatal(err)
	}
	const want = `digraph automaton {
	rankdir=LR;
	node [shape=circle];
	0 [label="0 (8)"];
	1 [label="1 (9)", shape=doublecircle];
	i0 [shape=point];
	i0 -> 0;
	0 -> 1 [label="\"\n\"\"\""];
	0 -> 0 [label="\"\""];
}
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestCheck(t *testing.T) {
	good := func() *NFA {
		return &NFA{Initial: []State{0}, Final: []bool{false, true}, Label: []int32{3, 4},
			Out: [][]Edge{{{0, 1}, {1, 0}, {1, 1}}, nil}}
	}
	if err := Check(good()); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		spoil func(n *NFA)
		want  string
	}{
		{func(n *NFA) { n.Final = n.Final[:1] }, "automata: 2 states but 1 entries in Final"},
		{func(n *NFA) { n.Label = n.Label[:1] }, "automata: 2 states but 1 entries in Label"},
		{func(n *NFA) { n.Initial[0] = 2 }, "automata: initial state 2 out of range"},
		{func(n *NFA) { n.Initial = []State{1, 1} }, "automata: initial states 1, 1 not ascending"},
		{func(n *NFA) { n.Out[0][0].Letter = -1 }, "automata: state 0 has an edge with letter -1"},
		{func(n *NFA) { n.Out[0][1].To = 2 }, "automata: edge 0 -1-> 2 leaves the automaton"},
		{func(n *NFA) { n.Out[0][1].To = 1 }, "automata: edges of state 0 not ascending at letter 1"},
	}
	for _, test := range tests {
		n := good()
		test.spoil(n)
		if err := Check(n); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	n := good()
	if err := CheckDeterministic(n); err == nil || err.Error() != "automata: state 0 has two successors under letter 1" {
		t.Errorf("error %v", err)
	}
	n.Initial = []State{0, 1}
	if err := CheckDeterministic(n); err == nil || err.Error() != "automata: 2 initial states" {
		t.Errorf("error %v", err)
	}
}

// TestAlphabet covers both ways of collecting letters.
func TestAlphabet(t *testing.T) {
	for _, high := range []Letter{100, 1 << 30} {
		var b Builder
		q := b.AddState(true)
		for range 3 {
			for _, a := range []Letter{high, 7, 0} {
				b.AddEdge(q, a, q)
			}
		}
		b.SetInitial(q)
		n := b.NFA()
		if got := n.Alphabet(); !slices.Equal(got, []Letter{0, 7, high}) {
			t.Errorf("alphabet %v", got)
		}
		if m, _ := Minimize(n); m.String() != n.String() {
			t.Errorf("minimised:\n%s", m)
		}
	}
}

// TestSeqTable and the pair table against maps.
func TestTables(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var pairs pairTable
	var seqs seqTable
	pairWant, seqWant := map[uint64]int32{}, map[string]int32{}
	for range 100_000 {
		key := pairKey(int32(r.IntN(300)), int32(r.IntN(300))-1)
		want, ok := pairWant[key]
		if got, found := pairs.lookup(key); found != ok || ok && got != want {
			t.Fatalf("lookup %x: %d %v, want %d %v", key, got, found, want, ok)
		}
		if !ok {
			want = int32(len(pairWant))
			pairWant[key] = want
		}
		if got := pairs.intern(key, int32(pairs.used)); got != want {
			t.Fatalf("intern %x: %d, want %d", key, got, want)
		}
		seq := make([]int32, r.IntN(6))
		text := make([]byte, len(seq))
		for i := range seq {
			seq[i] = int32(r.IntN(6))
			text[i] = byte(seq[i])
		}
		id, known := seqWant[string(text)]
		if !known {
			id = int32(len(seqWant))
			seqWant[string(text)] = id
		}
		if got, fresh := seqs.intern(seq); got != id || fresh == known || !slices.Equal(seqs.get(got), seq) {
			t.Fatalf("sequence %v: %d %v, want %d", seq, got, fresh, id)
		}
	}
}
