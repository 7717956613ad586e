package check

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"culprit/concolic"
	"culprit/frontend"
	"culprit/interp"
	"culprit/svcomp"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

// Two files: both have a static function of one name, and lines of one file
// mean nothing in the other.
const (
	mainC = header + `
extern unsigned level;
void fill(int n);
static unsigned limit(void) { return 20; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    fill(n);
    if (level > limit())
        reach_error();
    return 0;
}
`
	fillC = `unsigned level;
int debt;
static unsigned limit(void) { return 10; }
void fill(int n) {
    unsigned i;
    level = 0;
    for (i = 0; i < limit(); i++)
        level = level + 2;
    if (n == 42)
        level = level + 1;
}
`
)

// fileSource are the two files, in folders that a witness leaves out.
func fileSource(fill string) []frontend.Source {
	return []frontend.Source{{Name: "src/main.c", Text: []byte(mainC)}, {Name: "src/fill.c", Text: []byte(fill)}}
}

// about writes a witness about files; in its content "@n text" stands for the
// location of a text in the n-th file.
func about(t *testing.T, kind string, files []frontend.Source, content string) string {
	t.Helper()
	var names, hashes []string
	for _, f := range files {
		name := witness.Base(f.Name)
		names = append(names, name)
		hashes = append(hashes, fmt.Sprintf("%s: %x", name, sha256.Sum256(f.Text)))
	}
	text := head("", kind, unreach)
	text = strings.Replace(text, "[p.c]", "["+strings.Join(names, ", ")+"]", 1)
	text = strings.Replace(text, fmt.Sprintf("p.c: %x", sha256.Sum256(nil)), strings.Join(hashes, ", "), 1)
	for _, line := range strings.SplitAfter(content, "\n") {
		if before, at, ok := strings.Cut(line, "@"); ok {
			f := files[at[0]-'0']
			row, col := locate(t, string(f.Text), strings.TrimSuffix(at[2:], "\n"))
			line = fmt.Sprintf("%slocation: {file_name: %s, line: %d, column: %d}\n", before, witness.Base(f.Name), row, col)
		}
		text += line
	}
	return text
}

func checkFiles(t *testing.T, files []frontend.Source, text string) (*Answer, error) {
	t.Helper()
	w, complaints := witness.LintText("w.yml", []byte(text))
	for i := range complaints {
		if complaints[i].Fatal {
			return nil, &complaints[i].Error
		}
	}
	return Witness(context.Background(), w, Program{Files: files, Property: svcomp.Default(), Frontend: frontend.Config{PtrBits: 64}}, Config{})
}

func TestFilesViolation(t *testing.T) {
	follow := func(typ, at, constraint string) string {
		if constraint != "" {
			constraint = "        constraint: " + constraint + "\n"
		}
		return "  - segment:\n    - waypoint:\n        type: " + typ + "\n        action: follow\n" + constraint + "        @" + at + "\n"
	}
	input := func(n string) string {
		return follow("function_return", "0 n = __VERIFIER_nondet_int(|)", `{value: '\result == `+n+`', format: acsl_expression}`)
	}
	target := follow("target", "0 |reach_error();", "")
	for _, c := range []struct {
		content string
		want    Verdict
		reason  string
	}{
		{input("42") + target, Confirmed, ""},
		{input("41") + target, Rejected, "no run passes"},
		{follow("branching", "1 |if (n == 42)", "{value: 'true'}") + target, Confirmed, ""},
		{follow("branching", "1 |if (n == 42)", "{value: 'false'}") + target, Rejected, "no run passes"},
		{follow("assumption", "1 |level = level + 1", "{value: 'limit() == 10'}") + target, Undecided, "w.yml:16 (fill.c:10:9): a call of limit is not supported"},
		{follow("assumption", "1 |level = level + 1", "{value: 'i == 10 && debt == 0', format: c_expression}") + target, Confirmed, ""},
		{follow("assumption", "1 |level = level + 1", "{value: 'i == 9', format: c_expression}") + target, Rejected, "no run passes"},
		{follow("assumption", "1 |level = level + 1", "{value: 'm == 9', format: c_expression}") + target, Rejected, "w.yml:16 (fill.c:10:9): m == 9 is not an expression there"},
		{follow("assumption", "1 |if (n == 42)", "{value: 'n > 40', format: c_expression}") + input("42") + target, Rejected, "no run passes"}, // in the wrong order
		{input("42") + follow("assumption", "1 |if (n == 42)", "{value: 'n > 40', format: c_expression}") + target, Confirmed, ""},
		{follow("target", "1 |level = level + 1", ""), Rejected, "w.yml:16 (fill.c:10:9): nothing there can violate the property"},
	} {
		files := fileSource(fillC)
		a, err := checkFiles(t, files, about(t, witness.ViolationSequence, files, c.content))
		if err != nil {
			t.Fatalf("%v\n%s", err, c.content)
		}
		if a.Verdict != c.want || !strings.Contains(a.Reason, c.reason) {
			t.Errorf("%v: %s, want %v: %s\n%s", a.Verdict, a.Reason, c.want, c.reason, c.content)
		}
		if a.Verdict == Confirmed && (a.End.Pos.File != "src/main.c" || a.End.Pos.Line != 10) {
			t.Errorf("ends at %v", a.End.Pos)
		}
	}
}

func TestFilesCorrectness(t *testing.T) {
	safe := fileSource(strings.Replace(fillC, "level + 1", "level - 1", 1))
	claim := func(typ, at, value string) string {
		return "  - invariant:\n      type: " + typ + "\n      @" + at + "\n      value: '" + value + "'\n      format: c_expression\n"
	}
	for _, c := range []struct {
		content string
		want    Verdict
		reason  string
	}{
		{claim("loop_invariant", "1 |for (i", "level == 2 * i && i <= 10"), Confirmed, ""},
		{claim("loop_invariant", "1 |for (i", "level == 2 * i") + claim("location_invariant", "0 |if (level", "level <= 20"), Confirmed, ""},
		{claim("loop_invariant", "1 |for (i", "level == 2 * i") + claim("location_invariant", "0 |if (level", "level < 20"), Rejected, "w.yml:20 (main.c:9:5): the invariant level < 20 does not hold"},
		{claim("loop_invariant", "1 |for (i", "i < 10"), Rejected, "w.yml:15 (fill.c:7:5): the invariant i < 10 does not hold"},
		{claim("loop_invariant", "0 |if (level", "1"), Rejected, "w.yml:15 (main.c:9:5): there is no loop"},
		{claim("location_invariant", "0 |if (level", "debt == 0"), Rejected, "debt == 0 is not an expression there"},
		{"    []\n", Confirmed, ""},
	} {
		a, err := checkFiles(t, safe, strings.Replace(about(t, witness.InvariantSet, safe, c.content), "content:\n    []", "content: []", 1))
		if err != nil {
			t.Fatalf("%v\n%s", err, c.content)
		}
		if a.Verdict != c.want || !strings.Contains(a.Reason, c.reason) {
			t.Errorf("%v: %s, want %v: %s\n%s", a.Verdict, a.Reason, c.want, c.reason, c.content)
		}
	}
}

// TestFilesNames: files are distinguished by what is in them, and by their names
// where that is the same.
func TestFilesNames(t *testing.T) {
	files := fileSource(fillC)
	text := about(t, witness.InvariantSet, files, "    []\n")
	for _, c := range []struct{ old, new, want string }{
		{"[main.c, fill.c]", "[fill.c, main.c]", ""},
		{"main.c", "start.c", ""},
		{"[main.c, fill.c]", "[main.c]", "w.yml:1:1: the witness is for a program with 1 input files, not with 2"},
		{fmt.Sprintf("fill.c: %x", sha256.Sum256(files[1].Text)), "fill.c: " + strings.Repeat("0", 64), "w.yml:1:1: the witness is for another version of fill.c: its SHA-256 is 00000000…"},
		{fmt.Sprintf("fill.c: %x", sha256.Sum256(files[1].Text)), fmt.Sprintf("fill.c: %x", sha256.Sum256(files[0].Text)), "w.yml:1:1: the witness is for another version of fill.c: "},
	} {
		_, err := checkFiles(t, files, strings.ReplaceAll(text, c.old, c.new))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s for %s: %v, want %q", c.new, c.old, err, c.want)
		}
	}
	two := []frontend.Source{{Name: "a/x.c", Text: []byte("int main(void) { return 0; }\n")}, {Name: "b/x.c", Text: []byte("int y;\n")}}
	text = about(t, witness.InvariantSet, two, "")
	text = strings.Replace(text, "[x.c, x.c]", "[a/x.c, b/x.c]", 1)
	text = strings.Replace(text, "{x.c:", "{a/x.c:", 1)
	text = strings.Replace(text, ", x.c:", ", b/x.c:", 1)
	at := "  - invariant: {type: location_invariant, location: {file_name: %s, line: 1, column: 18}, value: '1', format: c_expression}\n"
	for name, want := range map[string]string{"a/x.c": "", "b/x.c": "w.yml:14:1: x.c has nothing at 1:18", "x.c": `w.yml:14:65: "x.c" may be one input file or another`} {
		_, err := checkFiles(t, two, text+fmt.Sprintf(at, name))
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestFilesRoundTrip: what is written about two files is confirmed.
func TestFilesRoundTrip(t *testing.T) {
	for _, fill := range []string{fillC, strings.Replace(fillC, "level + 1", "level - 1", 1)} {
		files := fileSource(fill)
		conf := frontend.Config{PtrBits: 64, Scopes: true}
		prog, err := frontend.ParseFiles(files, conf)
		if err != nil {
			t.Fatal(err)
		}
		res := verifier.Verify(context.Background(), prog, verifier.Config{NoRelevance: true, Replay: interp.Replay, Search: concolic.Search, Annotate: true})
		about := witness.About{Version: "1", Files: files, Property: svcomp.Default(), PtrBits: 64}
		var w *witness.Witness
		if res.Verdict == verifier.False {
			w = witness.NewViolation(res.Traces[0].Trace, conf, about)
		} else {
			w = witness.NewCorrectness(res.Annotation, about)
		}
		var b strings.Builder
		if err := witness.Write(&b, w); err != nil {
			t.Fatal(err)
		}
		a, err := checkFiles(t, files, b.String())
		if err != nil || a.Verdict != Confirmed {
			t.Errorf("%v, %+v\n%s", err, a, b.String())
		}
	}
}
