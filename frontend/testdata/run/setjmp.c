// setjmp and longjmp, and goto out of nested functions.
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void fall(int depth, int value) {
	if (depth > 0)
		fall(depth - 1, value);
	longjmp(env, value);
}

static int across(int depth, int value) {
	int r = setjmp(env);
	if (r == 0)
		fall(depth, value);
	return r;
}

static int attempts(void) {
	int n = 0;
	setjmp(env);
	if (++n < 4)
		fall(n, n);
	return n;
}

static int contexts(void) {
	int seen = 0;
	switch (setjmp(env)) {
	case 0:
		seen += 1;
		longjmp(env, 7);
	case 7:
		seen += 10;
		break;
	default:
		seen += 10000;
	}
	if (!setjmp(env))
		longjmp(env, 2);
	else
		seen += 100;
	int k = 0;
	while (setjmp(env) != 3)
		longjmp(env, ++k);
	(void)setjmp(env);
	if (k < 5) {
		k++;
		longjmp(env, 1);
	}
	return seen * 10 + k;
}

// A handler for each level, as in libraries that emulate exceptions.
struct handler { jmp_buf at; struct handler *up; int code; };
static struct handler *handlers;

static void throw(int code) {
	assert(handlers);
	handlers->code = code;
	longjmp(handlers->at, 1);
}

static int guarded(int depth) {
	struct handler h;
	int caught = 0;
	h.up = handlers;
	handlers = &h;
	if (setjmp(h.at) == 0) {
		if (depth == 0)
			throw(1);
		caught = guarded(depth - 1);
		if (depth % 2 == 0)
			throw(depth);
		handlers = h.up;
		return caught;
	}
	handlers = h.up;
	return caught * 10 + h.code;
}

static int blocks(void) {
	int sum = 0;
	for (int i = 0; i < 3; i++) {
		int a[2] = {i, i + 1};
		int *p = a;
		if (setjmp(env) == 0) {
			int b[1] = {10};
			p = b;
			if (i == 1)
				fall(0, 1);
			sum += *p;
		} else {
			sum += a[0] + a[1];
		}
	}
	return sum;
}

static int value(void) {
	int x = 3;
	return x * 100 + setjmp(env);
}

static void call(void (*f)(int), int n) {
	if (n > 0)
		call(f, n - 1);
	f(n);
}

static int out(int n) {
	__label__ done, other;
	int calls = 0;
	void stop(int k) {
		calls++;
		if (k == 1)
			goto done;
		if (k == 0 && n == 0)
			goto other;
	}
	call(stop, n);
	return -1;
other:
	return 100 + calls;
done:
	return calls;
}

static int out_of_two(int n) {
	__label__ outer_end;
	int r = 0;
	int middle(int k) {
		__label__ middle_end;
		void inner(int m) {
			if (m == 1)
				goto middle_end;
			if (m == 2)
				goto outer_end;
			r += 1;
		}
		inner(k);
		r += 10;
	middle_end:
		r += 100;
		return 1000;
	}
	r += middle(n);
	r += 5;
outer_end:
	return r;
}

// The jump goes to the activation that the nested function belongs to.
static int activations(int n, void (*up)(void)) {
	__label__ here;
	int passed = n;
	void jump(void) { goto here; }
	if (n == 3) {
		activations(n - 1, jump);
		return -1;
	}
	if (n > 0) {
		activations(n - 1, up);
		return -2;
	}
	up();
	return -3;
here:
	return passed * 10 + n;
}

int main(void) {
	assert(across(0, 5) == 5);
	assert(across(2, -1) == -1);
	assert(across(1, 0) == 1);
	assert(attempts() == 4);
	assert(contexts() == 1115);
	assert(guarded(0) == 1);
	assert(guarded(2) == 12);
	assert(guarded(3) == 12);
	assert(blocks() == 23);
	assert(value() == 300);
	assert(out(0) == 101 && out(1) == 2 && out(4) == 2);
	assert(out_of_two(0) == 1116 && out_of_two(1) == 1105 && out_of_two(2) == 0);
	assert(activations(3, 0) == 33 && activations(5, 0) == -2);
	return 0;
}
