package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBenchFaults measures a method on one faulty program from the command
// line, and complains about what is missing.
func TestBenchFaults(t *testing.T) {
	dir := folder(t, map[string]string{
		"index.csv": "suite,program,version,kind,file,fault_lines\ns,p,orig,file,orig/p.c,\ns,p,v1,file,v1/p.c,3\n",
		"empty.csv": "suite,program,version,kind,file,fault_lines\ns,p,orig,file,orig/p.c,\n",
		"lines.csv": "suite,program,version,kind,file,fault_lines\ns,p,v1,file,v1/p.c,x y\n",
	})
	echo := "#include <stdio.h>\nint main(void) {\n\tfor (int c = getchar(); c > 32; c = getchar())\n\t\tputchar(c);\n\treturn 0;\n}\n"
	for name, text := range map[string]string{
		"c/s/p/orig/p.c": echo, "c/s/p/v1/p.c": strings.Replace(echo, "32", "64", 1), "c/s/p/input-1": "AB", "c/s/p/input-2": "A1B",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args   string
		status int
		stdout string
		stderr string
	}{
		{"--index index.csv --method predicate-switching --csv out.csv --quiet", 0, "\ns/p      predicate-switching      1      3   1.0   1.00", ""},
		{"--index index.csv --suite s/p/v1 --method slice", 0, "s/p/v1   slice ", "1/1 s/p/v1: 1 failing, 1 passing, 0 unresolved tests"},
		{"", 2, "", "faults needs --index"},
		{"--index index.csv --method x", 2, "", "--method: no method \"x\""},
		{"--index gone.csv", 2, "", "gone.csv: no such file"},
		{"--index empty.csv", 2, "", "empty.csv: no faulty version"},
		{"--index lines.csv", 2, "", "lines.csv: s/p/v1: fault lines \"x y\""},
	} {
		stdout, stderr, status := verify(t, dir, append([]string{"bench", "faults", "--corpus", "c"}, strings.Fields(tt.args)...)...)
		if status != tt.status || !strings.Contains(stdout, tt.stdout) || !strings.Contains(stderr, tt.stderr) {
			t.Errorf("%s: status %d, want %d\n%s%s", tt.args, status, tt.status, stdout, stderr)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "out.csv"))
	if err != nil || strings.Count(string(text), "\n") != 2 || !strings.Contains(string(text), "s/p/v1,input-2,predicate-switching,wrong output,true,true,true,1,1,1,3,") {
		t.Errorf("%v\n%s", err, text)
	}
}
