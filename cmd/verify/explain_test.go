package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/report"
)

const (
	middleC = `#include <assert.h>
extern int input(void);
int middle(int x, int y, int z) {
	int m = z;
	if (y < z) {
		if (x < y)
			m = y;
		else if (x < z)
			m = y;
	} else if (x > y)
		m = y;
	else if (x > z)
		m = x;
	return m;
}
int main(void) {
	int a = input(), b = input(), c = input();
	int m = middle(a, b, c);
	int below = (a < m) + (b < m) + (c < m), above = (a > m) + (b > m) + (c > m);
	assert(below < 2 && above < 2);
	return 0;
}
`
	// tooFarC adds one element too many.
	tooFarC = `int main(int argc, char **argv) {
	int n = argc - 1, sum = 0;
	for (int i = 0; i <= n; i++)
		sum += i;
	return sum;
}
`
	// rightC is what tooFarC should be.
	rightC = `int main(int argc, char **argv) {
	int n = argc - 1, sum = 0;
	for (int i = 0; i < n; i++)
		sum += i;
	return sum;
}
`
	divC = `int main(int argc, char **argv) {
	int d = 2 - argc;
	if (argc > 5)
		d = 1;
	return 10 / d;
}
`
)

// archive is a zip archive of files.
func archive(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestExplain runs the command on failing runs of all kinds. Of stdout the
// lines that match show are compared.
func TestExplain(t *testing.T) {
	dir := folder(t, map[string]string{
		"middle.c": middleC, "far.c": tooFarC, "right.c": rightC, "div.c": divC, "safe.c": "int main(void) { return 0; }\n",
		"in.json":   `{"schema": "culprit-inputs/1", "inputs": [{"step": 0, "kind": "nondet", "bits": "2"}, {"step": 1, "kind": "nondet", "bits": "1"}, {"step": 2, "kind": "nondet", "bits": "3"}]}`,
		"bits.json": `{"schema": "culprit-inputs/1", "inputs": [{"step": 0, "kind": "nondet", "bits": "x"}]}`,
		"in.xml":    `<testcase><input>2</input><input>1</input><input>3</input></testcase>`,
		"random.c":  "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n\tint x = rand();\n\tint y = x + 1;\n\tassert(y != 8);\n\treturn 0;\n}\n",
		"times.c":   "#include <stdio.h>\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tint k = n > 0 ? n * 2 : 9;\n\tprintf(\"%d\\n\", k);\n\treturn 100 / k;\n}\n",
		"zero":      "0", "five": "5", "want": "6\n", "long": "   17 and more\nof it\n",
		"ref.c": "#include <stdio.h>\nint main(void) {\n\tint n = 0;\n\tscanf(\"%d\", &n);\n\tprintf(\"%d\\n\", n > 0 ? n : 9);\n\treturn 0;\n}\n", "half": "",
		"t/input-1": "3", "t/output-1": "3", "t/input-2": "0", "t/output-2": "0\n", "t/input-3": "5", "t/output-3": "5\n",
		"big.c":      "#include <stdio.h>\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tif (n > 2)\n\t\tn *= 2;\n\tprintf(\"%d\\n\", n);\n\treturn 0;\n}\n",
		"u/universe": "a\na b\n", "u/inputs/none": "", "empty/x": "",
		"mid.c": strings.ReplaceAll(middleC, "input(", "__VERIFIER_nondet_int("), "x/metadata.xml": "<test-metadata/>",
		"x/testcase-1.xml": `<testcase><input>2</input><input>1</input><input>3</input></testcase>`,
		"x/testcase-2.xml": `<testcase><input>3</input><input>3</input><input>5</input></testcase>`,
		"x/testcase-3.xml": `<testcase><input>3</input><input>three</input><input>5</input></testcase>`,
		"over.c":           "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n\tint n = __VERIFIER_nondet_int();\n\tif (n < 0)\n\t\treturn 0;\n\treturn n + 1 < 0;\n}\n",
		"lost.c":           "#include <stdlib.h>\nint main(void) {\n\tchar *p = malloc(4);\n\tif (!p)\n\t\treturn 1;\n\tp = 0;\n\treturn 0;\n}\n",
		"alone.c":          "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n\tint n = 3, a[3] = {0};\n\tassert(rand() != 7);\n\treturn a[n];\n}\n",
		"loop.c":           "int main(void) { while (1) ; return 0; }\n",
		"x.zip": archive(t, map[string]string{
			"suite/metadata.xml":   "<test-metadata/>",
			"suite/testcase-1.xml": `<testcase><input>2</input><input>1</input><input>3</input></testcase>`,
			"suite/testcase-2.xml": `<testcase><input>3</input><input>3</input><input>5</input></testcase>`,
			"suite/testcase-3.xml": `<testcase><input>three</input></testcase>`,
		}),
		"want.zip": "6\n",
	})
	tests := []struct {
		args   string
		status int
		stdout string // a regular expression for the whole
		stderr string
	}{
		{"middle.c --effort 1000", 0, `^FAIL failed-assertion  middle\.c:20:2 assertion .*violated\n  inputs: .*\n  1\.  +\d+ │ .*\n +│ .*\n(.*\n)*  5\. .*\n(.*\n)* +\d+ more: --all; --why N .*\n$`, `^$`},
		{"alone.c", 0, `^FAIL undefined-behaviour  alone\.c:6:2 access out of bounds.*\n(.*\n)*`, `^$`}, // not the 7 that the verifier would find
		{"middle.c --effort 0", 2, `^$`, `--effort must be positive`},
		{"middle.c --all", 0, `^FAIL failed-assertion  middle\.c:20:2 assertion .*violated\n  inputs: .*\n  1\. (.*\n)*  6\. (.*\n)*  relevance: [1-9]\d* locations.*\n(.*\n)*  predicate-switching: 0 locations.*\n    note: none of (.*\n)*  value-replacement: [1-9]`, `^$`},
		{"middle.c --inputs in.json --method value-replacement", 0, `^FAIL failed-assertion .*\n  inputs: 2, 1, 3\n  value-replacement: .*\n     9 │ m = y;\n       │ the run passes with 2 instead of 1\n`, `^$`},
		{"middle.c --inputs in.json --method relevance", 0, `^FAIL failed-assertion .*\n  inputs: 2, 1, 3\n  relevance: [1-9]`, `^$`},
		{"far.c --expect-status 3 --method predicate-switching a b c", 0, `^FAIL wrong-exit-status  far\.c:5:2 the exit status is 6, expected 3\n  arguments: a b c\n  predicate-switching: 1 location, .*\n     3 │ for \(int i = 0; i <= n; i\+\+\)\n.*\^{6} the run passes if this is false in 1 of 5 executions\n$`, `^$`},
		{"far.c --reference right.c --method predicate-switching a b c", 0, `^FAIL wrong-exit-status .*expected 3\n(.*\n)*     3 │ for`, `^$`},
		{"far.c --reference right.c --minimize --method predicate-switching aa bb cc", 0, `^FAIL wrong-exit-status .*is 1, expected 0\n  arguments: ''\n  predicate-switching: 1 location`, `^$`},
		{"far.c --expect-status 3 --method relevance a b c", 0, `relevance: 6 locations, .*\n(.*\n)*.* 3 │ for .*\n.*\^ i = 1 avoids this path\n`, `^$`},
		{"div.c --method predicate-switching x", 0, `^FAIL undefined-behaviour  div\.c:5:\d+ division by zero.*\n(.*\n)*     3 │ if \(argc > 5\)\n`, `^$`},
		{"times.c --stdin long --reference ref.c --minimize --method slice", 0, `^FAIL wrong-output  times\.c:6:2 line 1 of the output is "2", expected "1"\n  input: "1"\n`, `^$`},
		{"random.c --method relevance", 0, `^FAIL failed-assertion  random\.c:6:2 .*\n  inputs: 7\n  relevance: [1-9](.*\n)*     5 │ int y = x \+ 1;`, `^random\.c: the run does not fail when it is executed on the inputs of the counterexample to random\.c:6:2.*: only its trace is explained\n$`},
		{"random.c --method slice", 0, `^FAIL failed-assertion .*\n  inputs: 7\n  slice: no answer: needs a failing run\n$`, `only its trace`},
		{"times.c --stdin five --expect want --pass-stdin zero --method value-replacement", 0, `^FAIL wrong-output  times\.c:6:2 line 1 of the output is "10", expected "6"\n`, `^$`},
		{"times.c --stdin five --expect want --pass-stdin half", 2, `^$`, `^--pass-stdin half: this run fails: use of an uninit`},
		{"--list", 0, `^relevance .*\n.*\n +needs .*\nsymptom .*\n.*\n +needs a failing run\nslice .*\n.*\n +needs a failing run\nrelevant-slice .*\n(.*\n){2}predicate-switching .*\n`, `^$`},
		{"big.c --tests t --method ochiai", 0, `^FAIL wrong-output  big\.c:7:2 line 1 of the output is "6", expected "3"\n  ochiai: [1-9]\d* locations, 3 re-executions.*\n     6 │ .*\n.* 2 of 2 failing and 0 of 1 passing runs execute it; expected rank 1\n`, `^t: 2 tests fail, 1 pass, 0 undecided; explaining input-1\n$`},
		{"mid.c --tests x --method tarantula", 0, `^FAIL failed-assertion .*\n  inputs: 2, 1, 3\n  tarantula: `, `^x: 1 tests fail, 1 pass, 1 undecided; explaining testcase-1\.xml\n$`},
		{"mid.c --tests x.zip --method tarantula", 0, `^FAIL failed-assertion .*\n  inputs: 2, 1, 3\n  tarantula: `, `^x\.zip: 1 tests fail, 1 pass, 1 undecided; explaining suite/testcase-1\.xml\n$`},
		{"mid.c --tests want.zip --method tarantula", 2, `^$`, `^want\.zip: .*not a valid zip file\n$`},
		{"far.c --tests u --reference right.c --method dstar", 0, `^FAIL wrong-exit-status .*expected 0\n  arguments: a\n  dstar: no answer: needs a passing run\n$`, `^u: 2 tests fail, 0 pass, 0 undecided; explaining 1\n$`},
		{"big.c --tests t --effort 1e-9", 0, `^FAIL wrong-output  big\.c:7:2 (.*\n)*$`, `^t: 1 tests fail, [01] pass, 0 undecided, [12] not executed \(--all\); explaining input-[13]\n$`},
		{"big.c --tests t --all", 0, `^FAIL wrong-output  big\.c:7:2 (.*\n)*$`, `^t: 2 tests fail, 1 pass, 0 undecided; explaining input-1\n$`},
		{"over.c --property no-overflow --method slice", 0, `^FAIL undefined-behaviour  over\.c:6:\d+ signed overflow`, `^$`},
		{"lost.c --property valid-memcleanup --method symptom", 0, `^FAIL undefined-behaviour  lost\.c:3:\d+ memory leak`, `^$`},
		{"times.c --tests empty", 2, `^$`, `^--tests empty: no tests`},
		{"times.c --tests t --minimize", 2, `^$`, `--reference`},
		{"safe.c --tests u", 2, `^$`, `^u: 0 tests fail, 2 pass, 0 undecided\n$`},
		{"far.c --expect-status 6 a b c", 2, `^$`, `^far\.c: the run does not fail\n$`},
		{"safe.c", 2, `^$`, `^safe\.c: the run does not fail on an empty input, and the verifier says TRUE\n$`},
		{"loop.c --expect gone", 2, `^$`, `^gone: no such file\n$`},
		{"loop.c --steps 1000 x", 2, `^$`, `^loop\.c: the run ends with: step limit: 1000 statements executed\n$`},
		{"middle.c --inputs in.json --stdin in.xml", 2, `^$`, `excludes --stdin`},
		{"middle.c --inputs bits.json", 2, `^$`, `^bits\.json: input 1 has the bits "x"`},
		{"middle.c --inputs gone.xml", 2, `^$`, `^gone\.xml: no such file\n$`},
		{"middle.c --minimize --expect-status 1", 2, `^$`, `--reference`},
		{"middle.c --method x", 2, `^$`, `^--method: unknown method "x"; there are relevance, `},
		{"middle.c --runs 0", 2, `^$`, `positive`},
		{"far.c --expect in.xml --reference right.c", 2, `^$`, `exclude`},
		{"", 2, `^$`, `a C file is missing`},
	}
	for _, tt := range tests {
		t.Run("verify explain "+tt.args, func(t *testing.T) {
			t.Parallel()
			stdout, stderr, status := verify(t, dir, append([]string{"explain"}, strings.Fields(tt.args)...)...)
			if status != tt.status || !regexp.MustCompile(tt.stdout).MatchString(stdout) || !regexp.MustCompile(tt.stderr).MatchString(stderr) {
				t.Errorf("status %d, want %d\nstdout %s\nwant %s\nstderr %s\nwant %s", status, tt.status, stdout, tt.stdout, stderr, tt.stderr)
			}
		})
	}
}

// TestExplainExample is the session in README.md.
func TestExplainExample(t *testing.T) {
	args := "--stdin examples/explain/runs.in --expect examples/explain/runs.expected examples/explain/runs.c"
	stdout, stderr, status := verify(t, "../..", strings.Fields("explain --method predicate-switching "+args)...)
	want := regexp.MustCompile(`^FAIL wrong-output  examples/explain/runs\.c:7:2 line 1 of the output is "3x4 3x9", expected "3x4 1x7 2x9"
  predicate-switching: 1 location, .*
    14 │ if \(count > 1 && number != last\) \{
       │     \^+ the run passes if this is true in 1 of 6 executions
$`)
	if status != 0 || stderr != "" || !want.MatchString(stdout) {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
}

// TestExplainInvariants is the session in doc/explain.md, as text and as JSON.
func TestExplainInvariants(t *testing.T) {
	args := strings.Fields("explain --method invariants --tries 0 --tests examples/explain/weekday examples/explain/weekday.c")
	stdout, _, status := verify(t, "../..", args...)
	want := regexp.MustCompile(`^FAIL undefined-behaviour  examples/explain/weekday\.c:47:2 .*
  invariants: 13 locations, 7 re-executions, 89 statements executed, .*
    31 │ return days \+ \(int\)year / 4 - leap;
       │ calc_daynr\(\) is -32212253, in 5 passing runs 60 to 730884; computed by lines 23, 25, 26, 27, 30
    23 │ .*
(.*\n)+    note: statements in the final set: 1; what follows is not of it
$`)
	if status != 0 || !want.MatchString(stdout) {
		t.Errorf("status %d\n%s", status, stdout)
	}
	stdout, _, _ = verify(t, "../..", append(args, "--format", "json")...)
	var x report.Explanation
	if err := json.Unmarshal([]byte(stdout), &x); err != nil {
		t.Fatal(err)
	}
	ls := x.Methods[0].Locations
	if l := ls[0]; l.Expected != "60 to 730884" || l.Observed != "-32212253" || len(l.Expression) != 5 || l.Expression[3].Line != 27 {
		t.Errorf("%+v", l)
	}
	// calc_weekday is filtered: it comes behind all that is not.
	k := slices.IndexFunc(ls, func(l report.Located) bool { return strings.HasSuffix(l.Reason, "(follows from another candidate)") })
	if k < 8 || ls[k].Line != 36 {
		t.Errorf("%d: %+v", k, ls)
	}
}

// The texts of values follow what is left of the values.
func TestLeftOf(t *testing.T) {
	got := leftOf([]string{"a", "b", "c", "d"}, []uint64{1, 2, 1, 3}, []uint64{2, 1})
	if strings.Join(got, " ") != "b c" {
		t.Error(got)
	}
}

// The test case of the XML form gives the same run as the JSON form, and the
// JSON output is the same each time except for the times.
func TestExplainJSON(t *testing.T) {
	dir := folder(t, map[string]string{
		"m.c":     strings.ReplaceAll(middleC, "input(", "__VERIFIER_nondet_int("),
		"in.json": `{"schema": "culprit-inputs/1", "inputs": [{"step": 0, "kind": "nondet", "bits": "2"}, {"step": 1, "kind": "nondet", "bits": "1"}, {"step": 2, "kind": "nondet", "bits": "3"}]}`,
		"in.xml":  `<testcase><input>2</input><input>1</input><input>3</input></testcase>`,
	})
	clock := regexp.MustCompile(`"time_s": [^,\n]*`)
	var first string
	for _, file := range []string{"in.json", "in.xml", "in.xml"} {
		stdout, stderr, status := verify(t, dir, "explain", "--effort", "1000", "--format", "json", "--inputs", file, "m.c")
		if status != 0 || stderr != "" {
			t.Fatalf("status %d, stderr %s", status, stderr)
		}
		var x report.Explanation
		if err := json.Unmarshal([]byte(stdout), &x); err != nil {
			t.Fatal(err)
		}
		if x.Schema != report.ExplainSchema || x.Failure.Line != 20 || len(x.Methods) < 5 || x.Methods[0].Method != "relevance" || len(x.Methods[0].Locations) == 0 {
			t.Errorf("schema %s, line %d, %d methods", x.Schema, x.Failure.Line, len(x.Methods))
		}
		text := clock.ReplaceAllString(stdout, "")
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("%s:\n%s\nwant\n%s", file, text, first)
		}
	}
}

// A timeout, and an interrupt, end the methods with what is known.
func TestExplainTimeout(t *testing.T) {
	dir := folder(t, map[string]string{"l.c": `int main(int argc, char **argv) {
	unsigned s = argc;
	for (int i = 0; i < 300000; i++)
		s = s * 3 + (i & 1 ? 1 : 2);
	return s & 15;
}
`})
	// On a busy machine the failing run may take longer than one waits for it.
	const early = "before the failing run was known"
	for limit := 2 * time.Second; ; limit *= 2 {
		start := time.Now()
		stdout, stderr, status := verify(t, dir, "explain", "--expect-status", "77", "--timeout", limit.String(), "l.c", "--runs", "1000000")
		if strings.Contains(stdout, early) && limit < 10*time.Second {
			continue
		}
		if status != 0 || !strings.Contains(stdout, "FAIL wrong-exit-status") || time.Since(start) > limit+10*time.Second {
			t.Errorf("status %d after %v\n%s%s", status, time.Since(start), stdout, stderr)
		}
		break
	}
	for delay := 3 * time.Second; ; delay *= 2 {
		cmd, out, errs := command(dir, "explain", "--expect-status", "77", "l.c", "--runs", "1000000", "--method", "value-replacement")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(delay)
		start := time.Now()
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		if strings.Contains(out.String(), early) && delay < 10*time.Second {
			continue
		}
		if err != nil || time.Since(start) > 10*time.Second || !strings.Contains(out.String(), "interrupted by SIGINT") {
			t.Errorf("%v after %v\n%s%s", err, time.Since(start), out, errs)
		}
		break
	}
}

// TestBeginAgain begins a count again where it was forgotten: that a state stays as it is
// instead is as good as a deletion, and the count of the check is no place.
func TestBeginAgain(t *testing.T) {
	stdout, _, _ := verify(t, "../../examples", "--effort", "2", "machine.c")
	if !strings.Contains(stdout, "  1.  20 │ state = OPEN;") || !strings.Contains(stdout, "+                wrong = 0;") || strings.Contains(stdout, ".  21 │") {
		t.Error(stdout)
	}
}
