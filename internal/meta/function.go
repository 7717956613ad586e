package meta

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// special are functions that the verifier knows by name.
var special = regexp.MustCompile(`^(main|__.*|reach_error|assume_abort_if_not|abort|assert_fail)$`)

// parameters are the names of a function's parameters; false if they are not
// simple.
func (u *unit) parameters(it item) (names []string, ok bool) {
	open := it.name + 1
	if !u.is(open, "(") {
		return nil, false
	}
	closing := u.pair[open]
	if closing == open+1 || closing == open+2 && u.is(open+1, "void") {
		return nil, true
	}
	last := ""
	for i := open + 1; i <= closing; i++ {
		switch {
		case u.is(i, ",") || i == closing:
			if last == "" || slices.Contains(specifiers, last) {
				return nil, false
			}
			names = append(names, last)
			last = ""
		case u.is(i, "("), u.is(i, "["), u.is(i, "..."):
			return nil, false
		case u.toks[i].kind == word:
			last = ""
			if i+1 == closing || u.is(i+1, ",") {
				last = u.toks[i].text
			}
		}
	}
	return names, true
}

// extract moves the bodies of functions into functions of their own.
func extract(u *unit) string {
	e := u.edit()
	for _, it := range u.functions() {
		name := u.toks[it.name].text
		names, ok := u.parameters(it)
		headToks := u.toks[it.first:it.body]
		if !ok || special.MatchString(name) || !u.plain(it.first, it.end) ||
			slices.ContainsFunc(headToks, func(t token) bool {
				return t.text == "__attribute__" || t.text == "inline" || t.text == "_Noreturn" || strings.HasPrefix(t.text, "__inline")
			}) ||
			slices.ContainsFunc(u.toks[it.body:it.end], func(t token) bool {
				return t.text == "__func__" || t.text == "__FUNCTION__" || strings.HasPrefix(t.text, "__builtin") || t.text == "setjmp" || t.text == "alloca"
			}) {
			continue
		}
		head := strings.TrimSpace(text(headToks))
		result := u.toks[it.first:it.name]
		ret := "return "
		if len(result) > 0 && result[len(result)-1].text == "void" {
			ret = ""
		}
		e.insert(it.first, head+";\n")
		if !slices.ContainsFunc(headToks, func(t token) bool { return t.text == "static" }) {
			e.insert(it.first, "static")
		}
		e.replace(it.name, "meta_"+name)
		e.insert(it.end, fmt.Sprintf("%s { %smeta_%s(%s); }\n", head, ret, name, strings.Join(names, ", ")))
	}
	if !e.changed() {
		return ""
	}
	return e.result("")
}

// reorder swaps definitions of functions that follow each other.
func reorder(u *unit) string {
	e := u.edit()
	for k := 0; k+1 < len(u.items); k++ {
		f, g := u.items[k], u.items[k+1]
		if f.body < 0 || g.body < 0 || !u.plain(f.first, g.end) || f.end != g.first {
			continue
		}
		piece := func(i, j int) string { return strings.TrimSpace(text(u.toks[i:j])) + "\n" }
		e.insert(f.first, piece(f.first, f.body)+";\n"+piece(g.first, g.body)+";\n"+piece(g.first, g.end))
		for i := g.first; i < g.end; i++ {
			e.with[i] = nil
		}
		k++
	}
	if !e.changed() {
		return ""
	}
	return e.result("")
}

// deadCode adds a global variable that nothing uses, a function that nothing
// calls, and branches that are never taken.
func deadCode(u *unit) string {
	e := u.edit()
	for _, it := range u.functions() {
		if !special.MatchString(u.toks[it.name].text) || u.is(it.name, "main") {
			e.insert(it.body+1, "if (0) { meta_unused = meta_unused * 3; }")
		}
	}
	if !e.changed() {
		return ""
	}
	return e.result("static int meta_unused = 5;\nstatic int meta_uncalled(int *p) { return *p / meta_unused; }\n")
}

// constants hides numbers in conditions behind functions, apart from 0, which
// may be a null pointer.
func constants(u *unit) string {
	e, in := u.edit(), u.inBodies()
	head := ""
	seen := map[string]bool{}
	for i := range u.toks {
		if !in[i] || !(u.is(i, "if") || u.is(i, "while")) || !u.is(i+1, "(") {
			continue
		}
		for k := i + 2; k < u.pair[i+1]; k++ {
			if strings.HasPrefix(u.toks[k].text, "__builtin_") && u.is(k+1, "(") {
				k = u.pair[k+1] // it may want constants
				continue
			}
			t := u.toks[k].text
			n, err := strconv.ParseInt(t, 10, 32)
			if u.toks[k].kind != number || err != nil || n == 0 || t != strconv.FormatInt(n, 10) || u.is(k+1, "}") || u.is(k-1, "{") || u.is(k-1, "case") {
				continue
			}
			if !seen[t] {
				seen[t] = true
				head += fmt.Sprintf("static int meta_constant_%s(void) { return %[1]s; }\n", t)
			}
			e.replace(k, "meta_constant_"+t+"()")
		}
	}
	if !e.changed() {
		return ""
	}
	return e.result(head)
}

// wrapMembers puts the members of structs into an anonymous struct inside.
func wrapMembers(u *unit) string {
	e := u.edit()
	for i := range u.toks {
		if u.is(i, "{") && (u.is(i-1, "=") || u.is(i-1, ",") || u.is(i-1, "{") || u.is(i-1, ")") && u.literal(u.pair[i-1])) {
			return "" // initialisers may count members
		}
		if u.is(i, "struct") && (u.is(i+1, "{") || u.is(i+2, "{")) && !u.inBody(i) {
			open := i + 1
			if u.is(i+2, "{") {
				open++
			}
			if u.is(open+1, "}") || u.is(u.pair[open]-2, "]") && (u.is(u.pair[open]-3, "[") || u.is(u.pair[open]-3, "0")) {
				continue // empty, or with a flexible array
			}
			if u.is(u.pair[open]+1, "__attribute__") || !u.plain(open, u.pair[open]) {
				continue
			}
			e.insert(open+1, "struct {")
			e.insert(u.pair[open], "};")
		}
	}
	if !e.changed() {
		return ""
	}
	return e.result("")
}

// literal tells whether the parenthesis at i, which a brace follows, begins a
// compound literal.
func (u *unit) literal(i int) bool {
	return i > 0 && (u.toks[i-1].kind == punctuator && !u.is(i-1, ")") || u.is(i-1, "return") || u.is(i-1, "sizeof"))
}

// inBody tells whether token i is in the body of a function.
func (u *unit) inBody(i int) bool {
	return slices.ContainsFunc(u.functions(), func(it item) bool { return i > it.body && i < it.end })
}
