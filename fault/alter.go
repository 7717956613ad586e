package fault

import (
	"bytes"
	"context"
	"errors"
	"strconv"

	"culprit/cfg"
	"culprit/interp"
)

// Alteration says what came of altering a statement of the failing run.
type Alteration struct {
	// Passes: with an alteration the run passes, and does not go around a
	// violated assertion.
	Passes bool
	How    string // what the statement was altered to, as one clause
	Runs   int    // executions
	// Keeps is the share of what the failing run executes from the alteration on that
	// the run which passes executes, too, by locations.
	Keeps float64
}

// Alter executes the failing run with statements altered: a branch takes its
// other ways, what is assigned gets other values (Alternatives, and the number
// that the output should have had), at one instance; and at all instances the
// same way, a little more or less, 0 or 1. Each statement is given by its
// instances in the order of trial. Of all statements the first instance comes
// before the second of any, and nothing more is tried of one with which the run
// passes. The work is bounded by the number of statements executed. The rest is not
// tried. The error says why the run cannot be executed again, or
// is that of the context; what is known by then is returned with it.
func Alter(ctx context.Context, in *Input, statements [][]int, steps int) ([]Alteration, error) {
	r, err := NewRerunner(ctx, in)
	if err != nil {
		return nil, err
	}
	a := altering{r: r, in: in, at: map[int]change{}, spans: map[*cfg.Edge]span{}, observed: map[*cfg.Edge][]uint64{}, last: make([]int, len(in.Prog.Locs)), left: steps}
	if a.check, err = in.checked(ctx); err != nil {
		return nil, err
	}
	if err := a.read(statements); err != nil {
		return nil, err
	}
	out := make([]Alteration, len(statements))
	err = a.search(statements, out)
	if errors.Is(err, ErrBudget) {
		err = nil
	}
	return out, err
}

// altering is the state of Alter.
type altering struct {
	r        *Rerunner
	in       *Input
	at       map[int]change // the instances that are altered
	observed map[*cfg.Edge][]uint64
	expected string // the word that the output should have had, or the status
	check    *check
	spans    map[*cfg.Edge]span
	left     int   // statements that may still be executed
	last     []int // the last instance that leaves a location, by Loc.ID
}

// span is the first and the last instance of a statement.
type span struct{ from, to int }

// search tries the alterations, round by round.
func (a *altering) search(statements [][]int, out []Alteration) error {
	for k, more := 0, true; more; k++ {
		more = false
		for s, is := range statements {
			if k >= len(is) || out[s].Passes {
				continue
			}
			more = true
			if err := a.instance(is[k], &out[s]); err != nil {
				return err
			}
		}
		if k > 0 {
			continue
		}
		for s, is := range statements {
			if len(is) == 0 || out[s].Passes {
				continue
			}
			if err := a.everywhere(is[0], &out[s]); err != nil {
				return err
			}
		}
	}
	return nil
}

// read finds what the instances are, and which values their statements took.
func (a *altering) read(statements [][]int) error {
	rec, err := a.in.Recording(a.r.ctx)
	if err != nil {
		return err
	}
	wanted := map[int]bool{}
	for _, is := range statements {
		for _, i := range is {
			wanted[i] = true
		}
	}
	seen := map[*cfg.Edge]map[uint64]bool{}
	for inst := range instances(a.r.ctx, rec, 0) {
		e := inst.Edge
		a.last[e.From.ID] = inst.Index
		c := change{at: inst.Index, edge: e}
		switch {
		case IsBranch(e):
		case len(inst.Writes) == 0:
			continue
		default:
			if _, _, _, ok := Written(e); !ok {
				continue
			}
			c.from = inst.Writes[len(inst.Writes)-1].Value
			if seen[e] == nil {
				seen[e] = map[uint64]bool{}
			}
			if len(seen[e]) < maxValues {
				seen[e][c.from] = true
			}
		}
		if first, ok := a.spans[statement(e)]; !ok {
			a.spans[statement(e)] = span{inst.Index, inst.Index}
		} else {
			a.spans[statement(e)] = span{first.from, inst.Index}
		}
		if wanted[inst.Index] {
			a.at[inst.Index] = c
		}
	}
	for e, vs := range seen {
		for v := range vs {
			a.observed[e] = append(a.observed[e], v)
		}
		SortValues(e, a.observed[e])
	}
	switch f := a.in.Failure; f.Kind {
	case WrongOutput:
		a.expected = wholeWord(f)
	case WrongStatus:
		a.expected = strconv.Itoa(f.Status)
	}
	return context.Cause(a.r.ctx)
}

// wholeWord is the expected word that holds the first wrong byte.
func wholeWord(f *Failure) string {
	from := commonPrefix(f.Printed, f.Expected)
	from = bytes.LastIndexAny(f.Expected[:from], " \t\r\n") + 1
	if fields := bytes.Fields(f.Expected[from:]); len(fields) > 0 {
		return string(fields[0])
	}
	return ""
}

// instead is the number that is expected as a value of a type.
func (a *altering) instead(t cfg.Type) (uint64, bool) {
	if t.Kind == cfg.Float {
		x, err := strconv.ParseFloat(a.expected, 64)
		return floatBits(t, x), err == nil
	}
	n, err := strconv.ParseInt(a.expected, 10, 64)
	return cfg.Mask(uint64(n), t.Width()), err == nil
}

// instance tries all alterations of one instance.
func (a *altering) instance(i int, out *Alteration) error {
	c, ok := a.at[i]
	if !ok || a.check.finds(i) {
		return nil
	}
	var forces []interp.Force
	if IsBranch(c.edge) {
		for _, other := range c.edge.From.Out {
			if other != c.edge {
				forces = append(forces, interp.Force{At: i, Take: other})
			}
		}
	} else {
		t, _, _, _ := Written(c.edge)
		values := Alternatives(c.edge, c.from, a.observed[c.edge])
		if v, ok := a.instead(t); ok && v != c.from {
			values = append(values, v)
		}
		for _, v := range values {
			forces = append(forces, interp.Force{At: i, SetValue: true, Value: v})
		}
	}
	for _, f := range forces {
		o, err := a.count(out, i, func() (Outcome, error) {
			o, _, err := a.r.Try(f)
			return o, err
		})
		if err != nil {
			return err
		}
		if o != Pass {
			continue
		}
		evades, err := a.follow(out, i, func(visit func(*cfg.Edge)) error {
			return a.r.after(func(e *cfg.Edge) bool {
				visit(e)
				return true
			}, f)
		})
		if err != nil {
			return err
		}
		if !evades {
			out.Passes, out.How = true, a.how(c, f)
			return nil
		}
	}
	return nil
}

// count counts an execution that is changed from an instance on.
func (a *altering) count(out *Alteration, from int, try func() (Outcome, error)) (Outcome, error) {
	if a.left < 0 {
		return Unresolved, ErrBudget
	}
	a.left -= a.r.N - from
	out.Runs++
	return try()
}

// follow executes a run that is altered from an instance on, and passes, once more.
// It notes what the run keeps of the failing one, and reports whether it goes around
// the check.
func (a *altering) follow(out *Alteration, from int, again func(visit func(*cfg.Edge)) error) (evades bool, err error) {
	v := a.check.from(from)
	seen := make([]bool, len(a.last))
	_, err = a.count(out, from, func() (Outcome, error) {
		return Pass, again(func(e *cfg.Edge) {
			v.visit(e)
			seen[e.From.ID] = true
		})
	})
	all, kept := 0, 0
	for l, last := range a.last {
		if last > from {
			all++
			if seen[l] {
				kept++
			}
		}
	}
	out.Keeps = 1
	if all > 0 {
		out.Keeps = float64(kept) / float64(all)
	}
	return v.evades(), err
}

// everywhere tries the same alteration at all instances of a statement that has
// several.
func (a *altering) everywhere(i int, out *Alteration) error {
	c, ok := a.at[i]
	if !ok || a.check != nil && a.check.at == c.edge.From {
		return nil
	}
	at := a.spans[statement(c.edge)]
	if at.from == at.to {
		return nil
	}
	for _, u := range a.alike(c.edge) {
		o, err := a.count(out, at.from, func() (Outcome, error) {
			o, err := a.r.TryAll(at.from, u.alter, c.edge.From)
			return o, err
		})
		if err != nil {
			return err
		}
		if o != Pass {
			continue
		}
		evades, err := a.follow(out, at.from, func(visit func(*cfg.Edge)) error {
			_, err := a.r.TryAll(at.from, func(s *interp.Session, i *cfg.Instance) {
				if i.Index > at.from {
					visit(i.Edge)
				}
				if i.Edge.From == c.edge.From {
					u.alter(s, i)
				}
			}, a.in.Prog.Locs...)
			return err
		})
		if err != nil {
			return err
		}
		if !evades {
			out.Passes, out.How = true, "the run passes "+u.what
			return nil
		}
	}
	return nil
}

// uniform is an alteration of all instances of a statement.
type uniform struct {
	what  string // completes "the run passes …"
	alter func(*interp.Session, *cfg.Instance)
}

// alike lists the alterations of all instances of a statement.
func (a *altering) alike(e *cfg.Edge) (out []uniform) {
	if IsBranch(e) {
		for _, take := range e.From.Out {
			other := e.From.Out[0]
			if other == take {
				other = e.From.Out[1]
			}
			out = append(out, uniform{"if this always " + Turned(other, take), func(s *interp.Session, i *cfg.Instance) {
				if i.Edge != take {
					s.Turn(take)
				}
			}})
		}
		return out
	}
	t, _, pointer, ok := Written(e)
	if !ok || pointer || t.Kind == cfg.Float {
		return nil
	}
	set := func(what string, value func(uint64) uint64) {
		out = append(out, uniform{what, func(s *interp.Session, i *cfg.Instance) {
			if i.Edge != e || len(i.Writes) == 0 {
				return
			}
			w := i.Writes[len(i.Writes)-1]
			Overwrite(s, i, value(w.Value))
		}})
	}
	set("with one more here each time", func(v uint64) uint64 { return v + 1 })
	set("with one less here each time", func(v uint64) uint64 { return v - 1 })
	set("with 0 here each time", func(uint64) uint64 { return 0 })
	set("with 1 here each time", func(uint64) uint64 { return 1 })
	return out
}

// Overwrite gives what an instance has just set, a variable or memory, another
// value, of which the bits of its type count.
func Overwrite(s *interp.Session, i *cfg.Instance, v uint64) {
	if x := cfg.Defined(i.Edge.Stmt); x != nil {
		s.Set(x, v)
	} else if st, ok := i.Edge.Stmt.(*cfg.Store); ok && len(i.Writes) > 0 {
		w := i.Writes[len(i.Writes)-1]
		s.SetWord(w.Addr, w.Size, cfg.Mask(v, st.Val.Type().Width()))
	}
}

// how says what was altered.
func (a *altering) how(c change, f interp.Force) string {
	if f.Take != nil {
		return "the run passes if this " + Turned(c.edge, f.Take)
	}
	return "the run passes with " + Instead(c.edge, f.Value, c.from)
}
