package frontend

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// bigProgram has n functions of m branches each.
func bigProgram(n, m int) string {
	var b strings.Builder
	b.WriteString("int a0, a1, a2;\nextern int input(void);\n")
	for i := range n {
		fmt.Fprintf(&b, "int f%d(int x) {\n", i)
		for j := range m {
			fmt.Fprintf(&b, "\tif (a0 == %d && (x != %d || a1 > 3) && !(a2 <= %d)) {\n\t\ta1 = (a0 + x) %% %d;\n\t\ta2 += 2;\n\t\treturn %d;\n\t}\n", j, i, j, j+2, i)
		}
		b.WriteString("\treturn -1;\n}\n")
	}
	b.WriteString("int main(void) {\n\tint r = 0;\n\twhile (1) {\n")
	for i := range n {
		fmt.Fprintf(&b, "\t\tr = f%d(input());\n", i)
	}
	b.WriteString("\t}\n}\n")
	return b.String()
}

// TestLargeProgram lowers about 20,000 lines.
func TestLargeProgram(t *testing.T) {
	src := bigProgram(40, 100)
	start := time.Now()
	p, err := lower(t, src)
	if err != nil {
		t.Fatal(err)
	}
	d := time.Since(start)
	t.Logf("%d lines, %d edges in %v", strings.Count(src, "\n"), len(p.Edges), d)
	if d > 2*time.Minute {
		t.Errorf("took %v", d)
	}
}

func BenchmarkParse(b *testing.B) {
	src := []byte(bigProgram(10, 50))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := Parse("b.c", src, Config{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSmall is what a program costs that is hardly anything itself.
func BenchmarkSmall(b *testing.B) {
	src := []byte("int main(void) { return 0; }\n")
	for b.Loop() {
		if _, err := Parse("s.c", src, Config{}); err != nil {
			b.Fatal(err)
		}
	}
}
