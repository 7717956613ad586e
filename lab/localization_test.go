package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLocalization measures a method on one faulty program, and complains about
// an index that names none.
func TestLocalization(t *testing.T) {
	dir := t.TempDir()
	echo := "#include <stdio.h>\nint main(void) {\n\tfor (int c = getchar(); c > 32; c = getchar())\n\t\tputchar(c);\n\treturn 0;\n}\n"
	for name, text := range map[string]string{
		"index.csv":    "suite,program,version,kind,file,fault_lines\ns,p,orig,file,orig/p.c,\ns,p,v1,file,v1/p.c,3\n",
		"empty.csv":    "suite,program,version,kind,file,fault_lines\ns,p,orig,file,orig/p.c,\n",
		"lines.csv":    "suite,program,version,kind,file,fault_lines\ns,p,v1,file,v1/p.c,x y\n",
		"s/p/orig/p.c": echo, "s/p/v1/p.c": strings.Replace(echo, "32", "64", 1), "s/p/input-1": "AB", "s/p/input-2": "A1B",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ index, method, err string }{
		{"index.csv", "predicate-switching", ""},
		{"index.csv", "x", "--method: unknown method \"x\""},
		{"gone.csv", "slice", "gone.csv: no such file"},
		{"empty.csv", "slice", "empty.csv: no faulty version"},
		{"lines.csv", "slice", "lines.csv: s/p/v1: fault lines \"x y\""},
	} {
		out := filepath.Join(dir, "out.csv")
		c := localizationOf{Method: []string{tt.method}, Tests: 5, Limit: 5 * time.Minute}
		c.suites = suites{Corpus: dir, Index: filepath.Join(dir, tt.index), CSV: out}
		err := c.Run(t.Context())
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%v, want %s", err, tt.err)
			}
			continue
		}
		text, rerr := os.ReadFile(out)
		if err != nil || rerr != nil || strings.Count(string(text), "\n") != 2 ||
			!strings.Contains(string(text), "s/p/v1,input-2,predicate-switching,wrong output,true,true,true,1,1,1,3,") {
			t.Errorf("%v, %v\n%s", err, rerr, text)
		}
	}
}
