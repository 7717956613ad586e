// Directives.
#define ONE 1
#if ONE == 1 && defined ONE && defined(ONE) && !defined NOPE
a1
#endif
#ifdef NOPE
b1
#elifdef ONE
b2
#else
b3
#endif
#ifdef NOPE
c1
#elifndef NOPE
c2
#endif
#ifndef ONE
d1
#elifndef ONE
d2
#elif 0 && 1 / 0
d3
#else
d4
#endif
#if -1 > 0u
y0
#else
n0
#endif
#if -1 < 0
y1
#else
n1
#endif
#if (2 || 1 / 0)
y2
#else
n2
#endif
#if 0x7fffffffffffffff + 0 > 0
y3
#else
n3
#endif
#if 18446744073709551615 == -1
y4
#else
n4
#endif
#if 1 ? 2 : (1/0)
y5
#else
n5
#endif
#if 1 << 3 == 8
y6
#else
n6
#endif
#if -8 >> 1 == -4
y7
#else
n7
#endif
#if 'a' == 97
y8
#else
n8
#endif
#if '\377' < 0
y9
#else
n9
#endif
#if 'ab' == 24930
y10
#else
n10
#endif
#if L'\xff' == 255
y11
#else
n11
#endif
#if u'\xffff' == 65535
y12
#else
n12
#endif
#if 0b101 == 5
y13
#else
n13
#endif
#if 010 == 8
y14
#else
n14
#endif
#if 10ULL == 10
y15
#else
n15
#endif
#if ~0 == -1
y16
#else
n16
#endif
#if ~0u == 0xffffffffffffffff
y17
#else
n17
#endif
#if !0 + !1 == 1
y18
#else
n18
#endif
#if (1, 0)
y19
#else
n19
#endif
#if nope
y20
#else
n20
#endif
#if true
y21
#else
n21
#endif
#if 7 % 4 == 3 && -7 / 2 == -3
y22
#else
n22
#endif
#if 1 == 1 == 1
y23
#else
n23
#endif
#if 5 & 3 | 8 ^ 2
y24
#else
n24
#endif
#if __has_include(<stdio.h>)
y25
#else
n25
#endif
#if __has_include("nothere.h")
y26
#else
n26
#endif
#if __has_include(<nothere.h>)
y27
#else
n27
#endif
#if defined __has_include
y28
#else
n28
#endif
#if defined __has_feature
y29
#else
n29
#endif
#if __has_attribute(packed)
y30
#else
n30
#endif
#if __has_attribute(__packed__)
y31
#else
n31
#endif
#if __has_attribute(nonsense)
y32
#else
n32
#endif
#if __has_c_attribute(deprecated) == 201904
y33
#else
n33
#endif
#if __has_builtin(__builtin_clz)
y34
#else
n34
#endif
#if __has_builtin(__builtin_nonsense)
y35
#else
n35
#endif
#if __has_builtin(__builtin_offsetof)
y36
#else
n36
#endif
#if __INCLUDE_LEVEL__ == 0
y37
#else
n37
#endif
#if __COUNTER__ == 0
y38
#else
n38
#endif
#if __COUNTER__ == 1
y39
#else
n39
#endif
#if __STDC__
y40
#else
n40
#endif
#if 1 ? 0 ? 2 : 0 : 3
y41
#else
n41
#endif
#if -1 ? 1 : 0u
y42
#else
n42
#endif
#if (0 ? 0u : -1) > 0
y43
#else
n43
#endif
#if __LINE__ > 5
y44
#else
n44
#endif
#if '\0'
y45
#else
n45
#endif
#if '\x41' == 'A'
y46
#else
n46
#endif
#if 0 ? (1/0) : 1
y47
#else
n47
#endif
#define has(x) __has_include(x)
#define HDR <stdio.h>
#if has(<string.h>) && __has_include(HDR)
has1
#endif
#define def(x) defined(x)
#if !def(NOPE)
def1
#endif
#if 0
#if
#elif
#else
#endif junk
#error no
#warning no
#include
#define
#line
'
#elif ONE
taken
#else
not taken
#endif
#
# /* nothing */
#line 100
__LINE__
# 200 "other.c" 3 4
__LINE__ __FILE__
#define N 300
#line N "third\\x.c"
__LINE__ __FILE__ __FILE_NAME__
#define l __LINE__
#define arg(x) x __LINE__ l
arg(
a
l __LINE__
) __LINE__
__COUNTER__ __COUNTER__
#pragma push_macro("ONE")
#undef ONE
#define ONE 2
ONE
#pragma pop_macro("ONE")
ONE
#define ID(x) x
ID(
#undef ONE
#define ONE 3
ONE
#ifdef ONE
yes
#endif
)
#undef __FILE__
__FILE__
#de\
fine spl\
iced(a) a\
a
splic\
ed(1) /\
* comment *\
/ 12\
34 "str\
ing" +\
+ x
/* a */ # /* b */ define late /* c */ 1
late
%: define di 7
di
