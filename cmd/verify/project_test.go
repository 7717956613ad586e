package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
)

// sources are those of a project of two programs that share a name.
var sources = map[string]string{
	"inc/a.h":      "int twice(int); extern int limit; int helper(int);\n",
	"src/a.c":      "#include \"a.h\"\nint twice(int x) { return x + helper(x) + LIMIT + limit; }\n",
	"src/b.c":      "#include \"a.h\"\nint limit = 3;\nstatic int local(int x) { return x % 7; }\nint helper(int x) { return local(x); }\n",
	"src/main.c":   "#include <assert.h>\n#include \"a.h\"\nint main(void) { assert(twice(1) == 1 + 1 + 5 + 3); return 0; }\n",
	"src/other.c":  "int helper(int x) { return x; }\nint main(void) { return nobody(helper(1)); }\n",
	"src/c.cpp":    "class c {};\n",
	"bad/bad.c":    "int broken(int x { return x; }\n",
	"src/weak.c":   "__attribute__((weak)) int chosen(int x) { return x; }\n__attribute__((weak)) int base = 1;\nint old();\nint choose(int x) { return 8 / chosen(x) / base / old(3); }\n",
	"src/strong.c": "int chosen(int x) { return 1; }\n",
	"src/base.c":   "int base = 2;\n",
	"src/old.c":    "int old(x)\n  int x; /* as it was */\n{ return x; }\n",
	"src/use.c":    "#include <unistd.h>\nint use(int x) { return 8 / (isatty(x) + 1); }\n",
	"src/isatty.c": "int isatty(int fd) { return -1; }\n",
	"compile_commands.json": `[
{"directory": ".", "file": "src/a.c", "command": "cc -O2 -Iinc '-DLIMIT=5' -Inone -c -o a.o src/a.c"},
{"directory": "src", "file": "b.c", "arguments": ["cc", "-I", "../inc", "-c", "b.c"]},
{"directory": ".", "file": "src/main.c", "arguments": ["cc", "-Iinc", "-c", "src/main.c"]},
{"directory": ".", "file": "src/other.c", "arguments": ["cc", "-c", "src/other.c"]},
{"directory": ".", "file": "src/weak.c", "arguments": ["cc", "-c", "src/weak.c"]},
{"directory": ".", "file": "src/strong.c", "arguments": ["cc", "-c", "src/strong.c"]},
{"directory": ".", "file": "src/base.c", "arguments": ["cc", "-c", "src/base.c"]},
{"directory": ".", "file": "src/old.c", "arguments": ["cc", "-c", "src/old.c"]},
{"directory": ".", "file": "src/use.c", "arguments": ["cc", "-c", "src/use.c"]},
{"directory": ".", "file": "src/isatty.c", "arguments": ["cc", "-c", "src/isatty.c"]},
{"directory": ".", "file": "bad/bad.c", "arguments": ["cc", "-c", "bad/bad.c"]},
{"directory": ".", "file": "src/c.cpp", "arguments": ["c++", "-c", "src/c.cpp"]}
]`,
}

// TestProject: the program is what a function needs, each file with its own flags.
func TestProject(t *testing.T) {
	dir := folder(t, sources)
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"compile_commands.json src/main.c", "^TRUE unreach-call  src/main.c: ", 0},
		{"compile_commands.json", "^compile_commands.json: 2 files define a function main: name one of src/main.c, src/other.c after the project\n$", 2},
		{"compile_commands.json --entry twice --effort 0", "^FALSE no-overflow  src/a.c:2:", 10},
		{"compile_commands.json --entry local", "^TRUE ub  src/b.c: ", 0},
		{"compile_commands.json --entry loc*", "^local  TRUE ub src/b.c: .*\n1 functions", 0},
		{"compile_commands.json src/b.c --entry helper", "^TRUE ub  src/b.c: ", 0},
		{"compile_commands.json --entry choose", "^TRUE ub  src/weak.c: ", 0}, // with what the linker takes
		{"compile_commands.json --entry use --effort 0", "^FALSE ub-division  src/use.c:2:", 10},
		{"compile_commands.json --entry none", "^compile_commands.json: no file defines a function none\n$", 2},
		{"compile_commands.json --entry broken", "^bad/bad.c:1:18: ", 2},
		{"compile_commands.json src/a.c --entry helper", "^compile_commands.json: src/a.c has no function helper, or is not compiled here\n$", 2},
		{"dump project compile_commands.json", "^src/a.c: twice\nsrc/b.c: helper local\nsrc/main.c: main\nsrc/other.c: helper main\n  nowhere defined: nobody\nsrc/weak.c: choose chosen\nsrc/strong.c: chosen\nsrc/base.c: \nsrc/old.c: old\nsrc/use.c: use\nsrc/isatty.c: isatty\nbad/bad.c: bad/bad.c:1:18: .*\n$", 0},
		{"run compile_commands.json --unit src/main.c", "^$", 0},
		{"harness local compile_commands.json", "(?s)src/b.c\"\n.*local\\(x\\);", 0},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			out, errs, status := verify(t, dir, strings.Fields(c.args)...)
			if !regexp.MustCompile(c.want).MatchString(out+errs) || status != c.status {
				t.Errorf("%d\n%s%s", status, out, errs)
			}
		})
	}
	for text, want := range map[string]string{
		"{}":  "p.json: no C file is compiled here\n",
		"[]":  "p.json: no C file is compiled here\n",
		"[1]": "p.json: not a compilation database: json: cannot unmarshal number into Go value of type target.Unit\n",
		`[{"file": "x.c", "command": "cc -Ofast x.c"}]`: "p.json: x.c: -Ofast is not supported: floating-point numbers are those of IEEE 754\n",
		`[{"file": "x.c", "command": "cc -c x.c"}]`:     "p.json: x.c: no such file\n",
	} {
		dir := folder(t, map[string]string{"p.json": text})
		if out, errs, status := verify(t, dir, "p.json"); out != "" || errs != want || status != console.ExitBadInput {
			t.Errorf("%s: %d %q, want %q", text, status, errs, want)
		}
	}
}

// TestCC: a build with verify cc is one without, and what it recorded is a project.
func TestCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	dir := folder(t, sources)
	for _, args := range []string{"cc -Iinc -DLIMIT=5 -c src/a.c -o a.o", "cc -Iinc -c src/b.c src/main.c", "cc a.o b.o main.o -o prog"} {
		cmd, _, errs := command(dir, strings.Fields(args)...)
		cmd.Env = append(cmd.Env, compilerVariable+"="+gcc)
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v\n%s", args, err, errs)
		}
	}
	if err := exec.Command(filepath.Join(dir, "prog")).Run(); err != nil {
		t.Errorf("the program fails: %v", err)
	}
	if out, errs, status := verify(t, dir, "verify.units"); status != 0 || !strings.HasPrefix(out, "TRUE unreach-call  src/main.c") {
		t.Errorf("%d %s%s", status, out, errs)
	}
	cmd, _, errs := command(dir, "cc", "-c", "bad/bad.c")
	if err := cmd.Run(); err == nil || !strings.Contains(errs.String(), "error") {
		t.Errorf("a file that does not compile: %v %s", err, errs)
	}
	units := filepath.Join(dir, "verify.units")
	if err := os.Remove(units); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(units, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd, _, errs = command(dir, "cc", "-Iinc", "-c", "src/b.c")
	if err := cmd.Run(); err != nil || !strings.Contains(errs.String(), "verify cc: open verify.units: is a directory") {
		t.Errorf("where nothing can be recorded: %v %s", err, errs)
	}
}

// FuzzUnits: a compilation database is read or refused, and so are the flags in it.
func FuzzUnits(f *testing.F) {
	f.Add([]byte(sources["compile_commands.json"]))
	f.Add([]byte("{\"directory\":\"/\",\"file\":\"a.c\",\"arguments\":[\"cc\",\"-DX='a b'\",\"-I\",\"-isystem\"]}\n{\"file\":\"b.c\",\"command\":\"cc '\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		units, err := target.ParseUnits(text)
		if err != nil {
			return
		}
		for i := range units {
			if _, _, err := units[i].Flags(); err != nil && err.Error() == "" {
				t.Error("an error without words")
			}
		}
	})
}
