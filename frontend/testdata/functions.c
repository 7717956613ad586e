static int one(int x) { return x; }
static int two(int x) { return x + 2; }
int (*table[2])(int) = {one, two};
int fact(int n) { int a[1] = {n}; return n ? *a * fact(n - 1) : 1; }
int main(int argc, char **argv) {
	return table[argc & 1](3) + fact(4);
}
