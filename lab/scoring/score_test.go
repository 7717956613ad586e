package scoring

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/interp"
)

// ran are the edges that a run executes.
func ran(t *testing.T, prog *cfg.Program) []bool {
	t.Helper()
	r := interp.Run(prog, interp.RunConfig{Limits: interp.Limits{Record: true}})
	if r.Status != interp.Exited {
		t.Fatalf("%v %v", r.Status, r.Reason)
	}
	out := make([]bool, len(prog.Edges))
	for _, e := range r.Trace.Edges {
		out[e.ID] = true
	}
	return out
}

func TestParseFaultLines(t *testing.T) {
	for text, want := range map[string]string{
		"80":                     " [80]",
		"after:137 141":          " [after:137 141]",
		"a-6.c 15 after:0":       "a-6.c [15 after:0]",
		"":                       " []",
		"12 x":                   "error",
		"after:x":                "error",
		"0":                      "error",
		"after:-1":               "error",
		"a.c b.c 1":              "error",
		" 7\t8 ":                 " [7 8]",
		"after:9999999999999999": " [after:9999999999999999]",
	} {
		file, got, err := ParseFaultLines(text)
		s := fmt.Sprint(file, " ", got)
		if err != nil {
			s = "error"
		}
		if s != want {
			t.Errorf("%q: %s, want %s", text, s, want)
		}
	}
}

func FuzzParseFaultLines(f *testing.F) {
	f.Add("x.c 1 after:2")
	f.Fuzz(func(t *testing.T, text string) {
		file, ls, err := ParseFaultLines(text)
		if err != nil {
			return
		}
		again := file
		for _, l := range ls {
			again += " " + l.String()
		}
		if f2, ls2, err := ParseFaultLines(again); err != nil || f2 != file || !slices.Equal(ls, ls2) {
			t.Errorf("%q became %q: %v", text, again, err)
		}
	})
}

const macroC = `#define LIMIT 10 /* LIMIT */
#define SQUARE(x) \
  ((x) * \
   (x))
#define AREA SQUARE(LIMIT)
// SQUARE(1)
int f(int a) {
  const char *s = "SQUARE(1) LIMIT";
  int SQUARE = 3;
  a = SQUARE(a) + SQUARE
    (2);
  a += AREA;
#undef LIMIT
#ifdef LIMIT
#endif
#define LIMIT 20
  return a + LIMIT;
}
`

// A line in a macro definition counts where the macro is used.
func TestMacroUses(t *testing.T) {
	src := map[string][]byte{"m.c": []byte(macroC), "n.h": []byte("int g = SQUARE(3);\n")}
	for line, want := range map[int]string{
		1:  "map[m.c:[12]] true", // through AREA
		2:  "map[m.c:[10 12] n.h:[1]] true",
		4:  "map[m.c:[10 12] n.h:[1]] true",
		5:  "map[m.c:[12]] true",
		7:  "map[] false",
		16: "map[m.c:[17]] true",
	} {
		uses, ok := macroUses(src, "m.c", line)
		if got := fmt.Sprint(uses, ok); got != want {
			t.Errorf("line %d: %s, want %s", line, got, want)
		}
	}
}

func FuzzMacroUses(f *testing.F) {
	f.Add([]byte(macroC), 2)
	f.Add([]byte("#define A A\n#define B A\\\nA\\"), 1)
	f.Fuzz(func(t *testing.T, text []byte, line int) {
		uses, _ := macroUses(map[string][]byte{"m.c": text}, "m.c", line)
		n := len(splitLines(text))
		for _, l := range uses["m.c"] {
			if l < 1 || l > n || l == line {
				t.Errorf("line %d of %d", l, n)
			}
		}
		if len(blank(text)) != len(text) {
			t.Error("blank changes the length")
		}
	})
}

// TestTruth resolves fault lines of the faulty program, with the correct one
// at hand.
func TestTruth(t *testing.T) {
	tests := []struct {
		name, faulty, correct, lines string
		want                         string
	}{
		{"plain", "int main() {\n int a = 1;\n return a;\n}", "", "2", "[[2]]"},
		{"several", "int main() {\n int a = 1;\n return a;\n}", "", "2 3", "[[2] [3]]"},
		{"macro", "#define X 3\nint main() {\n int a = X;\n return a +\n  X;\n}", "", "1", "[[3 5]]"},
		{"declaration", "int t[\n 3];\nint main() {\n int i = 1;\n t[i] = i;\n return t[0] + i;\n}", "", "1", "[[5 6]]"},
		{"missing assignment: its uses",
			"int main() {\n int a = 1, b = 2;\n b++;\n if (b > 1) return a;\n a = 3;\n return a + b;\n}",
			"int main() {\n int a = 1, b = 2;\n a = 7;\n b++;\n if (b > 1) return a;\n a = 3;\n return a + b;\n}",
			"after:2", "[[4]]"},
		{"missing assignment to a global: uses elsewhere",
			"int g;\nint f() {\n return g;\n}\nvoid h() {\n;}\nint main() {\n h();\n return f();\n}",
			"int g;\nint f() {\n return g;\n}\nvoid h() {\n g = 1;\n;}\nint main() {\n h();\n return f();\n}",
			"after:5", "[[3]]"},
		{"missing assignment to a global: uses in what is called",
			"int g;\nint k() {\n return g;\n}\nint f() {\n return k();\n}\nint main() {\n int a = 1;\n return f() + a;\n}",
			"int g;\nint k() {\n return g;\n}\nint f() {\n return k();\n}\nint main() {\n int a = 1;\n g = 4;\n return f() + a;\n}",
			"after:9", "[[3]]"},
		{"missing guard: the first guarded statement",
			"int main() {\n int a = 1;\n a += 2;\n a += 3;\n return a;\n}",
			"int main() {\n int a = 1;\n if (a > 1) {\n  a += 2;\n  a += 3;\n }\n return a;\n}",
			"after:2 after:4", "[[3] []]"},
		{"missing early exit: what follows",
			"int main() {\n int a = 1;\n a += 2;\n return a;\n}",
			"int main() {\n int a = 1;\n if (a > 1)\n  return 0;\n a += 2;\n return a;\n}",
			"after:2", "[[3]]"},
		{"missing conditional assignment: the uses, nothing is guarded",
			"int main() {\n int a = 1, b = 1;\n b = 2;\n return a;\n}",
			"int main() {\n int a = 1, b = 1;\n if (b > 1)\n  a = 0;\n b = 2;\n return a;\n}",
			"after:2", "[[4]]"},
		{"missing call: the uses of what it changes",
			"int g;\nvoid f() {\n g++;\n}\nint main() {\n int a = 2;\n a++;\n return g + a;\n}",
			"int g;\nvoid f() {\n g++;\n}\nint main() {\n int a = 2;\n f();\n a++;\n return g + a;\n}",
			"after:6", "[[8]]"},
		{"missing store", "int t[3];\nint main() {\n int i = 1;\n i++;\n return t[i];\n}",
			"int t[3];\nint main() {\n int i = 1;\n t[2] = 5;\n i++;\n return t[i];\n}", "after:3", "[[5]]"},
		{"missing result: the use in a line that is another one",
			"int f(int x) {\n if (x == 1) return 5;\n return 9;\n}\nint main() {\n int b = 0;\n int a = f(1) - b;\n return a;\n}",
			"int f(int x) {\n if (x == 1) return 5;\n if (x == 2) return 7;\n return 9;\n}\nint main() {\n int b = 0;\n int a =\n f(2);\n return a;\n}",
			"after:2", "[[3 7]]"},
		{"unknown correct program", "int main() {\n return 1;\n}", "", "after:1", "[[]]"},
	}
	for _, tt := range tests {
		prog := frontendtest.Execute(t, tt.faulty)
		var correct *cfg.Program
		if tt.correct != "" {
			correct = frontendtest.Execute(t, tt.correct)
		}
		_, ls, err := ParseFaultLines(tt.lines)
		if err != nil {
			t.Fatal(err)
		}
		truth := NewTruth(prog, "t.c", ls, correct)
		got := make([][]int, len(truth.Faults))
		for i, f := range truth.Faults {
			got[i] = []int{}
			for _, l := range f {
				got[i] = append(got[i], l.N)
			}
		}
		if s := fmt.Sprint(got); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

// With a run of the correct program at hand, those uses count that read what
// the missing call wrote, not all that may.
func TestRefine(t *testing.T) {
	const correct = `int t[9], n;
void put(int x) {
	t[n] = x;
	n++;
}
int main() {
	int a = t[3];
	put(1);
	put(2);
	a += t[0] + t[5];
	a += t[1];
	return a;
}
`
	faulty := strings.Replace(correct, "\tput(2);\n", "", 1)
	prog, right := frontendtest.Execute(t, faulty), frontendtest.Execute(t, correct)
	truth := NewTruth(prog, "t.c", []FaultLine{{8, true, ""}, {10, false, ""}}, right)
	if got := fmt.Sprint(truth.Faults); got != "[[{t.c 9} {t.c 10}] [{t.c 10}]]" {
		t.Error(got)
	}
	g, err := (&fault.Input{Prog: right, Failing: &fault.Test{}}).Graph(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(truth.Refine(g).Faults); got != "[[{t.c 10}] [{t.c 10}]]" {
		t.Error(got)
	}
}

// What puts a character back writes the position of the input, which the next
// call reads.
func TestRefineInput(t *testing.T) {
	const correct = `struct file;
extern struct file *stdin;
int getchar(void);
int ungetc(int, struct file *);
int main() {
	int a = getchar();
	if (a > 'b')
		ungetc(a, stdin);
	a++;
	int b = getchar();
	return getchar() + b;
}
`
	prog, right := frontendtest.Execute(t, strings.Replace(correct, "\t\tungetc(a, stdin);\n", "\t\t;\n", 1)), frontendtest.Execute(t, correct)
	truth := NewTruth(prog, "t.c", []FaultLine{{7, true, ""}}, right)
	g, err := (&fault.Input{Prog: right, Failing: &fault.Test{Stdin: []byte("cde")}}).Graph(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(truth.Refine(g).Faults); got != "[[{t.c 10}]]" {
		t.Error(got)
	}
}

const scoreC = `int f(int x) {
 x++;
 return x;
}
int main() {
 int a = 1;
 int b = f(a);
 if (a > 5)
  b = 0;
 b++; a++;
 return 0;
}
`

// TestScore measures lists of locations given as line:score.
func TestScore(t *testing.T) {
	prog := frontendtest.Execute(t, scoreC)
	executed := ran(t, prog) // lines 2 3 6 7 8 10 11
	tests := []struct {
		name, lines, found string
		want               string
	}{
		{"first", "7", "7:3 8:2 2:1", "found rank 1 1-1 top1 top5 exam 0.14 of 7 lines, 3 reported"},
		{"third", "2", "7:3 8:2 2:1", "found rank 3 3-3 top5 exam 0.43 of 7 lines, 3 reported"},
		{"tie", "2", "7:1 8:1 2:1", "found rank 3 1-3 top5 exam 0.29 of 7 lines, 3 reported"},
		{"tie with two faults", "2 8", "7:1 8:1 2:1", "found rank 2 1-2 top5 exam 0.21 of 7 lines, 3 reported"},
		{"in the rest", "11", "7:3 8:2 2:1", "rank 6 4-7 exam 0.79 of 7 lines, 3 reported"},
		{"two in the rest", "11 10", "7:3 8:2 2:1", "rank 5 4-6 exam 0.71 of 7 lines, 3 reported"},
		{"not executed", "9", "7:3 8:2", "not executed rank 7 7-7 exam 1.00 of 7 lines, 2 reported"},
		{"not executed, reported", "9", "9:3", "not executed rank 8 8-8 exam 1.00 of 7 lines, 0 reported"},
		{"a line once", "2", "7:3 7:2 2:1", "found rank 2 2-2 top5 exam 0.29 of 7 lines, 2 reported"},
		{"all faults", "7 2", "7:3 2:1", "found all rank 1 1-1 top1 top5 exam 0.14 of 7 lines, 2 reported"},
		{"nothing reported", "2", "", "rank 4 1-7 exam 0.57 of 7 lines, 0 reported"},
		{"missing code: next executed", "after:8", "10:1", "found rank 1 1-1 top1 top5 exam 0.14 of 7 lines, 1 reported"},
		{"missing code at the end", "after:3", "3:1", "found rank 1 1-1 top1 top5 exam 0.14 of 7 lines, 1 reported"},
	}
	for _, tt := range tests {
		_, ls, _ := ParseFaultLines(tt.lines)
		res := &fault.Result{}
		for _, w := range strings.Fields(tt.found) {
			var line int
			var score float64
			if _, err := fmt.Sscanf(w, "%d:%g", &line, &score); err != nil {
				t.Fatal(err)
			}
			for _, e := range prog.Edges {
				if fault.Shown(e) && e.Pos.Line == line {
					res.Locations = append(res.Locations, fault.Location{Edge: e, Pos: e.Pos, Score: score})
					break
				}
			}
		}
		m := Score(res, NewTruth(prog, "t.c", ls, nil), prog, executed)
		if got := show(m, len(ls) > 1); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func show(m Metrics, several bool) string {
	var w []string
	flag := func(ok bool, s string) {
		if ok {
			w = append(w, s)
		}
	}
	flag(!m.Executed, "not executed")
	flag(m.Found, "found")
	flag(several && m.FoundAll && m.Rank == 1, "all")
	w = append(w, fmt.Sprintf("rank %d %d-%d", m.Rank, m.Best, m.Worst))
	flag(m.Top1, "top1")
	flag(m.Top5, "top5")
	return strings.Join(w, " ") + fmt.Sprintf(" exam %.2f of %d lines, %d reported", m.Exam(), m.Lines, m.ReportedLines)
}

// The pairing of lines is a longest common subsequence.
func TestMatchLines(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"a\nb\nc", "a\nc", "[0 1 3]"},
		{"a\nc", "a\n b \nc\n", "[0 1 0 2]"},
		{"", "x", "[0 0]"},
		{"x\ny\nz", "z\nx\ny", "[0 0 1 2]"},
	} {
		if got := fmt.Sprint(matchLines(trimmedLines([]byte(tt.a)), trimmedLines([]byte(tt.b)))); got != tt.want {
			t.Errorf("%q %q: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
}

// Missing lines are found wherever they can be said to be.
func TestMissingLines(t *testing.T) {
	a, b := trimmedLines([]byte("a\n}\nz\n")), trimmedLines([]byte("a\n}\nif\n}\nz\n"))
	for n, want := range []string{"map[]", "map[3:true 4:true]", "map[3:true 4:true]", "map[]"} {
		if got := fmt.Sprint(missingLines(matchLines(a, b), a, b, n)); got != want {
			t.Errorf("after line %d: %s, want %s", n, got, want)
		}
	}
}

// Lines that are other ones have their place.
func TestChanged(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"a\nb\nc", "a\nc", "[0 1 3]"},
		{"a\nx\nc", "a\ny\nc", "[0 1 2 3]"},
		{"a\nx\nc", "a\ny\nz\nc", "[0 1 2 2 3]"},
		{"a\nx\nw\nc", "a\ny\nc\nd", "[0 1 2 4 0]"},
		{"a\nc", "a\ny\nc", "[0 1 0 2]"},
		{"x\ny\nc", "v\nc", "[0 1 3]"},
	} {
		a, b := trimmedLines([]byte(tt.a)), trimmedLines([]byte(tt.b))
		if got := fmt.Sprint(changed(matchLines(a, b), len(a))); got != tt.want {
			t.Errorf("%q %q: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
}

// A fault may lie in a header of the program.
func TestFaultInHeader(t *testing.T) {
	name, lines, err := ParseFaultLines("t.c tokens.h:2 5 after:tokens.h:3")
	if err != nil || name != "t.c" || fmt.Sprint(lines) != "[tokens.h:2 5 after:tokens.h:3]" {
		t.Fatal(name, lines, err)
	}
	for _, bad := range []string{"tokens.h:x", "5 tokens.h", "tokens.h:-1", "tokens.h:"} {
		if _, _, err := ParseFaultLines(bad); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tokens.h"), []byte("static int end(int c) {\n\treturn c == 9;\n}\n#define BLANK ' '\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := frontend.Parse("t.c", []byte("#include \"tokens.h\"\nint main(int argc, char **argv) {\n\treturn end(argc) + (argc == BLANK);\n}\n"), frontend.Config{Execute: true, IncludeDirs: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	truth := NewTruth(p, p.File, []FaultLine{{2, false, "tokens.h"}, {4, false, "tokens.h"}}, nil)
	header := filepath.Join(dir, "tokens.h")
	if got := fmt.Sprint(truth.Faults); got != fmt.Sprintf("[[{%s 2}] [{t.c 3}]]", header) {
		t.Error(got)
	}
}
