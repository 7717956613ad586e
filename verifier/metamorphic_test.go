package verifier

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"culprit/frontend"
	"culprit/internal/meta"
	"culprit/internal/work"
	"culprit/interp"
)

// TestMetamorphic holds verdicts on the examples against those on some of
// their transformations. Public tasks on demand: lab farm.
func TestMetamorphic(t *testing.T) {
	files, err := filepath.Glob("../examples/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples")
	}
	verdict := func(file, src string) (Verdict, string) {
		p, err := frontend.Parse(file, []byte(src), frontend.Config{PtrBits: 64})
		if err != nil {
			return Unknown, err.Error()
		}
		res := Verify(context.Background(), p, Config{Replay: interp.Replay, Work: 10 * work.Second, NoRelevance: true, clock: &work.Clock{}})
		return res.Verdict, res.Reason
	}
	cases := 0
	for i, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := verdict(file, string(src))
		for j, tr := range meta.Transformations {
			if (i+j)%3 != 0 {
				continue
			}
			text := tr.To(string(src))
			if text == "" {
				continue
			}
			cases++
			if got, why := verdict(file, text); got != want {
				t.Errorf("%s: %v, %s: %v %s\n%s", file, want, tr.Name, got, why, text)
			}
		}
	}
	if cases < 12 {
		t.Errorf("only %d cases", cases)
	}
}
