struct B { unsigned a : 3; int b : 5; unsigned long long c : 33; } g;
int main(void) {
	g.a = 5;
	g.b -= 2;
	g.c++;
	return g.a + g.b;
}
