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

// Digits is the question (cfg.Question) which number the digits are that a text
// begins with. Its arguments are the bytes of the text, up to the first that is
// not a digit, and zeros, MaxDigits in all.
const (
	Digits    = "digits"
	MaxDigits = 20 // one less always fits into 64 bits
)

// Streams are handles of the library and not addresses: those of stdin, stdout
// and stderr, from which others follow at distances of StreamStep.
const (
	Stdin      = 0xF1E00010
	Stdout     = 0xF1E00020
	Stderr     = 0xF1E00030
	StreamStep = 0x10
)

// IsStream reports whether a constant is the handle of a stream.
func IsStream(v uint64) bool { return v>>16 == Stdin>>16 && v%StreamStep == 0 }

// Names of variables of the library that need more than their first values.
const (
	Environ    = "environ"
	Errno      = "errno"
	SignGam    = "signgam"
	StdinName  = "stdin"
	stdoutName = "stdout"
	StderrName = "stderr"
)

// Variables are the variables of the library with their first values.
var Variables = map[string]uint64{
	StdinName: Stdin, stdoutName: Stdout, StderrName: Stderr,
	Environ: 0, Errno: 0, SignGam: 0, "optarg": 0, "optind": 1, "opterr": 1, "optopt": '?', "sys_nerr": 0,
}

// Starts reports whether a variable of the library has its first value in every
// program; the environment and what is said of it has another in each.
func Starts(name string) bool {
	_, known := Variables[name]
	return known && !IsStandard(name) && name != Environ && name != "sys_nerr"
}

// IsStandard reports whether a name is that of a stream that is open from the
// start.
func IsStandard(name string) bool { return Variables[name] != 0 && IsStream(Variables[name]) }

// Hooks are the variables of the library that hold functions which it calls.
var Hooks = []string{
	"error_print_progname", "argp_program_version_hook", "obstack_alloc_failed_handler",
	"__malloc_hook", "__realloc_hook", "__memalign_hook", "__free_hook", "__malloc_initialize_hook", "__after_morecore_hook",
}
