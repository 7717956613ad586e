package check

import (
	"culprit/svcomp/witness"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The mutation test compares answers about changed witnesses with an oracle
// that knows nothing of C: each program has a twin in Go that tells what
// happens in a run, and where. Witnesses are matched with these events by the
// definition of the format.

var mutants = flag.Int("mutants", 50, "number of mutants of each kind")

// event is something a waypoint or an invariant can be evaluated at.
type event struct {
	kind      string // the type of waypoint
	line, col int
	vars      map[string]int // in scope
	value     int            // of a condition, a switch or a result
	other     bool           // a switch whose value no case has
	loop      bool           // before the condition of a loop
}

// twin runs a program on inputs and lists its events.
type twin struct {
	t      testing.TB
	prog   string
	events []event
	vars   map[string]int
}

func (w *twin) add(kind, at string, value int) *event {
	i := strings.Index(w.prog, strings.Replace(at, "|", "", 1))
	if i < 0 {
		w.t.Fatalf("no %q in the program", at)
	}
	i += strings.Index(at, "|")
	vars := map[string]int{}
	maps.Copy(vars, w.vars)
	w.events = append(w.events, event{kind: kind, line: strings.Count(w.prog[:i], "\n") + 1,
		col: i - strings.LastIndex(w.prog[:i], "\n"), vars: vars, value: value})
	return &w.events[len(w.events)-1]
}

// stmt is a statement about to be executed.
func (w *twin) stmt(at string) { w.add(witness.Assumption, at, 0) }

// branch is a decision; it returns its outcome.
func (w *twin) branch(at string, b bool) bool {
	v := 0
	if b {
		v = 1
	}
	w.add(witness.Branching, at, v)
	return b
}

const walk = header + `
static int pick(int k) {
    switch (k) {
    case 1: return 4;
    case 2: return 7;
    default: return 0;
    }
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int i = 0;
    if (b > 3)
        return 0;
    int c = pick(a);
    while (i < b) {
        i = i + 1;
        c = c - 1;
    }
    if (a > b ? c > 4 : c > 6)
        reach_error();
    return 1;
}
`

// walkTwin is the twin of walk: it fails if a is 2 and b at most 1.
func walkTwin(t testing.TB, a, b int) []event {
	w := &twin{t: t, prog: walk, vars: map[string]int{}}
	w.stmt("|int a = ")
	w.add(witness.FunctionEnter, "a = __VERIFIER_nondet_int(|)", 0)
	w.add(witness.FunctionReturn, "a = __VERIFIER_nondet_int(|)", a)
	w.vars["a"] = a
	w.stmt("|int b = ")
	w.add(witness.FunctionEnter, "b = __VERIFIER_nondet_int(|)", 0)
	w.add(witness.FunctionReturn, "b = __VERIFIER_nondet_int(|)", b)
	w.vars["b"] = b
	w.stmt("|int i = 0")
	w.vars["i"] = 0
	w.stmt("|if (b > 3)")
	if w.branch("|if (b > 3)", b > 3) {
		w.stmt("|return 0;\n    int c")
		return w.events
	}
	w.stmt("|int c = ")
	w.add(witness.FunctionEnter, "pick(a|)", 0)
	vars := w.vars
	w.vars = map[string]int{"k": a}
	w.stmt("|switch (k)")
	c := 0
	e := w.add(witness.Branching, "|switch (k)", a)
	e.kind, e.other = "switch", a != 1 && a != 2
	switch a {
	case 1:
		c = 4
		w.stmt("|case 1:")
		w.stmt("|return 4;")
	case 2:
		c = 7
		w.stmt("|case 2:")
		w.stmt("|return 7;")
	default:
		w.stmt("|default:")
		w.stmt("default: |return 0;")
	}
	w.vars = vars
	w.add(witness.FunctionReturn, "pick(a|)", c)
	w.vars["c"] = c
	i := 0
	w.stmt("|while (i")
	for w.branch("|while (i", i < b) {
		w.stmt("(i < b) |{")
		w.stmt("|i = i + 1")
		i++
		w.vars["i"] = i
		w.stmt("|c = c - 1")
		c--
		w.vars["c"] = c
	}
	w.stmt("|if (a > b")
	var bad bool
	if w.branch("a > b |?", a > b) {
		bad = c > 4
	} else {
		bad = c > 6
	}
	if w.branch("|if (a > b", bad) {
		w.stmt("|reach_error();\n    return")
		w.add(witness.Target, "|reach_error();\n    return", 0)
		return w.events
	}
	w.stmt("|return 1")
	return w.events
}

var comparison = regexp.MustCompile(`^\s*\\?(\w+)\s*(==|!=|<=|>=|<|>)\s*(-?\d+|\w+)\s*$`)

// holds evaluates a conjunction of comparisons; unknown names make it false.
func holds(text string, vars map[string]int) bool {
	for _, part := range strings.Split(text, "&&") {
		m := comparison.FindStringSubmatch(part)
		if m == nil {
			return false
		}
		x, ok := vars[m[1]]
		y, err := strconv.Atoi(m[3])
		if err != nil {
			var known bool
			y, known = vars[m[3]]
			ok = ok && known
		}
		if !ok || !map[string]bool{"==": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[m[2]] {
			return false
		}
	}
	return true
}

// meets says whether an event is an evaluation of a waypoint, and whether that
// is passed.
func (e *event) meets(w *witness.Waypoint) (evaluated, passed bool) {
	if e.line != w.Location.Line || e.col != w.Location.Column {
		return false, false
	}
	number, err := strconv.Atoi(w.Constraint)
	switch {
	case w.Type == witness.Branching && e.kind == "switch" && w.Constraint == "default":
		return true, e.other
	case w.Type == witness.Branching && e.kind == "switch" && err == nil:
		return true, e.value == number
	case e.kind != w.Type:
		return false, false
	case w.Type == witness.Branching:
		return w.Constraint == "true" || w.Constraint == "false", (w.Constraint == "true") == (e.value == 1)
	case w.Type == witness.Assumption:
		return true, holds(w.Constraint, e.vars)
	case w.Type == witness.FunctionReturn:
		return true, holds(w.Constraint, map[string]int{"result": e.value})
	}
	return true, true
}

// represents reports whether a run follows the segments.
func represents(segments []witness.Segment, events []event) bool {
	k := 0
	for i := range events {
		for j := range segments[k] {
			w := &segments[k][j]
			evaluated, passed := events[i].meets(w)
			switch {
			case !evaluated:
			case w.Action == witness.Avoid && passed, w.Action == witness.Follow && !passed:
				return false
			case w.Action == witness.Follow:
				k++
				if k == len(segments) {
					return true
				}
			default:
				continue
			}
			if evaluated {
				break
			}
		}
	}
	return false
}

// follow makes a witness of the events of a failing run that keep chooses.
func followed(events []event, keep func(event) bool) []witness.Segment {
	var out []witness.Segment
	for _, e := range events {
		if e.kind != witness.Target && !keep(e) {
			continue
		}
		w := witness.Waypoint{Type: e.kind, Action: witness.Follow, Location: witness.Location{File: "p.c", Line: e.line, Column: e.col}}
		switch e.kind {
		case witness.Assumption:
			var parts []string
			for _, name := range []string{"a", "b", "c", "i", "k"} {
				if v, ok := e.vars[name]; ok {
					parts = append(parts, fmt.Sprintf("%s == %d", name, v))
				}
			}
			if len(parts) == 0 {
				continue
			}
			w.Constraint, w.Format = strings.Join(parts, " && "), "c_expression"
		case witness.Branching:
			w.Constraint = strconv.FormatBool(e.value == 1)
		case "switch":
			w.Type, w.Constraint = witness.Branching, strconv.Itoa(e.value)
			if e.other {
				w.Constraint = "default"
			}
		case witness.FunctionReturn:
			w.Constraint, w.Format = fmt.Sprintf(`\result == %d`, e.value), "acsl_expression"
		}
		out = append(out, witness.Segment{w})
	}
	return out
}

// write prints segments as a witness.
func write(prog string, segments []witness.Segment) string {
	var b strings.Builder
	b.WriteString(head(prog, witness.ViolationSequence, unreach))
	for _, s := range segments {
		b.WriteString("  - segment:\n")
		for _, w := range s {
			fmt.Fprintf(&b, "    - waypoint:\n        type: %s\n        action: %s\n        location: {file_name: p.c, line: %d, column: %d}\n", w.Type, w.Action, w.Location.Line, w.Location.Column)
			if w.Constraint != "" {
				fmt.Fprintf(&b, "        constraint: {value: '%s'", w.Constraint)
				if w.Format != "" {
					fmt.Fprintf(&b, ", format: %s", w.Format)
				}
				b.WriteString("}\n")
			}
		}
	}
	return b.String()
}

var constantRE = regexp.MustCompile(`-?\b\d+\b`)

// changeText changes a constant or an operator of an expression.
func changeText(r *rand.Rand, s string) string {
	if r.IntN(2) == 0 {
		ops := []string{"==", "!=", "<=", ">=", "<", ">"}
		i := r.IntN(6)
		for k := range ops {
			if op := ops[(i+k)%6]; strings.Contains(s, " "+op+" ") {
				return strings.Replace(s, " "+op+" ", " "+ops[r.IntN(6)]+" ", 1)
			}
		}
	}
	all := constantRE.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return s
	}
	at := all[r.IntN(len(all))]
	v, _ := strconv.Atoi(s[at[0]:at[1]])
	return s[:at[0]] + strconv.Itoa(v+[]int{-1, 1, 2, -2, 100}[r.IntN(5)]) + s[at[1]:]
}

// mutate changes one thing of a witness.
func mutate(r *rand.Rand, segments []witness.Segment, places []witness.Location) []witness.Segment {
	var out []witness.Segment
	for _, s := range segments {
		out = append(out, append(witness.Segment(nil), s...))
	}
	n := len(out)
	k := r.IntN(n)
	w := &out[k][len(out[k])-1]
	switch r.IntN(8) {
	case 0:
		w.Location.Line += 1 - 2*r.IntN(2)
	case 1:
		w.Location.Column += 1 + r.IntN(6)
	case 2:
		w.Location = places[r.IntN(len(places))]
	case 3: // what the target is
		out[n-1][len(out[n-1])-1].Location = places[r.IntN(len(places))]
	case 4:
		switch w.Constraint {
		case "true":
			w.Constraint = "false"
		case "false":
			w.Constraint = "true"
		case "default":
			w.Constraint = "2"
		default:
			w.Constraint = changeText(r, w.Constraint)
		}
	case 5:
		if k < n-1 {
			return append(out[:k], out[k+1:]...)
		}
	case 6:
		if n > 2 {
			k = r.IntN(n - 2)
			out[k], out[k+1] = out[k+1], out[k]
		}
	case 7: // to avoid, in the next segment
		if k < n-1 {
			a := *w
			a.Action = witness.Avoid
			out[k+1] = append(witness.Segment{a}, out[k+1]...)
			return append(out[:k], out[k+1:]...)
		}
	}
	return out
}

// domain are inputs beyond which nothing new happens: small ones, and those
// around the constants of a witness.
func domain(segments []witness.Segment) []int {
	seen := map[int]bool{}
	for v := -2; v <= 5; v++ {
		seen[v] = true
	}
	for _, s := range segments {
		for _, w := range s {
			for _, c := range constantRE.FindAllString(w.Constraint, -1) {
				v, _ := strconv.Atoi(c)
				seen[v-1], seen[v], seen[v+1] = true, true, true
			}
		}
	}
	var out []int
	for v := range seen {
		out = append(out, v)
	}
	return out
}

func TestMutatedViolations(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 20))
	var places []witness.Location
	for _, e := range walkTwin(t, 2, 1) {
		places = append(places, witness.Location{File: "p.c", Line: e.line, Column: e.col})
	}
	count := map[string]int{}
	for i := range *mutants {
		density := []float64{0.1, 0.3, 0.6}[r.IntN(3)]
		base := followed(walkTwin(t, 2, []int{-1, 0, 1}[r.IntN(3)]), func(e event) bool { return r.Float64() < density })
		if i%10 != 0 {
			base = mutate(r, base, places)
			if r.IntN(3) == 0 {
				base = mutate(r, base, places)
			}
		}
		want := false
		values := domain(base)
		for _, a := range values {
			for _, b := range values {
				want = want || represents(base, walkTwin(t, a, b))
			}
		}
		text := write(walk, base)
		got, err := checkText(t, walk, text)
		if err != nil { // outside of the file or of the line
			count["bad"]++
			continue
		}
		count[fmt.Sprintf("%v %v", got.Verdict, want)]++
		if got.Verdict == Confirmed && !want || got.Verdict == Rejected && want {
			t.Errorf("mutant %d: %v (%s), but represented: %v\n%s", i, got.Verdict, got.Reason, want, text[strings.Index(text, "  content:"):])
		}
	}
	t.Log(count)
	if count["confirmed true"] < *mutants/10 || count["rejected false"] < *mutants/10 {
		t.Errorf("too few of a kind: %v", count)
	}
}

const count = header + `
int main(void) {
    int n = __VERIFIER_nondet_int();
    int i = 0;
    int s = 0;
    if (n < 0 || n > 4)
        return 0;
    while (i < n) {
        s = s + 2;
        i = i + 1;
    }
    for (int j = 3; j > 0; j = j - 1) {
        s = s - 1;
    }
    if (s > 5)
        reach_error();
    return 1;
}
`

// countTwin is the twin of count, whose s is 2n-3 at the end: never above 5.
func countTwin(t testing.TB, n int) []event {
	w := &twin{t: t, prog: count, vars: map[string]int{}}
	loop := func(at string) { w.add(witness.Branching, at, 0).loop = true }
	w.stmt("|int n")
	w.vars["n"] = n
	w.stmt("|int i")
	w.vars["i"] = 0
	w.stmt("|int s")
	w.vars["s"] = 0
	w.stmt("|if (n < 0")
	if n < 0 || n > 4 {
		w.stmt("|return 0")
		return w.events
	}
	w.stmt("|while")
	for {
		loop("|while")
		if w.vars["i"] >= n {
			break
		}
		w.stmt("(i < n) |{")
		w.stmt("|s = s + 2")
		w.vars["s"] += 2
		w.stmt("|i = i + 1")
		w.vars["i"]++
	}
	w.stmt("|for")
	w.vars["j"] = 3
	for {
		loop("|for")
		if w.vars["j"] <= 0 {
			break
		}
		w.stmt("j - 1) |{")
		w.stmt("|s = s - 1")
		w.vars["s"]--
		w.vars["j"]--
	}
	delete(w.vars, "j")
	w.stmt("|if (s > 5")
	w.stmt("|return 1")
	return w.events
}

func TestMutatedInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 20))
	base := []testPoint{
		{witness.LoopInvariant, "", "|while", "i <= n && s <= 8 && i >= 0"},
		{witness.LoopInvariant, "", "|for", "j <= 3 && j >= 0 && s <= 8 && i == n"},
		{witness.LocationInvariant, "", "|s = s + 2", "i < n && s <= 6 && n != 5"},
		{witness.LocationInvariant, "", "|if (s > 5", "s <= 5 && s >= -3"},
		{witness.LocationInvariant, "", "|i = i + 1", "s > i && s != 0"},
	}
	got := map[string]int{}
	for i := range *mutants {
		p := base[r.IntN(len(base))]
		line, col := locate(t, count, p.at)
		if i%10 != 0 {
			switch r.IntN(6) {
			case 0:
				line += 1 - 2*r.IntN(2)
			case 1:
				col += 4 * (1 - 2*r.IntN(2))
			default:
				p.value = changeText(r, p.value)
			}
		}
		want, met := true, false
		for n := -1; n <= 5; n++ {
			for _, e := range countTwin(t, n) {
				if e.line == line && e.col == col && (p.typ == witness.LoopInvariant) == e.loop {
					met = true
					want = want && holds(p.value, e.vars)
				}
			}
		}
		text := head(count, witness.InvariantSet, unreach) + fmt.Sprintf("  - invariant:\n      type: %s\n      location: {file_name: p.c, line: %d, column: %d}\n      value: '%s'\n      format: c_expression\n", p.typ, line, col, p.value)
		a, err := checkText(t, count, text)
		if err != nil {
			got["bad"]++
			continue
		}
		got[fmt.Sprintf("%v %v %v", a.Verdict, met, want)]++
		if a.Verdict == Confirmed && !want || a.Verdict == Rejected && met && want {
			t.Errorf("mutant %d: %v (%s), but it holds: %v\n%s at %d:%d", i, a.Verdict, a.Reason, want, p.value, line, col)
		}
	}
	t.Log(got)
}

// TestDamagedWitnesses changes bytes at random: there is always an answer or
// an error.
func TestDamagedWitnesses(t *testing.T) {
	rounds := 1000
	r := rand.New(rand.NewPCG(6, 20))
	texts := []string{
		write(walk, followed(walkTwin(t, 2, 1), func(e event) bool { return e.kind != witness.Assumption })),
		strings.Replace(invariants(t, walk, testPoint{witness.LoopInvariant, "", "|while", "i >= 0"}), "{p.c", "{p.c", 1),
	}
	for i := range rounds {
		text := []byte(texts[i%len(texts)])
		for range 1 + r.IntN(3) {
			at := r.IntN(len(text))
			switch r.IntN(4) {
			case 0:
				text[at] = byte(r.IntN(256))
			case 1:
				text = append(text[:at], text[min(len(text), at+1+r.IntN(8)):]...)
			case 2:
				text = append(text[:at], append([]byte{" -:{}[]'\"\n#&*!|>%@0"[r.IntN(19)]}, text[at:]...)...)
			default:
				text[at] ^= 1 << r.IntN(8)
			}
		}
		w, complaints := witness.LintText("w.yml", text)
		if fatal := firstFatal(complaints); fatal != "" || i%50 != 0 {
			if strings.Contains(fatal, "\n") {
				t.Errorf("%q has more than one line", fatal)
			}
			continue
		}
		_ = w
		if _, err := checkText(t, walk, string(text)); err != nil && !strings.HasPrefix(err.Error(), "w.yml:") {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

func firstFatal(complaints []witness.Complaint) string {
	for _, c := range complaints {
		if c.Fatal {
			return c.Error.Error()
		}
	}
	return ""
}

func FuzzLint(f *testing.F) {
	f.Add(head("x", witness.InvariantSet, unreach) + "  []\n")
	f.Add(head("x", witness.ViolationSequence, unreach) + "  - segment:\n    - waypoint:\n        type: target\n        action: follow\n        location: {file_name: p.c, line: 1}\n")
	f.Add("- &a [*a]\n- !!binary x\n")
	f.Fuzz(func(t *testing.T, text string) {
		w, complaints := witness.LintText("w.yml", []byte(text))
		if firstFatal(complaints) == "" && (w == nil || len(w.Entries) == 0) {
			t.Fatal("neither a witness nor a complaint")
		}
		for _, c := range complaints {
			if c.Line < 1 || c.Col < 1 {
				t.Fatalf("%v has no place", c)
			}
		}
	})
}

func FuzzExpression(f *testing.F) {
	for _, s := range []string{"i <= n", "(a) ? b : c[1]", "'\\'' == x", "sizeof(int) == 4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, problem, _ := expression(s)
		if problem != "" {
			return
		}
		if strings.ContainsAny(text, "\n;{}#") && !strings.ContainsAny(s, `"'`) {
			t.Fatalf("%q becomes %q", s, text)
		}
	})
}
