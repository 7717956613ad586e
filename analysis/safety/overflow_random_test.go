package safety_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/rounds"
	"culprit/interp"
)

// arithmetic writes random functions that compute with numbers of all types.
// They divide by odd numbers and shift what is unsigned by few bits, so that
// overflow is the only undefined behaviour.
type arithmetic struct {
	*rand.Rand
	undefined bool // other undefined behaviour, too
}

var numbers = []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "int", "int", "unsigned", "long", "unsigned long", "long long", "_Bool"}

const variables = 6

// value is a literal of interest for the widths of all types.
func (g arithmetic) value() string {
	switch g.IntN(4) {
	case 0:
		return fmt.Sprint(g.IntN(9) - 4)
	case 1:
		return []string{"2147483647", "(-2147483647 - 1)", "46341", "-46340", "65536", "1073741824", "32767", "-128", "255", "9223372036854775807", "(-9223372036854775807 - 1)", "3037000500", "4294967295u", "31", "32"}[g.IntN(15)]
	case 2:
		return fmt.Sprint(int32(g.Uint32()) >> g.IntN(32))
	}
	return fmt.Sprintf("%dl", int64(g.Uint64())>>g.IntN(64)|1)
}

func (g arithmetic) variable() string {
	if g.IntN(8) == 0 {
		return "s." + string("abc"[g.IntN(3)])
	}
	return fmt.Sprint("v", g.IntN(variables))
}

func (g arithmetic) expr(depth int) string {
	if depth == 0 || g.IntN(6) == 0 {
		if g.IntN(4) == 0 {
			return g.value()
		}
		return g.variable()
	}
	x := func() string { return g.expr(depth - 1) }
	if g.undefined && g.IntN(4) == 0 {
		switch g.IntN(6) {
		case 0, 1:
			return "(" + x() + " " + string("/%"[g.IntN(2)]) + " " + x() + ")"
		case 2:
			return "((unsigned)" + x() + " " + []string{"<<", ">>"}[g.IntN(2)] + " " + x() + ")"
		case 3:
			return "((unsigned long)" + x() + " " + []string{"<<", ">>"}[g.IntN(2)] + " (" + x() + " & 127))"
		case 4:
			return "(" + []string{"unsigned char", "unsigned", "unsigned long"}[g.IntN(3)] + ")(" + g.variable() + " * " + []string{"1e9", "0.5f", "1e-3", "-1e-5f"}[g.IntN(4)] + ")"
		}
		return "__builtin_" + []string{"clz", "ctz", "clzl", "ctzl"}[g.IntN(4)] + "(" + x() + ")"
	}
	switch g.IntN(16) {
	case 0, 1:
		return "(" + x() + " + " + x() + ")"
	case 2, 3:
		return "(" + x() + " - " + x() + ")"
	case 4, 5:
		return "(" + x() + " * " + x() + ")"
	case 6:
		return "-" + g.variable()
	case 7:
		return "(" + x() + " / (" + x() + " | 1))"
	case 8:
		return "(" + x() + " % (" + x() + " | 1))"
	case 9:
		return "((int)" + x() + " " + []string{"<<", ">>"}[g.IntN(2)] + " (int)(" + x() + "))"
	case 10:
		return "((long)" + x() + " " + []string{"<<", ">>"}[g.IntN(2)] + " (" + g.variable() + " & 127))"
	case 11:
		return "((unsigned)" + x() + " << (" + x() + " & 15))"
	case 12:
		return "(" + x() + " " + []string{"<", "==", ">=", "&&", "||"}[g.IntN(5)] + " " + x() + ")"
	case 13:
		return "(" + x() + " ? " + x() + " : " + x() + ")"
	case 14:
		return "(" + []string{"int", "long", "signed char", "short", "unsigned"}[g.IntN(5)] + ")" + x()
	}
	if g.IntN(3) == 0 {
		return "(" + []string{"int", "long", "signed char"}[g.IntN(3)] + ")(" + g.variable() + " * " + []string{"1e9", "0.5f", "3e10", "-1e5f"}[g.IntN(4)] + ")"
	}
	return "(" + x() + " " + string("&|^"[g.IntN(3)]) + " " + x() + ")"
}

func (g arithmetic) stmt() string {
	v := g.variable()
	switch g.IntN(9) {
	case 0:
		return v + []string{"++", "--"}[g.IntN(2)] + ";"
	case 1:
		return v + " " + string("+-*&|"[g.IntN(5)]) + "= " + g.expr(2) + ";"
	case 2:
		return "if (" + g.expr(2) + ") " + v + " = " + g.expr(2) + ";"
	case 3:
		return "switch (" + g.expr(2) + ") { case 1: " + v + " = " + g.expr(1) + "; default: ; }"
	case 4:
		return "for (int i = 0; i < 3; i++) " + v + " = " + v + " * 3 + " + g.expr(1) + ";"
	case 5:
		return "(void)" + g.expr(2) + ";"
	}
	return v + " = " + g.expr(3) + ";"
}

// function writes one; its numbers begin with interesting values.
func (g arithmetic) function(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "int %s(void) {\n", name)
	for i := range variables {
		fmt.Fprintf(&b, "\t%s v%d = %s;\n", numbers[g.IntN(len(numbers))], i, g.value())
	}
	b.WriteString("\tstruct { int a : 5; unsigned b : 9; int c : 32; } s = { 3, 70, 100000 };\n")
	for range 3 {
		b.WriteString("\t" + g.stmt() + "\n")
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

// overflowed executes the instrumented program.
func overflowed(t *testing.T, src string, bits int, property string) (bool, cfg.Pos) {
	p, err := frontend.Parse("r.c", []byte(src), frontend.Config{PtrBits: bits, Checks: safety.Asks(property)})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if err := cfg.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	o := interp.Execute(p, interp.Constant{}, interp.Limits{Steps: 100000})
	switch o.Status {
	case interp.Exited:
		return false, cfg.Pos{}
	case interp.ReachedError:
		return true, o.Loc.Pos
	}
	t.Fatalf("%v %s\n%s", o.Status, o.Reason, src)
	return false, cfg.Pos{}
}

// faulted executes the program as it is and looks for overflow on the way.
func faulted(t *testing.T, src string, bits int) (bool, cfg.Pos) {
	p, err := frontend.Parse("r.c", []byte(src), frontend.Config{PtrBits: bits, Checks: safety.Overflow, Execute: true})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	r := interp.Run(p, interp.RunConfig{Checks: interp.OverflowCheck, Limits: interp.Limits{Steps: 100000}})
	switch {
	case r.Status == interp.Exited:
		return false, cfg.Pos{}
	case r.Fault != nil && (r.Fault.Kind == interp.SignedOverflow || r.Fault.Kind == interp.DivOverflow || r.Fault.Kind == interp.ShiftRange):
		return true, r.Fault.At
	}
	t.Fatalf("%v %v %s\n%s", r.Status, r.Fault, r.Reason, src)
	return false, cfg.Pos{}
}

// TestRandomOverflow compares three answers to whether a program overflows:
// of the error locations, of the checks of executions, and of gcc's sanitizer;
// the first two also in where.
func TestRandomOverflow(t *testing.T) {
	const each = 40
	for k := range rounds.Of(2) {
		g := arithmetic{Rand: rand.New(rand.NewPCG(7, uint64(k)))}
		bits := 64 - 32*(k%2)
		var all, calls strings.Builder
		want := make([]bool, each)
		yes := 0
		for i := range each {
			f := g.function(fmt.Sprint("f", i))
			src := strings.Replace(f, fmt.Sprint("f", i), "main", 1)
			a, at := overflowed(t, src, bits, safety.NoOverflow)
			b, bt := faulted(t, src, bits)
			if a != b || at != bt {
				t.Errorf("instrumented: %v at %v, executed: %v at %v\n%s", a, at, b, bt, src)
			}
			if want[i] = a; a {
				yes++
			}
			all.WriteString(f)
			fmt.Fprintf(&calls, "if (n == %d) f%d();\n", i, i)
		}
		if yes == 0 || yes == each {
			t.Errorf("%d of %d programs overflow", yes, each)
		}
		if bits == 64 {
			sanitized(t, all.String()+"int atoi(const char *); int main(int c, char **v) { int n = atoi(v[1]);\n"+calls.String()+"return 0; }\n", safety.NoOverflow, want)
		}
	}
}

// TestRandomUndefined compares what is said of functions that divide, shift,
// convert and count bits without regard to what C defines with what gcc's
// sanitizers say. Of the sanitizers the table names those of each property.
func TestRandomUndefined(t *testing.T) {
	const each = 40
	for k := range rounds.Of(2) {
		g := arithmetic{rand.New(rand.NewPCG(11, uint64(k))), true}
		var all, calls strings.Builder
		want := make([]bool, each)
		for i := range each {
			f := g.function(fmt.Sprint("f", i))
			want[i], _ = overflowed(t, strings.Replace(f, fmt.Sprint("f", i), "main", 1), 64, safety.UB)
			all.WriteString(f)
			fmt.Fprintf(&calls, "if (n == %d) f%d();\n", i, i)
		}
		sanitized(t, all.String()+"int atoi(const char *); int main(int c, char **v) { int n = atoi(v[1]);\n"+calls.String()+"return 0; }\n", safety.UB, want)
	}
}

// sanitized runs each function of a program that gcc has instrumented. What it
// finds must be right; it may miss some, because it folds constants, and
// computes with fewer bits where the result is cut to them.
func sanitized(t *testing.T, src, property string, want []bool) {
	var kinds []string
	for _, p := range safety.Rows(property) {
		if p.Sanitizers != "" {
			kinds = append(kinds, p.Sanitizers)
		}
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		return
	}
	dir := t.TempDir()
	file, bin := filepath.Join(dir, "r.c"), filepath.Join(dir, "r")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("gcc", "-O0", "-w", "-fsanitize="+strings.Join(kinds, ","), "-fsanitize-undefined-trap-on-error", "-o", bin, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	missed, found := 0, 0
	for i, w := range want {
		switch got := exec.Command(bin, fmt.Sprint(i)).Run() != nil; {
		case got && !w:
			t.Errorf("only gcc finds a violation in f%d%s", i, function(src, i))
		case got:
			found++
		case w:
			missed++
		}
	}
	if missed > found/5 {
		t.Errorf("gcc confirms %d violations of %d", found, found+missed)
	}
}

// function cuts function i out of a program.
func function(src string, i int) string {
	_, rest, _ := strings.Cut(src, fmt.Sprintf("int f%d(void)", i))
	text, _, _ := strings.Cut(rest, "\n}\n")
	return text
}
