int g(int a) { return a; }
int main(void) {
	int x = 1, y = 2, z;
	if (x > 0 && y < 3)
		z = 1;
	else if (!(x == y) || g(x) && y)
		z = 2;
	z = x ? y : g(3);
	z = x < y ? x : y;
	z = (x && y) + (x == y);
	return z;
}
