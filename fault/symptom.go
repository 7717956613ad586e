package fault

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/interp"
	"culprit/interp/dependence"
)

// Symptom lists what a failure of its kind points to: the statement where it
// shows, what computed the values that it used, the condition that let it
// happen, and, of undefined behaviour, the declaration or allocation.
func Symptom() Method {
	return Method{
		Name:  "symptom",
		Doc:   "what a failure of this kind points to: values used, the condition around it, declarations",
		Paper: "none: what a reader of the message looks at first",
		Needs: NeedsRun,
		Run:   runSymptom,
	}
}

// The scores of what a failure points to.
const (
	pointsFirst  = 4 // where a failure of this kind usually is
	pointsSecond = 3
	pointsThird  = 2
	pointsLast   = 1
)

func runSymptom(ctx context.Context, in *Input) (*Result, error) {
	start := time.Now()
	g, err := in.Graph(ctx)
	if err != nil {
		return nil, err
	}
	f := in.Failure
	if f.At < 0 || f.At >= g.N() {
		return nil, CannotSay{ErrNoInstance.Error()}
	}
	s := symptom{g: g, f: f, asked: in.Error == nil || in.Error.Property != ""}
	if u := f.Undefined; u != nil && u.Kind == interp.Leak {
		rec, err := in.Recording(ctx)
		if err != nil {
			return nil, err
		}
		s.leaked(ctx, rec, u)
	} else {
		s.tested = in.tested()
		s.list()
	}
	if f.Kind == WrongOutput && in.leavesInput(ctx) {
		s.unread()
	}
	return &Result{Method: "symptom", Locations: Rank(s.out), Stats: Stats{Instances: g.N(), Time: time.Since(start)}}, nil
}

// symptom makes the list of one failure.
type symptom struct {
	g   *dependence.Graph
	f   *Failure
	out []Location
	// asked says that undefined behaviour is what was looked for. Where an assertion
	// was, a variable without a value may be meant as an input.
	asked bool
	// tested says that a test asks for several things, see Location.Shows.
	tested bool
}

func (s *symptom) list() {
	switch u := s.f.Undefined; {
	case u != nil && u.Kind == interp.UninitRead:
		s.uninitialised(u)
	case u != nil:
		s.undefined(u)
	case s.f.Kind == WrongOutput && s.f.Printed == nil: // output is missing
		s.values(pointsLast)
		s.conditions(pointsSecond, "it ended the output")
	case s.f.Kind == WrongOutput && s.f.superfluous():
		s.here(pointsFirst, "what it prints is unexpected, what follows is expected")
		s.conditions(pointsFirst, "it causes an unexpected line to be printed")
		s.values(pointsLast)
	case s.f.Kind == WrongOutput && s.f.wrongText():
		s.here(pointsFirst, "the text it prints is wrong, not the values")
		s.conditions(pointsSecond, "it chooses the text that is printed")
		s.values(pointsThird)
	default:
		s.values(pointsSecond)
		s.conditions(pointsThird, "it allowed the failure to happen")
		s.here(pointsLast, "the failure shows here")
	}
	for i := range s.out { // of an assertion, its condition
		s.out[i].Shows = s.out[i].Shows || !s.tested && LineOf(s.out[i].Pos) == LineOf(s.f.Pos)
	}
}

// uninitialised is for the use of a value that was never set.
func (s *symptom) uninitialised(u *interp.Fault) {
	name, pos := "the variable", cfg.Pos{}
	var v *cfg.Var
	if e, ok := u.Expr.(*cfg.VarRef); ok {
		v = e.V
		name, pos = v.Name, v.Pos
	}
	if u.Object != nil {
		name, pos = u.Object.Name, u.Object.Pos
	}
	s.named(func() {
		if u.Alloc != nil {
			s.add(u.Alloc, pointsSecond, "it allocates the memory and does not set it")
		}
		s.declared(pos, pointsFirst, name+" is declared here without a value")
	})
	for _, e := range s.g.Prog.Edges { // what would have set it
		if a, ok := e.Stmt.(*cfg.Assign); ok && v != nil && a.Dst == v && Shown(e) {
			s.add(e, pointsThird, "it sets "+name+", but was not executed before")
		}
	}
	s.here(pointsThird, "here "+name+" is used")
	s.conditions(pointsLast, "it allows the value to be used")
}

// leaked is for a block that is not freed: where the last pointer to it is lost,
// and where it is allocated.
func (s *symptom) leaked(ctx context.Context, rec *interp.Recording, u *interp.Fault) {
	type cell struct {
		v    *cfg.Var
		addr uint64
	}
	holds := map[cell]bool{}
	var lost *cfg.Edge
	at := 0
	gone := func(inst *cfg.Instance) {
		if len(holds) == 0 {
			lost, at = inst.Edge, inst.Index
		}
	}
	for inst := range instances(ctx, rec, 0) {
		for _, w := range inst.Writes {
			c := cell{w.Var, w.Addr}
			switch {
			case w.Value == u.Addr && w.Size <= 8 && (w.Var == nil || !w.Var.Temp):
				holds[c] = true
				lost = nil
			case holds[c]:
				delete(holds, c)
				gone(inst)
			}
		}
		if _, ok := inst.Edge.Stmt.(*cfg.Return); ok && len(holds) > 0 {
			maps.DeleteFunc(holds, func(c cell, _ bool) bool { return c.v != nil && c.v.Proc == inst.Edge.From.Proc })
			gone(inst)
		}
	}
	if k := s.shown(at); lost != nil && k >= 0 {
		s.named(func() { s.at(k, pointsFirst, "the last pointer to the block is lost here") })
	}
	if u.Alloc != nil {
		s.add(u.Alloc, pointsSecond, "the block is allocated here")
	}
}

// undefined is for accesses and operations that have no meaning with their
// operands.
func (s *symptom) undefined(u *interp.Fault) {
	s.values(pointsSecond)
	s.conditions(pointsFirst, "it allows this to happen")
	switch u.Kind {
	case interp.SignedOverflow:
		s.named(func() { s.here(pointsThird, "the operation overflows here") })
	case interp.OutOfBounds:
		s.named(func() { s.here(pointsThird, "the access is out of bounds here") })
	default:
		s.here(pointsThird, "the failure shows here")
	}
	if u.Object != nil {
		s.declared(u.Object.Pos, pointsThird, u.Object.Name+" is declared here")
	}
	if u.Alloc != nil {
		s.add(u.Alloc, pointsSecond, "it allocates the memory")
	}
	if u.Free != nil {
		s.named(func() { s.add(u.Free, pointsFirst, "it frees the memory") })
	}
}

// leavesInput reports whether the failing run leaves words of its input unread, where
// the runs that pass need all of theirs: without the last one they print something
// else.
func (in *Input) leavesInput(ctx context.Context) bool {
	runs := NewRuns(in.Prog, in.Budget)
	needless := func(t *Test) bool {
		text := strings.TrimRight(string(t.Stdin), " \t\r\n")
		cut := strings.LastIndexAny(text, " \t\r\n")
		if cut < 0 {
			return false
		}
		short := *t
		short.Stdin = []byte(text[:cut] + "\n")
		a, b := runs.Execute(ctx, t), runs.Execute(ctx, &short)
		return a.Status == b.Status && a.Code == b.Code && bytes.Equal(a.Stdout, b.Stdout)
	}
	if !needless(in.Failing) {
		return false
	}
	if slices.ContainsFunc(in.Passing[:min(len(in.Passing), maxUnread)], needless) {
		return false
	}
	return ctx.Err() == nil
}

// unread lists the last statement that reads input.
func (s *symptom) unread() {
	for i := s.f.At; i >= 0; i-- {
		if purpose.Reads(s.g.Edge(i).Stmt) {
			if k := s.shown(i); k >= 0 {
				s.named(func() { s.at(k, pointsFirst, "it leaves words of the input unread, in runs that fail") })
			}
			return
		}
	}
}

// here lists the statement at which the failure shows.
func (s *symptom) here(score float64, why string) {
	if s.f.Edge != nil {
		s.add(s.f.Edge, score, why)
		s.out[len(s.out)-1].Shows = !s.tested
	}
}

// named lists what the message of the failure names.
func (s *symptom) named(list func()) {
	n := len(s.out)
	list()
	for i := range s.out[n:] {
		s.out[n+i].Named = s.asked
	}
}

// values lists what computed the values that the statement used.
func (s *symptom) values(score float64) {
	for _, i := range s.g.Data(s.f.At) {
		if k := s.shown(int(i)); k >= 0 {
			s.at(k, score, "a value used there comes from here")
		}
	}
}

// conditions lists the innermost condition around the failure, and with less
// weight the one around that.
func (s *symptom) conditions(score float64, why string) {
	for i, n := s.g.Control(s.f.At), 0; i >= 0 && n < 2; i = s.g.Control(i) {
		if e := s.g.Edge(i); IsBranch(e) && s.g.User(i) {
			s.at(i, score-float64(n)/2, why)
			n++
		}
	}
}

// shown is the instance that a user sees of i: itself, or, of a step that the
// lowering made, the first after it that he wrote.
func (s *symptom) shown(i int) int {
	for n := 0; i >= 0 && n < 20; n++ {
		if Shown(s.g.Edge(i)) && s.g.User(i) {
			return i
		}
		d := s.g.Data(i)
		if len(d) == 0 {
			return -1
		}
		i = int(d[len(d)-1])
	}
	return -1
}

func (s *symptom) at(i int, score float64, why string) {
	s.add(s.g.Edge(i), score, why)
	s.out[len(s.out)-1].Instances = []int{i}
}

func (s *symptom) add(e *cfg.Edge, score float64, why string) {
	l := Location{Edge: e, Pos: e.Pos, Score: score, Reason: why}
	if IsBranch(e) {
		l.Role = Predicate
	}
	s.out = append(s.out, l)
}

// declared lists a declaration, which may be no statement.
func (s *symptom) declared(p cfg.Pos, score float64, why string) {
	if p.IsValid() {
		s.out = append(s.out, Location{Pos: p, Score: score, Reason: why})
	}
}

// superfluous reports whether what is expected comes later: the statement
// printed something before it.
func (f *Failure) superfluous() bool {
	want := bytes.TrimSpace(f.Expected)
	if end := bytes.IndexByte(want, '\n'); end >= 0 {
		want = bytes.TrimSpace(want[:end])
	}
	for line := range bytes.Lines(f.After) {
		if len(want) > 0 && bytes.Equal(bytes.TrimSpace(line), want) {
			return true
		}
	}
	return false
}

// wrongText reports whether the line that was printed differs from the expected
// one in letters and not in numbers.
func (f *Failure) wrongText() bool {
	got, want := difference(f.Got, f.Want)
	letters := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789+-. \t\r\n", r) })
	}
	digits := func(s string) bool { return strings.ContainsAny(s, "0123456789") }
	return (letters(got) || letters(want)) && !digits(got) && !digits(want)
}

// difference is what is left of two texts without their common beginning and
// end.
func difference(a, b string) (string, string) {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	a, b = a[n:], b[n:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}
