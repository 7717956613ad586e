package texts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var vocabulary = Vocabulary{Words: []string{"size", "-n"}, Letters: []byte("=["), Formats: []string{"%d-%3s:%c"}, Args: true, Stdin: true, Env: []string{"HOME", "LANG"}}

func size(t Text) int { return len(fmt.Sprint(t.Args)) + len(t.Stdin) + len(fmt.Sprint(t.Env)) }

// Texts depend on the generator alone, what they are made of stays as it was, and what is
// shorter is: so shortening ends.
func TestTexts(t *testing.T) {
	near := Near([]uint64{12})
	list := func() (out []Text) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			x := vocabulary.New(r, near)
			before := fmt.Sprintf("%q", x)
			y, z := vocabulary.Vary(r, x, near), vocabulary.Change(r, x, near)
			for _, s := range Shorter(x) {
				if size(s) >= size(x) {
					t.Fatalf("%q is not shorter than %q", s, x)
				}
			}
			if after := fmt.Sprintf("%q", x); after != before {
				t.Fatalf("%s has become %s", before, after)
			}
			out = append(out, x, y, z)
		}
		return out
	}
	first := list()
	if !slices.EqualFunc(first, list(), func(a, b Text) bool { return fmt.Sprintf("%q", a) == fmt.Sprintf("%q", b) }) {
		t.Error("the same generator makes other texts")
	}
	all := fmt.Sprintf("%q", first)
	for _, part := range []string{"size=", "[size", "12-", "13", "11", `"-n"`, "HOME=", "LANG=size"} {
		if !strings.Contains(all, part) {
			t.Errorf("no text has %s in it", part)
		}
	}
}

func TestParts(t *testing.T) {
	if got := partsOf("a_1=-2;;[x]"); !slices.Equal(got, []string{"a_1", "=", "-", "2", ";", ";", "[", "x", "]"}) {
		t.Errorf("%q", got)
	}
}
