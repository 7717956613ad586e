/* Generic selections over complex integers. */
#include <assert.h>
int main(void) {
	_Complex short s = 1; _Complex int z = 2; _Complex char c = 1; long l = 1; short h = 1; unsigned u = 1;
	assert(_Generic(1i, _Complex int: 1, default: 0));
	assert(_Generic(1li, _Complex long: 1, default: 0));
	assert(_Generic(1ui, _Complex unsigned: 1, default: 0));
	assert(_Generic(1i + 1, _Complex int: 1, default: 0));
	assert(_Generic(1i + 1l, _Complex long: 1, default: 0));
	assert(_Generic(1i + 1.0f, _Complex float: 1, default: 0));
	assert(_Generic(s + s, _Complex short: 1, default: 0));
	assert(_Generic(s + c, _Complex short: 1, default: 0));
	assert(_Generic(c + c, _Complex char: 1, default: 0));
	assert(_Generic(s + h, _Complex int: 1, default: 0));
	assert(_Generic(z + l, _Complex long: 1, default: 0));
	assert(_Generic(z * u, _Complex unsigned: 1, default: 0));
	assert(_Generic(-s, _Complex short: 1, default: 0));
	assert(_Generic(u ? z : 1l, _Complex long: 1, default: 0));
	assert(_Generic((z), _Complex double: 2, int: 3, default: 1) == 1);
	__auto_type i = 1i; __typeof__(s + s) t = s;
	assert(sizeof i == 8 && sizeof t == 4 && sizeof(s + h) == 8 && sizeof(1li) == 16);
	assert(_Generic(i, _Complex int: 1, default: 0) && _Generic(t, _Complex short: 1, default: 0));
	return 0;
}
