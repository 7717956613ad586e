package frontend

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"culprit/frontend/parse"

	"culprit/cfg/clib"
	"culprit/frontend/ccfix"
)

// preludePrefix marks the functions of the prelude, so that they never clash
// with what the user declares.
const preludePrefix = "__culprit_lib_"

//go:embed prelude/prelude.h
var preludeSource string

// complexSource has the arithmetic of complex numbers, by C99, annex G: products
// and quotients whose parts are not numbers may be infinite. Quotients are
// scaled as in M. Baudin and R. Smith, A robust complex division in Scilab,
// 2012, with the limits of libgcc 12. REAL, S, K and LIM stand for a type, what
// the names of its functions end in, and what the names of its limits begin in.
//
//go:embed prelude/complex.h
var complexSource string

// complexText is complexSource for the three floating types. Quotients of float
// are computed in double.
func complexText() string {
	kind := func(real, suffix, letter, limits string) string {
		r := strings.NewReplacer("REAL", real, "_S(", "_"+letter+"(", "S(", suffix+"(", "Kc3", letter+"c3", "LIM_", limits)
		return r.Replace(complexSource)
	}
	floats := strings.Split(kind("float", "f", "s", "FLT_"), "\n\n")
	for i, part := range floats {
		if strings.Contains(part, preludePrefix+"__divsc3(float a") {
			floats[i] = divideFloats
		}
	}
	return strings.Join(floats, "\n\n") + kind("double", "", "d", "DBL_") + kind("long double", "l", "x", "LDBL_")
}

const divideFloats = `float _Complex ` + preludePrefix + `__divsc3(float a, float b, float c, float d) {
	double n = (double)c * c + (double)d * d;
	return ` + preludePrefix + `__complex_quotient_s(a, b, c, d, ((double)a * c + (double)b * d) / n, ((double)b * c - (double)a * d) / n);
}`

// executeSource has what only executions use: functions with a state that the
// verifier leaves unknown, or that are exact where the verifier's are short.
//
//go:embed prelude/execute.h
var executeSource string

// preludePart is one function of the prelude.
type preludePart struct {
	name, text string
	needs      []string
}

// realSource has mathematical functions, which an execution has in package
// interp/libc: those that few operations compute exactly, and of the others what
// holds of every result. REAL and the names in capitals stand for a floating type and
// its format, @ for the suffix of the functions for it; LONGEST is a number up to
// which all integers have the type, LIFT a power of two that makes subnormal
// numbers normal.
//
//go:embed prelude/real.h
var realSource string

// timeSource has the functions of the calendar and of clocks, which an execution
// has in package interp/libc: what holds of every clock and time zone on Linux.
// The time functions of glibc have one buffer for a struct tm in common.
//
//go:embed prelude/time.h
var timeSource string

// textSource has the functions of texts that are the same for bytes and for wide
// characters. CHAR stands for the type of a character, CODE for the type in which
// it has its code, TEXT and ENDOF for what the names of the functions begin with.
//
//go:embed prelude/text.h
var textSource string

var (
	byteTexts = strings.NewReplacer("CHAR", "char", "CODE", "unsigned char", "TEXT", "str", "ENDOF", "stp")
	wideTexts = strings.NewReplacer("CHAR", "__WCHAR_TYPE__", "CODE", "__WCHAR_TYPE__", "TEXT", "wcs", "ENDOF", "wcp")
)

var (
	realDouble = strings.NewReplacer("REAL", "double", "BITS", "unsigned long long", "@", "", "MANT", "52", "EXPS", "2047", "BIAS", "1023",
		"LIFT", "0x1p54", "LONGEST", "0x1p53", "LARGEST", "0x1p1023")
	realFloat = strings.NewReplacer("REAL", "float", "BITS", "unsigned", "@", "f", "MANT", "23", "EXPS", "255", "BIAS", "127",
		"LIFT", "0x1p25f", "LONGEST", "0x1p24f", "LARGEST", "0x1p127f")
)

var (
	preludeParts = splitPrelude(nil, preludeSource+"\n\n"+byteTexts.Replace(textSource)+"\n\n"+wideTexts.Replace(textSource)+"\n\n"+timeSource+"\n\n"+complexText()+"\n\n"+realDouble.Replace(realSource)+"\n\n"+realFloat.Replace(realSource))
	// executeParts are those for executions, which proofs do without.
	executeParts = sync.OnceValue(func() map[string]preludePart { return splitPrelude(computed(preludeParts), executeSource) })
)

// computed leaves out what an execution has in the library itself, and what
// needs that.
func computed(parts map[string]preludePart) map[string]preludePart {
	out := map[string]preludePart{}
	for n, p := range parts {
		if !runs(n) && !slices.ContainsFunc(p.needs, runs) {
			out[n] = p
		}
	}
	return out
}

// preludeCall matches what a part of the prelude has or needs: functions, and
// structures, which the part with the function of that name declares. It begins with
// its literal prefix, by which the text is searched at each start.
var preludeCall = regexp.MustCompile(preludePrefix + `(\w+)`)

// errnoMacro is how the prelude sets errno: in executions, and in programs that
// look at it, by the pointer that errnoPart returns.
const (
	errnoMacro = "__culprit_set_errno"
	maybeErrno = "__culprit_may_set_errno" // where C leaves open whether it is set

	// localePart says whether the locale is another than "C", which localMacros ask,
	// in programs that may change it.
	localePart = "__locale"
	// characterMacro is what the functions of <ctype.h> take; glibc has tables for
	// plain characters, too.
	characterMacro = "#define __culprit_character(c) __culprit_undefined((c) < -128 || (c) > 255, \"a number that is no character\")\n"
	localMacros    = "#define __culprit_locale() %s\n#define __culprit_local(c) (__culprit_locale() && (unsigned)(c) > 127 && (c) != -1)\n"
	errnoPart      = "__errno_location"
)

// splitPrelude splits a prelude at its blank lines into functions and adds
// them to those of base.
func splitPrelude(base map[string]preludePart, src string) map[string]preludePart {
	out := map[string]preludePart{}
	for n, p := range base {
		out[n] = p
	}
	for _, p := range strings.Split(src, "\n\n") {
		part := preludePart{text: p}
		var names []string
		for _, at := range preludeCall.FindAllStringSubmatchIndex(p, -1) {
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

// prelude collects the functions of the library that a program needs in C.
type prelude struct {
	execute bool
	parts   map[string]preludePart
	want    map[string]bool // parts
	refs    map[string]bool // wrappers
}

func newPrelude(execute bool) *prelude {
	p := &prelude{execute: execute, parts: preludeParts, want: map[string]bool{}, refs: map[string]bool{}}
	if execute {
		p.parts = executeParts()
	}
	return p
}

// Less is a prelude for proofs in place of one for executions.
func (p *prelude) Less() parse.Prelude {
	if !p.execute {
		return nil
	}
	return newPrelude(false)
}

// add reports whether the part is new.
func (p *prelude) add(lib string) bool {
	part, ok := p.parts[lib]
	if !ok || p.want[lib] {
		return false
	}
	p.want[lib] = true
	for _, n := range part.needs {
		p.add(n)
	}
	if p.execute && strings.Contains(part.text, errnoMacro) {
		p.add(errnoPart)
	}
	return true
}

// addRef adds what a use of the library function as a value needs.
func (p *prelude) addRef(lib string) bool {
	if _, ok := p.parts[lib]; ok || !p.execute || p.refs[lib] || wrapper(lib) == "" {
		return p.add(lib)
	}
	p.refs[lib] = true
	return true
}

// Mention adds what the identifiers of a file may refer to.
func (p *prelude) Mention(t *ccfix.Text) {
	for name, bare := range t.Names {
		lib := libName(name)
		p.add(lib)
		if !p.execute {
			for _, n := range stringHelpers(lib) {
				p.add(n)
			}
			if fn := clib.Lookup(lib); fn != nil && fn.FormatOf(clib.Printf) >= 0 {
				p.add(directivesHelper)
				_, wide := t.Names["wchar_t"]
				if wide {
					p.add(wideHelper)
					p.add(boundedWideHelper)
				}
			}
		}
		if name == clib.Errno {
			p.add(errnoPart) // which keeps errno in memory
		}
		if bare {
			p.addRef(lib)
		}
	}
	if t.UsesComplex() {
		for rank := 1; rank <= 3; rank++ {
			p.add(complexFunction("mul", rank))
			p.add(complexFunction("div", rank))
		}
	}
}

// Text is the C source of the prelude, callees first.
func (p *prelude) Text() string {
	if len(p.want)+len(p.refs) == 0 {
		return ""
	}
	var b strings.Builder
	if p.want[errnoPart] {
		b.WriteString("#define " + errnoMacro + "(n) (*" + preludePrefix + errnoPart + "() = (n))\n")
		b.WriteString("#define " + maybeErrno + "(n) ((void)(__culprit_any() && " + errnoMacro + "(n)))\n")
	} else {
		b.WriteString("#define " + errnoMacro + "(n) ((void)0)\n#define " + maybeErrno + "(n) ((void)0)\n")
	}
	changed := "0"
	if p.want[localePart] {
		changed = "(*" + preludePrefix + localePart + "())"
	}
	fmt.Fprintf(&b, localMacros+characterMacro, changed)
	done := map[string]bool{}
	for _, n := range []string{errnoPart, localePart} {
		if p.want[n] {
			done[n] = true
			b.WriteString(p.parts[n].text + "\n")
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
		b.WriteString(p.parts[n].text)
		b.WriteByte('\n')
	}
	for _, n := range sortedNames(p.want) {
		put(n)
	}
	for _, n := range sortedNames(p.refs) {
		b.WriteString(wrapper(n))
		b.WriteByte('\n')
	}
	b.WriteString("#undef " + errnoMacro + "\n#undef " + maybeErrno + "\n#undef __culprit_locale\n#undef __culprit_local\n#undef __culprit_character\n")
	return b.String()
}

func sortedNames(m map[string]bool) []string {
	var out []string
	for n := range m {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// preludeName is the name the user knows a function by.
func preludeName(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, preludePrefix), refPrefix)
}

// isPrelude reports whether a function comes from the prelude.
func isPrelude(name string) bool { return strings.HasPrefix(name, "__culprit_") }
