package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
)

// TestLikeGCC: options of compilers are translated, dropped or named.
func TestLikeGCC(t *testing.T) {
	long := map[string]bool{"property": true, "multi-trace": true, "include": true, "std": true}
	dir := t.TempDir()
	file := filepath.Join(dir, "flags")
	if err := os.WriteFile(file, []byte("-O2 -DX='a b'\n-I \"in c\" -D Y=\\\"z\\\""), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"-O2 -g3 -Wall -Wl,-z,now -Werror=format -pedantic -pipe -c -MMD -MF x.d -MT x.o -fPIC -mtune=native -mcmodel=small p.c", "p.c"},
		{"-mbmi -mssse3 -mno-bmi2 p.c", "--define=__BMI__ --define=__MMX__ --define=__SSE2__ --define=__SSE3__ --define=__SSE__ --define=__SSSE3__ --undefine=__BMI2__ p.c"},
		{"-std=c99 -ansi -m32 -include a.h -isystem d -isystemd -iquote e -idirafter f p.c", "--std=c99 --std=c89 --data-model=ILP32 --include-file a.h --isystem d --isystem d --include e --isystem f p.c"},
		{"-lm -l m -L lib -Llib -pthread -shared -static -rdynamic -s p.c", "p.c"},
		{"-DN=3 -D N -UN -Iinc -I inc -o out --timeout 5s --multi-trace p.c", "-DN=3 -D N -UN -Iinc -I inc -o out --timeout 5s --multi-trace p.c"},
		{"-funsigned-char -fsigned-char -fwrapv p.c", "--unsigned-char --unsigned-char=false --wrapv p.c"},
		{"-mfpmath=sse -fexec-charset=UTF-8 p.c", "p.c"},
		{"run -O2 p.c -O2 -lm", "run p.c -O2 -lm"},
		{"explain -m32 --expect e p.c -c", "explain --data-model=ILP32 --expect e p.c -c"},
		{"p.c -- -O2", "p.c -- -O2"},
		{"@" + file + " p.c", "-DX=a b|-I|in c|-D|Y=\"z\"|p.c"},
	} {
		out, err := target.LikeGCC(strings.Fields(c.args), long)
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		want := strings.Fields(c.want)
		if strings.Contains(c.want, "|") {
			want = strings.Split(c.want, "|")
		}
		if !slices.Equal(out, want) {
			t.Errorf("%s: got %q, want %q", c.args, out, want)
		}
	}
	loop := filepath.Join(dir, "loop")
	if err := os.WriteFile(loop, []byte("@"+loop), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"@" + loop}, {"@" + filepath.Join(dir, "none")}, {"-imacros", "a.h"}, {"-Ofast", "p.c"}, {"-fpack-struct=2", "p.c"}, {"-fsso-struct=big-endian", "p.c"}, {"-mfpmath=387", "p.c"}, {"-fexec-charset=latin1", "p.c"}, {"-property=ub", "p.c"}, {"-multi-trace", "p.c"}} {
		if _, err := target.LikeGCC(args, long); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

// TestCharSign: with -funsigned-char all that is char or a character is unsigned,
// and a property that -fwrapv contradicts is refused.
func TestCharSign(t *testing.T) {
	dir := folder(t, map[string]string{"u.c": `#include <assert.h>
#include <limits.h>
#if '\377' < 0
#define SIGNED 1
#else
#define SIGNED 0
#endif
char text[2] = "\377";
enum { LAST = '\377' };
int sized[(char)-1 > 0 ? 3 : 1];
int main(void) {
    char c = -1;
    if (SIGNED)
        assert(c == -1 && CHAR_MIN == -128 && CHAR_MAX == 127 && text[0] == -1 && LAST == -1 && sizeof sized == 4);
    else
        assert(c == 255 && CHAR_MIN == 0 && CHAR_MAX == 255 && text[0] == 255 && LAST == 255 && sizeof sized == 12);
    return 7 + SIGNED;
}
`})
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"-O2 -funsigned-char u.c", 0, "TRUE"},
		{"-fsigned-char u.c", 0, "TRUE"},
		{"run -funsigned-char u.c", 7, ""},
		{"run u.c", 8, ""},
		{"-fwrapv u.c", 0, "TRUE"},
		{"-fwrapv --property no-overflow u.c", 2, "signed overflow is no error then"},
	} {
		out, msg, status := verify(t, dir, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+msg, c.says) {
			t.Errorf("verify %s: status %d, %s%s", c.args, status, out, msg)
		}
	}
}

// TestFolderThatIsMissing: like compilers, verify takes folders of headers that do not
// exist, which build systems name; only a header that is not found is an error.
func TestFolderThatIsMissing(t *testing.T) {
	dir := folder(t, map[string]string{
		"p.c":        "#include \"a.h\"\nint main(void) { return A; }\n",
		"inc/a.h":    "#define A 3\n",
		"units.json": `[{"file": "p.c", "arguments": ["cc", "-Ideps", "-isystem", "gone", "-Iinc", "p.c"]}]`,
	})
	for _, c := range []struct {
		args   string
		status int
	}{
		{"run -Ideps -isystem gone -Iinc p.c", 3},
		{"units.json --property ub", 0},
		{"run -Ideps p.c", console.ExitBadInput},
	} {
		if _, stderr, status := verify(t, dir, strings.Fields(c.args)...); status != c.status {
			t.Errorf("%s: status %d, want %d: %s", c.args, status, c.status, stderr)
		}
	}
}
