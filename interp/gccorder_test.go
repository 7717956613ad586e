package interp

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/internal/gen"
)

// orderGrid is a program with an expression for each operator, kind and type of
// its left operand, type of its right one and width of its result, in which the
// right operand calls a function that changes the left one.
func orderGrid() (src string, exprs []string) {
	types := []string{"int", "unsigned", "long", "signed char", "unsigned short", "double"}
	var b, set strings.Builder
	for i, t := range types {
		fmt.Fprintf(&b, "static %s x%d, a%d[2], *p%d = a%d; static struct { %s m; } s%d; static volatile %s v%d;\n", t, i, i, i, i, t, i, t, i)
		fmt.Fprintf(&set, "x%d = a%d[0] = a%d[1] = s%d.m = v%d = k; ", i, i, i, i, i)
	}
	fmt.Fprintf(&b, "static int *where; static void set(int k) { %sif (where) *where = k; }\n", set.String())
	for i, t := range types {
		fmt.Fprintf(&b, "static %s f%d(void) { set(9); return 5; }\n", t, i)
	}
	b.WriteString("int main(void) {\n")
	for i, t := range types {
		for j, u := range types {
			for _, op := range strings.Fields("+ - * & < ==") {
				if op == "&" && (t == "double" || u == "double") {
					continue
				}
				for _, left := range strings.Fields("x@ s@.m a@[1] *p@ v@ -x@ (int)x@ (long)x@ x@+1 (x@) *&x@ -*p@") {
					left = strings.ReplaceAll(left, "@", fmt.Sprint(i))
					exprs = append(exprs, fmt.Sprintf("%s %s f%d()", left, op, j))
				}
			}
		}
	}
	exprs = append(exprs, "x0 - f0() - x0", "x0 + x2 + f0()", "(1 - x1) + f1()", "x0 * f0() + x0", "x0 - -f0()", "x0 + -f0()", "f0()[a0 - 5]", "(x0, x0) + f0()",
		"(x0 = 3) + f0()", "x0++ + f0()", "(x0 += f0(), x0)", "(*p0 += f0(), a0[0])", "(*p0 = f0() + x0, a0[0])", "(a0[f0() & 1] = x0, a0[1])", "(a0[f0() & 1] = x0 + 1, a0[1])")
	for _, e := range exprs {
		cut := e // to fewer bits, where C says what that is
		if strings.Contains(e, "5") {
			cut = "0"
		}
		fmt.Fprintf(&b, "set(3); mix((unsigned long long)(long long)(%s)); { signed char c; set(3); c = %s; mix(c); }\n", e, cut)
	}
	b.WriteString("return 0; }\n")
	return b.String(), exprs
}

// TestOrderOfGCC compares the order of evaluation with that of gcc, at two
// levels of optimisation and in both data models.
func TestOrderOfGCC(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	src, exprs := orderGrid()
	for _, bits := range []int{64, 32} {
		if bits == 32 && testing.Short() {
			break // the grid is large, and the order does not depend on the model
		}
		p, err := frontend.Parse("p.c", []byte(gen.Head+src), frontend.Config{PtrBits: bits})
		if err != nil {
			t.Fatal(err)
		}
		got, o := observeMix(p, false)
		for _, level := range []string{"-O0", "-O2"} {
			want, err := gccRun(t, t.TempDir(), src, bits, "-fno-wrapv", level)
			if err != nil {
				t.Logf("%d bits, %s: %v", bits, level, err)
				continue
			}
			if len(got) != 2*len(exprs) || len(want) != len(got) {
				t.Fatalf("%d bits: %d and %d values of %d expressions: %v %s", bits, len(got), len(want), len(exprs), o.Status, o.Reason)
			}
			for i, v := range want {
				if got[i].value != v {
					t.Errorf("%d bits, %s: %s, %d: got %d, gcc %d", bits, level, exprs[i/2], i%2, int64(got[i].value), int64(v))
				}
			}
		}
	}
}
