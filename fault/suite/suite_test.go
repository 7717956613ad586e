package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Each form that suites have is read with its inputs, files and outputs.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"universe": "1 'a b' < data/x\n-f data/x\n3 > out\n4 < gone\n", "inputs/data/x": "17", "outputs/1": "6"},
			`1 ["1" "a b"] "17" map[] "6" ""; 2 ["-f" "data/x"] "" map[data/x:17] - ""; 3 [] "" map[] - skipped; 4 ["4"] "" map[] - skipped; `},
		{map[string]string{"input-pos1": "5", "output-pos1": "6", "heldout-input-neg2": "7", "heldout-output-neg2": "8", "input-pos2": "9"},
			`input-pos1 [] "5" map[] "6" ""; input-pos2 [] "9" map[] - ""; heldout-input-neg2 [] "7" map[] "8" ""; `},
		{map[string]string{"tests/box/1.in": "5", "tests/box/1.out": "6", "a.in": "7"},
			`tests/box/1.in [] "5" map[] "6" ""; a.in [] "7" map[] - ""; `},
		{nil, ""},
	} {
		dir := t.TempDir()
		for name, text := range tt.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cases, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range cases {
			want, skip := "-", `""`
			if c.Expect != nil {
				want = fmt.Sprintf("%q", c.Expect.Output)
			}
			if c.Skip != "" {
				skip = "skipped"
			}
			got += fmt.Sprintf("%s %q %q %s %s %s; ", filepath.ToSlash(c.Name), c.Args, c.Stdin, fmt.Sprintf("%s", c.Files), want, skip)
		}
		if got != tt.want {
			t.Errorf("%s\nwant\n%s", got, tt.want)
		}
	}
}

// Spread comes to each test once, and its first ones are not all at one end.
func TestSpread(t *testing.T) {
	for n := 1; n < 200; n++ {
		seen := make([]bool, n)
		for k := range n {
			i := Spread(k, n)
			if seen[i] {
				t.Fatalf("%d of %d is met twice", i, n)
			}
			seen[i] = true
		}
	}
	low := 0
	for k := range 10 {
		if Spread(k, 1000) < 500 {
			low++
		}
	}
	if low < 4 || low > 6 {
		t.Errorf("%d of the first 10 are in the first half", low)
	}
}
