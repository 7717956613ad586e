package hoare

import "culprit/logic"

// ReplaceReads replaces every read of the array variable arr in f by a
// variable of its own and returns those variables. That two reads at equal
// addresses agree is forgotten: the result over-approximates f.
func ReplaceReads(tb *logic.Table, f, arr logic.T) (logic.T, []logic.T) {
	memo := map[logic.T]logic.T{}
	var vars, buf []logic.T
	for _, x := range tb.Cone(f) {
		args := tb.Args(x)
		if len(args) == 0 {
			continue
		}
		if tb.Op(x) == logic.OpSelect && args[0] == arr {
			v := tb.Fresh("read", tb.Sort(x))
			vars = append(vars, v)
			memo[x] = v
			continue
		}
		buf = append(buf[:0], args...)
		changed := false
		for i, a := range buf {
			if r, ok := memo[a]; ok {
				buf[i], changed = r, true
			}
		}
		if changed {
			memo[x] = tb.Rebuild(x, buf)
		}
	}
	if r, ok := memo[f]; ok {
		return r, vars
	}
	return f, vars
}
