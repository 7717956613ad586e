extern int f(int);
int g(int a) { return a + 1; }
int x, y;
int main(void) {
	int z;
	x = y = g(3) + 1;
	z = f(x);
	x += z++ * --y;
	y = (x = 5, x + 1);
	return x < y;
}
