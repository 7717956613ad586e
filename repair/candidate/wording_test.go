package candidate

import (
	"slices"
	"testing"
)

func TestWordings(t *testing.T) {
	tests := []struct {
		name, got, want string
		literals        []string
		from, to        []string
	}{
		{"a word", "yes\n", "Yes\n", []string{`"yes"`, `"no"`}, []string{"yes"}, []string{"Yes"}},
		{"a space that is missing, beside values", "(1,2),(3,0)\n", "(1,2), (3,0)\n", []string{`"(%d,%d),(%d,0)\n"`}, []string{",("}, []string{", ("}},
		{"a space too much and a word, in two texts", "size > Stdent A\n", "size >Student A\n", []string{`"size > "`, `"Stdent A\n"`}, []string{"size > ", "Stdent A\\n"}, []string{"size >", "Student A\\n"}},
		{"several words", "has an F grade\n", "has failed the course\n", []string{`"has an F grade\n"`}, []string{` an F grade\n`}, []string{` failed the course\n`}},
		{"a value", "sum 5\n", "sum 7\n", []string{`"sum %d\n"`}, nil, nil},
		{"no literal has it", "abc\n", "abd\n", []string{`"%s\n"`}, []string{""}, []string{""}},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			var from, to []string
			for _, w := range Wordings(x.got, x.want) {
				a, b := w.rewriting(x.literals)
				from, to = append(from, a), append(to, b)
			}
			if !slices.Equal(from, x.from) || !slices.Equal(to, x.to) {
				t.Errorf("%q to %q, want %q to %q", from, to, x.from, x.to)
			}
		})
	}
}
