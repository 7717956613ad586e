package cfg

import (
	"math"
	"testing"
)

func TestShow(t *testing.T) {
	p := &Program{PtrBits: 64}
	basic := func(name string) *CType { return BasicType(name, 64) }
	tab := &Object{Name: "tab", CType: ArrayOf(basic("int"), 5), Size: 20, Elem: BV(32)}
	x := &Object{Name: "x", CType: basic("int"), Size: 4}
	s := &Object{Name: "s", CType: &CType{Text: "struct s"}, Size: 8, Elem: BV(32)}
	m := &Object{Name: "m", CType: ArrayOf(ArrayOf(basic("char"), 3), 2), Size: 6, Elem: BV(8)}
	d := &Object{Name: "d", CType: basic("double"), Size: 8}
	w := &Object{Name: "w", CType: ArrayOf(basic("unsigned char"), 2), Size: 2, Elem: BV(8)}
	text := &Object{Name: "string", CType: ArrayOf(basic("char"), 4), Size: 4, Const: true}
	for _, o := range []*Object{tab, x, s, m, d, w} {
		o.Pos = Pos{File: "a.c", Line: 2, Col: 1}
	}
	errno := &Object{Name: "errno", CType: basic("int"), Size: 4}
	p.Objects = []*Object{tab, x, s, m, d, w, text, errno}
	f := p.NewProc("f", Pos{File: "a.c", Line: 1, Col: 1})
	p.Layout()
	ptr := &Var{Type: BV(64), CType: PointerTo(basic("int"), 64)}
	for _, tt := range []struct {
		v    *Var
		bits uint64
		want string
	}{
		{ptr, 0, "NULL"}, {ptr, tab.Addr, "tab"}, {ptr, tab.Addr + 12, "&tab[3]"}, {ptr, tab.Addr + 20, "&tab[5]"}, {ptr, tab.Addr + 3, "tab + 3 bytes"},
		{ptr, x.Addr, "&x"}, {ptr, s.Addr + 4, "&s + 4 bytes"}, {ptr, m.Addr, "m"}, {ptr, m.Addr + 4, "m + 4 bytes"}, {ptr, f.Addr, "f"},
		{ptr, tab.Addr - 1, AnAddress}, {ptr, text.Addr, AnAddress}, {ptr, HeapAlign, AnAddress},
		{&Var{Type: BV(8), CType: basic("char"), Signed: true}, 'x', "'x'"}, {&Var{Type: BV(8), CType: basic("char"), Signed: true}, 255, "-1"},
		{&Var{Type: BV(8), CType: basic("unsigned char")}, 'x', "120"}, {&Var{Type: BV(32), Signed: true}, 1<<32 - 1, "-1"}, {&Var{Type: BoolType}, 1, "1"},
		{&Var{Type: FP(64)}, math.Float64bits(1), "1.0"}, {&Var{Type: FP(32)}, uint64(math.Float32bits(1.5)), "1.5"},
	} {
		if got := p.Show(tt.v, tt.bits); got != tt.want {
			t.Errorf("%s %d: got %s, want %s", tt.v.CType, tt.bits, got, tt.want)
		}
	}
	for _, tt := range []struct {
		addr, size, bits uint64
		want             string
	}{
		{tab.Addr, 4, 7, "tab[0] = 7"}, {tab.Addr + 8, 4, 1<<32 - 7, "tab[2] = -7"}, {tab.Addr + 8, 8, 7, ""}, {tab.Addr + 2, 4, 7, ""},
		{x.Addr, 4, 3, "x = 3"}, {x.Addr, 2, 3, ""}, {s.Addr, 4, 3, ""}, {s.Addr + 4, 4, 3, ""}, {m.Addr, 1, 'a', ""},
		{d.Addr, 8, math.Float64bits(2), "d = 2.0"}, {w.Addr + 1, 1, 200, "w[1] = 200"}, {text.Addr, 1, 'a', ""}, {8, 4, 1, ""}, {errno.Addr, 4, 1, ""},
	} {
		if got := p.ShowCell(tt.addr, tt.size, tt.bits); got != tt.want {
			t.Errorf("cell %x of %d bytes: got %q, want %q", tt.addr, tt.size, got, tt.want)
		}
	}
}
