package cascade_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"culprit/cascade"
	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend"
	"culprit/internal/gen"
	"culprit/interp"
	"culprit/interp/dependence"
)

var mutants = flag.Int("mutants", 20, "number of mutants of each kind")

// A mutant differs from a correct program in one statement. If its output is
// wrong and the statement was executed before that, it is the fault: nothing
// else can be the reason. So it has to be in the full tree.
func TestMutants(t *testing.T) {
	for _, kind := range []struct {
		name string
		text func(seed uint64) string
	}{{"text", textProgram}, {"C", func(seed uint64) string {
		return "int printf(const char *, ...);\nvoid reach_error(void) {}\nstatic void mix(unsigned long long v) { printf(\"%llx\\n\", v); }\n" +
			gen.C(seed, gen.COptions{})
	}}} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			tried, bad := 0, 0
			for seed := uint64(0); tried < *mutants; seed++ {
				n, missed := mutateProgram(t, seed, kind.text(seed))
				tried += n
				for _, m := range missed {
					bad++
					if bad <= 20 {
						t.Errorf("seed %d: %s", seed, m)
					}
				}
			}
			if bad > 0 {
				t.Errorf("%d of %d mutants are not in their trees", bad, tried)
			}
		})
	}
}

// mutateProgram tries some mutants of a program. It returns how many fail, and
// what it has to say of those that are not in their tree.
func mutateProgram(t *testing.T, seed uint64, src string) (tried int, missed []string) {
	r := rand.New(rand.NewPCG(seed, 17))
	var stdin []byte
	for range 5 + r.IntN(20) {
		stdin = append(stdin, " \n;\"ab17-z"[r.IntN(10)])
	}
	test := &fault.Test{Stdin: stdin}
	budget := fault.Budget{Steps: 20_000}
	right, err := execProg(src)
	if err != nil {
		t.Fatal(err, src)
	}
	got := fault.Execute(context.Background(), right, test, budget)
	if got.Status != interp.Exited {
		return 0, nil
	}
	test.Expect = &fault.Expectation{Output: got.Stdout, HasOutput: true}
	rec, err := (&fault.Input{Prog: right, Failing: test, Budget: budget}).Recording(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	done := map[*cfg.Edge]bool{}
	for inst := range rec.All(0) {
		done[inst.Edge] = true
	}
	var lines []int
	for _, e := range right.Edges {
		if done[e] && fault.Shown(e) {
			lines = append(lines, e.Pos.Line)
		}
	}
	for range 12 {
		text, line, ok := mutate(r, src, lines)
		if !ok {
			continue
		}
		prog, err := execProg(text)
		if err != nil {
			continue
		}
		in := &fault.Input{Prog: prog, Failing: test, Oracle: &fault.Oracle{}, Budget: budget}
		if err := fault.Locate(context.Background(), in); err != nil {
			continue // it passes, or does not end
		}
		ok, executed := mutantInTree(t, in, line)
		if executed {
			tried++
		}
		if executed && !ok {
			missed = append(missed, fmt.Sprintf("line %d is not in the tree: %s, not %s\nfailure %v at %v, output\n%s\nwant\n%s\nstdin %q\n%s", line,
				strings.Split(text, "\n")[line-1], strings.Split(src, "\n")[line-1], in.Failure.What, in.Failure.Pos, in.Failure.Got, in.Failure.Want, stdin, numbered(text)))
		}
	}
	return tried, missed
}

func numbered(text string) string {
	var b strings.Builder
	for k, l := range strings.Split(text, "\n") {
		fmt.Fprintf(&b, "%4d %s\n", k+1, l)
	}
	return b.String()
}

func execProg(src string) (*cfg.Program, error) {
	return frontend.Parse("a.c", []byte(src), frontend.Config{PtrBits: 64, Execute: true})
}

// mutantInTree reports whether a statement on a line is in the tree, and
// whether one was executed up to the failure.
func mutantInTree(t *testing.T, in *fault.Input, line int) (ok, executed bool) {
	g, err := in.Graph(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	at := func(g *dependence.Graph, i int) bool {
		i = g.Owner(i)
		if i < 0 {
			return false
		}
		e := g.Edge(i)
		return fault.Shown(e) && e.Pos.Line <= line && line <= max(e.Pos.Line, e.Pos.EndLine)
	}
	for i := range in.Failure.At + 1 {
		executed = executed || at(g, i)
	}
	if !executed {
		return false, false
	}
	b, err := cascade.NewBuilder(context.Background(), in, cascade.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for k := 0; ; k++ {
		tree := b.Tree()
		if k == len(tree.Nodes) && !b.Next(context.Background()) {
			break
		}
		for _, i := range tree.Support(tree.Nodes[k]) {
			if at(tree.Graph, i) {
				return true, true
			}
		}
	}
	return false, true
}

var (
	tokens    = regexp.MustCompile(`"[^"]*"|'[^']*'|[A-Za-z_][A-Za-z_0-9]*|0x[0-9a-f]+[uUlL]*|[0-9]+[uUlL]*|<<|>>|<=|>=|==|!=|&&|\|\||->|\+\+|--|[-+*/%&|^]=|.`)
	target    = regexp.MustCompile(`^ *(?:case \d: |int |default: )*(?:if \(.*\) )?([a-z]) *(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=[^=])`)
	exchanges = map[string][]string{
		"+": {"-"}, "-": {"+"}, "<": {"<=", ">="}, ">": {">=", "<="}, "<=": {"<"}, ">=": {">"}, "==": {"!="}, "!=": {"=="},
		"&&": {"||"}, "||": {"&&"}, "&": {"|"}, "|": {"&"}, "++": {"--"}, "--": {"++"}, "+=": {"-="}, "-=": {"+="},
	}
)

// mutate changes one token of an executed line inside a function: an operator,
// a constant or a variable.
func mutate(r *rand.Rand, src string, executed []int) (text string, line int, ok bool) {
	lines := strings.Split(src, "\n")
	k := executed[r.IntN(len(executed))] - 1
	if !strings.HasPrefix(lines[k], "  ") {
		return "", 0, false
	}
	words := tokens.FindAllString(lines[k], -1)
	assigned := target.FindStringSubmatch(lines[k])
	var at []int
	for i, w := range words {
		// What is assigned stays: nothing in the program would say that
		// another variable, or another element with a constant index, was to be.
		if i > 0 && i+1 < len(words) && words[i-1] == "[" && words[i+1] == "]" && slices.Contains(words[i:], "=") {
			continue
		}
		if assigned != nil && variable(w) && w == assigned[1] && len(strings.Join(words[:i], "")) < len(assigned[0]) {
			continue
		}
		if exchanges[w] != nil || w[0] >= '0' && w[0] <= '9' || variable(w) || w == "(" && i > 0 && (strings.HasSuffix(strings.Join(words[:i], ""), "if ") || strings.HasSuffix(strings.Join(words[:i], ""), "while ")) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return "", 0, false
	}
	i := at[r.IntN(len(at))]
	switch w := words[i]; {
	case exchanges[w] != nil:
		x := exchanges[w]
		words[i] = x[r.IntN(len(x))]
	case w == "(":
		words[i] = "(!"
	case variable(w):
		other := []string{"a", "b", "c", "i", "n"}
		words[i] = other[r.IntN(len(other))]
	default:
		n, err := strconv.ParseUint(strings.TrimRight(w, "uUlL"), 0, 64)
		if err != nil {
			return "", 0, false
		}
		words[i] = strconv.FormatUint(n+1, 10) + strings.TrimLeft(w, "0123456789abcdefx")
	}
	lines[k] = strings.Join(words, "")
	return strings.Join(lines, "\n"), k + 1, true
}

func variable(w string) bool { return slices.Contains([]string{"a", "b", "c", "i", "n"}, w) }

// textProgram is a random program that reads characters and prints, with
// functions that return early or end the run, buffers and pointers.
func textProgram(seed uint64) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 23)), vars: []string{"a", "b", "c"}}
	w.b.WriteString("typedef struct _IO_FILE FILE;\nextern FILE *stdin;\nint printf(const char *, ...);\nint getchar(void);\nint putchar(int);\nint ungetc(int, FILE *);\n" +
		"void exit(int);\nint strcmp(const char *, const char *);\nunsigned long strlen(const char *);\nchar *strcpy(char *, const char *);\n" +
		"void *memcpy(void *, const void *, unsigned long);\nint isdigit(int);\n")
	w.b.WriteString("int a = 1, b = 2, c = 3, t[8] = {3, 1, 4};\nchar s[9], u[9] = \"ab1\";\nint *p = &a;\n")
	for k := range 3 {
		w.vars = []string{"a", "b", "c", "n", "i"}
		w.line(0, "int f%d(int n) {", k)
		w.line(1, "int i = 0;")
		w.body(1, 3+w.IntN(3))
		w.line(1, "return %s;", w.expr(2))
		w.line(0, "}")
		w.funcs++
	}
	w.vars = []string{"a", "b", "c", "n", "i"}
	w.line(0, "int main(void) {")
	w.line(1, "int i = 0, n = 4;")
	w.body(1, 8)
	for _, v := range []string{"a", "b", "c", "n", "t[1]", "t[4]"} {
		w.line(1, "printf(\"%%d\\n\", %s);", v)
	}
	w.line(1, "printf(\"%%s %%s\\n\", s, u);")
	w.line(1, "return 0;")
	w.line(0, "}")
	return w.b.String()
}

// writer writes random programs.
type writer struct {
	*rand.Rand
	b     strings.Builder
	vars  []string
	funcs int
	depth int
	loop  int
}

func (w *writer) line(indent int, format string, args ...any) {
	fmt.Fprintf(&w.b, strings.Repeat("  ", indent)+format+"\n", args...)
}

func (w *writer) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *writer) v() string { return w.pick(w.vars...) }

func (w *writer) index(size int) string { return fmt.Sprintf("(unsigned)(%s) %% %d", w.expr(1), size) }

func (w *writer) expr(depth int) string {
	if depth == 0 {
		return w.pick(w.v(), w.v(), strconv.Itoa(w.IntN(9)))
	}
	switch w.IntN(9) {
	case 0:
		return "t[" + w.index(8) + "]"
	case 1:
		return "s[" + w.index(8) + "]"
	case 2:
		return "*p"
	case 3:
		if w.funcs > 0 {
			return fmt.Sprintf("f%d(%s)", w.IntN(w.funcs), w.expr(1))
		}
		return "(int)strlen(u)"
	case 4:
		return fmt.Sprintf("(%s & %s)", w.expr(depth-1), w.expr(depth-1))
	default:
		return fmt.Sprintf("(%s %s %s)", w.expr(depth-1), w.pick("+", "-", "+"), w.expr(depth-1))
	}
}

func (w *writer) cond(depth int) string {
	switch w.IntN(9) {
	case 0:
		return fmt.Sprintf("isdigit((unsigned char)s[%s])", w.index(8))
	case 1:
		return "strcmp(s, u) == 0"
	case 2, 3:
		if depth > 0 {
			return fmt.Sprintf("(%s %s %s)", w.cond(depth-1), w.pick("&&", "||"), w.cond(depth-1))
		}
	}
	return fmt.Sprintf("%s %s %s", w.expr(1), w.pick("<", "<=", "==", "!=", ">"), w.expr(1))
}

func (w *writer) body(indent, n int) {
	for range n {
		w.stmt(indent)
	}
}

func (w *writer) stmt(indent int) {
	kind := w.IntN(17)
	if w.depth >= 3 && kind < 7 {
		kind = 7 + w.IntN(10)
	}
	w.depth++
	defer func() { w.depth-- }()
	switch kind {
	case 0, 1, 2, 3:
		w.line(indent, "if (%s) {", w.cond(1))
		w.body(indent+1, 1+w.IntN(2))
		if w.IntN(2) == 0 {
			w.line(indent, "} else {")
			w.body(indent+1, 1)
		}
		w.line(indent, "}")
	case 4, 5:
		v := fmt.Sprintf("k%d", w.depth)
		w.line(indent, "for (int %s = 0; %s < %d && %s; %s++) {", v, v, 2+w.IntN(3), w.cond(0), v)
		w.loop++
		w.vars = append(w.vars, v)
		w.body(indent+1, 1+w.IntN(3))
		w.vars = w.vars[:len(w.vars)-1]
		w.loop--
		w.line(indent, "}")
	case 6:
		w.line(indent, "switch (%s & 3) {", w.expr(1))
		w.line(indent, "case 0: %s = %s; break;", w.pick("a", "b", "c"), w.expr(1))
		w.line(indent, "case 1: %s = %s;", w.pick("a", "b", "c"), w.expr(1))
		w.line(indent, "default: %s++;", w.pick("a", "b", "c"))
		w.line(indent, "}")
	case 7:
		w.line(indent, "t[%s] = %s;", w.index(8), w.expr(2))
	case 8:
		w.line(indent, "s[%s] = 'a' + (%s & 7);", w.index(8), w.expr(1))
	case 9:
		w.line(indent, "p = %s;", w.pick("&a", "&b", "&t[2]", fmt.Sprintf("&t[%s]", w.index(8))))
	case 10:
		w.line(indent, "*p = %s;", w.expr(2))
	case 11:
		w.line(indent, "%s = getchar();", w.pick("a", "b", "c"))
	case 12:
		w.line(indent, "printf(\"%%d \", %s);", w.expr(1))
	case 13:
		switch {
		case w.loop > 0 && w.IntN(2) == 0:
			w.line(indent, "if (%s) %s;", w.cond(0), w.pick("break", "continue"))
		case w.IntN(3) == 0:
			w.line(indent, "if (%s) exit(%d);", w.cond(1), w.IntN(2))
		default:
			w.line(indent, "if (%s) return %s;", w.cond(0), w.expr(1))
		}
	case 14:
		w.line(indent, "if (%s) %s;", w.cond(0), w.pick("strcpy(s, u)", "strcpy(u, \"a7\")", "ungetc(' ', stdin)", "memcpy(u, s, 4)", "getchar()", "putchar('x')"))
	default:
		w.line(indent, "%s = %s;", w.pick("a", "b", "c", "n", "i"), w.expr(2))
	}
}
