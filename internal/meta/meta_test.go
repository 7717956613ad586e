package meta

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sample has what the transformations look for.
const sample = `
extern int printf(const char *, ...);
typedef unsigned long word_t;
typedef struct list *list_t;
struct list { int value; struct list *next; };
static struct list *first;
static struct list cells[20];
static word_t used;
static void push(int value) {
  struct list *cell;
  cell = &cells[used++];
  cell->value = value;
  cell->next = first;
  first = cell;
}
static int sum(list_t l, word_t limit) {
  int s = 0;
  for (; l && limit; l = l->next) {
    if (l->value == 3) continue;
    s = s + l->value;
    limit--;
  }
  return s;
}
int classify(int n) {
  switch (n) {
  case 1: return 10;
  case 2: { int k = n; while (k < 100) { k *= 3; if (k > 50) break; if (k == 6) continue; k++; } return k; }
  default: break;
  }
  return -1;
}
int main(void) {
  int i, t;
  for (i = 0; i < 10; i++) { if (i % 4 == 2) { continue; } push(i); for (int j = 0; j < 2; j++) { if (j) break; } }
  t = sum(first, 5);
  printf(u8"%d %d %d %d\n" + (L'x' == 0), t, classify(1), classify(2), classify(3));
  do { t--; } while (t > 3);
  return t;
}
`

// TestTransformations compiles the sample and each of its transformations:
// they behave alike, and every transformation finds something to do.
func TestTransformations(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	want := behaviour(t, sample)
	for _, tr := range Transformations {
		got := tr.To(sample)
		switch {
		case got == "":
			t.Errorf("%s does not apply", tr.Name)
		case got == sample:
			t.Errorf("%s changes nothing", tr.Name)
		default:
			if b := behaviour(t, got); b != want {
				t.Errorf("%s: %q, want %q\n%s", tr.Name, b, want, got)
			}
		}
	}
}

// TestProbed runs the sample with probes, and plants one of what they saw.
func TestProbed(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	src, n := Probed(sample, nil)
	out := behaviour(t, src+"void "+ProbeFunc+"(int k, long long v) { printf(\"[%d %lld]\", k, v); }\n")
	if n == 0 || !strings.Contains(out, "[") {
		t.Fatalf("%d probes: %s", n, out)
	}
	// The assignment of the sum is the last probe: t = 33.
	last, _, _ := strings.Cut(out[strings.LastIndex(out, "[")+1:], "]")
	if last != "1 33" {
		t.Fatalf("the last probe saw %q: %s", last, out)
	}
	if out := behaviour(t, Planted(sample, 1, 33, "return 77;")); !strings.HasSuffix(out, "exit status 77") {
		t.Errorf("the planted program: %s", out)
	}
}

func behaviour(t *testing.T, src string) string {
	t.Helper()
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, src)
	}
	out, err := exec.Command(exe).CombinedOutput()
	status := ""
	if err != nil {
		status = err.Error()
	}
	return string(out) + status
}
