package interp

import (
	"strings"
	"testing"

	"culprit/frontend"
)

// TestRunC runs C programs. A fault is expected on the line marked FAULT.
func TestRunC(t *testing.T) {
	for _, tc := range []struct {
		name, src, stdin string
		args             []string
		code             int
		fault            FaultKind
	}{
		{name: "result", src: "int main(void) { return 3; }", code: 3},
		{name: "negative result", src: "int main(void) { return -1; }", code: -1},
		{name: "exit", src: "void exit(int); void f(int n) { if (n) exit(n + 40); } int main(void) { f(0); f(2); return 3; }", code: 42},
		{name: "abort", src: "void abort(void); int main(void) { abort(); return 3; }", code: 134},
		{name: "recursion", src: `
struct r { int a, b; };
struct r fib(int n) { struct r x, y; int keep = n; if (n < 2) { x.a = n; x.b = 1; return x; } x = fib(n - 1); y = fib(n - 2); if (keep != n) return y; x.a += y.a; x.b += y.b; return x; }
int main(void) { struct r x = fib(12); return x.a * 1000 + x.b; }`, code: 144233},
		{name: "array per activation", src: `
int f(int n) { int a[3]; a[0] = n; a[1] = 0; if (n > 0) a[1] = f(n - 1); return a[0] + a[1]; }
int main(void) { return f(10); }`, code: 55},
		{name: "arguments", src: `
int main(int argc, char **argv) { int n = 0; for (int i = 1; i < argc; i++) for (char *p = argv[i]; *p; p++) n += *p - '0'; return argv[argc] == 0 ? n * 10 + argc : -1; }`,
			args: []string{"main", "12", "345"}, code: 153},
		{name: "inputs", src: `
int __VERIFIER_nondet_int(void); char __VERIFIER_nondet_char(void);
int main(void) { int a = __VERIFIER_nondet_int(); char c = __VERIFIER_nondet_char(); return a * c; }`, stdin: "-6 7", code: -42},
		{name: "stack array", fault: OutOfBounds, src: `
int main(void) {
  int a[4]; int i;
  for (i = 0; i <= 4; i++)
    a[i] = i; // FAULT
  return a[0];
}`},
		{name: "heap", fault: OutOfBounds, src: `
void *malloc(unsigned long);
int main(void) {
  char *p = malloc(3);
  p[2] = 1;
  return p[3]; // FAULT
}`},
		{name: "use after free", fault: UseAfterFree, src: `
void *malloc(unsigned long); void free(void *);
int main(void) {
  int *p = malloc(4); *p = 1;
  free(p);
  return *p; // FAULT
}`},
		{name: "double free", fault: DoubleFree, src: `
void *malloc(unsigned long); void free(void *);
int main(void) {
  int *p = malloc(4); free(p);
  free(p); // FAULT
}`},
		{name: "null", fault: NullAccess, src: `
struct s { int a, b; };
int main(void) {
  struct s *p = 0;
  p->b = 1; // FAULT
}`},
		{name: "dangling local", fault: UseAfterFree, src: `
int *f(void) { int x = 3; int *p = &x; return p; }
int main(void) {
  int *p = f();
  return *p; // FAULT
}`},
		{name: "uninitialised", fault: UninitRead, src: `
int main(void) {
  int x, y = 0;
  if (y) x = 1;
  return x + y; // FAULT
}`},
		{name: "uninitialised heap", fault: UninitRead, src: `
void *malloc(unsigned long);
int main(void) {
  int *p = malloc(8); p[0] = 1;
  if (p[1] > 0) // FAULT
    return 1;
}`},
		{name: "partly initialised structure", src: `
struct s { int a, b; } g;
struct s get(struct s x) { return x; }
int main(void) { struct s l, m; l.a = 5; m = l; g = m; m = get(g); return m.a; }`, code: 5},
		{name: "division", fault: DivByZero, src: `
int div(int a, int b) {
  return a / b; // FAULT
}
int main(void) { return div(1, 0); }`},
		{name: "shift", fault: ShiftRange, src: `
int main(void) {
  int n = 33;
  return 1 << n; // FAULT
}`},
		{name: "string literal", fault: ConstWrite, src: `
int main(void) {
  char *s = "abc";
  s[0] = 'x'; // FAULT
}`},
		{name: "in a library model", fault: OutOfBounds, src: `
char *strcpy(char *, const char *);
int main(void) {
  char s[4];
  strcpy(s, "four"); // FAULT
}`},
	} {
		for _, bits := range []int{32, 64} {
			src := tc.src
			if bits == 32 {
				src = strings.ReplaceAll(src, "unsigned long", "unsigned")
			}
			p, err := frontend.Parse("t.c", []byte(src), frontend.Config{PtrBits: bits, Execute: true})
			if err != nil {
				t.Errorf("%s: %v", tc.name, err)
				continue
			}
			r := Run(p, RunConfig{Stdin: strings.NewReader(tc.stdin), Args: tc.args})
			if tc.fault == NoFault {
				if r.Status != Exited || r.Code != tc.code {
					t.Errorf("%s, %d bits: %v %v, code %d, want %d", tc.name, bits, r.Status, r.Fault, r.Code, tc.code)
				}
				continue
			}
			before, _, _ := strings.Cut(src, "// FAULT")
			line := strings.Count(before, "\n") + 1
			if r.Fault == nil || r.Fault.Kind != tc.fault || r.Fault.At.Line != line {
				t.Errorf("%s, %d bits: %v, fault %v, want %v in line %d", tc.name, bits, r.Status, r.Fault, tc.fault, line)
			}
		}
	}
}
