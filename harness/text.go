package harness

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/argv"
)

// Text is what a program is given as text: its arguments, its standard input and
// variables of its environment.
type Text struct {
	Args  []string
	Stdin []byte   // nil: it reads none
	Env   []string // NAME=VALUE
	// Inputs are the indices of the inputs of the trace that the text stands for.
	Inputs []int
	// Impossible says why no text makes the library say what the trace says; "" if
	// nothing speaks against it.
	Impossible string
}

// Place is a range of memory.
type Place struct{ Addr, Size uint64 }

// Texts are the texts that make the C library say what it says in a trace, the
// most faithful first; none if the program takes no text there. places are the
// ranges of the inputs into memory. Whether the program fails with one of them alike has to be
// tried: a trace says of each call by itself what it reads, and not where the input
// of one ends.
func Texts(prog *cfg.Program, tr *cfg.Trace, places map[int]Place) []Text {
	var out []Text
	for _, as := range []reading{{}, {lines: true}, {letters: true}, {lines: true, letters: true}} {
		t := as.text(prog, tr, places)
		if t == nil {
			return nil
		}
		if !slices.ContainsFunc(out, func(o Text) bool {
			return slices.Equal(o.Args, t.Args) && string(o.Stdin) == string(t.Stdin) && slices.Equal(o.Env, t.Env)
		}) {
			out = append(out, *t)
		}
	}
	return out
}

// reading is how the bytes of a trace are taken where it leaves that open.
type reading struct {
	lines   bool // a line that something follows ends with a newline
	letters bool // bytes that nothing determines are letters, not zeros
}

// letter stands for bytes that nothing determines.
const letter = 'a'

// stream is what calls read one after the other.
type stream struct {
	reading
	scanner
	text    *Text
	line    bool // the last call read a line that did not end with a newline
	call    *cfg.CallSite
	nothing *cfg.Var // the result of a call that may have read nothing
	stage   int      // inputs of the call so far
	length  int      // of what it has not stored yet
	model   clib.Model
	present bool
}

// collector puts the inputs of a trace in their places: arguments, environment, stream.
type collector struct {
	reading
	prog    *cfg.Program
	places  map[int]Place
	text    *Text
	found   bool              // there is something to be given
	argc    int               // of main
	element uint64            // of argv whose text comes next
	argv    map[uint64]string // the texts
	set     map[string]bool   // variables of the environment that have a value
	stream  *stream
}

// text is that of a trace; nil if it takes none.
func (as reading) text(prog *cfg.Program, tr *cfg.Trace, places map[int]Place) *Text {
	t := &Text{}
	c := &collector{
		reading: as, prog: prog, places: places, text: t, argc: 1, argv: map[uint64]string{}, set: map[string]bool{},
		stream: &stream{reading: as, text: t},
	}
	for k := range tr.Inputs {
		if e := tr.Edges[tr.Inputs[k].Step]; !c.argument(k, &tr.Inputs[k], e) {
			c.read(k, &tr.Inputs[k], e)
		}
	}
	if !c.found {
		return nil
	}
	c.stream.finish(tr)
	for i := 1; i < min(c.argc, maxArguments); i++ {
		text, set := c.argv[uint64(i)]
		if !set {
			text = string(rune(letter))
		}
		t.Args = append(t.Args, text)
	}
	if c.stream.present {
		t.Stdin = append([]byte{}, c.stream.out...)
	}
	return t
}

// argument takes the k-th input if it is about the arguments of main: how many there
// are, which one is looked at, and what it says.
func (c *collector) argument(k int, in *cfg.Input, e *cfg.Edge) bool {
	switch st := e.Stmt.(type) {
	case *cfg.Havoc:
		switch {
		case st.Func == "main" && st.Kind == cfg.Nondet:
			c.argc, c.found = int(cfg.SignExtend(in.Value, st.Dst.Type.Width())), true
		case st.Func == cfg.ArgumentChosen:
			c.element = in.Value / uint64(c.prog.PtrBits/8)
		case st.Func != cfg.ArgumentSize:
			return false
		}
	case *cfg.MemHavoc:
		args := argv.ShortOf(c.prog)
		switch at := c.places[k]; {
		case argv.Block(st.Dst):
			c.argv[c.element] = c.bytes(in.Mem, Place{at.Addr, max(at.Size, 1) - 1}, true)
		case args != nil && isAddr(st.Dst, args.Object):
			for i := range args.Max {
				c.argv[i] = c.bytes(in.Mem, Place{at.Addr + i*args.Stride, args.Stride - 1}, true)
			}
		default:
			return false
		}
		c.found = true
	default:
		return false
	}
	c.text.Inputs = append(c.text.Inputs, k)
	return true
}

// read takes the k-th input if a function of the library read it from the environment or a
// stream.
func (c *collector) read(k int, in *cfg.Input, e *cfg.Edge) {
	switch st := e.Stmt.(type) {
	case *cfg.Havoc:
		if st.Kind != cfg.Nondet {
			return
		}
	case *cfg.MemHavoc:
		if st.Kind != cfg.Nondet {
			return
		}
	default:
		return
	}
	if e.Call == nil {
		return
	}
	f := clib.Lookup(e.Call.Func)
	switch {
	case f == nil:
	case f.Model == clib.Environment:
		if e.Call.Variable != "" {
			c.took(k)
			c.variable(in, e, c.places[k])
		}
	case f.Input && (f.State == clib.StdinState || f.State == clib.StreamState || f.State == clib.DescriptorState || f.Model == clib.Scan):
		c.took(k)
		c.stream.present = true
		c.stream.take(f, in, e, c.places[k])
	}
}

// took notes that the text stands for the k-th input.
func (c *collector) took(k int) {
	c.text.Inputs = append(c.text.Inputs, k)
	c.found = true
}

// variable takes whether a variable of the environment is set, or its text.
func (c *collector) variable(in *cfg.Input, e *cfg.Edge, at Place) {
	t, name := c.text, e.Call.Variable
	_, isValue := e.Stmt.(*cfg.Havoc)
	switch {
	case isValue && in.Value != 0 && !c.set[name]:
		c.set[name] = true
		t.Env = append(t.Env, name+"=")
	case !isValue && c.set[name]:
		i := slices.IndexFunc(t.Env, func(v string) bool { return strings.HasPrefix(v, name+"=") })
		t.Env[i] = name + "=" + c.bytes(in.Mem, at, true)
	}
}

// bytes are those of a range: with ends up to the first zero, unless that stands
// for what nothing determines.
func (as reading) bytes(mem map[uint64]byte, at Place, ends bool) string {
	b := make([]byte, 0, min(at.Size, maxBytes))
	for i := range min(at.Size, maxBytes) {
		c, known := mem[at.Addr+i]
		if c == 0 && ends && (known || !as.letters) {
			break
		}
		if c == 0 && as.letters && !known {
			c = letter
		}
		b = append(b, c)
	}
	return string(b)
}

// take reads what one input of a call says.
func (s *stream) take(f *clib.Func, in *cfg.Input, e *cfg.Edge, at Place) {
	value, isValue := e.Stmt.(*cfg.Havoc)
	if isValue && (s.call != e.Call || s.stage == 0 || f.Model == clib.NoModel) {
		if s.call == e.Call && s.nothing != nil && s.nothing != value.Dst {
			return // what a call that read nothing says besides, as of errno
		}
		s.nothing = nil
		if f.Model == clib.GetLine {
			s.nothing = value.Dst
		}
		v := cfg.SignExtend(in.Value, value.Dst.Type.Width())
		s.call, s.stage, s.model, s.length = e.Call, 0, f.Model, 0
		if s.begins(f, in, e, v) {
			s.stage = 1
		}
		if f.Model == clib.ReadBlock || f.Model == clib.GetLine {
			s.length = int(min(max(v, 0), int64(maxBytes)))
		}
		return
	}
	switch {
	case isValue && (f.Model == clib.Scan || f.Model == clib.Gets): // the length of a text
		s.length = int(min(in.Value, maxBytes))
		return
	case f.Model == clib.Scan:
		s.converted(s.bytes(in.Mem, at, false), e)
		s.length = 0
		if s.left == 0 {
			s.stage = 0
		}
		return
	case isValue:
		return
	}
	b := s.bytes(in.Mem, at, false)
	s.stage, s.length = 0, 0
	s.append(b, e)
	switch f.Model {
	case clib.Gets:
		if f.Params[f.Buffer()].Factor == nil { // gets drops the newline
			s.append("\n", e)
		}
		s.line = !strings.HasSuffix(b, "\n")
	case clib.GetLine:
		s.line = !strings.HasSuffix(b, "\n")
	}
}

// beyond is how much follows what a block is known to hold where a trace ends.
const beyond = 64

// finish adds what the last call reads if the trace ends before it stores that, as
// where there is no room for it: anything.
func (s *stream) finish(tr *cfg.Trace) {
	if s.stage == 0 {
		return
	}
	e := tr.Edges[len(tr.Edges)-1]
	if s.model == clib.ReadBlock && s.letters {
		s.length += beyond
	}
	some := strings.Repeat(string(rune(letter)), max(s.length, 1))
	if s.model != clib.Scan {
		s.append(some, e)
		return
	}
	for s.left > 0 {
		next := slices.IndexFunc(s.rest, func(d clib.ScanPart) bool { return d.Conv != 0 && d.Conv != 'n' && !d.Suppress })
		if next < 0 {
			return
		}
		text := some
		if strings.IndexByte("s[c", s.rest[next].Conv) < 0 {
			text = "\x00\x00\x00\x00" // a number
		}
		s.converted(text, e)
	}
}

// append adds what a call reads. A line before it ended with a newline, if lines asks for
// that.
func (s *stream) append(b string, e *cfg.Edge) {
	if s.line && s.lines && len(s.out) > 0 && b != "" {
		s.out[len(s.out)-1] = '\n'
	}
	s.line = false
	if s.ended && s.text.Impossible == "" {
		s.text.Impossible = fmt.Sprintf("%s at %v reads more after the end of the input", s.call.Func, e.Pos)
	}
	s.out = append(s.out, b...)
}

// begins takes the result of a call, and reports whether something is read after it.
func (s *stream) begins(f *clib.Func, in *cfg.Input, e *cfg.Edge, v int64) bool {
	switch f.Model {
	case clib.Gets:
		s.ended = s.ended || v == 0
		return v != 0
	case clib.GetLine:
		s.ended = s.ended || v < 0
		return v >= 0
	case clib.ReadBlock:
		s.ended = s.ended || v <= 0
		return v > 0
	case clib.Scan:
		if v >= 0 {
			s.append("", e)
		}
		s.begin(in, e)
		return s.left > 0
	}
	if v < 0 { // a character
		s.ended = true
	} else {
		s.append(string([]byte{byte(v)}), e)
	}
	return false
}

// converted serves one conversion of scanf.
func (s *stream) converted(b string, e *cfg.Edge) {
	for len(s.rest) > 0 {
		d := s.rest[0]
		s.rest = s.rest[1:]
		switch {
		case d.Conv == 'n':
			continue
		case d.Conv == 0:
			s.plain(d.Literal)
			continue
		case d.Suppress:
			s.separate()
			s.out = append(s.out, '0')
			continue
		case d.Conv == 'c':
			s.out = append(s.out, b...)
		case d.Conv == 's':
			s.separate()
			w := s.wordOf(b)
			if s.letters && len(s.rest) > 0 && s.rest[0].Conv == 0 && !s.rest[0].Space { // which only its width ends
				w = append(w, strings.Repeat(string(rune(letter)), max(d.Width-len(w), 0))...)
			}
			s.out = append(s.out, w...)
		case d.Conv == '[':
			s.out = append(s.out, strings.ReplaceAll(b, "\x00", string(rune(letter)))...)
		default:
			s.separate()
			v := uint64(0)
			for i := range min(len(b), 8) {
				v |= uint64(b[i]) << (8 * i)
			}
			s.number(d.Conv, v, uint64(len(b)), e)
		}
		s.left--
		if s.left == 0 && s.fails {
			s.fail(e)
			return
		}
		s.trailing()
		return
	}
}

// wordOf is a text without white space: up to the first zero, or with letters in place
// of zeros.
func (as reading) wordOf(text string) []byte {
	if first, _, _ := strings.Cut(text, "\x00"); first != "" && !as.letters {
		text = first
	}
	b := []byte(text)
	for i, c := range b {
		if c == 0 || clib.IsSpace(c) {
			b[i] = letter
		}
	}
	return b
}
