package harness

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/extern"
)

// needsMath reports whether the program calls a function of libm.
func (h *Harness) needsMath() bool {
	for i := range h.externs {
		f := &h.externs[i]
		switch {
		case !f.Func || !f.Library || f.Defined:
		case f.Result == "double", f.Result == "float", f.Result == "long double", strings.HasPrefix(f.Name, "fe"), ofFloats(f.Name): // fegetround and others
			return true
		}
	}
	return false
}

// ofFloats reports whether a function of the library takes floating numbers.
func ofFloats(name string) bool {
	f := clib.Lookup(name)
	return f != nil && slices.ContainsFunc(f.Params, func(p clib.Param) bool { return strings.IndexByte("fdD", p.Type) >= 0 })
}

// announced are the error functions that the program defines itself.
func (h *Harness) announced() []string {
	var out []string
	for _, fn := range h.opt.ErrorFuncs {
		if f := h.byName[fn]; f != nil && f.Func && f.Defined {
			out = append(out, fn)
		}
	}
	return out
}

// sanitizers are those that show the failure, if nothing else does.
func (h *Harness) sanitizers() string {
	if h.loc != nil {
		if p := safety.Lookup(h.loc.Property); p != nil {
			return p.Sanitizers
		}
	}
	return ""
}

// Flags are the options of gcc and clang that the harness needs.
func (h *Harness) Flags() []string {
	flags := []string{"-O0", "-w", "-fwrapv", "-fno-strict-aliasing"}
	if s := h.sanitizers(); s != "" {
		flags[2] = "-fsanitize=" + s
		flags = append(flags, "-fsanitize-undefined-trap-on-error")
	}
	if h.prog.PtrBits == 32 {
		flags = append(flags, "-m32")
	}
	if h.allocs.calloc {
		flags = append(flags, "-Dmalloc=culprit_malloc")
	}
	switch {
	case h.opt.Pattern:
		flags = append(flags, "-ftrivial-auto-var-init=pattern")
	case h.allocs.zeroed:
		flags = append(flags, "-ftrivial-auto-var-init=zero")
	}
	if len(h.announced()) > 0 {
		flags = append(flags, "-finstrument-functions")
	}
	return flags
}

// Libs are the options that belong at the end of the compiler's command line.
func (h *Harness) Libs() []string {
	if h.needsMath() {
		return []string{"-lm"}
	}
	return nil
}

// Status are the exit statuses, as a shell shows them, that mean that the
// failure was reached.
func (h *Harness) Status() []int {
	if h.sanitizers() != "" {
		return []int{Trapped}
	}
	if h.loc != nil && h.loc.Reason.Kind == cfg.ErrorCall && len(h.announced()) == 0 {
		return []int{Reached}
	}
	return []int{Reached, Aborted}
}

// quote writes a word for a shell and keeps it out of the way of C comments.
func quote(s string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%="
	if s != "" && strings.Trim(s, safe) == "" {
		return s
	}
	var b strings.Builder
	b.WriteString("$'")
	for _, c := range []byte(s) {
		if c < ' ' || c >= 0x7f || c == '\'' || c == '\\' || c == '*' {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}

// comment makes text safe inside a comment.
func comment(s string) string {
	return strings.NewReplacer("*/", "* /", "/*", "/ *", "\n", " ").Replace(s)
}

// Source is the text of the C file.
func (h *Harness) Source() []byte {
	var b bytes.Buffer
	h.head(&b)
	b.WriteString(`
extern int dprintf(int, const char *, ...);
extern void exit(int);

static void culprit_reached(const char *what) {
	dprintf(2, "%s\n", what);
	exit(` + fmt.Sprint(Reached) + `);
}

static void culprit_diverged(const char *what) {
	dprintf(2, "not as in the trace: %s has no input left\n", what);
	exit(` + fmt.Sprint(Diverged) + `);
}
`)
	if h.blocks {
		b.WriteString("\nstatic long culprit_block[512];\n")
	}
	if h.allocs.calloc {
		h.malloc(&b)
	}
	h.announce(&b)
	for i := range h.externs {
		e := &h.externs[i]
		switch {
		case e.Defined || strings.HasPrefix(e.Name, "__culprit_"):
		case !e.Func:
			h.define(&b, e)
		case e.Library && h.queues[e.Name] == nil:
		default:
			h.function(&b, e)
		}
	}
	return b.Bytes()
}

// head is the comment that says how to use the file.
func (h *Harness) head(b *bytes.Buffer) {
	name := h.opt.Name
	words := slices.Concat([]string{"gcc"}, h.Flags(), []string{"-o", quote(name), quote(h.prog.File)})
	for _, f := range h.opt.More {
		words = append(words, quote(f))
	}
	words = append(append(words, quote(name+".c")), h.Libs()...)
	run := []string{quote(name)}
	if !strings.Contains(name, "/") {
		run[0] = "./" + run[0]
	}
	for _, a := range h.args {
		run = append(run, quote(a))
	}
	if h.Stdin != nil {
		run = append(run, "<", quote(name+".stdin"))
	}
	fmt.Fprintf(b, "/* Test harness for an error trace, made by %s.\n *\n", comment(h.opt.Tool))
	if h.loc != nil {
		fmt.Fprintf(b, " * %s: %s\n *\n", comment(h.loc.Pos.String()), comment(h.loc.Reason.String()))
	}
	fmt.Fprintf(b, " *     %s\n *     %s\n *\n", comment(strings.Join(words, " ")), comment(strings.Join(run, " ")))
	switch {
	case h.sanitizers() != "":
		fmt.Fprintf(b, " * The failure ends the program with status %d, by a trap.", Trapped)
	case slices.Contains(h.Status(), Aborted):
		fmt.Fprintf(b, " * The failure ends the program with status %d (abort) or %d.", Aborted, Reached)
	default:
		fmt.Fprintf(b, " * The failure ends the program with status %d.", Reached)
	}
	fmt.Fprintf(b, " Status %d means that it\n * asked for an input which the trace does not have.\n", Diverged)
	if len(h.Loose) > 0 {
		b.WriteString(" *\n * Not controlled by this file:\n")
		for _, l := range h.Loose {
			fmt.Fprintf(b, " *   %s\n", comment(l))
		}
	}
	b.WriteString(" */\n")
}

// announce defines what the compiler calls at each entry of a function.
func (h *Harness) announce(b *bytes.Buffer) {
	fns := h.announced()
	if len(fns) == 0 {
		return
	}
	b.WriteByte('\n')
	for _, fn := range fns {
		fmt.Fprintf(b, "extern void %s() __attribute__((weak));\n", fn)
	}
	b.WriteString(`__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *fn, void *site) {}
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *fn, void *site) {
`)
	for _, fn := range fns {
		fmt.Fprintf(b, "\tif (fn == (void *)%s)\n\t\tculprit_reached(%q);\n", fn, fn)
	}
	b.WriteString("}\n")
}

// define writes a variable.
func (h *Harness) define(b *bytes.Buffer, e *extern.Symbol) {
	if _, ok := clib.Variables[e.Name]; ok {
		return
	}
	fmt.Fprintf(b, "\nunsigned char %s[%d] __attribute__((aligned(16)))", e.Name, max(e.Size, uint64(len(h.contents[e.Name])), 16))
	if c := h.contents[e.Name]; len(c) > 0 {
		fmt.Fprintf(b, " = {%s}", bytesText(c))
	}
	b.WriteString(";\n")
}

// failing matches the functions whose call is a failure.
var failing = regexp.MustCompile(`^(reach_error|__VERIFIER_error|_assert|__assert|__assert_.*)$`)

// function writes one function.
func (h *Harness) function(b *bytes.Buffer, e *extern.Symbol) {
	switch {
	case slices.Contains(h.opt.ErrorFuncs, e.Name) || failing.MatchString(e.Name):
		fmt.Fprintf(b, "\nvoid %s() { culprit_reached(%q); }\n", e.Name, e.Name)
	case strings.HasSuffix(e.Name, "_assume") || e.Name == "assume":
		fmt.Fprintf(b, "\nvoid %s(int cond) {\n\tif (!cond)\n\t\texit(0);\n}\n", e.Name)
	case strings.HasSuffix(e.Name, "_assert") || e.Name == "assert":
		fmt.Fprintf(b, "\nvoid %s(int cond) {\n\tif (!cond)\n\t\tculprit_reached(%q);\n}\n", e.Name, e.Name)
	case e.Name == "__VERIFIER_nondet_memory":
		h.nondetMemory(b)
	case e.Result == "void":
		fmt.Fprintf(b, "\nvoid %s() {}\n", e.Name)
	case e.Result == "":
		fmt.Fprintf(b, "\nvoid %s() { culprit_diverged(%q); }\n", e.Name, e.Name)
	case len(h.queues[e.Name]) == 0:
		fmt.Fprintf(b, "\n%s %s() {\n\tculprit_diverged(%q);\n\treturn 0;\n}\n", e.Result, e.Name, e.Name)
	default:
		fmt.Fprintf(b, "\n%s %s() {\n\tstatic %s results[] = {%s};\n\tstatic unsigned long next;\n", e.Result, e.Name, e.Result, wrap(h.queues[e.Name]))
		fmt.Fprintf(b, "\tif (next == %d)\n\t\tculprit_diverged(%q);\n\treturn results[next++];\n}\n", len(h.queues[e.Name]), e.Name)
	}
}

// wrap writes a list in lines of bounded length.
func wrap(items []string) string {
	const perLine = 16
	if len(items) <= perLine {
		return strings.Join(items, ", ")
	}
	var b strings.Builder
	for i := 0; i < len(items); i += perLine {
		b.WriteString("\n\t\t" + strings.Join(items[i:min(i+perLine, len(items))], ", ") + ",")
	}
	return b.String() + "\n\t"
}

// nondetMemory writes the function that fills memory.
func (h *Harness) nondetMemory(b *bytes.Buffer) {
	for i, c := range h.blobs {
		fmt.Fprintf(b, "\nstatic const unsigned char culprit_memory_%d[] = {%s};", i, bytesText(append(slices.Clone(c), 0)))
	}
	b.WriteString("\nvoid __VERIFIER_nondet_memory(void *p, __SIZE_TYPE__ n) {\n\tstatic const struct { const unsigned char *p; __SIZE_TYPE__ n; } blocks[] = {")
	for i, c := range h.blobs {
		fmt.Fprintf(b, "{culprit_memory_%d, %d}, ", i, len(c))
	}
	fmt.Fprintf(b, "{0, 0}};\n\tstatic unsigned long next;\n\t__SIZE_TYPE__ i;\n\tif (next == %d)\n\t\tculprit_diverged(\"__VERIFIER_nondet_memory\");\n", len(h.blobs))
	b.WriteString("\tfor (i = 0; i < n; i++)\n\t\t((unsigned char *)p)[i] = i < blocks[next].n ? blocks[next].p[i] : 0;\n\tnext++;\n}\n")
}
