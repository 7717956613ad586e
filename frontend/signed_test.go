package frontend

import (
	"strings"
	"testing"

	"culprit/cfg"
)

// TestSigned checks which operations are marked as signed: those that C
// performs in a signed type.
func TestSigned(t *testing.T) {
	const decls = "#include <stdatomic.h>\nint i, j; unsigned u, v; short h; char c; unsigned char b; long l; unsigned long ul; long long ll; int a[9]; int *p; struct { int f : 5; unsigned g : 7; } s; enum { E } e; _Bool q;\n"
	for _, tc := range []struct{ stmt, want string }{
		{"i = i + j", "+s"}, {"i = i - 1", "-s"}, {"i = i * j", "*s"}, {"i = i << j", "<<s"}, {"i = -i", "sneg"},
		{"u = u + v", "+"}, {"u = u - i", "-"}, {"u = i * u", "*"}, {"u = u << i", "<<"}, {"u = -u", "-"},
		{"i = i << u", "<<s"}, {"u = i << 1", "<<s"},
		{"h = h + c", "+s"}, {"h++", "+s"}, {"c--", "-s"}, {"b += 1", "+s"}, {"i = -b", "sneg"}, {"i = b << 2", "<<s"},
		{"l = l + i", "+s"}, {"l = l + u", "+s"}, {"ul = ul + l", "+"}, {"ll *= ul", "*"}, {"ll += u", "+s"},
		{"i++", "+s"}, {"--i", "-s"}, {"u++", "+"}, {"i += u", "+"}, {"u += i", "+"}, {"i <<= 2", "<<s"}, {"u <<= 2", "<<"},
		{"i = a[i]", "*"}, {"p++", ""}, {"p = p + i", "*"}, {"i = p - a", "-"}, {"i = a[i + 1]", "* +s"},
		{"s.f++", "+s"}, {"s.g++", "+s"}, {"i = e + 1", "+"}, {"i = q + q", "+s"},
		{"i = (u + v) + 0", "+"}, {"i = __builtin_add_overflow(i, j, &i)", "+"}, {"__sync_fetch_and_add(&i, j)", "+"}, {"atomic_fetch_add(&i, j)", "+"},
		{"i = i > 0 ? i + 1 : -i", "+s sneg"}, {"if (i + 1 > j) j = 0", "+s"}, {"i = 2147483647 + 1", "+s"}, {"i = 2147483646 + 1", ""}, {"i = -2147483647 - 1", ""}, {"i = j << 0", "<<s"}, {"i = (char)(i + 1) == 1000", "+s"}, {"static int k = 2147483647 + 1; i = k", ""}, {"i = sizeof(char[2147483647 * 2 + 3])", ""},
		{"i = i & 1 | j ^ 3", ""}, {"i = i / j % 3 >> 1", ""},
	} {
		p, err := Parse("t.c", []byte(decls+"int main(void) { "+tc.stmt+"; return 0; }"), Config{PtrBits: 64})
		if err != nil {
			t.Errorf("%s: %v", tc.stmt, err)
			continue
		}
		if err := cfg.Check(p); err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, e := range p.Edges {
			if e.Role == cfg.RoleImplicit && !strings.Contains(tc.stmt, "_") {
				continue
			}
			cfg.Exprs(e.Stmt, func(x cfg.Expr) { operations(x, got) })
		}
		for _, w := range strings.Fields(tc.want) {
			if !got[w] {
				t.Errorf("%s: no %s in %v", tc.stmt, w, got)
			}
			delete(got, w)
		}
		// Bit-fields shift and mask without marks.
		for g := range got {
			if strings.HasSuffix(g, "s") || g == "sneg" || !strings.Contains(tc.stmt, "s.") {
				t.Errorf("%s: %s", tc.stmt, g)
			}
		}
	}
}

func operations(e cfg.Expr, out map[string]bool) {
	cfg.Walk(e, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.Unary:
			if x.Op == cfg.Neg {
				out[map[bool]string{false: "-", true: "sneg"}[x.Signed]] = true
			}
		case *cfg.Binary:
			switch x.Op {
			case cfg.Add, cfg.Sub, cfg.Mul, cfg.Shl:
				out[x.Op.String()+map[bool]string{false: "", true: "s"}[x.Signed]] = true
			}
		}
	})
}
