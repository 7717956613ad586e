package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
)

// InputsSchema names the form of a file with the inputs of one trace.
const InputsSchema = "culprit-inputs/1"

// Inputs is what is needed to repeat a trace.
type Inputs struct {
	Schema    string  `json:"schema"`
	File      string  `json:"file"`
	DataModel string  `json:"data_model,omitempty"`
	Property  string  `json:"property,omitempty"`
	Trace     int     `json:"trace"` // its id
	Inputs    []Input `json:"inputs"`
}

// InputsOf are the inputs of the i-th trace of a report.
func (r *Report) InputsOf(i int) *Inputs {
	t := &r.Traces[i]
	return &Inputs{
		Schema: InputsSchema, File: r.File, DataModel: r.DataModel, Property: r.Property, Trace: t.ID, Inputs: t.Inputs,
	}
}

// ParseInputs reads the JSON of Inputs, or a whole report, of which it
// takes the trace with the given id.
func ParseInputs(text []byte, id int) (*Inputs, error) {
	var kind struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return nil, err
	}
	switch kind.Schema {
	case InputsSchema:
		var in Inputs
		if err := json.Unmarshal(text, &in); err != nil {
			return nil, err
		}
		return &in, nil
	case Schema:
		var r Report
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, err
		}
		for i := range r.Traces {
			if r.Traces[i].ID == id {
				return r.InputsOf(i), nil
			}
		}
		return nil, fmt.Errorf("the report has %s, and no trace %d", count(len(r.Traces), "trace"), id)
	}
	return nil, fmt.Errorf("schema %q, want %q or %q", kind.Schema, InputsSchema, Schema)
}

// inputs writes the values a user would enter to see each trace fail.
func (p *printer) inputs(traces []int) {
	var parts []string
	for i := range p.r.Traces {
		t := &p.r.Traces[i]
		if traces != nil && !slices.Contains(traces, t.ID) {
			continue
		}
		text := inputText(t)
		if text == "" {
			continue
		}
		if len(p.r.Traces) > 1 {
			text = fmt.Sprintf("trace %d %s", t.ID, text)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return
	}
	if len(parts) > maxValues {
		rest := len(parts) - maxValues
		parts = append(parts[:maxValues], count(rest, "more trace")+" (see --format json)")
	}
	one := strings.Join(parts, ", ")
	if len(one)+10 <= p.s.width() {
		fmt.Fprintf(p, "  inputs: %s\n", one)
		return
	}
	for i, part := range parts {
		head := "inputs:"
		if i > 0 {
			head = "       "
		}
		fmt.Fprintf(p, "  %s %s\n", head, clip(part, p.s.width()-11))
	}
}

// inputText writes "a = 1, 2, b = 0": the values of each input in order, with the
// numbers and texts that the library reads into memory. If there are many, those that go into a relevant statement are enough.
func inputText(t *Trace) string {
	type input struct {
		name     string
		values   []string
		relevant bool
	}
	var all []*input
	byName := map[string]*input{}
	for _, in := range t.Inputs {
		if in.Text || in.Kind != "nondet" && (in.Kind != "memory" || in.Value == "") {
			continue
		}
		x := byName[in.Name]
		if x == nil {
			x = &input{name: in.Name}
			byName[in.Name] = x
			all = append(all, x)
		}
		x.values = append(x.values, in.Value)
		x.relevant = x.relevant || in.Relevant
	}
	var parts []string
	others := 0
	for _, x := range all {
		if len(all) > maxValues && !x.relevant {
			others++
			continue
		}
		text := strings.Join(x.values[:min(len(x.values), 2*maxValues)], ", ")
		if len(x.values) > 2*maxValues {
			text += fmt.Sprintf(", … (%d values)", len(x.values))
		}
		parts = append(parts, x.name+" = "+text)
	}
	out := strings.Join(parts, ", ")
	if others > 0 {
		out = strings.TrimSpace(out + fmt.Sprintf(" and %s not relevant", count(others, "other")))
	}
	return out
}

// Inputs: the values that a trace takes from outside, under the names that its
// reader knows.

// KindOfInput is the Input.Kind of what a nondeterministic statement takes.
func KindOfInput(s cfg.Stmt) string {
	if h, ok := s.(*cfg.Havoc); ok {
		if h.Func == cfg.ArgumentChosen || h.Func == cfg.ArgumentSize {
			return "argument" // the text follows
		}
		return [...]string{cfg.Nondet: "nondet", cfg.Uninit: "uninitialised", cfg.Unknown: "unknown"}[h.Kind]
	}
	return "memory"
}

// inputOf describes an input; taker is the step of the statement that the
// user sees taking it.
func inputOf(prog *cfg.Program, tr *cfg.Trace, in *cfg.Input) (out Input, taker int) {
	out, taker = Input{Step: in.Step, Kind: "memory"}, in.Step
	e := tr.Edges[in.Step]
	switch s := e.Stmt.(type) {
	case *cfg.Havoc:
		out.Kind = KindOfInput(s)
		v, step := receiver(tr, in.Step, s.Dst)
		taker = step
		out.Name = inputName(v, s.Func)
		sh := shapeOf(s.Dst)
		if v != nil && v.Type == s.Dst.Type {
			sh = shapeOf(v)
		}
		out.Value, out.Bits = sh.format(in.Value), strconv.FormatUint(in.Value, 10)
		if sh.pointer && prog != nil {
			out.Value = prog.ShowAddress(cfg.Mask(in.Value, sh.typ.Width()))
		}
	default:
		out.Name = e.Text
		if h, ok := s.(*cfg.MemHavoc); ok && h.Kind == cfg.Nondet && e.Call != nil {
			out.Name, out.Value = readBytes(h, e, in.Mem)
		}
	}
	for _, a := range slices.Sorted(maps.Keys(in.Mem)) {
		out.Mem = append(out.Mem, Byte{fmt.Sprintf("0x%x", a), in.Mem[a]})
	}
	return out, taker
}

// readBytes shows what a call of the library reads into memory: under the name of
// the object, if that is known, as a number where one is read, and else as a text.
func readBytes(h *cfg.MemHavoc, e *cfg.Edge, mem map[uint64]byte) (name, value string) {
	if len(mem) == 0 {
		return e.Text, ""
	}
	addrs := slices.Sorted(maps.Keys(mem))
	low, high := addrs[0], addrs[len(addrs)-1]
	name = e.Text
	size, fixed := h.Size.(*cfg.Const)
	number := fixed && h.Text == nil && (size.V == 2 || size.V == 4 || size.V == 8)
	if a, ok := h.Dst.(*cfg.AddrOf); ok {
		name, low = cfg.SourceName(a.Obj.Name), a.Obj.Addr
		number = number && a.Obj.Size == size.V
	} else if number = number && high-low < size.V; number {
		low -= low % size.V
	}
	if number {
		v := uint64(0)
		for i := range size.V {
			v |= uint64(mem[low+i]) << (8 * i)
		}
		if a, ok := h.Dst.(*cfg.AddrOf); ok && a.Obj.Elem.Kind == cfg.Float {
			return name, cfg.FormatValue(a.Obj.Elem, true, v)
		}
		return name, strconv.FormatInt(cfg.SignExtend(v, int(8*size.V)), 10)
	}
	var text []byte
	for a := low; a <= high && len(text) < maxBytes; a++ {
		text = append(text, mem[a])
	}
	return name, strconv.Quote(strings.TrimRight(string(text), "\x00")) // what is not set is zero
}

// receiver is the variable of the user that an input ends up in, and where:
// the havoc'd one, or, if that is a temporary, the one assigned from it right
// after. Without one the variable is nil.
func receiver(tr *cfg.Trace, step int, dst *cfg.Var) (*cfg.Var, int) {
	if !dst.Temp {
		return dst, step
	}
	const reach = 4
	for i := step + 1; i < min(step+1+reach, len(tr.Edges)); i++ {
		a, ok := tr.Edges[i].Stmt.(*cfg.Assign)
		if !ok || !converts(a.Src, dst) {
			continue
		}
		if !a.Dst.Temp {
			return a.Dst, i
		}
		dst = a.Dst
	}
	return nil, step
}

// converts reports whether an expression is the value of v and nothing
// conversions around it.
func converts(x cfg.Expr, v *cfg.Var) bool {
	switch x := x.(type) {
	case *cfg.VarRef:
		return x.V == v
	case *cfg.Cast:
		return converts(x.X, v)
	case *cfg.Binary: // to bool
		c, ok := x.Y.(*cfg.Const)
		return x.Op == cfg.Ne && ok && c.V == 0 && converts(x.X, v)
	}
	return false
}

func inputName(v *cfg.Var, fn string) string {
	switch {
	case v != nil && v.Proc != nil && v.Proc.Ret == v:
		return v.Proc.Name + "()"
	case v != nil:
		return cfg.SourceName(v.Name)
	case fn != "":
		return fn + "()"
	}
	return "input"
}
