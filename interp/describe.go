package interp

import (
	"fmt"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/interp/code"
)

// Texts of faults: what was accessed, and what the names and values were.

// describe returns a block as the user knows it: declared name and type, or
// where it was allocated.
func (m *machine) describe(b *block) string {
	switch {
	case b.name != "":
		return b.name
	case b.obj != nil && b.literal():
		return "the string literal " + m.quote(b)
	case b.obj != nil:
		return fmt.Sprintf("%s (%s%s)", b.obj.Declaration(), count(b.size, "byte"), place(", declared at ", b.obj.Pos))
	case b.local != nil:
		return fmt.Sprintf("%s (%s%s)", b.local.Name[1:], count(b.size, "byte"), place(", declared at ", b.local.Pos))
	case b.lib:
		return fmt.Sprintf("an object of the library of %s%s", count(b.size, "byte"), allocated(b.alloc))
	case b.stack:
		return fmt.Sprintf("a stack block of %s%s", count(b.size, "byte"), allocated(b.alloc))
	}
	return fmt.Sprintf("a heap block of %s%s", count(b.size, "byte"), allocated(b.alloc))
}

// literal reports whether the block is a string literal.
func (b *block) literal() bool {
	return b.obj != nil && b.obj.Literal()
}

// quote is the text of a string literal.
func (m *machine) quote(b *block) string {
	const length = 20
	text := make([]byte, 0, length)
	for i := range min(max(b.size, 1)-1, length) {
		text = append(text, m.mem.byteAt(b.addr+i))
	}
	s := strconv.QuoteToASCII(string(text))
	if b.size > length+1 {
		s = s[:len(s)-1] + `..."`
	}
	return s
}

// dimensions are the lengths of an array of scalars, nil for other objects.
func dimensions(o *cfg.Object) []int64 {
	base, dims := o.CType.Base()
	if o.Elem.Bytes() == 0 || base.Record() {
		return nil
	}
	var out []int64
	for _, n := range dims {
		if n == 0 {
			return nil
		}
		out = append(out, int64(n))
	}
	return out
}

// elementName names the element of n bytes at an offset of an array, in it or
// not: "a[3]", "m[0][-1]"; "" if there is none.
func elementName(o *cfg.Object, offset int64, n uint64) string {
	dims, w := dimensions(o), int64(o.Elem.Bytes())
	if dims == nil || offset%w != 0 || n != uint64(w) {
		return ""
	}
	index := ""
	i := offset / w
	for k := len(dims) - 1; k > 0; k-- {
		r := (i%dims[k] + dims[k]) % dims[k]
		index = fmt.Sprintf("[%d]", r) + index
		i = (i - r) / dims[k]
	}
	return fmt.Sprintf("%s[%d]%s", o.Name, i, index)
}

// element names the part of a block at an offset, with the preposition that
// leads to the whole: "a[3] of ", "offset 12 of ".
func element(b *block, offset int64, n uint64) string {
	if o := b.obj; o != nil && !b.literal() && !strings.HasPrefix(o.Name, "#") {
		if name := elementName(o, offset, n); name != "" {
			return name + " of "
		}
	}
	return fmt.Sprintf("offset %d of ", offset)
}

func allocated(e *cfg.Edge) string {
	if e == nil {
		return ""
	}
	return place(" allocated at ", e.Pos)
}

func place(before string, p cfg.Pos) string {
	if !p.IsValid() {
		return ""
	}
	return before + p.String()
}

func count(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// site is the expression that an instruction computes or whose address it
// uses, nil if unknown.
func (m *machine) site(pc int32) cfg.Expr { return m.code.Exprs[pc] }

// nameOf is how the user writes an expression, "" for all but simple ones.
func (m *machine) nameOf(e cfg.Expr) string {
	switch e := e.(type) {
	case *cfg.VarRef:
		if !e.V.Temp && !strings.HasPrefix(e.V.Name, `\`) {
			return e.V.Name
		}
	case *cfg.Cast:
		return m.nameOf(e.X)
	case *cfg.AddrOf:
		return "&" + e.Obj.Name
	case *cfg.Load:
		switch a := e.Addr.(type) {
		case *cfg.AddrOf:
			if a.Obj.Elem.Bytes() > 0 && !a.Obj.CType.Array() {
				return a.Obj.Name
			}
			return elementName(a.Obj, 0, uint64(e.T.Bytes()))
		case *cfg.Binary:
			o, okO := a.X.(*cfg.AddrOf)
			k, okK := a.Y.(*cfg.Const)
			if a.Op == cfg.PtrAdd && okO && okK {
				return elementName(o.Obj, cfg.SignExtend(k.V, k.T.Width()), uint64(e.T.Bytes()))
			}
		case *cfg.VarRef:
			if name := m.nameOf(a); name != "" {
				return "*" + name
			}
		}
	}
	return ""
}

// index names the variable index of an address and its value, if there is
// exactly one and it has a name: ", i is 10".
func (m *machine) index(addr cfg.Expr) string {
	out := ""
	for b := range cfg.Sums(addr) {
		x := b.Y
		if mul, ok := x.(*cfg.Binary); ok && mul.Op == cfg.Mul {
			x = mul.X
		}
		out = m.named(x) + out
	}
	return out
}

// valueOf evaluates the expressions that nameOf names.
func (m *machine) valueOf(e cfg.Expr) (uint64, bool) {
	switch e := e.(type) {
	case *cfg.Const:
		return cfg.Mask(e.V, e.T.Width()), true
	case *cfg.VarRef:
		return m.reg[e.V.ID], true
	case *cfg.AddrOf:
		if m.own != nil {
			return m.own.addr[e.Obj.ID], true
		}
		return e.Obj.Addr, true
	case *cfg.Cast:
		v, ok := m.valueOf(e.X)
		switch e.Op {
		case cfg.ZExt, cfg.BoolToBits:
			return v, ok
		case cfg.SExt:
			return cfg.Mask(uint64(cfg.SignExtend(v, e.X.Type().Width())), e.T.Width()), ok
		case cfg.Trunc:
			return cfg.Mask(v, e.T.Width()), ok
		}
	case *cfg.Binary:
		x, okX := m.valueOf(e.X)
		y, okY := m.valueOf(e.Y)
		switch w := e.T.Width(); e.Op {
		case cfg.PtrAdd, cfg.Add:
			return cfg.Mask(x+y, w), okX && okY
		case cfg.Sub:
			return cfg.Mask(x-y, w), okX && okY
		case cfg.Mul:
			return cfg.Mask(x*y, w), okX && okY
		case cfg.And:
			return x & y, okX && okY
		case cfg.Or:
			return x | y, okX && okY
		case cfg.Shl:
			return cfg.Mask(x<<y, w), okX && okY
		case cfg.LShr:
			return x >> y, okX && okY
		}
	case *cfg.Load:
		if a, ok := m.valueOf(e.Addr); ok {
			return m.mem.load(a, code.MaskOf(e.T.Width())), true
		}
	}
	return 0, false
}

// named is the name of an operand with its value, if it has one: ", y is 35".
func (m *machine) named(e cfg.Expr) string {
	if name, v, ok := m.operand(e); ok {
		return fmt.Sprintf(", %s is %d", name, v)
	}
	return ""
}

// operand is the name and the value of what the user wrote as an operand,
// before conversions.
func (m *machine) operand(e cfg.Expr) (name string, v int64, ok bool) {
	signed := true
	for {
		c, isCast := e.(*cfg.Cast)
		if !isCast || c.Op != cfg.SExt && c.Op != cfg.ZExt && c.Op != cfg.Trunc {
			break
		}
		signed = c.Op == cfg.SExt
		e = c.X
	}
	if r, isVar := e.(*cfg.VarRef); isVar {
		signed = r.V.Signed
	}
	name = m.nameOf(e)
	u, ok := m.valueOf(e)
	v = int64(u)
	if signed {
		v = cfg.SignExtend(u, e.Type().Width())
	}
	return name, v, ok && name != ""
}

func describe(e *cfg.Edge) string {
	s := fmt.Sprintf("edge %d", e.ID)
	if e.Pos.IsValid() {
		s += " at " + e.Pos.String()
	}
	if e.Text != "" {
		s += " " + e.Text
	}
	return s
}
