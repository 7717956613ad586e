package headers

import (
	"fmt"
	"io/fs"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// number is a macro that is defined as one.
var number = regexp.MustCompile(`(?m)^#define ([A-Z][A-Z0-9_]*) (\(?-?(?:0x[0-9a-fA-F]+|[0-9]+)U?\)?)$`)

// TestConstants compares the numbers that headers define with those of the system's.
func TestConstants(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the headers are those of Linux on x86-64")
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	checked := 0
	err = fs.WalkDir(FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".h") {
			return err
		}
		text, err := fs.ReadFile(FS, name)
		if err != nil {
			return err
		}
		found := number.FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			return nil
		}
		var c strings.Builder
		fmt.Fprintf(&c, "#include <%s>\n", name)
		for _, m := range found {
			if m[1] == "CHAR_MIN" || m[1] == "ONCE_FLAG_INIT" { // of the other sign, and a value in braces
				continue
			}
			// Some are computed by a call there.
			fmt.Fprintf(&c, "#ifdef %s\n_Static_assert(__builtin_choose_expr(__builtin_constant_p(%[1]s), (%[1]s), (%s)) == (%[2]s), \"%[1]s\");\n#endif\n", m[1], m[2])
		}
		checked += len(found)
		cmd := exec.Command(gcc, "-fsyntax-only", "-D_GNU_SOURCE", "-w", "-x", "c", "-")
		cmd.Stdin = strings.NewReader(c.String())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %s", name, out)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 500 {
		t.Errorf("%d numbers", checked)
	}
}
