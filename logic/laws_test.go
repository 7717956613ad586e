package logic

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// laws has one row per rule of rules.go, named by the rule's match text: terms
// it applies to, as S-expressions over the operators of the naive twin.
//
//	a b c d e x y z   variables of w bits        p q r s   formulas        A B   arrays of w bits to w bits
//	K L M N           all constants of w bits; with a suffix of w+1 (1) or 2w (2) bits
//	#5 #-1 #min #max  constants (signed extremes); #5:1 has w+1, #5:2 has 2w bits; #2^v, #2^v-1 for all v < w
//	h l               all bounds of extract      zext1, zext2   to one bit more, to twice the bits; sext1, sext2
//	{f|g}             one template for each
//
// "t => u" claims in addition that t is simplified to the very term u, where w is at least 4;
// with a ? at the end it is documentation.
var laws = []struct {
	rule      string
	instances []string
}{
	{"any operator over constants", []string{
		"({add|sub|mul|udiv|urem|sdiv|srem|and.|or.|xor.|shl|lshr|ashr|concat|eq|ne|ult|ule|slt|sle} K L)", "({neg|bvnot|zext1|sext1|zext2|sext2} K)", "(extract h l K)",
		"(select (constarray K) L) => K"}},
	{"op(ite(p,k,l), k') and op(k', ite(p,k,l))", []string{
		"({udiv|urem|sdiv|srem|shl|lshr|ashr|and.|or.|xor.} (ite p K L) M)", "({udiv|urem|srem|lshr|ashr|and.|or.|xor.} (ite p K L) M) => (ite p ({udiv|urem|srem|lshr|ashr|and.|or.|xor.} K M) ({udiv|urem|srem|lshr|ashr|and.|or.|xor.} L M))",
		"({udiv|urem|sdiv|srem|shl|lshr|ashr|and.|or.|xor.} M (ite p K L))"}},
	{"op(ite(p,k,l), ite(p,k',l'))", []string{"({udiv|urem|sdiv|srem|shl|lshr|ashr|and.|or.|xor.} (ite p K L) (ite p M N))"}},
	{"not(not p)", []string{"(not (not p)) => p", "(not (not (ult a b))) => (ult a b)"}},
	{"and(.., and(ps), ..)", []string{"({and|or} p ({and|or} q r) s)", "(and p (and q r) p) => (and r q p)", "(or p (or q r) p) => (or r q p)", "(and p (eq a a)) => p", "(or p (ne a a)) => p"}},
	{"and(.., false, ..), and(p, not p)", []string{"(and p (ne a a) q) => (ne a a)", "(and p q (not p)) => (ne a a)", "(or p (eq a a) q) => (eq a a)", "(or p q (not p)) => (eq a a)",
		"(and (and p q) (not q))", "(or (not (ult a b)) p (ult a b)) => (eq a a)"}},
	{"and(p, or(p, q))", []string{"(and p (or p q)) => p", "(or p (and p q)) => p", "(and p (or q p r) s)", "(or p (and q p r) s)", "(and (not p) (or q (not p)))", "(and (or p q) (or p q r))"}},
	{"and(p, or(not p, q))", []string{"(and p (or (not p) q)) => (and p q)", "(or p (and (not p) q)) => (or p q)", "(and p r (or q (not p)))", "(and (not p) (or q p))", "(and p (or (not p) q) (or (not q) r))", "(or p (and (not p) q r))"}},
	{"and(a<b, b<a)", []string{"(and ({ult|slt} a b) ({ult|slt} b a))", "(and (ult a b) (ult b a)) => (ne a a)", "(and (slt a b) (slt b a)) => (ne a a)", "(or (ule a b) (ule b a)) => (eq a a)", "(or (sle a b) ({sle|ule} b a))"}},
	{"and(a<b, not(b<a))", []string{"(and (ult a b) (not (ult b a))) => (ult a b)", "(and (slt a b) (not (slt b a))) => (slt a b)", "(or (ult a b) (not (ult b a)))", "(or (slt a b) (sle a b))", "(and (ult a b) (sle a b))"}},
	{"and(not(a<b), not(b<a))", []string{"(and (ule a b) (ule b a)) => (eq a b)", "(and (sle a b) (sle b a)) => (eq a b)", "(or (ult a b) (ult b a)) => (ne a b)", "(or (slt a b) (slt b a)) => (ne a b)", "(and (sle a b) (ule b a))"}},
	{"two or more of x<k, not x<k, x=k, x≠k (both orders) with an empty meet", []string{
		"(and ({ult|ule|slt|sle|eq|ne} a K) ({ult|ule|slt|sle|eq|ne} a L))", "(and ({ult|ule|slt|sle|eq|ne} K a) ({ult|ule|slt|sle} a L))", "(and (ult a #2) (ule #3 a)) => (ne a a)"}},
	{"the same with a meet of one value k", []string{
		"(or ({ult|ule|slt|sle|eq|ne} a K) ({ult|ule|slt|sle|eq|ne} L a))", "(and (ule a #3) (ule #3 a)) => (eq a #3)", "(and (sle a #-2) (sle #-2 a)) => (eq a #-2)", "(and (ult a #2) (ne a #0)) => (eq a #1)"}},
	{"the same with a meet that takes fewer bounds", []string{
		"(and ({ult|ule|slt|sle|ne} a K) ({ult|ule|slt|sle|ne} L a) ({ult|ule|slt|sle|ne} a M))", "(and (ult a #3) (ult a #5)) => (ult a #3)", "(or (ult a #3) (ult a #5)) => (ult a #5)", "(and ({ult|slt} a K) ({ult|slt} L a) p (ne a M))"}},
	{"p = p, p = true, p = false, p = not q", []string{"(eq p p)", "(eq p (eq a a)) => p", "(eq (ne a a) p) => (not p)", "(eq p (not q)) => (not (eq p q))", "(eq (not p) (not q)) => (eq p q)", "(ne p (not p)) => (eq a a)"}},
	{"ite(true,a,b), ite(false,a,b), ite(p,a,a)", []string{"(ite (eq a a) b c) => b", "(ite (ne a a) b c) => c", "(ite p a a) => a", "(ite p q q) => q", "(select (ite p A A) a) => (select A a)"}},
	{"ite(not p,a,b)", []string{"(ite (not p) a b) => (ite p b a)", "(ite (ne a b) c d) => (ite (eq a b) d c)", "(ite (not p) q r)"}},
	{"ite(p, ite(p,a,b), c), ite(p, a, ite(p,b,c))", []string{"(ite p (ite p a b) c) => (ite p a c)", "(ite p a (ite p b c)) => (ite p a c)", "(ite p (ite (not p) a b) c) => (ite p b c)", "(ite p q (ite p r s))"}},
	{"ite(p, a, ite(q,a,b))", []string{"(ite p a (ite q a b)) => (ite (or p q) a b)", "(ite p a (ite q b a))", "(ite p r (ite q r s))"}},
	{"ite(p, ite(q,a,b), b)", []string{"(ite p (ite q a b) b) => (ite (and p q) a b)", "(ite p (ite q b a) b)", "(ite p (ite q r s) s)"}},
	{"ite(x=y, x, y), ite(x=y, y, x)", []string{"(ite (eq x y) x y) => y", "(ite (eq x y) y x) => x", "(ite (ne x y) x y) => x", "(ite (eq x K) x K)", "(ite (eq p q) p q)"}},
	{"ite(p,q,r) with q, r constant, p or not p", []string{"(ite p (eq a a) q) => (or p q)", "(ite p (ne a a) q) => (and (not p) q)", "(ite p q (ne a a)) => (and p q)", "(ite p q (eq a a)) => (or (not p) q)",
		"(ite p p q) => (or p q)", "(ite p q p) => (and p q)", "(ite p (not p) q)", "(ite p q (not p))"}},
	{"ite(p, q, not q)", []string{"(ite p q (not q)) => (eq p q)", "(ite p (not q) q) => (not (eq p q))"}},
	{"a+b, a-b, -a, k*a", []string{"(add a b) => (add b a)", "(sub (add a b) b) => a", "(neg (neg a)) => a", "(neg (sub a b)) => (sub b a)", "(mul K (add a (mul L b))) => (add (mul K a) (mul (mul K L) b))", "(sub a a) => #0",
		"(add (mul K a) (mul L a)) => (mul (add K L) a)", "(sub (add a K) (add b L)) => (add (sub a b) (sub K L))"}},
	{"bvnot a", []string{"(bvnot a) => (sub (neg a) #1)", "(bvnot (bvnot a)) => a", "(bvnot (add a b))"}},
	{"(sum a)*(sum b), at most 16 products", []string{"(mul (add a b) (sub a b)) => (sub (mul a a) (mul b b))", "(mul (add a K) (add b L)) => (add (add (mul a b) (mul a L)) (add (mul K b) (mul K L)))", "(mul (add a (add b c)) (add a (add b d)))", "(mul (mul a b) c) => (mul b (mul c a))"}},
	{"(k*a)*(l*b), more products", []string{"(mul (mul K a) (mul L b)) => (mul (mul K L) (mul a b))",
		"(mul (mul K (add a (add b (add c (add d x))))) (mul L (add a (sub b (sub c (add d y))))))"}},
	{"shl(a, k)", []string{"(shl a K)", "(shl a #2) => (mul a #4)", "(shl (add a b) #1) => (add (mul #2 a) (mul #2 b))", "(shl a #-1) => #0"}},
	{"a udiv 0, a urem 0, a srem 0", []string{"(udiv a #0) => #-1", "(urem a #0) => a", "(srem a #0) => a", "(sdiv a #0)"}},
	{"a udiv 2^k", []string{"(udiv a #2^v) => (lshr a #v)"}},
	{"a urem 2^k", []string{"(urem a #2^v)", "(urem a #2^v) => (and. a #2^v-1)"}},
	{"zext(x) udiv k", []string{"(udiv ({zext1|zext2} a) ({zext1|zext2} K))", "(udiv (zext2 a) K2)", "(udiv (zext2 a) (zext2 K)) => (zext2 (udiv a K)) ?"}},
	{"zext(x) urem k, zext(x) urem zext(y)", []string{"(urem (zext2 a) K2)", "(urem ({zext1|zext2} a) ({zext1|zext2} b))", "(urem (zext2 a) (zext2 b)) => (zext2 (urem a b))"}},
	{"a udiv k, a urem k with u(a) < k", []string{"(udiv (and. a K) L)", "(urem (and. a K) L)", "(urem (and. a #3) #5) => (and. a #3)", "(udiv (and. a #3) #5) => #0", "({udiv|urem} (ite p K (and. a #1)) L)", "({udiv|urem} (lshr a K) L)"}},
	{"a urem a, a srem a", []string{"(urem a a) => #0", "(srem a a) => #0", "({urem|srem|udiv|sdiv} (add a b) (add b a))"}},
	{"a sdiv 1, a sdiv -1, a srem 1, a srem -1", []string{"(sdiv a #1) => a", "(sdiv a #-1) => (neg a)", "(srem a #1) => #0", "(srem a #-1) => #0"}},
	{"a op k, a of few values l, ..", []string{"({udiv|urem|sdiv|srem} (ite p K (ite q L M)) N)", "({udiv|urem|sdiv|srem} (add (ite p K (ite q L M)) (ite r #0 #1)) N)", "(udiv (ite p #5 (ite q #4 #1)) #3) => (ite (or p q) #1 #0)"}},
	{"a sdiv b, a srem b, both not negative", []string{"(sdiv (zext1 a) (zext1 b)) => (udiv (zext1 a) (zext1 b))", "(srem (zext1 a) (zext1 b)) => (urem (zext1 a) (zext1 b))", "({sdiv|srem} (lshr a #1) K)", "({sdiv|srem} (and. a K) L)"}},
	{"bitwise op over nested same op", []string{"({and.|or.|xor.} a ({and.|or.|xor.} b (xor. a c)))", "(and. (and. a K) (and. L b))", "(and. (and. a #5) (and. #6 b)) => (and. b (and. a #4))", "(or. (or. a K) (or. L b)) => (or. b (or. a (or. K L)))", "(xor. (xor. a K) (xor. L b)) => (xor. b (xor. a (xor. K L)))"}},
	{"x and x, x or x, x xor x", []string{"(and. x x) => x", "(or. x x) => x", "(xor. x x) => #0", "(xor. (xor. a b) a) => b"}},
	{"x and bvnot x, x or bvnot x", []string{"(and. x (bvnot x)) => #0", "(or. x (bvnot x)) => #-1", "(and. (bvnot a) (and. b a))", "(or. (bvnot a) (or. b a))"}},
	{"x xor bvnot y, x xor m", []string{"(xor. x (bvnot y)) => (bvnot (xor. x y))", "(xor. x #-1) => (bvnot x)", "(xor. (bvnot x) (bvnot y)) => (xor. x y)", "(and. x #-1) => x", "(or. x #-1) => #-1", "(and. x #0) => #0"}},
	{"x and (2^k-1)", []string{"(and. x #2^v-1)", "(and. #2^v-1 (add a b))"}},
	{"ite(p,1,0) and ite(q,1,0) (or, xor; 0/1 in any order)", []string{
		"(and. (ite p #1 #0) (ite q #1 #0)) => (ite (and p q) #1 #0)", "(or. (ite p #1 #0) (ite q #1 #0)) => (ite (or p q) #1 #0)", "({and.|or.|xor.} (ite p #{0|1} #{0|1}) (ite q #{0|1} #{0|1}))", "({and.|or.|xor.} (ite p K L) (ite q #1 #0))"}},
	{"lshr(a, k), ashr(a, k)", []string{"({lshr|ashr} a K)", "({lshr|ashr} (zext1 a) (zext1 K))", "({lshr|ashr} (mul a #4) K)", "(lshr (lshr a #1) #1) => (lshr a #2)", "(ashr (ashr a #1) #1) => (ashr a #2)"}},
	{"ashr(a, b) with a not negative", []string{"(ashr (zext1 a) (zext1 b)) => (lshr (zext1 a) (zext1 b))", "(ashr (lshr a #1) b)", "(ashr (and. a K) b)"}},
	{"shl(0,b), lshr(0,b), ashr(0,b), ashr(m,b)", []string{"({shl|lshr|ashr} #0 b) => #0", "(ashr #-1 b) => #-1"}},
	{"concat(0, a), concat(zext a, b)", []string{"(concat #0 a) => (zext2 a)", "(concat (zext1 a) b)", "(concat (zext2 a) b) => (concat #0 (concat a b)) ?", "(concat (sext1 a) b)"}},
	{"concat(concat(a,b),c)", []string{"(concat (concat a b) c) => (concat a (concat b c))", "(concat (concat a K) L)"}},
	{"concat of adjacent extracts, of constants", []string{"(concat (extract h l a) (extract h l a))", "(concat (extract h l a) (extract l 0 a))", "(concat (extract h h a) (extract l l a))", "(concat K (concat L a))", "(concat a (concat K L))", "(concat (extract 3 2 a) (extract 1 0 a)) => (extract 3 0 a)"}},
	{"extract of extract, concat, zext, sext", []string{"(extract h l ({zext1|sext1|zext2|sext2} a))", "(extract h l (concat a b))", "(extract h l (extract 2 1 a))", "(extract h l (concat a (zext1 b)))", "(extract 1 0 (extract 3 1 a)) => (extract 2 1 a)", "(extract h l (concat K a))"}},
	{"extract(ite(p,k,b)), extract(ite(p,a,k))", []string{"(extract h l (ite p K b))", "(extract h l (ite p a K))", "(extract h l (ite p K L))"}},
	{"extract of a bitwise operation", []string{"(extract h l ({and.|or.|xor.} a b))", "(extract h l (bvnot a))", "(extract h l (and. a K))", "(extract 1 0 (and. a b)) => (and. (extract 1 0 a) (extract 1 0 b))"}},
	{"extract(hi, lo, a op b), op + or *, hi < w-1", []string{"(extract h l ({add|mul|sub} a b))", "(extract h l (add (mul K a) (mul b (zext0 c))))", "(extract h l (add ({zext2|sext2} a) ({zext2|sext2} b)))", "(extract 1 0 (add a b)) => (add (extract 1 0 a) (extract 1 0 b))", "(extract h l (mul (zext2 a) (sext2 b)))"}},
	{"extract(w-1, lo, 2^lo*a)", []string{"(extract h l (mul #2^v a))", "(extract h l (mul #2^v:1 (zext1 a)))", "(extract h l (add (mul #4 a) (mul #8 b)))"}},
	{"zext(zext a), sext(sext a)", []string{"(zext1 (zext1 a)) => (zext+2 a)", "(sext1 (sext1 a)) => (sext+2 a)", "({zext1|sext1} ({zext2|sext2} a))", "(sext1 (zext1 a)) => (zext+2 a)"}},
	{"sext(a) with a not negative", []string{"(sext1 (lshr a #1)) => (zext1 (lshr a #1))", "(sext2 (and. a K))", "(sext1 (urem a K))"}},
	{"zext(ite(p,k,l)), sext(ite(p,k,l))", []string{"({zext1|sext1|zext2|sext2} (ite p K L))", "(zext1 (ite p #1 #0)) => (ite p (zext1 #1) (zext1 #0))"}},
	{"a = b with a-b constant", []string{"(eq a a) => (eq b b)", "(eq (add a K) (add a L))", "(ne (add a #1) a) => (eq a a)", "(eq (mul (add a b) #2) (add (mul #2 a) (mul #2 b)))"}},
	{"2^v*a = k with valuation(k) < v", []string{"(eq (mul #2^v a) K)", "(eq (add (mul #4 a) (mul #6 b)) K)", "(eq (mul #4 a) #2) => (ne a a)", "(eq (mul #2^v (mul a b)) (mul K c))"}},
	{"2^v*a = 2^v*b over extensions from w-v bits", []string{"(eq (mul #2:1 ({zext1|sext1} a)) (mul #2:1 ({zext1|sext1} b)))", "(eq (mul #4:1 (zext1 a)) (mul #4:1 (zext1 b)))", "(eq (mul #-2:1 (zext1 a)) K1)", "(eq (mul #2^v:2 ({zext2|sext2} a)) K2)", "(eq (mul #2^v:2 ({zext2|sext2} a)) (mul #2^v:2 ({zext2|sext2} b)))",
		"(eq (mul #2:1 (zext1 a)) (mul #2:1 (zext1 b))) => (eq a b)"}},
	{"a = b", []string{"(eq a b) => (eq b a)", "(eq (add a b) c)", "(eq (add (mul K a) (mul L b)) c)", "(eq (add (mul K a) (mul L b)) M)", "(eq (mul #3 a) #6) => (eq a #2)", "(eq (add a #1) (add b #1)) => (eq a b)"}},
	{"ite(p,a,k) = l", []string{"(eq (ite p a K) L)", "(eq (ite p K a) L)", "(ne (ite p K a) L)", "(eq (ite p a #1) #2) => (and p (eq a #2))"}},
	{"ite(p,k,l) = ite(q,k',l')", []string{"(eq (ite p K L) (ite q M N))", "(eq (ite p K L) (ite p M N))"}},
	{"ite(p,a,b) = ite(p,c,d), ite(p,a,b) = a", []string{"(eq (ite p a b) (ite p c d))", "(eq (ite p a b) a)", "(eq (ite p a b) b)", "(eq (ite p a b) (ite (not p) a b))", "(eq (ite p (add a #1) b) a)"}},
	{"c = k, c nested conditionals, no leaf can be k", []string{"(eq (ite p (ite q K L) (and. a #1)) M)", "(eq (ite p (ite q (lshr a #1) K) (and. b L)) M)", "(eq (ite p #1 (ite q #2 (ite r #3 #4))) #5) => (ne a a)", "(eq (ite p (ite q K a) (ite r L M)) N)"}},
	{"zext x = k, sext x = k", []string{"(eq ({zext1|sext1} a) K1)", "(eq ({zext2|sext2} a) K2)", "(eq (zext2 a) (zext2 K)) => (eq a K)", "(eq (sext2 a) (sext2 K)) => (eq a K)", "(eq (zext1 a) (sext1 #-1)) => (ne a a)"}},
	{"zext x = zext y, sext x = sext y", []string{"(eq ({zext2|sext2} a) ({zext2|sext2} b))", "(eq (zext2 a) (zext2 b)) => (eq a b)", "(eq (sext2 a) (sext2 b)) => (eq a b)", "(eq (zext+2 a) (zext1 (zext1 b)))", "(eq (zext+2 a) (zext1 (concat p1 b)))", "(eq ({zext1|sext1} (extract h l a)) ({zext1|sext1} (extract h l b)))"}},
	{"concat(a,b) = k, concat(a,b) = concat(c,d)", []string{"(eq (concat a b) K2)", "(eq (concat a b) (concat c d)) => (and (eq a c) (eq b d))", "(eq (concat a b) ({zext2|sext2} c))", "(eq (concat a (extract h l b)) (concat c (extract h l d)))", "(eq (concat (concat a p1) b) (concat c (concat p1 d)))"}},
	{"x xor k = l", []string{"(eq (xor. x K) L) => (eq x (xor. K L))", "(eq (xor. x y) K)", "(eq (xor. x K) y)"}},
	{"a <= b", []string{"(ule a b) => (not (ult b a))", "(sle a b) => (not (slt b a))"}},
	{"a < a, a < min, max < a", []string{"({ult|slt} a a) => (ne a a)", "(ult a #0) => (ne a a)", "(slt a #min) => (ne a a)", "(ult #-1 a) => (ne a a)", "(slt #max a) => (ne a a)", "({ult|slt} (add a b) (add b a)) => (ne a a)"}},
	{"a < min+1, a < max", []string{"(ult a #1) => (eq a #0)", "(slt a (add #min #1)) => (eq a #min)", "(ult a #-1) => (ne a #-1)", "(slt a #max) => (ne a #max)", "({ult|slt|ule|sle} a K)"}},
	{"k < a", []string{"({ult|slt|ule|sle} K a)", "(ult #3 a) => (not (ult a #4))", "(slt #3 a) => (not (slt a #4))"}},
	{"a <u k with u(a) < k", []string{"(ult (and. a K) L)", "(ult (zext1 a) K1)", "(ult (urem a K) L)", "(ult (lshr a K) L)", "(ult (and. a #3) #4) => (eq a a)", "(ult (ite p K (and. a L)) M)"}},
	{"ite(p,a,l) < k", []string{"({ult|slt} (ite p a L) K)", "({ult|slt} K (ite p L a))", "({ult|slt} (ite p K L) M)", "(ult (ite p a #1) #2) => (or (not p) (ult a #2))"}},
	{"zext x <u zext y, sext x < sext y (both orders), with constants", []string{"({ult|slt|ule|sle} ({zext1|sext1} a) ({zext1|sext1} b))", "({ult|slt} ({zext2|sext2} a) K2)", "({ult|slt} K2 ({zext2|sext2} a))", "(ult (zext2 a) (zext2 b)) => (ult a b)", "(slt (sext2 a) (sext2 b)) => (slt a b)", "(ult (sext2 a) (sext2 b)) => (ult a b)", "(slt (zext2 a) (zext2 b)) => (ult a b)",
		"({ult|slt} (zext+2 a) (zext1 (concat p1 b)))"}},
	{"a <s b, both not negative", []string{"(slt (zext1 a) (zext1 b)) => (ult a b)", "(slt (lshr a #1) (and. b #3)) => (ult (lshr a #1) (and. b #3))", "(slt (and. a K) (and. b L))"}},
	{"a <s k, a not negative, k < 0", []string{"(slt (lshr a #1) K)", "(slt K (lshr a #1))", "(slt (zext1 a) K1)", "(slt (lshr a #1) #-3) => (ne a a)"}},
	{"select(store(a,i,v), j), i-j = 0", []string{"(select (store A a b) a) => b", "(select (store A (add a b) c) (add b a)) => c"}},
	{"select(store(a,i,v), j), i = j false", []string{"(select (store A a b) (add a #1)) => (select A (add a #1))", "(select (store A K a) L)", "(select (store A (mul #2 a) b) (add #1 (mul #2 c))) => (select A (add #1 (mul #2 c)))"}},
	{"select(store(a,i,v), j)", []string{"(select (store A a b) c) => (ite (eq a c) b (select A c))", "(select (store (store A a b) c d) x)", "(select (store (store A a b) (add a K) d) x)"}},
	{"select(constarray v, j)", []string{"(select (constarray a) b) => a", "(select (store (constarray a) b c) d)"}},
	{"select(copy(d,x,n,s,y), j)", []string{"(select (copy A a b B c) d)", "(select (copy A a K B c) (add a L))", "(select (copy A a b A c) d)", "(select (copy (store A a b) K L (store B c d) M) x)", "(select (copy A a #3 B c) (add a #2)) => (select B (add c #2))", "(select (copy A a #3 B c) (add a #3)) => (select A (add a #3))"}},
	{"select(ite(p,a,b), j)", []string{"(select (ite p A B) a) => (ite p (select A a) (select B a))", "(select (ite p (store A a b) A) c)"}},
	{"select(a, j), j of few values k, l, ..", []string{"(select (store (store A K a) b c) (ite p K (ite q L M)))", "(select (store (store A (ite p K L) a) b c) (add (ite q K M) (ite r L N)))", "(select (store A #1 a) (ite p #1 #2)) => (ite p a (select A #2))"}},
	{"store(store(a,i,v),j,w), i-j = 0", []string{"(select (store (store A a b) a c) x)", "(store (store A a b) a c) => (store A a c)"}},
	{"store(store(a,i,v),j,w), i-j constant, constant part of j smaller", []string{"(select (store (store A (add a K) b) (add a L) c) x)", "(select (store (store (store A (add a K) b) (add a L) c) (add a M) d) x)", "(store (store A #5 b) #2 c) => (store (store A #2 c) #5 b)", "(store (store (store A #5 b) #2 c) #5 d) => (store (store A #2 c) #5 d)"}},
	{"store(constarray v, i, v), store(a, i, select(a,i)), a a variable", []string{"(store (constarray a) b a) => (constarray a)", "(store A a (select A a)) => A", "(select (store A a (select A b)) x)", "(select (store (store A a b) c (select A c)) x)"}},
	{"copy of 0 cells, of an array onto itself", []string{"(copy A a #0 B b) => A", "(copy A a b A a) => A", "(select (copy A a b A c) x)"}},
	{"copy of 1 cell", []string{"(copy A a #1 B b) => (store A a (select B b))", "(select (copy A a #1 B b) x)"}},
}

// matches are the rules of rules.go.
func matches(t *testing.T) map[string]bool {
	text, err := os.ReadFile("rules.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, line := range strings.Split(string(text), "\n") {
		if _, rest, ok := strings.Cut(line, "match: "); ok {
			m, _, ok := strings.Cut(rest, "result:")
			if !ok {
				t.Errorf("rule without result: %s", line)
			}
			out[strings.TrimSpace(m)] = true
		}
	}
	return out
}

// TestLaws proves every rule on its rows: on all values and constants at small widths as far as there are not too many
// of them (CULPRIT_LAWS is the number of evaluations per row and width), on random ones at 8, 32 and 64 bits.
func TestLaws(t *testing.T) {
	left := matches(t)
	if len(left) < 80 {
		t.Fatalf("only %d rules found", len(left))
	}
	budget := 300
	if n, err := strconv.Atoi(os.Getenv("CULPRIT_LAWS")); err == nil {
		budget = n
	}
	k := &lawTest{t: t, r: rand.New(rand.NewPCG(1, 2)), budget: budget}
	for _, l := range laws {
		if !left[l.rule] {
			t.Errorf("no such rule, or twice: %s", l.rule)
		}
		delete(left, l.rule)
		for _, tmpl := range l.instances {
			for _, one := range alternatives(tmpl) {
				before := k.proved
				for _, w := range []int{1, 2, 3, 4, 8, 32, 64} {
					k.law(one, w)
				}
				if k.proved == before {
					t.Errorf("%s: no instance of %s", l.rule, one)
				}
			}
		}
	}
	for m := range left {
		t.Errorf("rule without a row: %s", m)
	}
	t.Logf("%d rules, %d instances, %d evaluations", len(laws), k.proved, k.evals)
}

// alternatives expands {f|g}. Equal groups in one template expand alike.
func alternatives(s string) []string {
	i := strings.Index(s, "{")
	if i < 0 {
		return []string{s}
	}
	j := i + strings.Index(s[i:], "}")
	var out []string
	group := s[i : j+1]
	for _, alt := range strings.Split(s[i+1:j], "|") {
		if strings.Contains(s, "=>") {
			out = append(out, alternatives(strings.ReplaceAll(s, group, alt))...)
		} else {
			out = append(out, alternatives(s[:i]+alt+s[j+1:])...)
		}
	}
	return out
}

type lawTest struct {
	t             *testing.T
	r             *rand.Rand
	budget        int
	proved, evals int
}

// metas are the values of the constants and bounds of a template.
type metas map[string]uint64

// law checks a template at base width w.
func (k *lawTest) law(tmpl string, w int) {
	left, right, fires := strings.Cut(tmpl, "=>")
	fires = fires && w >= 4 && !strings.HasSuffix(tmpl, "?")
	right = strings.TrimSuffix(right, "?")
	names := metaNames(tmpl)
	// One instance tells the number of variable bits.
	total := 1.0
	for _, n := range names {
		total *= float64(metaRange(n, w))
	}
	const many = 1 << 16
	free := 0
	if w <= 4 {
		free = k.freeBits(left, w, names)
	}
	per := 24
	if w <= 4 && free <= 14 {
		per = 1 << free
	}
	rounds := max(k.budget/per, 4)
	exhaustive := total <= float64(rounds) && total <= many
	if exhaustive {
		rounds = int(total)
	}
	for i := range rounds {
		m := metas{}
		rest := uint64(i)
		for _, n := range names {
			size := metaRange(n, w)
			if exhaustive {
				m[n] = rest % size
				rest /= size
			} else if size == 0 {
				m[n] = randValue(k.r, 64)
			} else {
				m[n] = k.r.Uint64N(size)
				if k.r.IntN(3) == 0 {
					m[n] = randValue(k.r, uint8(bits.Len64(size)-1)) % size
				}
			}
		}
		k.instance(tmpl, left, right, fires, w, m)
	}
}

// metaNames are the constants and bounds that occur in a template.
func metaNames(s string) []string {
	var out []string
	seen := map[string]bool{}
	for _, tok := range tokens(s) {
		name := tok
		switch {
		case strings.HasPrefix(tok, "#2^v"), tok == "#v":
			name = "v"
		case tok == "h" || tok == "l":
		case tok[0] >= 'K' && tok[0] <= 'N' && tok != "Kind":
		default:
			continue
		}
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// metaRange is the number of values of a constant; 0 for 2^64.
func metaRange(name string, w int) uint64 {
	switch name {
	case "v":
		return uint64(w)
	case "h", "l":
		return uint64(min(2*w, 64))
	}
	b := constWidth(name, w)
	if b >= 64 {
		return 0
	}
	return 1 << b
}

func constWidth(name string, w int) int {
	switch name[1:] {
	case "1":
		return w + 1
	case "2":
		return 2 * w
	}
	return w
}

func tokens(s string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(s))
}

// freeBits is the number of bits of the variables of a template; a large one if it has no instance.
func (k *lawTest) freeBits(s string, w int, names []string) int {
	vars := map[string]Sort{}
	m := metas{}
	for _, n := range names {
		m[n] = 0
	}
	if a := (&lawParser{toks: tokens(s), w: w, m: m}).term(); a != nil {
		a.vars(vars)
	}
	bits := 0
	for _, s := range vars {
		switch s.Kind {
		case SBool:
			bits++
		case SBV:
			bits += int(s.W)
		default:
			return 1000
		}
	}
	return bits
}

// instance checks one instance of a template under all or many models.
func (k *lawTest) instance(tmpl, left, right string, fires bool, w int, m metas) {
	a := (&lawParser{toks: tokens(left), w: w, m: m}).term()
	if a == nil {
		return
	}
	k.proved++
	tb := NewTable()
	x := a.build(tb)
	if err := tb.Check(); err != nil {
		k.t.Errorf("%s, w %d, %v: %s: %v", tmpl, w, m, tb.String(x), err)
	}
	if fires {
		want := (&lawParser{toks: tokens(right), w: w, m: m}).term()
		if want == nil {
			return
		}
		if y := want.build(tb); x != y {
			k.t.Errorf("%s, w %d, %v: simplified to %s, want %s", tmpl, w, m, tb.String(x), tb.String(y))
		}
	}
	if a.sort.Kind == SArray {
		return // its reads have rows of their own
	}
	vars := map[string]Sort{}
	a.vars(vars)
	ev := NewEvaluator(tb)
	bad := false
	limit := 0
	if w <= 4 {
		limit = 14
	}
	eachEnv(k.r, vars, limit, 24, func(e *env) {
		if bad {
			return
		}
		k.evals++
		ev.Reset(e.model(tb, vars))
		if got, want := ev.Value(x), a.eval(e); got != want {
			bad = true
			k.t.Errorf("%s, w %d, %v: simplified to %s\nis %d, want %d under %v %v", tmpl, w, m, tb.String(x), got, want, e.val, e.arr)
		}
	})
}

// lawParser reads a template at base width w with values for its constants.
type lawParser struct {
	toks []string
	w    int
	m    metas
}

func (p *lawParser) next() string {
	s := p.toks[0]
	p.toks = p.toks[1:]
	return s
}

// term is nil if the template makes no sense at these widths and bounds.
func (p *lawParser) term() *ast {
	tok := p.next()
	if tok != "(" {
		return p.atom(tok)
	}
	op := p.next()
	var hi, lo int
	if op == "extract" {
		hi, lo = p.bound(), p.bound()
	}
	var args []*ast
	ok := true
	for p.toks[0] != ")" {
		x := p.term()
		ok = ok && x != nil
		args = append(args, x)
	}
	p.next()
	if !ok {
		return nil
	}
	return p.apply(op, args, hi, lo)
}

func (p *lawParser) bound() int {
	s := p.next()
	if v, ok := p.m[s]; ok {
		return int(v)
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(s)
	}
	return n
}

func (p *lawParser) atom(tok string) *ast {
	w := p.w
	if v, ok := p.m[tok]; ok && tok != "h" && tok != "l" {
		b := constWidth(tok, w)
		if b > 64 {
			return nil
		}
		return &ast{op: "const", sort: BVSort(b), val: v & mask(uint8(b))}
	}
	if rest, ok := strings.CutPrefix(tok, "#"); ok {
		rest, suffix, _ := strings.Cut(rest, ":")
		w = constWidth("#"+suffix, w)
		if w > 64 {
			return nil
		}
		var v uint64
		switch rest {
		case "min":
			v = 1 << (w - 1)
		case "max":
			v = 1<<(w-1) - 1
		case "v":
			v = p.m["v"]
		case "2^v":
			v = 1 << p.m["v"]
		case "2^v-1":
			v = 1<<p.m["v"] - 1
		default:
			n, err := strconv.ParseInt(rest, 10, 64)
			if err != nil {
				panic(tok)
			}
			v = uint64(n)
		}
		return &ast{op: "const", sort: BVSort(w), val: v & mask(uint8(w))}
	}
	s := BVSort(w)
	switch tok {
	case "p", "q", "r", "s":
		s = BoolSort()
	case "A", "B":
		s = ArraySort(w, w)
	case "p1":
		s = BVSort(1)
	case "a", "b", "c", "d", "e", "x", "y", "z":
	default:
		panic(fmt.Sprintf("%q", tok))
	}
	return &ast{op: "var", name: tok, sort: s}
}

// apply makes a term, nil if the sorts do not fit.
func (p *lawParser) apply(op string, args []*ast, hi, lo int) *ast {
	a := &ast{op: op, args: args, sort: args[0].sort, i: hi, j: lo}
	w0 := int(args[0].sort.W)
	to := 0
	switch op {
	case "zext0":
		return args[0]
	case "zext1", "sext1":
		to = w0 + 1
	case "zext+2", "sext+2":
		to = w0 + 2
	case "zext2", "sext2":
		to = 2 * w0
	case "not", "and", "or":
		a.sort = BoolSort()
		return a
	case "eq", "ne", "ult", "ule", "slt", "sle":
		if args[0].sort != args[1].sort {
			return nil
		}
		a.sort = BoolSort()
		return a
	case "ite":
		a.sort = args[1].sort
		if args[1].sort != args[2].sort {
			return nil
		}
		return a
	case "extract":
		if hi >= w0 || lo > hi {
			return nil
		}
		a.sort = BVSort(hi - lo + 1)
		return a
	case "concat":
		to = w0 + int(args[1].sort.W)
		if to > 64 {
			return nil
		}
		a.sort = BVSort(to)
		return a
	case "select":
		a.sort = BVSort(int(args[0].sort.E))
		return a
	case "constarray":
		a.sort = ArraySort(p.w, w0)
		return a
	case "store", "copy":
		return a
	default:
		if len(args) == 2 && args[0].sort != args[1].sort {
			return nil
		}
		return a
	}
	if to > 64 {
		return nil
	}
	a.op, a.sort = op[:4], BVSort(to)
	return a
}
