package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// library runs verify on random programs of calls of the C library, whose results
// a compiled program has shown in several worlds. An assertion that held in all
// worlds must not be called violated, and one that did not must not be proved.
type library struct {
	Verify string        `default:"verify" help:"The program to measure."`
	Count  int           `default:"5000" help:"Number of programs."`
	Seed   uint64        `default:"1" help:"The first seed."`
	Limit  time.Duration `default:"5s" help:"Processor time of each run."`
	Jobs   int           `default:"2" help:"Runs at a time."`
	Keep   string        `help:"Keep programs that are answered wrongly in this folder."`

	mu    sync.Mutex
	tally map[string]map[string]int // by what is asserted, by answer
}

// The kinds of assertions.
const (
	stable = "the same in all worlds"
	wrong  = "false in a world"
)

// assumed is the answer TRUE with an assumption that is printed, such as that
// printf writes everything.
const assumed = "TRUE*"

// Run prints a line for each wrong answer, and a table.
func (l *library) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "library")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	l.tally = map[string]map[string]int{stable: {}, wrong: {}}
	seeds := make([]uint64, l.Count)
	for i := range seeds {
		seeds[i] = l.Seed + uint64(i)
	}
	inParallel(ctx, l.Jobs, seeds, func(_ int, seed uint64) {
		own := filepath.Join(dir, fmt.Sprint(seed))
		if os.Mkdir(own, 0o755) == nil {
			l.program(ctx, own, seed)
			os.RemoveAll(own)
		}
	})
	for _, kind := range []string{stable, wrong} {
		n := l.tally[kind]
		fmt.Printf("%-24s TRUE %d and %d, which say what they assume, FALSE %d, UNKNOWN %d, other %d\n", kind, n["TRUE"], n[assumed], n["FALSE"], n["UNKNOWN"], n["none"])
	}
	return ctx.Err()
}

// program makes one program, observes it and asks about it.
func (l *library) program(ctx context.Context, dir string, seed uint64) {
	p := newCalls(seed)
	seen, err := p.observe(ctx, dir)
	if err != nil {
		l.count("refused by gcc", "none")
		fmt.Printf("refused seed %d: %v\n", seed, err)
		return
	}
	var same []string
	var differ []string
	for i, o := range p.observed {
		var values []string
		for _, w := range seen {
			if v, ok := w[i]; ok && !slices.Contains(values, v) { // or that run ended before, or went another way
				values = append(values, v)
			}
		}
		switch {
		case len(seen[0]) == 0 || len(values) == 0:
		case len(values) == 1:
			same = append(same, o.equals(values[0]))
		default:
			differ = append(differ, o.equals(values[0]))
		}
	}
	l.ask(ctx, dir, seed, p, stable, same)
	r := rand.New(rand.NewPCG(seed, 2))
	if len(same) > 0 {
		l.ask(ctx, dir, seed, p, wrong, []string{"!(" + same[r.IntN(len(same))] + ")"})
	}
	if len(differ) > 0 {
		l.ask(ctx, dir, seed, p, wrong, []string{differ[r.IntN(len(differ))]})
	}
}

// ask runs verify on the program with assertions at its end.
func (l *library) ask(ctx context.Context, dir string, seed uint64, p *calls, kind string, asserted []string) {
	src := p.text(asserted)
	file := filepath.Join(dir, "p.c")
	if os.WriteFile(file, []byte(src), 0o644) != nil {
		return
	}
	out, _, _ := run(ctx, 60*l.Limit, l.Verify, "--effort", "0", "--cpu-timeout", l.Limit.String(), "--data-model", "LP64", file)
	line, _, _ := strings.Cut(string(out), "\n")
	class, _, _ := strings.Cut(line, " ")
	if class != "TRUE" && class != "FALSE" && class != "UNKNOWN" {
		class = "none"
	}
	if class == "TRUE" && strings.Contains(string(out), "assum") {
		class = assumed
	}
	l.count(kind, class)
	if kind == stable && class == "FALSE" || kind == wrong && class == "TRUE" || class == "none" {
		fmt.Printf("WRONG seed %d: %s, %s: %s\n", seed, class, kind, line)
		if l.Keep != "" && os.MkdirAll(l.Keep, 0o755) == nil {
			_ = os.WriteFile(filepath.Join(l.Keep, fmt.Sprintf("library%d.%s.c", seed, class)), []byte(src), 0o644)
		}
	}
}

func (l *library) count(kind, class string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tally[kind] == nil {
		l.tally[kind] = map[string]int{}
	}
	l.tally[kind][class]++
}

// observation is an expression that is looked at after the calls.
type observation struct {
	expr string
	kind byte // i integer, s string
}

// equals is the assertion that an observation has the value that was printed.
func (o observation) equals(value string) string {
	if o.kind == 's' {
		if value == "(null)" {
			return o.expr + " == 0"
		}
		return fmt.Sprintf("%s && strcmp(%s, %s) == 0", o.expr, o.expr, cString(value))
	}
	if value == fmt.Sprint(math.MinInt64) { // C has no literal for it
		return fmt.Sprintf("(long long)(%s) == -%dLL - 1", o.expr, math.MaxInt64)
	}
	return fmt.Sprintf("(long long)(%s) == %sLL", o.expr, value)
}

// cString is a string literal for what hex digits say.
func cString(hex string) string {
	var b strings.Builder
	for i := 0; i+1 < len(hex); i += 2 {
		v, _ := strconv.ParseUint(hex[i:i+2], 16, 8)
		fmt.Fprintf(&b, "\\%03o", v)
	}
	return `"` + b.String() + `"`
}

// calls is a random program.
type calls struct {
	r        *rand.Rand
	body     strings.Builder
	observed []observation
}

// fromTable has half of the calls.
var fromTable = tableCalls()

// newCalls makes the program of a seed.
func newCalls(seed uint64) *calls {
	p := &calls{r: rand.New(rand.NewPCG(seed, 1))}
	wide := p.r.IntN(4) == 0
	for n := range 5 + p.r.IntN(11) {
		k := p.r.IntN(2 * len(libraryCalls))
		if k < len(libraryCalls) && oriented(libraryCalls[k], !wide) {
			continue // C does not define bytes and wide characters in one stream
		}
		if k < len(libraryCalls) {
			p.step(n, libraryCalls[k])
		} else {
			p.step(n, fromTable[k%len(fromTable)])
		}
	}
	return p
}

// oriented reports whether a line reads or writes a standard stream by wide characters,
// or by bytes.
func oriented(line string, wide bool) bool {
	if strings.Contains(line, " wscanf(") || strings.Contains(line, " wprintf(") || strings.Contains(line, "fputwc(") {
		return wide
	}
	for _, f := range []string{" printf(", "puts(", "putchar(", "getchar(", "fgets(", "getc(", " scanf("} {
		if strings.Contains(line, f) && !strings.Contains(line, "fopen(") {
			return !wide
		}
	}
	return false
}

// step adds the calls of one line of the table.
func (p *calls) step(n int, line string) {
	parts := strings.Split(line, " # ")
	fill := map[byte]string{}
	text := func(s string) string {
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] != '$' || i+1 == len(s) {
				b.WriteByte(s[i])
				continue
			}
			i++
			if fill[s[i]] == "" {
				fill[s[i]] = p.value(n, s[i])
			}
			b.WriteString(fill[s[i]])
		}
		return b.String()
	}
	p.body.WriteString("  " + text(parts[0]) + "\n")
	for _, o := range parts[1:] {
		kind := byte('i')
		if t, ok := strings.CutPrefix(o, "s:"); ok {
			kind, o = 's', t
		}
		p.observed = append(p.observed, observation{text(o), kind})
	}
}

// value is what stands for a letter of the table.
func (p *calls) value(n int, letter byte) string {
	pick := func(vs ...string) string { return vs[p.r.IntN(len(vs))] }
	switch letter {
	case 's', 't':
		return pick(`""`, `"a"`, `"abc"`, `"abd"`, `"B"`, `"  12x"`, `"-7"`, `"0x1f"`, `"99999999999999999999"`, `"2.5e1"`, `"a,b;c"`, `"x=1"`, `"\xc3\xa4"`)
	case 'w', 'v':
		return pick(`L""`, `L"a"`, `L"abc"`, `L"abd"`, `L"12"`, `L"a,b"`)
	case 'i', 'j':
		return pick("0", "1", "2", "-1", "7", "10", "100", "-100")
	case 'k':
		return pick("0", "1", "2", "3", "4")
	case 'c', 'e':
		return pick("'a'", "'Z'", "'5'", "' '", "0", "','", "127")
	case 'd', 'f':
		return pick("0.0", "-0.0", "1.0", "-1.0", "0.5", "2.5", "-2.5", "1e300", "-1e300", "1e-310", "100.0", "INFINITY", "-INFINITY", "NAN")
	case 'o':
		return pick("r", "w", "a", "w+", "r+")
	}
	return fmt.Sprint(n)
}

// text is the program; with assertions, or without them one that prints what is
// observed.
func (p *calls) text(asserted []string) string {
	var b strings.Builder
	b.WriteString(libraryHead)
	if asserted == nil {
		b.WriteString(libraryPrints)
	}
	b.WriteString("int main(void) {\n  errno = 0;\n" + p.body.String())
	if asserted == nil {
		for i, o := range p.observed {
			fmt.Fprintf(&b, "  show_%c(%d, %s);\n", o.kind, i, o.expr)
		}
	}
	for _, a := range asserted {
		fmt.Fprintf(&b, "  if (!(%s)) reach_error();\n", a)
	}
	b.WriteString("  return 0;\n}\n")
	return b.String()
}

// world is a surrounding of the compiled program.
type world struct{ script, stdin string }

// worlds are those that a program runs in; each gets the program as $1.
var worlds = []world{
	{`exec "$1" >out`, "12 abc\nsecond line\n"},
	{`exec "$1" <&- >out`, ""},
	{`exec "$1" >/dev/full 2>/dev/full`, "7"},
	{`exec "$1" >&-`, "x\n"},
	{`mkdir gone; cd gone; rmdir ../gone; ulimit -n 4; exec "$1"`, "0x1f 7\n"},
	{`ulimit -n 4; exec "$1" 3</dev/null`, ""}, // no file can be opened
	{`touch nowhere; LC_ALL=C.UTF-8 NO_SUCH=1 TZ=Asia/Tokyo exec "$1" >out`, "-3.5\n"},
	{`mkdir nowhere; touch nowhere/x x; exec env -i X=1 SHOWN="$SHOWN" "$1" >out`, ""},
}

// observe compiles the program and runs it in each world. The values are by the
// index of the observation.
func (p *calls) observe(ctx context.Context, dir string) ([]map[int]string, error) {
	src, bin := filepath.Join(dir, "o.c"), filepath.Join(dir, "o")
	if err := os.WriteFile(src, []byte(p.text(nil)), 0o644); err != nil {
		return nil, err
	}
	if out, err := exec.CommandContext(ctx, "gcc", "-w", "-O0", "-fno-builtin", "-o", bin, src, "-lm").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s", strings.TrimSpace(string(out)))
	}
	var seen []map[int]string
	for i, w := range worlds {
		at := filepath.Join(dir, fmt.Sprint("w", i))
		if err := os.Mkdir(at, 0o755); err != nil {
			return nil, err
		}
		limited, stop := context.WithTimeout(ctx, 5*time.Second)
		c := exec.CommandContext(limited, "sh", "-c", w.script, "sh", bin)
		c.Dir, c.Stdin = at, strings.NewReader(w.stdin)
		c.Env = append(os.Environ(), "SHOWN="+filepath.Join(at, "shown"))
		_ = c.Run() // a program that dies has shown what it has
		stop()
		values := map[int]string{}
		shown, _ := os.ReadFile(filepath.Join(at, "shown"))
		for _, line := range strings.Split(string(shown), "\n") {
			n, v, ok := strings.Cut(line, " ")
			if i, err := strconv.Atoi(n); ok && err == nil {
				values[i] = v
			}
		}
		seen = append(seen, values)
	}
	return seen, nil
}
