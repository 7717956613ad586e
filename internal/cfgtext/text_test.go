package cfgtext

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/cfg"
)

const example = `program "a.c" 64
ctype "struct node" struct 16 { "next" 0 "List", "flag" 8 bits 3 "unsigned int", "tail" 12 "char [4]" }
ctype "List" pointer 8 "struct node"
object buf#0 40 align 4 elem i32 type "int [10]"
object buf#1 4 align 4 const proc main 3:1-3:4
region buf cell 32
region 'a b' cell 32
var g i32 signed
var 's.[0]' i8 temp "b.h" 1:2-1:3
var top i64
var r i32 signed type "int" proc main
var p i64 type "List" proc main
var a i32 proc f
var b i64 proc f
var fl f32
var lib i32
var s i32
proc main ret r entry 0 exit 7 2:1-9:1
  loc 2 loop 4:4-4:9
  loc 6 error 5:5-5:6 because assertion "x"
  e1 0 -> 1: p := &buf#0 .+ 4 # init 3:5-3:9 "p = buf + 1"
  1 -> 2: i32[p]@0 := g + 1
  2 -> 3: nondet g "input"
  3 -> 4: assume (i32[p]@0 <=s g) && !(p == 0)
  3 -> 6: assume g == -1
  4 -> 5: call f(g, zext64(g)) # implicit
  5 -> 7: p := alloc((p & -16) + 8)@1 zero stack
  2 -> 3: r := lib printf(p, g +s 1, 3:i32, 5:i8 -s 4)@0@1 # 3:5-3:9
  2 -> 3: lib 'a b'(sneg(g), (g <<s 2) *s sneg(4), lib)
  7 -> 7: return
end
proc f params a b entry 8 exit 9
  e0 8 -> 9: memcpy(&buf#0@0, ((b == 3) ? 4 : b)@1, 8)
  e11 8 -> 9: a := ((g == 0) ? 1 : -(5)) * (2 - 3)
  8 -> 9: fl := fl +. 0x3f800000:f32
  8 -> 9: fl := fsqrtp(fl) +.d ftofz32(bitsf64(b))
  8 -> 9: memset(&buf#0@0, 0, 4)
  8 -> 9: memhavoc(&buf#0@0, 4, uninit)
  8 -> 9: assume ((4:i32 + 5) <u 7) || (fisnan(fl) && tobool(a))
  8 -> 9: free(&&main)
  8 -> 9: lib := lib # "lib"
  8 -> 9: lib := lib puts() # "lib"
  8 -> 9: s := s - s
  8 -> 9: s := s -s s
  8 -> 9: s := -s # 3:5-3:9
  9 -> 9: return
end
main main
heaptop top
note 2:2-2:3 "assembly ignored"
`

func TestTextForm(t *testing.T) {
	p, err := Parse(example)
	if err != nil {
		t.Fatal(err)
	}
	if err := cfg.Check(p); err != nil {
		t.Error(err)
	}
	if got := p.String(); got != example {
		t.Errorf("printed:\n%s", diff(got, example))
	}
}

func diff(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	var b strings.Builder
	for i := range max(len(g), len(w)) {
		x, y := "", ""
		if i < len(g) {
			x = g[i]
		}
		if i < len(w) {
			y = w[i]
		}
		if x != y {
			fmt.Fprintf(&b, "%d got  %s\n%d want %s\n", i+1, x, i+1, y)
		}
	}
	return b.String()
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"0 -> 1: x := y", `line 4: "y" is neither a variable nor a function`},
		{"0 -> 1: x := x + z", "i32 and i64"},
		{"0 -> 1: x := 4294967296", "does not fit"},
		{"0 -> 1: assume (1 == 2) == true", "not known"},
		{"0 -> 1: x := x +", "missing"},
		{"0 -> 1: x := x + x * x", "parentheses"},
		{"0 -> 1: x := x $", "at the end of the line"},
		{"0 -> 1: i32[x] := 1", "i32 where i64"},
		{"0 -> 1: frobnicate x", "unknown statement"},
		{"0 -> 1: x := \"abc", "unterminated"},
	} {
		_, err := Parse("var x i32\nvar z i64\nproc f entry 0 exit 1\n" + c.line + "\nend\nmain f\n")
		if err == nil || !strings.HasPrefix(err.Error(), "line 4:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.line, err)
		}
	}
}

func TestCheckFinds(t *testing.T) {
	fresh := func() *cfg.Program {
		p, err := Parse("var x i32\nproc f entry 0 exit 2\nvar y i64\nloc 3 error\n0 -> 1: x := 5\n1 -> 3: assume x == 1\n1 -> 2: skip\n2 -> 2: return\nend\nmain f\nproc g entry 4 exit 5\n4 -> 5: skip\n5 -> 5: return\nend")
		if err != nil {
			t.Fatal(err)
		}
		if err := cfg.Check(p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	x := func(p *cfg.Program) cfg.Expr { return &cfg.VarRef{V: p.Vars[0]} }
	for _, c := range []struct {
		want  string
		spoil func(p *cfg.Program)
	}{
		{"no main", func(p *cfg.Program) { p.Main = nil }},
		{"variable 0: id is not dense", func(p *cfg.Program) { p.Vars[0].ID = 7 }},
		{"a foreign edge", func(p *cfg.Program) { p.Edges[1] = &cfg.Edge{ID: 3} }},
		{"edge 0: linked 0 times", func(p *cfg.Program) { p.Locs[0].Out = nil; p.Procs[0].Entry = p.Locs[1] }},
		{"not reachable", func(p *cfg.Program) { p.NewLoc(p.Main, cfg.Pos{}) }},
		{"leaves an error location", func(p *cfg.Program) { p.NewEdge(p.Locs[3], p.Locs[2], &cfg.Skip{}, cfg.Pos{}, "", 0) }},
		{"from f to g", func(p *cfg.Program) { p.NewEdge(p.Locs[0], p.Locs[4], &cfg.Skip{}, cfg.Pos{}, "", 0) }},
		{"the exit is 2", func(p *cfg.Program) { p.Edges[0].Stmt = &cfg.Return{} }},
		{"2 edges out of its exit", func(p *cfg.Program) { p.NewEdge(p.Locs[2], p.Locs[2], &cfg.Return{}, cfg.Pos{}, "", 0) }},
		{"belongs to f", func(p *cfg.Program) {
			p.Edges[4].Stmt = &cfg.Assume{Cond: &cfg.Binary{Op: cfg.Eq, T: cfg.BoolType, X: &cfg.VarRef{V: p.Vars[1]}, Y: &cfg.Const{T: cfg.BV(64), V: 0}}}
		}},
		{"instead of bool", func(p *cfg.Program) { p.Edges[0].Stmt = &cfg.Assume{Cond: x(p)} }},
		{"instead of i32", func(p *cfg.Program) {
			p.Edges[0].Stmt = &cfg.Assign{Dst: p.Vars[0], Src: &cfg.Const{T: cfg.BV(8), V: 1}}
		}},
		{"exceeds i8", func(p *cfg.Program) {
			p.Edges[0].Stmt = &cfg.Assign{Dst: p.Vars[0], Src: &cfg.Cast{Op: cfg.ZExt, T: cfg.BV(32), X: &cfg.Const{T: cfg.BV(8), V: 256}}}
		}},
		{"cast zext", func(p *cfg.Program) {
			p.Edges[0].Stmt = &cfg.Assign{Dst: p.Vars[0], Src: &cfg.Cast{Op: cfg.ZExt, T: cfg.BV(32), X: x(p)}}
		}},
		{"operator +", func(p *cfg.Program) {
			p.Edges[0].Stmt = &cfg.Assign{Dst: p.Vars[0], Src: &cfg.Binary{Op: cfg.Add, T: cfg.BV(32), X: x(p), Y: &cfg.Const{T: cfg.BV(8), V: 1}}}
		}},
		{"operator !", func(p *cfg.Program) {
			p.Edges[0].Stmt = &cfg.Assume{Cond: &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: x(p)}}
		}},
		{"1 arguments for 0", func(p *cfg.Program) { p.Edges[0].Stmt = &cfg.Call{Proc: p.Procs[1], Args: []cfg.Expr{x(p)}} }},
		{"without region", func(p *cfg.Program) {
			p.Regions = []*cfg.Region{{Cell: 8}}
			p.Edges[0].Stmt = &cfg.Assign{Dst: p.Vars[0], Src: &cfg.Load{T: cfg.BV(32), Addr: &cfg.Const{T: cfg.BV(64), V: 8}}}
		}},
		{"memory access of type i7", func(p *cfg.Program) {
			p.Edges[0].Stmt = &cfg.Store{Addr: &cfg.Const{T: cfg.BV(64), V: 8}, Val: &cfg.Const{T: cfg.BV(7), V: 8}}
		}},
		{"without name", func(p *cfg.Program) { p.Edges[0].Stmt = &cfg.Lib{} }},
		{"memory access of type bool", func(p *cfg.Program) { p.Edges[0].Stmt = &cfg.Lib{Func: "f", Args: []cfg.Expr{cfg.True}} }},
		{"marked as signed", func(p *cfg.Program) {
			p.Edges[0].Stmt = &cfg.Assign{Dst: p.Vars[0], Src: &cfg.Binary{Op: cfg.And, T: cfg.BV(32), X: x(p), Y: x(p), Signed: true}}
		}},
		{"not in order", func(p *cfg.Program) {
			p.Regions = []*cfg.Region{{Cell: 8}}
			p.Edges[0].Stmt = &cfg.Lib{Func: "f", Regions: []*cfg.Region{p.Regions[0], p.Regions[0]}}
		}},
		{"no heap top", func(p *cfg.Program) {
			p.Edges[0].Stmt = &cfg.Alloc{Dst: p.Vars[1], Size: &cfg.Const{T: cfg.BV(64), V: 8}}
		}},
	} {
		p := fresh()
		c.spoil(p)
		if err := cfg.Check(p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, got %v", c.want, err)
		}
	}
}

// randomExpr builds a well-typed expression.
func randomExpr(r *rand.Rand, p *cfg.Program, t cfg.Type, depth int) cfg.Expr {
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(2) == 0 {
			for _, i := range r.Perm(len(p.Vars)) {
				if v := p.Vars[i]; v.Type == t && v.Proc == nil {
					return &cfg.VarRef{V: v}
				}
			}
		}
		if t == cfg.BV(p.PtrBits) && r.IntN(3) == 0 {
			return &cfg.AddrOf{Obj: p.Objects[r.IntN(len(p.Objects))], Bits: p.PtrBits}
		}
		if t == cfg.BV(p.PtrBits) && r.IntN(4) == 0 {
			return &cfg.FuncAddr{Proc: p.Procs[0], Bits: p.PtrBits}
		}
		return &cfg.Const{T: t, V: cfg.Mask(r.Uint64()>>r.IntN(64)-uint64(r.IntN(3)), t.Width())}
	}
	sub := func(t cfg.Type) cfg.Expr { return randomExpr(r, p, t, depth-1) }
	if r.IntN(6) == 0 {
		return &cfg.Ite{Cond: sub(cfg.BoolType), Then: sub(t), Else: sub(t)}
	}
	widths := []int{8, 16, 32, 64}
	switch {
	case t == cfg.BoolType:
		o := cfg.BV(widths[r.IntN(4)])
		f := cfg.FP([]int{32, 64}[r.IntN(2)])
		switch r.IntN(6) {
		case 0:
			return &cfg.Unary{Op: cfg.LNot, T: t, X: sub(t)}
		case 1:
			return &cfg.Binary{Op: []cfg.Op{cfg.LAnd, cfg.LOr, cfg.Eq, cfg.Ne}[r.IntN(4)], T: t, X: sub(t), Y: sub(t)}
		case 2:
			return &cfg.Binary{Op: cfg.FEq + cfg.Op(r.IntN(4)), T: t, X: sub(f), Y: sub(f)}
		case 3:
			return &cfg.Unary{Op: []cfg.Op{cfg.FIsNaN, cfg.FIsInf}[r.IntN(2)], T: t, X: sub(f)}
		case 4:
			return &cfg.Cast{Op: cfg.BitsToBool, T: t, X: sub(o)}
		}
		return &cfg.Binary{Op: cfg.Eq + cfg.Op(r.IntN(6)), T: t, X: sub(o), Y: sub(o)}
	case t.Kind == cfg.Float:
		switch r.IntN(5) {
		case 0:
			return &cfg.Unary{Op: []cfg.Op{cfg.FNeg, cfg.FSqrt, cfg.FAbs, cfg.FRound}[r.IntN(4)], T: t, X: sub(t)}
		case 1:
			return &cfg.Cast{Op: []cfg.Op{cfg.SToF, cfg.UToF}[r.IntN(2)], T: t, X: sub(cfg.BV(16))}
		case 2:
			return &cfg.Cast{Op: cfg.BitsToF, T: t, X: sub(cfg.BV(t.Width()))}
		case 3:
			return &cfg.Cast{Op: cfg.FToF, T: t, X: sub(cfg.FP(96 - t.Width()))}
		}
		return &cfg.Binary{Op: cfg.FAdd + cfg.Op(r.IntN(4)), T: t, X: sub(t), Y: sub(t)}
	}
	if r.IntN(6) == 0 && t.Width() >= 8 {
		return &cfg.Load{T: t, Addr: sub(cfg.BV(p.PtrBits)), Region: p.Regions[r.IntN(len(p.Regions))]}
	}
	switch w := t.Width(); r.IntN(6) {
	case 0:
		op := []cfg.Op{cfg.Neg, cfg.Not}[r.IntN(2)]
		return &cfg.Unary{Op: op, T: t, X: sub(t), Signed: op == cfg.Neg && r.IntN(2) == 0}
	case 1:
		if w > 8 {
			return &cfg.Cast{Op: []cfg.Op{cfg.ZExt, cfg.SExt}[r.IntN(2)], T: t, X: sub(cfg.BV(8))}
		}
		return &cfg.Cast{Op: cfg.Trunc, T: t, X: sub(cfg.BV(32))}
	case 2:
		return castOf(cfg.Cast{Op: []cfg.Op{cfg.BoolToBits, cfg.FToS, cfg.FToU}[r.IntN(3)], T: t}, sub)
	case 3:
		if w == p.PtrBits {
			return &cfg.Binary{Op: cfg.PtrAdd, T: t, X: sub(t), Y: sub(t)}
		}
	}
	op := cfg.Add + cfg.Op(r.IntN(int(cfg.AShr-cfg.Add)+1))
	return &cfg.Binary{Op: op, T: t, X: sub(t), Y: sub(t), Signed: cfg.CanOverflow(op) && r.IntN(2) == 0}
}

func castOf(c cfg.Cast, sub func(cfg.Type) cfg.Expr) *cfg.Cast {
	if c.Op == cfg.BoolToBits {
		c.X = sub(cfg.BoolType)
	} else {
		c.X = sub(cfg.FP(64))
	}
	return &c
}

// randomProgram builds a program of one procedure with arbitrary names.
func randomProgram(r *rand.Rand) *cfg.Program {
	p := &cfg.Program{File: "x\"y.c", PtrBits: []int{32, 64}[r.IntN(2)]}
	f := p.NewProc("main", cfg.Pos{File: "x\"y.c", Line: 1, Col: 2, EndLine: 3, EndCol: 4})
	p.Main = f
	names := []string{"x", "x", "i32", "s.f", "a[0]", "e7", "'q'", "u", "f", "s", "tr ue", "true", "lib", "std::y", "alloc", "return", `b\ck`, "é", "", "\"", "x:"}
	types := []cfg.Type{cfg.BoolType, cfg.BV(8), cfg.BV(16), cfg.BV(32), cfg.BV(64), cfg.FP(32), cfg.FP(64), cfg.BV(p.PtrBits)}
	pos := func() cfg.Pos {
		if r.IntN(2) == 0 {
			return cfg.Pos{}
		}
		return cfg.Pos{File: []string{p.File, "other.h"}[r.IntN(2)], Line: r.IntN(9) + 1, Col: r.IntN(9), EndLine: r.IntN(9), EndCol: r.IntN(9)}
	}
	for range 12 {
		v := p.NewVar(nil, names[r.IntN(len(names))], types[r.IntN(len(types))])
		v.Signed, v.Temp, v.Pos = r.IntN(2) == 0, r.IntN(2) == 0, pos()
	}
	l := p.NewVar(f, "x", cfg.BV(32))
	f.Params = []*cfg.Var{l}
	f.Ret = p.Vars[0]
	p.HeapTop = p.NewVar(nil, "top", cfg.BV(p.PtrBits))
	ctypes := randomCTypes(r, p.PtrBits)
	for range 3 {
		o := p.NewObject(nil, names[r.IntN(len(names))], uint64(r.IntN(50)), 8)
		o.Const, o.Pos, o.CType = r.IntN(2) == 0, pos(), ctypes[r.IntN(len(ctypes))]
	}
	for range 2 {
		p.Regions = append(p.Regions, &cfg.Region{ID: len(p.Regions), Name: names[r.IntN(len(names))], Cell: 8})
	}
	n := 6
	for i := range n {
		l := p.NewLoc(f, pos())
		l.LoopHead = i == 2
	}
	f.Entry, f.Exit = p.Locs[0], p.Locs[n-1]
	p.NewLoc(f, cfg.Pos{}).Kind = cfg.Error
	p.Locs[n].Reason = cfg.Reason{Kind: cfg.Assertion, Text: "an \"assertion\""}
	e := func(t cfg.Type) cfg.Expr { return randomExpr(r, p, t, 4) }
	ask := func() *cfg.Question {
		if r.IntN(2) == 0 {
			return nil
		}
		return &cfg.Question{ID: r.IntN(9), Func: "%5.1f", Args: []cfg.Expr{e(cfg.BV(32)), e(cfg.FP(64))}[:1+r.IntN(2)]}
	}
	ptr := cfg.BV(p.PtrBits)
	var ptrVar = p.HeapTop
	for i := range 20 {
		from, to := p.Locs[i%(n-1)], p.Locs[i%(n-1)+1]
		v, g := p.Vars[r.IntN(12)], p.Regions[0]
		s := []func() cfg.Stmt{
			func() cfg.Stmt { return &cfg.Assign{Dst: v, Src: e(v.Type)} },
			func() cfg.Stmt {
				return &cfg.Havoc{Dst: v, Kind: cfg.HavocKind(r.IntN(3)), Func: names[r.IntN(len(names))], Asks: ask()}
			},
			func() cfg.Stmt { return &cfg.Assume{Cond: e(cfg.BoolType)} },
			func() cfg.Stmt { return &cfg.Store{Addr: e(ptr), Val: e(types[1+r.IntN(6)]), Region: g} },
			func() cfg.Stmt {
				return &cfg.MemCopy{Dst: e(ptr), Src: e(ptr), Size: e(ptr), DstRegion: g, SrcRegion: p.Regions[1]}
			},
			func() cfg.Stmt { return &cfg.MemSet{Dst: e(ptr), Val: e(cfg.BV(8)), Size: e(ptr), Region: g} },
			func() cfg.Stmt {
				return &cfg.MemHavoc{Dst: e(ptr), Size: e(ptr), Kind: cfg.HavocKind(r.IntN(3)), Region: g, Asks: ask(), Text: []*cfg.Text{nil, {ID: 7, Never: "a\n", Last: r.IntN(2) == 0}}[r.IntN(2)]}
			},
			func() cfg.Stmt {
				return &cfg.Alloc{Dst: ptrVar, Size: e(ptr), Zero: r.IntN(2) == 0, Stack: r.IntN(2) == 0, Lib: r.IntN(2) == 0, Align: []uint64{0, 1, 8}[r.IntN(3)], Region: g}
			},
			func() cfg.Stmt { return &cfg.Free{Ptr: e(ptr), Stack: r.IntN(2) == 0} },
			func() cfg.Stmt { return &cfg.Call{Proc: f, Args: []cfg.Expr{e(cfg.BV(32))}} },
			func() cfg.Stmt { return &cfg.Skip{} },
			func() cfg.Stmt {
				s := &cfg.Lib{Func: []string{"printf", "lib", "s", "a b"}[r.IntN(4)], Regions: p.Regions[:r.IntN(3)]}
				if r.IntN(2) == 0 {
					s.Dst = v
				}
				for range r.IntN(3) {
					s.Args = append(s.Args, e(types[1+r.IntN(6)]))
				}
				return s
			},
		}[r.IntN(12)]()
		text := ""
		if r.IntN(2) == 0 {
			text = "a \"b\" # c"
		}
		p.NewEdge(from, to, s, pos(), text, cfg.Role(r.IntN(3)))
	}
	p.NewEdge(p.Locs[0], p.Locs[n], &cfg.Assume{Cond: e(cfg.BoolType)}, pos(), "", 0)
	p.NewEdge(f.Exit, f.Exit, &cfg.Return{}, cfg.Pos{}, "", 0)
	p.Layout()
	return p
}

func TestPrintParseRandom(t *testing.T) {
	for seed := range uint64(400) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 1)))
		if err := cfg.Check(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want := p.String()
		q, err := Parse(want)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, want)
		}
		if got := q.String(); got != want {
			t.Fatalf("seed %d:\n%s", seed, diff(got, want))
		}
		if err := cfg.Check(q); err != nil {
			t.Fatalf("seed %d: parsed: %v", seed, err)
		}
	}
}

func FuzzParseText(f *testing.F) {
	f.Add(example)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		s := p.String()
		q, err := Parse(s)
		if err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
		if q.String() != s {
			t.Fatal(diff(q.String(), s))
		}
	})
}

// randomCTypes makes types that refer to each other, some with equal texts.
func randomCTypes(r *rand.Rand, bits int) []*cfg.CType {
	types := []*cfg.CType{cfg.BasicType("int", bits), cfg.BasicType("long", bits), cfg.BasicType("char", bits), {Text: "char \"*"}}
	for range 8 {
		t := types[r.IntN(len(types))]
		switch r.IntN(4) {
		case 0:
			types = append(types, cfg.PointerTo(t, bits))
		case 1:
			types = append(types, cfg.ArrayOf(t, uint64(r.IntN(4))))
		case 2:
			types = append(types, &cfg.CType{Kind: cfg.CPointer, Text: "List", Size: uint64(bits / 8), Elem: t})
		default:
			st := &cfg.CType{Kind: cfg.CStruct, Text: []string{"struct s", "s"}[r.IntN(2)], Size: uint64(r.IntN(30))}
			self := cfg.PointerTo(st, bits)
			st.Members = []cfg.Member{{Name: "next", Type: self}, {Name: "x", Offset: 8, Bits: r.IntN(4), Type: t}}
			types = append(types, st, self)
		}
	}
	return types
}
