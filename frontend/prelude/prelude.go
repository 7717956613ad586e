package prelude

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"culprit/cfg/clib"
	"culprit/frontend/ccfix"
	"culprit/frontend/headers"
	"culprit/frontend/parse"
)

// Prefix marks the functions of the prelude, so that they never clash
// with what the user declares.
const Prefix = "__culprit_lib_"

//go:embed prelude.h
var mainSource string

// generatedSource has the functions of which there are several that differ in a
// type: see templates_test.go, which makes it.
//
//go:embed generated.h
var generatedSource string

// threadSource has mutexes and their kin, as one thread alone sees them.
//
//go:embed thread.h
var threadSource string

// executeSource has what only executions use: functions with a state that the
// verifier leaves unknown, or that are exact where the verifier's are short.
//
//go:embed execute.h
var executeSource string

// Part is one function of the prelude.
type Part struct {
	name, Text string
	needs      []string
}

// timeSource has the functions of the calendar and of clocks, which an execution
// has in package interp/libc: what holds of every clock and time zone on Linux.
// The time functions of glibc have one buffer for a struct tm in common.
//
//go:embed time.h
var timeSource string

var (
	proofParts = sync.OnceValue(func() map[string]Part {
		return split(nil, strings.Join([]string{mainSource, timeSource, threadSource, generatedSource}, "\n\n"))
	})
	// executeParts are those for executions, which proofs do without.
	executeParts = sync.OnceValue(func() map[string]Part { return split(computed(proofParts()), executeSource) })
)

// computed leaves out what an execution has in the library itself, and what
// needs that.
func computed(parts map[string]Part) map[string]Part {
	out := map[string]Part{}
	for n, p := range parts {
		if !runs(n) && !slices.ContainsFunc(p.needs, runs) {
			out[n] = p
		}
	}
	return out
}

// call matches what a part of the prelude has or needs: functions, and
// structures, which the part with the function of that name declares. It begins with
// its literal prefix, by which the text is searched at each start.
var call = regexp.MustCompile(Prefix + `(\w+)`)

// errnoMacro is how the prelude sets errno: in executions, and in programs that
// look at it, by the pointer that errnoPart returns.
const (
	errnoMacro = "__culprit_set_errno"
	maybeErrno = "__culprit_may_set_errno" // where C leaves open whether it is set

	// LocalePart says whether the locale is another than "C", which localMacros ask,
	// in programs that may change it.
	LocalePart = "__locale"
	// characterMacro is what the functions of <ctype.h> take; glibc has tables for
	// plain characters, too.
	characterMacro = "#define __culprit_character(c) __culprit_undefined((c) < -128 || (c) > 255, \"a number that is not a character\")\n"
	localMacros    = "#define __culprit_locale() %s\n#define __culprit_local(c) (__culprit_locale() && (unsigned)(c) > 127 && (c) != -1)\n"
	errnoPart      = "__errno_location"
)

// split splits a prelude at its blank lines into functions and adds
// them to those of base.
func split(base map[string]Part, src string) map[string]Part {
	out := map[string]Part{}
	maps.Copy(out, base)
	for _, p := range strings.Split(src, "\n\n") {
		part := Part{Text: p}
		var names []string
		for _, at := range call.FindAllStringSubmatchIndex(p, -1) {
			name := p[at[2]:at[3]]
			names = append(names, name)
			if part.name == "" && !strings.HasSuffix(p[:at[0]], "struct ") {
				part.name = name
			}
		}
		if len(names) == 0 {
			continue
		}
		for _, n := range names {
			if n != part.name && !slices.Contains(part.needs, n) {
				part.needs = append(part.needs, n)
			}
		}
		out[part.name] = part
	}
	return out
}

// Prelude collects the functions of the library that a program needs in C.
type Prelude struct {
	execute bool
	parts   map[string]Part
	want    map[string]bool // parts
	refs    map[string]bool // wrappers
}

// New is a prelude that has nothing yet, for executions or for proofs.
func New(execute bool) *Prelude {
	return &Prelude{execute: execute, parts: Parts(execute), want: map[string]bool{}, refs: map[string]bool{}}
}

// Parts are the parts by the name of their function.
func Parts(execute bool) map[string]Part {
	if execute {
		return executeParts()
	}
	return proofParts()
}

// Less is a prelude for proofs in place of one for executions.
func (p *Prelude) Less() parse.Prelude {
	if !p.execute {
		return nil
	}
	return New(false)
}

// Add reports whether the part is new.
func (p *Prelude) Add(lib string) bool {
	part, ok := p.parts[lib]
	if !ok || p.want[lib] {
		return false
	}
	p.want[lib] = true
	for _, n := range part.needs {
		p.Add(n)
	}
	if p.execute && strings.Contains(part.Text, errnoMacro) {
		p.Add(errnoPart)
	}
	return true
}

// AddRef adds what a use of the library function as a value needs.
func (p *Prelude) AddRef(lib string) bool {
	if _, ok := p.parts[lib]; ok || !p.execute || p.refs[lib] || wrapper(lib) == "" {
		return p.Add(lib)
	}
	p.refs[lib] = true
	return true
}

// Mention adds what the identifiers of a file may refer to.
func (p *Prelude) Mention(t *ccfix.Text) {
	for name, bare := range t.Names {
		lib := LibName(name)
		p.Add(lib)
		if !p.execute {
			for _, n := range StringHelpers(lib) {
				p.Add(n)
			}
			if fn := clib.Lookup(lib); fn != nil && fn.FormatOf(clib.Printf) >= 0 {
				p.Add(DirectivesHelper)
				_, wide := t.Names["wchar_t"]
				if wide {
					p.Add(WideHelper)
					p.Add(BoundedWideHelper)
					p.Add(WideDirectivesHelper)
				}
			}
		}
		if name == clib.Errno {
			p.Add(errnoPart) // which keeps errno in memory
		}
		if bare {
			p.AddRef(lib)
		}
	}
	if t.UsesComplex() {
		for rank := 1; rank <= 3; rank++ {
			p.Add(ComplexFunction("mul", rank))
			p.Add(ComplexFunction("div", rank))
		}
	}
}

// Text is the C source of the prelude, callees first.
func (p *Prelude) Text() string {
	if len(p.want)+len(p.refs) == 0 {
		return ""
	}
	var b strings.Builder
	if p.want[errnoPart] {
		b.WriteString("#define " + errnoMacro + "(n) (*" + Prefix + errnoPart + "() = (n))\n")
		b.WriteString("#define " + maybeErrno + "(n) ((void)(__culprit_any() && " + errnoMacro + "(n)))\n")
	} else {
		b.WriteString("#define " + errnoMacro + "(n) ((void)0)\n#define " + maybeErrno + "(n) ((void)0)\n")
	}
	changed := "0"
	if p.want[LocalePart] {
		changed = "(*" + Prefix + LocalePart + "())"
	}
	fmt.Fprintf(&b, localMacros+characterMacro, changed)
	done := map[string]bool{}
	for _, n := range []string{errnoPart, LocalePart} {
		if p.want[n] {
			done[n] = true
			b.WriteString(p.parts[n].Text + "\n")
		}
	}
	var put func(string)
	put = func(n string) {
		if done[n] {
			return
		}
		done[n] = true
		for _, m := range p.parts[n].needs {
			put(m)
		}
		b.WriteString(p.parts[n].Text)
		b.WriteByte('\n')
	}
	for _, n := range slices.Sorted(maps.Keys(p.want)) {
		put(n)
	}
	for _, n := range slices.Sorted(maps.Keys(p.refs)) {
		b.WriteString(wrapper(n))
		b.WriteByte('\n')
	}
	b.WriteString("#undef " + errnoMacro + "\n#undef " + maybeErrno + "\n#undef __culprit_locale\n#undef __culprit_local\n#undef __culprit_character\n")
	return b.String()
}

// RunAtexit is the procedure that calls the handlers that SetAtexit adds, RunAbort
// the one that calls the handler of SIGABRT if SetSignal was given one.
const (
	RunAtexit = Prefix + "run_atexit"
	SetAtexit = "atexit"
	RunAbort  = Prefix + "run_abort"
	SetSignal = "signal"
)

// Func is the function of the library that a call of name means; nil for one that
// is not in the table.
func Func(name string) *clib.Func { return clib.Lookup(LibName(name)) }

// ModelOf is the model of the function of the library that a call of name means.
func ModelOf(name string) clib.Model {
	if f := Func(name); f != nil {
		return f.Model
	}
	return clib.NoModel
}

// IsNondet reports whether name is an input function of the harness.
func IsNondet(name string) bool { return strings.HasPrefix(name, "__VERIFIER_nondet") }

// Arity is the number of parameters of a function of the C library, -1 if
// it is not fixed.
func Arity(name string) (n int, known bool) {
	if n, known := headers.Names()[name]; known {
		return n, true
	}
	if k := clib.Known(name); k != nil {
		return k.Arity, true
	}
	if lf := clib.Lookup(name); lf != nil {
		if lf.Variadic {
			return -1, true
		}
		return lf.Arity(), true
	}
	return 0, false
}

// Is reports whether a function comes from the prelude.
func Is(name string) bool { return strings.HasPrefix(name, "__culprit_") }

// UserName is the name the user knows a function by.
func UserName(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, Prefix), RefPrefix)
}

// Executed finds the function that a call of name means, if executions call
// it by cfg.Lib, and the arguments that it does not have.
func Executed(name string) (fn *clib.Func, drop []int) {
	plain, checked := clib.Plain(strings.TrimPrefix(strings.TrimPrefix(name, hostPrefix), "__builtin_"))
	fn = clib.Lookup(plain)
	switch {
	case fn == nil || !fn.Run || checked && fn.Checked == nil:
		return nil, nil
	case checked:
		drop = fn.Checked
	}
	return fn, drop
}

// runs reports whether executions call the function name by cfg.Lib.
func runs(name string) bool {
	f := clib.Lookup(name)
	return f != nil && f.Run && f.Name == name
}

// hostPrefix marks calls that always mean the library: those in the wrappers
// below.
const hostPrefix = "__culprit_host_"

// RefPrefix marks the wrappers by which a program calls, through a pointer, a
// function of the library that is not a procedure.
const RefPrefix = "__culprit_ref_"

// wrapper returns C source for a function that does what the library function
// name does, or "".
func wrapper(name string) string {
	lf, _ := Executed(name)
	if f := clib.Lookup(name); lf == nil && f != nil && statements[f.Model] {
		return refPrefixed(f, name, "__builtin_"+name, "", "")
	}
	if lf == nil {
		return ""
	}
	target, body, last := lf.Name, "", ""
	if lf.Variadic {
		target = "v" + target
		if !runs(target) {
			return ""
		}
		body = "__builtin_va_list ap; __builtin_va_start(ap, " + letterOf(lf.Arity()-1) + "); "
		last = "ap"
	}
	return letterTypes[lf.Result] + " " + hostPrefix + target + "(); " + refPrefixed(lf, name, hostPrefix+target, body, last)
}

// letterTypes are the types that the letters of signatures mean, in C.
var letterTypes = map[byte]string{'v': "void", 'i': "int", 'u': "unsigned", 'l': "long", 'z': "__SIZE_TYPE__", 't': "__PTRDIFF_TYPE__",
	'f': "float", 'd': "double", 'D': "long double", 'p': "void *", 'F': "void *", 'a': "__builtin_va_list"}

func letterOf(i int) string { return string(rune('a' + i)) }

// refPrefixed is the wrapper of a function by a call of target, with a last
// argument that body makes, "" for none.
func refPrefixed(f *clib.Func, name, target, body, last string) string {
	var params, args []string
	for i, p := range f.Params {
		params = append(params, letterTypes[p.Type]+" "+letterOf(i))
		args = append(args, letterOf(i))
	}
	if f.Variadic {
		params = append(params, "...")
	}
	if last != "" {
		args = append(args, last)
	}
	if params == nil {
		params = []string{"void"}
	}
	if f.Result != 'v' {
		body += "return "
	}
	return letterTypes[f.Result] + " " + RefPrefix + name + "(" + strings.Join(params, ", ") + ") { " + body + target + "(" + strings.Join(args, ", ") + "); }"
}

// statements are the models that executions use, too: a pointer to such a
// function is one to a wrapper.
var statements = map[clib.Model]bool{
	clib.Abort: true, clib.Exit: true, clib.Malloc: true, clib.ZAlloc: true, clib.Calloc: true, clib.Realloc: true, clib.Free: true, clib.Copy: true, clib.Move: true, clib.CopyEnd: true, clib.Set: true,
	clib.FAbs: true, clib.FSqrt: true, clib.FFloor: true, clib.FCeil: true, clib.FTrunc: true, clib.FRound: true,
}
