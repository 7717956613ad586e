package clib

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed names.txt
var nameList string

// Name is the name of a function that a C library has, whether the table has an
// entry for it or not.
type Name struct {
	Name   string
	Header string
	Arity  int // -1 if it is not fixed
}

// Names lists them, as names.sh found them in headers, by header.
var Names = sync.OnceValue(func() (out []Name) {
	for _, line := range strings.Split(strings.TrimSpace(nameList), "\n") {
		header, names, _ := strings.Cut(line, ":")
		for _, w := range strings.Fields(names) {
			name, arity, _ := strings.Cut(w, "/")
			n := -1
			if arity != "-" {
				var err error
				if n, err = strconv.Atoi(arity); err != nil {
					panic(fmt.Sprintf("names.txt: %q", w)) // the list is part of the program
				}
			}
			out = append(out, Name{name, header, n})
		}
	}
	return out
})

var namesByName = sync.OnceValue(func() map[string]*Name {
	out := map[string]*Name{}
	list := Names()
	for i := range list {
		out[list[i].Name] = &list[i]
	}
	return out
})

// widths are what glibc puts after the names of functions for floats of a width,
// each of which is another name of a function for float, double or long double.
var widths = []string{"f32", "f32x", "f64", "f64x", "f128"}

// Known finds the name of a function that C libraries have, or nil: also with the
// underscores that glibc has variants of a name with.
func Known(name string) *Name {
	names := namesByName()
	plain, _ := Plain(name)
	for _, n := range []string{name, plain, strings.TrimPrefix(name, "__")} {
		if found := names[n]; found != nil {
			return found
		}
	}
	for _, w := range widths {
		n, reentrant := strings.CutSuffix(name, "_r")
		if n, ok := strings.CutSuffix(n, w); ok {
			if reentrant {
				n += "_r"
			}
			if found := names[n]; found != nil && found.Header == "math.h" {
				return found
			}
		}
	}
	return nil
}

// Plain strips what the headers of glibc put around a name, of the standards
// that they follow and of _FORTIFY_SOURCE, and replaces synonyms. checked reports
// that the call has the additional arguments of _FORTIFY_SOURCE.
func Plain(name string) (plain string, checked bool) {
	plain = strings.TrimPrefix(strings.TrimPrefix(name, "__isoc23_"), "__isoc99_")
	if n, ok := strings.CutSuffix(plain, "_chk"); ok && strings.HasPrefix(n, "__") && Lookup(plain) == nil {
		plain, checked = n[2:], true
	}
	if f := Lookup(plain); f != nil {
		plain = f.Name
	}
	return plain, checked
}
