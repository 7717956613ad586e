package svcomp

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"culprit/analysis/safety"

	"github.com/google/go-cmp/cmp"
)

func TestParseProperty(t *testing.T) {
	tests := []struct {
		src, name string
		funcs     []string
		supported bool
	}{
		{"CHECK( init(main()), LTL(G ! call(reach_error())) )", UnreachCall, []string{"reach_error"}, true},
		{"CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n\n", UnreachCall, []string{"__VERIFIER_error"}, true},
		{"CHECK(init( main ( ) ) ,LTL( G!call( f_1 ( ) ) ))", UnreachCall, []string{"f_1"}, true},
		{"CHECK( init(main()), LTL(G ! call(f())) )\nCHECK( init(main()), LTL(G ! call(g())) )", UnreachCall, []string{"f", "g"}, true},
		{"CHECK( init(main()), LTL(G ! overflow) )", NoOverflow, nil, true},
		{"CHECK( init(main()), LTL(F end) )", safety.Termination, nil, false},
		{"CHECK( init(main()), LTL(G ! data-race) )", safety.NoDataRace, nil, false},
		{"CHECK( init(main()), LTL(G valid-memcleanup) )", ValidMemclean, nil, true},
		{"CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n", ValidMemsafety, nil, true},
		{"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", safety.CoverageBranch, nil, false},
		{"COVER( init(main()), FQL(COVER EDGES(@CALL(__VERIFIER_error))) )", safety.CoverageError, nil, false},
		{"// remark\r\n  CHECK( init(main()), LTL(G ! call(e())) )\r\n", UnreachCall, []string{"e"}, true},
	}
	for _, tt := range tests {
		p, err := ParseProperty("p.prp", []byte(tt.src))
		want := Property{Name: tt.name, File: "p.prp", ErrorFuncs: tt.funcs, Supported: tt.supported}
		if err != nil {
			t.Errorf("%q: %v", tt.src, err)
		} else if d := cmp.Diff(want, p); d != "" {
			t.Errorf("%q: %s", tt.src, d)
		}
	}
}

func TestParsePropertyErrors(t *testing.T) {
	tests := []struct{ src, want string }{
		{"", "p.prp:1:1: no CHECK( init(main()), LTL(…) ) line"},
		{"hello", `p.prp:1:1: want CHECK( init(main()), LTL(…) ), not "hello"`},
		{"CHECK( init(main()), LTL(F end) )\n  CHECK( init(start()), LTL(F end) )", "p.prp:2:3: the program starts at start here and at main above"},
		{"CHECK( init(main(1)), LTL(F end) )", `p.prp:1:1: want CHECK( init(main()), LTL(…) ), not "CHECK( init(main(1)), LTL(F end) )"`},
		{"// \xe9", "p.prp:1:4: byte 0xe9 is not UTF-8"},
		{"//\n\x00", "p.prp:2:1: not a text file (NUL byte)"},
		{"CHECK( init(main()), LTL(G ! crash) )", `p.prp:1:1: unknown property "G ! crash"`},
		{"CHECK( init(main()), CTL(F end) )", `p.prp:1:1: want LTL(…), not "CTL(F end)"`},
	}
	for _, tt := range tests {
		_, err := ParseProperty("p.prp", []byte(tt.src))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v, want %s", tt.src, err, tt.want)
		}
	}
}

func TestLoadProperty(t *testing.T) {
	for _, n := range Names() {
		p, err := LoadProperty(n)
		if err != nil || p.Name != n || p.Supported != (n == UnreachCall || p.Checks() != 0) {
			t.Errorf("%s: %v %v", n, p, err)
		}
	}
	for _, tt := range []struct{ arg, want string }{
		{"safety", "safety: unknown property"},
		{"no/such.prp", "no/such.prp: no such file"},
		{".", ".: is a directory"},
	} {
		if _, err := LoadProperty(tt.arg); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.arg, err, tt.want)
		}
	}
}

// folder writes files below a new folder and makes it the current one.
func folder(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

const reachPrp = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"

func TestReadTask(t *testing.T) {
	folder(t, map[string]string{
		"a/t.c": "", "a/u.i": "", "reach.prp": reachPrp,
		"over.prp": "CHECK( init(main()), LTL(G ! overflow) )",
		"mem.prp":  "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )",
		"a/one.yml": `format_version: '2.0'

# a remark
input_files: 't.c'

properties:
  - property_file: ../reach.prp
    expected_verdict: false

options:
  language: C
  data_model: ILP32
`,
		"a/many.yml": `format_version: "2.1"
input_files:
  - t.c
  - 'u.i'
properties:
  - property_file: ../mem.prp
    expected_verdict: false
    subproperty: valid-deref
  - {property_file: ../over.prp}
  - property_file: ../reach.prp
    expected_verdict: true
additional_information:
  anything: [goes]
`,
	})
	one, err := ReadTask("a/one.yml")
	if err != nil {
		t.Fatal(err)
	}
	reach := Property{Name: UnreachCall, File: "reach.prp", ErrorFuncs: []string{"reach_error"}, Supported: true}
	want := &Task{
		File: "a/one.yml", Inputs: []string{"a/t.c"}, PtrBits: 32,
		Properties: []TaskProperty{{Property: reach, Expected: ExpectFalse}},
	}
	if d := cmp.Diff(want, one); d != "" {
		t.Error(d)
	}
	if v := one.Select().Verdict(); v != "false(unreach-call)" {
		t.Error(v)
	}
	many, err := ReadTask("a/many.yml")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"a/t.c", "a/u.i"}, many.Inputs); d != "" {
		t.Error(d)
	}
	var verdicts []string
	for _, p := range many.Properties {
		verdicts = append(verdicts, p.Name+" "+p.Verdict())
	}
	if d := cmp.Diff([]string{"valid-memsafety false(valid-deref)", "no-overflow ", "unreach-call true"}, verdicts); d != "" {
		t.Error(d)
	}
	if s := many.Select(); s.Name != UnreachCall || many.PtrBits != 0 {
		t.Errorf("selected %v, %d bits", s, many.PtrBits)
	}
	if _, ok := many.Property(safety.Termination); ok {
		t.Error("found a property that is not there")
	}
}

func TestReadTaskErrors(t *testing.T) {
	const head = "format_version: '2.0'\ninput_files: t.c\n"
	const props = "properties:\n  - property_file: p.prp\n"
	tests := []struct{ src, want string }{
		{"", "t.yml:1:1: empty task definition"},
		{"# only a remark\n", "t.yml:1:1: empty task definition"},
		{"a\x00b", "t.yml:1:2: not a text file (NUL byte)"},
		{"- a\n- b\n", "t.yml:1:1: a task definition must be a mapping, not a list"},
		{"just text", "t.yml:1:1: a task definition must be a mapping, not a scalar"},
		{"input_files: t.c\n", "t.yml:1:1: no format_version"},
		{"format_version: '3.0'\n", `t.yml:1:17: format_version "3.0" is not known, only 1.0 and 2.x are`},
		{"format_version: '2.0'\n" + props, "t.yml:1:1: no input_files"},
		{"format_version: '2.0'\ninput_files: gone.c\n" + props, "t.yml:2:14: input file gone.c: no such file"},
		{"format_version: '2.0'\ninput_files: [t.c, .]\n" + props, "t.yml:2:20: input file .: is a directory"},
		{"format_version: '2.0'\ninput_files: []\n" + props, "t.yml:2:14: input_files is empty"},
		{"format_version: '2.0'\ninput_files: {a: b}\n" + props, "t.yml:2:15: input file must be a string, not a mapping"},
		{head, "t.yml:1:1: no properties"},
		{head + "properties: x\n", "t.yml:3:13: properties must be a list with at least one entry"},
		{head + "properties:\n  - expected_verdict: true\n", "t.yml:4:5: a property without property_file"},
		{head + "properties:\n  - property_file: no.prp\n", "t.yml:4:20: property file no.prp: no such file"},
		{head + props + "    expected_verdict: maybe\n", `t.yml:5:23: expected_verdict must be true or false, not "maybe"`},
		{head + props + "options:\n  language: Java\n", `t.yml:6:13: language "Java" is not C`},
		{head + props + "options:\n  data_model: LLP64\n", `t.yml:6:15: data model "LLP64" is neither ILP32 nor LP64`},
		{head + "properties:\n  - property_file: bad.prp\n", `bad.prp:1:1: want CHECK( init(main()), LTL(…) ), not "x"`},
		{"a: b\na: c\n", `t.yml:2:1: `},
		{"a: [b\n", `t.yml:1:`},
		{"a: \"b\n", `t.yml:1:`},
	}
	folder(t, map[string]string{"t.c": "", "p.prp": reachPrp, "bad.prp": "x"})
	for _, tt := range tests {
		_, err := parseTask("t.yml", []byte(tt.src))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\n got %v\nwant %s", tt.src, err, tt.want)
		}
	}
}

func FuzzParseTask(f *testing.F) {
	f.Add("format_version: '2.0'\ninput_files: t.c\nproperties:\n  - property_file: p.prp\n")
	f.Add("a: {b: [c, 'd']}\n")
	f.Add("input_files: &a [*a]\n")
	f.Add("format_version: 2.0\ninput_files: [t.c, u.c]\nproperties: [{property_file: ../p.prp, expected_verdict: false}]\noptions: {data_model: LP64}\n")
	positioned := regexp.MustCompile(`^(t\.yml:\d+:\d+|\.\./p\.prp|p\.prp)[:\d]*: [^\n]+$`)
	f.Fuzz(func(t *testing.T, src string) {
		task, err := parseTask("t.yml", []byte(src))
		if err != nil && !positioned.MatchString(err.Error()) {
			t.Errorf("no positioned line: %q", err)
		}
		if err == nil && (len(task.Inputs) == 0 || len(task.Properties) == 0) {
			t.Error("nothing to do")
		}
	})
}

func FuzzParseProperty(f *testing.F) {
	f.Add(reachPrp)
	f.Add("CHECK( init(f()), LTL(G valid-free) )\nCHECK( init(f()), LTL(G valid-deref) )\nCHECK( init(f()), LTL(G valid-memtrack) )")
	f.Add("COVER( init(main()), FQL(COVER EDGES(@CALL(f))) )")
	positioned := regexp.MustCompile(`^p\.prp:\d+:\d+: [^\n]+$`)
	f.Fuzz(func(t *testing.T, src string) {
		p, err := ParseProperty("p.prp", []byte(src))
		switch {
		case err != nil && !positioned.MatchString(err.Error()):
			t.Errorf("no positioned line: %q", err)
		case err == nil && (p.Name == "" || (len(p.ErrorFuncs) > 0) != strings.Contains(p.Name, UnreachCall)):
			t.Errorf("%+v", p)
		}
	})
}
