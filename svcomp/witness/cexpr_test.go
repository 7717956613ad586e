package witness

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/interp"
	"culprit/logic"
)

// exprVars declares one variable or object for each kind of leaf, and
// exprLoop a loop in whose scope they all are.
const (
	exprVars = `signed char sc; unsigned char uc; short sh; unsigned short us; int i; unsigned int u; long l; unsigned long ul; long long ll;
struct pt { short x; int y[3]; unsigned char z; } pt; unsigned char bytes[4]; int *ip; int obj; int k;
`
	exprLoop = `int main(void) { ip = &obj; while (sc + uc + sh + us + i + u + l + ul + ll + pt.x + pt.y[1] + pt.z + bytes[k] + *ip) { pt.y[k] = 1; bytes[k] = 1; k = k + (&pt != 0); } return 0; }
`
)

// exprCase makes random terms over the variables of a program.
type exprCase struct {
	r      *rand.Rand
	prog   *cfg.Program
	scope  *scope
	leaves []logic.T
	names  []string // C names of the leaves
}

func newExprCase(t *testing.T, seed uint64, bits int) *exprCase {
	t.Helper()
	prog := frontendtest.Parse(t, exprVars+exprLoop, frontend.Config{PtrBits: bits, Scopes: true})
	c := &exprCase{r: rand.New(rand.NewPCG(seed, 7)), prog: prog}
	enc := hoare.NewEncoder(logic.NewTable(), prog)
	for _, l := range prog.Locs {
		if len(l.Loops) > 0 {
			c.scope = newScope(enc, l.Loops[0].Scope)
		}
	}
	for _, n := range c.scope.objs {
		for _, m := range []string{"x", "y", "z", ""} {
			c.member(enc, n, m)
		}
	}
	for _, v := range prog.Vars {
		if x, ok := c.scope.vars[enc.VarTerm[v.ID]]; ok && !x.ptr {
			c.leaves, c.names = append(c.leaves, enc.VarTerm[v.ID]), append(c.names, x.text)
		}
	}
	if len(c.leaves) < 14 {
		t.Fatalf("only the leaves %v", c.names)
	}
	return c
}

// member adds the read of a member or of an element as a leaf.
func (c *exprCase) member(enc *hoare.Encoder, n cfg.Name, field string) {
	off, sh, text := uint64(0), n.CType, n.Text
	for _, f := range sh.Members {
		if f.Name == field {
			off, sh, text = f.Offset, f.Type, text+"."+field
		}
	}
	if sh.Elem != nil {
		off, sh, text = off+sh.Elem.Size, sh.Elem, text+"[1]"
	}
	if sh.Scalar().Bits == 0 || field == "" && strings.Contains(text, ".") {
		return
	}
	for _, e := range c.prog.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				ld, ok := x.(*cfg.Load)
				if !ok || ld.T != sh.Scalar() || len(c.names) > 0 && c.names[len(c.names)-1] == text {
					return
				}
				base := false
				cfg.Walk(ld.Addr, func(y cfg.Expr) {
					a, ok := y.(*cfg.AddrOf)
					base = base || ok && a.Obj == n.Obj
				})
				if base {
					addr := &cfg.Const{T: cfg.BV(c.prog.PtrBits), V: n.Obj.Addr + off}
					t := enc.Expr(&cfg.Load{T: sh.Scalar(), Addr: addr, Region: ld.Region}, &hoare.Sym{Enc: enc, Regs: enc.RegTerm})
					c.leaves, c.names = append(c.leaves, t), append(c.names, text)
				}
			})
		})
	}
}

// term makes a bit-vector of w bits.
func (c *exprCase) term(w, depth int) logic.T {
	tb, r := c.scope.tb, c.r
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(4) == 0 {
			return tb.BV(w, []uint64{0, 1, 2, 3, 5, 10, 255, 1 << 31, ^uint64(0), ^uint64(6), 1<<63 - 1, r.Uint64()}[r.IntN(12)])
		}
		return c.resize(c.leaves[r.IntN(len(c.leaves))], w)
	}
	sub := func() logic.T { return c.term(w, depth-1) }
	switch r.IntN(18) {
	case 0, 1, 2:
		return tb.Add(sub(), sub())
	case 3, 4:
		return tb.Sub(sub(), sub())
	case 5:
		return tb.Mul(sub(), sub())
	case 6:
		return tb.Mul(tb.BV(w, uint64(r.IntN(9))-4), sub())
	case 7:
		return tb.BvAnd(sub(), sub())
	case 8:
		return tb.BvOr(sub(), sub())
	case 9:
		return tb.BvXor(sub(), sub())
	case 10:
		k := tb.BV(w, uint64(r.IntN(20))-6)
		return []func(a, b logic.T) logic.T{tb.UDiv, tb.URem, tb.SDiv, tb.SRem}[r.IntN(4)](sub(), k)
	case 11:
		n := sub()
		if r.IntN(2) == 0 {
			n = tb.BV(w, uint64(r.IntN(w)))
		}
		return []func(a, b logic.T) logic.T{tb.Shl, tb.LShr, tb.AShr}[r.IntN(3)](sub(), n)
	case 12:
		if w >= 8 {
			return tb.Concat(c.term(w-w/4, depth-1), c.term(w/4, depth-1))
		}
	case 13:
		return tb.Ite(c.cond(depth-1), sub(), sub())
	case 14:
		wide := min(64, w+1+r.IntN(33))
		lo := r.IntN(wide - w + 1)
		return tb.Extract(lo+w-1, lo, c.term(wide, depth-1))
	case 15, 16:
		if w > 8 {
			n := []int{8, 16, 32, 5, 13}[r.IntN(5)]
			if n < w {
				return c.resize(c.term(n, depth-1), w)
			}
		}
	}
	return tb.BvNot(sub())
}

// resize extends or truncates.
func (c *exprCase) resize(t logic.T, w int) logic.T {
	tb := c.scope.tb
	switch n := tb.Width(t); {
	case n > w:
		return tb.Extract(w-1, 0, t)
	case n < w && c.r.IntN(2) == 0:
		return tb.ZExt(t, w)
	case n < w:
		return tb.SExt(t, w)
	}
	return t
}

func (c *exprCase) cond(depth int) logic.T {
	tb, r := c.scope.tb, c.r
	w := []int{8, 16, 32, 32, 32, 64, 64, 7, 24}[r.IntN(9)]
	if depth > 0 && r.IntN(3) == 0 {
		a, b := c.cond(depth-1), c.cond(depth-1)
		switch r.IntN(4) {
		case 0:
			return tb.And(a, b)
		case 1:
			return tb.Or(a, b)
		case 2:
			return tb.Eq(a, b)
		}
		return tb.Ite(a, b, c.cond(depth-1))
	}
	a, b := c.term(w, depth), c.term(w, depth)
	if r.IntN(3) == 0 {
		b = tb.BV(w, uint64(r.IntN(12))-3)
	}
	return []func(a, b logic.T) logic.T{tb.Eq, tb.Ne, tb.ULt, tb.ULe, tb.SLt, tb.SLe}[r.IntN(6)](a, b)
}

// valuation gives the leaves values and returns the model and the C statements
// that set them.
func (c *exprCase) valuation() (*logic.Model, string) {
	tb := c.scope.tb
	m := logic.NewModel()
	var b strings.Builder
	for i, t := range c.leaves {
		w := tb.Width(t)
		v := cfg.Mask([]uint64{0, 1, ^uint64(0), 1 << (w - 1), 1<<(w-1) - 1, c.r.Uint64(), uint64(c.r.IntN(20)) - 8}[c.r.IntN(7)], w)
		fmt.Fprintf(&b, "  %s = %dULL;\n", c.names[i], v)
		if tb.Op(t) == logic.OpVar {
			m.BV[t] = v
			continue
		}
		for k := 0; k < w; {
			sel := t
			if tb.Op(t) != logic.OpSelect {
				sel = tb.Extract(k+7, k, t)
			}
			arr, idx := tb.Args(sel)[0], tb.ConstVal(tb.Args(sel)[1])
			if m.Arr[arr] == nil {
				m.Arr[arr] = &logic.ArrayVal{M: map[uint64]uint64{}}
			}
			n := tb.Width(sel)
			m.Arr[arr].M[idx] = cfg.Mask(v>>k, n)
			k += n
		}
	}
	return m, b.String()
}

// TestExpressions compares random terms with their translation, executed by
// the interpreter and, where there is one, by compiled code that stops at
// undefined behaviour.
func TestExpressions(t *testing.T) {
	for _, bits := range []int{64, 32} {
		c := newExprCase(t, uint64(bits), bits)
		tb := c.scope.tb
		var terms []logic.T
		var body strings.Builder
		for tries := 0; len(terms) < 1200; tries++ {
			if tries > 20_000 {
				t.Fatalf("only %d of %d terms can be expressed", len(terms), tries)
			}
			c.scope.steps = 0
			f := c.cond(c.r.IntN(4))
			if tb.IsConst(f) {
				continue
			}
			text, ok := exact(c.scope, f)
			if !ok || len(text) > 600 {
				continue
			}
			terms = append(terms, f)
			fmt.Fprintf(&body, "  put(%s);\n", text)
		}
		const rounds = 12
		var main strings.Builder
		want := ""
		for range rounds {
			m, set := c.valuation()
			main.WriteString(set + "  eval();\n")
			ev := logic.NewEvaluator(tb)
			ev.Reset(m)
			for _, f := range terms {
				want += fmt.Sprint(ev.Value(f))
			}
			want += "\n"
		}
		src := exprVars + "int putchar(int);\nstatic void put(int b) { putchar(b ? '1' : '0'); }\nvoid eval(void) {\n" + body.String() + "  putchar('\\n');\n}\nint main(void) {\n" + main.String() + "  return 0;\n}\n"
		check := func(by, got string) {
			t.Helper()
			lines, wants := strings.Split(got, "\n"), strings.Split(want, "\n")
			for k := range min(len(wants), len(lines)) {
				for n := range min(len(lines[k]), len(wants[k])) {
					if lines[k][n] != wants[k][n] {
						t.Fatalf("%d bits, %s: %s\nis %c, but %s is %c", bits, by, strings.Split(body.String(), "\n")[n], lines[k][n], tb.String(terms[n]), wants[k][n])
					}
				}
			}
			if got != want {
				t.Fatalf("%d bits, %s: output of %d bytes, want %d", bits, by, len(got), len(want))
			}
		}
		check("interpreter", interpreted(t, src, bits))
		if bits == 64 {
			if out, ok := compiled(t, src); ok {
				check("gcc", out)
			}
		}
	}
}

// TestReadable fixes the form of what users read.
func TestReadable(t *testing.T) {
	c := newExprCase(t, 1, 64)
	s, tb := c.scope, c.scope.tb
	v := map[string]logic.T{}
	for i, n := range c.names {
		v[n] = c.leaves[i]
	}
	for _, x := range c.prog.Vars {
		v[x.Name] = s.enc.VarTerm[x.ID]
	}
	k := func(n int64) logic.T { return tb.BV(32, uint64(n)) }
	wide := func(x logic.T) logic.T { return tb.SExt(x, 32) }
	for _, tc := range []struct {
		term logic.T
		want string
	}{
		{tb.SLe(v["i"], v["k"]), "i <= k"},
		{tb.SLt(v["i"], v["k"]), "i < k"},
		{tb.SLe(v["i"], k(10)), "i <= 10"},
		{tb.SLe(k(0), v["i"]), "0 <= i"},
		{tb.SLt(v["i"], k(0)), "i < 0"},
		{tb.ULe(v["u"], k(-96)), "u <= 4294967200U"},
		{tb.ULt(v["i"], k(7)), "(unsigned int)i <= 6"},
		{tb.SLt(v["u"], v["i"]), "(int)u < i"},
		{tb.Eq(v["i"], k(-1)), "i == -1"},
		{tb.Ne(v["i"], v["u"]), "i != u"},
		{tb.Eq(v["i"], tb.Add(v["k"], k(1))), "i == k + 1U"},
		{tb.Eq(v["i"], tb.Mul(k(3), v["k"])), "i == 3U * k"},
		{tb.Eq(tb.Add(v["i"], v["k"]), v["u"]), "u == (unsigned int)i + k"},
		{tb.SLe(tb.Add(v["i"], k(1)), v["k"]), "(int)(i + 1U) <= k"},
		{tb.Eq(wide(v["sc"]), tb.Add(wide(v["sh"]), k(2))), "sc == sh + 2"},
		{tb.Eq(v["sc"], tb.BV(8, 255)), "sc == -1"},
		{tb.Eq(v["pt.y[1]"], v["i"]), "i == pt.y[1]"},
		{tb.Eq(v["bytes[1]"], tb.BV(8, 3)), "bytes[1] == 3"},
		{tb.Eq(v["ip"], tb.BV(64, 0)), "ip == 0"},
		{tb.Or(tb.Eq(v["i"], k(1)), tb.And(tb.Eq(v["i"], k(2)), tb.Eq(v["k"], k(3)))), "i == 1 || (i == 2 && k == 3)"},
		{tb.Or(tb.SLe(k(5), v["i"]), tb.Eq(v["ip"], tb.BV(64, 12345))), ""}, // an address of nothing in scope
		{tb.And(tb.SLe(k(5), v["i"]), tb.Eq(v["ip"], tb.BV(64, 12345))), "5 <= i"},
		{tb.ULt(v["ip"], tb.BV(64, 12345)), ""},
		{tb.Eq(tb.UDiv(v["u"], v["i"]), k(2)), ""},
		{tb.Eq(tb.Apply("f", logic.BVSort(32), v["i"]), k(2)), ""},
	} {
		if got, _ := s.weaken(tc.term); got.text != tc.want {
			t.Errorf("%s\n got %q\nwant %q", tb.String(tc.term), got.text, tc.want)
		}
	}
	// What was stated before makes signed arithmetic safe.
	s.note(tb.SLe(k(0), v["i"]))
	s.note(tb.SLe(v["i"], k(100)))
	if got, _ := s.weaken(tb.SLe(tb.Add(v["i"], k(1)), v["k"])); got.text != "i + 1 <= k" {
		t.Errorf("got %q", got.text)
	}
}

// exact translates a formula that can be expressed as a whole.
func exact(s *scope, f logic.T) (text string, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(inexpressible); !is {
				panic(p)
			}
			ok = false
		}
	}()
	return s.cond(f).text, true
}

func interpreted(t *testing.T, src string, bits int) string {
	t.Helper()
	prog := frontendtest.Parse(t, src, frontend.Config{PtrBits: bits, Execute: true})
	var out bytes.Buffer
	r := interp.Run(prog, interp.RunConfig{Args: []string{"expr"}, Stdout: &out})
	if r.Status != interp.Exited {
		t.Fatalf("%d bits: %v %s %v", bits, r.Status, r.Reason, r.Fault)
	}
	return out.String()
}

// compiled is the output of a program made by gcc; ok is false if there is
// none.
func compiled(t *testing.T, src string) (string, bool) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		return "", false
	}
	file, bin := filepath.Join(t.TempDir(), "expr.c"), filepath.Join(t.TempDir(), "expr")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-o", bin, file).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatalf("compiled program: %v after %d bytes", err, len(out))
	}
	return string(out), true
}
