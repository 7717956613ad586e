package extern

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"culprit/frontend"
)

func TestExterns(t *testing.T) {
	src := `
#include <stdio.h>
#include <math.h>
struct s { char c; double d[1]; };
struct p { short a; struct { char b; long long c; } in; };
typedef enum { A, B } e;
extern struct p pair;
extern int table[10], unused, here;
int here;
extern struct s both(void);
extern e which(int);
extern unsigned long long big(void);
extern _Bool ready();
static int helper(void) { return late(3); }
int dead(void) { return big() + table[1] + both().c; }
int main(void) {
	printf("%d", pair.in.b + here + helper());
	void (*f)(void) = (void (*)(void))ready;
	return which(1) + (int)sin(1) + (stdout != 0);
}
`
	got, err := List([]frontend.Source{{Name: "a.c", Text: []byte(src)}}, frontend.Config{PtrBits: 64})
	if err != nil {
		t.Fatal(err)
	}
	want := []Symbol{
		{Name: "big", Func: true, Result: "unsigned long long"},
		{Name: "both", Func: true},
		{Name: "dead", Func: true, Defined: true},
		{Name: "helper", Func: true, Defined: true, Result: "int"},
		{Name: "late", Func: true, Result: "int"},
		{Name: "main", Func: true, Defined: true},
		{Name: "pair", Size: 24, Offsets: []uint64{0, 8, 16}},
		{Name: "printf", Func: true, Library: true, Result: "int"},
		{Name: "ready", Func: true, Result: "_Bool"},
		{Name: "sin", Func: true, Library: true, Result: "double"},
		{Name: "table", Size: 40},
		{Name: "which", Func: true, Result: "unsigned int"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if _, err := List([]frontend.Source{{Name: "a.c", Text: []byte("int main( {")}}, frontend.Config{PtrBits: 64}); err == nil {
		t.Error("no error")
	}
}
