/* Complex numbers that cc refuses and those that it does not, in one text. */
#include <stdio.h>
#include <complex.h>
#include <string.h>
typedef _Complex char CC; typedef _Complex unsigned char UC; typedef _Complex short CS; typedef _Complex int CI; typedef _Complex float CF; typedef _Complex double CD;
typedef _Complex unsigned long long UL; typedef _Complex long long LL;typedef _Complex unsigned CU;
struct S { char c; CD z; CC k; } gs = {1, 2.0 + 3.0i, 4};
CD garr[3] = {1, 2i, 3 - 4.5i}; CF gf = (1.0f + 2.0fi) * (3.0f - 1.0fi); CD gq = (1.0 + 2.0i) / (3.0 + 4.0i); CI gi = (3 + 4i) * 2; static CD zero;
CD add(CD a, CF b) { return a + b; } CC cc(CC a, int b) { a *= b; return a; } CI ident(CI z) { return z; }
CD rec(CD z, int n) { return n ? rec(z * z, n - 1) + z : z; }
#include <stdarg.h>
double va(int n, ...) { va_list ap; va_start(ap, n); CD z = va_arg(ap, CD); CF f = va_arg(ap, CF); CI i = va_arg(ap, CI); int l = va_arg(ap, int); va_end(ap); return creal(z) + cimag(z) + crealf(f) + cimagf(f) + __real__ i + __imag__ i + l; }
union U { CD z; double d[2]; };
#define SH(z) printf("%s = %a %a\n", #z, creal(z), cimag(z))
int main(){ CC c; UC uc; CS cs; CI ci; CF cf; CD cd; UL ul; LL ll; CU cu; char ch = 5; short s; int i = 3; unsigned u; long long l; float f = 2; double d = 1.5; _Bool b;
#define P(e) printf("%-10s %d\n", #e, (int)sizeof(e))
P(c+c); P(c+uc); P(c+ch); P(c+cs); P(uc+cs); P(cs+s); P(cs+i); P(-c); P(~c); P(+c); P(ci+cu); P(ci+l); P(cu+l); P(ul+ll); P(ci+f); P(cf+i); P(cf+d); P(cd+f); P(cf+cd); P(1?c:ch); P(1?c:c); P(c*2); P(c==c); P(!c); P(c+b); P(2i); P(2ui); P(2.0i); P(2.fi);  P(__real__ c); P(__imag__ d); P(__real__ ch); P(__imag__ ch); P(2j); P('a'+1i); P(cu+cs); P(1.0Fi); P(1.0if); P(2LLi); P(0x10i); P(__builtin_complex(1.0f,2.0f)); P(CS); P(UL);
 SH(gs.z); SH(garr[1]); SH(garr[2]); SH(gf); SH(gq); printf("%d %d %d\n", __real__ gi, __imag__ gi, __real__ gs.k); SH(zero);
 cd = add(1 + 2i, gf); SH(cd); cd = rec(0.5 + 0.25i, 4); SH(cd); c = cc(50 + 3i, 3); printf("%d %d\n", __real__ c, __imag__ c); ci = ident(ident(2 + 3i) * ident(1 - 1i)); printf("%d %d\n", __real__ ci, __imag__ ci);
 printf("%g\n", va(4, 1.0 + 2.0i, gf, ci, 7));
 union U un; un.z = 3 + 4i; printf("%g %g\n", un.d[0], un.d[1]); un.d[1] = 8; SH(un.z);
 __real__ cd = 3; __imag__ cd += 2; ++__real__ cd; SH(cd); double *p = &__imag__ cd; *p = 9; SH(cd); CD *q = &cd; __real__ *q = -1; SH(*q); __imag__ q[0] *= 2; SH(q[0]); gs.z *= 2i; SH(gs.z); __real__ gs.z = 4; __real__ garr[i - 2] -= 7; SH(garr[1]);
 cd = i > 2 ? gs.z : 1; SH(cd); cd = i > 3 ? cd : d; SH(cd); cd = (i, cd) + 1; SH(cd); if (cd) puts("true"); if (!zero) puts("zero"); printf("%d %d\n", cd && i, zero || 0); _Bool t = cd; printf("%d\n", t);
 cd = conj(gs.z); SH(cd); cd = cproj(__builtin_inf() + 3i); SH(cd); SH(~cd); cd = CMPLX(1, -0.0); SH(cd); cd = I * I; SH(cd); printf("%a %a %a\n", cabs(3 + 4i), carg(-1 + 0i), cabsf(1 + 1i)); cd = I; SH(cd); cd = 2 * I - 1; SH(cd);
 i = cd; f = cd; printf("%d %g %g\n", i, f, (double)(1.5 + 2i)); cf = cd; SH(cf); ul = -5 + 3i; printf("%llu %llu\n", __real__ ul, __imag__ ul); uc = ul; printf("%d %d\n", __real__ uc, __imag__ uc); ci = 3.99 - 2.99i; printf("%d %d\n", __real__ ci, __imag__ ci);
 CD a2[2][2] = {{1, 2}, [1] = {3i, 4}}; SH(a2[1][0]); SH(((CD){5})); CD z2 = {1.5}; SH(z2); cd++; SH(cd); cd--; --cd; SH(cd); SH(cd++); SH(-cd); SH(+cd); printf("%d %d\n", cd == cd, cd != 1); __real__ d = 12; printf("%g %g\n", d, __imag__ d); printf("%g\n", __real__ d + 1);
 CD w = 1.0 / (1 + 1i); SH(w); w /= 2i; SH(w); w -= 1; SH(w); w = w * w / (w + 1); SH(w); SH(1i * 1i); SH((1 + 2i) / (3 + 4.0i)); SH((1.1 + 2.2i) * (3.3 + 4.4i)); SH((1.1 + 2.2i) / (3.3 + 4.7i)); SH((1.1f + 2.2fi) / (3.3f + 4.7fi)); SH((1.1f + 2.2fi) * (3.3f + 4.7fi));
 volatile CD vz = 1 + 1i; vz = vz * vz; SH(vz); const CF kz = 1i; SH(kz); static CI sz = 3i; sz++; printf("%d %d\n", __real__ sz, __imag__ sz); memset(&cd, 0, sizeof cd); SH(cd); CD arr[4]; for (i = 0; i < 4; i++) arr[i] = i + i * 1i; for (cd = 0, i = 0; i < 4; i++) cd += arr[i]; SH(cd);
}
