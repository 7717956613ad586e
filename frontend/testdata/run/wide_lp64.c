/* 128-bit integers in the lowering for the verifier. */
#define check(c) ((c) ? (void)0 : __builtin_abort())
typedef __int128 i128;
typedef unsigned __int128 u128;

static i128 big = (i128)1 << 100;
static u128 list[] = {~(u128)0, (u128)7 * ((u128)1 << 90) / 3, (u128)-1 % 1000000007};
static int length[(int)(((u128)5 << 70) >> 69)];

struct mixed {
	char c;
	i128 v;
};

static i128 identity(i128 x) { return x; }
static i128 (*pointer)(i128) = identity;

static int which(i128 x) {
	switch (x) {
	case -1: return 1;
	case 1LL << 40: return 2;
	case 5 ... 9: return 3;
	}
	return 4;
}

int main(void) {
	check(sizeof length == 40 && sizeof(struct mixed) == 32 && _Alignof(i128) == 16);
	check((unsigned long)(big >> 64) == 1UL << 36 && (unsigned long)big == 0);
	check((unsigned long)(list[1] >> 64) == 0x9555555 && (unsigned long)list[1] == 0x5555555555555555);
	check(list[2] == 279632276);
	struct mixed m = {1, -5}, copy = m;
	m.v *= m.v;
	check(m.v == 25 && copy.v == -5 && copy.v < 0 && (u128)copy.v > 5);
	check(m.v-- == 25 && --m.v == 23 && (m.v ? m.v : 1) == 23);
	check(identity(-3) == -3 && pointer(-7) / 2 == -3 && pointer(-7) % 2 == -1);
	check(which(-1) == 1 && which(1LL << 40) == 2 && which(7) == 3 && which(big) == 4);
	u128 x = ~(u128)0;
	check(x * x == 1 && x / 3 * 3 == x && x / (((u128)1 << 64) + 5) == 0xfffffffffffffffb);
	for (int i = 0; i < 128; i += 7)
		check(x >> i << i == (x & -((u128)1 << i)) && (i128)x >> i == -1);
	check((double)x == 0x1p128 && (float)(x >> 1) == 0x1p127f && (i128)-1e25 == -((i128)1e25));
	check((u128)((1ULL << 53) + 1) << 11 == (u128)(double)(((1ULL << 53) + 1) - 1) * 2048 + 2048);
	union { i128 v; unsigned char b[16]; } u = {-2};
	check(u.b[0] == 254 && u.b[15] == 255);
	int i = 3;
	i <<= (i128)2;
	i += big + 1;
	check(i == 13 && (_Bool)big && !(_Bool)(i128)0);
	return 0;
}
