package frontend

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stopAfter is done when it was asked a number of times: a limit that comes
// while the work is under way, without a clock.
type stopAfter struct {
	context.Context
	left int
}

func (s *stopAfter) Err() error {
	s.left--
	if s.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestStop(t *testing.T) {
	dir := t.TempDir()
	// A long chain of files.
	for i := range 100 {
		text := fmt.Sprintf("#include \"f%d.h\"\n", i+1)
		if i == 99 {
			text = "int last;\n"
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.h", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, src := range []string{
		"int main(void) { int x = 0;" + strings.Repeat("x++;\n", 500) + "return x; }",
		"#include \"f0.h\"\nint main(void) { return 0; }",
	} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := Parse(filepath.Join(dir, "p.c"), []byte(src), Config{Ctx: &stopAfter{Context: ctx, left: 50}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%.30s: %v", src, err)
		}
	}
}
