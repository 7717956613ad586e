package interp

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
	"culprit/interp/code"
)

// walker is the naive twin of a recording: before every edge of an ordinary
// run it walks the edge's expressions on the state of the machine.
type walker struct {
	m    *machine
	list []cfg.Instance
	late func() // completes the last instance with what its statement chose
}

// eval is the value of e; it appends the reads.
func (w *walker) eval(e cfg.Expr, reads *[]cfg.Access) uint64 {
	konst := func(x cfg.Expr) cfg.Expr { return &cfg.Const{T: x.Type(), V: w.eval(x, reads)} }
	switch e := e.(type) {
	case *cfg.VarRef:
		v := w.m.reg[e.V.ID]
		*reads = append(*reads, cfg.Access{Var: e.V, Value: v})
		return v
	case *cfg.AddrOf:
		if w.m.own != nil {
			return w.m.own.addr[e.Obj.ID]
		}
	case *cfg.Load:
		a := w.range_(w.eval(e.Addr, reads), uint64(e.T.Bytes()), false)
		a.Value = cfg.Mask(a.Value, e.T.Width())
		*reads = append(*reads, a)
		return a.Value
	case *cfg.Unary:
		return gen.Eval(&cfg.Unary{Op: e.Op, T: e.T, X: konst(e.X)}, nil)
	case *cfg.Cast:
		return gen.Eval(&cfg.Cast{Op: e.Op, T: e.T, X: konst(e.X)}, nil)
	case *cfg.Ite:
		if w.eval(e.Cond, reads) == 1 {
			return w.eval(e.Then, reads)
		}
		return w.eval(e.Else, reads)
	case *cfg.Binary:
		x := konst(e.X)
		if v := x.(*cfg.Const).V; e.Op == cfg.LAnd && v == 0 || e.Op == cfg.LOr && v == 1 {
			return v
		}
		return gen.Eval(&cfg.Binary{Op: e.Op, T: e.T, X: x, Y: konst(e.Y)}, nil)
	}
	return gen.Eval(e, nil)
}

// range_ is an access to memory as it is now.
func (w *walker) range_(addr, size uint64, data bool) cfg.Access {
	a := cfg.Access{Addr: addr, Size: size}
	var bytes []byte
	for i := range size {
		bytes = append(bytes, w.m.mem.byteAt(addr+i))
	}
	if size > 8 {
		if data {
			a.Data = bytes
		}
		return a
	}
	for i, b := range bytes {
		a.Value |= uint64(b) << (8 * i)
	}
	return a
}

// step notes the instance that is about to happen.
func (w *walker) step(e *cfg.Edge) bool {
	w.complete()
	in := cfg.Instance{Index: len(w.list), Edge: e}
	wrote := func(v *cfg.Var, value uint64) { in.Writes = append(in.Writes, cfg.Access{Var: v, Value: value}) }
	eval := func(x cfg.Expr) uint64 { return w.eval(x, &in.Reads) }
	n := len(w.list)
	after := func(a func() cfg.Access) {
		late := w.late
		w.late = func() {
			if late != nil {
				late()
			}
			if x := a(); x.Var != nil || x.Size > 0 {
				w.list[n].Writes = append(w.list[n].Writes, x)
			}
		}
	}
	switch s := e.Stmt.(type) {
	case *cfg.Assume:
		eval(s.Cond)
	case *cfg.Assign:
		wrote(s.Dst, eval(s.Src))
	case *cfg.Havoc:
		after(func() cfg.Access { return cfg.Access{Var: s.Dst, Value: w.m.reg[s.Dst.ID]} })
	case *cfg.Store:
		addr := eval(s.Addr)
		in.Writes = append(in.Writes, cfg.Access{Addr: addr, Size: uint64(s.Val.Type().Bytes()), Value: eval(s.Val)})
	case *cfg.MemCopy:
		dst, src, size := eval(s.Dst), eval(s.Src), eval(s.Size)
		if b := w.m.heap.below(src); e.Role == cfg.RoleImplicit && b != nil && b.addr == src { // realloc
			size = min(size, b.size)
		}
		in.Reads = append(in.Reads, w.range_(src, size, false))
		after(func() cfg.Access { return w.range_(dst, size, false) })
	case *cfg.MemSet:
		dst, _, size := eval(s.Dst), eval(s.Val), eval(s.Size)
		after(func() cfg.Access { return w.range_(dst, size, false) })
	case *cfg.MemHavoc:
		dst, size := eval(s.Dst), eval(s.Size)
		after(func() cfg.Access { return w.range_(dst, size, true) })
	case *cfg.Alloc:
		size := eval(s.Size)
		after(func() cfg.Access { return w.range_(w.m.reg[s.Dst.ID], size, !s.Zero) })
		after(func() cfg.Access { return cfg.Access{Var: s.Dst, Value: w.m.reg[s.Dst.ID]} })
	case *cfg.Free:
		eval(s.Ptr)
	case *cfg.Lib:
		for _, a := range s.Args {
			eval(a)
		}
	case *cfg.Call:
		for i, a := range s.Args {
			wrote(s.Proc.Params[i], eval(a))
		}
	}
	w.list = append(w.list, in)
	return true
}

func (w *walker) complete() {
	if w.late != nil {
		w.late()
		w.late = nil
	}
}

// walk runs p and returns all instances; that of a fault has all accesses of
// its statement.
func walk(p *cfg.Program, conf RunConfig) ([]cfg.Instance, RunResult) {
	m, _ := prepare(compile(p, code.Options{Announce: true, Own: true, Uninit: !conf.AllowUninit}), &conf)
	w := &walker{m: m}
	m.observe = w.step
	m.run()
	if n := len(w.list); m.status != Faulted || n > 0 && m.result().Fault.Edge != w.list[n-1].Edge {
		w.complete()
	}
	return w.list, m.result()
}

// sameAccesses compares recorded accesses with those of the twin. A location
// with several ways out may evaluate the condition of another one, or what
// all of them have in common, in place of that of the edge.
func sameAccesses(e *cfg.Edge, got, want []cfg.Access, prefix bool) bool {
	if prefix {
		want = want[:min(len(got), len(want))]
	}
	if _, ok := e.Stmt.(*cfg.Assume); ok && len(e.From.Out) > 1 {
		return slices.Equal(distinct(got), distinct(want))
	}
	return slices.Equal(runTexts(got), runTexts(want))
}

func runTexts(list []cfg.Access) []string {
	var out []string
	for _, a := range list {
		name := ""
		if a.Var != nil {
			name = fmt.Sprintf("%s#%d", a.Var.Name, a.Var.ID)
		}
		out = append(out, fmt.Sprintf("%s %#x+%d %#x %x", name, a.Addr, a.Size, a.Value, a.Data))
	}
	return out
}

func distinct(list []cfg.Access) []string {
	out := runTexts(list)
	slices.Sort(out)
	return slices.Compact(out)
}

// compareRecording checks a recording against the twin.
func compareRecording(t *testing.T, what string, p *cfg.Program, conf func() RunConfig) {
	t.Helper()
	want, plain := walk(p, conf())
	rec, err := Record(p, conf())
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	defer rec.Close()
	n := len(want)
	if rec.N != n && !(plain.Status == Faulted && rec.N == n+1) { // a fault in a condition
		t.Fatalf("%s: %d instances, want %d (%v, %v)", what, rec.N, n, plain.Status, plain.Notes)
	}
	i := 0
	for in := range rec.All(0) {
		if in.Index != i {
			t.Fatalf("%s: instance %d has index %d", what, i, in.Index)
		}
		i++
		last := in.Index == rec.N-1 && plain.Status == Faulted && plain.Fault.Kind != BadCall // which is between instances
		if last && in.Edge != plain.Fault.Edge {
			t.Fatalf("%s: the last instance is %s, the fault is at %s", what, describe(in.Edge), describe(plain.Fault.Edge))
		}
		if in.Index == n {
			continue
		}
		w := want[in.Index]
		if _, ok := w.Edge.Stmt.(*cfg.Lib); ok { // of the library's own accesses the twin knows nothing
			if n := len(w.Reads); in.Edge != w.Edge || !last && (len(in.Reads) < n || !slices.Equal(runTexts(in.Reads[:n]), runTexts(w.Reads))) {
				t.Fatalf("%s: instance %d, %s\ngot  %q\nwant %q", what, in.Index, describe(w.Edge), runTexts(in.Reads), runTexts(w.Reads))
			}
			continue
		}
		cut := last || in.Index == rec.N-1 && slices.Contains([]Status{DepthLimit, MemoryLimit, InputsEnded}, plain.Status) // it did not happen
		if in.Edge != w.Edge || !sameAccesses(w.Edge, in.Reads, w.Reads, cut) || !sameAccesses(w.Edge, in.Writes, w.Writes, cut) {
			t.Fatalf("%s: instance %d, %s\ngot  %q\n  -> %q\nwant %q\n  -> %q", what, in.Index, describe(w.Edge), runTexts(in.Reads), runTexts(in.Writes), runTexts(w.Reads), runTexts(w.Writes))
		}
	}
	if i != rec.N {
		t.Fatalf("%s: %d of %d instances", what, i, rec.N)
	}
}

func TestRecordRandom(t *testing.T) {
	for seed := range uint64(600) {
		p, _ := randomRun(seed)
		compareRecording(t, fmt.Sprint("seed ", seed), p, func() RunConfig { _, conf := randomRun(seed); return conf })
	}
}

// recordPrograms are C programs with all that a recording distinguishes.
var recordPrograms = map[string]string{
	"recursion": `
struct r { int a, b; };
struct r fib(int n) { struct r x, y; int keep[2]; keep[1] = n; if (n < 2) { x.a = n; x.b = 1; return x; } x = fib(n - 1); y = fib(n - 2); if (keep[1] != n) return y; x.a += y.a; x.b += y.b; return x; }
int main(void) { struct r x = fib(7); return x.a + x.b; }`,
	"heap": `
void *malloc(SIZE); void *calloc(SIZE, SIZE); void *realloc(void *, SIZE); void free(void *);
struct node { struct node *next; short v; char tag[13]; };
int main(void) {
  struct node *l = 0, copy; int sum = 0;
  for (int i = 0; i < 20; i++) { struct node *n = i % 2 ? malloc(sizeof *n) : calloc(1, sizeof *n); n->v = i; n->next = l; l = n; }
  copy = *l;
  int *p = malloc(8); p[0] = 1; p = realloc(p, 40); p[9] = copy.v; sum = p[0] + p[9]; free(p);
  while (l) { struct node *n = l->next; sum += l->v; free(l); l = n; }
  return sum;
}`,
	"switch": `
int f(int x) { switch (x) { case 0: return 4; case 1: case 2: return x; case 9: x++; default: return x * 2; } }
int main(void) { int s = 0; for (int i = 0; i < 12; i++) s += f(i) + (i > 3 && s % 2 || i == 1 ? 1 : 0); return s; }`,
	"pointers": `
int apply(int (*f)(int), int x) { return f(x); }
int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
int main(int argc, char **argv) { int n = 0; int (*t[2])(int) = { twice, thrice };
  for (char *p = argv[0]; *p; p++) n += apply(t[*p & 1], *p); double d = n; d /= 3; return (int)d; }`,
	"fault": `
int a[4];
int main(void) { int i, s = 0; for (i = 0; a[i] >= 0; i++) s += a[i]; return s; }`,
	"uninitialised": `
int main(void) { int x[3], y = 1; x[0] = 1; if (x[0] > 2) x[2] = 2; y += x[0] + x[2]; return y; }`,
}

func TestRecordC(t *testing.T) {
	for name, src := range recordPrograms {
		for _, bits := range []int{32, 64} {
			size := map[int]string{32: "unsigned", 64: "unsigned long"}[bits]
			p, err := frontend.Parse("t.c", []byte(strings.ReplaceAll(src, "SIZE", size)), frontend.Config{PtrBits: bits, Execute: true})
			if err != nil {
				t.Fatal(name, err)
			}
			compareRecording(t, name, p, func() RunConfig { return RunConfig{Args: []string{"prog", "x"}} })
		}
	}
	for seed := range uint64(6) {
		src := gen.Head + gen.C(seed, gen.COptions{Floats: seed%2 == 0})
		p, err := frontend.Parse("t.c", []byte(src), frontend.Config{PtrBits: 64, Execute: true})
		if err != nil {
			t.Fatal(seed, err)
		}
		compareRecording(t, fmt.Sprint("gen.C ", seed), p, func() RunConfig { return RunConfig{} })
	}
}

// TestRecordSmall compares recordings with many checkpoints, few of which
// stay, and inputs in a file with ordinary ones.
func TestRecordSmall(t *testing.T) {
	spilled, thinned := 0, 0
	for seed := range uint64(300) {
		p, conf := randomRun(seed)
		conf.Limits.Steps = 3000
		want, err := Record(p, conf)
		if err != nil {
			t.Fatal(err)
		}
		_, conf = randomRun(seed)
		conf.Limits.Steps = 3000
		s := NewSession(p, conf)
		s.in.conf.Inputs.(*memo).tape.limit = 1 + int(seed%7)
		s.points = checkpointing{every: 1 + seed%10, budget: 1 + 20000*(seed%5)}
		got, err := s.Record()
		if err != nil {
			t.Fatal(err)
		}
		if got.N != want.N {
			t.Fatalf("seed %d: %d instances, want %d", seed, got.N, want.N)
		}
		if s.in.conf.Inputs.(*memo).tape.file != nil {
			spilled++
		}
		if n := uint64(got.N) / (1 + seed%10); n > uint64(len(got.points)) {
			thinned++
		}
		next, stop := iter.Pull(got.All(0))
		for w := range want.All(0) {
			g, ok := next()
			if !ok || g.Index != w.Index || g.Edge != w.Edge || !slices.Equal(runTexts(g.Reads), runTexts(w.Reads)) || !slices.Equal(runTexts(g.Writes), runTexts(w.Writes)) {
				t.Fatalf("seed %d: instance %d differs", seed, w.Index)
			}
		}
		stop()
		from := got.N / 2
		for g := range got.All(from) {
			if g.Index != from {
				t.Fatalf("seed %d: instance %d, want %d", seed, g.Index, from)
			}
			break
		}
	}
	t.Logf("%d recordings spilled, %d were thinned", spilled, thinned)
	if spilled < 50 || thinned < 50 {
		t.Error("too few cases")
	}
}

// TestTape writes and reads a tape through a file.
func TestTape(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	tp := tape{limit: 100}
	var first tapeReader
	for i := range uint64(20000) {
		tp.append(binary.AppendUvarint(nil, i*i)...)
		if i%3 == 0 {
			first.uvarint(&tp)
		}
	}
	second := tapeReader{}
	for i := range uint64(20000) {
		if v := second.uvarint(&tp); v != i*i {
			t.Fatalf("number %d is %d", i, v)
		}
	}
	if v := first.uvarint(&tp); v != 6667*6667 {
		t.Errorf("the slow reader is at %d", v)
	}
	if tp.file == nil {
		t.Error("no file")
	}
	if err := tp.close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestTapeWithoutFile keeps everything in memory if no file can be made.
func TestTapeWithoutFile(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	tp := tape{limit: 10}
	for i := range uint64(1000) {
		tp.append(binary.AppendUvarint(nil, i)...)
	}
	var r tapeReader
	for i := range uint64(1000) {
		if v := r.uvarint(&tp); v != i {
			t.Fatalf("number %d is %d", i, v)
		}
	}
}

// TestRecordParallel iterates over one recording in several goroutines.
func TestRecordParallel(t *testing.T) {
	src := `
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int v, n = 0, *list[10] = { 0 };
  while (scanf("%d", &v) == 1) {
    free(list[n % 10]);
    list[n % 10] = malloc(sizeof v);
    *list[n++ % 10] = v + __VERIFIER_nondet_int() % 3;
    printf("%d\n", *list[(n - 1) % 10]);
  }
  return n;
}`
	p := frontendtest.Execute(t, src)
	s := NewSession(p, RunConfig{Stdin: strings.NewReader(strings.Repeat("1 22 333 ", 100)), Inputs: NewRandom(1)})
	s.in.conf.Inputs.(*memo).tape.limit = 50
	s.points = checkpointing{every: 500}
	rec, err := s.Record()
	if err != nil {
		t.Fatal(err)
	}
	if rec.Result.Code != 300 || len(rec.points) < 5 {
		t.Fatalf("%v, code %d, %d checkpoints", rec.Result.Status, rec.Result.Code, len(rec.points))
	}
	sum := func() uint64 {
		n := uint64(0)
		for in := range rec.All(0) {
			for _, a := range append(in.Reads, in.Writes...) {
				n = n*31 + a.Value + a.Addr
			}
		}
		return n
	}
	want := sum()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got := sum(); got != want {
				t.Errorf("checksum %d, want %d", got, want)
			}
		})
	}
	wait.Wait()
}

// TestRecordFrom checks that an iteration can start anywhere.
func TestRecordFrom(t *testing.T) {
	for seed := range uint64(100) {
		p, conf := randomRun(seed)
		rec, err := Record(p, conf)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for in := range rec.All(0) {
			all = append(all, fmt.Sprint(in.Index, in.Edge.ID, runTexts(in.Reads), runTexts(in.Writes)))
		}
		from := rand.New(rand.NewPCG(seed, 1)).IntN(rec.N + 1)
		i := from
		for in := range rec.All(from) {
			if got := fmt.Sprint(in.Index, in.Edge.ID, runTexts(in.Reads), runTexts(in.Writes)); got != all[i] {
				t.Fatalf("seed %d, from %d: %s, want %s", seed, from, got, all[i])
			}
			i++
		}
		if i != rec.N {
			t.Fatalf("seed %d, from %d: ends at %d of %d", seed, from, i, rec.N)
		}
	}
}

// TestRecordLibrary checks what calls of the C library read and wrote, and
// that copies of a run have the output and the input of the run.
func TestRecordLibrary(t *testing.T) {
	src := `
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
  char word[16]; int n = 0, v;
  while (scanf("%d %15s", &v, word) == 2) {
    n += v;
    printf("%s=%d\n", word, n);
  }
  FILE *f = fopen("out", "w+"); fprintf(f, "%d", n); rewind(f);
  char line[8]; if (fgets(line, sizeof line, f)) puts(line);
  return atoi(line);
}`
	p := frontendtest.Execute(t, src)
	conf := func() RunConfig { return RunConfig{Stdin: strings.NewReader("3 cat 4 mouse -5 elephant")} }
	plain := Run(p, conf())
	if want := "cat=3\nmouse=7\nelephant=2\n2\n"; string(plain.Stdout) != want || plain.Code != 2 {
		t.Fatalf("output %q, code %d", plain.Stdout, plain.Code)
	}
	rec, err := Record(p, conf())
	if err != nil {
		t.Fatal(err)
	}
	if string(rec.Result.Stdout) != string(plain.Stdout) {
		t.Errorf("recorded output %q", rec.Result.Stdout)
	}
	var prints []int // where the run prints
	for range 2 {    // executing again changes nothing
		read, wrote := "", ""
		prints = prints[:0]
		for in := range rec.All(0) {
			s, ok := in.Edge.Stmt.(*cfg.Lib)
			if !ok {
				continue
			}
			if s.Func == "printf" {
				prints = append(prints, in.Index)
			}
			for _, a := range in.Reads {
				if a.Var == nil && s.Func == "printf" {
					read += string(byte(a.Value))
				}
			}
			for _, a := range in.Writes {
				if a.Var == nil && s.Func == "scanf" {
					wrote += fmt.Sprintf("[%d %x%s]", a.Size, a.Value, a.Data)
				}
			}
		}
		if !strings.Contains(read, "cat") || !strings.Contains(read, "%s=%d\n") {
			t.Errorf("printf read %q", read)
		}
		if !strings.Contains(wrote, "[4 3]") || !strings.Contains(wrote, "[9 0elephant\x00]") && !strings.Contains(wrote, "[4 fffffffb]") {
			t.Errorf("scanf wrote %q", wrote)
		}
	}
	s := NewSession(p, conf())
	for at := 0; s.RunTo(at); at += 7 {
		if f := s.Fork().Finish(); string(f.Stdout) != string(plain.Stdout) || f.Code != plain.Code {
			t.Fatalf("copied at %d: output %q, code %d", s.At(), f.Stdout, f.Code)
		}
	}
	s = NewSession(p, conf())
	s.RunTo(prints[1])
	var out strings.Builder
	f := s.Fork()
	f.SetOutput(&out, nil)
	if r := f.Finish(); !strings.HasSuffix(string(plain.Stdout), out.String()) || out.Len() == 0 || r.Stdout != nil {
		t.Errorf("output from the second line on: %q", out.String())
	}
	if r := s.Finish(); string(r.Stdout) != string(plain.Stdout) {
		t.Errorf("the original's output: %q", r.Stdout)
	}
}
