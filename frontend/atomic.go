package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctypes"
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
func (f *fn) atomicArgs(c *call, n int) ([]val, place) {
	vs := f.values(c.args)
	f.arg(c, n-1)
	for i := range vs[:n] {
		vs[i] = f.save(vs[i])
	}
	return vs, f.pointedTo(c, vs[0])
}

// pointedTo is the object behind a pointer argument.
func (f *fn) pointedTo(c *call, p val) place {
	if p.t.Kind != ctypes.Pointer {
		f.fail(c.x, "call of %s", c.name)
	}
	return place{t: f.l.tt.ElemOf(p.t), addr: p.e}
}

// updateCall lowers the functions that read, change and write. Pointers count
// as integers; sums of them are not scaled.
func updateCall(f *fn, c *call) callResult {
	vs, p := f.atomicArgs(c, 2)
	name := atomicName(c.name)
	old := f.save(f.load(p))
	x, y := old, vs[1]
	if p.t.Kind == ctypes.Pointer {
		x = val{e: f.conv(x, f.l.tt.Size), t: f.l.tt.Size}
		y = val{e: f.conv(y, f.l.tt.Size), t: f.l.tt.Size}
	}
	op := atomicOps[updateName(name)]
	var v val
	if op == "~" {
		v = f.apply("&", x, y, c.x)
		v = val{e: unary(cfg.Not, f.bits(v)), t: v.t}
	} else {
		v = f.apply(op, x, y, c.x)
		if v.e != nil {
			v.e = wrapping(v.e)
		}
	}
	v = f.save(f.convert(v, p.t, c.x))
	f.store(p, v, c.at, cfg.RoleUser)
	if strings.HasSuffix(name, "_fetch") {
		return give(v)
	}
	return give(old)
}

// exchangeCall lowers loads, stores and exchanges. Those whose name ends in _n
// take and return values, the others of __atomic pointers to them.
func exchangeCall(f *fn, c *call) callResult {
	name := atomicName(c.name)
	_, by := strings.CutPrefix(name, "__atomic_")
	by = by && !strings.HasSuffix(name, "_n")
	need := 2
	if strings.HasPrefix(name, "__atomic_load_n") || name == "__sync_lock_release" {
		need = 1
	} else if name == "__atomic_exchange" {
		need = 3
	}
	vs, p := f.atomicArgs(c, need)
	given := func(i int) val {
		if by {
			return f.load(f.pointedTo(c, vs[i]))
		}
		return f.convert(vs[i], p.t, c.x)
	}
	switch name {
	case "__atomic_load_n":
		return give(f.save(f.load(p)))
	case "__atomic_load":
		f.store(f.pointedTo(c, vs[1]), f.load(p), c.at, cfg.RoleUser)
	case "__sync_lock_release":
		f.store(p, val{e: konst(cfg.BV(32), 0), t: f.l.tt.Int}, c.at, cfg.RoleUser)
	case "__atomic_store_n", "__atomic_store":
		f.store(p, given(1), c.at, cfg.RoleUser)
	default:
		old := f.save(f.load(p))
		f.store(p, given(1), c.at, cfg.RoleUser)
		if !by {
			return give(old)
		}
		f.store(f.pointedTo(c, vs[2]), old, c.at, cfg.RoleUser)
	}
	return f.noValue(c)
}

// compareExchange lowers the functions that write a new value if the old one is
// as expected; those of __atomic store the old one where it is not.
func compareExchange(f *fn, c *call) callResult {
	name := atomicName(c.name)
	vs, p := f.atomicArgs(c, 3)
	atomic := strings.HasPrefix(name, "__atomic_")
	if !p.t.Scalar() && p.t.Kind != ctypes.Wide {
		f.fail(c.x, "call of %s on %s", c.name, p.t.Name)
	}
	old := f.save(f.load(p))
	expected, next := vs[1], vs[2]
	if atomic {
		expected = f.load(f.pointedTo(c, vs[1]))
		if !strings.HasSuffix(name, "_n") {
			next = f.load(f.pointedTo(c, vs[2]))
		}
	}
	expected, next = f.convert(expected, p.t, c.x), f.save(f.convert(next, p.t, c.x))
	same := f.save(f.compare("==", old, expected, nil))
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(f.truth(same), yes, no, parse.Span{Pos: c.at.Pos})
	f.start(yes)
	f.store(p, next, c.at, cfg.RoleUser)
	f.jump(end)
	f.start(no)
	if atomic {
		f.store(f.pointedTo(c, vs[1]), old, c.at, cfg.RoleUser)
	}
	f.jump(end)
	f.start(end)
	if strings.Contains(name, "_val_") {
		return give(old)
	}
	return give(val{e: f.conv(same, f.l.tt.Bool), t: f.l.tt.Bool})
}

// testAndSet lowers __atomic_test_and_set and __atomic_clear, which work on a
// byte.
func testAndSet(f *fn, c *call) callResult {
	vs, _ := f.atomicArgs(c, 1)
	p := place{t: f.l.tt.UChar, addr: vs[0].e}
	if strings.HasSuffix(c.name, "_clear") {
		f.store(p, val{e: konst(cfg.BV(32), 0), t: f.l.tt.Int}, c.at, cfg.RoleUser)
		return f.noValue(c)
	}
	old := f.save(f.load(p))
	f.store(p, val{e: konst(cfg.BV(32), 1), t: f.l.tt.Int}, c.at, cfg.RoleUser)
	return give(val{e: f.conv(old, f.l.tt.Bool), t: f.l.tt.Bool})
}

// lockFree is 1 for the sizes that x86 has instructions for.
func lockFree(f *fn, c *call) callResult {
	size, ok := f.l.constInt(f.arg(c, 0))
	f.effects(c.args)
	n := uint64(0)
	if ok && (size == 1 || size == 2 || size == 4 || size == 8) {
		n = 1
	}
	return give(val{e: konst(f.l.tt.Value(f.l.tt.Bool), n), t: f.l.tt.Bool})
}
