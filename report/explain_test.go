package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"culprit/cfg"
	"culprit/fault"
	"culprit/internal/validate"
)

// explained is an explanation with everything in it.
func explained() *Explanation {
	prog := &cfg.Program{File: "demo.c", Sources: map[string][]byte{"demo.c": []byte(source), "lib.h": []byte("int f;\n")}, PtrBits: 64}
	main := prog.NewProc("main", cfg.Pos{})
	at := func(line, col, end int, text string) *cfg.Edge {
		pos := cfg.Pos{File: "demo.c", Line: line, Col: col, EndLine: line, EndCol: end}
		return prog.NewEdge(prog.NewLoc(main, pos), prog.NewLoc(main, pos), &cfg.Skip{}, pos, text, cfg.RoleUser)
	}
	loc := func(e *cfg.Edge, reason string) fault.Location {
		return fault.Location{Edge: e, Pos: e.Pos, Score: 0.5, Role: fault.Predicate, Reason: reason, Instances: []int{3}}
	}
	init, branch := at(4, 6, 11, "i = 1"), at(7, 7, 9, "on")
	failure := &fault.Failure{Kind: fault.WrongOutput, What: `line 1 is "a", expected "b"`, Edge: branch, Pos: branch.Pos, At: 17, Want: "b", Got: "a"}
	x := NewExplanation(prog, failure, Options{Tool: "verify", File: "demo.c"})
	x.Failure.Args, x.Failure.Stdin, x.Failure.Inputs = []string{"-v", "two words", "it's", ""}, "1 2\n", []string{"1", "-2"}
	m := &fault.Method{Name: "one", Paper: "a paper"}
	res := &fault.Result{Locations: []fault.Location{loc(init, "it is wrong"), loc(branch, "it goes wrong")}, Notes: []string{"a note"}}
	res.Locations[0].Passes = true
	res.Tree = &fault.Node{Turn: 1, Location: loc(branch, "effect"), Support: []fault.Location{loc(init, "")}, Children: []*fault.Node{{ID: 1, Turn: 2, Location: loc(init, "cause")}}}
	res.Path = []fault.Location{loc(init, "first"), loc(branch, "then")}
	res.Stats = fault.Stats{Instances: 1, Reruns: 2, More: []fault.Count{{Key: fault.Pairs, N: 3}}}
	x.Add(m, res, nil)
	x.Add(&fault.Method{Name: "two"}, nil, errors.New("it cannot say"))
	many := &fault.Result{Locations: []fault.Location{{Pos: cfg.Pos{File: "lib.h", Line: 1, Col: 5}, Reason: "elsewhere"}}}
	for range 4*MaxPlaces + 1 {
		many.Locations = append(many.Locations, loc(init, "again"))
	}
	x.Add(&fault.Method{Name: "three"}, many, nil)
	return x
}

func TestWriteExplanation(t *testing.T) {
	var b bytes.Buffer
	if err := WriteExplanation(&b, explained(), false, Style{}); err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(b.String(), "  three: ")
	want := `FAIL wrong-output  demo.c:7:7 line 1 is "a", expected "b"
  arguments: -v 'two words' 'it'\''s' ''
  input: "1 2\n"
  inputs: 1, -2
  one: 2 locations, 2 re-executions, 1 statement executed, 0.00 s
    #0 7 │ on
      effect
      set by 4: i = 1
      #1 4 │ i = 1
        cause
    read in this order: #0, #1
    altered, the run passes: line 4
    other causes: line 7
   from cause to failure
     4 │ int i = 1;
       │     ^^^^^ first
     7 │ if (on) {
       │     ^^ then
    note: a note
  two: no answer: it cannot say
`
	if head != want {
		t.Errorf("got\n%s\nwant\n%s", head, want)
	}
	if strings.Count(rest, "again") != 4*MaxPlaces-1 || !strings.Contains(rest, "    in lib.h\n     1 │ int f;\n       │     ^^ elsewhere\n") || !strings.HasSuffix(rest, "│ 2 more (see --format json)\n") {
		t.Errorf("many locations:\n%s", rest)
	}
}

// The JSON form holds all that the text shows.
func TestExplanationJSON(t *testing.T) {
	x := explained()
	var b bytes.Buffer
	if err := WriteJSON(&b, x); err != nil {
		t.Fatal(err)
	}
	validate.JSON(t, schemaFile, "explanation", b.Bytes())
	var y Explanation
	if err := json.Unmarshal(b.Bytes(), &y); err != nil {
		t.Fatal(err)
	}
	y.sources = x.sources
	var first, second bytes.Buffer
	if err := errors.Join(WriteExplanation(&first, x, false, Style{}), WriteExplanation(&second, &y, false, Style{})); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("got\n%s\nwant\n%s", second.String(), first.String())
	}
	if y.Schema != ExplainSchema || *y.Failure.Instance != 17 || y.Methods[0].Counts[0].N != 3 || y.Methods[2].Locations[0].Edge != -1 || y.Methods[0].Locations[0].Proc != "main" {
		t.Errorf("%+v", y)
	}
}

// The reason of a fix is shown rather than all of a long change.
func TestSentenceFits(t *testing.T) {
	long := strings.Repeat("x = f(x); ", 8)
	c := Change{After: long, Fix: "helps", proof: fault.Proof{Holds: "no assertion fails"}, Proved: true}
	if s := c.sentence(90); !strings.HasSuffix(s, ", no assertion fails (proved)") || utf8.RuneCountInString(s) > 90 {
		t.Errorf("%q", s)
	}
	c.After = "x = 1;"
	if s := c.sentence(40); s != "with `x = 1;`, no assertion fails (proved)" {
		t.Errorf("%q", s)
	}
}
