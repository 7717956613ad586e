package meta

import "fmt"

// A probe stands after an assignment to a variable: `x = ...;` as a statement
// of a block. Pointers have none, and what a number is multiplied with where
// that looks like the declaration of a pointer.
type probe struct {
	at   int // the token before which it stands
	name string
}

func (u *unit) probes() []probe {
	var out []probe
	in := u.inBodies()
	pointers := map[string]bool{}
	for i := 2; i < len(u.toks); i++ {
		if u.is(i-1, "*") && u.toks[i].kind == word && (u.toks[i-2].kind == word || u.is(i-2, "*") || u.is(i-2, ",")) {
			pointers[u.toks[i].text] = true
		}
	}
	for i := 1; i < len(u.toks); i++ {
		if !in[i] || u.toks[i].kind != word || pointers[u.toks[i].text] || !u.is(i+1, "=") || !(u.is(i-1, ";") || u.is(i-1, "{") || u.is(i-1, "}")) {
			continue
		}
		if end := u.statement(i); end > 0 && u.plain(i, end) && in[end] && !u.inParentheses(i) {
			out = append(out, probe{end, u.toks[i].text})
		}
	}
	return out
}

// inParentheses tells whether token i is in the head of a loop or in the
// braces of an initialiser.
func (u *unit) inParentheses(i int) bool {
	for k := range i {
		if u.pair[k] > i && (u.is(k, "(") || u.is(k, "{") && (u.is(k-1, "=") || u.is(k-1, ",") || u.is(k-1, "("))) {
			return true
		}
	}
	return false
}

// ProbeFunc is called by a probed program with the number of the probe and the
// value of its variable.
const ProbeFunc = "meta_probe"

// Probed gives a program that reports what it assigns, and the number of its
// probes. A probe of a variable that is not a number does not compile: skip
// lists those.
func Probed(src string, skip map[int]bool) (string, int) {
	u := newUnit(src)
	if u == nil {
		return "", 0
	}
	e, ps := u.edit(), u.probes()
	for k, p := range ps {
		if !skip[k] {
			e.insert(p.at, fmt.Sprintf("\n%s(%d, (long long)(%s));\n", ProbeFunc, k, p.name))
		}
	}
	return e.result(fmt.Sprintf("extern void %s(int, long long);\n", ProbeFunc)), len(ps)
}

// Planted gives the program with an error at probe k for one value of its
// variable. The error function must be declared before, or not at all.
func Planted(src string, k int, value int64, errorCall string) string {
	u := newUnit(src)
	p := u.probes()[k]
	e := u.edit()
	e.insert(p.at, fmt.Sprintf("if ((long long)(%s) == %dLL) %s\n", p.name, value, errorCall))
	return e.result("")
}
