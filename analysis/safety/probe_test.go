package safety_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"culprit/cfg/clib"
	"culprit/frontend"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/svcomp"
	"culprit/verifier"
)

// TestArguments calls every function of the library that takes pointers with
// arguments that it may not get, one at a time, by what the table says of them: a
// pointer to what was freed, null, memory that is too short, a constant that is
// written, memory that is written and read at once. None is proved. With arguments
// that it may get, no call is wrong, but of gets, for which no memory is long enough.
func TestArguments(t *testing.T) {
	for n, f := range clib.All() {
		if !f.Pointers() || unprobed[f.Name] || testing.Short() && n%16 != 0 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			for _, c := range probes(f) {
				got, why := c.verdict(t)
				if c.good && got == verifier.False && f.Name != "gets" || !c.good && got == verifier.True {
					t.Errorf("%s: %v %s\n%s", c.what, got, why, c.src)
				}
			}
		})
	}
}

// unprobed are functions of the kernel, which no header declares, those that do
// not return, and those that compilers have under other names.
var unprobed = map[string]bool{"krealloc": true, "kfree": true, "vfree": true, "kvfree": true, "printk": true, "cfree": true, "clone": true,
	"__assert_fail": true, "__assert_perror_fail": true, "__assert": true, "_assert": true, "__assert_rtn": true, "__assert_func": true, "__longjmp_chk": true,
	"sincosf": true, "sincosl": true}

// probe is one call.
type probe struct {
	what, src, property string
	good                bool
}

func (c *probe) verdict(t *testing.T) (verifier.Verdict, string) {
	t.Helper()
	p, _ := svcomp.Named(c.property)
	prog, err := frontend.Parse("probe.c", []byte(c.src), frontend.Config{PtrBits: 64, Checks: p.Checks()})
	if err != nil {
		t.Fatalf("%v\n%s", err, c.src)
	}
	res := verifier.Verify(context.Background(), prog, verifier.Config{Replay: interp.Replay, Library: interp.Ask, NoRelevance: true, Work: work.Second})
	return res.Verdict, res.Reason
}

// probes are the calls of f with one wrong argument each, and one without.
func probes(f *clib.Func) (out []*probe) {
	args := make([]string, len(f.Params))
	var setup []string
	for i := range f.Params {
		args[i] = fmt.Sprintf("a%d", i)
		setup = append(setup, valid(f, i))
	}
	add := func(what, property string, i int, how string) {
		lines := slices.Clone(setup)
		if i >= 0 {
			lines = append(slices.Delete(lines, i, i+1), how)
		}
		c := &probe{what: what, property: property, good: i < 0}
		if i >= 0 {
			c.what = fmt.Sprintf("%s argument %d", what, i+1)
		}
		c.src = head + "static void call(int k, ...) {\n\tva_list list;\n\tva_start(list, k);\n\t" + strings.Join(lines, "\n\t") + "\n\t" + f.Name + "(" + strings.Join(args, ", ") + ");\n}\n" +
			"int main(void) {\n\tcall(1, 1, 2, 3);\n\treturn 0;\n}\n"
		out = append(out, c)
	}
	add("good", svcomp.ValidDeref, -1, "")
	for i, p := range f.Params {
		a := fmt.Sprintf("a%d", i)
		switch {
		case special[f.Name][i] != "" && p.Access == clib.NoAccess, p.Type != 'p' && p.Type != 'F', p.Access == clib.Value:
			continue
		case p.Access == clib.Block:
			add("freed", svcomp.ValidFree, i, fmt.Sprintf("void *%s = malloc(8); free(%s);", a, a))
			add("no block as", svcomp.ValidFree, i, fmt.Sprintf("char b[8]; void *%s = b;", a))
			continue
		}
		if !p.Null {
			add("null", svcomp.ValidDeref, i, fmt.Sprintf("void *%s = 0;", a))
		}
		if p.Access == clib.Stream {
			if p.Type == 'F' {
				add("closed", svcomp.ValidDeref, i, valid(f, i)+fmt.Sprintf(" fclose(%s);", a))
			} else {
				add("closed", svcomp.ValidDeref, i, valid(f, i)+fmt.Sprintf(" closedir(%s);", a))
			}
			continue
		}
		add("freed", svcomp.ValidDeref, i, fmt.Sprintf("void *%s = malloc(512); memset(%s, 0, 512); free(%s);", a, a, a))
		if !ends[f.Name] && p.Access != clib.NoAccess {
			add("short", svcomp.ValidDeref, i, short(p, a))
		}
		if p.Access == clib.Write && !keeps[f.Name] {
			text := `char c[64] = "1234"`
			if strings.HasPrefix(f.Name, "wcs") {
				text = `wchar_t c[64] = L"1234"`
			}
			add("constant", svcomp.ValidDeref, i, fmt.Sprintf("static const %s; void *%s = (void *)c;", text, a))
		}
		for j, q := range f.Params {
			if p.Access == clib.Write && (q.Access == clib.Read && q.Factor != nil || q.Access == clib.String) && !overlaps(f) {
				off := 2
				if strings.HasPrefix(f.Name, "w") {
					off = 4
				}
				add(fmt.Sprintf("overlapping argument %d and", j+1), svcomp.ValidDeref, i, fmt.Sprintf("void *%s = (char *)a%d + %d;", a, j, off))
			}
		}
	}
	return out
}

const head = `#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <regex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
static int order(const void *x, const void *y) { return *(const char *)x - *(const char *)y; }
static void nothing(void) {}
`

// special are arguments that have a meaning of their own.
var special = map[string]map[int]string{
	"qsort": {3: "int (*a3)(const void *, const void *) = order;"}, "bsearch": {4: "int (*a4)(const void *, const void *) = order;"}, "atexit": {0: "void (*a0)(void) = nothing;"},
	"accept": {2: "unsigned n = 16, *a2 = &n;"}, "getsockname": {2: "unsigned n = 16, *a2 = &n;"}, "getpeername": {2: "unsigned n = 16, *a2 = &n;"}, "getsockopt": {4: "unsigned n = 16, *a4 = &n;"},
	"lfind": {2: "size_t n = 1, *a2 = &n;", 4: "int (*a4)(const void *, const void *) = order;"}, "lsearch": {2: "size_t n = 1, *a2 = &n;", 4: "int (*a4)(const void *, const void *) = order;"},
	"pthread_once": {1: "void (*a1)(void) = nothing;"}, "call_once": {1: "void (*a1)(void) = nothing;"},
	"regexec": {0: `regex_t r; if (regcomp(&r, "a", 0)) return; regex_t *a0 = &r;`}, "inet_pton": {0: "int a0 = 2;"}, "inet_ntop": {0: "int a0 = 2;"},
	"posix_memalign": {1: "size_t a1 = 16;"}, "strsep": {0: `char b[8] = "xyz", *w = b; char **a0 = &w;`}, "rawmemchr": {1: "int a1 = '3';"}, "swab": {2: "long a2 = 4;"},
	"strtok": {0: `char a0[8] = "1234";`, 1: `char a1[2] = "2";`}, "strtok_r": {0: `char a0[8] = "1234";`, 1: `char a1[2] = "2";`}, "wcstok": {0: `wchar_t a0[8] = L"1234";`, 1: `wchar_t a1[2] = L"2";`},
	"strpbrk": {0: `char a0[8] = "abc";`, 1: `char a1[8] = "xyz";`}, "strcspn": {0: `char a0[8] = "abc";`, 1: `char a1[8] = "xyz";`},
	"wcspbrk": {0: `wchar_t a0[8] = L"abc";`, 1: `wchar_t a1[8] = L"xyz";`}, "wcscspn": {0: `wchar_t a0[8] = L"abc";`, 1: `wchar_t a1[8] = L"xyz";`},
}

// overlaps are functions whose blocks may overlap or that copy nothing, and those of
// whose buffer it is not checked, or only that no string begins in it.
func overlaps(f *clib.Func) bool {
	switch f.Name {
	case "inet_aton", "wmemmove", "bcopy", "readlink", "wcsxfrm", "wcsftime", "mbtowc", "asprintf", "vasprintf":
		return true
	}
	return f.Model == clib.Move || strings.HasPrefix(f.Name, "strto") || strings.HasPrefix(f.Name, "wcsto")
}

// keeps are functions that need not write to what they get.
var keeps = map[string]bool{"strsep": true, "strlcat": true, "pthread_once": true, "call_once": true, "mkstemp": true, "mkdtemp": true}

// ends are functions whose texts may end before the memory that is too short does.
var ends = map[string]bool{"mblen": true, "mbtowc": true, "wctomb": true, "wctype": true, "setlocale": true, "strtok": true, "strtok_r": true, "wcstok": true, "mkstemp": true, "mkdtemp": true}

// valid declares a variable with a value that argument i may have.
func valid(f *clib.Func, i int) string {
	if s := special[f.Name][i]; s != "" {
		return s
	}
	p, a := f.Params[i], fmt.Sprintf("a%d", i)
	switch {
	case p.Type == 'a':
		return "#define " + a + " list\n"
	case p.Type == 'F':
		return fmt.Sprintf(`FILE *%s = fopen("f", "r+"); if (!%s) return;`, a, a)
	case p.Access == clib.Stream:
		return fmt.Sprintf(`DIR *%s = opendir("d"); if (!%s) return;`, a, a)
	case p.Access == clib.Block:
		return fmt.Sprintf("void *%s = malloc(8);", a)
	case p.Wide:
		return fmt.Sprintf(`wchar_t %s[16] = L"1234";`, a)
	case p.Access == clib.String || p.Type == 'p' && p.Access == clib.NoAccess:
		return fmt.Sprintf(`char %s[16] = "1234";`, a)
	case p.Type == 'p':
		return fmt.Sprintf("static long long %s[1024]; ", a)
	case strings.IndexByte("fdD", p.Type) >= 0:
		return fmt.Sprintf("double %s = 1.5;", a)
	case slices.ContainsFunc(f.Params, func(q clib.Param) bool { return slices.Contains(q.Factor, i) }):
		return fmt.Sprintf("size_t %s = 4;", a)
	case strings.HasPrefix(f.Name, "strto"), strings.HasPrefix(f.Name, "wcsto"):
		return fmt.Sprintf("int %s = 10;", a)
	}
	return fmt.Sprintf("int %s = 1;", a)
}

// short declares a pointer to less than an argument needs.
func short(p clib.Param, a string) string {
	switch {
	case p.Wide:
		return fmt.Sprintf("wchar_t *%s = malloc(12); %s[0] = '1'; %s[1] = '2'; %s[2] = '3';", a, a, a, a)
	case p.Access == clib.String || p.Access == clib.NoAccess:
		return fmt.Sprintf("char *%s = malloc(3); memcpy(%s, \"123\", 3);", a, a)
	}
	return fmt.Sprintf("char *%s = malloc(1); *%s = 0;", a, a)
}
