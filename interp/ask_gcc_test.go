package interp

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/internal/rounds"
)

// TestAskedTexts compares what is answered about texts with what compiled calls do.
func TestAskedTexts(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("the calls are compiled by gcc, which is not installed")
	}
	const head = `#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void show(const void *p, size_t n) { unsigned long long v = 0; memcpy(&v, p, n); printf("%llx\n", v); }
int main(void) {
`
	r := rand.New(rand.NewPCG(7, 7))
	functions := map[string]string{"strtod": "double", "strtof": "float", "strtold": "long double", "atof": "double"}
	formats := []string{"%lf", "%f", "%5lf", "%*d%lf", "%d,%g", "%2s%lf", "%[0-9]%f", "%3c%lf", "%lf%n", "x%la", "%hhd %lf", "%x%lf", "%llu%f"}
	sizes := map[string]int{"lf": 8, "la": 8, "f": 4, "g": 4, "d": 4, "hhd": 1, "x": 4, "llu": 8, "n": 4}
	var src strings.Builder
	var asked []*cfg.Question
	var texts [][]uint64
	var widths []int
	ask := func(q clib.Question, text string, size int) {
		var args []uint64
		for i := 0; i < clib.AskedBytes; i += 8 {
			var b [8]byte
			copy(b[:], text[min(i, len(text)):])
			args = append(args, binary.LittleEndian.Uint64(b[:]))
		}
		asked, texts, widths = append(asked, &cfg.Question{Func: q.String()}), append(texts, args), append(widths, 8*size)
	}
	for range rounds.Of(300) {
		text := numeral(r)
		for name, result := range functions {
			fmt.Fprintf(&src, "\t{ char *e = 0; const char *s = %q; errno = 0; %s r = %s(s%s); ", text, result, name, map[bool]string{true: ", &e"}[name != "atof"])
			fmt.Fprintf(&src, "e = e ? (char *)(e - s) : 0; show(&r, sizeof r > 8 ? 8 : sizeof r); show(&errno, 4);")
			ask(clib.Question{Name: name}, text, map[string]int{"float": 4, "double": 8, "long double": 8}[result])
			ask(clib.Question{Name: name, About: clib.OfErrno}, text, 4)
			if name != "atof" {
				fmt.Fprintf(&src, " show(&e, 8);")
				ask(clib.Question{Name: name, About: clib.OfEnd}, text, 8)
			}
			if name == "strtold" {
				fmt.Fprintf(&src, " show((char *)&r + 8, 2);")
				ask(clib.Question{Name: name, About: clib.OfHigh}, text, 2)
			}
			fmt.Fprintf(&src, " }\n")
		}
		format := formats[r.IntN(len(formats))]
		q := clib.Question{Name: "sscanf", Format: format}
		fmt.Fprintf(&src, "\t{ union { char b[64]; } x[4]; memset(x, 0x5a, sizeof x); int r = sscanf(%q, %q, x, x + 1, x + 2, x + 3); show(&r, 4);", text, format)
		ask(q, text, 4)
		q.About = clib.OfStored
		for i, p := range q.Stored() {
			size := sizes[strings.TrimLeft(string(p.Text), "0123456789")]
			q.Index = i
			if size > 0 {
				fmt.Fprintf(&src, " show(x + %d, %d);", i, size)
				ask(q, text, size)
			}
		}
		fmt.Fprintf(&src, " }\n")
	}
	dir := t.TempDir()
	file, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(head+src.String()+"\treturn 0;\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", "-o", bin, file).CombinedOutput(); err != nil {
		t.Skipf("gcc cannot compile here: %.300s", out)
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(out))
	answers := 0
	for i, q := range asked {
		a, ok := Ask(q, texts[i], 64)
		if !ok {
			continue
		}
		answers++
		if got := fmt.Sprintf("%x", cfg.Mask(a.Value, widths[i])); got != lines[i] {
			t.Errorf("%s of %#x is %s, compiled %s", q.Func, texts[i], got, lines[i])
		}
	}
	if answers < len(asked)*2/3 {
		t.Errorf("%d answers to %d questions", answers, len(asked))
	}
}

// numeral is a text that begins with a number, or nearly.
func numeral(r *rand.Rand) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	digits := func(set string, n int) (s string) {
		for range r.IntN(n) {
			s += string(set[r.IntN(len(set))])
		}
		return s
	}
	text := pick("", "", " ", "\t ") + pick("", "", "-", "+")
	switch r.IntN(8) {
	case 0:
		text += pick("inf", "INFINITY", "infin", "nan", "nan(", "NaN(12)", "nan(x_1)z", "in", "n")
	case 1, 2:
		text += pick("0x", "0X", "0") + digits("0123456789abcdefAF", 6) + pick("", ".", "."+digits("0123456789abcdef", 6)) + pick("", "p", "p-", "p1", "p-1070", "P+3")
	default:
		text += digits("0123456789", 8) + pick("", ".", ".", ",") + digits("0123456789", 8) + pick("", "", "e", "e+", "e5", "E-320", "e-308", "e308", "e400", "e-46", "e38")
	}
	text += pick("", "", "x", " 7", ",1.5", " z", "-2")
	if r.IntN(6) == 0 && text != "" {
		i := r.IntN(len(text))
		text = text[:i] + pick("_", ".", "e", "0", "-") + text[i:]
	}
	return text[:min(len(text), clib.AskedBytes-1)]
}

// TestAskedTimes compares what is answered about times with what compiled calls do.
func TestAskedTimes(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("the calls are compiled by gcc, which is not installed")
	}
	r := rand.New(rand.NewPCG(7, 8))
	number := func(most int64) int64 {
		most >>= r.IntN(60)
		return r.Int64N(2*most+1) - most
	}
	long, whole := &cfg.Const{T: cfg.BV(64)}, &cfg.Const{T: cfg.BV(32)}
	var src strings.Builder
	var asked []*cfg.Question
	var given [][]uint64
	src.WriteString("#define _DEFAULT_SOURCE\n#include <stdio.h>\n#include <time.h>\nint main(void) {\n\ttime_t t;\n\tstruct tm b, a[1];\n")
	for range rounds.Of(200) {
		x := number(60000000000000000)
		fmt.Fprintf(&src, "\tt = %d; gmtime_r(&t, a); printf(\"%%d %%d %%d %%d %%d %%d %%d %%d %%d\\n\", a->tm_sec, a->tm_min, a->tm_hour, a->tm_mday, a->tm_mon, a->tm_year, a->tm_wday, a->tm_yday, a->tm_isdst);\n", x)
		for i := range 9 {
			q := clib.Question{Name: "gmtime_r", About: clib.OfStored, Index: i}
			asked, given = append(asked, &cfg.Question{Func: q.String(), Args: []cfg.Expr{long}}), append(given, []uint64{uint64(x)})
		}
		q := &cfg.Question{Func: "timegm"}
		var args []uint64
		var fields []string
		for i := range 6 {
			v := int64(int32(number(1 << 31)))
			if i == 5 {
				v = number(1000000000)
			}
			q.Args, args, fields = append(q.Args, whole), append(args, cfg.Mask(uint64(v), 32)), append(fields, fmt.Sprint(v))
		}
		fmt.Fprintf(&src, "\tb = (struct tm){%s}; printf(\"%%ld\\n\", (long)timegm(&b));\n", strings.Join(fields, ", "))
		asked, given = append(asked, q), append(given, args)
	}
	dir := t.TempDir()
	file, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(src.String()+"\treturn 0;\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", "-o", bin, file).CombinedOutput(); err != nil {
		t.Skipf("gcc cannot compile here: %.300s", out)
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range strings.Fields(string(out)) {
		a, ok := Ask(asked[i], given[i], 64)
		if got := fmt.Sprint(int64(a.Value)); !ok || got != want {
			t.Errorf("%s of %#x is %s %v, compiled %s", asked[i].Func, given[i], got, ok, want)
		}
	}
}
