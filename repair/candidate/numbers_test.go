package candidate

import (
	"slices"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/frontend/ctree"
)

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
	got := FindUnused(texts, map[string]*ctree.Tree{"p.c": tree})
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
	if got := NumbersOf("a-12,7 x3 12"); !slices.Equal(got, []int64{-12, 7, 3, 12}) {
		t.Error(got)
	}
}
