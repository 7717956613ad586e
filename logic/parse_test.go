package logic

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRoundTrip checks that printing and reading preserves values, and, except for a few corners of the normal form that building a
// second time simplifies further, gives the same term.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	const rounds = 3000
	changed := 0
	for i := range rounds {
		tb := NewTable()
		g := newGen(r, i%2 == 0, 1, 3, 8, 32, 64)
		f := g.term(BoolSort(), 5).build(tb)
		s := tb.String(f)
		got, err := Parse(tb, s)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		if got != f {
			changed++
			t.Logf("%s\nreads as %s", s, tb.String(got))
		}
		var b bytes.Buffer
		if err := tb.WriteSMT(&b, f); err != nil {
			t.Fatal(err)
		}
		other := NewTable()
		h, err := Parse(other, b.String())
		if err != nil {
			t.Fatalf("%s: %v", b.String(), err)
		}
		ev, ew := NewEvaluator(tb), NewEvaluator(other)
		for range 8 {
			m, n := NewModel(), NewModel()
			for _, v := range tb.Vars(f) {
				s := tb.Sort(v)
				w := other.Var(tb.Name(v), s)
				if s.Kind == SArray {
					a := randArray(r, s)
					m.Arr[v], n.Arr[w] = a, a
				} else {
					x := randValue(r, max(s.W, 1))
					m.BV[v], n.BV[w] = x, x
				}
			}
			ev.Reset(m)
			ew.Reset(n)
			if ev.Value(f) != ew.Value(h) || ev.Value(f) != ev.Value(got) {
				t.Fatalf("%s\nreads differently:\n%s", b.String(), other.String(h))
			}
		}
	}
	if changed > rounds/500 {
		t.Errorf("%d of %d terms change when built again", changed, rounds)
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"(declare-fun x () (_ BitVec 8)) (assert (= (bvadd x #x01) #x03))", "(= x #x02)"},
		{"(declare-const |f::x| (_ BitVec 8)) (assert (bvule |f::x| (_ bv7 8)))", "(bvult |f::x| #x08)"},
		{"(let ((?a (bvmul #x03 #x05))) (let ((b ?a) (c #x01)) (bvsub b c)))", "#x0e"},
		{"(declare-const a (Array (_ BitVec 8) (_ BitVec 8))) (assert (= (select (store a #x01 #x02) #x01) #x02))", "true"},
		{"(declare-fun f ((_ BitVec 4) Bool) Bool) (assert (f #x1 true)) ; comment", "(f #x1 true)"},
		{"(set-logic QF_BV)(declare-const p Bool)(declare-const q Bool)(assert (=> p q))(assert p)(check-sat)", "(and p q)"},
		{"(select ((as const (Array (_ BitVec 2) (_ BitVec 4))) #xa) #b01)", "#xa"},
		{"((_ sign_extend 4) #x8)", "#xf8"},
	} {
		tb := NewTable()
		got, err := Parse(tb, c.in)
		if err != nil || tb.String(got) != c.want {
			t.Errorf("%s: %s (%v), want %s", c.in, tb.String(got), err, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "1:1"}, {"(and", "1:5"}, {"(bvadd #x1 #x01)", "1:1"}, {"\n x", "2:2"}, {"(assert #x1)", "1:2"},
		{"((_ extract 9 0) #x11)", "1:5"}, {"#xg", "1:1"}, {"|x", "1:1"}, {")", "1:1"}, {"(not true false)", "1:1"},
	} {
		_, err := Parse(NewTable(), c.in)
		var pe *ParseError
		if !errors.As(err, &pe) || !strings.HasPrefix(err.Error(), c.want+":") {
			t.Errorf("%q: %v, want it at %s", c.in, err, c.want)
		}
	}
}

// FuzzParse checks that what is read prints to something that reads as an equivalent term.
func FuzzParse(f *testing.F) {
	f.Add("(declare-fun x () (_ BitVec 8)) (assert (= (bvadd x #x01) #x03))")
	f.Add("(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))(declare-const |i i| (_ BitVec 8)) (assert (= (select (store a |i i| #x02) #x01) #x02))")
	f.Add("(let ((?a (bvmul #x03 #x05))) (let ((b ?a) (c #x01)) (bvsub b c)))")
	f.Add("(declare-fun f ((_ BitVec 4) Bool) Bool) (declare-const p Bool) (assert (f #x1 (xor p true)))")
	f.Add("(declare-const x (_ BitVec 64))(assert (bvslt ((_ sign_extend 7) ((_ extract 56 0) x)) (bvudiv x (bvashr x #x0000000000000003))))")
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 2000 {
			return
		}
		tb := NewTable()
		g, err := Parse(tb, s)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if tb.Sort(g).Kind != SBool {
			return
		}
		if err := tb.WriteSMT(&b, g); err != nil {
			t.Fatal(err)
		}
		h, err := Parse(tb, b.String())
		if err != nil {
			t.Fatalf("%s: %v", b.String(), err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		ev := NewEvaluator(tb)
		for range 8 {
			m := NewModel()
			for _, v := range tb.Vars(g) {
				if s := tb.Sort(v); s.Kind == SArray {
					m.Arr[v] = randArray(r, s)
				} else {
					m.BV[v] = randValue(r, max(s.W, 1))
				}
			}
			ev.Reset(m)
			if ev.Value(g) != ev.Value(h) {
				t.Fatalf("%s\nreads differently: %s", b.String(), tb.String(h))
			}
		}
	})
}
