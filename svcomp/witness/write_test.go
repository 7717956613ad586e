package witness

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/interp"
	"culprit/svcomp"
	"culprit/verifier"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// written verifies a program and makes its witness. A first line "// property:
// NAME" asks for another property than unreach-call.
func written(t *testing.T, file string, src []byte) (*Witness, *verifier.Result, frontend.Config) {
	t.Helper()
	p := svcomp.Default()
	if line, _, _ := strings.Cut(string(src), "\n"); strings.HasPrefix(line, "// property: ") {
		p, _ = svcomp.Named(strings.TrimPrefix(line, "// property: "))
	}
	about := About{Version: "test", Files: []frontend.Source{{Name: filepath.Base(file), Text: src}}, Property: p, PtrBits: 64,
		Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), UUID: "01234567-89ab-4def-8123-456789abcdef"}
	conf := frontend.Config{PtrBits: 64, Checks: p.Checks(), Scopes: true}
	prog, err := frontend.ParseFiles(about.Files, conf)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	res := verifier.Verify(ctx, prog, verifier.Config{Replay: interp.Replay, Annotate: true, NoRelevance: true})
	switch res.Verdict {
	case verifier.True:
		return NewCorrectness(res.Annotation, about), res, conf
	case verifier.False:
		return NewViolation(res.Traces[0].Trace, conf, about), res, conf
	}
	t.Fatalf("%s: %v %s", file, res.Verdict, res.Reason)
	return nil, nil, conf
}

func programs(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	return files
}

// TestWrite compares the witnesses of the programs in testdata with golden
// files, and executes those of correctness: no run may break an invariant.
// Which predicates a proof found may depend on the time it took: witnesses
// made of them must say something, and what they say is not compared.
func TestWrite(t *testing.T) {
	for _, file := range programs(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			w, res, conf := written(t, file, src)
			var b bytes.Buffer
			if err := Write(&b, w); err != nil {
				t.Fatal(err)
			}
			if res.Verdict == verifier.True {
				executed(t, src, w, conf)
				if predicates(res.Annotation) {
					if len(w.Entries[0].Invariants) == 0 {
						t.Error("no invariant")
					}
					return
				}
			}
			golden := strings.TrimSuffix(file, ".c") + ".yml"
			if *update {
				if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), b.String()); d != "" {
				t.Errorf("%s differs (-want +got); run with -update if intended:\n%s", golden, d)
			}
		})
	}
}

func predicates(a *verifier.Annotation) bool {
	for _, v := range a.At {
		for _, s := range v.States {
			if len(s.Preds) > 0 {
				return true
			}
		}
	}
	return false
}

// executed runs a program on generated inputs with its invariants as assertions.
func executed(t *testing.T, src []byte, w *Witness, conf frontend.Config) {
	t.Helper()
	text := newText("program.c", src)
	out, err := frontend.NewOutline("program.c", src, conf)
	if err != nil {
		t.Fatal(err)
	}
	edited := string(src)
	invs := w.Entries[0].Invariants
	for i := len(invs) - 1; i >= 0; i-- { // from the end, so that offsets stay right
		off := text.offset(invs[i].Location.Line, invs[i].Location.Column)
		found := false
		for _, p := range out.Places {
			if p.Kind == ctree.PlaceBranching && p.At == off {
				found = true
				edited = edited[:p.Cond.Start] + fmt.Sprintf(" holds(%s),", invs[i].Value) + edited[p.Cond.Start:]
			}
		}
		if !found {
			t.Errorf("no loop at %v", invs[i].Location)
		}
	}
	edited = "void abort(void); int holds(int ok) { if (!ok) abort(); return 1; }\n" + edited
	prog, err := frontend.Parse("program.c", []byte(edited), frontend.Config{PtrBits: 64, Execute: true})
	if err != nil {
		t.Fatalf("%v\n%s", err, edited)
	}
	for seed := range uint64(200) {
		r := interp.Run(prog, interp.RunConfig{Inputs: &guesses{rand.New(rand.NewPCG(seed, 1))}, Checks: interp.OverflowCheck, AllowUninit: true, Limits: interp.Limits{Steps: 3000}})
		if r.Status == interp.Faulted || r.Status == interp.Exited && r.Code == 134 {
			t.Fatalf("seed %d: %v, exit status %d, %v\n%s", seed, r.Status, r.Code, r.Fault, edited)
		}
	}
}

// guesses are inputs, small ones more often.
type guesses struct{ r *rand.Rand }

func (g *guesses) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) {
	switch g.r.IntN(4) {
	case 0:
		return g.r.Uint64(), true
	case 1:
		return uint64(g.r.IntN(2)), true
	}
	return uint64(g.r.IntN(40)) - 10, true
}

func (g *guesses) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// TestThin leaves out places of decisions as a whole, and inputs from the end.
func TestThin(t *testing.T) {
	v := &violationWriter{}
	for i := range 100 {
		v.add(Waypoint{Type: Branching, Location: Location{Line: 1}, Constraint: fmt.Sprint(100 + i)})
		if i%3 == 0 {
			v.add(Waypoint{Type: Branching, Location: Location{Line: 2}, Constraint: "100"})
			v.add(Waypoint{Type: FunctionReturn, Location: Location{Line: 3}, Constraint: fmt.Sprint(100 + i)})
		}
	}
	count := func() (n [4]int) {
		for _, w := range v.way {
			n[w.Location.Line]++
		}
		return n
	}
	b, f := v.way[0].size(), v.way[2].size()
	for _, step := range []struct {
		limit int
		want  [4]int
	}{{1 << 20, [4]int{0, 100, 34, 34}}, {134*b + 34*f - 1, [4]int{0, 0, 34, 34}}, {34*b + 34*f, [4]int{0, 0, 34, 34}}, {34*b + 34*f - 1, [4]int{0, 0, 0, 34}}, {20 * f, [4]int{0, 0, 0, 20}}} {
		if v.thin(step.limit); count() != step.want {
			t.Errorf("to %d: %v, want %v", step.limit, count(), step.want)
		}
	}
}

// TestLongViolation: a witness of a long trace stays small and keeps the order
// of what is left.
func TestLongViolation(t *testing.T) {
	v := &violationWriter{}
	for i := range 20_000 {
		v.add(Waypoint{Type: FunctionReturn, Location: Location{File: "long.c", Line: i%7 + 1, Column: 3, Function: "main"}, Constraint: fmt.Sprintf(`\result == %d`, i)})
	}
	v.thin(maxViolation)
	var b bytes.Buffer
	e := Entry{Type: ViolationSequence}
	for i, w := range v.way {
		if w.Constraint != fmt.Sprintf(`\result == %d`, i) {
			t.Fatalf("waypoint %d is %s", i, w.Constraint)
		}
		e.Segments = append(e.Segments, Segment{w})
	}
	if err := Write(&b, &Witness{Entries: []Entry{e}}); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 500_000 || b.Len() < 400_000 {
		t.Errorf("%d bytes", b.Len())
	}
}

func TestShortNames(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"p.c", "p.c"},
		{"/very/long/way/to/p.c", "p.c"},
		{"a/p.c a/q.c", "p.c q.c"},
		{"a/p.c b/p.c b/q.c", "a/p.c b/p.c q.c"},
		{"/x/a/p.c /x/b/a/p.c /x/ap.c", "x/a/p.c b/a/p.c ap.c"},
		{"p.c /p.c a//p.c", "p.c /p.c a//p.c"},
		{`c:\a\p.c d:\p.c`, `a\p.c d:\p.c`},
	} {
		var files []frontend.Source
		for _, n := range strings.Fields(c.names) {
			files = append(files, frontend.Source{Name: n})
		}
		if got := strings.Join(shortNames(files), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.names, got, c.want)
		}
		a := About{Files: files}
		if m := a.metadata(); len(m.Task.Hashes) != len(files) {
			t.Errorf("%s: %d hashes", c.names, len(m.Task.Hashes))
		}
	}
}

// TestMetadata: identifiers and times are made up unless given.
func TestMetadata(t *testing.T) {
	a := About{Property: svcomp.Property{Name: svcomp.ValidMemsafety}, PtrBits: 32}
	m, n := a.metadata(), a.metadata()
	if m.UUID == n.UUID || len(m.UUID) != 36 || m.UUID[14] != '4' || !strings.Contains("89ab", m.UUID[19:20]) {
		t.Errorf("identifiers %s and %s", m.UUID, n.UUID)
	}
	if time.Since(m.Created) > time.Minute || m.Task.DataModel != "ILP32" {
		t.Errorf("%+v", m)
	}
	want := "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )"
	if m.Task.Property != want {
		t.Error(m.Task.Property)
	}
	for _, name := range svcomp.Names() {
		p, _ := svcomp.Named(name)
		if !safety.Expressible(name) {
			continue
		}
		q, err := svcomp.ParseProperty("", []byte(Specification(&p)))
		if err != nil || q.Name != p.Name {
			t.Errorf("%s becomes %q: %v", name, Specification(&p), err)
		}
	}
}
