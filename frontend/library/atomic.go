package library

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
)

// The builtins __sync_* and __atomic_*. Programs have one thread, so that each
// is what it says, without any order of memory.

// atomicOps are the operators of the functions that change a value.
var atomicOps = map[string]string{"add": "+", "sub": "-", "or": "|", "xor": "^", "and": "&", "nand": "~"}

// atomicName takes the size off the name of an atomic builtin.
func atomicName(name string) string {
	i := strings.LastIndexByte(name, '_')
	switch name[i+1:] {
	case "1", "2", "4", "8", "16":
		base := name[:i]
		switch base {
		case "__atomic_load", "__atomic_store", "__atomic_exchange", "__atomic_compare_exchange":
			return base + "_n" // with a size they take values
		}
		return base
	}
	return name
}

// atomicCall finds the builtin of a name, with or without a size after it
// (__atomic_load_4, __sync_fetch_and_add_8).
func atomicCall(name string) builtin {
	if !strings.HasPrefix(name, "__sync_") && !strings.HasPrefix(name, "__atomic_") {
		return nil
	}
	n := atomicName(name)
	switch n {
	case "__sync_synchronize", "__atomic_thread_fence", "__atomic_signal_fence":
		return ignoreCall
	case "__atomic_always_lock_free", "__atomic_is_lock_free":
		return lockFree
	case "__atomic_test_and_set", "__atomic_clear":
		return testAndSet
	case "__atomic_load", "__atomic_load_n", "__atomic_store", "__atomic_store_n", "__atomic_exchange", "__atomic_exchange_n",
		"__sync_lock_test_and_set", "__sync_lock_release":
		return exchangeCall
	case "__sync_val_compare_and_swap", "__sync_bool_compare_and_swap", "__atomic_compare_exchange", "__atomic_compare_exchange_n":
		return compareExchange
	}
	if atomicOps[updateName(n)] != "" {
		return updateCall
	}
	return nil
}

// updateName extracts the operation from a name such as __sync_fetch_and_add.
func updateName(n string) string {
	if op, ok := strings.CutPrefix(n, "__sync_fetch_and_"); ok {
		return op
	}
	if op, ok := strings.CutPrefix(n, "__atomic_fetch_"); ok {
		return op
	}
	if op, ok := strings.CutSuffix(strings.TrimPrefix(n, "__sync_"), "_and_fetch"); ok {
		return op
	}
	op, _ := strings.CutSuffix(strings.TrimPrefix(n, "__atomic_"), "_fetch")
	return op
}

// atomicArgs evaluates the arguments, at least n, the first of which points to
// the object.
func (f *Caller) atomicArgs(c *Call, n int) ([]emit.Value, emit.Place) {
	vs := f.body.Values(c.Args)
	f.Arg(c, n-1)
	for i := range vs[:n] {
		vs[i] = f.Save(vs[i])
	}
	return vs, f.pointedTo(c, vs[0])
}

// pointedTo is the object behind a pointer argument.
func (f *Caller) pointedTo(c *Call, p emit.Value) emit.Place {
	if p.Type.Kind != ctypes.Pointer {
		f.Fail(c.X, "call of %s", c.Name)
	}
	return emit.Place{Type: f.l.Types.ElemOf(p.Type), Addr: p.Expr}
}

// updateCall lowers the functions that read, change and write. Pointers count
// as integers; sums of them are not scaled.
func updateCall(f *Caller, c *Call) Result {
	vs, p := f.atomicArgs(c, 2)
	name := atomicName(c.Name)
	old := f.Save(f.Load(p))
	x, y := old, vs[1]
	if p.Type.Kind == ctypes.Pointer {
		x = emit.Value{Expr: f.Conv(x, f.l.Types.Size), Type: f.l.Types.Size}
		y = emit.Value{Expr: f.Conv(y, f.l.Types.Size), Type: f.l.Types.Size}
	}
	op := atomicOps[updateName(name)]
	var v emit.Value
	if op == "~" {
		v = f.Apply("&", x, y, c.X)
		v = emit.Value{Expr: emit.Unary(cfg.Not, f.Bits(v)), Type: v.Type}
	} else {
		v = f.Apply(op, x, y, c.X)
		if v.Expr != nil {
			v.Expr = emit.Wrapping(v.Expr)
		}
	}
	v = f.Save(f.Convert(v, p.Type, c.X))
	f.Store(p, v, c.At, cfg.RoleUser)
	if strings.HasSuffix(name, "_fetch") {
		return Give(v)
	}
	return Give(old)
}

// exchangeCall lowers loads, stores and exchanges. Those whose name ends in _n
// take and return values, the others of __atomic pointers to them.
func exchangeCall(f *Caller, c *Call) Result {
	name := atomicName(c.Name)
	_, by := strings.CutPrefix(name, "__atomic_")
	by = by && !strings.HasSuffix(name, "_n")
	need := 2
	if strings.HasPrefix(name, "__atomic_load_n") || name == "__sync_lock_release" {
		need = 1
	} else if name == "__atomic_exchange" {
		need = 3
	}
	vs, p := f.atomicArgs(c, need)
	given := func(i int) emit.Value {
		if by {
			return f.Load(f.pointedTo(c, vs[i]))
		}
		return f.Convert(vs[i], p.Type, c.X)
	}
	switch name {
	case "__atomic_load_n":
		return Give(f.Save(f.Load(p)))
	case "__atomic_load":
		f.Store(f.pointedTo(c, vs[1]), f.Load(p), c.At, cfg.RoleUser)
	case "__sync_lock_release":
		f.Store(p, emit.Value{Expr: emit.Const(cfg.BV(32), 0), Type: f.l.Types.Int}, c.At, cfg.RoleUser)
	case "__atomic_store_n", "__atomic_store":
		f.Store(p, given(1), c.At, cfg.RoleUser)
	default:
		old := f.Save(f.Load(p))
		f.Store(p, given(1), c.At, cfg.RoleUser)
		if !by {
			return Give(old)
		}
		f.Store(f.pointedTo(c, vs[2]), old, c.At, cfg.RoleUser)
	}
	return f.NoValue(c)
}

// compareExchange lowers the functions that write a new value if the old one is
// as expected; those of __atomic store the old one where it is not.
func compareExchange(f *Caller, c *Call) Result {
	name := atomicName(c.Name)
	vs, p := f.atomicArgs(c, 3)
	atomic := strings.HasPrefix(name, "__atomic_")
	if !p.Type.Scalar() && p.Type.Kind != ctypes.Wide {
		f.Fail(c.X, "call of %s on %s", c.Name, p.Type.Name)
	}
	old := f.Save(f.Load(p))
	expected, next := vs[1], vs[2]
	if atomic {
		expected = f.Load(f.pointedTo(c, vs[1]))
		if !strings.HasSuffix(name, "_n") {
			next = f.Load(f.pointedTo(c, vs[2]))
		}
	}
	expected, next = f.Convert(expected, p.Type, c.X), f.Save(f.Convert(next, p.Type, c.X))
	same := f.Save(f.Compare("==", old, expected, nil))
	f.Choose(f.Truth(same), parse.Span{Pos: c.At.Pos}, func() {
		f.Store(p, next, c.At, cfg.RoleUser)
	}, func() {
		if atomic {
			f.Store(f.pointedTo(c, vs[1]), old, c.At, cfg.RoleUser)
		}
	})
	if strings.Contains(name, "_val_") {
		return Give(old)
	}
	if weak, constant := f.l.ConstInt(c.Args[min(3, len(c.Args)-1)]); atomic && (weak != 0 || !constant) && !f.l.conf.Execute {
		f.l.Notes.AssumeEither(c.At.Pos, "assumes that a weak exchange does not fail where the value is the expected one, as on x86")
	}
	return Give(emit.Value{Expr: f.Conv(same, f.l.Types.Bool), Type: f.l.Types.Bool})
}

// testAndSet lowers __atomic_test_and_set and __atomic_clear, which work on a
// byte.
func testAndSet(f *Caller, c *Call) Result {
	vs, _ := f.atomicArgs(c, 1)
	p := emit.Place{Type: f.l.Types.UChar, Addr: vs[0].Expr}
	if strings.HasSuffix(c.Name, "_clear") {
		f.Store(p, emit.Value{Expr: emit.Const(cfg.BV(32), 0), Type: f.l.Types.Int}, c.At, cfg.RoleUser)
		return f.NoValue(c)
	}
	old := f.Save(f.Load(p))
	f.Store(p, emit.Value{Expr: emit.Const(cfg.BV(32), 1), Type: f.l.Types.Int}, c.At, cfg.RoleUser)
	return Give(emit.Value{Expr: f.Conv(old, f.l.Types.Bool), Type: f.l.Types.Bool})
}

// lockFree is 1 for the sizes that x86 has instructions for.
func lockFree(f *Caller, c *Call) Result {
	size, ok := f.l.ConstInt(f.Arg(c, 0))
	f.Effects(c.Args)
	n := uint64(0)
	if ok && (size == 1 || size == 2 || size == 4 || size == 8) {
		n = 1
	}
	return Give(emit.Value{Expr: emit.Const(f.l.Types.Value(f.l.Types.Bool), n), Type: f.l.Types.Bool})
}
