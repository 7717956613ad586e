package frontend

import (
	_ "embed"
	"regexp"
	"sort"
	"strings"
)

// preludePrefix marks the functions of the prelude, so that they never clash
// with what the user declares.
const preludePrefix = "__culprit_lib_"

//go:embed prelude/prelude.h
var preludeSource string

// preludePart is one function of the prelude.
type preludePart struct {
	name, text string
	needs      []string
}

var preludeParts = splitPrelude(preludeSource)

var preludeCall = regexp.MustCompile(preludePrefix + `(\w+)`)

// splitPrelude splits the prelude at its blank lines into functions.
func splitPrelude(src string) map[string]preludePart {
	out := map[string]preludePart{}
	for _, p := range strings.Split(src, "\n\n") {
		names := preludeCall.FindAllStringSubmatch(p, -1)
		if len(names) == 0 {
			continue
		}
		part := preludePart{name: names[0][1], text: p}
		for _, n := range names[1:] {
			if n[1] != part.name {
				part.needs = append(part.needs, n[1])
			}
		}
		out[part.name] = part
	}
	return out
}

// preludeFor returns the C source of the library functions that reachable
// functions use and the program does not define.
func preludeFor(u *unit, r *reach) string {
	want := map[string]bool{}
	var add func(string)
	add = func(lib string) {
		p, ok := preludeParts[lib]
		if !ok || want[lib] {
			return
		}
		want[lib] = true
		for _, n := range p.needs {
			add(n)
		}
	}
	for _, name := range r.funcs {
		f := u.funcs[name]
		for _, c := range f.calls {
			if u.funcs[c] == nil {
				add(libName(c))
			}
		}
		for _, c := range f.refs {
			if u.funcs[c] == nil {
				add(libName(c))
			}
		}
	}
	var names []string
	for n := range want {
		names = append(names, n)
	}
	sort.Strings(names)
	// Callees first: a part needs at most parts that need nothing.
	sort.SliceStable(names, func(i, j int) bool {
		return len(preludeParts[names[i]].needs) < len(preludeParts[names[j]].needs)
	})
	var b strings.Builder
	for _, n := range names {
		b.WriteString(preludeParts[n].text)
		b.WriteByte('\n')
	}
	return b.String()
}

// preludeName is the name the user knows a function by.
func preludeName(name string) string { return strings.TrimPrefix(name, preludePrefix) }

func isPrelude(name string) bool { return strings.HasPrefix(name, preludePrefix) }
