package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// files writes files below a new folder and makes it the current one.
func files(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const taskText = `format_version: '2.0'
input_files: x.c
properties:
  - property_file: reach.prp
    expected_verdict: true
  - property_file: over.prp
    expected_verdict: false
options: {language: C, data_model: ILP32}
`

func TestFind(t *testing.T) {
	texts := map[string]string{
		"plain/main.c": "", "plain/main.i": "", "plain/sub/other.c": "", "plain/main.h": "",
		"none/README": "", "sets/All.set": "# remark\n../?/x.yml\n\n../plain/**/*.c\n../nothing/*.yml\n",
		"sets/Bad.set": "../a/x.yml\n../gone.yml\n", "sets/Empty.set": "../nothing/*.yml\n", "sets/Glob.set": "../[a\n",
		"broken/t.yml": "input_files: x.c\n", "notask/w.yml": "- entry_type: invariant_set\n", "notask/y.c": "",
	}
	for _, dir := range []string{"a", "b", "c"} {
		texts[dir+"/x.yml"], texts[dir+"/x.c"] = taskText, ""
		texts[dir+"/reach.prp"] = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
		texts[dir+"/over.prp"] = "CHECK( init(main()), LTL(G ! overflow) )\n"
	}
	texts["c/fam.y.yml"] = strings.Replace(taskText, "over.prp", "reach.prp", 1)
	files(t, texts)
	for _, tt := range []struct{ paths, properties, want string }{
		{"a", "", "a/x unreach-call true ILP32"},
		{"a b", "", "a/a/x unreach-call true ILP32, b/b/x unreach-call true ILP32"},
		{"a a/x.yml", "no-overflow unreach-call", "a/x no-overflow false ILP32, a/x unreach-call true ILP32"},
		{"c", "", "fam/fam.y unreach-call true ILP32, c/x unreach-call true ILP32"},
		{"c", "no-overflow", "c/x no-overflow false ILP32"},
		{"plain", "", "plain/main.c unreach-call, plain/main.i unreach-call, sub/other unreach-call"},
		{"plain/main.i", "no-overflow", "plain/main no-overflow"},
		{"notask", "", "notask/y unreach-call"},
		{"sets/All.set", "", "All/a/x unreach-call true ILP32, All/b/x unreach-call true ILP32, All/c/x unreach-call true ILP32, All/main unreach-call, All/other unreach-call"},
		{"gone", "", "gone: no such file"},
		{"none", "", "none: no task definition"},
		{"none/README", "", "none/README: neither"},
		{"a", "termination", "a: no task with the property termination"},
		{"broken", "", "broken/t.yml:1:1: no format_version"},
		{"notask/w.yml", "", "notask/w.yml:1:1: a task definition must be a mapping"},
		{"sets/Bad.set", "", "sets/Bad.set:2:1: ../gone.yml: no such file"},
		{"sets/Empty.set", "", "sets/Empty.set: no task"},
		{"sets/Glob.set", "", "sets/Glob.set:1:1: ../[a: syntax error"},
	} {
		tasks, err := Find(strings.Fields(tt.paths), strings.Fields(tt.properties))
		var got []string
		for _, t := range tasks {
			s := t.Category + "/" + t.ID + " " + t.Property + " " + t.Expected.String() + " " + t.DataModel
			got = append(got, strings.TrimSpace(s))
		}
		if err != nil {
			got = []string{err.Error()}
			if strings.HasPrefix(err.Error(), tt.want) {
				continue
			}
		}
		if d := cmp.Diff(tt.want, strings.Join(got, ", ")); d != "" {
			t.Errorf("%s %s:\n%s", tt.paths, tt.properties, d)
		}
	}
}

func TestSelect(t *testing.T) {
	dir := corpus(t, "b.two_safe", "a.one", "plain")
	tasks := find(t, dir)
	if got, want := ids(tasks), "a/a.one false, b/b.two_safe true, plain/plain false"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	list := filepath.Join(dir, "list.csv")
	if err := os.WriteFile(list, []byte("id,category\nplain,c\na.one,\nplain,d\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	some, err := Select(tasks, list)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ids(some), "c/plain false, a/a.one false"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := os.WriteFile(list, []byte("id\ngone\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Select(tasks, list); err == nil || !strings.Contains(err.Error(), `no task "gone"`) {
		t.Error(err)
	}
}
