package logic

// Simplification rules. Random terms built by these rules are compared, in rules_test.go, with an evaluator that does not simplify:
// under all models where the variables have at most 6 bits, under random ones otherwise; table_test.go checks the
// effect of a part of them one by one. Notation: k, l are constants, w is the width, m = 2^w-1, max and min are the extreme
// values of the order at hand, p, q are formulas, u(x) is an upper bound of x (pair.go). "Folds" means the value is computed.
//
// Everywhere
//
//	match: any operator over constants                    result: folds
//	match: op(ite(p,k,l), k') and op(k', ite(p,k,l))      result: ite(p, op(k,k'), op(l,k'))    op: division, remainder, shift, bitwise   [liftIte]
//	match: op(ite(p,k,l), ite(p,k',l'))                   result: ite(p, op(k,k'), op(l,l'))                                              [liftIte]
//
// Booleans (bool.go, tighten.go); the rules for and hold dually for or
//
//	match: not(not p)                                     result: p
//	match: and(.., and(ps), ..)                           result: and(.., ps, ..), sorted, without duplicates and true
//	match: and(.., false, ..), and(p, not p)              result: false
//	match: and(p, or(p, q))                               result: p                                          [absorb]
//	match: and(p, or(not p, q))                           result: and(p, q)                                  [absorb]
//	match: and(a<b, b<a)                                  result: false                                      [orderPairs]
//	match: and(a<b, not(b<a))                             result: a<b                                        [orderPairs]
//	match: and(not(a<b), not(b<a))                        result: a = b                                      [orderPairs]
//	match: two or more of x<k, not x<k, x=k, x≠k (both orders) with an empty meet        result: false       [joinBounds]
//	match: the same with a meet of one value k            result: x = k                                      [joinBounds]
//	match: the same with a meet that takes fewer bounds   result: these bounds                               [joinBounds]
//	match: p = p, p = true, p = false, p = not q          result: true, p, not p, not(p = q)
//	match: ite(true,a,b), ite(false,a,b), ite(p,a,a)      result: a, b, a
//	match: ite(not p,a,b)                                 result: ite(p,b,a)
//	match: ite(p, ite(p,a,b), c), ite(p, a, ite(p,b,c))   result: ite(p,a,c)
//	match: ite(p, a, ite(q,a,b))                          result: ite(p or q, a, b)
//	match: ite(p, ite(q,a,b), b)                          result: ite(p and q, a, b)
//	match: ite(x=y, x, y), ite(x=y, y, x)                 result: the second branch
//	match: ite(p,q,r) with q, r constant, p or not p      result: and, or
//	match: ite(p, q, not q)                               result: p = q
//
// Sums (poly.go), modulo 2^w
//
//	match: a+b, a-b, -a, k*a                              result: coefficients added, subtracted, negated, multiplied; terms with coefficient 0 vanish
//	match: bvnot a                                        result: -a - 1
//	match: (sum a)*(sum b), at most 16 products           result: multiplied out, equal power products added
//	match: (k*a)*(l*b), more products                     result: (k*l)*(a*b), factors sorted
//	match: shl(a, k)                                      result: 2^k*a, or 0 for k >= w
//
// Division (bv.go)
//
//	match: a udiv 0, a urem 0, a srem 0                   result: m, a, a
//	match: a udiv 2^k                                     result: lshr(a, k)
//	match: a urem 2^k                                     result: zext(extract(k-1, 0, a))
//	match: zext(x) udiv k                                 result: 0 if k > u, else zext(x udiv k)
//	match: zext(x) urem k, zext(x) urem zext(y)           result: zext of the narrow remainder
//	match: a udiv k, a urem k with u(a) < k               result: 0, a
//	match: a urem a, a srem a                             result: 0
//	match: a sdiv 1, a sdiv -1, a srem 1, a srem -1       result: a, -a, 0, 0
//	match: a op k, a of few values l, ..                  result: ite(a=l, l op k, ..)                               [liftSet]
//	match: a sdiv b, a srem b, both not negative          result: udiv, urem
//
// Bits (bv.go, extract.go)
//
//	match: bitwise op over nested same op                 result: flattened, sorted, one constant
//	match: x and x, x or x, x xor x                       result: x, x, 0
//	match: x and bvnot x, x or bvnot x                    result: 0, m
//	match: x xor bvnot y, x xor m                         result: bvnot(x xor y), bvnot x
//	match: x and (2^k-1)                                  result: zext(extract(k-1, 0, x))
//	match: ite(p,1,0) and ite(q,1,0) (or, xor; 0/1 in any order)        result: ite(p and q, 1, 0)           [liftBits]
//	match: lshr(a, k), ashr(a, k)                         result: zext, sext of extract(w-1, k, a)
//	match: ashr(a, b) with a not negative                 result: lshr(a, b)
//	match: shl(0,b), lshr(0,b), ashr(0,b), ashr(m,b)      result: the first operand
//	match: concat(0, a), concat(zext a, b)                result: zext(a), zext(concat(a, b))
//	match: concat(concat(a,b),c)                          result: concat(a, concat(b,c))
//	match: concat of adjacent extracts, of constants      result: one extract, constant
//	match: extract of extract, concat, zext, sext         result: extract of the part, extended where needed
//	match: extract(ite(p,k,b)), extract(ite(p,a,k))       result: ite(p, extract, extract)
//	match: extract of a bitwise operation                 result: the operation on extracts
//	match: extract(hi, lo, a op b), op + or *, hi < w-1   result: extract(hi, lo, extract(hi,0,a) op extract(hi,0,b))
//	match: extract(w-1, lo, 2^lo*a)                       result: extract(w-1-lo, 0, a)
//	match: zext(zext a), sext(sext a)                     result: one extension
//	match: sext(a) with a not negative                    result: zext(a)
//	match: zext(ite(p,k,l)), sext(ite(p,k,l))             result: ite of the extended constants
//
// Equations (cmp.go)
//
//	match: a = b with a-b constant                        result: folds
//	match: 2^v*a = k with valuation(k) < v                result: false (all coefficients divisible by 2^v)
//	match: 2^v*a = 2^v*b over extensions from w-v bits    result: a = b at width w-v                         [eqNarrow]
//	match: a = b                                          result: x = e, x the leading monomial with coefficient 2^v
//	match: ite(p,a,k) = l                                 result: ite(p, a=l, k=l)
//	match: ite(p,k,l) = ite(q,k',l')                      result: ite(p, k=.., l=..) of equations with constants
//	match: ite(p,a,b) = ite(p,c,d), ite(p,a,b) = a        result: ite(p, .., ..) of equations
//	match: c = k, c nested conditionals, no leaf can be k  result: false                                      [leafEquals]
//	match: zext x = k, sext x = k                         result: false if k is not such a value, else x = k
//	match: zext x = zext y, sext x = sext y               result: equation at the larger of the inner widths
//	match: concat(a,b) = k, concat(a,b) = concat(c,d)     result: conjunction of the parts' equations
//	match: x xor k = l                                    result: x = k xor l
//
// Comparisons (cmp.go), both orders
//
//	match: a <= b                                         result: not(b < a)
//	match: a < a, a < min, max < a                        result: false
//	match: a < min+1, a < max                             result: a = min, a ≠ max
//	match: k < a                                          result: not(a < k+1)
//	match: a <u k with u(a) < k                           result: true
//	match: ite(p,a,l) < k                                 result: ite(p, a<k, l<k)
//	match: zext x <u zext y, sext x < sext y (both orders), with constants         result: comparison at the larger inner width
//	match: a <s b, both not negative                      result: a <u b
//	match: a <s k, a not negative, k < 0                  result: false
//
// Arrays (array.go)
//
//	match: select(store(a,i,v), j), i-j = 0               result: v
//	match: select(store(a,i,v), j), i = j false           result: select(a, j)
//	match: select(store(a,i,v), j)                        result: ite(i=j, v, select(a,j))
//	match: select(constarray v, j)                        result: v
//	match: select(copy(d,x,n,s,y), j)                     result: ite(j-x <u n, select(s, j-x+y), select(d, j))
//	match: select(ite(p,a,b), j)                          result: ite(p, select(a,j), select(b,j))
//	match: select(a, j), j of few values k, l, ..         result: ite(j=k, select(a,k), ..), unless a is a variable  [spread]
//	match: store(store(a,i,v),j,w), i-j = 0               result: store(a,j,w)
//	match: store(store(a,i,v),j,w), i-j constant, constant part of j smaller         result: store(store(a,j,w),i,v)
//	match: store(constarray v, i, v), store(a, i, select(a,i)), a a variable         result: the array
//	match: copy of 0 cells, of an array onto itself       result: the array
//	match: copy of 1 cell                                 result: store
//
// Words of several cells (word.go) have a test of their own (values_test.go).
//
// Floats (float.go) have fixed widths, and a test of their own (float_test.go): the operands of a sum and a product are
// sorted; an operation of binary64 on numbers of binary32 that is rounded to binary32 is the operation of binary32, and
// so is the conversion of an integer of at most 53 bits. [narrowFloat]
