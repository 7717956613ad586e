package frontend_test

import (
	"fmt"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/interp"
)

// ends are programs and where they end: "exit" or the kind of a location and
// what it says. Those without a mark end so in both lowerings, others in the
// verifier's (v) or for execution (x).
var ends = []struct{ want, text string }{
	{"v exit", `_Noreturn void die(void); int main(void) { die(); __VERIFIER_error(); }`},
	{"v exit", `extern void die(int) __attribute__((__noreturn__, cold)); int main(void) { if (1) die(3); __VERIFIER_error(); }`},
	{"x unsupported: call of die", `_Noreturn void die(void); int main(void) { die(); }`},
	{"unsupported: call of f with attribute ifunc", `int f(void) __attribute__((ifunc("r"))); int main(void) { return f(); }`},
	{"unsupported: f with attribute naked", `__attribute__((naked)) int f(void) {} int main(void) { return f == 0; }`},
	{"exit", `__attribute__((naked)) int f(void) {} int main(void) { return 0; }`},
	{"exit", `int main(void) { int x __attribute__((no_such_thing(1, 2))) = 0; return x; }`},
	{"v error: call of __VERIFIER_error", `static void f(int *p) { if (*p) __VERIFIER_error(); } int main(void) { __attribute__((cleanup(f))) int x = 1; return x = 2; }`},
	{"v error: call of __VERIFIER_error", `__attribute__((cleanup(__VERIFIER_error))) static int y; int main(void) { __attribute__((cleanup(__VERIFIER_error))) int x = 1; return x; }`},
	{"v error: call of __VERIFIER_error", `__attribute__((destructor)) static void f(void) { __VERIFIER_error(); } int main(void) { return 0; }`},
	{"v error: call of __VERIFIER_error", `__attribute__((destructor)) static void f(void) { __VERIFIER_error(); } int main(void) { exit(0); }`},
	{"v exit", `__attribute__((destructor)) static void f(void) { __VERIFIER_error(); } int main(void) { abort(); }`},
	{"unsupported: inline assembly that may change memory", `int main(void) { int x = 1; asm volatile("movl $5, (%0)" : : "r"(&x) : "memory"); return x - 1; }`},
	{"unsupported: inline assembly that may jump", `int main(void) { asm goto("jmp %l0" : : : : out); __VERIFIER_error(); out: return 0; }`},
	{"unsupported: inline assembly that may leave the program", `int main(void) { asm volatile("ud2"); return 0; }`},
	{"exit", `int main(void) { int x = 0; if (x) asm volatile("cli" : : : "memory"); asm("outb %0" : : "a"(x)); return x; }`},
	{"x unsupported: value of an output of inline assembly", `int main(void) { int x; asm("rdtsc" : "=a"(x)); return x; }`},
	{"exit", `int main(void) { int x = 1; asm("" : "=m"(x)); return 0; }`},
	{"unsupported: call of f, which is assembly", `int f(void); asm(".globl f\nf: ret"); int main(void) { return f(); }`},
	{"v unsupported: call of qsort, which may change what a leads to,", `int n; int c(const void *a, const void *b) { return n++; } void order(void *, unsigned long, unsigned long, int (*)(const void *, const void *)) asm("qsort"); int main(void) { int a[2] = {2, 1}; order(a, 2, 4, c); if (n) __VERIFIER_error(); return 0; }`},
	{"unsupported: variable of type struct s with attribute ms_struct", `struct s { int a : 3; char b; } __attribute__((ms_struct)); int main(void) { struct s x; return 0; }`},
	{"unsupported: variable of type _Decimal64", `int main(void) { _Decimal64 x = 0; return 0; }`},
	{"x unsupported: call of snprintf in another mode than rounding to nearest,", `#include <fenv.h>
#include <stdio.h>
int main(void) { char b[9]; snprintf(b, 9, "%.0f", 0.1); fesetround(FE_UPWARD); snprintf(b, 9, "%d", 1); snprintf(b, 9, "%.0f", 0.1); return 0; }`},
	{"x exit", `#include <fenv.h>
#include <stdlib.h>
int main(void) { fesetround(FE_UPWARD); fesetround(FE_TONEAREST); return atof("0") > 0; }`},
	{"exit", `struct s { char c; _Decimal64 x; } *p; int main(void) { if (sizeof(struct s) != 16) __VERIFIER_error(); return 0; }`},
	{"unsupported: variable of type int of mode TF", `int main(void) { int x __attribute__((mode(TF))) = 0; return 0; }`},
	{"v exit", `_Float16 id(_Float16 x) { return x; } int main(void) { volatile float f = 0.1f; if (id(f) != 0x1.998p-4f) __VERIFIER_error(); return 0; }`},
	{"unsupported: variable of type __bf16", `int main(void) { __bf16 x; return 0; }`},
	{"exit", `struct s { __bf16 b; _Float16 h; char c; } *p; int main(void) { if (sizeof(struct s) != 6 || _Alignof(__bf16) != 2) __VERIFIER_error(); return 0; }`},
	{"v exit", `int main(void) { int x, y = 3; asm("rdtsc" : "=a"(x) : "d"(y)); if (y != 3) __VERIFIER_error(); return 0; }`},
}

func TestAttributes(t *testing.T) {
	for _, e := range ends {
		for _, execute := range []bool{false, true} {
			mark, want, marked := strings.Cut(e.want, " ")
			switch {
			case !marked || len(mark) > 1:
				want = e.want
			case (mark == "x") != execute:
				continue
			}
			p, err := frontend.Parse("p.c", []byte(e.text), frontend.Config{PtrBits: 64, Execute: execute})
			if err != nil {
				t.Errorf("%s\n%v", e.text, err)
				continue
			}
			out := interp.Run(p, interp.RunConfig{})
			got := "exit"
			switch {
			case out.Status == interp.Exited:
			case out.Loc == nil:
				got = fmt.Sprint(out.Status, " ", out.Reason, out.Fault)
			case out.Loc.Kind == cfg.Error:
				got = "error: " + out.Loc.Reason.String()
			case out.Loc.Kind == cfg.Unsupported:
				got = "unsupported: " + out.Loc.Reason.String()
			}
			if got != want {
				t.Errorf("%s\nexecute %v: %s, want %s", e.text, execute, got, want)
			}
		}
	}
}
