package frontend_test

import (
	"os/exec"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/interp"
)

// rounding computes in every mode, and prints the bits of the results.
const rounding = `#include <fenv.h>
#include <math.h>
#include <float.h>
#include <stdio.h>
#include <string.h>
typedef float F4 __attribute__((vector_size(16)));
static void put(int line, double x) {
	unsigned long long b;
	memcpy(&b, &x, 8);
	printf("%d: %llx\n", line, b);
}
static double numbers[] = { 0, -0.0, 1, -1, 3, -3, 0.1, -0.1, 2.5, -2.5, 1e16, 0x1p-1074, -0x1p-1030, 0x1.fffffffffffffp1023, 16777217, -0x1.000001p-130 };
static long long integers[] = { 0, 1, -1, 16777217, -16777219, 0x7fffffffffffffff, -0x7ffffffffffffc01 };
static void compute(int m) {
	int r = fesetround(m), i, j;
	printf("part %d set %d is %d style %d\n", m, r, fegetround(), FLT_ROUNDS);
	for (i = 0; i < 16; i++) {
		volatile double x = numbers[i];
		volatile float f = x;
		put(1, f); put(2, rint(x)); put(3, nearbyint(x)); put(4, rintf(f)); put(5, floor(x)); put(6, round(x)); put(7, roundeven(x));
		if (x >= 0) { put(8, sqrt(x)); put(9, sqrtf(f)); }
		if (fabs(x) < 1e9) { put(10, lrint(x)); put(11, lrintf(f)); put(12, (int)x); }
		for (j = 0; j < 16; j++) {
			volatile double y = numbers[j];
			volatile float g = y;
			put(20, x + y); put(21, x - y); put(22, x * y);
			put(23, f + g); put(24, f - g); put(25, f * g);
			if (y != 0) { put(26, x / y); put(27, f / g); }
			F4 v = { f, y }, w = { g, x };
			v += w; w *= v; put(28, v[0]); put(29, w[1]);
		}
	}
	for (i = 0; i < 7; i++) {
		volatile long long n = integers[i];
		put(30, (double)n); put(31, (float)n); put(32, (double)(unsigned long long)n); put(33, (float)(unsigned long long)n); put(34, (float)(int)n);
	}
}
int main(void) {
	int saved = fegetround();
	compute(FE_DOWNWARD);
	compute(FE_UPWARD);
	compute(FE_TOWARDZERO);
	compute(77);
	fesetround(saved);
	compute(FE_TONEAREST);
	return 0;
}
`

// TestRounding compares the modes of rounding with those of programs that gcc
// compiles.
func TestRounding(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	want, err := gccOutput(t, "double roundeven(double);\n"+rounding, 64, "-frounding-math", "-ffp-contract=off", "-fno-builtin", "-lm")
	if err != nil {
		t.Fatal(err)
	}
	// A NaN that is computed has no sign that C determines.
	if d := executed("double roundeven(double);\n", rounding, want, 64); d != "" {
		t.Error(d)
	}
}

// TestRoundingLongDouble keeps a program UNKNOWN whose long doubles would be
// rounded in another mode.
func TestRoundingLongDouble(t *testing.T) {
	src := "#include <fenv.h>\nlong double x = 1, y;\nint main(void) { fesetround(FE_UPWARD); y = x / 3; return 0; }\n"
	p, err := frontend.Parse("p.c", []byte(src), frontend.Config{PtrBits: 64, Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	if r := interp.Run(p, interp.RunConfig{}); !strings.Contains(r.Reason, "rounding mode") {
		t.Errorf("%v %s, want a reason", r.Status, r.Reason)
	}
}
