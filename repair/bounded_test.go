package repair

import (
	"context"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend"
	"culprit/interp"
)

// TestBounded looks for the calls that write no more than there is room for, with runs on texts
// near the one with which the program fails.
func TestBounded(t *testing.T) {
	const headers = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
	for _, c := range []struct {
		name, src string
		test      fault.Test
		after     string
	}{
		{"member that is too short", headers + "struct user { char name[8]; };\nstatic void set(struct user *u, const char *s) {\n\tstrcpy(u->name, s);\n}\nint main(int argc, char **argv) {\n\tstruct user u;\n\tif (argc < 2)\n\t\treturn 1;\n\tset(&u, argv[1]);\n\tputs(u.name);\n\treturn 0;\n}\n",
			fault.Test{Args: []string{"a name that is long"}}, `snprintf(u->name, sizeof u->name, "%s", s);`},
		{"room that is a parameter", headers + "static void join(char *out, size_t room, const char *a, const char *b) {\n\tsprintf(out, \"%s/%s\", a, b);\n}\nint main(int argc, char **argv) {\n\tchar path[6];\n\tif (argc < 3)\n\t\treturn 1;\n\tjoin(path, sizeof path, argv[1], argv[2]);\n\tputs(path);\n\treturn 0;\n}\n",
			fault.Test{Args: []string{"home", "file"}}, `snprintf(out, room, "%s/%s", a, b);`},
		{"width of a format", headers + "int main(void) {\n\tchar name[5];\n\tif (scanf(\"%5s\", name) != 1)\n\t\treturn 1;\n\tputs(name);\n\treturn 0;\n}\n",
			fault.Test{Stdin: []byte("abcdef")}, `scanf("%4s", name)`},
		{"text that is put together", headers + "int main(void) {\n\tchar tag[8] = \"<\";\n\tconst char *home = getenv(\"HOME\");\n\tstrcat(tag, home ? home : \"none\");\n\tstrcat(tag, \">\");\n\tputs(tag);\n\treturn 0;\n}\n",
			fault.Test{Env: []string{"HOME=/a/long/way"}}, "strncat(tag, \">\", sizeof tag - strlen(tag) - 1);"},
		{"header that is not included", "#include <string.h>\nint main(int argc, char **argv) {\n\tchar copy[4];\n\tif (argc < 2)\n\t\treturn 1;\n\tstrcpy(copy, argv[1]);\n\treturn copy[0];\n}\n",
			fault.Test{Args: []string{"long"}}, `#include <stdio.h>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			conf := frontend.Config{PtrBits: 64, Execute: true}
			files := []frontend.Source{{Name: "p.c", Text: []byte(c.src)}}
			prog, err := frontend.ParseFiles(files, conf)
			if err != nil {
				t.Fatal(err)
			}
			checked, err := frontend.ParseFiles(files, frontend.Config{PtrBits: 64})
			if err != nil {
				t.Fatal(err)
			}
			in := &fault.Input{Prog: prog, Verifier: checked, Oracle: &fault.Oracle{}, Failing: &c.test, Source: &fault.Source{Files: files, Execute: conf}}
			if err := fault.Locate(context.Background(), in); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(in.Close)
			if in.Failure.Fault != interp.OutOfBounds {
				t.Fatalf("fails by %v", in.Failure.What)
			}
			res, err := Method().Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Changes) == 0 {
				t.Fatal("no fix")
			}
			if first := res.Changes[0]; !strings.Contains(first.After, c.after) || !strings.Contains(first.Reason, "sampled correct ones") {
				t.Errorf("%s\nreason: %s\nwant: %s", first.Diff, first.Reason, c.after)
			}
		})
	}
}
