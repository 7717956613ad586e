package interp

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// gccHead gives the programs of gen.C their mix function. The 32-bit variant
// needs neither a C library nor libgcc, which are often not installed.
const gccHead64 = `
#define va 0
int printf(const char *, ...);
static void mix(unsigned long long v) { printf("%llu\n", v); }
`

const gccHead32 = `
#define va 0
static void put(const char *s, unsigned n) { int r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(4), "b"(1), "c"(s), "d"(n) : "memory"); }
static void mix(unsigned long long v) {
  char b[20]; int i = 20; unsigned k; b[--i] = '\n'; b[--i] = 'h';
  for (k = 0; k < 16; k++) { b[--i] = "0123456789abcdef"[v & 15]; v >>= 4; }
  put(b + i, 20 - i);
}
int main(void);
__attribute__((force_align_arg_pointer)) void _start(void) { main(); __asm__ volatile("int $0x80" : : "a"(1), "b"(0)); }
unsigned long long __udivmoddi4(unsigned long long n, unsigned long long d, unsigned long long *r) {
  unsigned long long q = 0, m = 0; int i;
  for (i = 63; i >= 0; i--) { unsigned top = m >> 63; m = m << 1 | (n >> i & 1); if (top || m >= d) { m -= d; q |= 1ULL << i; } }
  if (r) *r = m;
  return q;
}
unsigned long long __udivdi3(unsigned long long n, unsigned long long d) { return __udivmoddi4(n, d, 0); }
unsigned long long __umoddi3(unsigned long long n, unsigned long long d) { unsigned long long r; __udivmoddi4(n, d, &r); return r; }
long long __divdi3(long long n, long long d) { unsigned long long q = __udivdi3(n < 0 ? -n : n, d < 0 ? -d : d); return (n < 0) != (d < 0) ? -q : q; }
long long __moddi3(long long n, long long d) { unsigned long long r = __umoddi3(n < 0 ? -n : n, d < 0 ? -d : d); return n < 0 ? -r : r; }
void *memcpy(void *d, const void *s, unsigned n) { char *a = d; const char *b = s; while (n--) *a++ = *b++; return d; }
void *memset(void *d, int c, unsigned n) { char *a = d; while (n--) *a++ = c; return d; }
`

// gccRun compiles and runs a program and returns the mixed values.
func gccRun(t *testing.T, dir, src string, ptrBits int, more ...string) ([]uint64, error) {
	t.Helper()
	head, flags, libs := gccHead64, []string{"-m64"}, []string{"-lm"}
	if ptrBits == 32 {
		libs = nil
		head, flags = gccHead32, []string{"-m32", "-nostdlib", "-static", "-fno-pie", "-no-pie", "-fno-stack-protector", "-fno-builtin"}
	}
	file, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(head+src), 0o600); err != nil {
		return nil, err
	}
	args := append(flags, "-O0", "-fwrapv", "-ffp-contract=off", "-w", "-o", bin, file)
	args = append(append(args, more...), libs...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gcc: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, bin).Output()
	if err != nil {
		return nil, fmt.Errorf("run: %v", err)
	}
	var values []uint64
	for _, line := range bytes.Fields(out) {
		base, s := 10, string(line)
		if strings.HasSuffix(s, "h") {
			base, s = 16, strings.TrimSuffix(s, "h")
		}
		v, err := strconv.ParseUint(s, base, 64)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}
