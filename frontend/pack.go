package frontend

import (
	"fmt"
	"slices"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Functions that are always inline may pass their variable arguments on, by
// __builtin_va_arg_pack(). Every list of types that such a function is called
// with gives a procedure of its own, in which the variable arguments are
// parameters.

const packName = "__builtin_va_arg_pack"

// maxVariants bounds the procedures for one function, which may add to the
// arguments of calls of itself.
const maxVariants = 100

// passesOn reports whether a body mentions the pack of its variable arguments.
func (f *function) passesOn() bool {
	return slices.Contains(f.calls, packName) || slices.Contains(f.calls, packName+"_len")
}

// variant is the procedure for a call of pr with some arguments.
func (l *lowerer) variant(pr *proc, vals []val) *proc {
	if pr.bad != "" || pr.nest.chain != nil || len(pr.jumps.sites) > 0 || len(vals) < len(pr.pstores) {
		return pr // its body says that it is not supported
	}
	t := *pr.t
	t.variadic, t.params = false, slices.Clone(pr.t.params)
	key := ""
	for _, v := range vals[len(pr.pstores):] {
		u := v.t
		if u.arith() {
			u = l.tt.passed(u)
		}
		t.params = append(t.params, u)
		key += fmt.Sprintf("%p ", u)
	}
	if w := pr.variants[key]; w != nil {
		return w
	}
	if len(pr.variants) >= maxVariants {
		return pr
	}
	if pr.variants == nil {
		pr.variants = map[string]*proc{}
	}
	w := l.newProc(pr.fn, fmt.Sprintf("%s#%d", pr.p.Name, len(pr.variants)+2), &t)
	w.packed, w.nest.outer, w.jumps.escapes = true, pr.nest.outer, pr.jumps.escapes
	pr.variants[key] = w
	return w
}

// unpacked splits the arguments of a call into those that are written and those
// that the function around it was given.
func (f *fn) unpacked(args []cc.ExpressionNode) ([]cc.ExpressionNode, []val) {
	n := len(args) - 1
	if n < 0 || f.pr == nil || !f.pr.packed {
		return args, nil
	}
	c := callBelow(args[n])
	if c == nil {
		return args, nil
	}
	if name, _ := f.l.u.calleeOf(c); name != packName {
		return args, nil
	}
	var out []val
	for _, s := range f.pr.pstores[len(f.pr.params):] {
		p := f.of(s)
		if s.t.aggregate() && s.flat.v != nil {
			p = place{t: s.t, addr: &cfg.VarRef{V: s.flat.v}}
		}
		out = append(out, f.load(p))
	}
	return args[:n], out
}

// packCall is for a pack that is not the last argument of a call, or of a
// function that was not called directly.
func packCall(f *fn, c *call) callResult {
	if c.use.wanted() {
		f.fail(c.x, "call of %s", c.name)
	}
	return f.noValue(c)
}

func packLength(f *fn, c *call) callResult {
	if f.pr == nil || !f.pr.packed {
		f.fail(c.x, "call of %s", c.name)
	}
	n := len(f.pr.pstores) - len(f.pr.params)
	return give(val{e: konst(cfg.BV(32), uint64(n)), t: f.l.tt.intT})
}
