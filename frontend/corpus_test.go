package frontend

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"culprit/cfg"
)

// TestCorpus lowers every C file below the folder CULPRIT_CORPUS and counts
// refusals, check failures and unsupported constructs.
func TestCorpus(t *testing.T) {
	root := os.Getenv("CULPRIT_CORPUS")
	if root == "" {
		t.Skip("CULPRIT_CORPUS names no folder")
	}
	var files []string
	for _, ext := range []string{"c", "i"} {
		m, _ := filepath.Glob(filepath.Join(root, "*", "*."+ext))
		files = append(files, m...)
	}
	sort.Strings(files)
	refused, broken, noError := 0, 0, 0
	unsupported, notes := map[string]int{}, map[string]int{}
	var slow []string
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		conf := Config{PtrBits: 64, ErrorLabels: true}
		yml, _ := os.ReadFile(filepath.Join(filepath.Dir(f), filepath.Base(filepath.Dir(f))+".yml"))
		if !strings.Contains(string(yml), "LP64") {
			conf.PtrBits = 32
		}
		start := time.Now()
		p, err := Parse(f, src, conf)
		if d := time.Since(start); d > time.Second {
			slow = append(slow, fmt.Sprintf("%s %v", filepath.Base(f), d))
		}
		if err != nil {
			refused++
			t.Logf("refused: %v", err)
			continue
		}
		if err := cfg.Check(p); err != nil {
			broken++
			t.Logf("check: %s: %v", filepath.Base(f), err)
		}
		if len(p.ErrorLocs()) == 0 {
			noError++
			if testing.Verbose() {
				t.Logf("no error location: %s", filepath.Base(f))
			}
		}
		seen := map[string]bool{}
		for _, l := range p.Locs {
			if l.Kind == cfg.Unsupported && !seen[l.Reason.String()] {
				what := l.Reason.String()
				seen[what] = true
				unsupported[what]++
				if os.Getenv("CULPRIT_LIST") != "" && strings.Contains(what, os.Getenv("CULPRIT_LIST")) {
					t.Logf("unsupported: %v: %s", l.Pos, what)
				}
			}
		}
		for _, n := range p.Notes {
			notes[n.Text]++
		}
	}
	t.Logf("%d files, %d refused, %d fail cfg.Check, %d without error location", len(files), refused, broken, noError)
	t.Logf("slow: %v", slow)
	for _, k := range sorted(unsupported) {
		t.Logf("unsupported %4d %s", unsupported[k], k)
	}
	for _, k := range sorted(notes) {
		if notes[k] > 5 {
			t.Logf("note %4d %s", notes[k], k)
		}
	}
}

func sorted(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Slice(out, func(i, j int) bool { return m[out[i]] > m[out[j]] || m[out[i]] == m[out[j]] && out[i] < out[j] })
	return out
}
