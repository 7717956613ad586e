package harness

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/frontend/argv"
	"culprit/frontend/extern"
)

// The exit statuses of a compiled harness.
const (
	Reached  = 107 // an error function was called
	Diverged = 108 // the program asked for an input that the trace does not have
	Aborted  = 134 // what a shell shows after a failed assert
	Trapped  = 132 // what a shell shows after what a sanitizer found
)

// Options is what a harness says about itself.
type Options struct {
	Tool       string // for the first comment
	Name       string // the name of its files without extension
	ErrorFuncs []string
	More       []string // the files of the program besides its first
	// Pattern says that uninitialised automatic variables hold the byte
	// PatternByte throughout, not zero.
	Pattern bool
}

// PatternByte is what gcc fills variables with on request.
const PatternByte = 0xfe

// Harness is a test harness under construction.
type Harness struct {
	opt     Options
	prog    *cfg.Program
	loc     *cfg.Loc // the error location
	externs []extern.Symbol
	byName  map[string]*extern.Symbol

	queues   map[string][]string // C literals in the order of the calls
	contents map[string][]byte   // initial bytes of variables
	blobs    [][]byte            // what __VERIFIER_nondet_memory writes
	blocks   bool                // a queue refers to culprit_block
	// Stdin is what the program must read from standard input, nil if the
	// trace reads nothing from it.
	Stdin  []byte
	args   []string // arguments of main
	argc   int
	texts  map[uint64]string // of the elements of argv, as far as they are known
	unread int               // texts whose place in the trace is not known
	// Calls lists the inputs of the trace (indices into Trace.Inputs) that
	// are results of __VERIFIER_nondet functions, in their order.
	Calls []Call
	// Loose says what the harness does not control, in trace order.
	Loose  []string
	allocs allocations
}

// allocations says what allocations must return.
type allocations struct {
	zeroed bool        // uninitialised memory must be zero
	calloc bool        // calls of malloc go to culprit_malloc
	blocks []heapBlock // what it returns, in the order of the calls
}

// Call is one result of an input function.
type Call struct {
	Input int    // index into Trace.Inputs
	Type  string // the C type of the result
	Value string // as a number: decimal, or inf or nan
}

// New makes the harness of a trace that ends in an error location. The
// externs are those of the program's file.
func New(prog *cfg.Program, tr *cfg.Trace, externs []extern.Symbol, opt Options) *Harness {
	h := &Harness{
		opt: opt, prog: prog, externs: externs, byName: map[string]*extern.Symbol{},
		argc: 1, texts: map[uint64]string{}, queues: map[string][]string{}, contents: map[string][]byte{},
	}
	for i := range externs {
		h.byName[externs[i].Name] = &externs[i]
	}
	if n := len(tr.Edges); n > 0 {
		h.loc = tr.Edges[n-1].To
	}
	h.inputs(tr)
	h.heap(tr)
	h.arguments()
	if h.loc != nil && h.loc.Reason.Kind == cfg.ErrorLabel {
		h.Lose("the end: the %s at %v is the error, and nothing shows that the program gets there", h.loc.Reason, h.loc.Pos)
	}
	return h
}

// inputs distributes the values of the trace.
func (h *Harness) inputs(tr *cfg.Trace) {
	used := usedInputs(tr)
	args := argv.ShortOf(h.prog)
	leaf := map[string]int{}
	scans := &scanner{}
	for k := range tr.Inputs {
		in := &tr.Inputs[k]
		e := tr.Edges[in.Step]
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			switch {
			case s.Func == "main":
				if s.Kind == cfg.Nondet {
					h.argc = int(cfg.SignExtend(in.Value, s.Dst.Type.Width()))
				}
			case s.Func == cfg.ArgumentChosen || s.Func == cfg.ArgumentSize:
			case reads(e) && s.Kind == cfg.Nondet:
				scans.begin(in, e)
			case strings.HasPrefix(s.Func, "extern "):
				h.variable(strings.TrimPrefix(s.Func, "extern "), s, in, leaf, used[k])
			default:
				h.result(k, e, s, in, used[k])
			}
		case *cfg.MemHavoc:
			if argv.Block(s.Dst) {
				h.unread++ // see heap
				continue
			}
			if args != nil && isAddr(s.Dst, args.Object) {
				for i := range args.Max {
					h.texts[i] = textAt(in.Mem, args.Object.Addr+i*args.Stride, args.Stride-1)
				}
				continue
			}
			h.block(in, e, s, scans)
		}
	}
	h.Stdin = scans.text()
	h.Loose = append(h.Loose, scans.loose...)
}

func isAddr(x cfg.Expr, o *cfg.Object) bool {
	a, ok := x.(*cfg.AddrOf)
	return ok && a.Obj == o
}

// arguments are what main gets but its name.
func (h *Harness) arguments() {
	if h.unread > 0 {
		h.Lose("%d arguments, whose texts are behind blocks of unknown size in the trace", h.unread)
	}
	for i := 1; i < min(h.argc, 1000); i++ {
		text, set := h.texts[uint64(i)]
		if !set { // the program does not look at it
			text = "x"
		}
		h.args = append(h.args, text)
	}
}

// textAt is a text of at most so many bytes at an address.
func textAt(mem map[uint64]byte, addr, most uint64) string {
	var b []byte
	for i := uint64(0); i < most && mem[addr+i] != 0; i++ {
		b = append(b, mem[addr+i])
	}
	return string(b)
}

// variable sets a part of a variable that is defined elsewhere.
func (h *Harness) variable(name string, s *cfg.Havoc, in *cfg.Input, leaf map[string]int, used bool) {
	v := h.byName[name]
	i := leaf[name]
	leaf[name]++
	if v == nil || i >= len(v.Offsets) {
		if used {
			h.Lose("the initial value of %s: its parts have no known place", name)
		}
		return
	}
	if s.Kind == cfg.Unknown { // a pointer
		if used && in.Value != 0 {
			h.Lose("the initial value of the pointer %s: it is null here, 0x%x in the trace", name, in.Value)
		}
		return
	}
	h.write(v, v.Offsets[i], s.Dst.Type.Bytes(), in.Value)
}

// write sets bytes of a variable that is defined elsewhere.
func (h *Harness) write(v *extern.Symbol, at uint64, n int, value uint64) {
	b := h.contents[v.Name]
	for i := range n {
		p := int(at) + i
		if p >= 1<<24 {
			return
		}
		for len(b) <= p {
			b = append(b, 0)
		}
		b[p] = byte(value >> (8 * i))
	}
	h.contents[v.Name] = b
}

// result queues the result of a call, or says that it cannot.
func (h *Harness) result(k int, e *cfg.Edge, s *cfg.Havoc, in *cfg.Input, used bool) {
	if s.Kind == cfg.Uninit {
		if !used || s.Dst.Temp { // one of the program has a name
			return
		}
		h.allocs.zeroed = true
		if in.Value != cfg.Mask(0x0101010101010101*uint64(h.fill()), s.Dst.Type.Width()) {
			if s.Dst.Pos.IsValid() {
				h.Lose("the uninitialised variable %s at %v: %s in the trace", s.Dst.Name, s.Dst.Pos, number(s.Dst, in.Value))
			} else {
				h.Lose("the uninitialised %s: %s in the trace", s.Dst.Name, number(s.Dst, in.Value))
			}
		}
		return
	}
	f := h.byName[s.Func]
	switch {
	case f == nil || !f.Func || f.Defined || f.Library && s.Kind != cfg.Nondet:
		if used {
			h.Lose("%s at %v: %s in the trace", s.Func, e.Pos, number(s.Dst, in.Value))
		}
		return
	case f.Result == "" || f.Result == "void":
		h.Lose("the result of %s at %v, which has no scalar type", s.Func, e.Pos)
		return
	}
	h.queues[s.Func] = append(h.queues[s.Func], h.literal(f, s, in.Value, e, used))
	if strings.HasPrefix(s.Func, "__VERIFIER_nondet") {
		h.Calls = append(h.Calls, Call{Input: k, Type: f.Result, Value: plain(f.Result, h.prog.PtrBits, s.Dst, in.Value)})
	}
}

// block serves a MemHavoc.
func (h *Harness) block(in *cfg.Input, e *cfg.Edge, s *cfg.MemHavoc, scans *scanner) {
	fn := callee(e)
	obj, _ := s.Dst.(*cfg.AddrOf)
	switch {
	case s.Kind == cfg.Uninit:
		what := "uninitialised memory"
		if obj != nil {
			what = "the uninitialised " + obj.Obj.Name
		}
		h.allocs.zeroed = true
		if size, ok := s.Size.(*cfg.Const); h.opt.Pattern && ok && obj != nil && filled(in.Mem, obj.Obj.Addr, size.V) {
			return
		}
		h.memory(in.Mem, e, what)
	case obj != nil && h.byName[obj.Obj.Name] != nil && !h.byName[obj.Obj.Name].Func && e.Role == cfg.RoleImplicit:
		v := h.byName[obj.Obj.Name]
		for _, a := range slices.Sorted(maps.Keys(in.Mem)) {
			h.write(v, a-obj.Obj.Addr, 1, uint64(in.Mem[a]))
		}
	case fn == "__VERIFIER_nondet_memory":
		h.blob(in.Mem, s, e)
	case reads(e) && s.Kind == cfg.Nondet:
		scans.value(in, e, s)
	case len(in.Mem) > 0:
		h.Lose("what %s writes at %v", fn, e.Pos)
	}
}

// fill is what each byte of an uninitialised variable holds.
func (h *Harness) fill() byte {
	if h.opt.Pattern {
		return PatternByte
	}
	return 0
}

// filled reports whether all bytes of a range are PatternByte.
func filled(mem map[uint64]byte, addr, size uint64) bool {
	for k := range size {
		if mem[addr+k] != PatternByte {
			return false
		}
	}
	return true
}

// blob queues the bytes of a call of __VERIFIER_nondet_memory.
func (h *Harness) blob(mem map[uint64]byte, s *cfg.MemHavoc, e *cfg.Edge) {
	base, ok := uint64(0), len(mem) == 0
	if a, is := s.Dst.(*cfg.AddrOf); is {
		base, ok = a.Obj.Addr, true
	}
	if !ok {
		h.Lose("the memory that %s fills at %v", callee(e), e.Pos)
	}
	var b []byte
	for _, a := range slices.Sorted(maps.Keys(mem)) {
		if ok && a-base < 1<<24 {
			b = append(b, make([]byte, a-base+1-uint64(len(b)))...)
			b[a-base] = mem[a]
		}
	}
	h.blobs = append(h.blobs, b)
}

// memory notes bytes that must not be zero where zero is what one gets.
func (h *Harness) memory(mem map[uint64]byte, e *cfg.Edge, what string) {
	for _, b := range mem {
		if b != 0 {
			if e.Pos.IsValid() {
				what = fmt.Sprintf("%s at %v (%s)", what, e.Pos, e.Text)
			}
			h.Lose("%s: it holds values other than zero in the trace", what)
			return
		}
	}
}

// Lose adds something that the harness does not control.
func (h *Harness) Lose(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); len(h.Loose) < maxLoose && !slices.Contains(h.Loose, s) {
		h.Loose = append(h.Loose, s)
	}
}

// reads reports whether the statement belongs to a call that reads standard
// input by a format.
func reads(e *cfg.Edge) bool { return e.Call != nil && e.Call.Stdin }

// usedInputs reports for each input of a trace whether some later statement
// reads the variable it went to before it is assigned again. Inputs into
// memory count as used.
func usedInputs(tr *cfg.Trace) []bool {
	used := make([]bool, len(tr.Inputs))
	pending := map[*cfg.Var]int{}
	k := 0
	for i, e := range tr.Edges {
		for x := range cfg.StmtParts(e.Stmt) {
			if r, ok := x.(*cfg.VarRef); ok {
				if in, ok := pending[r.V]; ok {
					used[in] = true
				}
			}
		}
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			delete(pending, s.Dst)
		case *cfg.Havoc:
			delete(pending, s.Dst)
		case *cfg.Alloc:
			delete(pending, s.Dst)
		case *cfg.Call:
			for _, p := range s.Proc.Params {
				delete(pending, p)
			}
		}
		for k < len(tr.Inputs) && tr.Inputs[k].Step == i {
			if s, ok := e.Stmt.(*cfg.Havoc); ok {
				pending[s.Dst] = k
			} else {
				used[k] = true
			}
			k++
		}
	}
	return used
}

// literal writes a value as a C expression of the function's result type.
func (h *Harness) literal(f *extern.Symbol, s *cfg.Havoc, value uint64, e *cfg.Edge, used bool) string {
	switch {
	case f.Result == "void *":
		if value == 0 {
			return "0"
		}
		if used {
			h.Lose("the pointer that %s returns at %v: 0x%x in the trace, a block of zeros here", f.Name, e.Pos, value)
		}
		h.blocks = true
		return "culprit_block"
	case s.Dst.Type.Kind == cfg.Float:
		return floatLiteral(floating(s.Dst, value))
	}
	text := plain(f.Result, h.prog.PtrBits, s.Dst, value)
	w := widthOf(f.Result, h.prog.PtrBits)
	switch {
	case unsigned(f.Result) && w >= 32:
		return text + "ULL"
	case unsigned(f.Result) || w < 32:
		return text
	case text == strconv.Itoa(math.MinInt64):
		return "-9223372036854775807LL - 1"
	case w > 32 || text == strconv.Itoa(math.MinInt32):
		return text + "LL"
	}
	return text
}
