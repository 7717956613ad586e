#ifndef _CULPRIT_COMPLEX_H
#define _CULPRIT_COMPLEX_H
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
#define CMPLX(x, y) ((double _Complex)((double)(x) + _Complex_I * (double)(y)))
#define CMPLXF(x, y) ((float _Complex)((float)(x) + _Complex_I * (float)(y)))
double creal(double _Complex), cimag(double _Complex), cabs(double _Complex), carg(double _Complex);
float crealf(float _Complex), cimagf(float _Complex), cabsf(float _Complex), cargf(float _Complex);
long double creall(long double _Complex), cimagl(long double _Complex), cabsl(long double _Complex), cargl(long double _Complex);
double _Complex conj(double _Complex), csqrt(double _Complex), cexp(double _Complex), clog(double _Complex), cpow(double _Complex, double _Complex);
double _Complex csin(double _Complex), ccos(double _Complex), ctan(double _Complex), cproj(double _Complex);
float _Complex conjf(float _Complex), csqrtf(float _Complex), cexpf(float _Complex), clogf(float _Complex);
#endif
