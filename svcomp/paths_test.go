package svcomp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"culprit/analysis/safety"
)

const oneTask = "format_version: '2.0'\ninput_files: INPUT\nproperties:\n  - property_file: PROPERTY\n    expected_verdict: true\n"

// TestTaskPaths goes through names of files that a task may and may not use.
func TestTaskPaths(t *testing.T) {
	folder(t, map[string]string{
		"root/c/set/t.c": "", "root/c/set/sub/u.c": "", "root/c/other/v.c": "", "root/w.c": "", "out.c": "",
		"root/c/set/reach.prp": reachPrp, "root/c/properties/reach.prp": reachPrp, "reach.prp": reachPrp,
	})
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"root/c/set/inside.c": "../other/v.c", "root/c/set/outside.c": "../../../out.c", "root/c/set/gone.c": "nowhere.c",
		"root/c/set/loop.c": "loop.c", "root/c/set/null.c": os.DevNull, "linked": "root",
	} {
		if err := os.Symlink(target, name); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	const at, file = ":2:14: ", "root/c/set/t.yml"
	tests := []struct{ input, property, want string }{
		{"t.c", "reach.prp", ""},
		{"sub/u.c", "../properties/reach.prp", ""},
		{"[t.c, ./sub/../sub/u.c]", "reach.prp", ""},
		{"../other/v.c", "reach.prp", ""},
		{"../../w.c", "reach.prp", ""},
		{"inside.c", "reach.prp", ""},
		{"../../../out.c", "reach.prp", at + "input file out.c: lies outside of "},
		{"outside.c", "reach.prp", at + "input file root/c/set/outside.c: lies outside of "},
		{"null.c", "reach.prp", at + "input file root/c/set/null.c: lies outside of "},
		{filepath.Join(here, "root/c/set/t.c"), "reach.prp", "must be a path relative to the task definition"},
		{"gone.c", "reach.prp", at + "input file root/c/set/gone.c: no such file"},
		{"loop.c", "reach.prp", at + "input file root/c/set/loop.c: "},
		{"sub", "reach.prp", at + "input file root/c/set/sub: is a directory"},
		{"t.yml", "reach.prp", at + "input file root/c/set/t.yml: is a task definition"},
		{"[t.c, sub/../t.c]", "reach.prp", ":2:20: input file root/c/set/t.c: is named twice"},
		{"t.c", "../../../reach.prp", ":4:20: property file reach.prp: lies outside of "},
		{"t.c", "/etc/passwd", ":4:20: property file /etc/passwd: must be a path relative to the task definition"},
		{"t.c", "t.c", "root/c/set/t.c:1:1: no CHECK"},
	}
	for _, tt := range tests {
		text := strings.NewReplacer("INPUT", tt.input, "PROPERTY", tt.property).Replace(oneTask)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{file, "linked/c/set/t.yml"} {
			_, err := ReadTask(name)
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("%s, %s: %v", tt.input, tt.property, err)
			case name == file && tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n")):
				t.Errorf("%s, %s:\n got %v\nwant %s", tt.input, tt.property, err, tt.want)
			case tt.want != "" && err == nil:
				t.Errorf("%s: %s, %s: no error", name, tt.input, tt.property)
			}
		}
	}
}

// TestHostileTask reads texts that would keep a YAML parser busy.
func TestHostileTask(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'k'; c++ {
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+",", 8) + "*" + string(c-1) + "]\n"
	}
	for name, tt := range map[string]struct{ text, want string }{
		"brackets": {strings.Repeat("[", 1<<19), "t.yml:1:101: nested more than 100 levels deep"},
		"braces":   {"a: " + strings.Repeat("{", 1<<19), "t.yml:1:104: nested more than 100 levels deep"},
		"dashes":   {"a:\n" + strings.Repeat("- ", 1<<18) + "x\n", "t.yml:2:202: nested more than 100 levels deep"},
		"huge":     {strings.Repeat("# a remark\n", 1<<17), "t.yml:1:1: the file has 1441792 bytes"},
		"aliases":  {bomb + "format_version: '2.0'\ninput_files: *j\n", "t.yml:"},
		"latin":    {"# caf\xe9\n", "t.yml:1:6: byte 0xe9 is not UTF-8"},
	} {
		_, err := parseTask("t.yml", []byte(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s:\n got %v\nwant %s", name, err, tt.want)
		}
	}
}

// TestPropertyFiles goes through files of several lines.
func TestPropertyFiles(t *testing.T) {
	line := func(entry, formula string) string { return "CHECK( init(" + entry + "()), LTL(" + formula + ") )\n" }
	for _, tt := range []struct{ src, name, entry string }{
		{line("start", "G ! call(f())"), UnreachCall, "start"},
		{line("main", "G valid-free") + line("main", "G valid-deref"), "valid-free+valid-deref", ""},
		{line("main", "G valid-memtrack") + line("main", "G valid-deref") + line("main", "G valid-free"), ValidMemsafety, ""},
		{line("main", "G ! call(f())") + line("main", "G ! overflow"), "unreach-call+no-overflow", ""},
		{line("main", "G ! deadlock"), safety.NoDeadlock, ""},
	} {
		p, err := ParseProperty("p.prp", []byte(tt.src))
		if err != nil || p.Name != tt.name || p.Entry != tt.entry {
			t.Errorf("%q: %+v %v", tt.src, p, err)
		}
	}
}
