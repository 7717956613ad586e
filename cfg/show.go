package cfg

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"text/scanner"
)

// Values as the user would write them.

// FormatValue writes the low bits of v as a number of a type.
func FormatValue(t Type, signed bool, v uint64) string {
	w := t.Width()
	w = cmp.Or(w, 64)
	v = Mask(v, w)
	switch {
	case t.Kind == Float && w == 32:
		return formatFloat(float64(math.Float32frombits(uint32(v))), 32)
	case t.Kind == Float:
		return formatFloat(math.Float64frombits(v), 64)
	case signed && w > 1:
		return strconv.FormatInt(SignExtend(v, w), 10)
	}
	return strconv.FormatUint(v, 10)
}

func formatFloat(f float64, bits int) string {
	s := strconv.FormatFloat(f, 'g', -1, bits)
	if !strings.ContainsAny(s, ".eINn") {
		s += ".0"
	}
	return s
}

// SourceName is a name as the source has it: the lowering numbers those that
// are declared again in another block.
func SourceName(name string) string {
	if i := strings.IndexByte(name, '#'); i > 0 {
		return name[:i]
	}
	return name
}

// Pointer reports whether the variable is a pointer in C.
func (v *Var) Pointer() bool { return v.CType.Pointer() }

// Signed reports whether what a store writes prints as signed: most are, where the type
// is not known.
func (s *Store) Signed() bool { return s.CType == nil || s.CType.Signed }

// Pointer reports whether a store is one of a pointer. Where the type is not known, it
// is if the statement tells: a variable that is one, an address, or into a variable that
// is one.
func (s *Store) Pointer() bool {
	if s.CType != nil {
		return s.CType.Pointer()
	}
	switch v := s.Val.(type) {
	case *VarRef:
		return v.V.Pointer()
	case *AddrOf, *FuncAddr:
		return true
	}
	a, ok := s.Addr.(*AddrOf)
	return ok && a.Obj.CType.Pointer()
}

// Show writes a value of a variable: characters in quotes, pointers by what
// they point to, if that is an object of the program.
func (p *Program) Show(v *Var, bits uint64) string {
	x := Mask(bits, max(v.Type.Width(), 1))
	switch {
	case v.Pointer():
		return p.ShowAddress(x)
	case v.CType != nil && v.CType.Char && x >= ' ' && x <= '~':
		return "'" + string(rune(x)) + "'"
	}
	return FormatValue(v.Type, v.Signed, bits)
}

// AnAddress stands for addresses outside of all objects with a name: their
// numbers are ours.
const AnAddress = "an address"

// ShowPointer writes an address of which nothing is known but whether it is null.
func ShowPointer(addr uint64) string {
	if addr == 0 {
		return "NULL"
	}
	return AnAddress
}

// ShowAddress writes an address: NULL, &x, &a[3], a function, or AnAddress.
func (p *Program) ShowAddress(addr uint64) string {
	if addr == 0 {
		return "NULL"
	}
	if o := p.objectAt(addr); o != nil {
		switch text := o.cell(addr - o.Addr); {
		case text == "":
		case text == SourceName(o.Name) && o.CType.Array():
			return text
		case strings.HasSuffix(text, "bytes"):
			return text
		default:
			return "&" + text
		}
	}
	for _, f := range p.Procs {
		if f.Addr == addr && f.Pos.IsValid() {
			return f.Name
		}
	}
	return AnAddress
}

// ShowCell says what was written to memory, as x = 3 or a[2] = 7, "" if that
// is not a scalar of an object that the user gave a name.
func (p *Program) ShowCell(addr, size, bits uint64) string {
	o := p.objectAt(addr)
	if o == nil || !o.Pos.IsValid() { // errno is not one of the user's
		return ""
	}
	base, dims := o.CType.Base()
	v := &Var{Type: base.Scalar(), CType: base, Signed: base != nil && base.Signed}
	text := o.cell(addr - o.Addr)
	switch {
	case text == "" || strings.HasSuffix(text, "bytes") || v.Type == (Type{}):
		return ""
	case base.Size != size || dims == nil && size != o.Size || len(dims) > 1:
		return ""
	case dims != nil && addr == o.Addr:
		text += "[0]"
	}
	return text + " = " + p.Show(v, bits)
}

// objectAt is the object that an address points into or just after, nil if
// there is none. Layout leaves a gap after each object.
func (p *Program) objectAt(addr uint64) *Object {
	k := sort.Search(len(p.Objects), func(k int) bool { return p.Objects[k].Addr > addr }) - 1
	if k < 0 || addr-p.Objects[k].Addr > p.Objects[k].Size {
		return nil
	}
	return p.Objects[k]
}

// cell names the part of an object that begins at an offset, "" for objects
// that the user gave no name.
func (o *Object) cell(offset uint64) string {
	_, dims := o.CType.Base()
	name := SourceName(o.Name)
	switch n := uint64(o.Elem.Bytes()); {
	case name == "" || strings.ContainsAny(name, "# ") || o.Const && o.Name == "string":
		return ""
	case offset == 0:
		return name
	case n > 0 && offset%n == 0 && len(dims) == 1:
		return fmt.Sprintf("%s[%d]", name, offset/n)
	case o.CType.Array():
		return fmt.Sprintf("%s + %d bytes", name, offset)
	}
	return fmt.Sprintf("&%s + %d bytes", name, offset)
}

// Condition is the text of the condition that e tests as the source has it,
// and whether e is taken where it does not hold.
func (e *Edge) Condition() (text string, negated bool) {
	if e.Negated {
		return strings.TrimSuffix(strings.TrimPrefix(e.Text, "!("), ")"), true
	}
	return e.Text, false
}

// Valued is the condition that e tests as the source has it, with the values
// that are known in place of variables, and the names of these. Values read by
// way of a pointer or an index stay as they are; if that is all, the text is empty.
func (e *Edge) Valued(value func(*Var) (uint64, bool), p *Program) (text string, names []string) {
	var known []valuedName
	for x := range StmtParts(e.Stmt) {
		r, ok := x.(*VarRef)
		if !ok || r.V.Temp || r.V.Name == "" {
			continue
		}
		name := SourceName(r.V.Name)
		if slices.ContainsFunc(known, func(n valuedName) bool { return n.name == name }) {
			continue
		}
		v, ok := value(r.V)
		if !ok {
			continue
		}
		if text := p.Show(r.V, v); text != AnAddress {
			known = append(known, valuedName{name, text, tokens(name)})
		}
	}
	source, _ := e.Condition()
	ts := tokens(source)
	var b strings.Builder
	for k := 0; k < len(ts); {
		b.WriteString(ts[k].before)
		v, n := named(known, ts[k:])
		if n == 0 || k > 0 && ts[k-1].member() || k+n < len(ts) && (ts[k+n].member() || ts[k+n].text == "[") || follows(ts[:k]) {
			b.WriteString(ts[k].text)
			k++
			continue
		}
		if !slices.Contains(names, v.name) {
			names = append(names, v.name)
		}
		if strings.HasSuffix(b.String(), "-") && strings.HasPrefix(v.value, "-") {
			b.WriteString(" ")
		}
		b.WriteString(v.value)
		k += n
	}
	if len(names) == 0 {
		return "", nil
	}
	return b.String(), names
}

// valuedName is a variable with its value. The name of a field has several
// tokens.
type valuedName struct {
	name, value string
	tokens      []token
}

// named finds the longest name that a text begins with, of n tokens.
func named(names []valuedName, text []token) (of valuedName, n int) {
	for _, r := range names {
		if len(r.tokens) > n && len(r.tokens) <= len(text) && slices.EqualFunc(r.tokens, text[:len(r.tokens)], func(a, b token) bool { return a.text == b.text }) {
			of, n = r, len(r.tokens)
		}
	}
	return of, n
}

// token is one of a text in C, with the white space before it.
type token struct {
	before, text string
	operand      bool // ends one
}

func tokens(text string) (out []token) {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanFloats | scanner.ScanChars | scanner.ScanStrings
	s.Error = func(*scanner.Scanner, string) {}
	end := 0
	for r := s.Scan(); r != scanner.EOF; r = s.Scan() {
		x := token{before: text[end:s.Offset], text: s.TokenText(), operand: r < 0 || r == ')' || r == ']'}
		end = s.Offset + len(x.text)
		switch n := len(out); {
		case n > 0 && x.before == "" && x.text == ">" && out[n-1].text == "-":
			out[n-1].text = "->"
		case n > 0 && x.before == "" && r == scanner.Ident && out[n-1].operand: // 7u
			out[n-1].text += x.text
		default:
			out = append(out, x)
		}
	}
	return out
}

// member reports whether a token leads to a part of something.
func (t token) member() bool { return t.text == "." || t.text == "->" }

// follows reports whether a text ends with an operator that follows a pointer.
func follows(before []token) bool {
	n := len(before)
	return n > 0 && before[n-1].text == "*" && (n == 1 || !before[n-2].operand)
}

// Declaration writes the object as C declares it.
func (o *Object) Declaration() string {
	name := SourceName(o.Name)
	if strings.HasPrefix(name, "#") { // of the lowering
		name = ""
	}
	text := o.CType.Declare(name)
	if o.Const && o.CType.String() != "" && !strings.HasPrefix(text, "const ") {
		text = "const " + text
	}
	return text
}
