/* Enumerations with an underlying type, and constants beyond int: C23, and gcc
   since version 13. */
#include <assert.h>
#include <limits.h>

enum level : unsigned char { LOW, HIGH = 255 };
enum later : short;
enum later *before;
enum later : short { NEGATIVE = -1, NONE };
typedef enum mask : unsigned long long { ALL = 0xffffffffffffffffULL, ONE = 1 } mask;
enum : long long { FAR = 1LL << 40, FARTHER };
enum truth : _Bool { NO, YES };
enum plain : int { PLAIN };
struct packet { enum level level; enum later later; enum level low : 3; };

enum wide { WIDE = 0x100000000LL, SMALL = 3 };
enum mixed { MINUS = -1, TOP = 0x80000000u, ABOVE };
enum past { LAST = INT_MAX, PAST };
enum past_unsigned { ULAST = UINT_MAX, UPAST };
enum past_negative { NLAST = -3000000000LL, NNEXT };
enum greatest { GREATEST = ULLONG_MAX };

int main(void) {
	enum level l = 300;
	assert(sizeof l == 1 && l == 44 && sizeof LOW == 1);
	l = HIGH;
	l++;
	assert(l == LOW);
	assert(LOW - 1 < 0); // promoted to int
	enum later n = 40000;
	assert(sizeof n == 2 && n == -25536 && NONE == 0 && sizeof NONE == 2);
	before = &n;
	*before = 70000;
	assert(n == 4464);
	assert(sizeof(mask) == 8 && sizeof ONE == 8 && ONE - 2 > 0 && ALL == -1ULL);
	assert(FARTHER == (1LL << 40) + 1 && sizeof FARTHER == 8);
	enum truth t = 2;
	assert(t == YES && sizeof t == 1);
	enum plain p = -1;
	assert(p < 0);
	assert(sizeof(struct packet) == 6);
	enum inner : signed char { INNER = -1 };
	enum inner i = 200;
	assert(i == -56);
	assert(_Generic(LOW, unsigned char: 1, default: 0) && _Generic(l, unsigned char: 1, default: 0));
	assert(_Generic(LOW, enum level: 1, default: 0) && _Generic(+LOW, int: 1, default: 0));
	assert(_Generic(p, int: 1, default: 0) && _Generic(FAR, long long: 1, default: 0));
	assert(_Generic(&l, unsigned char *: 1, default: 0));

	assert(sizeof(enum wide) == 8 && sizeof SMALL == 8 && SMALL - 4 > 0);
	assert(sizeof MINUS == 8 && ABOVE == 2147483649LL && MINUS < 0);
	assert(sizeof(enum past) == 4 && PAST == 2147483648u && LAST - PAST > 0);
	assert(sizeof(enum past_unsigned) == 8 && UPAST == 4294967296LL);
	assert(NNEXT == -2999999999LL && GREATEST > 0);
	assert(_Generic(PAST, unsigned: 1, default: 0) && _Generic(SMALL, unsigned long: sizeof(long) == 8, unsigned long long: 1, default: 0));
}
