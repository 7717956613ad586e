/* SSE4.2 */
#ifndef _NMMINTRIN_H_INCLUDED
#define _NMMINTRIN_H_INCLUDED
#include <smmintrin.h>
#include <popcntintrin.h>
#endif
