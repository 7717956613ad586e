package interp

import (
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/interp/code"
)

func load8(addr cfg.Expr) cfg.Expr { return &cfg.Load{T: cfg.BV(8), Addr: addr} }

func offset(o *cfg.Object, n uint64) cfg.Expr {
	return &cfg.Binary{Op: cfg.PtrAdd, T: cfg.BV(32), X: &cfg.AddrOf{Obj: o, Bits: 32}, Y: num(32, n)}
}

func TestFaults(t *testing.T) {
	w := cfg.BV(32)
	for _, tc := range []struct {
		name string
		want FaultKind
		body func(b *build)
	}{
		{"clean", NoFault, func(b *build) {
			a := b.p.NewObject(nil, "a", 4, 4)
			b.do(&cfg.Store{Addr: offset(a, 0), Val: num(32, 5)}, set(b.v("x", cfg.BV(8)), load8(offset(a, 3))))
		}},
		{"division", DivByZero, func(b *build) {
			x := b.v("x", w)
			b.do(set(x, num(32, 0)), set(x, bin(cfg.SDiv, num(32, 1), ref(x))))
		}},
		{"remainder", DivByZero, func(b *build) {
			x := b.v("x", w)
			b.do(set(x, num(32, 0)), set(x, bin(cfg.URem, num(32, 1), ref(x))))
		}},
		{"division overflow", DivOverflow, func(b *build) {
			x := b.v("x", w)
			b.do(set(x, num(32, 1<<31)), set(x, bin(cfg.SDiv, ref(x), num(32, 1<<32-1))))
		}},
		{"shift", ShiftRange, func(b *build) {
			x := b.v("x", w)
			b.do(set(x, num(32, 32)), set(x, bin(cfg.Shl, num(32, 1), ref(x))))
		}},
		{"lazy", NoFault, func(b *build) {
			x := b.v("x", w)
			y := b.v("y", cfg.BoolType)
			div := bin(cfg.Eq, bin(cfg.UDiv, num(32, 1), ref(x)), num(32, 1))
			b.do(set(x, num(32, 0)), set(y, bin(cfg.LAnd, bin(cfg.Ne, ref(x), num(32, 0)), div)))
		}},
		{"null", NullAccess, func(b *build) {
			p := b.v("p", w)
			b.do(set(p, num(32, 0)), &cfg.Store{Addr: ref(p), Val: num(8, 1)})
		}},
		{"wild", WildAccess, func(b *build) {
			b.do(&cfg.Store{Addr: num(32, 0x70000000), Val: num(8, 1)})
		}},
		{"behind", OutOfBounds, func(b *build) {
			a := b.p.NewObject(nil, "a", 4, 4)
			b.do(set(b.v("x", cfg.BV(8)), load8(offset(a, 4))))
		}},
		{"partly behind", OutOfBounds, func(b *build) {
			a := b.p.NewObject(nil, "a", 4, 4)
			b.do(&cfg.Store{Addr: offset(a, 2), Val: num(32, 1)})
		}},
		{"memset behind", OutOfBounds, func(b *build) {
			a := b.p.NewObject(nil, "a", 4, 4)
			b.do(&cfg.MemSet{Dst: offset(a, 0), Val: num(8, 1), Size: num(32, 5)})
		}},
		{"constant", ConstWrite, func(b *build) {
			a := b.p.NewObject(nil, "s", 4, 1)
			a.Const = true
			b.do(&cfg.Store{Addr: offset(a, 0), Val: num(8, 1)})
		}},
		{"heap", NoFault, func(b *build) {
			p := b.v("p", w)
			b.do(&cfg.Alloc{Dst: p, Size: num(32, 4)}, &cfg.Store{Addr: ref(p), Val: num(32, 1)}, &cfg.Free{Ptr: ref(p)})
		}},
		{"use after free", UseAfterFree, func(b *build) {
			p := b.v("p", w)
			b.do(&cfg.Alloc{Dst: p, Size: num(32, 4)}, &cfg.Free{Ptr: ref(p)}, &cfg.Store{Addr: ref(p), Val: num(32, 1)})
		}},
		{"double free", DoubleFree, func(b *build) {
			p := b.v("p", w)
			b.do(&cfg.Alloc{Dst: p, Size: num(32, 4)}, &cfg.Free{Ptr: ref(p)}, &cfg.Free{Ptr: ref(p)})
		}},
		{"free null", NoFault, func(b *build) { b.do(&cfg.Free{Ptr: num(32, 0)}) }},
		{"free inside", BadFree, func(b *build) {
			p := b.v("p", w)
			b.do(&cfg.Alloc{Dst: p, Size: num(32, 4)}, &cfg.Free{Ptr: bin(cfg.Add, ref(p), num(32, 1))})
		}},
		{"uninitialised variable", UninitRead, func(b *build) {
			x, y := b.v("x", w), b.v("y", w)
			b.do(&cfg.Havoc{Dst: x, Kind: cfg.Uninit}, set(y, ref(x)), set(x, num(32, 1)), set(y, bin(cfg.Add, ref(y), ref(x))))
		}},
		{"copies of uninitialised values", NoFault, func(b *build) {
			f := b.proc("f")
			f.Params = []*cfg.Var{b.v("param", w)}
			b.ret()
			b.f, b.at = b.p.Main, b.p.Main.Entry
			a, c := b.p.NewObject(nil, "a", 8, 4), b.p.NewObject(nil, "c", 8, 4)
			x, y := b.v("x", w), b.v("y", w)
			b.do(&cfg.Havoc{Dst: x, Kind: cfg.Uninit}, &cfg.MemHavoc{Dst: offset(a, 0), Size: num(32, 8), Kind: cfg.Uninit})
			b.do(&cfg.MemCopy{Dst: offset(c, 0), Src: offset(a, 0), Size: num(32, 8)})
			b.do(set(y, &cfg.Load{T: w, Addr: offset(c, 4)}), &cfg.Store{Addr: offset(c, 0), Val: ref(y)})
			b.do(&cfg.Call{Proc: f, Args: []cfg.Expr{ref(x)}}, set(y, num(32, 7)), set(x, bin(cfg.Add, ref(y), ref(y))))
		}},
		{"uninitialised parameter", UninitRead, func(b *build) {
			f := b.proc("f")
			f.Params = []*cfg.Var{b.v("param", w)}
			end := b.at
			b.f, b.at = b.p.Main, b.p.Main.Entry
			x := b.v("x", w)
			b.do(&cfg.Havoc{Dst: x, Kind: cfg.Uninit}, &cfg.Call{Proc: f, Args: []cfg.Expr{ref(x)}})
			b.ret()
			b.f, b.at = f, end
			b.do(set(f.Params[0], bin(cfg.Add, ref(f.Params[0]), num(32, 1))))
			b.row--
			b.ret()
		}},
		{"uninitialised memory", UninitRead, func(b *build) {
			a := b.p.NewObject(nil, "a", 8, 4)
			x := b.v("x", w)
			b.do(&cfg.MemHavoc{Dst: offset(a, 0), Size: num(32, 8), Kind: cfg.Uninit}, &cfg.Store{Addr: offset(a, 0), Val: num(32, 1)})
			b.do(set(x, bin(cfg.Add, &cfg.Load{T: w, Addr: offset(a, 0)}, num(32, 1))))
			b.do(set(x, bin(cfg.Add, &cfg.Load{T: w, Addr: offset(a, 1)}, num(32, 1))))
		}},
		{"bit-field", NoFault, func(b *build) {
			p, x := b.v("p", w), b.v("x", w)
			b.do(&cfg.Alloc{Dst: p, Size: num(32, 4)})
			old := bin(cfg.And, &cfg.Load{T: w, Addr: ref(p)}, num(32, 0xf0))
			b.do(&cfg.Store{Addr: ref(p), Val: bin(cfg.Or, old, num(32, 3))})
			b.do(set(x, bin(cfg.And, &cfg.Load{T: w, Addr: ref(p)}, num(32, 15))))
		}},
		{"local of a finished call", UseAfterFree, func(b *build) {
			f := b.proc("f")
			f.Ret = b.v("ret", w)
			b.do(set(f.Ret, &cfg.AddrOf{Obj: b.p.NewObject(f, "local", 4, 4), Bits: 32}))
			b.ret()
			b.f, b.at = b.p.Main, b.p.Main.Entry
			b.do(&cfg.Call{Proc: f}, set(b.v("x", cfg.BV(8)), load8(ref(f.Ret))))
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuild(32)
			tc.body(b)
			last := b.row
			b.ret()
			b.p.Layout()
			r := Run(b.p, RunConfig{})
			got := NoFault
			if r.Fault != nil {
				got = r.Fault.Kind
				if r.Fault.Edge == nil || r.Fault.Edge.Pos.Line != last {
					t.Errorf("fault %v, want line %d", r.Fault, last)
				}
			}
			if got != tc.want {
				t.Errorf("got %v (%v), want %v", got, r.Status, tc.want)
			}
			lenient := Run(b.p, RunConfig{Lenient: true})
			if lenient.Status != Exited || (len(lenient.Notes) > 0) != (tc.want != NoFault) {
				t.Errorf("lenient: %v, notes %v", lenient.Status, lenient.Notes)
			}
		})
	}
}

// recursion computes n! with a local object and a local variable that must
// survive the inner call.
func recursion(n uint64) *cfg.Program {
	w := cfg.BV(32)
	b := newBuild(32)
	f := b.proc("f")
	x, k, p := b.v("x", w), b.v("k", w), b.v("p", w)
	f.Params = []*cfg.Var{x}
	f.Ret = b.v("ret", w)
	o := b.p.NewObject(f, "o", 4, 4)
	b.do(&cfg.Store{Addr: offset(o, 0), Val: ref(x)}, set(k, ref(x)), set(p, &cfg.AddrOf{Obj: o, Bits: 32}))
	then, els := b.branch(bin(cfg.ULe, ref(x), num(32, 1)))
	b.at = then
	b.do(set(f.Ret, num(32, 1)))
	b.ret()
	b.at = els
	b.do(&cfg.Call{Proc: f, Args: []cfg.Expr{bin(cfg.Sub, ref(x), num(32, 1))}})
	b.do(set(f.Ret, bin(cfg.Mul, ref(f.Ret), &cfg.Load{T: w, Addr: offset(o, 0)})))
	b.errorIf(bin(cfg.Ne, ref(k), &cfg.Load{T: w, Addr: ref(p)}))
	b.ret()
	b.f, b.at = b.p.Main, b.p.Main.Entry
	b.p.Main.Ret = b.v("result", w)
	b.do(&cfg.Call{Proc: f, Args: []cfg.Expr{num(32, n)}}, set(b.p.Main.Ret, ref(f.Ret)))
	b.ret()
	b.p.Layout()
	return b.p
}

func TestRecursion(t *testing.T) {
	r := Run(recursion(10), RunConfig{})
	if r.Status != Exited || r.Code != 3628800 {
		t.Errorf("10! = %d, %v %v", r.Code, r.Status, r.Fault)
	}
	if o := Execute(recursion(10), Constant{}, Limits{}); o.Status != Exited || o.Value(recursion(10).Main.Ret) != 3628800 {
		t.Errorf("execute: %v", o.Status)
	}
	deep := Run(recursion(1<<30), RunConfig{Limits: Limits{Depth: 1000}})
	if deep.Status != DepthLimit || len(deep.Stack) != 1000 {
		t.Errorf("unbounded recursion: %v, %d open calls", deep.Status, len(deep.Stack))
	}
}

// A Runner's runs are those of Run, whatever ran before and with whatever checks.
func TestRunner(t *testing.T) {
	p := recursion(10)
	r := NewRunner(p)
	for range 3 {
		for _, conf := range []RunConfig{{}, {Limits: Limits{Depth: 5}}, {Limits: Limits{Steps: 7}}, {Checks: code.OverflowCheck}, {Lenient: true, AllowUninit: true}} {
			got, want := r.Run(conf), Run(p, conf)
			if got.Status != want.Status || got.Code != want.Code || got.Steps != want.Steps || len(got.Stack) != len(want.Stack) {
				t.Errorf("%v, code %d, %d steps; want %v, %d, %d", got.Status, got.Code, got.Steps, want.Status, want.Code, want.Steps)
			}
		}
	}
}

func TestStdin(t *testing.T) {
	b := newBuild(32)
	x, y, c := b.v("x", cfg.BV(32)), b.v("y", cfg.FP(64)), b.v("c", cfg.BV(32))
	b.do(&cfg.Havoc{Dst: x, Func: "__VERIFIER_nondet_int"})
	b.do(&cfg.Havoc{Dst: y, Func: "__VERIFIER_nondet_double"})
	b.do(&cfg.Havoc{Dst: c, Func: "getchar"}, &cfg.Havoc{Dst: c, Func: "getchar"})
	b.do(&cfg.Havoc{Dst: x, Func: "__VERIFIER_nondet_int"})
	b.p.Layout()
	r := Run(b.p, RunConfig{Stdin: strings.NewReader("-7 0.5\nA")})
	if r.Status != InputsEnded || r.Value(x) != 1<<32-7 || r.Value(y) != 0x3fe0000000000000 || r.Value(c) != 'A' {
		t.Errorf("%v x=%d y=%#x c=%d", r.Status, r.Value(x), r.Value(y), r.Value(c))
	}
}
