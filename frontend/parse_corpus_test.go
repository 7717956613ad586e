package frontend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestCorpusTmp(t *testing.T) {
	dir := os.Getenv("CORPUS")
	if dir == "" {
		t.Skip()
	}
	files, _ := filepath.Glob(dir)
	ok, bad := 0, 0
	start := time.Now()
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		bits := 64
		y, _ := filepath.Glob(filepath.Join(filepath.Dir(f), "*.yml"))
		if len(y) > 0 {
			b, _ := os.ReadFile(y[0])
			if strings.Contains(string(b), "ILP32") {
				bits = 32
			}
		}
		t0 := time.Now()
		_, err = parse(f, src, bits)
		if d := time.Since(t0); d > time.Second {
			t.Logf("SLOW %v %s %d", d, f, len(src))
		}
		if err != nil {
			bad++
			t.Log(err)
		} else {
			ok++
		}
	}
	t.Log(ok, bad, time.Since(start))
}
