package meta

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Transformation changes the text of a program and none of its meaning.
type Transformation struct {
	Name  string
	Apply func(u *unit) string // "" where it does not apply
}

// Transformations are all that there are.
var Transformations = []Transformation{
	{"typedef", insertTypedefs},
	{"expand", expandTypedefs},
	{"rename", rename},
	{"macro", wrapConditions},
	{"while", forToWhile},
	{"goto", whileToGoto},
	{"extract", extract},
	{"reorder", reorder},
	{"dead", deadCode},
	{"constant", constants},
	{"members", wrapMembers},
}

// To returns the transformed program; "" where the transformation does not
// apply.
func (t Transformation) To(src string) string {
	u := newUnit(src)
	if u == nil {
		return ""
	}
	return t.Apply(u)
}

var specifiers = []string{"unsigned", "signed", "long", "short", "int", "char", "double", "float", "_Complex", "__complex__", "__int128",
	"const", "volatile", "static", "extern", "register", "inline", "__inline", "__inline__", "auto", "_Bool", "__extension__", "typedef"}

// insertTypedefs gives int a name of its own where int is the whole type, and
// pointers to structs where they are declared alone.
func insertTypedefs(u *unit) string {
	e, head := u.edit(), "typedef int meta_int;\n"
	mixed := func(i, step int) bool {
		for ; i >= 0 && i < len(u.toks) && slices.Contains(specifiers, u.toks[i].text); i += step {
			if slices.Index(specifiers, u.toks[i].text) < 11 {
				return true
			}
		}
		return false
	}
	pointers := map[string]bool{}
	for i := range u.toks {
		switch {
		case u.is(i, "int") && !mixed(i-1, -1) && !mixed(i+1, 1):
			e.replace(i, "meta_int")
		case u.is(i, "struct") && i+4 < len(u.toks) && u.is(i+2, "*") && u.toks[i+3].kind == word && u.toks[i+3].text != "const" &&
			(u.is(i-1, ";") || u.is(i-1, "{") || u.is(i-1, "}") || u.is(i-1, "(") && u.is(i+4, ")")) && (u.is(i+4, ";") || u.is(i+4, ")")):
			tag := u.toks[i+1].text
			if !pointers[tag] {
				pointers[tag] = true
				head += fmt.Sprintf("typedef struct %s *meta_p_%[1]s;\n", tag)
			}
			e.replace(i, "meta_p_"+tag)
			e.with[i+1], e.with[i+2] = nil, nil
		}
	}
	if !e.changed() {
		return ""
	}
	return e.result(head)
}

// expandTypedefs writes typeof(...) for the names of simple types.
func expandTypedefs(u *unit) string {
	e := u.edit()
	for _, it := range u.items {
		n := it.end - 2
		if !u.is(it.first, "typedef") || n < it.first+2 || u.toks[n].kind != word || slices.Contains(specifiers, u.toks[n].text) ||
			slices.ContainsFunc(u.toks[it.first:n], func(t token) bool { return strings.ContainsAny(t.text, "()[]{},") }) {
			continue
		}
		name, spec := u.toks[n].text, strings.TrimSpace(text(u.toks[it.first+1:n]))
		var uses []int
		other := false // the name is also a member's, a label's, a tag's
		for i := it.end; i < len(u.toks); i++ {
			if u.toks[i].text != name || u.toks[i].kind != word {
				continue
			}
			other = other || u.is(i-1, ".") || u.is(i-1, "->") || u.is(i-1, "struct") || u.is(i-1, "union") || u.is(i-1, "enum") ||
				u.is(i-1, "goto") || u.is(i+1, ":") || u.is(i+1, "=") || u.is(i+1, ";") || u.is(i+1, ",") && !u.is(i-1, "(") && !u.is(i-1, ",") || u.is(i-1, "*") || i > 0 && u.toks[i-1].text == name
			uses = append(uses, i)
		}
		if other {
			continue
		}
		for _, i := range uses {
			e.replace(i, "__typeof__("+spec+")")
		}
	}
	if !e.changed() {
		return ""
	}
	return e.result("")
}

var keep = regexp.MustCompile(`^(_.*|main|reach_error|assume_abort_if_not|ERROR|auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|typeof|union|unsigned|void|volatile|while|asm|alignof|bool|true|false|nullptr|constexpr|NULL|va_list|size_t|wchar_t|ptrdiff_t|environ|stdin|stdout|stderr|errno)$`)

// rename renames what the program itself declares.
func rename(u *unit) string {
	defined, undefined := map[string]bool{}, map[string]bool{}
	for _, t := range u.toks {
		if t.kind == directive && !regexp.MustCompile(`^#\s*(\d|line|pragma)`).MatchString(t.text) {
			return ""
		}
	}
	for _, it := range u.functions() {
		defined[u.toks[it.name].text] = true
	}
	for _, it := range u.items {
		for i := it.first; it.body < 0 && i < it.end; i++ { // prototypes and what else is defined somewhere else
			if u.toks[i].kind == word && (u.is(i+1, "(") || u.is(it.first, "extern")) {
				undefined[u.toks[i].text] = true
			}
			if u.is(i, "(") || u.is(i, "{") {
				i = u.pair[i]
			}
		}
	}
	other := map[string]bool{} // names that are not only called
	for i, t := range u.toks {
		if t.kind == word && !u.is(i+1, "(") {
			other[t.text] = true
		}
	}
	e := u.edit()
	for i := 0; i < len(u.toks); i++ {
		t := u.toks[i]
		if (t.text == "__attribute__" || t.text == "__asm__" || t.text == "asm") && u.is(i+1, "(") {
			i = u.pair[i+1]
			continue
		}
		if t.kind != word || keep.MatchString(t.text) || !defined[t.text] && (undefined[t.text] || !other[t.text]) {
			continue
		}
		e.replace(i, "meta_"+t.text)
	}
	if !e.changed() {
		return ""
	}
	return e.result("")
}

// wrapConditions puts macros around conditions.
func wrapConditions(u *unit) string {
	e, in := u.edit(), u.inBodies()
	for i := range u.toks {
		if in[i] && (u.is(i, "if") || u.is(i, "while")) && u.is(i+1, "(") && u.plain(i+1, u.pair[i+1]) {
			e.insert(i+2, "META_ID(")
			e.insert(u.pair[i+1], ")")
		}
	}
	if !e.changed() {
		return ""
	}
	return e.result("#define META_ID(...) (__VA_ARGS__)\n")
}

// plain tells whether no directive stands among tokens.
func (u *unit) plain(i, j int) bool {
	return !slices.ContainsFunc(u.toks[i:j], func(t token) bool { return t.kind == directive })
}

// jumps finds the continue statements of the loop whose body is the block at
// i, and its break statements; false if the body is not understood.
func (u *unit) jumps(i int) (continues, breaks []int, ok bool) {
	var scan func(i, end int, inSwitch bool) bool
	scan = func(i, end int, inSwitch bool) bool {
		for ; i < end; i++ {
			switch {
			case u.is(i, "for"), u.is(i, "while"), u.is(i, "do"):
				next := u.statement(i)
				if next == 0 {
					return false
				}
				i = next - 1
			case u.is(i, "switch"):
				next := u.statement(i)
				if next == 0 || !scan(i+1, next, true) {
					return false
				}
				i = next - 1
			case u.is(i, "continue"):
				continues = append(continues, i)
			case u.is(i, "break") && !inSwitch:
				breaks = append(breaks, i)
			}
		}
		return true
	}
	ok = scan(i+1, u.pair[i], false)
	return continues, breaks, ok
}

// forToWhile writes for loops as while loops.
func forToWhile(u *unit) string {
	e, in := u.edit(), u.inBodies()
	for i := range u.toks {
		if !in[i] || !u.is(i, "for") || !u.is(u.pair[i+1]+1, "{") {
			continue
		}
		closing := u.pair[i+1]
		body := closing + 1
		var semi []int
		for k := i + 2; k < closing; k++ {
			if u.is(k, ";") {
				semi = append(semi, k)
			} else if u.pair[k] > k {
				k = u.pair[k]
			}
		}
		continues, _, ok := u.jumps(body)
		if !ok || len(semi) != 2 || !u.plain(i, body) {
			continue
		}
		part := func(a, b int) string { return strings.TrimSpace(text(u.toks[a:b])) }
		cond := part(semi[0]+1, semi[1])
		if cond == "" {
			cond = "1"
		}
		for k := i; k <= closing; k++ {
			e.with[k] = nil
		}
		e.replace(i, fmt.Sprintf("{ %s while (%s) {", part(i+2, semi[0]+1), cond))
		for _, k := range continues {
			e.replace(k, fmt.Sprintf("goto meta_next_%d", i))
		}
		e.insert(u.pair[body]+1, fmt.Sprintf("meta_next_%d: ; %s; } }", i, part(semi[1]+1, closing)))
	}
	if !e.changed() {
		return ""
	}
	return e.result("")
}

// whileToGoto writes while loops with labels and jumps.
func whileToGoto(u *unit) string {
	e, in := u.edit(), u.inBodies()
	for i := range u.toks {
		if !in[i] || !u.is(i, "while") || !u.is(u.pair[i+1]+1, "{") {
			continue
		}
		body := u.pair[i+1] + 1
		continues, breaks, ok := u.jumps(body)
		if !ok {
			continue
		}
		e.replace(i, fmt.Sprintf("{ meta_loop_%d: ; if (!", i))
		e.insert(body, fmt.Sprintf(") goto meta_end_%d;", i))
		for _, k := range continues {
			e.replace(k, fmt.Sprintf("goto meta_loop_%d", i))
		}
		for _, k := range breaks {
			e.replace(k, fmt.Sprintf("goto meta_end_%d", i))
		}
		e.insert(u.pair[body]+1, fmt.Sprintf("goto meta_loop_%d; meta_end_%[1]d: ; }", i))
	}
	if !e.changed() {
		return ""
	}
	return e.result("")
}
