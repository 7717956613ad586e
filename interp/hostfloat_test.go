package interp

import (
	"math"
	"testing"

	"culprit/cfg"
	"culprit/frontend/frontendtest"
)

// TestHostFloat runs a program whose results, beyond what C defines, are
// those of gcc on x86-64.
func TestHostFloat(t *testing.T) {
	const src = `
double zero, inf, nan = __builtin_nan(""), big = 1e30, minus = -1.5, over = 300.75, high = 1.5e19, large = 4e9;
float fzero;
union { double d; unsigned long u; } b;
union { float f; unsigned u; } s;
#define NEGATIVE(e) (b.d = (e), b.u >> 63)
#define CHECK(c) if (!(c)) return __LINE__;
int main(void) {
  inf = 1 / zero;
  CHECK(NEGATIVE(zero / zero))
  CHECK(NEGATIVE(inf - inf))
  CHECK(NEGATIVE(inf * zero))
  CHECK(NEGATIVE(-inf + inf))
  CHECK(!NEGATIVE(nan))
  CHECK(!NEGATIVE(nan + 1))
  CHECK(!NEGATIVE(1 + nan))
  CHECK(!NEGATIVE(nan - zero / zero))
  CHECK(NEGATIVE(zero / zero - nan))
  CHECK(NEGATIVE(-nan * 2))
  CHECK(!NEGATIVE(-(zero / zero)))
  CHECK(NEGATIVE((double)(fzero / fzero)))
  s.f = zero / zero;
  CHECK(s.u == 0xffc00000)
  s.f = -s.f * 2;
  CHECK(s.u == 0x7fc00000)
  CHECK((unsigned char)over == 44)
  CHECK((signed char)over == 44)
  CHECK((short)large == 0)
  CHECK((unsigned short)minus == 65535)
  CHECK((unsigned)minus == 4294967295u)
  CHECK((unsigned)large == 4000000000u)
  CHECK((int)large == -2147483647 - 1)
  CHECK((int)big == -2147483647 - 1)
  CHECK((int)nan == -2147483647 - 1)
  CHECK((unsigned)big == 0)
  CHECK((unsigned long)minus == -1ul)
  CHECK((unsigned long)high == 15000000000000000000ul)
  CHECK((unsigned long)big == 0)
  CHECK((long)high == -9223372036854775807l - 1)
  return 0;
}`
	p := frontendtest.Execute(t, src)
	if r := Run(p, RunConfig{}); r.Status != Exited || r.Code != 0 {
		t.Errorf("%v, fails in line %d %v", r.Status, r.Code, r.Fault)
	}
}

// TestHostFloatDefined compares with the semantics of cfg where there is no
// choice.
func TestHostFloatDefined(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -2.5, 127, 255, 1e9, -2147483648, 4294967295, 1e15, math.Inf(1), math.Inf(-1), 1e-310}
	for _, x := range values {
		a := math.Float64bits(x)
		for _, y := range values {
			b := math.Float64bits(y)
			for _, op := range []cfg.Op{cfg.FAdd, cfg.FSub, cfg.FMul, cfg.FDiv} {
				want, known := cfg.EvalBinary(op, 64, a, b)
				if got := hostBinary(op, a, b, 64); got != want && known {
					t.Errorf("%v %v %v: %x, want %x", x, op, y, got, want)
				}
			}
		}
		for _, to := range []uint8{8, 16, 32, 64} {
			if half := math.Ldexp(1, int(to)-1); math.Trunc(x) >= -half && math.Trunc(x) < half {
				want, _ := castFloat(cfg.FToS, a, 64, to)
				if got := hostCast(cfg.FToS, a, 64, to); got != want {
					t.Errorf("%v to %d bits: %x, want %x", x, to, got, want)
				}
			}
			if x = math.Trunc(x); x >= 0 && x < math.Ldexp(1, int(to)) {
				want, _ := castFloat(cfg.FToU, a, 64, to)
				if got := hostCast(cfg.FToU, a, 64, to); got != want {
					t.Errorf("%v to %d bits unsigned: %x, want %x", x, to, got, want)
				}
			}
		}
	}
}
