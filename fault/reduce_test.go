package fault

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
)

// Texts are cut without loss.
func FuzzPieces(f *testing.F) {
	f.Add([]byte("a b\n\n  x=10;\tü€\xff\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for i, cut := range []func([]byte) [][]byte{lines, tokens, characters} {
			parts := cut(text)
			if !bytes.Equal(bytes.Join(parts, nil), text) {
				t.Errorf("level %d: %q", i, parts)
			}
			if slices.ContainsFunc(parts, func(p []byte) bool { return len(p) == 0 }) {
				t.Errorf("level %d: an empty piece in %q", i, parts)
			}
		}
	})
}

func TestTokens(t *testing.T) {
	got := string(bytes.Join(tokens([]byte("ab 12+x_y\n\n z")), []byte{'|'}))
	if want := "ab |12|+|x|_|y\n\n |z"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestReduceText(t *testing.T) {
	var b strings.Builder
	for range 50 {
		b.WriteString("the quick brown fox jumps over 12345 lazy dogs;\n")
	}
	b.WriteString("now select <SELECT NAME> and more\n")
	tests := 0
	fails := func(text []byte) Outcome {
		tests++
		if i := bytes.Index(text, []byte("<SELECT")); i >= 0 && bytes.IndexByte(text[i:], '>') > 0 {
			return Fail
		}
		return Pass
	}
	if got := ReduceText([]byte(b.String()), fails); string(got) != "<SELECT>" || tests > 200 {
		t.Errorf("%q with %d tests", got, tests)
	}
	if got := ReduceText([]byte("fine"), fails); string(got) != "fine" {
		t.Errorf("a passing text became %q", got)
	}
}

func TestReduceTest(t *testing.T) {
	in := &Test{Args: []string{"-v", "alpha", "beta!"}, Stdin: []byte("one\ntwo 2\nthree\n"), Name: "n"}
	judge := func(c *Test) Outcome {
		if slices.ContainsFunc(c.Args, func(a string) bool { return strings.Contains(a, "!") }) && bytes.Contains(c.Stdin, []byte("2")) {
			return Fail
		}
		return Unresolved
	}
	got := ReduceTest(context.Background(), in, judge)
	if !slices.Equal(got.Args, []string{"!"}) || string(got.Stdin) != "2" || got.Name != "n" {
		t.Errorf("%+v", got)
	}
	if len(in.Args) != 3 || in.Args[2] != "beta!" {
		t.Errorf("the original changed: %+v", in)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if got := ReduceTest(ended, in, judge); got != in {
		t.Errorf("out of time: %+v", got)
	}
}

// Files and values are minimized, too; values that are read from the standard
// input stay there.
func TestReduceFilesAndValues(t *testing.T) {
	in := &Test{Files: map[string][]byte{"a": []byte("one x two"), "b": []byte("three")}, Values: []uint64{4, 7, 4}}
	got := ReduceTest(context.Background(), in, func(c *Test) Outcome {
		if bytes.Contains(c.Files["a"], []byte("x")) && slices.Contains(c.Values, 7) && c.Files["b"] != nil {
			return Fail
		}
		return Pass
	})
	if string(got.Files["a"]) != "x" || len(got.Files["b"]) != 0 || !slices.Equal(got.Values, []uint64{7}) || len(in.Values) != 3 || len(in.Files["b"]) != 5 {
		t.Errorf("%q %v, of %q %v", got.Files, got.Values, in.Files, in.Values)
	}
	got = ReduceTest(context.Background(), &Test{Stdin: []byte("12")}, func(*Test) Outcome { return Fail })
	if got.Values != nil || len(got.Stdin) != 0 {
		t.Errorf("%+v", got)
	}
}
