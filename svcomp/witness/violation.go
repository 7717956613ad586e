package witness

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/ctree"
)

// NewViolation makes the witness of an error trace: the values of its inputs
// and the ways that its decisions go, in order, and the target. conf is how the
// program was lowered.
//
// A place with a visit that cannot be expressed is left out. A long trace is
// thinned: places of decisions are left out with all their visits, the most
// visited first, and then the last inputs.
func NewViolation(tr *cfg.Trace, conf frontend.Config, about About) *Witness {
	v := &violationWriter{texts: newTexts(about.Files, conf), tr: tr, inputs: map[int]cfg.Input{}, omit: map[Location]bool{}, pending: map[*cfg.Var]choice{}}
	for _, in := range tr.Inputs {
		v.inputs[in.Step] = in
	}
	for i, e := range tr.Edges {
		v.step(i, e)
	}
	v.way = slices.DeleteFunc(v.way, func(w Waypoint) bool { return v.omit[w.Location] })
	v.thin(maxViolation)
	v.target()
	e := Entry{Type: ViolationSequence, Metadata: about.metadata()}
	for _, w := range v.way {
		e.Segments = append(e.Segments, Segment{w})
	}
	return &Witness{Entries: []Entry{e}}
}

type violationWriter struct {
	texts   texts
	tr      *cfg.Trace
	inputs  map[int]cfg.Input   // by step
	pending map[*cfg.Var]choice // variables whose values are to be stated
	omit    map[Location]bool   // calls with a result that cannot be expressed
	way     []Waypoint
}

// choice is the value that a variable got at a place.
type choice struct {
	value uint64
	at    cfg.Pos
}

// step adds the waypoints of one edge.
func (v *violationWriter) step(i int, e *cfg.Edge) {
	v.assume(e)
	if x := cfg.Defined(e.Stmt); x != nil {
		delete(v.pending, x)
	}
	switch s := e.Stmt.(type) {
	case *cfg.Havoc:
		in, ok := v.inputs[i]
		switch {
		case !ok:
		case s.Kind == cfg.Nondet && s.Func != "main":
			v.returned(i, e, s, in.Value)
		case s.Kind == cfg.Uninit && !s.Dst.Temp && s.Dst.Proc != nil && v.read(i+1, s.Dst):
			v.pending[s.Dst] = choice{in.Value, e.Pos}
		}
	case *cfg.Return:
		for x := range v.pending {
			if x.Proc == e.From.Proc {
				delete(v.pending, x)
			}
		}
	}
	if b := e.Branch; b != nil && b.Keyword != "?" {
		if t, off := v.texts.find(b.Pos); off >= 0 && t.starts(off, b.Keyword) {
			v.add(Waypoint{Type: Branching, Location: t.location(off, procName(e)), Constraint: b.Outcome})
		}
	}
}

// read reports whether the trace reads a variable from step i on, before it
// sets it.
func (v *violationWriter) read(i int, x *cfg.Var) bool {
	for _, e := range v.tr.Edges[i:] {
		found := cfg.Uses(e.Stmt, x)
		if _, ok := e.Stmt.(*cfg.Return); found || ok && e.From.Proc == x.Proc || cfg.Defined(e.Stmt) == x {
			return found
		}
	}
	return false
}

func (v *violationWriter) add(w Waypoint) {
	w.Action = Follow
	v.way = append(v.way, w)
}

// procName is the function of an edge.
func procName(e *cfg.Edge) string { return FunctionName(e.From.Proc) }

// returned says what an input function returned. The edge may be the whole
// assignment of the result: the call is the last one in it. Where the call
// is expanded from a macro, the value of the variable is stated later.
func (v *violationWriter) returned(i int, e *cfg.Edge, s *cfg.Havoc, value uint64) {
	t, off := v.texts.find(e.Pos)
	if off < 0 {
		return
	}
	ext, ok := t.span(e.Pos)
	if !ok {
		return
	}
	call := -1
	for _, p := range t.out.Places {
		if p.Kind == ctree.PlaceCall && p.Name == s.Func && ext.Contains(p.At) {
			call = max(call, p.At)
		}
	}
	if call < 0 {
		if !s.Dst.Temp && s.Dst.Proc != nil && v.read(i+1, s.Dst) {
			v.pending[s.Dst] = choice{value, e.Pos}
		}
		return
	}
	at := t.location(call, procName(e))
	val := resultValue(s, value)
	if val == "" {
		v.omit[at] = true
		return
	}
	v.add(Waypoint{Type: FunctionReturn, Location: at, Constraint: `\result == ` + val, Format: ACSLExpression})
}

// unsignedResults are the input functions __VERIFIER_nondet_X with an unsigned
// result; others are signed or have a result of another kind.
var unsignedResults = []string{"bool", "uchar", "ushort", "uint", "unsigned", "u8", "u16", "u32", "unsigned_int", "ulong", "unsigned_long", "ulonglong", "unsigned_char", "size_t", "sector_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t"}

// resultValue is a literal for the value of an input, "" if there is none. The
// variable may be narrower than the result, whose other bits do not matter.
func resultValue(s *cfg.Havoc, v uint64) string {
	name, nondet := strings.CutPrefix(s.Func, "__VERIFIER_nondet_")
	t, signed := s.Dst.Type, s.Dst.Signed
	if nondet {
		signed = !slices.Contains(unsignedResults, name)
	}
	switch {
	case nondet && (name == "bool" || name == "_Bool") && v != 0:
		v = 1
	case s.Dst.Pointer() || nondet && strings.HasPrefix(name, "p") && name != "pthread_t":
		if v != 0 {
			return "" // an address
		}
		signed = true
	}
	return literal(t, signed, v)
}

// literal writes a value as a C constant expression of its type; "" for a
// float that has none.
func literal(t cfg.Type, signed bool, v uint64) string {
	w := t.Width()
	v = cfg.Mask(v, w)
	if t.Kind == cfg.Float {
		f, suffix := math.Float64frombits(v), ""
		if w == 32 {
			f, suffix = float64(math.Float32frombits(uint32(v))), "f"
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return ""
		}
		s := strconv.FormatFloat(f, 'g', -1, w)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s + suffix
	}
	if !signed {
		s := strconv.FormatUint(v, 10)
		switch {
		case v > math.MaxUint32:
			return s + "ULL"
		case v > math.MaxInt32:
			return s + "U"
		}
		return s
	}
	n := cfg.SignExtend(v, w)
	switch {
	case n == math.MinInt64:
		return "(-9223372036854775807LL - 1LL)"
	case n > math.MaxInt32 || n < math.MinInt32:
		return strconv.FormatInt(n, 10) + "LL"
	}
	return strconv.FormatInt(n, 10)
}

// assume states the values of variables that are not results of calls in front
// of the first statement after the place where they got them.
func (v *violationWriter) assume(e *cfg.Edge) {
	if len(v.pending) == 0 || e.Role != cfg.RoleUser {
		return
	}
	pos := e.Pos
	decides := e.Branch != nil && (e.Branch.Keyword == "if" || e.Branch.Keyword == "switch")
	if decides {
		pos = e.Branch.Pos
	}
	t, off := v.texts.find(pos)
	if off < 0 || !slices.ContainsFunc(t.out.Places, func(p ctree.Place) bool {
		return p.Kind == ctree.PlaceStatement && p.At == off && !p.Braces
	}) {
		return
	}
	var vars []*cfg.Var
	for x, c := range v.pending {
		// A condition may set what it looks at.
		if u, at := v.texts.find(c.at); x.Proc == e.From.Proc && (!decides || u == t && at >= 0 && at < off) {
			vars = append(vars, x)
		}
	}
	slices.SortFunc(vars, func(a, b *cfg.Var) int { return a.ID - b.ID })
	var cond []string
	for _, x := range vars {
		s := literal(x.Type, x.Signed, v.pending[x].value)
		delete(v.pending, x)
		if s != "" && plainName(x.Name) && (!x.Pointer() || s == "0") {
			cond = append(cond, x.Name+" == "+s)
		}
	}
	if len(cond) > 0 {
		v.add(Waypoint{Type: Assumption, Location: t.location(off, procName(e)), Constraint: strings.Join(cond, " && "), Format: CExpression})
	}
}

// plainName reports whether a variable's name is one of C, with members.
func plainName(s string) bool {
	for i := range len(s) {
		if !isIdent(s[i]) && s[i] != '.' {
			return false
		}
	}
	return s != ""
}

// thin leaves out waypoints until the others take at most limit bytes.
func (v *violationWriter) thin(limit int) {
	type weight struct{ visits, bytes int }
	weights := map[Location]weight{}
	sizes := map[Waypoint]int{} // most waypoints are repeated many times
	total := 0
	for i := range v.way {
		w := &v.way[i]
		n, ok := sizes[*w]
		if !ok {
			n = w.size()
			sizes[*w] = n
		}
		total += n
		if w.Type == Branching {
			k := weights[w.Location]
			weights[w.Location] = weight{k.visits + 1, k.bytes + n}
		}
	}
	omit := map[Location]bool{}
	for total > limit && len(weights) > 0 {
		var most Location
		for l, k := range weights {
			if m := weights[most]; k.visits > m.visits || k.visits == m.visits && (l.Line < most.Line || l.Line == most.Line && l.Column < most.Column) {
				most = l
			}
		}
		total -= weights[most].bytes
		delete(weights, most)
		omit[most] = true
	}
	v.way = slices.DeleteFunc(v.way, func(w Waypoint) bool { return w.Type == Branching && omit[w.Location] })
	total = 0
	for i := range v.way {
		total += sizes[v.way[i]]
		if total > limit {
			v.way = v.way[:i]
			break
		}
	}
}

// size is how much a waypoint takes in a segment of its own.
func (w *Waypoint) size() int {
	var p printer
	p.segment(Segment{*w})
	return p.buf.Len()
}

// target adds the last waypoint: the statement or full expression around the
// place of the violation, or the last one before it that has a place.
func (v *violationWriter) target() {
	last := v.tr.Edges[len(v.tr.Edges)-1]
	pos := last.To.Pos
	for i := len(v.tr.Edges) - 1; i >= 0; i-- {
		if t, off := v.texts.find(pos); off >= 0 {
			v.add(Waypoint{Type: Target, Location: t.location(fullExpression(t.out, off), procName(last))})
			return
		}
		last = v.tr.Edges[i]
		pos = last.Pos
	}
}

// fullExpression finds where the smallest statement or full expression starts
// that evaluates what is at an offset; the inner one, after its label.
func fullExpression(out *ctree.Outline, off int) int {
	at, size := off, math.MaxInt
	for _, p := range out.Places {
		if p.Kind != ctree.PlaceStatement && p.Kind != ctree.PlaceExpression && p.Kind != ctree.PlaceDeclaration {
			continue
		}
		for _, o := range p.Own {
			if n := o.End - o.Start; o.Contains(off) && n <= size {
				at, size = p.At, n
			}
		}
	}
	return at
}
