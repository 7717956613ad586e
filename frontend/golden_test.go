package frontend

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"culprit/cfg"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the printed graphs of testdata/*.c with *.cfg.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".c"), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			p, err := Parse(f, src, Config{PtrBits: 32})
			if err != nil {
				t.Fatal(err)
			}
			if err := cfg.Check(p); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := cfg.Print(&b, p); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(f, ".c") + ".cfg"
			if *update {
				if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), b.String()); d != "" {
				t.Errorf("%s differs (-want +got); run with -update if intended:\n%s", golden, d)
			}
		})
	}
}
