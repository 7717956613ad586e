package repair

import (
	"slices"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/internal/work"
)

// TestHoles executes what holes are filled with in the schema and as texts of
// their own.
func TestHoles(t *testing.T) {
	ctx := t.Context()
	const src = "#include <stdio.h>\n#define MOST 20\nint quick;\nint main(void) {\n\tint n, i, sum = 0;\n\tscanf(\"%d %d\", &quick, &n);\n\tfor (i = 0; i < n && n < 12; i++)\n\t\tsum += i * 3;\n\tprintf(\"%d\\n\", sum);\n\treturn 0;\n}\n"
	in := input(t, src, [2]string{"1 9", "30"}, [2]string{"0 0", "0"})
	s := &search{in: in, budget: work.Minute}
	if err := s.prepare(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.trials(ctx); err != nil {
		t.Fatal(err)
	}
	kinds := map[Kind]int{}
	step := 1
	if testing.Short() {
		step = 5
	}
	for i := 0; i < len(s.late); i += step {
		c := s.late[i]
		kinds[c.Kind]++
		if c.alone {
			continue
		}
		own, err := s.alone(ctx, c)
		if err != nil {
			t.Errorf("%v %+v: %v", c.Kind, c.Edits, err)
			continue
		}
		for _, r := range s.failing {
			a, b := s.prog.run(ctx, r, c.at), own.run(ctx, r, nil)
			if a.passes != b.passes || a.differs != b.differs {
				t.Errorf("%v %+v: %+v in the schema, %+v in the text", c.Kind, c.Edits, a, b)
			}
		}
	}
	for _, k := range []Kind{Constant, Strengthen, Weaken} {
		if kinds[k] < 10 {
			t.Errorf("%d holes filled of the kind %v", kinds[k], k)
		}
	}
}

func TestFindUnused(t *testing.T) {
	const src = `#define MOST 100 /* MOST comes first */
#define LEAST (10 + 20)
#define USED 7
#define STATE 2
#define AGAIN 100
int in(void);
int scanf(const char *, ...);
int shown, kept, summed, given, other;
int main(void) {
	int local, never; // "kept"
	shown = in();
	kept = in();
	summed += in();
	scanf("%d %d", &given, &other);
	local = USED;
	return kept + other;
}
`
	texts := map[string][]byte{"p.c": []byte(src)}
	tree, err := frontend.NewTree([]frontend.Source{{Name: "p.c", Text: texts["p.c"]}}, "p.c", frontend.Config{PtrBits: 64, Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	got := findUnused(texts, map[string]*ctree.Tree{"p.c": tree})
	var names []string
	for v := range got.variables {
		names = append(names, v)
	}
	slices.Sort(names)
	if want := []string{"given", "local", "shown"}; !slices.Equal(names, want) {
		t.Errorf("variables %v, want %v", names, want)
	}
	if want := []string{"LEAST", "MOST"}; !slices.Equal(got.constants, want) {
		t.Errorf("constants %v, want %v", got.constants, want)
	}
}

func TestSums(t *testing.T) {
	for _, c := range []struct {
		text  string
		sum   int64
		ok    bool
		terms string
	}{
		{"600", 600, true, ""},
		{"-3", -3, true, ""},
		{"600+100", 700, true, "100|600"},
		{"600 - 0x10 + 4", 588, true, "- 0x10 + 4|600 + 4|600 - 0x10"},
		{"600 +", 0, false, ""},
		{"3.5", 0, false, ""},
		{"a + 1", 0, false, ""},
		{"", 0, false, ""},
	} {
		if v, ok := sumOf(c.text); v != c.sum || ok != c.ok {
			t.Errorf("%q is %d, %v", c.text, v, ok)
		}
		if got := strings.Join(terms(c.text), "|"); c.ok && got != c.terms {
			t.Errorf("%q without a term: %q, want %q", c.text, got, c.terms)
		}
	}
}

func TestRound(t *testing.T) {
	for v, want := range map[int64][]int64{
		550: {500, 600, 450, 650}, 501: {500, 600, 550, 510}, 7: {6, 8, 5, 9}, -120: {-100, -200, -150, -220}, 999: {1000, 900, 950, 990}, 0: {-1, 1},
	} {
		if got := round(v); !slices.Equal(got[:len(want)], want) {
			t.Errorf("around %d: %v", v, got)
		}
	}
	if got := numbersOf("a-12,7 x3 12"); !slices.Equal(got, []int64{-12, 7, 3, 12}) {
		t.Error(got)
	}
}
