// Expansion, pasting, stringizing, variable arguments.
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", \
 x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') // this goes away
 == 0) str(: \n), s);
xstr(INCFILE(2).hh)
glue(HIGH, LOW);
xglue(HIGH, LOW)
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p2[] = join(x, y);
#define tt(x,y,z) x ## y ## z
int j[] = { tt(1,2,3), tt(,4,5), tt(6,,7), tt(8,9,), tt(10,,), tt(,11,), tt(,,12), tt(,,) };
#define dbg(...) fprintf(stderr, __VA_ARGS__)
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test):\
 printf(__VA_ARGS__))
dbg("Flag");
dbg("X = %d\n", x);
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);
#define e1(fmt, ...) printf(fmt, ##__VA_ARGS__)
#define e2(fmt, args...) printf(fmt, ##args)
#define e3(args...) [ args ] #args
#define e4(fmt, ...) printf(fmt, ## __VA_ARGS__, 1)
e1("a") e1("a",) e1("a", 1, 2) e2("a") e2("a", x, x) e3() e3(1, x) e4("a") e4("b", x)
#define F(...) f2(0 __VA_OPT__(,) __VA_ARGS__)
#define G(X, ...) f2(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
F(a, b, c) F() F(EMP) G(a, b, c) G(a, ) G(a) SDEF(foo); SDEF(bar, 1, 2);
#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__
#define H3(X, ...) #__VA_OPT__(X##X X##X)
#define H4(X, ...) __VA_OPT__(a X ## X) ## b
#define H5A(...) __VA_OPT__()/**/__VA_OPT__()
H2(a, b, c, d) H3(, 0) H4(, 1) H3(q, 1) H3(q)
#define AA BB
#define BB AA
AA BB
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define foo() bar
foo
() foo (
) foo
;
#define EMPTY
#define LP (
#define RP )
#define func(x) <x>
func EMPTY (1) func LP 2 RP func
#define D EMPTY
(D) [D] str( a   b
  c ) str("a\n\"" '\'' L'\\') str(a/**/b) str(a+b) str( a + b )
#define two(a, b) a-b
two((1, 2), [3) two(,) two({a, b)
#define $d_1 dollar
$d_1 int \u00e9t\u00e9 = été;
<: :> <% %> str(<: %:)
#define obj(x) (x)
#define noargs ()
obj noargs -1 obj(-)-obj(-)
#define call(m, ...) m(__VA_ARGS__)
call(two, 1, 2) call(call, two, 3, 4)
#if 1 //
comment
#endif
#if 0
don't look 'here
# nonsense
#else
looked
#endif
