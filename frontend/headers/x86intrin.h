/* All functions for instructions of x86 */
#ifndef _X86INTRIN_H_INCLUDED
#define _X86INTRIN_H_INCLUDED
#include <immintrin.h>
#include <x86gprintrin.h>
#endif
