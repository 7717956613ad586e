package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Recursive makes a C program whose functions call each other, by name and through
// pointers, and change locals before and after their calls. All variables have
// eight bits. It calls reach_error, often. Its inputs, if it is to have any, are
// truth values.
func Recursive(r *rand.Rand, inputs bool) string {
	var b strings.Builder
	n := 2 + r.IntN(2)
	b.WriteString("typedef unsigned char u8;\nextern void reach_error(void);\nextern _Bool __VERIFIER_nondet_bool(void);\nstatic u8 g;\n")
	input := func(n int) string {
		if inputs && r.IntN(n) == 0 {
			return " + __VERIFIER_nondet_bool()"
		}
		return ""
	}
	for i := range n {
		fmt.Fprintf(&b, "static u8 f%d(u8 n, u8 a);\nstatic void v%d(u8 n, u8 a);\n", i, i)
	}
	value := func() string {
		return []string{"n", "a", "x", "g", "r", fmt.Sprint(r.IntN(5)), "x + a", "r + 1", "x + g"}[r.IntN(9)]
	}
	step := func() {
		to := []string{"x", "g", "r"}[r.IntN(3)]
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "\tif (%s > %d) %s = %s;\n", value(), r.IntN(4), to, value())
		default:
			fmt.Fprintf(&b, "\t%s = %s%s;\n", to, value(), input(12))
		}
	}
	call := func() {
		f := fmt.Sprintf("f%d", r.IntN(n))
		if r.IntN(4) == 0 {
			fmt.Fprintf(&b, "\t{ u8 (*p)(u8, u8) = x > %d ? %s : f%d; if (n > 0) r = p(n - 1, %s); }\n", r.IntN(4), f, r.IntN(n), value())
			return
		}
		if r.IntN(4) == 0 {
			fmt.Fprintf(&b, "\tif (n > %d) v%d(n - 1, %s);\n", r.IntN(2), r.IntN(n), value())
			return
		}
		result := []string{"r = ", "", "x = "}[r.IntN(3)]
		fmt.Fprintf(&b, "\tif (n > %d) %s%s(n - 1, %s);\n", r.IntN(2), result, f, value())
	}
	for i := range n {
		fmt.Fprintf(&b, "static u8 f%d(u8 n, u8 a) {\n\tu8 x = %d, r = 0;\n", i, r.IntN(4))
		for range 1 + r.IntN(2) {
			step()
			call()
		}
		step()
		fmt.Fprintf(&b, "\treturn %s;\n}\n", value())
		fmt.Fprintf(&b, "static void v%d(u8 n, u8 a) {\n\tu8 x = a, r = n;\n", i)
		step()
		call() // the last statement, in some
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, "int main(void) {\n\tu8 n = %d%s, a = %d%s;\n\tu8 k = f%d(n, a);\n", 1+r.IntN(4), input(2), r.IntN(4), input(2), r.IntN(n))
	fmt.Fprintf(&b, "\tif (k < %d && g < %d) reach_error();\n\treturn 0;\n}\n", 1+r.IntN(12), 1+r.IntN(12))
	return b.String()
}
