package frontend

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"culprit/cfg/clib"
	"culprit/frontend/ctypes"

	"modernc.org/cc/v4"
)

// callHead is the frame of the program of TestCompleteEntries. Each call has a
// process of its own, which is given up if the call waits.
const callHead = `#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <sys/wait.h>
enum { room = 1024, untouched = 77 };
static union { char bytes[room]; long double align; } now[6], was[6];
static int begin(void) {
	fflush(stdout);
	int p = fork();
	if (p == 0) { ualarm(300000, 0); return 1; }
	int s;
	waitpid(p, &s, 0);
	return 0;
}
static void given(int i, size_t size, const char *text) {
	memset(now[i].bytes, 0x5a, room);
	memset(now[i].bytes, 0, size);
	if (text) strcpy(now[i].bytes, text);
	was[i] = now[i];
}
static void end(const char *name, int args, const size_t *written, bool errs) {
	int e = errno;
	if (!errs && e != untouched) dprintf(2, "%s: errno becomes %d\n", name, e);
	for (int i = 0; i < args; i++)
		for (size_t k = written[i]; k < room; k++)
			if (now[i].bytes[k] != was[i].bytes[k]) { dprintf(2, "%s: argument %d changes at %zu\n", name, i + 1, k); break; }
	_exit(0);
}
int main(void) {
`

// TestCompleteEntries calls the functions of the table of whose entries it says
// that they are complete, as gcc compiles the calls, and finds what their entries
// do not say: what is written elsewhere or beyond the sizes that the embedded
// headers have, errno, and results out of range.
func TestCompleteEntries(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("the calls are compiled by gcc, which is not installed")
	}
	l, scope := allHeaders(t)
	var heads, calls strings.Builder
	headers := map[string]bool{}
	calling := 0
	for _, f := range clib.All() {
		known := clib.Known(f.Name)
		if !f.Complete || known == nil || declaration(scope, f.Name) == nil || f.Name == "arc4random" || f.Name == "pclose" || f.Name == "system" {
			continue // not in every glibc, closes what popen returned, prints
		}
		for _, number := range []string{"-1", "0"} {
			if text := l.trial(f, declaration(scope, f.Name), number); text != "" {
				calls.WriteString(text)
				calling++
				headers[known.Header] = true
			}
		}
	}
	for _, h := range slices.Sorted(maps.Keys(headers)) {
		fmt.Fprintf(&heads, "#include <%s>\n", h)
	}
	if calling < 150 {
		t.Errorf("only %d calls", calling)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "calls.c")
	text := "#define _GNU_SOURCE\n" + heads.String() + callHead + calls.String() + "\treturn 0;\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-o", filepath.Join(dir, "calls"), file, "-lm", "-lpthread", "-lrt").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(filepath.Join(dir, "calls"))
	run.Dir = dir
	var errs strings.Builder
	run.Stderr = &errs
	if err := run.Run(); err != nil {
		t.Error(err)
	}
	if errs.Len() > 0 {
		t.Errorf("calls do what their entries do not say:\n%s", errs.String())
	}
}

// trial is a call of f with number for each integer that is not a size, "" if its
// arguments cannot be made.
func (l *lowerer) trial(f *clib.Func, declared *cc.FunctionType, number string) string {
	const count = 8
	sizes := map[int]bool{}
	for _, p := range f.Params {
		for _, i := range p.Factor {
			sizes[i] = true
		}
	}
	var before, args, written strings.Builder
	for i, p := range f.Params {
		arg, writes := "", uint64(0)
		switch {
		case sizes[i]:
			arg = fmt.Sprint(count)
		case p.Type == 'F':
			arg = "tmpfile()"
		case p.Type == 'p' && p.Access == clib.String:
			fmt.Fprintf(&before, "\t\tgiven(%d, 0, \"/absent/file\");\n", i)
			arg = fmt.Sprintf("(void *)now[%d].bytes", i)
		case p.Type == 'p' && (p.Access == clib.Read || p.Access == clib.Write):
			size := uint64(1)
			el := l.Types.ElemOf(l.Types.Of(declared.Parameters()[i].Type()))
			if el.Kind == ctypes.Void && p.Null && p.Factor == nil && p.Fixed == 0 {
				arg = "0"
				break
			}
			if el.Kind != ctypes.Void && !p.Bytes {
				size = l.Types.SizeOf(el)
			}
			for range p.Factor {
				size *= count
			}
			size = max(size, p.Fixed)
			if p.Access == clib.Write {
				writes = size
			}
			fmt.Fprintf(&before, "\t\tgiven(%d, %d, 0);\n", i, size)
			arg = fmt.Sprintf("(void *)now[%d].bytes", i)
		case strings.IndexByte("uiltzmxy", p.Type) >= 0:
			arg = number
		case strings.IndexByte("dfD", p.Type) >= 0:
			arg = "0.5"
		default:
			return ""
		}
		fmt.Fprintf(&args, "%s, ", arg)
		fmt.Fprintf(&written, "%d, ", writes)
	}
	call := fmt.Sprintf("%s(%s)", f.Name, strings.TrimSuffix(args.String(), ", "))
	result := call + ";"
	r := f.Range
	if r == nil {
		r = f.Within
	}
	if r != nil && !r.Any && !r.New && !r.Block {
		result = fmt.Sprintf("long long r = %s; if (r < %dLL || r > %dLL) dprintf(2, \"%s: result %%lld\\n\", r);", call, r.Lo, r.Hi, f.Name)
	}
	return fmt.Sprintf("\tif (begin()) {\n%s\t\terrno = untouched;\n\t\t%s\n\t\tend(%q, %d, (size_t[]){%s0}, %t);\n\t}\n",
		before.String(), result, f.Name, len(f.Params), written.String(), f.Errno)
}
