package interp

import (
	"errors"
	"testing"

	"culprit/cfg"
)

// toyLib has two functions: copy(dst, src, n) and fail().
type toyLib struct{ mem libMemory }

func (t *toyLib) Call(name string, args []uint64) (uint64, error) {
	if name == "fail" {
		return 0, errors.New("fail: no such thing")
	}
	data, err := t.mem.Read(args[1], args[2])
	if err == nil {
		err = t.mem.Write(args[0], data)
	}
	return args[2] + 1, err
}

// runToy runs a program with the toy library.
func runToy(p *cfg.Program) *machine {
	m := newMachine(compile(p, compileOptions{own: true, uninit: true}), Constant{}, Limits{})
	m.lib = &toyLib{libMemory{m}}
	m.checks, m.strict = true, true
	m.run()
	return m
}

func TestLib(t *testing.T) {
	w := cfg.BV(32)
	for _, tc := range []struct {
		name   string
		fault  FaultKind
		status Status
		x      uint64
		body   func(b *build, x *cfg.Var, a, c *cfg.Object)
	}{
		{"copy", NoFault, Exited, 5, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(&cfg.Store{Addr: offset(a, 0), Val: num(32, 7)})
			b.do(&cfg.Lib{Dst: x, Func: "copy", Args: []cfg.Expr{offset(c, 0), offset(a, 0), num(32, 4)}})
			b.do(set(b.v("y", w), bin(cfg.Add, &cfg.Load{T: w, Addr: offset(c, 0)}, num(32, 1))))
		}},
		{"no result", NoFault, Exited, 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(&cfg.Store{Addr: offset(a, 0), Val: num(32, 7)})
			b.do(&cfg.Lib{Func: "copy", Args: []cfg.Expr{offset(c, 0), offset(a, 0), num(32, 4)}}, set(x, num(32, 0)))
		}},
		{"read too far", OutOfBounds, Faulted, 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(&cfg.Lib{Dst: x, Func: "copy", Args: []cfg.Expr{offset(c, 0), offset(a, 4), num(32, 5)}})
		}},
		{"uninitialised", UninitRead, Faulted, 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(&cfg.Lib{Dst: x, Func: "copy", Args: []cfg.Expr{offset(c, 0), offset(a, 0), num(32, 4)}})
		}},
		{"uninitialised argument", UninitRead, Faulted, 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			y := b.v("y", w)
			b.do(&cfg.Havoc{Dst: y, Kind: cfg.Uninit}, &cfg.Lib{Func: "copy", Args: []cfg.Expr{ref(y), ref(y), num(32, 0)}})
		}},
		{"error", LibraryError, Faulted, 0, func(b *build, x *cfg.Var, a, c *cfg.Object) {
			b.do(&cfg.Lib{Dst: x, Func: "fail"})
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuild(32)
			x := b.v("x", w)
			a, c := b.p.NewObject(nil, "a", 8, 4), b.p.NewObject(nil, "c", 8, 4)
			b.do(&cfg.MemHavoc{Dst: offset(a, 0), Size: num(32, 8), Kind: cfg.Uninit}, &cfg.MemHavoc{Dst: offset(c, 0), Size: num(32, 8), Kind: cfg.Uninit})
			tc.body(b, x, a, c)
			last := b.row
			b.ret()
			b.p.Layout()
			m := runToy(b.p)
			if m.status != tc.status {
				t.Fatalf("%v, %v", m.status, m.notes)
			}
			if tc.fault == NoFault {
				if got := m.reg[x.ID]; got != tc.x {
					t.Errorf("x is %d, want %d", got, tc.x)
				}
				return
			}
			if f := m.notes[0]; f.Kind != tc.fault || f.At.Line != last {
				t.Errorf("%v, want %v in line %d", f, tc.fault, last)
			}
		})
	}
}
