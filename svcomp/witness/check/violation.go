package check

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctree"
	"culprit/svcomp/witness"
)

// violations checks the entries of a violation witness. One that is right is
// enough.
func (c *checker) violations() (*Answer, error) {
	var best *Answer
	for i := range c.w.Entries {
		a, err := c.violation(&c.w.Entries[i])
		if err != nil || a.Verdict == Confirmed {
			return a, err
		}
		if best == nil || best.Verdict == Rejected && a.Verdict == Undecided {
			best = a
		}
	}
	return best, nil
}

func (c *checker) violation(e *witness.Entry) (*Answer, error) {
	f := &follower{checker: c, segments: e.Segments, points: map[*ctree.Place][]point{}}
	if a := f.resolve(); a != nil {
		return a, nil
	}
	ed := c.edit()
	if a := f.instrument(ed); a != nil {
		return a, nil
	}
	if !ed.declare("unsigned " + prefix + "segment; static void " + prefix + "stop(void) { __builtin_unreachable(); }") {
		return undecided("the start of the first function is not found"), nil
	}
	ch := ed.apply()
	prog, in, off, err := c.lower(ch)
	if err != nil {
		return f.unlowered(in, off, err)
	}
	f.undefined(ch, prog)
	f.restore(ch, prog)
	if a := f.target(prog); a != nil {
		return a, nil
	}
	if err := cfg.Check(prog); err != nil {
		panic(fmt.Sprintf("the program restricted to a witness is broken: %v", err))
	}
	if a := f.execute(prog); a != nil {
		return a, nil
	}
	return f.decide(prog), nil
}

// resolve finds the place of each waypoint.
func (f *follower) resolve() *Answer {
	for k := range f.segments {
		for i := range f.segments[k] {
			w := &f.segments[k][i]
			if w.Type == witness.Target {
				continue
			}
			p, found := f.find(w.Location, suitable(w))
			if !found && f.hidden(w.Location, suitable(w)) {
				return undecided("%s: this location is inside a macro expansion", f.at(w.Line, w.Location))
			}
			if !found {
				return rejected("%s: nothing there is of type %s", f.at(w.Line, w.Location), w.Type)
			}
			if f.points[p.Place] == nil {
				f.order = append(f.order, p)
			}
			f.points[p.Place] = append(f.points[p.Place], point{k, w})
		}
	}
	slices.SortFunc(f.order, func(a, b spot) int {
		return cmp.Or(a.file.id-b.file.id, a.At-b.At, int(a.Kind)-int(b.Kind))
	})
	return nil
}

// instrument adds code to each place.
func (f *follower) instrument(all edits) *Answer {
	for _, s := range f.order {
		ed, p := all.in(s), s.Place
		var a *Answer
		switch p.Kind {
		case ctree.PlaceStatement, ctree.PlaceDeclaration:
			a = f.assumptions(ed, p)
		case ctree.PlaceBranching:
			f.branching(ed, p)
		case ctree.PlaceSwitch:
			a = f.switching(ed, p)
		default:
			a = f.call(ed, p)
		}
		if a != nil {
			return a
		}
	}
	return nil
}

// steps is the code for the waypoints at one place: in each segment, whoever
// passes a waypoint to avoid stops, and whoever comes to the one to follow
// passes it or stops. pass is the C condition for passing.
func steps(points []point, pass func(*witness.Waypoint) string) string {
	sort.SliceStable(points, func(i, j int) bool { return points[i].segment < points[j].segment })
	var b strings.Builder
	for i := 0; i < len(points); {
		k := points[i].segment
		if i > 0 {
			b.WriteString(" else ")
		}
		fmt.Fprintf(&b, "if (%ssegment == %d) {", prefix, k)
		for ; i < len(points) && points[i].segment == k; i++ {
			cond := pass(points[i].Waypoint)
			if points[i].Action == witness.Avoid {
				fmt.Fprintf(&b, " if (%s) %sstop();", cond, prefix)
			} else {
				fmt.Fprintf(&b, " if (%s) %ssegment = %d; else %sstop();", cond, prefix, k+1, prefix)
			}
		}
		b.WriteString(" }")
	}
	return b.String()
}

func (f *follower) assumptions(ed *edit, p *ctree.Place) *Answer {
	texts := map[*witness.Waypoint]string{}
	for _, pt := range f.points[p] {
		text, problem, unsupported := expression(pt.Constraint)
		switch {
		case unsupported:
			return undecided("%s: %s is not supported", f.at(pt.Line, pt.Location), problem)
		case problem != "":
			return rejected("%s: the assumption is not a C expression without side effects: %s", f.at(pt.Line, pt.Location), problem)
		}
		texts[pt.Waypoint] = text
	}
	ed.statement(p, steps(f.points[p], func(w *witness.Waypoint) string { return texts[w] }))
	return nil
}

func (f *follower) branching(ed *edit, p *ctree.Place) {
	taken := prefix + "b"
	code := steps(f.points[p], func(w *witness.Waypoint) string {
		if w.Constraint == "true" {
			return taken
		}
		return "!" + taken
	})
	if strings.TrimSpace(string(ed.Text[p.Cond.Start:p.Cond.End])) == "" {
		ed.put(p.Cond.Start, "({ _Bool "+taken+" = 1; "+code+" 1; })")
		return
	}
	ed.wrap(p.Cond, "({ _Bool "+taken+" = !!(", "); "+code+" "+taken+"; })")
}

func (f *follower) switching(ed *edit, p *ctree.Place) *Answer {
	text, ok := ed.oneLine(p.Cond)
	if !ok {
		return undecided("%s: the switch cannot be observed", f.at(f.points[p][0].Line, f.points[p][0].Location))
	}
	value := prefix + "s"
	none := ""
	for _, x := range p.Cases {
		label, ok := ed.oneLine(x)
		if !ok {
			return undecided("%s: the switch cannot be observed", f.at(f.points[p][0].Line, f.points[p][0].Location))
		}
		if lo, hi, ok := strings.Cut(label, "..."); ok {
			none += fmt.Sprintf(" && !(%s >= (%s) && %s <= (%s))", value, lo, value, hi)
		} else {
			none += fmt.Sprintf(" && %s != (%s)", value, label)
		}
	}
	code := steps(f.points[p], func(w *witness.Waypoint) string {
		if w.Constraint == "default" {
			return "1" + none
		}
		return value + " == (" + w.Constraint + ")"
	})
	ed.wrap(p.Cond, "({ __typeof__(+("+text+")) "+value+" = (", "); "+code+" "+value+"; })")
	return nil
}

// call adds code to a call: after the evaluation of the arguments, and after
// the call itself.
func (f *follower) call(ed *edit, p *ctree.Place) *Answer {
	var enter, leave []point
	for _, pt := range f.points[p] {
		if pt.Type == witness.FunctionEnter {
			enter = append(enter, pt)
		} else {
			leave = append(leave, pt)
		}
	}
	if len(enter) > 0 {
		code := steps(enter, func(*witness.Waypoint) string { return "1" })
		if p.Args {
			text, ok := ed.oneLine(p.Last)
			if !ok {
				return undecided("%s: the call cannot be observed", f.at(enter[0].Line, enter[0].Location))
			}
			ed.wrap(p.Last, "({ __typeof__((0, "+text+")) "+prefix+"a = (", "); "+code+" "+prefix+"a; })")
		} else {
			ed.wrap(p.Whole, "({ "+code+" ", "; })")
		}
	}
	if len(leave) == 0 {
		return nil
	}
	result := prefix + "r"
	compared := false
	code := steps(leave, func(w *witness.Waypoint) string {
		comparison, constant, ok := w.Result()
		if !ok {
			return "1"
		}
		compared = true
		return result + " " + comparison + " (" + constant + ")"
	})
	for _, pt := range leave {
		_, constant, ok := pt.Result()
		if !ok {
			continue
		}
		if _, problem, _ := expression(constant); problem != "" {
			return rejected("%s: %s is not a constant", f.at(pt.Line, pt.Location), constant)
		}
	}
	if p.Void {
		if compared {
			return rejected("%s: the function has no result", f.at(leave[0].Line, leave[0].Location))
		}
		ed.wrap(p.Whole, "({ ", "; "+code+" })")
		return nil
	}
	text, ok := ed.oneLine(p.Whole)
	if !ok {
		return undecided("%s: the call cannot be observed", f.at(leave[0].Line, leave[0].Location))
	}
	ed.wrap(p.Whole, "({ __typeof__("+text+") "+result+" = ", "; "+code+" "+result+"; })")
	return nil
}

// unlowered finds the waypoint to blame for a changed program that is no C.
func (f *follower) unlowered(in *file, off int, err error) (*Answer, error) {
	for _, p := range f.order {
		if p.file != in || p.Insert != off && p.At != off {
			continue
		}
		for _, pt := range f.points[p.Place] {
			if pt.Type == witness.Assumption {
				return rejected("%s: %s is not an expression there: %s", f.at(pt.Line, pt.Location), pt.Constraint, message(err)), nil
			}
		}
	}
	return undecided("the program restricted to the witness cannot be analysed: %s", message(err)), nil
}

// undefined makes undefined arithmetic in what was added an error location, which
// restore takes for what it is, whatever the property.
func (f *follower) undefined(ch changes, prog *cfg.Program) {
	safety.Undefined(prog, func(p cfg.Pos) bool { return p.IsValid() && ch.inserted(p) })
}

// restore maps the program back to the original text. Undefined behaviour of
// what was added is not the program's.
func (f *follower) restore(ch changes, prog *cfg.Program) {
	ch.restore(prog, func(l *cfg.Loc) { disown(l, "an assumption of the witness") },
		func(e *cfg.Edge) { e.Role = cfg.RoleImplicit })
}

// disown takes care of an error location in added text.
func disown(l *cfg.Loc, what string) {
	if l.Kind != cfg.Error {
		return
	}
	l.Kind, l.Reason, l.Property = cfg.Unsupported, cfg.Reason{Kind: cfg.Undefined, Text: what}, ""
	if strings.HasPrefix(l.Proc.Name, prefix) {
		l.Kind = cfg.Plain
	}
}

// target keeps the error locations that the last waypoint allows.
func (f *follower) target(prog *cfg.Program) *Answer {
	last := f.segments[len(f.segments)-1]
	w := &last[len(last)-1]
	var allowed []ctree.Extent
	at := -1
	locs := prog.ErrorLocs()
	in := f.file(w.Location)
	inside := func(x ctree.Extent, l *cfg.Loc) bool {
		return f.fileAt(l.Pos) == in && x.Contains(in.text.offset(l.Pos.Line, l.Pos.Col))
	}
	for i := range in.outline.Places {
		p := &in.outline.Places[i]
		if p.Kind >= ctree.PlaceBranching || !in.matches(w.Location, p.At) || w.Location.Function != "" && w.Location.Function != p.Func {
			continue
		}
		if at < 0 || p.At == at { // without a column, the first that is suitable
			for _, x := range p.Own {
				for _, l := range locs {
					if inside(x, l) {
						allowed, at = append(allowed, x), p.At
					}
				}
			}
		}
	}
	keep := map[*cfg.Loc]bool{}
	for _, l := range locs {
		for _, x := range allowed {
			keep[l] = keep[l] || inside(x, l)
		}
		if p := safety.Lookup(l.Property); p != nil && p.AtEnd {
			keep[l] = true
		}
	}
	if len(keep) == 0 || len(allowed) == 0 && !anyOf(keep) {
		off := in.text.offset(w.Location.Line, w.Location.Column)
		for _, name := range f.prog.Property.ErrorFuncs {
			if in.outline.Bodies[name].Contains(off) {
				return undecided("%s: the target is in the body of %s, not at its call", f.at(w.Line, w.Location), name)
			}
		}
		if f.hidden(w.Location, func(p *ctree.Place) bool { return true }) {
			return undecided("%s: this location is inside a macro expansion", f.at(w.Line, w.Location))
		}
		return rejected("%s: nothing there can violate the property", f.at(w.Line, w.Location))
	}
	segment := f.variable(prog)
	for _, l := range locs {
		switch {
		case !keep[l] || segment == nil && len(f.segments) > 1:
			l.Kind, l.Reason, l.Property = cfg.Plain, cfg.Reason{}, ""
		case len(f.segments) > 1:
			guard(prog, l, cfg.Compare(cfg.Eq, &cfg.VarRef{V: segment},
				&cfg.Const{T: segment.Type, V: uint64(len(f.segments) - 1)}))
		}
	}
	return nil
}

func anyOf(m map[*cfg.Loc]bool) bool {
	for _, v := range m {
		if v {
			return true
		}
	}
	return false
}

// variable is the one that counts segments, nil if no waypoint can be reached.
func (f *follower) variable(prog *cfg.Program) *cfg.Var {
	for _, v := range prog.Vars {
		if v.Proc == nil && v.Name == prefix+"segment" {
			return v
		}
	}
	return nil
}

// guard lets control come to a location only where a condition holds.
func guard(prog *cfg.Program, l *cfg.Loc, cond cfg.Expr) {
	mid := prog.NewLoc(l.Proc, l.Pos)
	in := l.In
	l.In = nil
	for _, e := range in {
		e.To = mid
		mid.In = append(mid.In, e)
	}
	prog.NewEdge(mid, l, &cfg.Assume{Cond: cond}, l.Pos, "", cfg.RoleImplicit)
}
