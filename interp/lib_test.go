package interp

import (
	"math"
	"strings"
	"testing"

	"culprit/cfg"
)

// text stores a string at an address, byte by byte.
func text(b *build, o *cfg.Object, s string) {
	for i := range len(s) {
		b.do(&cfg.Store{Addr: offset(o, uint64(i)), Val: num(8, uint64(s[i]))})
	}
	b.do(&cfg.Store{Addr: offset(o, uint64(len(s))), Val: num(8, 0)})
}

// TestLib calls the C library from programs built by hand. The last statement
// is the one with the fault.
func TestLib(t *testing.T) {
	w := cfg.BV(32)
	call := func(dst *cfg.Var, name string, args ...cfg.Expr) cfg.Stmt {
		return &cfg.Lib{Dst: dst, Func: name, Args: args}
	}
	for _, tc := range []struct {
		name   string
		status Status
		fault  FaultKind
		text   string // of the fault, or the output
		x      uint64
		body   func(b *build, x *cfg.Var, a, c *cfg.Object)
	}{
		{"output", Exited, NoFault, "x is 5 and -1\n", 14, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			text(b, a, "x is %d and %d\n")
			b.do(call(x, "printf", offset(a, 0), num(32, 5), num(32, 1<<32-1)))
		}},
		{"result not used", Exited, NoFault, "text", 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			text(b, a, "text")
			b.do(set(x, num(32, 0)), call(nil, "printf", offset(a, 0)))
		}},
		{"float", Exited, NoFault, "0.25", 4, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			text(b, a, "%.2f")
			b.do(call(x, "printf", offset(a, 0), &cfg.Const{T: cfg.FP(64), V: math.Float64bits(0.25)}))
		}},
		{"written bytes are initialised", Exited, NoFault, "", 0x3231, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			text(b, a, "12")
			b.do(call(nil, "sprintf", offset(c, 0), offset(a, 0)))
			b.do(set(x, cast(cfg.ZExt, w, &cfg.Load{T: cfg.BV(16), Addr: offset(c, 0)})))
		}},
		{"written too far", Faulted, OutOfBounds, "in sprintf: write of 9 bytes at offset 8 of c (16 bytes)", 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			text(b, a, "%d")
			b.do(call(nil, "sprintf", offset(c, 8), offset(a, 0), num(32, 12345678)))
		}},
		{"string without end", Faulted, OutOfBounds, "in puts: read of 1 byte at offset 16 of c (16 bytes)", 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(&cfg.MemSet{Dst: offset(c, 0), Val: num(8, 'c'), Size: num(32, 16)}, call(nil, "puts", offset(c, 0)))
		}},
		{"uninitialised string", Faulted, UninitRead, "in puts: 1 byte at offset 0 of c (16 bytes)", 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(call(nil, "puts", offset(c, 0)))
		}},
		{"uninitialised argument", Faulted, UninitRead, "y", 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			y := b.v("y", w)
			b.do(&cfg.Havoc{Dst: y, Kind: cfg.Uninit}, call(nil, "putchar", ref(y)))
		}},
		{"null stream", Faulted, LibraryError, "in fputc", 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(call(nil, "fputc", num(32, 'x'), num(32, 0)))
		}},
		{"unknown function", Unsupported, NoFault, "no_such_function is not modelled", 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(call(nil, "no_such_function"))
		}},
		{"errno", Exited, NoFault, "", 2, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			e := b.p.NewVar(nil, errnoName, w)
			text(b, a, "r")
			b.do(call(x, "fopen", offset(a, 0), offset(a, 0)), set(x, ref(e)))
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuild(32)
			x := b.v("x", w)
			a, c := b.p.NewObject(nil, "a", 16, 4), b.p.NewObject(nil, "c", 16, 4)
			b.do(&cfg.MemHavoc{Dst: offset(c, 0), Size: num(32, 16), Kind: cfg.Uninit})
			tc.body(b, x, a, c)
			last := b.row
			b.ret()
			b.p.Layout()
			r := Run(b.p, RunConfig{})
			switch {
			case r.Status != tc.status:
				t.Fatalf("%v %s, %v", r.Status, r.Reason, r.Fault)
			case r.Status == Unsupported:
				if !strings.HasPrefix(r.Reason, tc.text) {
					t.Error(r.Reason)
				}
			case tc.fault == NoFault:
				if got := r.Value(x); got != tc.x || string(r.Stdout) != tc.text {
					t.Errorf("x is %d, want %d; output %q, want %q", got, tc.x, r.Stdout, tc.text)
				}
			case r.Fault.Kind != tc.fault || r.Fault.At.Line != last || !strings.Contains(r.Fault.Error(), tc.text):
				t.Errorf("%v, want %v in line %d: %s", r.Fault, tc.fault, last, tc.text)
			}
		})
	}
}

// TestLibInSession copies a session between two outputs.
func TestLibInSession(t *testing.T) {
	b := newBuild(32)
	for _, c := range "abcd" {
		b.do(&cfg.Lib{Func: "putchar", Args: []cfg.Expr{num(32, uint64(c))}})
	}
	b.ret()
	b.p.Layout()
	s := NewSession(b.p, RunConfig{})
	s.RunTo(2)
	f := s.Fork()
	s.RunTo(3)
	g := s.Fork()
	for i, s := range []*Session{g, f, s} {
		if r := s.Finish(); r.Status != Exited || string(r.Stdout) != "abcd" {
			t.Errorf("session %d: %v, output %q", i, r.Status, r.Stdout)
		}
	}
}
