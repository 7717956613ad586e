package main

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg/clib"
)

// tableCalls are calls of the functions of the table that take nothing but numbers
// and strings and leave the world as it is, in the form of libraryCalls, except
// for those that are there: by the kinds of their arguments.
func tableCalls() (out []string) {
	for _, f := range clib.All() {
		if call, ok := tableCall(f); ok && !slices.ContainsFunc(libraryCalls, func(l string) bool { return strings.Contains(l, f.Name+"(") }) {
			out = append(out, call)
		}
	}
	return out
}

// tableCall is the line of one function.
func tableCall(f *clib.Func) (line string, ok bool) {
	result := map[byte]string{'i': "int", 'u': "unsigned", 'l': "long", 'm': "unsigned long", 'z': "size_t", 'x': "long long", 'y': "unsigned long long", 'f': "float", 'd': "double", 'D': "long double"}[f.Result]
	world := f.Model != clib.ByText && f.Model != clib.Math && !f.Pure || f.State != clib.NoState || f.Input
	if result == "" || world || f.Variadic || f.NoReturn || f.Partial || f.Negates || f.Divides || len(f.Params) == 0 || strings.HasPrefix(f.Name, "_") {
		return "", false
	}
	var args []string
	letters := map[byte]string{'i': "ijkc", 'l': "ijkc", 'x': "ijkc", 'u': "kce", 'm': "kce", 'z': "kce", 'y': "kce", 'f': "df", 'd': "df", 'D': "df"}
	texts := map[bool]string{false: "st", true: "wv"}
	for i, p := range f.Params {
		choice := letters[p.Type]
		if p.Access == clib.String && len(p.Factor) == 0 && p.Format == clib.NoFormat {
			choice = texts[p.Wide]
		}
		if choice == "" {
			return "", false
		}
		args = append(args, "$"+string(choice[i%len(choice)]))
	}
	observed := "a$n"
	if strings.IndexByte("fdD", f.Result) >= 0 {
		observed = "a$n == a$n # a$n > 0 # a$n == (long)(a$n < 1e9 && a$n > -1e9 ? a$n : 0)"
	}
	switch f.Promises {
	case clib.Sign:
		observed = "sign(a$n)"
	case clib.Truth:
		observed = "a$n != 0"
	}
	return fmt.Sprintf("errno = 0; %s a$n = %s(%s); int b$n = errno; # b$n # %s", result, f.Name, strings.Join(args, ", "), observed), true
}
